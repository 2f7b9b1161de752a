"""The published data that a fit should agree with: a function for each case."""

from itertools import combinations
from math import sqrt

import numpy as np

from arena.ratings.fit import SCALE
from arena.ratings.pairs import compare
from arena.ratings.seats import seat_effect
from tests.outside.oracle_numbers import (
    Case,
    Number,
    Numbers,
    beside_the_ghost,
    each,
    elo,
    elo_errors,
    errors,
    of_crosstable,
    shares,
    worths,
)
from tests.ratings.cases import DRAW, LOSS, WIN, crosstable, fit_of, series_of_one, tally_of


def citations(case: Case) -> Numbers:
    expected, tolerance = case["expected"], case["tolerance"]["abs"]
    fitted, reference = fit_of(of_crosstable(case), ghost=0), "Biometrika"
    yield from each("log-worth", expected["log_ability_ref_Biometrika"], worths(fitted, reference), tolerance)
    yield from each("error", expected["se_ref_Biometrika"], errors(fitted, fitted.model, reference), tolerance)
    yield from each("Elo", expected["elo_mean0"], elo(fitted), SCALE * tolerance)
    yield from each("Elo's error", expected["se_elo_sum_to_zero"], elo_errors(fitted, fitted.model), tolerance)


def baseball(case: Case) -> Numbers:
    expected, published, tolerance = case["expected"], case["expected"]["published"], case["tolerance"]
    rows = case["input"]["home_away_hw_aw"]
    played = crosstable((home, away, won, lost, 0) for home, away, won, lost in rows)
    fitted, reference = fit_of(played, ghost=0), "Baltimore"
    found, error = worths(fitted, reference), errors(fitted, fitted.model, reference)
    yield from each("log-worth", expected["model1_log_vs_Baltimore"], found, tolerance["mle_abs"])
    yield from each("error", expected["model1_se_vs_Baltimore"], error, tolerance["mle_abs"])
    others = sorted(worth for team, worth in found.items() if team != reference)
    for wanted, got in zip(published["model1_sorted_vs_Baltimore"], others, strict=True):
        yield Number("published log-worth", wanted, got, tolerance["published_abs"])
    for team in sorted(set(found) - {reference}):  # published to one digit for all of them
        yield Number(f"published error {team}", published["model1_se_all"], error[team], 0.05)

    comparisons = compare(tally_of(played))
    seats = seat_effect(comparisons, ghost=0)
    home = np.array([1.0, -1.0])
    advantage, its_error = float(home @ seats.terms), sqrt(home @ seats.model @ home)
    yield Number("home advantage", expected["model2_home_advantage"], advantage, tolerance["mle_abs"])
    yield Number(
        "published home advantage", published["model2_home_advantage"], advantage, tolerance["published_abs"]
    )
    yield Number("home advantage's error", expected["model2_home_se"], its_error, tolerance["mle_abs"])
    abilities = shares(dict(zip(comparisons.players, seats.worth, strict=True)))
    yield from each("ability", expected["model2_abilities"], abilities, tolerance["mle_abs"])
    for wanted, got in zip(published["model2_sorted_abilities_sum1"], sorted(abilities.values()), strict=True):
        yield Number("published ability", wanted, got, tolerance["published_abs_sum1"])


def puddings(case: Case) -> Numbers:
    expected, tolerance = case["expected"], case["tolerance"]["half_win_abs"]
    rows = case["input"]["i_j_n_wij_wji_tij"]
    fitted = fit_of(crosstable((str(i), str(j), won, lost, tied) for i, j, _, won, lost, tied in rows), ghost=0)
    yield from each("log-worth, ties ½", expected["half_win_bt_log_ref1"], worths(fitted, "1"), tolerance)
    yield from each("Elo, ties ½", expected["half_win_bt_elo"], elo(fitted), SCALE * tolerance)


def winless(case: Case) -> Numbers:
    expected, tolerance = case["expected"], case["tolerance"]
    pairs = [tuple(names) for names in case["input"]["orderings"]]
    fitted = fit_of(series_of_one((names, WIN) for names in pairs))
    published, refit = tolerance["published_abs"], tolerance["refit_abs"]
    yield from each("published log-worth", expected["published_ghost_log_refA"], worths(fitted, "A"), published)
    yield from each("log-worth", expected["refit_ghost_refA"], worths(fitted, "A"), refit)
    yield from each("log-worth beside the ghost", expected["refit_ghost_raw"], beside_the_ghost(fitted), refit)
    alone = fit_of(series_of_one((names, WIN) for names in pairs if "D" not in names), ghost=0)
    without = worths(alone, "A")
    yield from each("published log-worth without D", expected["published_mle_without_D"], without, published)
    yield from each("log-worth without D", expected["refit_mle_without_D"], without, refit)
    error = errors(alone, alone.model, "A")
    yield from each("published error without D", expected["published_se_without_D"], error, published)
    endless = [name for name, floor in zip(fitted.players, fitted.floor, strict=True) if floor == -np.inf]
    yield Number("D alone lost all", 1, endless == ["D"], 0)


def models(case: Case) -> Numbers:
    expected, tolerance = case["expected"], case["tolerance"]["elo_abs"]
    fitted = fit_of(of_crosstable(case), ghost=0)
    yield from each("Elo", expected["elo_mean0_glm"], elo(fitted), tolerance)
    yield from each("published Elo", expected["golden_elo_mean0"], elo(fitted), tolerance)
    scores = expected["evalica_golden_bt_scores"]
    yield from each("published score", scores, shares(worths(fitted)), relative=tolerance / SCALE)
    yield from each("Elo's error", expected["se_elo_sum_to_zero"], elo_errors(fitted, fitted.model), tolerance)


def engines(case: Case) -> Numbers:
    players, scores = case["input"]["players"], case["input"]["score_matrix_out_of_10"]
    games = []
    for row, column in combinations(range(len(players)), 2):
        halves = round(2 * float(scores[row][column]))
        points = [WIN] * (halves // 2) + [DRAW] * (halves % 2)
        games += [((players[row], players[column]), ranks) for ranks in points + [LOSS] * (10 - len(points))]
    found = {name: 3100 + lead for name, lead in elo(fit_of(series_of_one(games), ghost=0), players[0]).items()}
    tolerance = case["tolerance"]
    yield from each("Elo", case["expected"]["bt_elo_anchor3100"], found, tolerance["bt_abs"])
    yield from each(
        "published Elo", case["expected"]["published_ordo_rounded50"], found, tolerance["published_abs"]
    )


CASES = {
    "bt_citations_agresti": citations,
    "bt_baseball_agresti_seat_advantage": baseball,
    "davidson_ties_pudding": puddings,
    "winless_player_ghost_prior": winless,
    "llmfao_real_59_models": models,
    "picochess_ordo_crosstable": engines,
}
