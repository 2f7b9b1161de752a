"""Tournament files: what may be left out, and what it means. What is refused stands in tests/cli/test_errors.py."""

import pytest

from arena.bot import Limits
from arena.config import BotEntry, GameEntry, Tournament, bot_entry, build, read
from arena.errors import ConfigError

FULL = """
name = "friday"
seed = 9
bots = ["greedy", "./duck.py", { bot = "./duck.py", name = "duck-b" }]
containment = "process"
limits = { decision = 2, start = 0.5 }

[[games]]
game = "battleground:players=4"
deals = 5
tables = 12

[[games]]
game = "royal_dilemma"
tables = "all"
"""


def test_a_file_says_it_all(tmp_path):
    path = tmp_path / "quick.toml"
    path.write_text(FULL)
    assert read(path) == Tournament(
        name="friday",
        seed=9,
        bots=("greedy", "./duck.py", BotEntry("./duck.py", "duck-b")),
        limits=Limits(2.0, 0.5),
        games=(GameEntry("battleground:players=4", 5, 12), GameEntry("royal_dilemma")),
    )


def test_all_but_the_games_may_be_left_out(tmp_path):
    path = tmp_path / "quick.toml"
    path.write_text('[[games]]\ngame = "battleground"\n')
    assert read(path) == Tournament(
        "quick", (GameEntry("battleground", 1, "all"),), 0, None, "process", Limits(1.0, 10.0)
    )


def test_a_file_whose_name_is_none_wants_one_inside(tmp_path):
    path = tmp_path / "my first.toml"
    path.write_text('[[games]]\ngame = "battleground"\n')
    with pytest.raises(ConfigError, match="name: a name is made of up to 64 letters"):
        read(path)
    path.write_text('name = "first"\n' + path.read_text())
    assert read(path).name == "first"


@pytest.mark.parametrize("name", ["", ".", "..", "-x", ".x", "a/b", "a b", "a\n", "ä", "x" * 65])
def test_a_name_is_fit_for_a_folder(name):
    with pytest.raises(ConfigError, match="name: a name is made of"):
        build({"name": name, "games": [{"game": "battleground"}]}, "here")


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("greedy", "greedy"),
        ("./duck.py", "./duck.py"),
        ("./duck.py:Duck", "./duck.py:Duck"),
        ("other=./duck.py", BotEntry("./duck.py", "other")),
        ("other=./a=b.py", BotEntry("./a=b.py", "other")),
    ],
)
def test_a_bot_on_the_command_line(text, entry):
    assert bot_entry(text) == entry


@pytest.mark.parametrize("text", ["=greedy", "a b=greedy", "../x=greedy", "./a=b.py"])
def test_a_bot_on_the_command_line_with_a_bad_name(text):
    with pytest.raises(ConfigError) as caught:
        bot_entry(text)
    assert str(caught.value).startswith(f"bot {text!r}: name: a name is made of")
