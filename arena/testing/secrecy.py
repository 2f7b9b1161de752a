"""Re-deal: exchange two cards that a seat has not met, and nothing that it sees may change.

The cards change places in the deck, in all random outcomes and in all moves. Such a swap counts only if nobody
could notice it by right: every move stays legal, the same seats are asked in the same order and have the same
choices but for the two names, and the game stands the same at every decision. Once one of the two has been played
in secret, what follows may be for all to see: then it does not count if others, too, see more than another name.
"""

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any, NamedTuple

import msgspec

from arena.cards import ORDER
from arena.chance import Scripted
from arena.errors import IllegalMove, RecordError
from arena.moves import Move
from arena.state import Outcome, State
from arena.testing.imagining import Variety, hides
from arena.testing.swapping import Swap, named
from arena.testing.views import Reader, members
from arena.testing.walks import Walk, page

Unseen = Callable[[Any, int], Iterable[str]]
"""Gives the cards of a state that a seat cannot know anything of by the rules of the game."""


class Told(NamedTuple):
    """A game as one seat saw it: when it was shown what, and at which decision it had met each card."""

    seat: int
    plain: Swap
    pages: dict[int, bytes]
    met: dict[str, int]
    outcomes: list[Outcome]


def check_secrecy(walk: Walk, swaps: int, unseen: Unseen | None, reader: Reader, variety: Variety) -> None:
    """Swap so many pairs of cards in a game, each hidden from a seat."""
    dice, plain = walk.where.die("swaps"), Swap()
    played = {word for step in walk.steps for word in named(step.move)}
    told: dict[int, Told] = {}
    for _ in range(swaps):
        seat = int(dice.random() * len(walk.pages))
        if seat not in told:
            told[seat] = _told(walk, seat, plain, unseen)
        if pair := _pair(walk, told[seat], played, dice):
            _check_pair(walk, told[seat], pair, reader, variety)


def _told(walk: Walk, seat: int, plain: Swap, unseen: Unseen | None) -> Told:
    """Play a game once more, and note what a seat sees and meets."""
    deck = {str(card) for card in walk.state.events[0].cards}
    told = Told(seat, plain, {}, {}, [])
    for number, state in enumerate(_states(walk, plain, plain)):
        told.outcomes.append(state.outcome())
        shown = number == len(walk.steps) or state.current_player() == seat
        if shown:
            told.pages[number] = page(state, seat)
        if unseen or shown:
            now = deck.difference(unseen(state, seat)) if unseen else deck & _words(state, seat)
            for text in now:
                told.met.setdefault(text, number)
    return told


def _words(state: State, seat: int) -> set[str]:
    """Return all that can be the name of a card in a seat's view, news and moves."""
    moves = {*state.legal_moves()} if state.current_player() == seat else set()
    words: set[str] = set()
    for _, value in members(state.view(seat), ""):
        if isinstance(value, Move):
            moves.add(value)
        elif isinstance(value, str):
            words.update(value.split())
    for move in moves:
        words.update(named(move))
    return words


def _pair(walk: Walk, told: Told, played: set[str], dice: Random) -> tuple[str, str] | None:
    """Return two cards that the seat has not met when it is first shown anything, if there are such.

    Half of the time the first is one that is played, if any is, and half of the time the other is its neighbour,
    which hands in card order show the least.
    """
    first = min(told.pages)
    deck = sorted(set(walk.state.events[0].cards), key=ORDER)
    late = [str(card) for card in deck if told.met.get(card, first + 1) > first]
    if len(late) < 2:
        return None
    likely = [index for index, text in enumerate(late) if text in played]
    one, other = dice.sample(range(len(late)), 2)
    if likely and dice.random() < 0.5:
        one = dice.choice(likely)
    if other == one or dice.random() < 0.5:
        other = one - 1 if one else 1
    return late[one], late[other]


def _check_pair(walk: Walk, told: Told, pair: tuple[str, str], reader: Reader, variety: Variety) -> None:
    """Swap two cards, play up to where the seat meets one of them, and compare what it is shown on the way."""
    end = len(walk.steps)
    until = min(told.met.get(text, end + 1) for text in pair)
    last = max(number for number in told.pages if number < until)
    swap = Swap(*pair)
    fitting = _fitting(walk, told, swap, last)
    if fitting is None:
        return
    state, shown = fitting
    for number, seen in shown.items():
        if seen != told.pages[number]:
            if _noticed(walk, told, swap, number):
                return
            here = walk.where.at(number if number < end else None, told.seat)
            apart = _apart(told.pages[number], seen)
            here.fail(f"the seat has met neither {pair[0]} nor {pair[1]}; with the two swapped it sees {apart}")
    if not variety.seen and (truth := _fitting(walk, told, told.plain, last)) and hides(truth[0], state, told.seat):
        here = walk.where.at(last, told.seat)
        variety.look(reader.again(state.view(told.seat), here), here)


def _fitting(walk: Walk, told: Told, swap: Swap, last: int) -> tuple[State, dict[int, bytes]] | None:
    """Return the state at a decision and what the seat was shown up to it; None if others noticed by right."""
    plain, shown = told.plain, {}
    try:
        for number, state in enumerate(_states(walk, swap, plain)):
            if state.outcome() != told.outcomes[number]:
                return None
            if number in told.pages:
                shown[number] = page(state, told.seat)
            elif {*map(plain.shape, state.legal_moves())} != {*map(swap.shape, walk.steps[number].moves)}:
                return None
            if number == last:
                return state, shown
    except (IllegalMove, RecordError):
        pass
    return None


def _noticed(walk: Walk, told: Told, swap: Swap, last: int) -> bool:
    """Tell whether a swapped card was played, and another seat then saw more of it than another name."""
    played = False
    for number, (truth, state) in enumerate(
        zip(_states(walk, told.plain, told.plain), _states(walk, swap, told.plain), strict=True)
    ):
        others = [seat for seat in range(len(walk.pages)) if seat != told.seat]
        pages = [[msgspec.msgpack.decode(page(each, seat)) for seat in others] for each in (truth, state)]
        if played and swap.told(pages[0]) != told.plain.told(pages[1]):
            return True
        if number == last:
            break
        move = walk.steps[number].move
        played = played or swap.shape(move) != told.plain.shape(move)
    return False


def _states(walk: Walk, swap: Swap, plain: Swap) -> Iterator[State]:
    """Yield the state before each decision of a game with two cards swapped, and the last one.

    Raises IllegalMove where the rules ask another seat, or do not allow what was played.
    """
    selection = walk.where.selection
    cards = selection.game.cards
    script = [
        (event.chance, tuple(cards[swap.card(card)] for card in event.cards))
        for event in walk.state.events
        if event.chance is not None
    ]
    state = selection.game.start(selection, Scripted(script))
    for step in walk.steps:
        if state.current_player() != step.seat:
            raise IllegalMove(f"seat {state.current_player()} is asked")
        yield state
        wanted = swap.shape(step.move)
        state.apply(next((move for move in state.legal_moves() if plain.shape(move) == wanted), ""))
    if not state.is_terminal():
        raise IllegalMove("the game goes on")
    yield state


def _apart(truth: bytes, seen: bytes) -> str:
    """Return in words what a page shows that the true one does not."""
    (view, moves), (other, others) = (msgspec.msgpack.decode(each) for each in (truth, seen))
    apart = [f"{name} {other[name]} instead of {view[name]}" for name in view if view[name] != other[name]]
    return "; ".join([*apart, *([] if moves == others else [f"moves {others} instead of {moves}"])])
