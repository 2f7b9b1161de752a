"""Editions of a user's own: rows of a table in a file, after rows of a game, in the same form as the game's.

A row may leave out its number, which then follows the game's last, and has no attestation but `own`. What crosses
processes and is kept with the games played is not the file but `OwnEdition`, with every rule stated.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from arena.editions import changed, parsed, shown, typed
from arena.errors import EditionError, suggest
from arena.game import Edition, Game, Option, Selection

OWN = "own"
"""How an edition of a user's own is attested."""

MOST = 9999
"""The highest number that an edition may have."""

SLUG = r"[a-z0-9][a-z0-9-]{0,63}"


class OwnEdition(msgspec.Struct, frozen=True):
    """An edition of a user's own as plain data."""

    game: str
    slug: str
    number: int
    rules: Mapping[str, Any]
    readings: Mapping[str, str] = {}

    @property
    def name(self) -> str:
        """The edition as a selection names it."""
        return f"{self.game}@{self.slug}"


class _About(msgspec.Struct, frozen=True):
    """What a row says of itself."""

    number: Annotated[int, msgspec.Meta(ge=1, le=MOST)]
    attested: Literal["own"]


def own_edition(selection: Selection) -> OwnEdition | None:
    """Return the selection's edition as plain data if it is a user's own."""
    edition = selection.edition
    if edition.attested != OWN or edition.slug is None:
        return None
    rules = msgspec.to_builtins(edition.rules)
    return OwnEdition(selection.game.name, edition.slug, edition.number, rules, edition.readings)


def with_editions(games: Iterable[Game], editions: Iterable[OwnEdition]) -> tuple[Game, ...]:
    """Return the games with these editions added; raises EditionError where one does not fit its game."""
    known = {game.name: game for game in games}
    for own in editions:
        where = f"edition {own.name}"
        if own.game not in known:
            raise EditionError(f"{where}: there is no game {own.game!r}{suggest(own.game, list(known))}")
        game = known[own.game]
        kind, options_of = _form(game, where)
        rules = typed(own.rules, kind, where)
        edition = Edition(own.slug, options_of(rules), rules, own.number, OWN, own.readings)
        known[game.name] = _extended(game, edition, where)
    return tuple(known.values())


def with_file(games: Iterable[Game], file: Path) -> tuple[Game, ...]:
    """Return the games with the editions added that a file states; raises EditionError, with file, row and key."""
    if file.exists() and not file.is_file():
        raise EditionError(f"{file} cannot be read: it is no file")
    try:
        text = file.read_text("utf-8-sig")
    except OSError as error:
        raise EditionError(f"{file} cannot be read: {error.strerror}") from None
    except ValueError:
        raise EditionError(f"{file} cannot be read: it is no text in UTF-8") from None
    known = {game.name: game for game in games}
    for slug, row in parsed(text, str(file)).items():
        where = f"{file}, row {slug!r}"
        if not re.fullmatch(SLUG, slug):
            raise EditionError(f"{where}: a slug is made of up to 64 small letters, digits and dashes")
        game, parent = _parent(row.get("after"), known, f"{where}, key 'after'")
        kind, options_of = _form(game, where)
        number = max(edition.number for edition in game.editions) + 1
        stated = {key: row[key] for key in ("number", "attested") if key in row}
        about = typed({"number": number, "attested": OWN} | stated, _About, where)
        rules, readings = changed(parent, row, kind, where)
        edition = Edition(slug, options_of(rules), rules, about.number, OWN, readings, parent.slug)
        known[game.name] = _extended(game, edition, where)
    return tuple(known.values())


def to_toml(editions: Sequence[OwnEdition], games: Sequence[Game]) -> str:
    """Return the text of a file that states these editions, every rule of them; raises EditionError."""
    with_editions(games, editions)  # sees that each fits its game
    after = {game.name: game.default for game in games}
    tables = []
    for own in editions:
        values = {"number": own.number, "after": f"{own.game}@{after[own.game]}", **own.rules}
        lines = [f"[{own.slug}]", *(f"{key} = {_toml(value)}" for key, value in values.items())]
        reasons = ", ".join(f"{key} = {_toml(reason)}" for key, reason in own.readings.items())
        tables.append("\n".join([*lines, *([f"readings = {{ {reasons} }}"] if reasons else [])]) + "\n")
    return "\n".join(tables)


def _toml(value: object) -> str:
    """Return a value as TOML writes it; for those that it has, that is as JSON does."""
    return msgspec.json.encode(value).decode()


def _parent(after: object, games: Mapping[str, Game], where: str) -> tuple[Game, Edition]:
    """Return the edition that a row comes after, and its game; raises EditionError.

    Where editions of two games have the slug, the row says `game@edition`.
    """
    if after is None:
        raise EditionError(f'{where}: it is missing; it names the edition that the row changes, as "invasion"')
    if not isinstance(after, str):
        raise EditionError(f'{where}: it names one edition, as "invasion", not {shown(after)}')
    named: dict[object, list[tuple[Game, Edition]]] = {}
    for game in games.values():
        for edition in game.editions:
            named.setdefault(f"{game.name}@{edition.slug}" if edition.slug else game.name, []).append(
                (game, edition)
            )
            named.setdefault(edition.slug or game.name, []).append((game, edition))
    found = named.get(after, [])
    if not found:
        near = suggest(str(after), [str(name) for name in named])
        raise EditionError(f"{where}: no game has an edition {shown(after)}, and no row above is called so{near}")
    if len({game.name for game, _ in found}) > 1:
        names = " or ".join(f"{game.name}@{edition.slug}" for game, edition in found)
        raise EditionError(f"{where}: {after!r} could be {names}; say which")
    return found[0]


def _form(game: Game, where: str) -> tuple[type[Any], Callable[[Any], tuple[Option, ...]]]:
    """Return the struct of a game's rules and its options by rules; raises EditionError for a game without."""
    kind = type(game.editions[0].rules)
    if game.options_of is None or not issubclass(kind, msgspec.Struct):
        raise EditionError(f"{where}: {game.name} has no table of editions, so none can be added")
    return kind, game.options_of


def _extended(game: Game, edition: Edition, where: str) -> Game:
    """Return the game with one more edition; raises EditionError where it has one of the name."""
    if any(known.slug == edition.slug for known in game.editions):
        raise EditionError(f"{where}: {game.name} has an edition {edition.slug!r} already; give yours another name")
    return msgspec.structs.replace(game, editions=(*game.editions, edition))
