"""Loading a bot's file: what runs is what was fingerprinted."""

import os
import sys

import pytest

from arena.errors import BotChanged, BotError
from arena.players.entrants import Reference
from arena.players.loading import load
from arena.players.sources import FileBots
from arena.players.trace import authors_trace

BOT = "from arena import Bot\n\n\nclass Duck(Bot):\n    number = {}\n"


@pytest.fixture
def file(tmp_path):
    """Return a function that writes a bot's file and finds it; it always has the same time."""

    def write(text: str):
        path = tmp_path / "duck.py"
        path.write_text(text)
        os.utime(path, (0, 0))
        return FileBots().find(Reference("duck.py", tmp_path))

    return write


def test_no_cached_bytecode_stands_in_for_the_file(file, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    assert load(file(BOT.format(1))).number == 1
    assert load(file(BOT.format(2))).number == 2


def test_a_file_that_has_changed_since_it_was_found_is_not_run(file):
    found = file(BOT.format(1))
    file("raise SystemExit")
    with pytest.raises(BotChanged, match="has changed since the run began"):
        load(found)


def test_a_module_that_looks_itself_up_finds_itself(file):
    text = "from __future__ import annotations\n\nfrom dataclasses import dataclass\n\n" + BOT.format(1)
    assert load(file(text + "\n\n@dataclass\nclass Plan:\n    moves: list[str]\n")).number == 1


def test_a_second_name_for_the_same_class_is_no_second_bot(file):
    assert load(file(BOT.format(1) + "\n\nBest = Duck\n")).number == 1


def test_a_colon_in_the_path_is_part_of_it(tmp_path):
    folder = tmp_path / "c:d"
    folder.mkdir()
    (folder / "duck.py").write_text(BOT.format(1))
    assert load(FileBots().find(Reference("duck.py", folder))).number == 1
    assert load(FileBots().find(Reference("duck.py:Duck", folder))).number == 1


class SlyError(Exception):
    def __str__(self):
        raise RuntimeError("no text for you")


@pytest.mark.parametrize("error", [ValueError("\ud800 \x1b[2J"), SlyError(), BotError("plain")])
def test_a_trace_can_always_be_printed(error):
    text = authors_trace(error)
    assert text.encode("utf-8")
    assert all(line.isprintable() for line in text.splitlines())
