"""Claims and what they come to."""

import pytest

from arena.claims import claimed, selections_of
from arena.errors import SelectionError
from arena.game import covers
from arena.games import GAMES
from tests.toy import TOY


def texts(*claims, games=(TOY,)):
    return [str(selection) for selection in claimed(claims, games)]


def test_everything_is_every_edition_with_every_number_of_players():
    assert texts("*") == [
        "toy@plain:players=2",
        *(f"toy@plain:players={number}" for number in range(3, 7)),
        "toy@other:players=2",
        *(f"toy@other:players={number}" for number in range(3, 7)),
    ]


def test_what_a_claim_leaves_open_is_as_by_default_and_what_it_says_is_kept():
    assert texts("toy@other:players=3-4,cap=2-5") == [f"toy@other:players={n},cap=2" for n in (3, 4)]
    assert texts("toy@plain:teams=2") == [f"toy@plain:players={n},teams=2" for n in (2, 4, 6)]


def test_each_selection_comes_once_and_the_defaults_of_all_games_first():
    found = texts("battleground:players=2", "*", "battleground", games=GAMES)
    assert len(set(found)) == len(found)
    assert set(found[:3]) == {str(game.select()) for game in GAMES}


@pytest.mark.parametrize(
    "claim", ["*", "toy", "toy@other", "toy:players=2-3", "toy:cap=0-9", "toy:teams=2,players=4"]
)
def test_a_claim_covers_all_that_it_comes_to(claim):
    found = selections_of(claim, (TOY,))
    assert found
    assert all(covers(claim, selection) for selection in found)


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ("toi", r"no game 'toi' \(did you mean 'toy'\?\)"),
        ("toy@plane", r"no edition 'plane' \(did you mean 'plain'\?\)"),
        ("toy:player=2", r"no option 'player' \(did you mean 'players'\?\)"),
        ("toy:players=7", "players cannot be '7'; it can be 2 to 6"),
        ("toy:players=7-9", "players cannot be '7-9'; it can be 2 to 6"),
        ("toy:players=3,teams=2", "takes in no selection of toy"),
        ("toy:players", "is no selection"),
    ],
)
def test_a_claim_that_comes_to_nothing_is_explained(claim, words):
    with pytest.raises(SelectionError, match=words):
        selections_of(claim, (TOY,))
