"""Runs things in a forked process that has closed itself in, or has not, and hands back what came of them."""

import json
import os
import sys
from collections.abc import Callable

import pytest

from arena.containment.cell import Cell
from arena.containment.layers import Layers
from arena.containment.paths import system_paths

LAYERS = Layers.here()
sealed = pytest.mark.skipif(not LAYERS.sealed, reason=f"this kernel has only {LAYERS}")
root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
NOBODY = 65534


def in_fork(act: Callable[[], object]) -> object:
    """Return what a function returns in a fork of this process; an OSError there is returned as its text."""
    reading, writing = os.pipe()
    pid = os.fork()
    if not pid:
        status = 1
        try:
            os.close(reading)
            try:
                value = act()
            except OSError as error:
                value = f"{type(error).__name__} {error}"
            os.write(writing, json.dumps(value).encode())
            status = 0
        except BaseException as error:
            os.write(writing, json.dumps(f"{type(error).__name__} {error}").encode())
        finally:
            os._exit(status)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        data = pipe.read()
    status = os.waitpid(pid, 0)[1]
    return json.loads(data) if data else f"ended with {os.waitstatus_to_exitcode(status)}"


def closed_in(act: Callable[[], object], *, uid: int | None = None, readable: tuple[str, ...] = ()) -> object:
    """Return what a function returns in a fork that has closed itself in; `uid` is whose it is before that."""
    parent = os.getpid()
    cell = Cell((*system_paths(), *readable))

    def closing() -> object:
        if uid is not None:
            os.setgroups([])
            os.setresgid(uid, uid, uid)
            os.setresuid(uid, uid, uid)
        cell.close_in(parent)
        return act()

    return in_fork(closing)


def program(*line: str, readable: tuple[str, ...] = ()) -> tuple[int, str]:
    """Run a program in a process that has closed itself in; returns its status and what it printed."""
    parent = os.getpid()
    cell = Cell((*system_paths(), *readable))
    reading, writing = os.pipe()
    pid = os.fork()
    if not pid:
        try:
            cell.close_in(parent)
            null = os.open(os.devnull, os.O_RDWR)
            os.dup2(null, 0)
            os.dup2(writing, 1)
            os.dup2(writing, 2)
            os.execve(line[0], line, {"PYTHONPATH": os.pathsep.join(sys.path)})
        finally:
            os._exit(99)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        text = pipe.read().decode(errors="replace")
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), text
