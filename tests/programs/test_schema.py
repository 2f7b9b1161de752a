"""`arena protocol`: every message that passes in a game is as its schema says, and every key is explained."""

import json
import subprocess
import sys

import pytest
from jsonschema import Draft202012Validator, ValidationError

from arena.bot import Limits
from arena.chance import derive
from arena.match import play
from arena.players.local import LocalPlayer
from arena.players.program import ProgramPlayer
from arena.players.schema import schema
from arena.plugins import Plugins
from bots.random import Random
from tests.toy import TOY

GAMES = {game.name: game for game in (*Plugins().games, TOY)}
WHOLE = schema(GAMES.values())


class Recorded:
    """A program that takes the middle move, and all that is said to it and by it."""

    def __init__(self) -> None:
        self.lines: list[dict] = []

    def exchange(self, line, limit, bank=0.0):
        request = json.loads(line)
        reply = {"type": "ready", "id": request["id"]}
        if request["type"] == "hello":
            reply |= {"type": "about", "games": ["*"], "version": "1"}
        if request["type"] == "act":
            reply |= {"type": "move", "move": request["moves"][len(request["moves"]) // 2]}
        self.lines += [request, reply]
        return json.dumps(reply).encode(), 0.0


def said_in(selection):
    """Return every message of a game."""
    transport = Recorded()
    others = [LocalPlayer(Random, selection, derive(seat)) for seat in selection.sides[1:]]
    players = [ProgramPlayer(transport, selection, derive("die"), Limits()), *others]
    seats = ["x"] * len(players)
    assert play(selection, players, derive("schema"), seats, [derive("stray")] * len(seats)).faults == ()
    return transport.lines


@pytest.mark.parametrize("name", GAMES)
def test_every_message_of_a_game_is_as_the_schema_says(name):
    game = GAMES[name]
    for whole in (WHOLE, schema([game])):
        Draft202012Validator.check_schema(whole)
    validators = [Draft202012Validator(whole) for whole in (WHOLE, schema([game]))]
    for edition in game.editions:
        messages = said_in(game.select(edition.slug))
        assert {message["type"] for message in messages} == {
            *("hello", "about", "start", "ready", "act", "move", "finish")
        }
        for message in messages[:40] + messages[-4:]:
            for validator in validators:
                validator.validate(message)
            parts = WHOLE["$defs"]
            assert message.keys() <= parts[message["type"].title()]["properties"].keys()
            assert message.get("view", {}).keys() <= parts[game.view.__name__]["properties"].keys()


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"type": "pass", "id": 1},
        {"type": "move", "id": 1},
        {"type": "move", "id": "1", "move": "x"},
        {"type": "act", "id": 1, "moves": ["x"], "bank": 1.0, "view": {}},
    ],
)
def test_what_is_no_message_is_refused(message):
    with pytest.raises(ValidationError):
        Draft202012Validator(WHOLE).validate(message)


def test_every_key_of_every_message_is_explained():
    parts = WHOLE["$defs"]
    for name in ("Hello", "Start", "Act", "Finish", "About", "Ready", "Move", "Limits"):
        assert parts[name]["description"]
        for key, value in parts[name]["properties"].items():
            assert key == "type" or value["description"], f"{name}.{key}"


def test_texts_below_the_fields_of_a_view_explain_them():
    view = schema([GAMES["battleground"]])["$defs"]["BattlegroundView"]["properties"]
    assert view["denials"] == {"type": "integer", "description": "The Aces played on it so far."}


def test_the_command_prints_it_whole_or_for_one_game():
    def printed(*words):
        command = [sys.executable, "-m", "arena", "protocol", *words]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    games = Plugins().games
    assert json.loads(printed().stdout) == json.loads(json.dumps(schema(games)))
    one = printed("battleground:players=3")
    assert json.loads(one.stdout) == json.loads(json.dumps(schema([GAMES["battleground"]])))
    wrong = printed("battlegroud")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr.startswith("arena: there is no game 'battlegroud' (did you mean 'battleground'?)")
