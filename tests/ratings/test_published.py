"""The fit against published data, which lies beside the project where there is any and is never part of it."""

import pytest

from arena.ratings.sequential import Sprt, estimate
from arena.ratings.stopping import stopped
from tests.outside.oracles_published import CASES
from tests.ratings.cases import PUBLISHED, load

pytestmark = pytest.mark.skipif(not PUBLISHED.exists(), reason="the published data are not beside the project")


@pytest.fixture(scope="module")
def cases():
    return load(PUBLISHED)


@pytest.mark.parametrize("name", CASES)
def test_fits_give_the_published_numbers(cases, name):
    numbers = list(CASES[name](cases[name]))
    assert numbers
    assert not [number for number in numbers if not number.right]


def counts(stats):
    """How many series ended with each number of half points."""
    if "W" in stats:
        return [stats["L"], stats["D"], stats["W"]]
    return [stats["LL"], stats["LD"], stats["WL"] + stats["DD"], stats["WD"], stats["WW"]]


def half(interval):
    return (interval.high - interval.low) / 2


def test_likelihood_ratios(cases):
    for row in cases["sprt_llr"]["input"]["unit_tests"]:
        if row["model"] == "bayesian":
            continue
        test = Sprt(row["elo0"], row["elo1"], row["alpha"], row["beta"], row["model"])
        llr = test.llr(counts(row["stats"]))
        assert llr == pytest.approx(row["llr"], rel=0.01), row["name"]
        assert llr == pytest.approx(row["llr_fishtest_LLRcalc"], abs=1e-4), row["name"]


@pytest.mark.parametrize("model", ["logistic", "normalized"])
def test_likelihood_ratios_of_a_test_under_way(cases, model):
    rows = cases["sprt_llr"]["input"]["sequence"]
    test = Sprt(0, 10, model=model)
    ratios = [test.llr(row["ptnml"]) for row in rows]
    assert ratios == pytest.approx([row[f"llr_{model}_0_10"] for row in rows], abs=1e-4)
    ends = ["better"] if model == "logistic" else [""]
    assert [test.verdict(llr) for llr in ratios] == [""] * (len(rows) - 1) + ends


def test_end_of_a_test(cases):
    row = cases["sprt_llr"]["input"]["cli_example"]
    test = Sprt(row["elo0"], row["elo1"], model=row["model"])
    llr = test.llr(row["ptnml"])
    assert llr == pytest.approx(row["fishtest_llr"], abs=1e-4)
    assert llr == pytest.approx(row["published"]["llr"], rel=0.01)
    assert test.bounds == pytest.approx(row["published"]["bounds"], abs=0.005)
    assert test.verdict(llr) == "better"
    lead = estimate(row["ptnml"]).normalized
    assert lead.estimate == pytest.approx(row["published"]["nelo"], rel=0.01)
    assert half(lead) == pytest.approx(row["published"]["nelo_err"], rel=0.01)


def test_leads_that_allow_for_the_stop(cases):
    for row in cases["sprt_llr"]["input"]["fishtest_SPRT_elo"]:
        call, expected = row["call"], row["result"]
        test = Sprt(call["elo0"], call["elo1"], model=call["elo_model"])
        found = stopped(test, call["R"]["pentanomial"])
        figures = [found.elo.estimate, found.elo.low, found.elo.high, found.los, *test.bounds]
        wanted = [expected["elo"], *expected["ci"], expected["LOS"], expected["a"], expected["b"]]
        assert figures == pytest.approx(wanted, abs=1e-4)
        assert test.llr(call["R"]["pentanomial"]) == pytest.approx(expected["LLR"], abs=1e-4)


def test_leads_by_a_fixed_number_of_games(cases):
    for row in cases["sprt_llr"]["input"]["fishtest_get_elo"]:
        lead = estimate(row["R"])
        assert [lead.elo.estimate, half(lead.elo), lead.los] == pytest.approx(row["elo_err_los"], abs=1e-4)


def test_leads_and_their_likelihood(cases):
    for row in cases["fastchess_elo_error_los"]["input"]:
        lead, expected = estimate(counts(row["stats"])), row["expected"]
        figures = {
            "nEloDiff": lead.normalized.estimate,
            "nEloError": half(lead.normalized),
            "diff": lead.elo.estimate,
            "error": half(lead.elo),
            "getScore": lead.score,
        }
        for name, figure in figures.items():
            assert figure == pytest.approx(expected.get(name, figure), rel=0.01), row["name"]
        assert 100 * lead.los == pytest.approx(expected.get("los_percent", 100 * lead.los), abs=0.005), row["name"]
