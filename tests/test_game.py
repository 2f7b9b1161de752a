"""Selections: their text, what they refuse, and the claims that cover them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import SelectionError
from arena.game import check_claim, covers, parse_selection
from tests.toy import TOY


@given(
    st.sampled_from(["plain", "other"]), st.sampled_from([2, 4, 6]), st.sampled_from([None, 2]), st.integers(0, 9)
)
def test_a_selection_reads_back_from_its_text(edition, players, teams, cap):
    selection = TOY.select(edition, players=players, teams=teams, cap=cap)
    assert parse_selection(str(selection), [TOY]) == selection


def test_the_text_names_the_edition_the_players_and_what_is_not_default():
    assert str(TOY.select()) == "toy@plain:players=2"
    assert str(parse_selection("toy:cap=3,teams=none", [TOY])) == "toy@plain:players=2,cap=3"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("tyo", "there is no game 'tyo' (did you mean 'toy'?); there are toy"),
        ("other:players=2", "there is no game 'other' (did you mean 'toy@other'?); there are toy"),
        ("toy@plian", "toy has no edition 'plian' (did you mean 'plain'?); it has plain, other"),
        ("toy:player=3", "toy has no option 'player' (did you mean 'players'?); it has players, teams, cap"),
        ("toy:players=9", "option players cannot be '9'; it can be 2 to 6"),
        ("toy:players=two", "option players cannot be 'two'; it can be 2 to 6"),
        ("toy:teams=3", "option teams cannot be '3'; it can be none or 2"),
        ("toy:players=3,teams=2", "toy@plain: teams=2 wants an even number of players"),
        ("toy:players", "'toy:players' is no selection; write game, game@edition or game@edition:option=value,…"),
        ("toy:players=2,players=3", "'toy:players=2,players=3' gives an option twice; give each once"),
        ("toy:cap=٣", "option cap cannot be '٣'; it can be 0 to 9"),
        ("toy:edition=plain", "toy has no option 'edition'; it has players, teams, cap"),
        ("", "'' is no selection; write game, game@edition or game@edition:option=value,…"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(text, words):
    with pytest.raises(SelectionError) as caught:
        parse_selection(text, [TOY])
    assert str(caught.value) == words


@pytest.mark.parametrize("value", [2.0, True, "2", 1])
def test_options_are_not_stretched(value):
    with pytest.raises(SelectionError):
        TOY.select(players=value)


@pytest.mark.parametrize(
    ("claim", "covered"),
    [
        ("*", True),
        ("toy", True),
        ("toy@plain", True),
        ("toy@other", False),
        ("toy:players=2-4", True),
        ("toy:players=5-6", False),
        ("toy:players=٢-٤", False),
        ("toy@plain:players=3,teams=none", True),
        ("toy:teams=2", False),
        ("toy:colour=red", False),
        ("chess", False),
    ],
)
def test_a_claim_covers_what_it_leaves_open(claim, covered):
    assert covers(claim, TOY.select(players=3)) is covered


@pytest.mark.parametrize("claim", ["toy:players", "", "toy@", "toy:players=2,players=3"])
def test_a_claim_that_cannot_be_read_is_said(claim):
    with pytest.raises(SelectionError):
        check_claim(claim)


@pytest.mark.parametrize("claim", ["*", "toy:players=2-4", "chess@blitz:colour=red"])
def test_a_claim_may_be_of_a_game_that_is_not_there(claim):
    check_claim(claim)
