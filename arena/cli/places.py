"""Where things are: tournaments/ and results/ of the current folder, and the tournaments that came with Arena."""

from pathlib import Path

import arena
from arena import config
from arena.errors import ConfigError, StoreError, suggest

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
        if not path.is_file():
            raise ConfigError(f"there is no tournament file {name}")
        return path
    for folder in (TOURNAMENTS, built_in()):
        if (folder / f"{name}.toml").is_file():
            return folder / f"{name}.toml"
    if Path(f"{name}.toml").is_file():
        raise ConfigError(f"{TOURNAMENTS}/ holds no tournament {name!r}; to play the file here, give ./{name}.toml")
    known = sorted({path.stem for folder in (TOURNAMENTS, built_in()) for path in folder.glob("*.toml")})
    raise ConfigError(
        f"there is no tournament {name!r}{suggest(name, known)}; there are {', '.join(known)}; or give a file"
    )


def results_of(name: str) -> Path:
    """Return the folder that holds a tournament's results, by its name or its file; raises UsageError."""
    folder = RESULTS / (config.read(Path(name)).name if name.endswith(".toml") else name)
    if not (folder / "arena.sqlite").exists():
        known = sorted(path.parent.name for path in RESULTS.glob("*/arena.sqlite"))
        raise StoreError(
            f"there are no results of {name!r} under {RESULTS}/{suggest(name, known)}; "
            + (f"there are {', '.join(known)}" if known else "play a tournament first: arena run quick")
        )
    return folder
