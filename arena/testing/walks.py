"""A game played at random and remembered: who was shown what at each decision, and did what."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, NamedTuple, NoReturn

import msgspec

from arena.chance import derive, die
from arena.game import Selection
from arena.moves import Move
from arena.state import TERMINAL, State

_encoder = msgspec.msgpack.Encoder(enc_hook=str)


class Where(msgspec.Struct, frozen=True):
    """A place in the games that are checked, which a complaint begins with."""

    selection: Selection
    deal: int
    decision: int | None = None
    seat: int | None = None

    def fail(self, complaint: str) -> NoReturn:
        """Raise the AssertionError."""
        raise AssertionError(f"{self}: {complaint}")

    @contextmanager
    def blamed(self, what: str) -> Iterator[None]:
        """Turn whatever the game raises meanwhile into the AssertionError."""
        try:
            yield
        except AssertionError:
            raise
        except Exception as error:
            raise AssertionError(f"{self}: {what} raises {type(error).__name__}: {error}") from error

    def at(self, decision: int | None, seat: int) -> "Where":
        """Return the place of a decision, or after the last one, as a seat sees it."""
        return Where(self.selection, self.deal, decision, seat)

    @property
    def seed(self) -> bytes:
        """What the deal follows from."""
        return derive("check_game", str(self.selection), self.deal)

    def die(self, purpose: str) -> Random:
        """Return a die of its own for a purpose at this place."""
        return die(derive(self.seed, purpose, str(self.decision), str(self.seat)))

    def __str__(self) -> str:
        """Return the place in words."""
        seat = [] if self.seat is None else [f"seat {self.seat}"]
        decision = [] if self.decision is None else [f"decision {self.decision}"]
        return ", ".join([str(self.selection), f"deal {self.deal}", *decision, *seat])


class Step(NamedTuple):
    """A decision: who chose which of what, and the bytes of all that the seat was shown."""

    seat: int
    move: Move
    moves: tuple[Move, ...]
    page: bytes


class Walk(NamedTuple):
    """A whole game, its last state, and what it shows each seat."""

    where: Where
    steps: list[Step]
    state: State
    pages: list[bytes]


def walk(where: Where, longest: int, look: Callable[[State, Where], None] | None = None) -> Walk:
    """Play a game at random, and let `look` see the state before each decision and the last one."""
    with where.blamed("dealing"):
        state = where.selection.start(where.seed)
    dice = where.die("walk")
    steps: list[Step] = []
    while (seat := state.current_player()) != TERMINAL:
        here = where.at(len(steps), seat)
        if len(steps) >= longest:
            here.fail(f"the game has not ended after {longest} decisions; if it may be longer, say longest=")
        _check_question(state, here)
        if look:
            look(state, here)
        moves = state.legal_moves()
        with here.blamed("its view"):
            step = Step(seat, chosen(moves, dice), moves, page(state, seat))
        before = len(state.events)
        with here.blamed(f"the legal move {step.move!r}"):
            state.apply(step.move)
        _check_history(state, before, step, here)
        steps.append(step)
    _check_end(state, where)
    if look:
        look(state, where)
    with where.blamed("a view of the end"):
        return Walk(where, steps, state, pages(state))


def _check_question(state: State, here: Where) -> None:
    """See that a seat of the table is asked, and has a choice."""
    seats, seat = range(len(here.selection.sides)), state.current_player()
    if type(seat) is not int or seat not in seats:
        here.fail(f"current_player() must be one of {len(seats)} seats or TERMINAL ({TERMINAL}), and is {seat!r}")
    if state.is_terminal():
        here.fail("is_terminal() is true where current_player() names a seat")
    moves = state.legal_moves()
    if type(moves) is not tuple or not moves:
        here.fail(f"legal_moves() must be a tuple of one move or more, and is {moves!r}")


def _check_end(state: State, where: Where) -> None:
    """See that nobody is asked any more."""
    if not state.is_terminal():
        where.fail("is_terminal() must be true where current_player() is TERMINAL, and is false")
    if state.legal_moves() != ():
        where.fail(f"legal_moves() must be () at the end, and is {state.legal_moves()}")


def _check_history(state: State, before: int, step: Step, here: Where) -> None:
    """See that a decision went into the history, and after it nothing but chance."""
    new = state.events[before:]
    if not new or (new[0].seat, new[0].move) != (step.seat, step.move):
        here.fail(f"the event after {step.move!r} must be this decision, and is {new[0] if new else None}")
    if odd := [event for event in new[1:] if event.move is not None or event.chance is None]:
        here.fail(f"an event after the decision {step.move!r} must be a random outcome, and is {odd[0]}")


def chosen(moves: tuple[Move, ...], dice: Random) -> Move:
    """Return one of the moves at random."""
    return moves[int(dice.random() * len(moves))]


def packed(thing: Any) -> bytes:
    """Return a thing as it travels to a bot's process."""
    return _encoder.encode(thing)


def page(state: State, seat: int) -> bytes:
    """Return the bytes of all that a seat is shown: its view with the news, and its moves if it is asked."""
    moves = state.legal_moves() if state.current_player() == seat else ()
    return packed((state.view(seat), moves))


def pages(state: State) -> list[bytes]:
    """Return what each seat is shown."""
    return [page(state, seat) for seat in range(len(state.sides))]


def without_news(state: State, seat: int) -> bytes:
    """Return the bytes of a seat's view, its news apart: an imagined state has no past."""
    return packed(msgspec.structs.replace(state.view(seat), news=()))


def fields_apart(one: Any, other: Any) -> str:
    """Return in words how two views of a type differ."""
    if type(one) is not type(other):
        return f"expected a {type(one).__name__}, got a {type(other).__name__}"
    names = [name for name in one.__struct_fields__ if getattr(one, name) != getattr(other, name)]
    return "; ".join(f"{name}: expected {getattr(one, name)!r}, got {getattr(other, name)!r}" for name in names)
