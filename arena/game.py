"""Games, their editions and options, and the selections that name one way to play.

A selection is written `game`, `game@edition` or `game@edition:option=value,…`; `Selection` is that text as a
value, with every option filled in, and its text form reads back.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any

import msgspec

from arena.cards import Card
from arena.chance import Seeded, Source
from arena.errors import SelectionError, suggest
from arena.moves import Move
from arena.state import State, View
from arena.telling import Text

Value = int | str | None
"""What an option may be."""


class Option(msgspec.Struct, frozen=True):
    """One thing about a game that a user may choose; `choices` is a range of numbers or the values themselves."""

    name: str
    default: Value
    choices: range | tuple[Value, ...]
    doc: str

    def allows(self, value: Value) -> bool:
        """Tell whether the value is one of the choices."""
        return type(value) in (int, str, type(None)) and value in self.choices

    def parse(self, text: str) -> Value:
        """Read a value; raises SelectionError when it is none of the choices."""
        value: Value = None if text == "none" else int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else text
        if not self.allows(value):
            raise SelectionError(f"option {self.name} cannot be {text!r}; it can be {self.described()}")
        return value

    def described(self) -> str:
        """Return the choices in words."""
        if isinstance(self.choices, range):
            return f"{self.choices[0]} to {self.choices[-1]}"
        return " or ".join("none" if choice is None else str(choice) for choice in self.choices)


class Edition(msgspec.Struct, frozen=True):
    """One rule set of a game. A game with a single one gives it no slug.

    `attested` says how well its rules are known, `readings` of some why they are read so. `after` is the slug of
    the edition that it changes.
    """

    slug: str | None
    options: tuple[Option, ...]
    rules: Any = None
    number: int = 1
    attested: str = "full"
    readings: Mapping[str, str] = {}
    after: str | None = None


class Game(msgspec.Struct, frozen=True):
    """A game as a value.

    `version` grows whenever a correction changes play. `start(selection, source)` deals a new game. `cards` and
    `parse_move` read texts back; both raise KeyError for a text that is none. `determinize(selection, view, rng)`
    makes a full state that the view's seat cannot tell from the true one, with everything hidden and all future
    chance drawn from `rng`. `sides(options)` gives the side of each seat where seats play together, and
    `check(options)` a sentence about options that do not go together. `options_of(rules)` gives the options of an
    edition with these rules: a game that has it, and structs of plain values for rules, can be given more editions.
    `tell(selection)` says the rules in words; a game without it says none.
    """

    name: str
    title: str
    credit: str
    version: int
    editions: tuple[Edition, ...]
    default: str | None
    view: type[View]
    cards: Mapping[str, Card]
    parse_move: Callable[[str], Move]
    start: Callable[["Selection", Source], State]
    determinize: Callable[["Selection", Any, Random], State]
    sides: Callable[[Mapping[str, Value]], tuple[int, ...]] = lambda options: tuple(
        range(options["players"])  # type: ignore[arg-type]
    )
    check: Callable[[Mapping[str, Value]], str | None] = lambda options: None
    options_of: Callable[[Any], tuple[Option, ...]] | None = None
    tell: Callable[["Selection"], Text] = lambda selection: ()

    def edition(self, slug: str | None) -> Edition:
        """Return an edition by its slug, the default one for None."""
        wanted = self.default if slug is None else slug
        for edition in self.editions:
            if edition.slug == wanted:
                return edition
        known = [str(edition.slug) for edition in self.editions if edition.slug]
        if not known:
            raise SelectionError(f"{self.name} has one edition only; leave out {f'@{slug}'!r}")
        raise SelectionError(
            f"{self.name} has no edition {slug!r}{suggest(str(slug), known)}; it has {', '.join(known)}"
        )

    def select(self, edition: str | None = None, /, **options: Value) -> "Selection":
        """Return a way to play this game, with defaults for what is not given; raises SelectionError."""
        chosen = self.edition(edition)
        known = {option.name: option for option in chosen.options}
        for name, value in options.items():
            if name not in known:
                raise SelectionError(
                    f"{self.name} has no option {name!r}{suggest(name, list(known))}; it has {', '.join(known)}"
                )
            if not known[name].allows(value):
                raise SelectionError(
                    f"{_title(self, chosen)}: {name} cannot be {value!r}; it can be {known[name].described()}"
                )
        complete = {name: options.get(name, option.default) for name, option in known.items()}
        if objection := self.check(complete):
            raise SelectionError(f"{_title(self, chosen)}: {objection}")
        return Selection(self, chosen, complete)


class Selection(msgspec.Struct, frozen=True):
    """A game, an edition and a value for every option: what is played, and rated by itself."""

    game: Game
    edition: Edition
    options: Mapping[str, Value]

    @property
    def sides(self) -> tuple[int, ...]:
        """The side of each seat; its length is the number of players."""
        return self.game.sides(self.options)

    def start(self, seed: bytes) -> State:
        """Deal a new game."""
        return self.game.start(self, Seeded(seed))

    def determinize(self, view: View, rng: Random) -> State:
        """Return a full state that the view's seat cannot tell from the true one, drawn with `rng`."""
        return self.game.determinize(self, view, rng)

    def __str__(self) -> str:
        """Return the shortest text that reads back, with the number of players always in it."""
        told = [
            f"{option.name}={'none' if (value := self.options[option.name]) is None else value}"
            for option in self.edition.options
            if option.name == "players" or self.options[option.name] != option.default
        ]
        return f"{_title(self.game, self.edition)}:{','.join(told)}" if told else _title(self.game, self.edition)

    def __hash__(self) -> int:
        """Hash by text, which says all."""
        return hash(str(self))

    def __eq__(self, other: object) -> bool:
        """Equal when they name the same way to play."""
        return isinstance(other, Selection) and str(self) == str(other)


