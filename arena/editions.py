"""Tables of editions: TOML in which a row names the row it comes `after` and states only what it changes.

::

    [invasion]              the edition's slug
    number = 21             its place in the history of the game
    attested = "full"       how well its rules are known
    after = "duel"          the row that it changes; a row without one states everything
    draw = "all-count"      ... then the game's own rules: true or false, whole numbers and words

Values are data, never code; the game's struct of rules says which keys there are and what each may hold.
"""

import tomllib
from collections.abc import Mapping
from importlib.resources.abc import Traversable
from typing import Any, Generic, Literal, TypeVar

import msgspec

from arena.errors import PluginError, suggest

Attested = Literal["full", "carried", "reading", "public"]
"""The whole text, lines inherited from a neighbour, a gap closed by a choice, the author's public page only."""

R = TypeVar("R", bound=msgspec.Struct)


class _About(msgspec.Struct, frozen=True):
    """What a row says of itself, which no other row takes over."""

    number: int
    attested: Attested


class Row(msgspec.Struct, Generic[R], frozen=True):
    """One edition, its rules complete; `after` is the slug of the row that it changes, None for a root."""

    number: int
    attested: Attested
    after: str | None
    rules: R


def read_rows(file: Traversable, kind: type[R]) -> dict[str, Row[R]]:
    """Return the rows of a table by slug, each with its rules complete.

    `kind` is the game's struct of rules. A row comes below the one it is after, so no two can be after each other.
    Raises PluginError, with the file, the row and the key, for a key or value that `kind` does not know.
    """
    try:
        table = tomllib.loads(file.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise PluginError(f"{file.name}: {error}") from None
    merged: dict[str, dict[str, Any]] = {}
    rows: dict[str, Row[R]] = {}
    for slug, row in table.items():
        where = f"{file.name}, row {slug!r}"
        if not isinstance(row, dict):
            raise PluginError(f"{where}: a row is a table, not {row!r}")
        after = row.get("after")
        if "after" in row and after not in rows:
            raise PluginError(
                f"{where}, key 'after': no row above it is {after!r}{suggest(str(after), list(rows))}"
            )
        own = {key: row[key] for key in ("number", "attested") if key in row}
        changes = {key: value for key, value in row.items() if key not in (*own, "after")}
        merged[slug] = (merged[after] if after else {}) | changes
        about = _typed(own, _About, where)
        rows[slug] = Row(about.number, about.attested, after, _typed(merged[slug], kind, where))
    return rows


def _typed(values: Mapping[str, Any], kind: type[R], where: str) -> R:
    """Return the values as a struct; raises PluginError."""
    known = {field.name: field.type for field in msgspec.structs.fields(kind)}
    for key in values:
        if key not in known:
            raise PluginError(f"{where}, key {key!r}: there is no such rule{suggest(key, list(known))}")
    for key, wanted in known.items():
        if key not in values:
            raise PluginError(f"{where}, key {key!r}: it is missing, and no row above gives it")
        try:
            msgspec.convert(values[key], wanted)
        except msgspec.ValidationError as error:
            raise PluginError(f"{where}, key {key!r}: cannot be {values[key]!r} ({error})") from None
    return kind(**values)
