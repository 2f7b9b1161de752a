"""Tournament files: what may be left out, and what it means. What is refused stands in tests/cli/test_errors.py."""

import pytest

from arena.bot import Limits
from arena.config import BotEntry, GameEntry, Tournament, bot_entry, build, read
from arena.errors import ConfigError
from arena.players.entrants import Reference

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
        bots=("greedy", "./duck.py", BotEntry(bot="./duck.py", name="duck-b")),
        limits=Limits(decision=2.0, start=0.5),
        games=(GameEntry("battleground:players=4", 5, 12), GameEntry("royal_dilemma")),
    )


def test_all_but_the_games_may_be_left_out(tmp_path):
    path = tmp_path / "quick.toml"
    path.write_text('[[games]]\ngame = "battleground"\n')
    assert read(path) == Tournament(
        "quick", (GameEntry("battleground", 1, "all"),), 0, None, "process", Limits(1.0, 10.0, 10.0, "512MB")
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
    ("text", "bot", "name"),
    [
        ("greedy", "greedy", None),
        ("./duck.py", "./duck.py", None),
        ("./duck.py:Duck", "./duck.py:Duck", None),
        ("./a=b.py", "./a=b.py", None),
        ("other=./duck.py", "./duck.py", "other"),
        ("other=./a=b.py", "./a=b.py", "other"),
        ("node duck.js --style=bold", "node duck.js --style=bold", None),
        ("bold=node duck.js --style=bold", "node duck.js --style=bold", "bold"),
    ],
)
def test_a_bot_on_the_command_line(text, bot, name):
    assert bot_entry(text) == BotEntry(bot=bot, name=name)


@pytest.mark.parametrize("text", ["=greedy", "ä=greedy", "-x=greedy"])
def test_a_bot_on_the_command_line_with_a_bad_name(text):
    with pytest.raises(ConfigError) as caught:
        bot_entry(text)
    assert str(caught.value).startswith(f"bot {text!r}: name: a name is made of")


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        ({"limits": {"memory": "12"}}, 'limits.memory: memory is a text such as "512MB" or "2GB"'),
        ({"limits": {"bank": -1}}, "limits.bank: expected a number >= 0.0"),
        ({"bots": [{"name": "a"}]}, "bots[0]: one of the keys 'bot' and 'program' is wanted"),
        ({"bots": [{"bot": "a", "program": "b"}]}, "bots[0]: one of the keys 'bot' and 'program' is wanted"),
        (
            {"bots": [{"bot": "a", "files": ["x"]}]},
            "bots[0]: 'files' goes with 'program'; a bot in Python is one file or a package",
        ),
        ({"bots": [3]}, "bots[0]: expected a text or a table, got a whole number"),
        (
            {"containment": "none"},
            'containment: \'none\' is not among what it can be: "trusted", "process" or "strict"',
        ),
    ],
)
def test_what_a_file_should_not_say_is_refused_in_a_sentence(raw, sentence):
    with pytest.raises(ConfigError) as caught:
        build({"name": "x", "games": [{"game": "battleground"}], **raw}, "f.toml")
    assert str(caught.value) == f"f.toml: {sentence}"


def test_a_program_and_a_bot_elsewhere_become_references(tmp_path):
    program = BotEntry(program="node duck.js", name="js", files=("lib.js",))
    assert program.reference(tmp_path) == Reference("node duck.js", tmp_path, program=True, files=("lib.js",))
    elsewhere = BotEntry(bot="duck", python="env/bin/python")
    assert elsewhere.reference(tmp_path) == Reference("duck", tmp_path, python="env/bin/python")
