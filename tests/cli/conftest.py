"""The command line as its users meet it: in a folder of its own, called in this process or as a program."""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from arena.cli import main

BOTS = Path(__file__).parent / "bots"
HANG = 120.0
"""Seconds after which a test gives up waiting for what should take a few."""


PASSED = re.compile(r"\d+ of \d+ games, .*\n(?=\d+ of \d+ games, )")
"""A line of progress that another one follows: how many there are depends on the clock."""


class Done(NamedTuple):
    """What a command left behind; of its lines of progress the last."""

    status: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch) -> Path:
    """Every test has a current folder of its own, and a terminal of 80 columns."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path


@pytest.fixture
def arena(monkeypatch, capsys) -> Callable[..., Done]:
    """Return a function that runs a command line in this process."""

    def run(*words: str) -> Done:
        monkeypatch.setattr(sys, "argv", ["arena", *words])
        capsys.readouterr()
        before = signal.getsignal(signal.SIGTERM)
        try:
            with pytest.raises(SystemExit) as ended:
                main()
        finally:
            signal.signal(signal.SIGTERM, before)
        out, err = capsys.readouterr()
        return Done(ended.value.code or 0, out, PASSED.sub("", err))

    return run


class Program:
    """`python -m arena` in a process group of its own, all of whose processes can be found.

    `scratch` is the folder for its temporary files.
    """

    def __init__(self, *words: str) -> None:
        self.scratch = Path(tempfile.mkdtemp(dir=Path.cwd()))
        self._mark = f"OMP_ARENA_TEST={uuid.uuid4()}"  # of the kind that bots' processes are given, too
        name, _, value = self._mark.partition("=")
        self._process = subprocess.Popen(
            [sys.executable, "-m", "arena", *words],
            env={**os.environ, name: value, "TMPDIR": str(self.scratch)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self.pid = self._process.pid

    def ended(self) -> Done:
        """Wait for its end."""
        out, err = self._process.communicate(timeout=HANG)
        return Done(self._process.returncode, out, PASSED.sub("", err))

    def processes(self) -> dict[int, str]:
        """Return the command line of each process that it or one of its began and that still runs, by id."""
        found = {}
        for path in Path("/proc").glob("[0-9]*"):
            try:
                if self._mark.encode() in (path / "environ").read_bytes().split(b"\0"):
                    found[int(path.name)] = (path / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            except OSError:
                continue
        return found

    def kill(self) -> None:
        """End all of it, without further ado."""
        for pid in self.processes():
            os.kill(pid, signal.SIGKILL)
        self._process.communicate(timeout=HANG)


@pytest.fixture
def begin():
    """Return a function that starts a command line as a program; what is left of it at the end is killed."""
    begun: list[Program] = []

    def start(*words: str) -> Program:
        begun.append(Program(*words))
        return begun[-1]

    yield start
    for program in begun:
        program.kill()


@pytest.fixture
def program(begin) -> Callable[..., Done]:
    """Return a function that runs a command line as a program and waits for its end."""
    return lambda *words: begin(*words).ended()


@pytest.fixture
def bot(folder) -> Callable[[str], Path]:
    """Return a function that copies a bot's file to the current folder."""
    return lambda name: Path(shutil.copy(BOTS / f"{name}.py", folder))


def release(yes: bool = True) -> None:
    """Let the bot waits.py in the current folder go on, or wait again."""
    Path("waits.py").chmod(0o755 if yes else 0o644)


def until(condition: Callable[[], object]) -> None:
    """Wait for something that is bound to happen."""
    give_up = time.monotonic() + HANG
    while not condition():
        assert time.monotonic() < give_up, "waited in vain"
        time.sleep(0.01)


def files(folder: Path) -> dict[str, bytes | None]:
    """Return all that is in a folder: the bytes of each file."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None for path in folder.rglob("*")
    }
