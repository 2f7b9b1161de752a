"""The referee: deals, asks, checks, applies, scores, and charges bots with what they do wrong."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from arena.bot import Limits, Setup
from arena.chance import die
from arena.errors import BotFault, IllegalMove
from arena.game import Selection
from arena.moves import Move
from arena.record import FORMAT, Ending, Event, Fault, Record
from arena.state import TERMINAL, Outcome, State, View

ILLEGAL = "answered with something that is none of the legal moves"


class Player(Protocol):
    """How the referee reaches a bot; `start`, `act` and `finish` raise BotFault when the bot fails."""

    def start(self, setup: Setup) -> None:
        """Make the bot ready for a game."""

    def act(self, view: View, moves: tuple[Move, ...]) -> Any:
        """Return the bot's choice, which may be anything."""

    def finish(self, outcome: Outcome, view: View) -> None:
        """Tell the bot how the game ended."""

    def output(self) -> str:
        """Return what the bot has printed; the owner's to ask for, like `close`, not the referee's."""

    def close(self) -> None:
        """Let go of the bot and of all that it needed."""


class _Stray:
    """Plays random legal moves for a seat whose bot failed, in games of more than two sides."""

    def __init__(self, seed: bytes) -> None:
        self._rng = die(seed)

    def act(self, view: View, moves: tuple[Move, ...]) -> Move:
        return moves[int(self._rng.random() * len(moves))]


def play(
    selection: Selection,
    players: Sequence[Player],
    seed: bytes,
    names: Sequence[str],
    strays: Sequence[bytes],
    limits: Limits = Limits(),  # noqa: B008 (frozen)
    hear: Callable[[int, str], None] = lambda seat, told: None,
) -> Record:
    """Play one game and return its record.

    `players`, `names` and `strays` (the seeds of the random moves that go on for a bot that failed) are by seat.
    `hear` is told, by seat, what the record leaves out of a fault: what the bot raised or answered.
    Never raises for what a bot does.
    """
    state = selection.start(seed)
    two_sided = len(set(state.sides)) == 2
    faults: list[Fault] = []
    asked: list[Player | _Stray] = list(players)

    def note(seat: int, fault: BotFault, decision: int | None) -> None:
        """Keep a fault, and tell whoever listens what the record leaves out."""
        faults.append(Fault(seat, fault.kind, decision, fault.detail))
        hear(seat, fault.trace)

    def charge(seat: int, fault: BotFault, decision: int | None) -> bool:
        """Take the seat from the bot; tell whether the game is over by its fault."""
        note(seat, fault, decision)
        asked[seat] = _Stray(strays[seat])
        return two_sided

    over = False
    for seat, player in enumerate(players):
        try:
            player.start(Setup(selection.game.name, selection.edition.slug, selection.options, seat, limits))
        except BotFault as fault:
            over = charge(seat, fault, None) or over
    decisions = 0
    while not over and (seat := state.current_player()) != TERMINAL:
        try:
            state.apply(asked[seat].act(state.view(seat), state.legal_moves()))
        except IllegalMove as error:
            over = charge(seat, BotFault("illegal", ILLEGAL, str(error)), decisions)
        except BotFault as fault:
            over = charge(seat, fault, decisions)
        else:
            decisions += 1
    failed = {fault.seat for fault in faults}
    result = judged(state, failed)
    for seat, player in enumerate(players):
        if seat not in failed:
            try:
                player.finish(result, state.view(seat))
            except BotFault as fault:
                note(seat, fault, decisions)
    ending: Ending = "fault" if over else "truncated" if result.truncated else "normal"
    return report(selection, state.events, seed, names, result, ending, faults)


def judged(state: State, failed: set[int]) -> Outcome:
    """Return how the game stands with the sides of the failed seats put last.

    They share the last place; the others keep their order and close up. Of two sides the other wins, however the
    position stood.
    """
    outcome = state.outcome()
    if not failed:
        return outcome
    losers = {state.sides[seat] for seat in failed}
    two_sided = len(set(state.sides)) == 2
    places = [
        None if side in losers else 1 if two_sided else rank
        for rank, side in zip(outcome.ranks, state.sides, strict=True)
    ]
    fair = [place for place in places if place is not None]
    ranks = tuple(len(fair) + 1 if place is None else 1 + sum(other < place for other in fair) for place in places)
    return Outcome(ranks, outcome.scores, outcome.truncated)


def report(
    selection: Selection,
    events: Sequence[Event],
    seed: bytes,
    names: Sequence[str],
    outcome: Outcome,
    ending: Ending,
    faults: Sequence[Fault],
) -> Record:
    """Return the record of a game."""
    return Record(
        FORMAT,
        selection.game.name,
        selection.game.version,
        selection.edition.slug,
        dict(selection.options),
        seed.hex(),
        tuple(names),
        tuple(events),
        outcome.ranks,
        outcome.scores,
        ending,
        tuple(faults),
    )