def _title(game: Game, edition: Edition) -> str:
    """Return `game@edition`, or `game` where there is one edition."""
    return f"{game.name}@{edition.slug}" if edition.slug else game.name


_SHAPE = re.compile(r"(?P<game>[^@:]+)(?:@(?P<edition>[^@:]+))?(?::(?P<options>.+))?")


def _split(text: str) -> tuple[str, str | None, dict[str, str]]:
    """Take a selection's or claim's text apart."""
    found = _SHAPE.fullmatch(text.strip())
    pairs = [pair.partition("=") for pair in (found["options"] or "").split(",") if pair] if found else []
    values = {name.strip(): value.strip() for name, _, value in pairs}
    if not found or not all(values) or not all(values.values()):
        raise SelectionError(f"{text!r} is no selection; write game, game@edition or game@edition:option=value,…")
    if len(values) < len(pairs):
        raise SelectionError(f"{text!r} gives an option twice; give each once")
    return found["game"], found["edition"], values


def parse_selection(text: str, games: Iterable[Game]) -> Selection:
    """Read `game@edition:option=value,…`; raises SelectionError with what would be right."""
    name, slug, texts = _split(text)
    known = {game.name: game for game in games}
    if name not in known:
        named = [
            f"{game.name}@{name}" for game in known.values() for edition in game.editions if edition.slug == name
        ]
        meant = f" (did you mean {' or '.join(map(repr, named))}?)" if named else suggest(name, list(known))
        raise SelectionError(f"there is no game {name!r}{meant}; there are {', '.join(sorted(known))}")
    game = known[name]
    options = {option.name: option for option in game.edition(slug).options}
    values = {key: options[key].parse(value) if key in options else value for key, value in texts.items()}
    return game.select(slug, **values)


def check_claim(claim: str) -> None:
    """See that a bot's claim can be read, be there such a game or not; raises SelectionError."""
    if claim != "*":
        _split(claim)


def covers(claim: str, selection: Selection) -> bool:
    """Tell whether a bot's claim takes in a selection.

    A claim is `*`, or a selection that may leave anything open and give numbers as ranges: `game:players=2-4`.
    Raises SelectionError for a text that is none.
    """
    if claim == "*":
        return True
    name, slug, texts = _split(claim)
    if name != selection.game.name or (slug is not None and slug != selection.edition.slug):
        return False
    for key, text in texts.items():
        value = selection.options.get(key)
        bounds = re.fullmatch(r"([0-9]{1,9})-([0-9]{1,9})", text)
        if bounds:
            if not isinstance(value, int) or not int(bounds[1]) <= value <= int(bounds[2]):
                return False
        elif text != ("none" if value is None else str(value)):
            return False
    return True
