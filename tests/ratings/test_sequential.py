"""The sequential test, and what it tells of the lead when it has stopped."""

from math import expm1, log
from random import Random
from statistics import NormalDist, mean

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.ratings.sequential import NORMALIZED, Scores, Sprt, elo_of, estimate, score_of
from arena.ratings.stopping import passed_below, stopped
from tests.ratings.cases import GOLDEN, load

MODELS = ["logistic", "normalized"]

tests = st.builds(
    lambda ends, risks, model: Sprt(*sorted(ends), *risks, model),
    st.lists(st.floats(-300, 300), min_size=2, max_size=2, unique_by=round),
    st.tuples(st.floats(0.01, 0.2), st.floats(0.01, 0.2)),
    st.sampled_from(MODELS),
)
tallies = st.integers(1, 5).flatmap(
    lambda games: st.lists(st.integers(0, 1000), min_size=2 * games + 1, max_size=2 * games + 1)
)


def test_it_ends_at_the_bounds_of_wald():
    test = Sprt(0, 10, alpha=0.05, beta=0.1)
    assert test.bounds == (log(0.1 / 0.95), log(0.9 / 0.05))
    assert [test.verdict(llr) for llr in (-2.3, -2.2, 0.0, 2.8, 2.9)] == ["not better", "", "", "", "better"]


@pytest.mark.parametrize(
    ("stated", "named"),
    [
        ({"elo0": 10, "elo1": 10}, "elo0 = 10 and elo1 = 10"),
        ({"elo0": 10, "elo1": 0}, "elo0 < elo1"),
        ({"elo0": float("nan"), "elo1": 0}, "elo0 = nan"),
        ({"elo0": 0, "elo1": float("inf")}, "elo1 = inf"),
        ({"elo0": 0, "elo1": 5, "alpha": 0}, "alpha is a risk between 0 and 0.5, not 0"),
        ({"elo0": 0, "elo1": 5, "beta": 0.5}, "beta is a risk"),
        ({"elo0": 0, "elo1": 5, "beta": float("nan")}, "beta is a risk"),
        ({"elo0": 0, "elo1": 5, "model": "bayesian"}, "'logistic' or 'normalized'"),
    ],
)
def test_a_test_that_cannot_be_carried_out_is_refused(stated, named):
    with pytest.raises(ValueError, match=named):
        Sprt(**stated)


@pytest.mark.parametrize("counts", [[], [1], [1, 2], [1, 2, 3, 4]])
def test_counts_that_are_not_of_half_points_are_refused(counts):
    with pytest.raises(ValueError, match="half points"):
        Sprt(0, 5).llr(counts)


@settings(max_examples=50)
@given(tests, tallies)
def test_seen_from_the_other_side_everything_is_reversed(test, counts):
    mirrored = Sprt(-test.elo1, -test.elo0, test.beta, test.alpha, test.model)
    llr = test.llr(counts)
    assert mirrored.llr(counts[::-1]) == pytest.approx(-llr, rel=1e-6, abs=1e-6)
    here, there = stopped(test, counts), stopped(mirrored, counts[::-1])
    reversed_ends = (-there.elo.estimate, -there.elo.high, -there.elo.low)
    assert (here.elo.estimate, here.elo.low, here.elo.high) == pytest.approx(reversed_ends, abs=1e-3)
    assert here.los == pytest.approx(1 - there.los, abs=1e-6)


@settings(max_examples=50)
@given(tests, tallies)
def test_the_interval_holds_the_estimate(test, counts):
    for interval in (stopped(test, counts).elo, estimate(counts).elo, estimate(counts).normalized):
        assert interval.low <= interval.estimate <= interval.high


@given(st.floats(-200, 200), st.floats(1, 200), st.integers(0, 300), st.integers(0, 300))
def test_without_draws_it_is_the_test_of_wald(elo0, more, won, lost):
    test = Sprt(elo0, elo0 + more)
    low, high = score_of(test.elo0), score_of(test.elo1)
    expected = won * log(high / low) + lost * log((1 - high) / (1 - low))
    assert test.llr([lost, 0, won]) == pytest.approx(expected, abs=0.02)


@given(st.lists(st.integers(0, 300), min_size=3, max_size=3), st.floats(-600, 600))
def test_the_normalized_loss_is_the_least_of_all_with_that_lead(counts, elo):
    """With three scores, the distributions with that lead are a curve: they follow from the rms distance to 1/2."""
    scores = Scores(counts)
    t = elo / NORMALIZED
    b = t / (1 + t * t) ** 0.5
    rms = np.linspace(0, 0.5, 20_001)[1:-1]
    likely = np.array([2 * rms**2 - b * rms, 1 - 4 * rms**2, 2 * rms**2 + b * rms])
    likely = likely[:, (likely > 0).all(axis=0)]
    seen = np.array([count or 1e-3 for count in counts])
    seen = seen / seen.sum()
    least = float((seen * np.log(seen)).sum() - (seen @ np.log(likely)).max())
    assert scores.normalized_loss(elo) == pytest.approx(least, rel=1e-3, abs=1e-4)


@pytest.mark.parametrize("model", MODELS)
def test_equal_results_say_that_the_middle_is_true(model):
    assert Sprt(-20, 20, model=model).llr([7, 20, 90, 20, 7]) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("counts", [[10, 0, 0, 0, 0], [0, 0, 10, 0, 0], [0] * 9, [0, 0, 0, 0, 0, 0, 5]])
@pytest.mark.parametrize("model", MODELS)
def test_results_that_are_all_the_same_have_a_ratio(counts, model):
    slow, quick = Sprt(0, 5, model=model), Sprt(-1000, 1000, model=model)
    assert abs(slow.llr(counts)) < 0.5
    assert abs(quick.llr(counts)) < 100


