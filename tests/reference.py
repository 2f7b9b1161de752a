"""The reference of views in docs/bots.md, made from the views themselves.

`python -m tests.reference` writes it anew.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

from arena.fields import fields_of
from arena.games import GAMES
from arena.games.royal_dilemma.tasks import AnyTask
from arena.players.schema import schema

PAGE = Path(__file__).parents[1] / "docs" / "bots.md"
BLOCK = re.compile(r"(?<=<!-- reference: begin -->\n).*?(?=<!-- reference: end -->)", re.DOTALL)


def reference() -> str:
    """Return the block between the markers: a table of fields for each game, and what tasks have."""
    return "\n".join(["", *_lines(), ""])


def _lines() -> Iterator[str]:
    for game in GAMES:
        yield from (f"#### {game.title}: fields of the view", "", "| field | type | meaning |", "|---|---|---|")
        for name, kind, meaning in fields_of(game.view):
            yield _row(f"`view.{name}`", f"`{kind}`", meaning)
        yield ""
        if game.name == "royal_dilemma":
            yield from ("| task | meaning | its fields besides `seat` |", "|---|---|---|")
            yield from _tasks(schema([game])["$defs"])
            yield ""


def _tasks(parts: dict) -> Iterator[str]:
    for task in get_args(AnyTask):
        part = parts[task.__name__]
        own = [name for name in task.__struct_fields__ if name != "seat"]
        said = " ".join(f"`{name}`: {part['properties'][name]['description']}" for name in own)
        yield _row(f"`{task.__name__}`", part["description"], said)


def _row(*cells: str) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


if __name__ == "__main__":
    PAGE.write_text(BLOCK.sub(lambda _: reference(), PAGE.read_text(encoding="utf-8")), encoding="utf-8")
