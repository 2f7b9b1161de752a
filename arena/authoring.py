"""What a new bot begins as: a file, or a package, that plays legally at once and explains itself."""

import keyword
import re
import shlex
import sys
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from importlib.util import find_spec
from string import Template

from arena.claims import claimed
from arena.errors import BotError
from arena.fields import fields_of
from arena.game import Game
from arena.players.entrants import NAME

WIDTH = 88
"""Columns of the files that we write."""
INDENT = " " * 8
EVERYTHING = "*"


def single_file(name: str, claim: str, games: Sequence[Game]) -> dict[str, str]:
    """Return a bot in one file, as text by path; raises UsageError for a name or claim that cannot be."""
    module = _module(name)
    usage = _usage(f"./{module}.py", claim, games)
    return {f"{module}.py": _bot(name, claim, games, usage)}


def package(name: str, claim: str, games: Sequence[Game]) -> dict[str, str]:
    """Return the files of a package that brings the bot, as text by path; raises UsageError likewise."""
    module = f"arena_{_module(name)}"
    usage = ["pip install -e . pytest", "pytest", *_usage(name, claim, games)]
    values = {
        "name": name,
        "module": module,
        "kind": _kind(name),
        "distribution": f"arena-{name}".rstrip("._-"),
        "usage": "\n".join(usage),
    }
    return {
        f"{name}/pyproject.toml": _template("pyproject.toml", values),
        f"{name}/README.md": _template("README.md", values),
        f"{name}/src/{module}/__init__.py": _bot(name, claim, games, usage),
        f"{name}/tests/test_{module}.py": _template("test_bot.py", values),
    }


def check_free(module: str) -> None:
    """See that a file with a module of this name hides no other; raises BotError."""
    if module in sys.stdlib_module_names or find_spec(module) is not None:
        raise BotError(f"{module!r} is the name of a Python module, which {module}.py would hide; choose another")


def _usage(called: str, claim: str, games: Sequence[Game]) -> list[str]:
    """Return the command lines that check a bot, show it at play and rank it."""
    selection = shlex.quote(str(claimed([claim], games)[0]))
    return [
        f"arena bots check {called}",
        f"arena match {selection} {called} random",
        f"arena run --name first-try --game {selection} --bot {called} --bot random --bot greedy",
    ]


def _bot(name: str, claim: str, games: Sequence[Game], usage: Sequence[str]) -> str:
    """Return the module of a bot."""
    values = {
        "name": name,
        "kind": _kind(name),
        "games": f'("{claim.strip()}",)',
        "usage": "\n".join(f"    {line}" for line in usage),
        "fields": "\n".join(_about_views(claim, games)),
    }
    return _template("bot.py", values)


def _template(name: str, values: Mapping[str, str]) -> str:
    """Return a template filled in."""
    text = files("arena").joinpath("templates", f"{name}.txt").read_text("utf-8")
    return Template(text).substitute(values)


def _module(name: str) -> str:
    """Return the name of the module that holds a bot; raises BotError for a name that cannot be."""
    if not re.fullmatch(NAME, name):
        raise BotError(
            f"{name!r} is no name for a bot; it is made of up to 64 letters, digits, dots, dashes and underscores, "
            f"a letter or digit first"
        )
    module = re.sub(r"[.-]", "_", name).lower()
    return f"bot_{module}" if module[0].isdigit() or module in keyword.kwlist else module


def _kind(name: str) -> str:
    """Return the name of a bot's class."""
    kind = "".join(part[0].upper() + part[1:] for part in re.split(r"[._-]+", name) if part)
    return f"Bot{kind}" if kind[0].isdigit() or kind in ("Bot", *keyword.kwlist) else kind


def _about_views(claim: str, games: Sequence[Game]) -> Iterator[str]:
    """Yield lines on the fields of the views of what is claimed: with their docs for one game, names for more."""
    own = list({selection.game.name: selection.game for selection in claimed([claim], games)}.values())
    if len(own) == 1:
        yield "Besides:"
        for name, kind, doc in fields_of(own[0].view):
            yield from _item(f"view.{name}: {kind}" + (f". {doc}" if doc else ""))
        return
    yield "Besides, by game:"
    for game in own:
        yield from _item(f"{game.name}: {', '.join(name for name, _, _ in fields_of(game.view))}")


def _item(text: str) -> list[str]:
    """Return the lines of an item of a list in a method's docstring, safe to stand in one."""
    safe = text.replace("\\", "\\\\").replace('"""', "'''")
    return textwrap.wrap(
        safe,
        WIDTH,
        initial_indent=f"{INDENT}- ",
        subsequent_indent=f"{INDENT}  ",
        break_long_words=False,
        break_on_hyphens=False,
    )