def test_a_series_of_games_that_always_end_alike_counts_as_one_game():
    test = Sprt(0, 20)
    assert test.llr([30, 0, 40, 0, 50]) == pytest.approx(test.llr([30, 40, 50]), abs=0.01)


@given(st.lists(st.integers(1, 50), min_size=3, max_size=3), st.integers(2, 4))
def test_series_of_independent_games_have_the_normalized_elo_of_their_games(game, games):
    series = [1]
    for _ in range(games):
        series = [int(count) for count in np.convolve(series, game)]
    alone, together = estimate(game), estimate(series)
    assert together.score == pytest.approx(alone.score)
    assert together.normalized.estimate == pytest.approx(alone.normalized.estimate, abs=1e-6)


def test_the_lead_by_duplicate_deals():
    case = load(GOLDEN)["duplicate_pairs_cluster_se"]
    points = [won for one, other, won in case["input"]["rows_a_b_y"] if (one, other) == ("w", "x")]
    halves = [round(2 * (first + second)) for first, second in zip(points[::2], points[1::2], strict=True)]
    counts = [halves.count(number) for number in range(5)]
    expected = case["expected"]["pair_w_x"]
    assert counts == expected["ptnml"]
    elo, error, los = expected["fishtest_get_elo"]
    lead = estimate(counts)
    assert lead.elo.estimate == pytest.approx(elo, abs=1e-3)
    assert (lead.elo.high - lead.elo.low) / 2 == pytest.approx(error, abs=1e-3)
    assert lead.los == pytest.approx(los, abs=1e-4)


@given(st.floats(-3, 3), st.floats(0.5, 4), st.floats(0.5, 4))
def test_in_the_end_a_gambler_is_ruined_or_rich(pull, low, high):
    ruined = high / (low + high)
    if abs(pull) > 1e-9:
        ruined = expm1(-2 * pull * high) / (expm1(-2 * pull * high) - expm1(2 * pull * low))
    assert passed_below(-low, high, pull, 40, high) == pytest.approx(ruined, abs=1e-6)
    assert passed_below(-low, high, pull, 40, -low) == pytest.approx(ruined, abs=1e-6)


@given(st.floats(-2, 2), st.floats(0.1, 2), st.floats(-3, 3))
def test_far_bounds_do_not_matter(pull, width, point):
    free = NormalDist(pull * width**2, width).cdf(point)
    assert passed_below(-40, 40, pull, width, point) == pytest.approx(free, abs=1e-9)


def test_a_walk_between_bounds_goes_as_predicted():
    random = np.random.default_rng(7)
    low, high, pull, steps = -1.5, 2.0, 0.4, 1000
    moves = random.normal(pull / steps, steps**-0.5, (4000, steps))
    walks = np.cumsum(moves, axis=1)
    out = (walks <= low) | (walks >= high)
    first = np.where(out.any(axis=1), out.argmax(axis=1), steps - 1)
    last = walks[np.arange(len(walks)), first]
    for point in (low, -0.5, 0.5, high - 0.01):
        found = np.mean((last <= low) | (~out.any(axis=1) & (last <= point)))
        assert passed_below(low, high, pull, 1.0, point) == pytest.approx(found, abs=0.03)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("drawn", [100, 1000, 10**8])
def test_series_that_are_all_drawn_are_no_lead(model, drawn):
    found = stopped(Sprt(0, 5, model=model), [0, 0, drawn, 0, 0]).elo
    assert -20 < found.low < found.estimate < found.high < 20


def test_a_motion_that_must_have_ended_takes_no_longer_to_tell():
    assert passed_below(-1, 1, 0, 1e12, 0) == pytest.approx(0.5)


PAIRS = np.array([1.0, 3.0, 5.0, 3.0, 1.0])


def pairs_at(elo):
    """Probabilities of the scores of series, with a lead."""
    tilts = np.linspace(-1, 1, 2001)
    shares = PAIRS * np.exp(np.outer(tilts, np.arange(5)))
    shares /= shares.sum(axis=1, keepdims=True)
    return shares[np.abs(shares @ np.linspace(0, 1, 5) - score_of(elo)).argmin()].tolist()


def played(test, elo, random, batch):
    """The counts with which a test stops that looks after every `batch` series."""
    counts, shares = [0] * 5, pairs_at(elo)
    while not test.verdict(test.llr(counts)):
        for half_points in random.choices(range(5), shares, k=batch):
            counts[half_points] += 1
    return counts


@pytest.mark.parametrize("model", MODELS)
def test_it_is_seldom_wrong(model):
    random = Random(11)
    test = Sprt(0, 100, alpha=0.1, beta=0.1, model=model)
    high = 100 if model == "logistic" else elo_of(0.5 + 100 / NORMALIZED * Scores(PAIRS.astype(int)).deviation)
    for elo, wrong in ((0, "better"), (high, "not better")):
        verdicts = [test.verdict(test.llr(played(test, elo, random, 5))) for _ in range(70)]
        assert verdicts.count(wrong) / len(verdicts) < 0.1 + 0.07


@pytest.mark.parametrize("elo", [0, 20, 50])
def test_after_the_stop_the_interval_covers_the_truth_and_the_estimate_is_not_biased(elo):
    random = Random(elo)
    test = Sprt(0, 40)
    found = [stopped(test, played(test, elo, random, 10)) for _ in range(60)]
    assert mean(one.elo.low <= elo <= one.elo.high for one in found) >= 0.88
    assert 0.3 <= mean(one.elo.estimate > elo for one in found) <= 0.7
