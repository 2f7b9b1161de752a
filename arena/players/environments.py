"""Virtual environments that bots live in when they need other libraries than the engine has.

Nothing of such an environment runs here: what is installed in it is read from its metadata.
"""

import os
from importlib.metadata import Distribution, DistributionFinder, MetadataPathFinder
from pathlib import Path

import msgspec

from arena import __version__
from arena.errors import BotError

ENGINE = "arena"
"""The distribution that must be there too, in the engine's version: a bot speaks with the engine by it."""


class Environment(msgspec.Struct, frozen=True):
    """Its interpreter, the folder with its packages, and what a process in it must be able to read."""

    python: str
    packages: str
    reads: tuple[str, ...]

    def distributions(self) -> list[Distribution]:
        """Return what is installed in it."""
        context = DistributionFinder.Context(path=[self.packages])
        return list(MetadataPathFinder.find_distributions(context))


def environment(python: str, folder: Path) -> Environment:
    """Return the environment of an interpreter, given by its path as written; raises BotError."""
    path = Path(os.path.abspath(folder / python))  # noqa: PTH100 (a link in an environment's bin is the interpreter)
    prefix = path.parent.parent
    settings = prefix / "pyvenv.cfg"
    packages = sorted(prefix.glob("lib/python3*/site-packages"))
    if not os.access(path, os.X_OK) or not settings.is_file() or not packages:
        raise BotError(
            f"python {python!r} is no interpreter of a virtual environment (looked for {path}); "
            f"make one with: python3 -m venv FOLDER, and give FOLDER/bin/python"
        )
    reads = [str(path), str(path.resolve()), str(settings)]
    for base in (prefix, _base_of(settings)):
        reads += [str(base / part) for part in ("bin", "lib", "lib64")]
    made = Environment(str(path), str(packages[0]), tuple(reads))
    versions = [dist.version for dist in made.distributions() if dist.name == ENGINE]
    if __version__ not in versions:
        there = f"arena {versions[0]}, not {__version__}" if versions else "no arena"
        raise BotError(f"python {python!r} has {there}; install arena {__version__} in that environment too")
    return made


def _base_of(settings: Path) -> Path:
    """Return the prefix of the Python that an environment was made from."""
    for line in settings.read_text("utf-8").splitlines():
        key, _, value = line.partition("=")
        if key.strip() == "home":
            return Path(value.strip()).resolve().parent
    return settings.parent
