"""Tables of editions: TOML in which a row names the row it comes `after` and states only what it changes.

::

    [invasion]              the edition's slug
    number = 21             its place in the history of the game
    attested = "full"       how well its rules are known
    after = "duel"          the row that it changes; a row without one states everything
    draw = "all-count"      ... then the game's own rules: true or false, whole numbers and words
    readings = { draw = "the page says ..." }
                            why a rule is so, where it is our choice that closes a gap

Values are data, never code; the game's struct of rules says which keys there are and what each may hold.
"""

import tomllib
from collections.abc import Mapping
from importlib.resources.abc import Traversable
from typing import Any, Generic, Literal, TypeVar

import msgspec
from msgspec import inspect

from arena.errors import EditionError, suggest

Attested = Literal["full", "carried", "reading", "public"]
"""The whole text, lines inherited from a neighbour, a gap closed by a choice, the author's public page only."""

R = TypeVar("R", bound=msgspec.Struct)


class Row(msgspec.Struct, Generic[R], frozen=True):
    """One edition, its rules complete; `after` is the slug of the row that it changes, None for a root.

    `readings` says of a rule why we read it so; it holds on in later rows until one of them states the rule again.
    """

    number: int
    attested: str
    after: str | None
    rules: R
    readings: Mapping[str, str] = {}


class _About(msgspec.Struct, frozen=True):
    """What a row says of itself, which no other row takes over."""

    number: int
    attested: Attested


def read_rows(file: Traversable, kind: type[R]) -> dict[str, Row[R]]:
    """Return the rows of a table by slug, each with its rules complete.

    `kind` is the game's struct of rules. A row comes below the one it is after, so no two can be after each other.
    Raises EditionError, with the file, the row and the key, for a key or value that `kind` does not know.
    """
    rows: dict[str, Row[R]] = {}
    for slug, row in parsed(file.read_text("utf-8"), file.name).items():
        where = f"{file.name}, row {slug!r}"
        after = row.get("after")
        if "after" in row and after not in rows:
            raise EditionError(
                f"{where}, key 'after': no row above it is {after!r}{suggest(str(after), list(rows))}"
            )
        about = typed({key: row[key] for key in ("number", "attested") if key in row}, _About, where)
        rules, readings = changed(rows[after] if after else None, row, kind, where)
        rows[slug] = Row(about.number, about.attested, after, rules, readings)
    return rows


def parsed(text: str, name: str) -> dict[str, dict[str, Any]]:
    """Return the rows that a text states; `name` is the file's in errors. Raises EditionError."""
    try:
        table = tomllib.loads(text)
    except RecursionError:
        raise EditionError(f"{name} cannot be read: it is nested too deeply") from None
    except ValueError as error:
        raise EditionError(f"{name} is no TOML file: {error}") from None
    for slug, row in table.items():
        if not isinstance(row, dict):
            raise EditionError(f"{name}, row {slug!r}: a row is a table, not {shown(row)}")
    return table


def changed(parent: Any, row: Mapping[str, Any], kind: type[R], where: str) -> tuple[R, Mapping[str, str]]:
    """Return the rules of a row and why they are so; `parent` has both of the row it is after, or is None.

    Raises EditionError.
    """
    changes = {key: value for key, value in row.items() if key not in ("number", "attested", "after", "readings")}
    rules = typed((msgspec.structs.asdict(parent.rules) if parent else {}) | changes, kind, where)
    stated = row.get("readings", {})
    if not isinstance(stated, dict) or not all(isinstance(reason, str) for reason in stated.values()):
        raise EditionError(f"{where}, key 'readings': it is a table with a text for each rule, not {shown(stated)}")
    for key in stated:
        _see_that_there_is(key, kind, f"{where}, key 'readings'")
    kept = {key: reason for key, reason in parent.readings.items() if key not in changes} if parent else {}
    return rules, kept | stated


def typed(values: Mapping[str, Any], kind: type[R], where: str) -> R:
    """Return the values as a struct, with all of its keys and no other; raises EditionError."""
    for key in values:
        _see_that_there_is(key, kind, f"{where}, key {key!r}")
    for key in kind.__struct_fields__:
        if key not in values:
            raise EditionError(f"{where}, key {key!r}: it is missing, and no row above gives it")
    try:
        return msgspec.convert(values, kind)
    except msgspec.ValidationError as error:
        raise EditionError(f"{where}{_blamed(values, kind) or f': {error}'}") from None


def _blamed(values: Mapping[str, Any], kind: type[msgspec.Struct]) -> str:
    """Return the key whose value cannot be, and what it can be; nothing where values cannot be together."""
    for field in msgspec.structs.fields(kind):
        value = values[field.name]
        try:
            msgspec.convert(value, field.type)
        except msgspec.ValidationError:
            near = suggest(value, _words(field.type)) if isinstance(value, str) else ""
            return f", key {field.name!r}: cannot be {shown(value)}{near}; it is {_described(field.type)}"
    return ""


def shown(value: object) -> str:
    """Return a value as a table states it."""
    try:
        return str(value).lower() if isinstance(value, bool) else repr(value)
    except ValueError:
        return "a number of so many digits"


def _see_that_there_is(key: str, kind: type[msgspec.Struct], where: str) -> None:
    """Raise EditionError for a key that is no rule."""
    known = list(kind.__struct_fields__)
    if key not in known:
        raise EditionError(f"{where}: there is no rule {key!r}{suggest(key, known)}")


def _words(kind: Any) -> list[str]:
    """Return the words that a rule may hold; none for other rules."""
    info = inspect.type_info(kind)
    return [str(word) for word in info.values] if isinstance(info, inspect.LiteralType) else []


def _described(kind: Any) -> str:
    """Return in words what a rule may hold."""
    info = inspect.type_info(kind)
    if words := _words(kind):
        return f"one of {', '.join(map(repr, sorted(words)))}"
    if isinstance(info, inspect.BoolType):
        return "true or false"
    if isinstance(info, inspect.IntType):
        return f"a whole number from {info.ge} " + ("on" if info.le is None else f"to {info.le}")
    return "of another kind"
