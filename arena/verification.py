"""Verifying stored games: each is played again by the rules, from its seed, and held against its record."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

import msgspec

from arena.errors import IllegalMove, SelectionError
from arena.executors.playing import deal_seed
from arena.game import Game, Selection
from arena.match import judged
from arena.record import FAULT_KINDS, FORMAT, Event, Record, decode, encode
from arena.series import series_id
from arena.state import TERMINAL, State
from arena.store import Listed, Store


class Disagreement(Exception):  # noqa: N818 (what it is)
    """A record is not what the rules make of its game."""


def verified(store: Store, games: Iterable[Game]) -> Iterator[tuple[Listed, str | None]]:
    """Yield every stored game with what is wrong with it in words, or None where record, row and rules agree."""
    known = {game.name: game for game in games}
    seed = store.fact("seed")
    with store.unchanging():
        for listed, line in zip(store.index(), store.records(), strict=True):
            yield listed, _complaint(listed, line, known, seed)


def _complaint(listed: Listed, line: bytes, games: dict[str, Game], seed: int) -> str | None:
    """Return what is wrong with a stored game, or None."""
    try:
        record = decode(line)
        verify(record, games, listed, seed)
        if encode(record) != line:
            return "its record is not in the form of a record"
    except Disagreement as found:
        return str(found)
    except msgspec.DecodeError as error:
        return f"its record is damaged: {error}"
    except Exception as error:  # a plugin's rules may be at fault, and the other games still want to be verified
        return f"the rules raise {type(error).__name__}: {error}"
    return None


def verify(record: Record, games: dict[str, Game], listed: Listed, seed: int) -> None:
    """Play a record's game again; raises Disagreement where rules, or the row that tables count, differ.

    `seed` is the tournament's: with it, a game is seen to be the one that the tournament had to play there.
    """
    selection = _selection(record, games)
    state = selection.start(_seed(record))
    if len(record.seats) != len(state.sides):
        raise Disagreement(f"it has {len(record.seats)} seats; by the rules {len(state.sides)}")
    if strangers := [fault.seat for fault in record.faults if fault.seat not in range(len(state.sides))]:
        raise Disagreement(f"seat {strangers[0]} failed, which is none of {len(state.sides)}")
    deciders = _replayed(state, record)
    complaints = [
        *_of_faults(record, state, deciders),
        *_of_result(record, state, deciders),
        *_of_row(record, str(selection), deciders, listed),
        *_of_place(record, selection, listed, seed),
    ]
    if complaints:
        raise Disagreement("; ".join(complaints))


def _seed(record: Record) -> bytes:
    """Return what the deal of a record follows from."""
    try:
        return bytes.fromhex(record.seed)
    except ValueError:
        raise Disagreement(f"its seed is no hexadecimal number: {record.seed!r}") from None


def _selection(record: Record, games: dict[str, Game]) -> Selection:
    """Return what a record says was played."""
    if record.format != FORMAT:
        raise Disagreement(f"its format is {record.format!r}, not {FORMAT!r}")
    game = games.get(record.game)
    if game is None:
        raise Disagreement(f"no installed plugin brings its game, {record.game!r}")
    if record.rules != game.version:
        raise Disagreement(f"it follows version {record.rules} of the rules; these are version {game.version}")
    try:
        selection = game.select(record.edition, **record.options)
    except SelectionError as error:
        raise Disagreement(str(error)) from None
    if missing := [name for name in selection.options if name not in record.options]:
        raise Disagreement(f"it does not say its {' and '.join(missing)}")
    return selection


def _replayed(state: State, record: Record) -> list[int]:
    """Make a record's decisions and compare the histories; return who decided."""
    deciders = []
    for number, event in enumerate(record.events):
        if event.move is None:
            continue
        try:
            if event.seat != state.current_player():
                raise IllegalMove(f"seat {event.seat} decides; {_asked(state)}")
            state.apply(event.move)
        except IllegalMove as error:
            before = _difference(state.events, record.events[:number])
            raise Disagreement(before or f"event {number}: {error}") from None
        deciders.append(event.seat)
    whole = state.events[: max(1, len(record.events))] if _died(record) else state.events
    if difference := _difference(whole, record.events):
        raise Disagreement(difference)
    return deciders


