"""A game told move by move, as plain text."""

import textwrap
from collections.abc import Iterable, Iterator

from arena.executors import Said
from arena.game import Game
from arena.printing import printable, visible
from arena.record import Record
from arena.replay import replay

WIDTH, INDENT = 80, " " * 6
"""Columns of a line of cards, and those before it."""


def lines(record: Record) -> Iterator[str]:
    """Yield what was played, by whom; the events of the record, a move a line; then the faults and the result."""
    edition = f"@{record.edition}" if record.edition else ""
    options = ",".join(f"{name}={'none' if value is None else value}" for name, value in record.options.items())
    yield f"{record.game}{edition}:{options}"
    yield ", ".join(f"seat {seat} {name}" for seat, name in enumerate(record.seats))
    width = max(map(len, record.seats))
    number = 0
    for event in record.events:
        if event.move is None:
            dealt = f"{event.chance}: {' '.join(event.cards)}"
            yield from textwrap.wrap(dealt, WIDTH, initial_indent=INDENT, subsequent_indent=INDENT + "  ")
        else:
            number += 1
            yield f"{number:5} seat {event.seat} {record.seats[event.seat]:{width}}  {event.move}"
    for fault in record.faults:
        when = "" if fault.decision is None else f" after {fault.decision} decisions"
        yield f"fault{when}: seat {fault.seat} {record.seats[fault.seat]}: {fault.kind}, {fault.detail}"
    yield f"ending: {record.ending}"
    for seat in sorted(range(len(record.seats)), key=lambda seat: (record.ranks[seat], seat)):
        yield f"{record.ranks[seat]:5} seat {seat} {record.seats[seat]:{width}}  score {record.scores[seat]}"


def told(game: Game, record: Record) -> str:
    """Return the whole story, once the rules have borne it out; raises RecordError where they don't."""
    replay(game, record)
    return "\n".join(map(visible, lines(record)))


def overheard(seats: tuple[str, ...], said: Iterable[Said]) -> str:
    """Return what the bots of a game printed and how they failed, each under its seat and name."""
    return "\n".join(
        f"-- seat {one.seat} {visible(seats[one.seat])} printed or raised:\n{printable(one.text).rstrip()}"
        for one in said
    )
