"""Replaying a record by the rules: the proof that it is complete and that its result is right."""

from collections.abc import Iterator

from arena.chance import Scripted
from arena.errors import IllegalMove, RecordError
from arena.game import Game, Selection
from arena.record import Event, Record
from arena.state import State


def steps(game: Game, record: Record) -> Iterator[tuple[State, Event | None]]:
    """Yield the state before each decision of the record with that decision, and the last state with None.

    The state is the same object throughout, moved on between yields. Raises RecordError where the record and
    the rules part.
    """
    selection = _selection(game, record)
    script = [
        (event.chance, tuple(game.cards[card] for card in event.cards))
        for event in record.events
        if event.chance is not None
    ]
    state = game.start(selection, Scripted(script))
    for event in record.events:
        if event.move is None:
            continue
        yield state, event
        if state.current_player() != event.seat:
            raise RecordError(f"event {event.seat} {event.move!r}: the rules ask seat {state.current_player()}")
        try:
            state.apply(event.move)
        except IllegalMove as error:
            raise RecordError(f"seat {event.seat}: {error}") from None
    if state.events != list(record.events):
        raise RecordError("the record's chance events do not stand where the rules put them")
    yield state, None


def replay(game: Game, record: Record) -> State:
    """Return the state that the record ends in; raises RecordError when the rules do not bear it out."""
    *_, (state, _) = steps(game, record)
    return state


def _selection(game: Game, record: Record) -> Selection:
    """Return what the record says was played."""
    if record.rules != game.version:
        raise RecordError(f"the record follows version {record.rules} of the rules, this is {game.version}")
    return game.select(record.edition, **record.options)
