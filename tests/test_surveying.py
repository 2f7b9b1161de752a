"""Surveys: what random games of a selection come to, the same for the same seed."""

import pytest

from arena.errors import SelectionError
from arena.game import parse_selection
from arena.games import GAMES
from arena.reports.survey import to_markdown, to_terminal
from arena.surveying import Survey, survey, surveyed
from tests.toy import TOY

SELECTION = parse_selection("royal_dilemma@strength", GAMES)


def test_the_same_seed_gives_the_same_survey():
    assert survey(SELECTION, 10, 1) == survey(SELECTION, 10, 1)
    assert survey(SELECTION, 10, 1) != survey(SELECTION, 10, 2)


def test_figures_are_what_the_games_come_to():
    found = survey(parse_selection("toy:players=4,cap=0", [TOY]), 20, 0)
    assert found == Survey(
        selection="toy@plain:players=4,cap=0",
        games=20,
        rounds=None,
        first_round=None,
        decisions=4.0,
        moves=2.0,
        truncated=1.0,
        ties=0.0,
        firsts=found.firsts,
    )
    assert sum(found.firsts) == pytest.approx(1)
    assert len(found.firsts) == 4


def test_partners_win_together():
    found = survey(parse_selection("toy:players=4,teams=2", [TOY]), 20, 0)
    assert len(found.firsts) == 2
    assert sum(found.firsts) == pytest.approx(1)


def test_rounds_are_counted_and_games_that_end_in_their_first():
    found = survey(SELECTION, 30, 0)
    assert found.rounds is not None
    assert found.rounds >= 1
    short = parse_selection("royal_dilemma@strength:max_rounds=1", GAMES)
    assert survey(short, 10, 0).first_round == 1.0


@pytest.mark.parametrize(
    ("text", "players", "selections"),
    [
        (
            "toy",
            (2, 4),
            ["toy@plain:players=2", "toy@plain:players=4", "toy@other:players=2", "toy@other:players=4"],
        ),
        ("toy@other", (2,), ["toy@other:players=2"]),
        ("toy@other:players=3", (2,), ["toy@other:players=3"]),
        ("toy@other:players=5-6", (2,), ["toy@other:players=5", "toy@other:players=6"]),
        ("toy@other:cap=4", (2, 9), ["toy@other:players=2,cap=4"]),
    ],
)
def test_what_is_left_open_is_surveyed_for_the_players_asked_for(text, players, selections):
    assert [str(each) for each in surveyed(text, [TOY], players)] == selections


def test_numbers_of_players_for_which_nothing_is_left_are_refused():
    with pytest.raises(SelectionError, match="toy@other is for 2, 3, 4, 5 or 6 players, not for 7 or 8"):
        surveyed("toy@other", [TOY], (7, 8))


ONE = Survey("toy@plain:players=2,cap=0", 10, 2.25, 0.5, 40.0, 3.14, 0.0, 0.1, (0.45, 0.55))
NONE = Survey("toy@other:players=3", 10, 1.0, 1.0, 0.0, None, 0.0, 1.0, (1 / 3, 1 / 3, 1 / 3))
OTHER = Survey("tic:players=2", 10, None, None, 9.0, 5.0, 0.0, 0.1, (0.45, 0.55))


def test_a_table_in_markdown_has_a_line_for_each():
    assert to_markdown([ONE, NONE]).splitlines()[2:] == [
        "| plain:cap=0 |         2 |      10 |      2.2 |          50 |        40.0 |     3.1 |           0 |"
        "       10 | 45 55      |",
        "| other       |         3 |      10 |      1.0 |         100 |         0.0 |         |           0 |"
        "      100 | 33 33 33   |",
    ]


def test_each_game_has_a_table_with_what_it_has():
    assert to_terminal([ONE, OTHER]) == (
        "toy\n"
        "edition      players  games  rounds  round 1 %  decisions  moves  cut off %  ties %  firsts %\n"
        "-----------  -------  -----  ------  ---------  ---------  -----  ---------  ------  --------\n"
        "plain:cap=0        2     10     2.2         50       40.0    3.1          0      10  45 55\n"
        "\n"
        "tic\n"
        "players  games  decisions  moves  cut off %  ties %  firsts %\n"
        "-------  -----  ---------  -----  ---------  ------  --------\n"
        "      2     10        9.0    5.0          0      10  45 55"
    )
    assert "### tic\n\n|" in to_markdown([ONE, OTHER])
