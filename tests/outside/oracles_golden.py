"""The oracles in tests/golden/ratings.json: a function for each case."""

from itertools import combinations
from math import exp

from arena.ratings.checks import check
from arena.ratings.fit import SCALE, fit
from arena.ratings.likelihood import logistic
from tests.outside.oracle_numbers import (
    Case,
    Number,
    Numbers,
    beside_the_ghost,
    each,
    elo,
    elo_errors,
    likelihood_of_superiority,
    of_crosstable,
    of_lead,
    worths,
)
from tests.ratings.cases import DRAW, LOSS, WIN, all_islands, fit_of, result


def wikipedia(case: Case) -> Numbers:
    expected, tolerance = case["expected"], case["tolerance"]
    fitted = fit_of(of_crosstable(case), ghost=0)
    strengths = {player: exp(worth) for player, worth in worths(fitted).items()}
    yield from each("published strength", expected["strength_published"], strengths, 1e-3)
    yield from each("strength", expected["strength_mle"], strengths, 1e-6)
    yield from each("Elo", expected["elo_mean0"], elo(fitted), tolerance["elo_abs"])
    found = elo_errors(fitted, fitted.model)
    yield from each("model's error", expected["se_elo_sum_to_zero"], found, relative=tolerance["se_rel"])


def unbalanced(case: Case) -> Numbers:
    expected, tolerance = case["expected"], case["tolerance"]
    fitted = fit_of(of_crosstable(case), ghost=0)
    yield from each("Elo", expected["elo_mean0"], elo(fitted), tolerance["elo_abs"])
    yield from each("Elo by evalica", expected["evalica"], elo(fitted), tolerance["elo_abs"])
    model, robust = elo_errors(fitted, fitted.model), elo_errors(fitted, fitted.covariance)
    yield from each("model's error", expected["se_elo_model_sum_to_zero"], model, relative=tolerance["se_rel"])
    yield from each("error by game", expected["se_elo_robust_HC_per_game"], robust, relative=tolerance["se_rel"])


def disconnected(case: Case) -> Numbers:
    expected, tolerance = case["expected"], case["tolerance"]["abs"]
    groups = all_islands(of_crosstable(case))
    found = [list(group.players) for group in groups]
    yield Number("islands are the components", 1, found == expected["components"], 0)
    leads = {}
    for group in groups:
        one, other = elo(fit(group, ghost=0)).values()
        leads["-".join(group.players)] = one - other
    yield from each("lead", expected["within_component_mle_elo_diff"], leads, tolerance)
    ghostly = {name: SCALE * worth for group in groups for name, worth in beside_the_ghost(fit(group)).items()}
    yield from each("Elo with a ghost", expected["ghost05_elo_raw"], ghostly, tolerance)


def cyclic(case: Case) -> Numbers:
    expected = case["expected"]
    (island,) = all_islands(of_crosstable(case))
    fitted = fit(island, ghost=0)
    yield from each("Elo", expected["elo_mean0"], elo(fitted), case["tolerance"]["elo_abs"])
    for one, other in combinations(range(3), 2):
        chance = float(logistic(fitted.worth[one] - fitted.worth[other]))
        yield Number(f"expected score {one}-{other}", expected["bt_fitted_p_every_pair"], chance, 1e-6)
    checks = check(island, fitted.worth)
    yield Number("deviance", expected["saturated_deviance"], checks.deviance, 1e-4)
    yield Number("cyclic share", expected["curl_share"], checks.share, 1e-6)


def duplicates(case: Case) -> Numbers:
    expected, tolerance = case["expected"], case["tolerance"]
    ranks = {1: WIN, 0.5: DRAW, 0: LOSS}
    rows, deals = case["input"]["rows_a_b_y"], case["input"]["deal_id"]
    played = [result(deal, (a, b), ranks[points]) for deal, (a, b, points) in zip(deals, rows, strict=True)]
    fitted = fit_of(played, ghost=0)
    alone = fit_of([game._replace(series=str(number)) for number, game in enumerate(played)], ghost=0)
    relative = tolerance["se_rel"]
    yield from each("Elo", expected["elo_mean0"], elo(fitted), tolerance["elo_abs"])
    for name, key, covariance in (
        ("model's error", "se_elo_model", fitted.model),
        ("error by deal", "se_elo_cluster_deal", fitted.covariance),
        ("error by game", "se_elo_HC_per_game", alone.covariance),
    ):
        yield from each(name, expected[key], elo_errors(fitted, covariance), relative=relative)
    yield Number("LOS w-x", expected["los_w_over_x"], likelihood_of_superiority(fitted, "w", "x"), 1e-4)
    points: dict[int, float] = {}
    for deal, (a, b, gained) in zip(deals, rows, strict=True):
        if (a, b) == ("w", "x"):
            points[deal] = points.get(deal, 0) + 2 * gained
    counts = [list(points.values()).count(half) for half in range(5)]
    for half, (wanted, found) in enumerate(zip(expected["pair_w_x"]["ptnml"], counts, strict=True)):
        yield Number(f"deals w-x of {half} half points", wanted, found, 0)
    yield from of_lead("w-x", expected["pair_w_x"]["fishtest_get_elo"], counts)


def tables(case: Case) -> Numbers:
    expected, tolerance = case["expected"], case["tolerance"]
    # The oracle mixes sizes, a selection does not: at a table of three the first player gets a partner.
    played = []
    for number, ranks in enumerate(case["input"]["tables_rank"]):
        places = list(ranks.items())
        seats, placed = zip(*(places + places[:1])[:4], strict=True)
        played.append(result(number, seats, placed))
    fitted = fit_of(played, ghost=0)
    model, robust = elo_errors(fitted, fitted.model), elo_errors(fitted, fitted.covariance)
    yield from each("Elo", expected["rank_broken_bt_elo_mean0"], elo(fitted), tolerance["elo_abs"])
    relative = tolerance["se_rel"]
    yield from each("error by table", expected["rank_broken_se_cluster_table"], robust, relative=relative)
    yield from each("model's error", expected["rank_broken_se_naive"], model, relative=relative)


CASES = {
    "bt_wikipedia": wikipedia,
    "unbalanced_schedule_draws": unbalanced,
    "disconnected_graph": disconnected,
    "cyclic_rps": cyclic,
    "duplicate_pairs_cluster_se": duplicates,
    "ffa_3_4_players_ties": tables,
}
