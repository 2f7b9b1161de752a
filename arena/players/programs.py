"""Bots that are programs: `node duck.js`, `./duck`. They speak lines of JSON, in whatever language."""

import os
import re
import shlex
import shutil
import sys
from hashlib import sha256
from pathlib import Path

from arena.errors import BotError
from arena.players.entrants import BotSpec, Reference
from arena.players.files import digest_of, found

OWN_PYTHON = ("python", "python3")
"""These words mean the interpreter that the engine runs on, so that a bot plays the same in every shell."""
PARTS_OF_INSTALLATION = ("bin", "lib", "lib64")
"""What an interpreter may need of the place that it is installed in."""


class ProgramBots:
    """Programs, given by their command line; named by the first file on it."""

    def listed(self) -> tuple[BotSpec, ...]:
        """Programs are not listed; they are referred to."""
        return ()

    def find(self, reference: Reference) -> BotSpec | None:
        """Return the program that a command line means; None when the reference is none.

        A text with a space in it is one, unless it is a file's path, and so is the path of an executable.
        """
        text, folder = reference.text, reference.folder
        if not reference.program and not _looks_like_one(text, folder):
            return None
        whole = text if "/" in text else f"./{text}"
        words = [whole] if _is_file(text, folder) else _split(text)
        if reference.python:
            raise BotError(f"program {text!r}: python is for bots in Python; a program names its own interpreter")
        executable = _executable(words[0], folder)
        arguments = [found(word, folder, "file") if _is_file(word, folder) else word for word in words[1:]]
        given = [word for word in arguments if isinstance(word, Path)]
        own = [executable] if "/" in words[0] else []
        if not own and not given:
            _complain_of_a_missing_file(words[1:], folder)
        files = given + own + [found(place, folder, "file") for place in reference.files]
        try:
            digest = sha256(f"{shlex.join(words)}\n{digest_of(files)}".encode()).hexdigest()
        except OSError as error:
            raise BotError(f"program {text!r}: {error.filename} cannot be read: {error.strerror}") from None
        return BotSpec(
            (given or [executable])[0].stem,
            "program",
            str(files[0].parent if files else Path("/")),
            f"program {text}",
            f"program-{digest[:8]}",
            digest,
            command=(str(executable), *map(str, arguments)),
            reads=(*map(str, files), *_installation(executable, words[0])),
        )


def _complain_of_a_missing_file(arguments: list[str], folder: Path) -> None:
    """Raise BotError for the first argument that looks like the file which an interpreter is to run."""
    for word in arguments:
        if re.fullmatch(r"[^-].*\.[A-Za-z]\w*", word):
            found(word, folder, "file")


def _looks_like_one(text: str, folder: Path) -> bool:
    if _is_file(text.rpartition(".py:")[0] + ".py" if ".py:" in text else text, folder):
        return not text.endswith(".py") and ".py:" not in text and os.access(folder / text, os.X_OK)
    return len(text.split()) > 1


def _is_file(word: str, folder: Path) -> bool:
    return os.path.isfile(folder / word)  # noqa: PTH113 (Path.is_file may raise for too long a name)


def _split(text: str) -> list[str]:
    """Return the words of a command line, quotes taken off as a shell does; raises BotError."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise BotError(f"program {text!r} cannot be read: {str(error).lower()}") from None
    if not words:
        raise BotError("a program wants a command line, such as 'node duck.js'")
    return words


def _executable(word: str, folder: Path) -> Path:
    """Return the path of what a command line begins with; raises BotError.

    A link stays one: what it leads to may go by the name that it is called by.
    """
    if word in OWN_PYTHON:
        return Path(sys.executable)
    if "/" in word:
        found(word, folder, "program")
        where: str | None = os.path.abspath(folder / word)  # noqa: PTH100 (Path.resolve follows links)
    else:
        where = shutil.which(word)
    if where is None:
        beside = f"; the file of that name is ./{word}" if _is_file(word, folder) else ""
        raise BotError(f"program {word!r} cannot be run: there is no such command{beside}")
    if not (os.path.isfile(where) and os.access(where, os.X_OK)):  # noqa: PTH113
        raise BotError(f"program {word!r} cannot be run: it is not executable (chmod +x makes a file so)")
    return Path(where)


def _installation(executable: Path, word: str) -> list[str]:
    """Return what an interpreter that is installed in a place of its own needs: programs and libraries there.

    A program that lies with its author, at a relative path, is no interpreter and has nothing but its files.
    """
    real = executable.resolve()
    itself = [str(executable), str(real)]
    if "/" in word and not word.startswith("/") and real == executable:
        return itself
    prefix = real.parent.parent
    parts = [prefix / part for part in PARTS_OF_INSTALLATION]
    return [*itself, *map(str, parts)] if parts[1].is_dir() and prefix != Path.home() else itself
