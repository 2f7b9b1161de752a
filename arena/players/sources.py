"""The built-in bot sources: installed entry points, and single files. An engine plugin like any other."""

import os
import re
from collections.abc import Iterable, Iterator
from hashlib import sha256
from importlib.metadata import Distribution, EntryPoint, entry_points
from pathlib import Path
from stat import S_ISREG
from urllib.parse import unquote, urlparse

import msgspec

from arena.errors import BotError
from arena.hookspecs import hookimpl
from arena.players.entrants import BotSpec
from arena.plugins import origin_of

GROUP = "arena.bots"
OWN = "arena"
"""The distribution that bots of the engine come with; they alone are trusted."""


@hookimpl
def arena_bot_sources() -> Iterable[object]:
    """Bring the two built-in sources."""
    return InstalledBots(), FileBots()


class _Folder(msgspec.Struct):
    editable: bool = False


class _Origin(msgspec.Struct):
    """What pip notes in direct_url.json of a distribution's origin, as far as it matters here."""

    url: str
    dir_info: _Folder


class InstalledBots:
    """Bots that distributions offer as entry points, read from their metadata without importing them."""

    def listed(self) -> Iterator[BotSpec]:
        """Yield every installed bot."""
        fingerprints: dict[str, str] = {}
        for point in entry_points(group=GROUP):
            if point.dist is None:
                continue
            key = point.dist.name
            if key not in fingerprints:
                fingerprints[key] = fingerprint_of(point.dist)
            yield self._spec(point, point.dist, fingerprints[key])

    def find(self, reference: str, folder: Path) -> None:
        """Installed bots are called by name, not by reference."""

    def _spec(self, point: EntryPoint, dist: Distribution, fingerprint: str) -> BotSpec:
        trusted = dist.name == OWN
        return BotSpec(point.name, "installed", point.value, origin_of(point), dist.version, fingerprint, trusted)


class FileBots:
    """Bots in single files: `./duck.py`, or `./duck.py:Duck` where the file holds several."""

    def listed(self) -> Iterable[BotSpec]:
        """Files are not listed; they are referred to."""
        return ()

    def find(self, reference: str, folder: Path) -> BotSpec | None:
        """Return the bot in the file, named by the file's stem; None when the reference is no Python file."""
        parts = re.fullmatch(r"(.*\.py)(?::([^/:]*))?", reference, re.DOTALL)
        if not parts:
            return None
        place, attribute = parts.groups("")
        sought = folder / place
        try:
            path = sought.resolve()
            if not S_ISREG(path.stat().st_mode):
                raise ValueError("it is no file")
            digest = sha256(path.read_bytes()).hexdigest()
        except (OSError, ValueError, RuntimeError) as error:
            reason = getattr(error, "strerror", None) or error
            raise BotError(f"bot file {place} cannot be read: {reason} (looked for {sought.absolute()})") from None
        target = f"{path}:{attribute}"
        return BotSpec(path.stem, "file", target, f"file {place}", f"file-{digest[:8]}", digest)


def fingerprint_of(dist: Distribution) -> str:
    """Return a hash of a distribution's code: its recorded hashes, or its files' bytes where it is editable.

    The engine's own version covers the bots that come with it.
    """
    if dist.name == OWN:
        return f"{OWN} {dist.version}"
    digest = sha256()
    for line in sorted(_editable(dist) or _recorded(dist)):
        digest.update(os.fsencode(f"{line}\n"))
    return digest.hexdigest()


def _recorded(dist: Distribution) -> list[str]:
    """Return `path hash` for every Python file in the distribution's record."""
    return [f"{file} {file.hash.value}" for file in dist.files or () if file.hash and file.suffix == ".py"]


def _editable(dist: Distribution) -> list[str]:
    """Return `path hash` for every Python file of a distribution that is installed from a folder as it stands."""
    try:
        origin = msgspec.json.decode(dist.read_text("direct_url.json") or "", type=_Origin)
    except msgspec.DecodeError:
        return []
    if not origin.dir_info.editable:
        return []
    root = Path(unquote(urlparse(origin.url).path))
    return [f"{path.relative_to(root)} {sha256(path.read_bytes()).hexdigest()}" for path in _code(root)]


def _code(root: Path) -> Iterator[Path]:
    """Yield the Python files under a folder, but for hidden folders and virtual environments."""
    for folder, inner, names in os.walk(root):
        inner[:] = [name for name in inner if name[0] != "." and not Path(folder, name, "pyvenv.cfg").exists()]
        files = (Path(folder, name) for name in names if name.endswith(".py"))
        yield from (file for file in files if file.is_file() and os.access(file, os.R_OK))
