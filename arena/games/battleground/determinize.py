"""From what a seat knows to a whole position that it cannot tell from the true one."""

from collections import Counter
from itertools import chain, islice
from random import Random

from arena.cards import ORDER
from arena.chance import SEED_BYTES, Seeded
from arena.game import Selection
from arena.games.battleground.rules import PACKS
from arena.games.battleground.state import Battleground
from arena.games.battleground.view import BattlegroundView


def determinize(selection: Selection, view: BattlegroundView, rng: Random) -> Battleground:
    """Return a position that shows the seat this view, its news apart.

    Hidden cards are drawn uniformly among the deals that are consistent with the view. All are, but where a card
    waits for replies of others than the view's seat: then deals in which nobody has an Ace are thrown away. The
    other seats know no more than what has been shown to all.
    """
    named = list(view.known)
    named[view.seat] = view.hand
    face_up = (*view.shown, *view.buried)
    table = (view.played.card,) if view.played else ()
    unseen = Counter(PACKS[str(selection.options["pack"])])
    unseen.subtract(chain(face_up, table, *named))
    hidden = tuple(unseen.elements())
    state = Battleground(
        selection.sides, int(selection.options["max_turns"] or 0), Seeded(rng.randbytes(SEED_BYTES))
    )
    possible = False
    while not possible:
        cards = iter(Seeded(rng.randbytes(SEED_BYTES)).draw(0, "deck", hidden, len(hidden))[0])
        hands = [
            sorted((*known, *islice(cards, size - len(known))), key=ORDER)
            for known, size in zip(named, view.hands, strict=True)
        ]
        stacks = [tuple(islice(cards, size)) for size in view.stacks]
        discard = [*face_up, *islice(cards, view.discard - len(face_up))]
        possible = state.resume(view, hands, stacks, discard)
    return state
