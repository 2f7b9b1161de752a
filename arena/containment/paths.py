"""What every bot may read: the system's programs and libraries, this Python, and the engine's own code."""

import os
import sys
from collections.abc import Iterable
from importlib.util import find_spec

SYSTEM = ("/usr", "/lib", "/lib64", "/bin", "/etc/ld.so.cache", "/etc/localtime", "/etc/alternatives")
OPENSSL = ("/etc/ssl/openssl.cnf", "/etc/pki/tls/openssl.cnf", "/etc/crypto-policies")
"""Node ends if it may not read its configuration, though it does without one that does not exist."""
PARTS_OF_PYTHON = ("bin", "lib", "lib64", "pyvenv.cfg")
"""A prefix as a whole may be somebody's home or repository, so only what Python keeps in it is readable."""
PACKAGES = ("arena", "bots")
"""Their folders, never the one they lie in: that of a repository holds results, with the deals' seeds."""


def listed_paths() -> tuple[str, ...]:
    """Return the folders that our packages lie in: Python lists them to find a package, and reads no more there."""
    specs = [find_spec(package) for package in PACKAGES]
    places = [place for spec in specs if spec for place in spec.submodule_search_locations or ()]
    return tuple({os.path.dirname(place) for place in places})  # noqa: PTH120 (texts all the way)


def system_paths() -> tuple[str, ...]:
    """Return the paths, without those that lie in another of them; a path through a link is named both ways."""
    wanted = [*SYSTEM, *OPENSSL]
    for prefix in (sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix):
        wanted += [os.path.join(prefix, part) for part in PARTS_OF_PYTHON]  # noqa: PTH118 (texts all the way)
    wanted += [entry for entry in sys.path if entry.endswith(("/site-packages", "/dist-packages"))]
    for package in PACKAGES:
        spec = find_spec(package)
        wanted += (spec and spec.submodule_search_locations) or ()
    return outermost([*wanted, *map(os.path.realpath, wanted)])


def outermost(paths: Iterable[str]) -> tuple[str, ...]:
    """Return the paths that exist, each once, without those that lie in another of them."""
    kept: list[str] = []
    for path in sorted(set(map(os.path.abspath, paths)), key=len):
        if os.path.exists(path) and not any(lies_in(path, folder) for folder in kept):  # noqa: PTH110
            kept.append(path)
    return tuple(kept)


def lies_in(path: str, folder: str) -> bool:
    """Tell whether a path is a folder or something in it."""
    return path == folder or path.startswith(folder.rstrip("/") + "/")
