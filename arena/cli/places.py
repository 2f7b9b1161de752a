"""Where things are: tournaments/ and results/ of the current folder, and the tournaments that came with Arena."""

import os
import re
from pathlib import Path

import arena
from arena import config
from arena.errors import ConfigError, StoreError, suggest
from arena.players.entrants import NAME

RESULTS = Path("results")
TOURNAMENTS = Path("tournaments")


def built_in() -> Path:
    """Return the folder of the tournaments that came with Arena."""
    package = Path(arena.__file__).parent
    inside = package / "tournaments"
    return inside if inside.is_dir() else package.parent / "tournaments"


def tournament_file(name: str) -> Path:
    """Return the file that a tournament's name or path means; raises ConfigError."""
    if name.endswith(".toml") or "/" in name:
        path = Path(name)
        if not _is_file(path):
            raise ConfigError(f"there is no tournament file {name}")
        return path
    for folder in (TOURNAMENTS, built_in()):
        if _is_file(folder / f"{name}.toml"):
            return folder / f"{name}.toml"
    if _is_file(Path(f"{name}.toml")):
        raise ConfigError(f"{TOURNAMENTS}/ holds no tournament {name!r}; to play the file here, give ./{name}.toml")
    known = sorted({path.stem for folder in (TOURNAMENTS, built_in()) for path in folder.glob("*.toml")})
    raise ConfigError(
        f"there is no tournament {name!r}{suggest(name, known)}; there are {', '.join(known)}; or give a file"
    )


def results_of(name: str) -> Path:
    """Return the folder that holds a tournament's results, by its name or its file; raises UsageError."""
    wanted = config.read(Path(name)).name if name.endswith(".toml") else name
    if not re.fullmatch(NAME, wanted) or not _is_file(RESULTS / wanted / "arena.sqlite"):
        known = sorted(path.parent.name for path in RESULTS.glob("*/arena.sqlite"))
        raise StoreError(
            f"there are no results of {name!r} under {RESULTS}/{suggest(name, known)}; "
            + (f"there are {', '.join(known)}" if known else "play a tournament first: arena run quick")
        )
    return RESULTS / wanted


def _is_file(path: Path) -> bool:
    """Tell whether a file is there; where there can be none, as of too long a name, Path.is_file may raise."""
    return os.path.isfile(path)  # noqa: PTH113
