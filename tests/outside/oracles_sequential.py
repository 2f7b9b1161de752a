"""The published data that sequential tests should agree with: a function for each case."""

from collections.abc import Mapping

from arena.ratings.sequential import Sprt, estimate
from arena.ratings.stopping import stopped
from tests.outside.oracle_numbers import Case, Number, Numbers, half_width, of_lead


def counts_of(stats: Mapping[str, int]) -> list[int]:
    """How many series ended with each number of half points."""
    if "W" in stats:
        return [stats["L"], stats["D"], stats["W"]]
    return [stats["LL"], stats["LD"], stats["WL"] + stats["DD"], stats["WD"], stats["WW"]]


def leads(case: Case) -> Numbers:
    tolerance = case["tolerance"]
    for row in case["input"]:
        lead, name = estimate(counts_of(row["stats"])), row["name"]
        found = {
            "nEloDiff": (lead.normalized.estimate, tolerance["elo_rel"]),
            "nEloError": (half_width(lead.normalized), tolerance["elo_rel"]),
            "diff": (lead.elo.estimate, tolerance["elo_rel"]),
            "error": (half_width(lead.elo), tolerance["elo_rel"]),
            "getScore": (lead.score, tolerance["score_rel"]),
        }
        for key, wanted in row["expected"].items():
            if key == "los_percent":
                yield Number(f"{name} LOS", wanted, 100 * lead.los, tolerance["los_abs"])
            else:
                got, relative = found[key]
                yield Number(f"{name} {key}", wanted, got, relative * abs(wanted))


def sequential(case: Case) -> Numbers:
    given, near = case["input"], case["tolerance"]["fishtest_abs"]
    for row in given["unit_tests"]:
        if row["model"] == "bayesian":
            continue
        llr = Sprt(row["elo0"], row["elo1"], row["alpha"], row["beta"], row["model"]).llr(counts_of(row["stats"]))
        yield Number(f"{row['name']} LLR", row["llr"], llr, 0.01 * abs(row["llr"]))
        yield Number(f"{row['name']} LLR by fishtest", row["llr_fishtest_LLRcalc"], llr, near)
    for number, row in enumerate(given["sequence"], 1):
        for model in ("logistic", "normalized"):
            llr = Sprt(0, 10, model=model).llr(row["ptnml"])
            yield Number(f"{model} LLR after {number}", row[f"llr_{model}_0_10"], llr, near)
    row, published = given["cli_example"], given["cli_example"]["published"]
    test = Sprt(row["elo0"], row["elo1"], model=row["model"])
    lead = estimate(row["ptnml"]).normalized
    yield Number("finished test LLR", published["llr"], test.llr(row["ptnml"]), 0.01 * published["llr"])
    yield Number("finished test LLR by fishtest", row["fishtest_llr"], test.llr(row["ptnml"]), near)
    yield Number("finished test normalized Elo", published["nelo"], lead.estimate, 0.01 * published["nelo"])
    yield Number("finished test its error", published["nelo_err"], half_width(lead), 0.01 * published["nelo_err"])
    for wanted, got in zip(published["bounds"], test.bounds, strict=True):
        yield Number("finished test bound", wanted, got, 0.005)
    accepted = test.verdict(test.llr(row["ptnml"])) == "better"
    yield Number("finished test accepts H1", published["result"] == "H1 accepted", accepted, 0)
    for number, row in enumerate(given["fishtest_SPRT_elo"], 1):
        call, expected = row["call"], row["result"]
        test = Sprt(call["elo0"], call["elo1"], model=call["elo_model"])
        counts = call["R"]["pentanomial"]
        found = stopped(test, counts)
        wanted = [expected["elo"], *expected["ci"], expected["LOS"], expected["LLR"], expected["a"], expected["b"]]
        got = [found.elo.estimate, found.elo.low, found.elo.high, found.los, test.llr(counts), *test.bounds]
        for what, one, other in zip(
            ("Elo", "low", "high", "LOS", "LLR", "lower bound", "upper bound"), wanted, got, strict=True
        ):
            yield Number(f"stopped test {number} {what}", one, other, near)
    for row in given["fishtest_get_elo"]:
        yield from of_lead(str(row["R"]), row["elo_err_los"], row["R"])


CASES = {"fastchess_elo_error_los": leads, "sprt_llr": sequential}
