"""`arena match --like`: a stored game again, with the author's bot in this process; and what bots said, kept."""

from pathlib import Path

import pytest

from arena.record import decode

BOT = """
from arena import Bot


class Loud(Bot):
    games = ("battleground",)

    def start(self, setup):
        self.asked = 0

    def act(self, view, moves):
        print("I see \\x1b[31mred")
        self.asked += 1
        if self.asked == 9:
            raise ValueError("too much has happened")
        return moves[-1]
"""
RUN = ("run", "--name", "mine", "--game", "battleground", "--bot", "./loud.py", "--bot", "random", "--deals", "2")


@pytest.fixture
def played(arena):
    """Play a tournament with a bot that talks and sometimes fails; return a function that gives its games."""
    Path("loud.py").write_text(BOT)
    assert arena(*RUN, "--serial").status == 0
    return dict(zip(ids(arena), map(decode, arena("export", "mine").out.splitlines()), strict=True))


def ids(arena) -> list[str]:
    return [line.split()[0] for line in arena("replay", "mine").out.splitlines()[1:]]


def test_a_replay_ends_with_what_the_bots_said(arena, played):
    for game, record in played.items():
        seat = record.seats.index("loud")
        shown = arena("replay", "mine", game).out
        assert f"-- seat {seat} loud printed or raised:\nI see \\x1b[31mred\n" in shown
        assert ("ValueError: too much has happened" in shown) == bool(record.faults)


def test_the_same_bot_plays_the_same_game_again(arena, played):
    for game, record in played.items():
        again = arena("match", "--like", "mine", game, "loud", "--json")
        assert (again.status, decode(again.out)) == (0, record)


def test_a_bot_that_was_mended_plays_the_lost_game_on(arena, played):
    game = next(game for game, record in played.items() if record.faults)
    Path("loud.py").write_text(BOT.replace("raise ValueError", "print"))
    again = arena("match", "--like", "mine", game, "./loud.py", "--json")
    record = decode(again.out)
    lost = played[game]
    assert record.faults == ()
    assert (record.seed, record.seats) == (lost.seed, lost.seats)
    assert record.events[: len(lost.events)] == lost.events
    assert "warning: loud has changed since; it plays as it is now\n" in again.err


def test_another_bot_takes_a_seat_that_is_named(arena, played):
    game = next(iter(played))
    Path("quiet.py").write_text(BOT.replace("print(", "str("))
    refused = arena("match", "--like", "mine", game, "./quiet.py")
    assert refused.status == 2
    assert refused.err == (
        f"arena: 'quiet' did not play game {game}, loud and random did; "
        "say whose seat it takes, as loud=./quiet.py\n"
    )
    assert arena("match", "--like", "mine", game, "loud=./quiet.py").status == 0


def test_a_program_cannot_play_in_this_process(arena, played):
    Path("prog.py").write_text("")
    refused = arena("match", "--like", "mine", next(iter(played)), "loud=python3 prog.py")
    assert refused.status == 2
    assert "cannot play in this process; only a bot in this Python can" in refused.err


def test_the_deal_and_the_rivals_are_the_games(arena, played):
    refused = arena("match", "--like", "mine", next(iter(played)), "loud", "--seed", "3")
    assert refused.status == 2
    assert "with --like, give the game's id and one bot, yours" in refused.err