def _difference(ours: Sequence[Event], theirs: Sequence[Event]) -> str | None:
    """Return in words where a record's history parts from ours, if it does."""
    for number, (one, other) in enumerate(zip_longest(ours, theirs)):
        if one == other:
            continue
        if one and other and one.chance == other.chance and len(one.cards) == len(other.cards):
            index = next(index for index, card in enumerate(one.cards) if card != other.cards[index])
            cards = f"card {index + 1} of the {one.chance} is {other.cards[index]}"
            return f"event {number}: {cards}; by the rules and its seed {one.cards[index]}"
        return f"event {number}: {_told(other)}; by the rules and its seed {_told(one)}"
    return None


def _told(event: Event | None) -> str:
    """Return an event in words."""
    if event is None:
        return "nothing more"
    return (
        f"a {event.chance} of {len(event.cards)} cards"
        if event.move is None
        else f"seat {event.seat} {event.move!r}"
    )


def _asked(state: State) -> str:
    """Return in words whom the rules ask."""
    seat = state.current_player()
    return "by the rules the game is over" if seat == TERMINAL else f"the rules ask seat {seat}"


def _died(record: Record) -> bool:
    """Tell whether the game died with its process, which leaves the deal and nothing else."""
    early = any(fault.decision is None and fault.kind != "startup" for fault in record.faults)
    return early and record.ending == "fault" and len(record.events) == 1


def _charged(record: Record, state: State, deciders: list[int]) -> set[int]:
    """Return the seats whose faults cost them their rank: all but those in `finish`, after the last decision."""
    early = {fault.seat for fault in record.faults if fault.decision is None}
    if early and len(set(state.sides)) == 2:  # there was no decision to fail at
        return early
    failed = state.current_player()
    return {fault.seat for fault in record.faults if fault.decision != len(deciders) or fault.seat == failed}


def _of_faults(record: Record, state: State, deciders: list[int]) -> Iterator[str]:
    """Yield what is wrong with the decisions at which bots are said to have failed."""
    for fault in record.faults:
        if fault.kind not in FAULT_KINDS:
            yield f"there is no fault {fault.kind!r}"
        if fault.decision is None or fault.decision == len(deciders):
            continue
        if not 0 <= fault.decision < len(deciders):
            yield f"seat {fault.seat} failed at decision {fault.decision} of {len(deciders)}"
        elif (decider := deciders[fault.decision]) != fault.seat:
            yield f"seat {fault.seat} failed at decision {fault.decision}, which is seat {decider}'s"
        elif len(set(state.sides)) == 2:
            yield f"seat {fault.seat} failed at decision {fault.decision}, and the game went on between two sides"


def _of_result(record: Record, state: State, deciders: list[int]) -> Iterator[str]:
    """Yield what is wrong with ending, ranks and scores."""
    charged = _charged(record, state, deciders)
    outcome = judged(state, charged)
    if _died(record) or (charged and len(set(state.sides)) == 2):
        ending = "fault"
    elif not state.is_terminal():
        yield f"it stops after event {len(record.events) - 1}, where {_asked(state)}"
        return
    else:
        ending = "truncated" if outcome.truncated else "normal"
    for name, told, meant in (
        ("ending", record.ending, ending),
        ("ranks", record.ranks, outcome.ranks),
        ("scores", record.scores, outcome.scores),
    ):
        if told != meant:
            yield f"{name}: {told}; by the rules {meant}"


def _of_row(record: Record, selection: str, deciders: list[int], listed: Listed) -> Iterator[str]:
    """Yield what the row beside a record, which the tables are made of, says otherwise."""
    for name, told, meant in (
        ("selection", listed.selection, selection),
        ("rules", listed.series.rules, record.rules),
        ("bots", listed.seats, record.seats),
        ("ranks", listed.ranks, record.ranks),
        ("faults", listed.faults, record.faults),
        ("ending", listed.ending, record.ending),
        ("decisions", listed.decisions, len(deciders)),
    ):
        if told != meant:
            yield f"the tables count the {name} {told}; its record says {meant}"


def _of_place(record: Record, selection: Selection, listed: Listed, seed: int) -> Iterator[str]:
    """Yield what is wrong with the place of a game in its tournament: it may be another's."""
    series = listed.series
    if series_id(selection, listed.identities, series.deal, seed) != series.id:
        yield f"its series is not deal {series.deal} of {', '.join(series.lineup)}"
    elif record.seed != deal_seed(series).hex():
        yield "it is a game of another deal"
    elif not 0 <= listed.rotation < len(series.lineup):
        yield f"there is no rotation {listed.rotation} of {len(series.lineup)} bots"
    elif record.seats != series.seats(selection.sides, listed.rotation):
        yield f"its seats are not those of rotation {listed.rotation}"
