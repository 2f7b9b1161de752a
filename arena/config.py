"""Tournament files: what is played, by whom, how often.

A file that says something it shouldn't is refused with one sentence: the file, the key's path, what would be right.
"""

import re
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from arena.bot import Limits
from arena.errors import ConfigError, suggest
from arena.formats import FORMATS, Comparison, Format, RoundRobin
from arena.players.entrants import NAME, Reference
from arena.players.forking import Containment
from arena.ratings.standings import Anchor

Name = Annotated[str, msgspec.Meta(pattern=rf"^{NAME}\Z")]
Count = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]


class BotEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot that takes part, as a table says it: an installed one or a file (`bot`), or a `program`.

    `name` is the name it takes part under. `python` is the interpreter of the virtual environment that a bot lives
    in; `files` are what a program needs besides the files on its command line.
    """

    bot: str | None = None
    program: str | None = None
    name: Name | None = None
    python: str = ""
    files: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse what is neither or both."""
        if (self.bot is None) == (self.program is None):
            raise ValueError("one of the keys 'bot' and 'program' is wanted")
        if self.files and self.program is None:
            raise ValueError("'files' goes with 'program'; a bot in Python is one file or a package")

    def reference(self, folder: Path) -> Reference:
        """Return what it refers to; paths are relative to the folder."""
        if self.program is not None:
            return Reference(self.program, folder, program=True, python=self.python, files=self.files)
        return Reference(self.bot or "", folder, python=self.python)


class GameEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A selection, and how much of it is played.

    `deals` is the number of series whenever a line-up meets. `tables` is "all" (every group of as many bots as a
    table has sides) or how many tables each bot sits at. `schedule` says who meets whom.
    """

    game: str
    deals: Count = 1
    tables: Count | Literal["all"] = "all"
    schedule: Format = RoundRobin()

    def __post_init__(self) -> None:
        """Refuse keys that the schedule makes nothing of."""
        if self.tables != "all" and not isinstance(self.schedule, RoundRobin):
            raise ValueError("'tables' goes with the schedule \"round-robin\" only")
        if self.deals != 1 and isinstance(self.schedule, Comparison):
            raise ValueError("'deals' does not go with the schedule \"comparison\", which takes no fixed number")


class Tournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tournament as its file states it; its paths are relative to the file.

    No `bots` means every bot that is installed. `editions` are files with editions of the organiser's own.
    `disqualified` holds the organiser's reason for each bot, by name. `anchor` is the bot whose Elo is given.
    """

    name: Name
    games: Annotated[tuple[GameEntry, ...], msgspec.Meta(min_length=1)]
    seed: Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)] = 0
    bots: Annotated[tuple[str | BotEntry, ...], msgspec.Meta(min_length=1)] | None = None
    containment: Containment = "process"
    limits: Limits = Limits()
    disqualified: dict[Name, str] = {}
    editions: tuple[str, ...] = ()
    anchor: Anchor | None = None

    def __post_init__(self) -> None:
        """Refuse a disqualification without a reason that can be shown."""
        for name, reason in self.disqualified.items():
            if not reason.strip() or not reason.isprintable():
                raise ValueError(f"disqualified.{name}: a reason is wanted here: words on one line")


def read(path: Path) -> Tournament:
    """Read a tournament's file; raises ConfigError."""
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror}") from None
    except RecursionError:
        raise ConfigError(f"{path} cannot be read: it is nested too deeply") from None
    except ValueError as error:
        raise ConfigError(f"{path} is no TOML file: {_lower(str(error))}") from None
    return build({"name": path.stem, **raw}, str(path))


def build(raw: dict[str, Any], where: str) -> Tournament:
    """Return the tournament that the keys state; `where` names their origin in errors. Raises ConfigError."""
    try:
        return msgspec.convert(raw, Tournament)
    except msgspec.ValidationError as error:
        raise ConfigError(f"{where}: {_explained(str(error), raw)}") from None


def bot_entry(text: str) -> BotEntry:
    """Read a bot as the command line gives it: `name`, `./file.py`, `node duck.js`, or `name=` before one of these.

    Raises ConfigError.
    """
    name, equals, reference = text.partition("=")
    if not equals or re.search(r"[\s/]", name):  # a path or a command line may have one in it
        return BotEntry(bot=text)
    try:
        return msgspec.convert({"bot": reference, "name": name}, BotEntry)
    except msgspec.ValidationError as error:
        raise ConfigError(f"bot {text!r}: {_explained(str(error), {})}") from None


_WORDS = {
    "str": "a text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "object": "a table",
    "array": "a list",
    "|": "or",
}


_ALLOWED = {
    "tables": 'a whole number or "all"',
    "containment": '"trusted", "process" or "strict"',
    "model": '"logistic" or "normalized"',
    "kind": ", ".join(f'"{kind}"' for kind in FORMATS),
}


def _explained(message: str, raw: Any) -> str:
    """Turn msgspec's message, `what - at `$.path``, into `path: what`, with what would be right."""
    place = re.search(r" - at (?:`key` in )?`\$\.?([^`]*)`\Z", message)
    what, path = (message[: place.start()], place[1]) if place else (message, "")
    if unknown := re.search(r"unknown field `(.*)`", what, re.DOTALL):
        keys = _keys_at(path, raw)
        what = f"there is no key {unknown[1]!r}{suggest(unknown[1], keys)}; the keys are {', '.join(keys)}"
    elif missing := re.search(r"missing required field `(.*)`", what):
        what = f"the key {missing[1]!r} is missing"
    elif "matching regex" in what and path.endswith("memory"):
        what = 'memory is a text such as "512MB" or "2GB"'
    elif "matching regex" in what:
        what = "a name is made of up to 64 letters, digits, dots, dashes and underscores, a letter or digit first"
    elif value := re.search(r"[Ii]nvalid (?:enum )?value '(.*)'", what, re.DOTALL):
        what = f"{value[1]!r} is not among what it can be: {_ALLOWED[path.rpartition('.')[2]]}"
    else:
        what = re.sub(r"[\w|]+", lambda word: _WORDS.get(word[0], word[0]), re.sub(r"`| ?\| ?null", "", what))
    return f"{path}: {_lower(what)}" if path else _lower(what)


def _keys_at(path: str, raw: Any) -> list[str]:
    """Return the keys of the table that a path leads to."""
    if game := re.fullmatch(r"games\[(\d+)\]\.schedule", path):
        form = FORMATS[raw["games"][int(game[1])]["schedule"]["kind"]]
        return ["kind", *(field.name for field in msgspec.structs.fields(form))]
    tables: dict[str, Any] = {"games": GameEntry, "bots": BotEntry, "limits": Limits, "anchor": Anchor}
    return [field.name for field in msgspec.structs.fields(tables.get(re.split(r"\W", path)[0], Tournament))]


def _lower(text: str) -> str:
    """Return the text with a small first letter, to stand in a sentence."""
    return text[:1].lower() + text[1:]
