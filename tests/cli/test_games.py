"""`arena games`: what there is, what its rules say, and what sets two editions apart."""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from arena.games import GAMES
from arena.reports.rules import ATTESTED, WIDEST
from tests.toy import TOY

MINE = """
[mild]
after = "invasion"
spoils = "hand"
readings = { spoils = "what is lost in play is lost to both" }
"""


@pytest.fixture
def mine():
    Path("my.toml").write_text(MINE)


def test_list_is_what_one_gets_without_a_command(arena, snapshot):
    done = arena("games", "list")
    assert (done.status, done.err) == (0, "")
    assert done == arena("games")
    assert done.out == snapshot


def test_list_says_what_its_words_mean(arena):
    out = arena("games").out
    used = {edition.attested for game in GAMES for edition in game.editions}
    assert all(f"  {word}" in out and meaning in out for word, meaning in ATTESTED.items() if word in used)
    assert used <= {*ATTESTED}


@pytest.mark.parametrize(
    "selection",
    ["battleground:pack=standard", "war_of_multiplicands:players=4,teams=2", "royal_dilemma", "duel:players=3"],
)
def test_show_says_the_rules(arena, snapshot, selection):
    done = arena("games", "show", selection)
    assert (done.status, done.err) == (0, "")
    assert done.out == snapshot


def test_a_game_that_does_not_say_its_rules_has_options_all_the_same(arena, monkeypatch):
    monkeypatch.setattr("arena.cli.games.show.engine", lambda editions: SimpleNamespace(games=(TOY,)))
    out = arena("games", "show", "toy@other:cap=3").out
    assert "This game does not say its rules.\n" in out
    assert "  cap      3; it can be 0 to 9, by default 1: rounds before the game is cut" in out


def test_an_edition_by_its_name_alone_is_that_edition(arena):
    assert arena("games", "show", "duel:players=3") == arena("games", "show", "royal_dilemma@duel:players=3")


@pytest.mark.parametrize("columns", [10, 40, 80, 100, 300])
def test_no_line_of_rules_is_wider_than_the_terminal_or_too_wide_to_read(arena, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = arena("games", "show", "bare:players=4").out.splitlines()
    assert max(map(len, lines)) <= max(40, min(columns, WIDEST))


@pytest.mark.parametrize("pair", [("duel", "invasion"), ("raid",), ("battleground", "battleground:players=3")])
def test_diff_says_what_sets_two_apart(arena, snapshot, pair):
    done = arena("games", "diff", *pair)
    assert (done.status, done.err) == (0, "")
    assert done.out == snapshot


def test_diff_takes_selections_and_names_of_editions(arena):
    done = arena("games", "diff", "royal_dilemma@duel", "royal_dilemma@invasion")
    assert (
        done
        == arena("games", "diff", "duel", "invasion")
        == arena("games", "diff", "royal_dilemma@duel", "invasion")
    )


def test_diff_of_one_is_with_the_edition_that_it_comes_after(arena):
    assert arena("games", "diff", "duel") == arena("games", "diff", "exchange", "duel")
    assert arena("games", "diff", "duel:players=3") == arena(
        "games", "diff", "exchange:players=3", "duel:players=3"
    )


def test_diff_keeps_an_option_only_if_it_was_asked_for(arena):
    assert "from royal_dilemma@strength:players=2 to" in arena("games", "diff", "capture").out


def test_diff_of_the_same_says_so(arena):
    assert arena("games", "diff", "duel", "duel").out.endswith("Nothing in the rules differs.\n")


def test_editions_of_ones_own_are_listed_shown_and_compared(arena, mine):
    assert re.search(
        r"^  28  mild +2 to 4 +own$", arena("games", "list", "--editions", "my.toml").out, re.MULTILINE
    )
    out = arena("games", "show", "mild", "--editions", "my.toml").out
    assert "attested: own, a row of your own" in out
    assert "(A reading: what is lost in play is lost to both.)" in " ".join(out.split())
    out = arena("games", "diff", "mild", "--editions", "my.toml").out
    assert out.startswith("from royal_dilemma@invasion:players=2 to royal_dilemma@mild:players=2\n\n4 Attack\n")
    assert out == arena("games", "diff", "invasion", "mild", "--editions", "my.toml").out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (
            "show dule",
            "there is no game or edition 'dule' (did you mean 'duel'?); `arena games` lists what there is",
        ),
        ("show royal_dilema@duel", "there is no game 'royal_dilema' (did you mean 'royal_dilemma'?)"),
        ("show duel:players=9", "option players cannot be '9'; it can be 2 to 6"),
        ("diff battleground", "battleground:players=2 comes after no other edition; name two to compare"),
        ("diff strength", "royal_dilemma@strength:players=2 comes after no other edition; name two to compare"),
        ("diff battleground duel", "are of two games; name two editions of one"),
    ],
)
def test_what_cannot_be_told_is_said_in_a_sentence(arena, words, complaint):
    done = arena("games", *words.split())
    assert (done.status, done.out) == (2, "")
    assert complaint in done.err
    assert done.err.count("\n") == 1
