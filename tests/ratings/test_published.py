"""The fit against published data, which lies beside the project where there is any and is never part of it."""

import numpy as np
import pytest

from arena.ratings.fit import SCALE
from tests.ratings.cases import DRAW, LOSS, PUBLISHED, WIN, crosstable, fit_of, load, series_of_one

pytestmark = pytest.mark.skipif(not PUBLISHED.exists(), reason="the published data are not beside the project")


@pytest.fixture(scope="module")
def cases():
    return load(PUBLISHED)


def elo(fitted, reference=None):
    base = 0 if reference is None else fitted.worth[fitted.players.index(reference)]
    return dict(zip(fitted.players, SCALE * (fitted.worth - base), strict=True))


def log_worths(fitted, reference):
    return {player: points / SCALE for player, points in elo(fitted, reference).items()}


def test_citations(cases):
    case = cases["bt_citations_agresti"]
    fitted = fit_of(crosstable(case["input"]["crosstable_a_b_w_l_d"]), ghost=0)
    assert log_worths(fitted, "Biometrika") == pytest.approx(
        case["expected"]["log_ability_ref_Biometrika"], abs=1e-4
    )
    assert elo(fitted) == pytest.approx(case["expected"]["elo_mean0"], abs=1e-3)


def test_baseball(cases):
    case = cases["bt_baseball_agresti_seat_advantage"]
    rows = [(home, away, won, lost, 0) for home, away, won, lost in case["input"]["home_away_hw_aw"]]
    fitted = log_worths(fit_of(crosstable(rows), ghost=0), "Baltimore")
    assert fitted == pytest.approx(case["expected"]["model1_log_vs_Baltimore"], abs=1e-4)


def test_winless_player_with_ghost(cases):
    case = cases["winless_player_ghost_prior"]
    fitted = fit_of(series_of_one((names, WIN) for names in case["input"]["orderings"]))
    assert log_worths(fitted, "A") == pytest.approx(case["expected"]["published_ghost_log_refA"], abs=2e-4)
    assert np.isneginf(fitted.floor).tolist() == [player == "D" for player in fitted.players]


def test_models_of_language(cases):
    case = cases["llmfao_real_59_models"]
    fitted = fit_of(crosstable(case["input"]["crosstable_a_b_w_l_d"]), ghost=0)
    assert elo(fitted) == pytest.approx(case["expected"]["elo_mean0_glm"], abs=1e-3)


def test_chess_engines(cases):
    case = cases["picochess_ordo_crosstable"]
    players = case["input"]["players"]
    games = []
    for row, name in enumerate(players):
        for column in range(row + 1, len(players)):
            halves = round(2 * float(case["input"]["score_matrix_out_of_10"][row][column]))
            points = [WIN] * (halves // 2) + [DRAW] * (halves % 2)
            games += [((name, players[column]), ranks) for ranks in points + [LOSS] * (10 - len(points))]
    fitted = elo(fit_of(series_of_one(games), ghost=0), "Stockfish 7")
    expected = {name: points - 3100 for name, points in case["expected"]["bt_elo_anchor3100"].items()}
    assert fitted == pytest.approx(expected, abs=0.01)
