"""The built-in bot sources: installed entry points, and single files. An engine plugin like any other."""

import json
from collections.abc import Iterable, Iterator
from hashlib import sha256
from importlib.metadata import Distribution, EntryPoint, entry_points
from pathlib import Path
from urllib.parse import unquote, urlparse

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
        place, colon, attribute = reference.partition(":")
        if not place.endswith(".py"):
            return None
        path = (folder / place).resolve()
        try:
            digest = sha256(path.read_bytes()).hexdigest()
        except OSError as error:
            raise BotError(f"bot file {place} cannot be read: {error.strerror} (looked for {path})") from None
        target = f"{path}{colon}{attribute}"
        return BotSpec(path.stem, "file", target, f"file {place}", f"file-{digest[:8]}", digest)


def fingerprint_of(dist: Distribution) -> str:
    """Return a hash of a distribution's code: its recorded hashes, or its files' bytes where it is editable.

    The engine's own version covers the bots that come with it.
    """
    if dist.name == OWN:
        return f"{OWN} {dist.version}"
    digest = sha256()
    for line in sorted(_editable(dist) or _recorded(dist)):
        digest.update(f"{line}\n".encode())
    return digest.hexdigest()


def _recorded(dist: Distribution) -> list[str]:
    """Return `path hash` for every Python file in the distribution's record."""
    return [f"{file} {file.hash.value}" for file in dist.files or () if file.hash and file.suffix == ".py"]


def _editable(dist: Distribution) -> list[str]:
    """Return `path hash` for every Python file of a distribution that is installed from a folder as it stands."""
    source = json.loads(dist.read_text("direct_url.json") or "{}")
    if not source.get("dir_info", {}).get("editable"):
        return []
    root = Path(unquote(urlparse(source["url"]).path))
    return [f"{path.relative_to(root)} {sha256(path.read_bytes()).hexdigest()}" for path in root.rglob("*.py")]
