"""`arena games survey`: tables and figures by random play."""

import json

import pytest


def test_all_editions_of_a_game_are_surveyed_in_a_table(arena):
    done = arena("games", "survey", "royal_dilemma", "--deals", "2", "--players", "2,3")
    assert done.status == 0, done.err
    title, head, _, *lines = done.out.partition("\n\n")[0].splitlines()
    assert title == "royal_dilemma"
    assert head.split()[:3] == ["edition", "players", "games"]
    assert len(lines) == 2 * 27


def test_figures_come_in_full_as_json(arena):
    words = ("games", "survey", "invasion", "--deals", "5", "--seed", "3", "--json")
    done = arena(*words)
    surveys = [json.loads(line) for line in done.out.splitlines()]
    assert [each["selection"] for each in surveys] == [f"royal_dilemma@invasion:players={n}" for n in (2, 4)]
    assert all(sum(each["firsts"]) == pytest.approx(1) for each in surveys)
    assert arena(*words).out == done.out


def test_a_table_in_markdown_is_for_a_page(arena):
    done = arena("games", "survey", "battleground", "--deals", "2", "--markdown")
    assert done.out.startswith("|   players |   games |   decisions |")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("invasoin",), "there is no game or edition 'invasoin' (did you mean 'invasion'?)"),
        (("invasion", "--players", "5,6"), "royal_dilemma@invasion is for 2, 3 or 4 players, not for 5 or 6"),
        (("invasion", "--players", "two"), "'two' is no list of whole numbers, such as 2,4"),
        (("invasion", "--json", "--markdown"), "leave one out"),
    ],
)
def test_what_cannot_be_surveyed_is_refused(arena, words, complaint):
    done = arena("games", "survey", *words)
    assert (done.status, done.out) == (2, "")
    assert complaint in done.err
