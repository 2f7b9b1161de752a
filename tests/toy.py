"""A toy game for tests of the engine: everybody is dealt two of 20 cards and secretly bids one, the higher wins it.

The highest bidder takes a random card of the next seat's. Small, but it has all that the engine must cope with: a
hidden deal, secret moves with a reveal, a random event with witnesses, any number of seats, teams and truncation.
"""

from collections.abc import Mapping
from random import Random
from typing import Any, Self

from arena.cards import Hand, deck_of, in_order, without_card
from arena.chance import Seeded, Source
from arena.game import Edition, Game, Option, Selection, Value
from arena.moves import Move
from arena.state import Outcome, State, View

CARDS = deck_of((str(number), "", number) for number in range(20))


class Bid(Move):
    secret = True


BIDS = {text: Bid(text) for text in CARDS}


class ToyView(View, frozen=True):
    hand: Hand
    scores: tuple[int, ...]


class Toy(State):
    __slots__ = ("bids", "cap", "hands", "scores")

    def __init__(self, sides: tuple[int, ...], cap: int, source: Source) -> None:
        super().__init__(sides, source)
        deck = self._deal(tuple(CARDS.values()))
        self.cap = cap
        self.hands = [in_order(deck[2 * seat : 2 * seat + 2]) for seat in range(len(sides))]
        self.bids: list[Any] = []
        self.scores = [0] * len(sides)
        self._offer(0)

    def _offer(self, seat: int) -> None:
        self._ask(seat, tuple(BIDS[card] for card in self.hands[seat]))

    def _play(self, move: Bid) -> None:
        self.bids.append(move)
        if len(self.bids) < len(self.sides):
            self._offer(len(self.bids))
            return
        for seat, bid in enumerate(self.bids):
            self._reveal(seat, bid)
            self.hands[seat] = without_card(self.hands[seat], CARDS[bid])
        winner = max(range(len(self.sides)), key=lambda seat: int(self.bids[seat]))
        self.scores[winner] += int(self.bids[winner])
        victim = (winner + 1) % len(self.sides)
        self._take("pick", self.hands[victim], 1, (winner, victim))
        self.cap -= 1
        self._end()

    def outcome(self) -> Outcome:
        totals = [
            sum(score for score, side in zip(self.scores, self.sides, strict=True) if side == mine)
            for mine in self.sides
        ]
        ranks = tuple(1 + sum(other > total for other in totals) for total in totals)
        return Outcome(ranks, tuple(self.scores), self.cap < 0)

    def view(self, seat: int) -> ToyView:
        return ToyView(seat, self._news(seat), self.hands[seat], tuple(self.scores))

    def clone(self) -> Self:
        twin = self._copy()
        twin.cap = self.cap
        twin.hands = self.hands[:]
        twin.bids = self.bids[:]
        twin.scores = self.scores[:]
        return twin


def start(selection: Selection, source: Source) -> Toy:
    return Toy(selection.sides, int(selection.options["cap"] or 0), source)


def determinize(selection: Selection, view: ToyView, rng: Random) -> Toy:
    return start(selection, Seeded(rng.randbytes(16)))


def sides(options: Mapping[str, Value]) -> tuple[int, ...]:
    players = int(options["players"] or 0)
    return tuple(seat % 2 for seat in range(players)) if options["teams"] else tuple(range(players))


def check(options: Mapping[str, Value]) -> str | None:
    return (
        "teams=2 wants an even number of players" if options["teams"] and int(options["players"] or 0) % 2 else None
    )


OPTIONS = (
    Option("players", 2, range(2, 7), "how many play"),
    Option("teams", None, (None, 2), "whether they play in teams"),
    Option("cap", 1, range(10), "rounds before the game is cut short"),
)

TOY = Game(
    name="toy",
    title="Toy",
    credit="nobody",
    version=1,
    editions=(Edition("plain", OPTIONS), Edition("other", OPTIONS, number=2)),
    default="plain",
    view=ToyView,
    cards=CARDS,
    parse_move=BIDS.__getitem__,
    start=start,
    determinize=determinize,
    sides=sides,
    check=check,
)
