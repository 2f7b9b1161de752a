"""All tests: how they run side by side, and what they leave to their own time."""

import os

from hypothesis import settings

settings.register_profile("arena", deadline=None)  # no test depends on how fast the machine is
settings.load_profile("arena")


def pytest_configure() -> None:
    """Give each process of pytest-xdist a core; all that the engine begins would else be drawn to the same one."""
    if worker := os.environ.get("PYTEST_XDIST_WORKER"):
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {cores[int(worker.removeprefix("gw")) % len(cores)]})
