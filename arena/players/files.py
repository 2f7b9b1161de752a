"""Files that a bot is made of: found, hashed, and explained when they are not there."""

import os
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from arena.errors import BotError


def found(place: str, folder: Path, what: str) -> Path:
    """Return a file or folder by its path as written, with links followed; raises BotError where there is none."""
    sought = folder / place
    try:
        path = sought.resolve()
        mode = path.stat().st_mode
        if not (S_ISREG(mode) or S_ISDIR(mode)):
            raise ValueError("it is no file")
    except (OSError, ValueError, RuntimeError) as error:
        raise _unreadable(what, place, sought, error) from None
    return path


def content(place: str, folder: Path, what: str) -> tuple[Path, bytes]:
    """Return where a file is, and what is in it; raises BotError."""
    path = found(place, folder, what)
    try:
        if path.is_dir():
            raise ValueError("it is no file")
        return path, path.read_bytes()
    except (OSError, ValueError) as error:
        raise _unreadable(what, place, folder / place, error) from None


def digest_of(paths: Iterable[Path]) -> str:
    """Return a hash of the bytes of all these files and of those in these folders; raises OSError."""
    digest = sha256()
    for path in paths:
        for file in sorted(_files_in(path)):
            digest.update(os.fsencode(f"{file.relative_to(path.parent)} {sha256(file.read_bytes()).hexdigest()}\n"))
    return digest.hexdigest()


def _files_in(path: Path) -> Iterator[Path]:
    if not path.is_dir():
        yield path
    for folder, inner, names in os.walk(path):
        inner.sort()
        yield from (file for name in names if (file := Path(folder, name)).is_file())


def _unreadable(what: str, place: str, sought: Path, error: Exception) -> BotError:
    reason = getattr(error, "strerror", None) or error
    return BotError(f"{what} {place} cannot be read: {reason} (looked for {sought.absolute()})")
