"""What holds at every position, whatever the game: moves, clones, standing; and of a whole game, its record."""

from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random

import msgspec

from arena.errors import IllegalMove
from arena.match import report
from arena.moves import Move
from arena.record import Ending, Event, decode, encode
from arena.replay import replay
from arena.state import Outcome, State
from arena.testing.views import Reader
from arena.testing.walks import Walk, Where, chosen, packed, pages

MOST_TRIED = 50
"""Moves tried at a position, of either kind."""
NONSENSE = ("", "no move of any game")


class Position(msgspec.Struct, frozen=True):
    """All that is seen of a state from outside."""

    player: int
    moves: tuple[Move, ...]
    pages: list[bytes]
    events: list[Event]

    def difference(self, other: "Position") -> str:
        """Return in words what is another in the other, or an empty text."""
        apart = [name for name in self.__struct_fields__ if getattr(self, name) != getattr(other, name)]
        words = {"player": "current_player()", "moves": "legal_moves()", "pages": "the views", "events": "events"}
        return " and ".join(words[name] for name in apart)


def position(state: State) -> Position:
    """Return what is seen of a state from outside."""
    return Position(state.current_player(), state.legal_moves(), pages(state), state.events[:])


def check_moves(state: State, known: dict[str, Move], reader: Reader, here: Where) -> None:
    """See that the legal moves are each there once, are the game's own, and stand the same in a clone."""
    moves = state.legal_moves()
    if twice := sorted({move for move in moves if moves.count(move) > 1}):
        here.fail(f"legal_moves() holds {twice[0]!r} twice")
    for move in moves:
        if known.get(move) is not move:
            if not isinstance(move, Move):
                here.fail(f"legal_moves() holds {move!r}, which is no arena.Move")
            reader.check_move(move, "a legal move", here)
            known[str(move)] = move
    if state.clone().legal_moves() != moves:
        here.fail(f"legal_moves() of a clone must stand in the same order: expected {moves}")


def check_legality(state: State, known: Iterable[Move], here: Where) -> None:
    """See that every legal move can be made, and no other one, which changes nothing."""
    for move in islice(state.legal_moves(), MOST_TRIED):
        with here.blamed(f"the text of the legal move {move!r}"):
            state.clone().apply(str(move))
    before = position(state)
    others = [move for move in known if move not in before.moves]
    dice = here.die("others")
    for text in (*NONSENSE, *dice.sample(others, min(len(others), MOST_TRIED))):
        _check_refused(state, text, here)
    if apart := before.difference(position(state)):
        here.fail(f"moves that were refused must change nothing, and changed {apart}")


def _check_refused(state: State, text: str, here: Where) -> None:
    """See that a move that is not legal raises IllegalMove."""
    with here.blamed(f"{text!r} is not legal; it must raise IllegalMove, and"):
        try:
            state.apply(text)
        except IllegalMove:
            return
    here.fail(f"{text!r} is not legal; it must raise IllegalMove, and is accepted")


def check_clones(state: State, longest: int, here: Where) -> None:
    """See that clones play on by themselves, each the same."""
    before = position(state)
    one, other = state.clone(), state.clone()
    if apart := before.difference(position(one)):
        here.fail(f"a clone must look the same, and differs in {apart}")
    play_on(one, here.die("clone"), longest, here)
    if apart := before.difference(position(state)):
        here.fail(f"playing a clone on must change nothing of the original, and changed {apart}")
    if apart := before.difference(position(other)):
        here.fail(f"playing a clone on must change nothing of another, and changed {apart}")
    play_on(other, here.die("clone"), longest, here)
    if apart := position(one).difference(position(other)):
        here.fail(f"two clones given the same moves must end the same, and differ in {apart}")


def play_on(state: State, dice: Random, longest: int, here: Where, what: str = "a clone") -> None:
    """Play a state at random to its end."""
    with here.blamed(f"{what} that is played on"):
        for _ in range(longest):
            if state.is_terminal():
                return
            state.apply(chosen(state.legal_moves(), dice))
    here.fail(f"{what} that is played on has not ended after {longest} decisions")


def check_standing(state: State, here: Where) -> None:
    """See that the outcome is one, at the end or before."""
    outcome, sides = state.outcome(), state.sides
    for complaint in _of_outcome(outcome, sides):
        here.fail(f"{complaint}; outcome() is {outcome!r}")
    if outcome.truncated and not state.is_terminal():
        here.fail("outcome().truncated must be false before the end, and is true")
    returns = state.returns()
    if len(returns) != len(sides) or not all(-1 <= value <= 1 for value in returns):
        here.fail(f"returns() must be a value from -1 to 1 for each of {len(sides)} seats, and is {returns}")
    if type(state).returns is State.returns and abs(sum(returns)) > 1e-9:  # a game's own need not add up
        here.fail(f"returns() must add up to 0, and is {returns}")


def _of_outcome(outcome: Outcome, sides: tuple[int, ...]) -> Iterator[str]:
    """Yield what is wrong with an outcome."""
    ranks, scores = outcome.ranks, outcome.scores
    for name, values in (("ranks", ranks), ("scores", scores)):
        if type(values) is not tuple or [type(value) for value in values] != [int] * len(sides):
            yield f"{name} must be a tuple of whole numbers, one for each of {len(sides)} seats"
            return
    if outcome.truncated not in (True, False):
        yield "truncated must be True or False"
    expected = tuple(1 + sum(other < rank for other in ranks) for rank in ranks)
    if ranks != expected:
        yield f"ranks must begin at 1, share the better number in a tie and close up: expected {expected}"
    if len(set(zip(ranks, sides, strict=True))) > len(set(sides)):
        yield f"seats of a side must share their rank; the sides are {sides}"


def check_record(walk: Walk, where: Where) -> None:
    """See that the record of a game holds all that it takes to come to the same end."""
    selection, state = where.selection, walk.state
    outcome = state.outcome()
    names = [f"bot {seat}" for seat in range(len(state.sides))]
    ending: Ending = "truncated" if outcome.truncated else "normal"
    record = report(selection, state.events, where.seed, names, outcome, ending, [])
    line = encode(record)
    with where.blamed("replaying the record of the game"):
        again = replay(selection.game, decode(line))
    if again.outcome() != outcome:
        where.fail(f"the record must replay to the same end: expected {outcome!r}, got {again.outcome()!r}")
    if packed(again.events) != packed(state.events) or pages(again) != walk.pages:
        where.fail("the record must replay to the same events and last views, and does not")
