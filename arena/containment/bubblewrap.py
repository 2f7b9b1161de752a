"""Bubblewrap: a machine of its own for a zygote, in which there is little to see and no network."""

import os
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import PurePath

from arena.containment.paths import lies_in, outermost, system_paths
from arena.containment.privileges import is_root

PROGRAM = "bwrap"
CAPABILITIES = ("CAP_SETUID", "CAP_SETGID", "CAP_KILL")
"""What a zygote of root's keeps: to give each bot a private uid, and to end it then. The bots give them up."""
SECONDS_TO_TRY = 10


def command(readable: Iterable[str]) -> list[str]:
    """Return the command line's beginning: what follows it runs inside, and may read `readable` and nothing else.

    Descriptors that are handed down stay open. All that runs inside ends with whoever started it.
    """
    line = [PROGRAM, "--die-with-parent", "--new-session", "--cap-drop", "ALL"]
    line += ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"]
    if is_root():
        for capability in CAPABILITIES:
            line += ["--cap-add", capability]
    else:
        line += ["--unshare-user"]
    line += ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"]  # noqa: S108 (before what lies in it is bound)
    return [*line, *_binds(outermost(readable)), "--chdir", "/", "--"]


def available() -> str | None:
    """Return why bubblewrap cannot be used here, in a sentence without its full stop; None if it can."""
    if shutil.which(PROGRAM) is None:
        return f"the program {PROGRAM} is not installed (package bubblewrap)"
    try:
        subprocess.run(
            [*command(system_paths()), "true"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=True,
            timeout=SECONDS_TO_TRY,
        )
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode(errors="replace").strip() or f"status {error.returncode}"
        return f"{PROGRAM} does not work here ({said})"
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"{PROGRAM} does not work here ({error})"
    return None


def _binds(paths: tuple[str, ...]) -> list[str]:
    """Return the options that show some paths: links into what is shown anyway (/lib to /usr/lib) stay links."""
    options: list[str] = []
    made = {"/"}
    solid = [path for path in paths if not os.path.islink(path)]  # noqa: PTH114 (texts all the way)
    for path in paths:
        for folder in reversed(list(map(str, PurePath(path).parents))):
            if folder not in made:
                options += ["--dir", folder]  # made by the way it would be closed to all but root
                made.add(folder)
        if path not in solid and any(lies_in(os.path.realpath(path), folder) for folder in solid):
            options += ["--symlink", os.readlink(path), path]  # noqa: PTH115
        else:
            options += ["--ro-bind", path, path]
    return options
