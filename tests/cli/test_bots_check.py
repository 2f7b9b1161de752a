"""`arena bots check`: what an author reads, and what a program gets."""

import json
import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest

FAIR = "return moves[0]"
BOT = """\
from arena import Bot


class Some(Bot):
    games = {games!r}

    def act(self, view, moves):
        {body}
"""
FIGURE = re.compile(r"(?<!limit )(?<!\d)\d+(\.\d+)? ?(ms|MB|s\b|%)")


@pytest.fixture
def write(folder):
    """Return a function that writes a bot to some.py."""

    def to_file(body: str, games: str = "battleground:players=2") -> str:
        Path("some.py").write_text(BOT.format(body=body, games=games))
        return "./some.py"

    return to_file


def masked(text: str, folder: Path) -> str:
    """Return a report without what depends on the machine or on luck."""
    text = re.sub(r"(?<=decisions       )\d+|(?<=random in )\d+|(?<=printed )\d+", "<number>", text)
    text = re.sub(r"(?<=1 of 1) +\d+", " <number>", text)
    text = re.sub(r"^ +\^+\n", "", text, flags=re.MULTILINE)  # not every Python points at the place
    text = re.sub(r"\b[0-9a-f]{8,12}\b", "<hash>", text.replace(str(folder), "<here>"))
    return FIGURE.sub("<figure>", re.sub(r" +(?=\d+%)", " ", text))


@pytest.mark.parametrize(
    "body",
    [
        FAIR,
        "print('I know not what to do'); raise ValueError(len(moves))",
        "return 'a move of my own'",
        "import random; return random.choice(moves)",
        "open('/tmp/some', 'w')",
        "print('quack' * 2000); return moves[0]",
        "import os; os._exit(3)",
    ],
    ids=["ready", "raises", "illegal", "other-die", "forbidden", "talks", "exits"],
)
def test_the_report(arena, write, folder, snapshot, body):
    status, out, err = arena("bots", "check", write(body))
    assert masked(out, folder) == snapshot
    assert err == ""
    assert status == (0 if "verdict: ready" in out else 1)
    assert out.rpartition("\n\n")[2].startswith("verdict: ")


def test_the_report_of_a_bot_that_cannot_be_loaded(arena, folder, snapshot):
    Path("some.py").write_text("raise ImportError('not today')\n")
    status, out, _ = arena("bots", "check", "./some.py")
    assert status == 1
    assert re.sub(r"\b[0-9a-f]{8,12}\b", "<hash>", out.replace(str(folder), "<here>")) == snapshot


def test_the_command_line_that_is_given_plays_the_same_game_again(arena, write):
    body = "assert len(moves) != 3, moves; return self.rng.choice(moves)"
    _, out, _ = arena("bots", "check", write(body, "battleground"))
    fault = re.search(r"first in (\S+) after (\d+) decisions\n((?:    .*\n)+?)  again: arena (.*)", out)
    assert fault
    told = arena(*shlex.split(fault[4]))
    assert f"fault after {fault[2]} decisions" in told.out
    assert fault[3].splitlines()[-1].strip() in told.err


def test_a_report_as_json(arena, write):
    status, out, _ = arena("bots", "check", write("return None"), "--json")
    report = json.loads(out)
    assert status == 1
    assert (report["ready"], report["bot"], report["claims"]) == (False, "some", ["battleground:players=2"])
    assert report["troubles"][0]["kind"] == "illegal"
    assert out.count("\n") == 1


@pytest.mark.parametrize("name", ["first", "duck=./some.py"])
def test_a_bot_may_be_given_in_every_way(arena, write, name):
    write(FAIR)
    status, out, _ = arena("bots", "check", name)
    assert status == 0
    assert out.split()[1] == name.partition("=")[0]


NODE = """
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const asked = JSON.parse(line);
  const type = { hello: "about", start: "ready", act: "move", finish: "ready" }[asked.type];
  const games = ["battleground:players=2"];
  console.log(JSON.stringify({ type, id: asked.id, games, move: asked.moves?.at(-1) }));
});
"""


@pytest.mark.skipif(not shutil.which("node"), reason="there is no node here")
def test_a_program_in_another_language_is_checked(arena):
    Path("duck.js").write_text(NODE)
    status, out, _ = arena("bots", "check", "node duck.js", "--json")
    report = json.loads(out)
    assert report["reasons"] == []
    assert report["tried"][0]["selection"] == "battleground:players=2"
    assert status == 0


@pytest.mark.skipif(sys.prefix == sys.base_prefix, reason="this Python is in no virtual environment")
def test_a_bot_may_live_in_another_environment(arena, write):
    status, out, _ = arena("bots", "check", write("raise OSError"), "--python", sys.executable)
    assert status == 1
    assert "raised OSError in act" in out
    assert "again:" not in out, "arena match could not play it"


def test_a_program_is_played_by_its_command_line(arena, folder):
    Path("rude.py").write_text("while True:\n    print(input()[:3], flush=True)\n")
    status, out, _ = arena("bots", "check", "python rude.py")
    assert status == 1
    assert "cannot be loaded: it sent something that is no reply to what it was asked" in " ".join(out.split())


def test_markup_and_control_characters_of_a_bot_are_spelt_out(arena, write):
    _, out, _ = arena("bots", "check", write("raise ValueError('\\x1b[31m')"))
    assert "\x1b" not in out
    assert "\\x1b" in out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["nobody"], "arena: there is no bot 'nobody'"),
        (["./nobody.py"], "arena: bot file ./nobody.py cannot be read: No such file or directory"),
        (["./some.py", "--python", "nowhere/python"], "arena: python 'nowhere/python' is no interpreter"),
        (["./some.py", "--python", sys.executable, "--jsno"], "arena bots check: no such option"),
        ([], "arena bots check: missing argument 'BOT'"),
    ],
)
def test_a_bot_that_cannot_be_found_is_refused(arena, write, words, sentence):
    write(FAIR)
    status, out, err = arena("bots", "check", *words)
    assert (status, out) == (2, "")
    assert err.startswith(sentence)
    assert err.count("\n") == 1
