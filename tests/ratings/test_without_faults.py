"""What the Elo would be had the games with faults not been played."""

import numpy as np
import pytest

from tests.ratings.cases import LOSS, WIN, result
from tests.ratings.tables import played, table, tables_of


def clean_of(results, name="duel:players=2"):
    return {row.bot: row.clean for row in table(tables_of(results), name).rows}


def test_without_any_fault_there_is_no_clean_elo():
    assert set(clean_of(played("duel:players=2", 0.6)).values()) == {None}


def test_a_clean_elo_is_that_of_the_games_without_faults():
    clean = list(played("duel:players=2", 0.6))
    foul = [result(f"foul{number}", "ab", LOSS, faults=("a",)) for number in range(30)]
    expected = {row.bot: row.elo for row in table(tables_of(clean), "duel:players=2").rows}
    assert clean_of([*clean, *foul]) == pytest.approx(expected, abs=1e-5)


def test_who_never_played_a_game_without_faults_has_no_clean_elo_and_the_others_keep_their_average():
    results = [*played("duel:players=2", 0.6), *(result(f"ad{n}", "ad", WIN, faults=("d",)) for n in range(20))]
    rows = table(tables_of(results), "duel:players=2").rows
    assert [row.bot for row in rows if row.clean is None] == ["d"]
    others = [row for row in rows if row.bot != "d"]
    assert np.mean([row.clean for row in others]) == pytest.approx(np.mean([row.elo for row in others]), abs=1e-5)


def test_in_combined_tables_selections_without_faults_count_as_they_are():
    fine, foul = list(played("duel:players=2", 0.6)), list(played("war", 0.6, seed=1))
    foul += [result(f"foul{number}", "ab", LOSS, "war", faults=("a",)) for number in range(30)]
    clean = [one for one in foul if not one.game.faults]
    expected = {row.bot: row.elo for row in tables_of([*fine, *clean])[0].rows}
    shown = {row.bot: row.clean for row in tables_of([*fine, *foul])[0].rows}
    for a, b in ("ab", "bc"):
        assert shown[a] - shown[b] == pytest.approx(expected[a] - expected[b], abs=1e-5)
