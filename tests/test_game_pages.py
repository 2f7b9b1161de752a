"""The rules on the games' pages are those that are played."""

import re

import pytest
from click.testing import CliRunner

from arena.cli import arena
from arena.games import GAMES
from arena.games.war_of_multiplicands.rules import setting
from tests.game_pages import BLOCK, SURVEY, page, rules, survey_table

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@each_game
def test_the_rules_on_a_page_are_in_force(game):
    found = BLOCK.findall(page(game).read_text(encoding="utf-8"))
    assert found == [rules(game)], "python -m tests.game_pages writes them anew"


def test_the_table_that_compares_editions_is_the_commands():
    game = next(game for game in GAMES if game.name == "royal_dilemma")
    found = SURVEY.findall(page(game).read_text(encoding="utf-8"))
    assert found == [survey_table(game)], "python -m tests.game_pages writes it anew"
    command = CliRunner().invoke(arena, ["games", "survey", "royal_dilemma", "--markdown"])
    assert command.output.strip() in found[0]


@each_game
def test_the_rules_on_a_page_leave_the_rest_of_it_alone(game):
    text = page(game).read_text(encoding="utf-8")
    headings = re.findall(r"^## (.*)$", BLOCK.sub("", text), re.MULTILINE)
    assert {"Moves"} <= {*headings}
    assert len({*re.findall(r"^## (.*)$", text, re.MULTILINE)}) == len(re.findall(r"^## ", text, re.MULTILINE))


def test_the_table_of_powers_is_true():
    text = page(next(game for game in GAMES if game.name == "war_of_multiplicands")).read_text(encoding="utf-8")
    for armies in (4, 6):
        fixed = [setting(players, armies) for players in range(2, 6)]
        powers = " | ".join(f"{each.gaian}, {each.necromancer}, {each.reviver}" for each in fixed)
        assert f"| with `armies={armies}` | {powers} |" in text
        packs = " | ".join(str(len(each.deck) // 52) for each in fixed)
        assert f"| packs with `armies={armies}` | {packs} |" in text
