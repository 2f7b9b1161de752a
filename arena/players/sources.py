"""The built-in bot sources: installed entry points, and single files. An engine plugin like any other."""

import os
import re
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator
from hashlib import sha256
from importlib.metadata import Distribution, entry_points
from pathlib import Path
from urllib.parse import unquote, urlparse

import msgspec

from arena.errors import BotError, suggest
from arena.hookspecs import hookimpl
from arena.players.entrants import BotSpec, Reference
from arena.players.environments import Environment, environment
from arena.players.files import content
from arena.players.programs import ProgramBots

GROUP = "arena.bots"
TESTS = ("test", "tests")
OWN = "arena"
"""The distribution that bots of the engine come with; they alone are trusted."""


@hookimpl
def arena_bot_sources() -> Iterable[object]:
    """Bring the built-in sources; what looks like a command line is one, also where it ends in a Python file."""
    return InstalledBots(), ProgramBots(), FileBots()


class _Folder(msgspec.Struct):
    editable: bool = False


class _Origin(msgspec.Struct):
    """What pip notes in direct_url.json of a distribution's origin, as far as it matters here."""

    url: str
    dir_info: _Folder


class InstalledBots:
    """Bots that distributions offer as entry points, read from their metadata without importing them."""

    def listed(self) -> Iterator[BotSpec]:
        """Yield every bot that is installed beside the engine."""
        yield from _offered(point.dist for point in entry_points(group=GROUP) if point.dist)

    def find(self, reference: Reference) -> BotSpec | None:
        """Return a bot that is installed in an environment of its own; those beside the engine have their names."""
        if not reference.python or _file_form(reference.text):
            return None
        home = environment(reference.python, reference.folder)
        offered = {spec.name: spec for spec in _offered(home.distributions())}
        if reference.text not in offered:
            raise BotError(
                f"there is no bot {reference.text!r} in the environment of {reference.python}"
                f"{suggest(reference.text, list(offered))}; it has {', '.join(sorted(offered)) or 'none'}"
            )
        return _moved(offered[reference.text], home)


class FileBots:
    """Bots in single files: `./duck.py`, or `./duck.py:Duck` where the file holds several."""

    def listed(self) -> Iterable[BotSpec]:
        """Files are not listed; they are referred to."""
        return ()

    def find(self, reference: Reference) -> BotSpec | None:
        """Return the bot in the file, named by the file's stem; None when the reference is no Python file."""
        parts = _file_form(reference.text)
        if not parts:
            return None
        place, attribute = parts.groups("")
        path, code = content(place, reference.folder, "bot file")
        digest = sha256(code).hexdigest()
        target, version = f"{path}:{attribute}", f"file-{digest[:8]}"
        spec = BotSpec(path.stem, "file", target, f"file {place}", version, digest, reads=(str(path),))
        return _moved(spec, environment(reference.python, reference.folder)) if reference.python else spec


def _file_form(text: str) -> re.Match[str] | None:
    """Return path and class of a reference to a Python file."""
    return re.fullmatch(r"(.*\.py)(?::([^/:]*))?", text, re.DOTALL)


def _offered(distributions: Iterable[Distribution]) -> Iterator[BotSpec]:
    """Yield the bots of distributions, each of which is looked at once."""
    for dist in {dist.name: dist for dist in distributions}.values():
        points = dist.entry_points.select(group=GROUP)
        fingerprint = fingerprint_of(dist) if points else ""
        trusted = dist.name == OWN
        root = None if trusted else _editable_root(dist)
        reads = (str(root),) if root else ()
        origin = f"{dist.name} {dist.version}"
        for point in points:
            yield BotSpec(
                point.name, "installed", point.value, origin, dist.version, fingerprint, trusted, (), reads
            )


def _moved(spec: BotSpec, home: Environment) -> BotSpec:
    """Return the bot as it lives in an environment of its own."""
    return msgspec.structs.replace(spec, trusted=False, command=(home.python,), reads=spec.reads + home.reads)


def _is_aside(folder: Path) -> bool:
    return folder.name.startswith(".") or (folder / "pyvenv.cfg").exists()


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
    root = _editable_root(dist)
    if root is None:
        return []
    top = root / "src" if (root / "src").is_dir() else root
    return [f"{path.relative_to(top)} {_hash(path)}" for path in _code(top)]


def _hash(path: Path) -> str:
    """Return a file's hash as a distribution's record has it, so that both ways to install give one fingerprint."""
    return urlsafe_b64encode(sha256(path.read_bytes()).digest()).rstrip(b"=").decode()


def _editable_root(dist: Distribution) -> Path | None:
    """Return the folder that a distribution is installed from as it stands."""
    try:
        origin = msgspec.json.decode(dist.read_text("direct_url.json") or "", type=_Origin)
    except msgspec.DecodeError:
        return None
    return Path(unquote(urlparse(origin.url).path)) if origin.dir_info.editable else None


def _code(root: Path) -> Iterator[Path]:
    """Yield the Python files under a folder, but for hidden folders, tests and virtual environments."""
    for folder, inner, names in os.walk(root):
        inner[:] = [name for name in inner if name not in TESTS and not _is_aside(Path(folder, name))]
        files = (Path(folder, name) for name in names if name.endswith(".py"))
        yield from (file for file in files if file.is_file() and os.access(file, os.R_OK))
