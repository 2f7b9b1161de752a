"""Bets against a player's being the best: seldom wrong, whatever one does, and soon right."""

from math import exp, inf, log
from random import Random
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.ratings.betting import BETS, Doubt

RISK = 0.05
ENOUGH = log(1 / RISK)

scores = st.lists(st.floats(0, 1), max_size=30)


def after(history):
    doubt = Doubt()
    for score in history:
        doubt = doubt.after(score)
    return doubt


def series_to_refute(draw, most):
    """How many series it takes, at most."""
    doubt = Doubt()
    for number in range(1, most + 1):
        doubt = doubt.after(draw(doubt))
        if doubt.evidence >= ENOUGH:
            return number
    return inf


def test_at_first_there_is_no_doubt():
    assert Doubt().evidence == 0


@pytest.mark.parametrize("score", [-0.1, 1.1, float("nan")])
def test_a_score_is_a_share(score):
    with pytest.raises(ValueError, match="between 0 and 1"):
        Doubt().after(score)


def test_no_single_score_can_take_everything():
    assert all(0 < bet < 2 for bet in BETS)


@given(scores, st.floats(0, 0.5), st.floats(0.5, 1), st.floats(0, 1))
def test_against_the_best_nothing_is_gained_on_average(history, low, high, more):
    """Any scores with a mean of 1/2 or more are a mixture of two-point distributions like this one."""
    doubt = after(history)
    fair = 1.0 if high == low else (0.5 - low) / (high - low)
    chance = fair + (1 - fair) * more
    gained = chance * exp(doubt.after(high).evidence) + (1 - chance) * exp(doubt.after(low).evidence)
    assert gained <= exp(doubt.evidence) * (1 + 1e-9)


@given(scores, st.randoms(use_true_random=False))
def test_the_order_of_the_scores_does_not_matter(history, random):
    shuffled = random.sample(history, len(history))
    assert after(shuffled).evidence == pytest.approx(after(history).evidence, abs=1e-9)


@given(scores, st.floats(0, 1), st.floats(0, 1))
def test_the_less_is_scored_the_greater_the_doubt(history, one, other):
    doubt = after(history)
    less, more = sorted((one, other))
    assert doubt.after(less).evidence >= doubt.after(more).evidence - 1e-12


def fair_games(random):
    return lambda doubt: random.choice((0.0, 1.0))


def fair_pairs(random):
    return lambda doubt: random.choice((0.0, 0.25, 0.5, 0.5, 0.75, 1.0))


def rare_losses(random):
    """Mostly a little more than half, now and then nothing: the worst for those who trust a small variance."""
    return lambda doubt: 0.0 if random.random() < 0.1 else 0.5 / 0.9


def spiteful_opponents(random):
    """Whoever picks the opponent sees the doubt, and goes for luck when little is missing."""

    def draw(doubt):
        if doubt.evidence > ENOUGH / 2:
            return random.choice((0.0, 1.0))
        return rare_losses(random)(doubt) if doubt.evidence < 0 else random.choice((0.25, 0.75))

    return draw


@pytest.mark.parametrize("kind", [fair_games, fair_pairs, rare_losses, spiteful_opponents])
def test_the_best_is_seldom_let_go_however_often_one_looks(kind):
    random = Random(kind.__name__)
    runs = 200
    wrong = sum(series_to_refute(kind(random), 200) < inf for _ in range(runs))
    assert wrong / runs <= RISK + 3 * (RISK * (1 - RISK) / runs) ** 0.5


@pytest.mark.parametrize(("chance", "most"), [(0.0, 7), (0.1, 14), (0.2, 24), (0.3, 50), (0.4, 200), (0.45, 800)])
def test_others_are_let_go_after_few_series(chance, most):
    random = Random(round(100 * chance))
    found = [series_to_refute(lambda _: float(random.random() < chance), 3000) for _ in range(60)]
    assert median(found) <= most


def test_with_less_luck_in_the_scores_it_takes_fewer_series():
    random = Random(5)
    games = [series_to_refute(lambda _: float(random.random() < 0.4), 3000) for _ in range(60)]
    pairs = [series_to_refute(lambda _: random.choices((0.0, 0.5, 1.0), (0.25, 0.7, 0.05))[0], 3000) for _ in games]
    assert median(pairs) < median(games) / 2
