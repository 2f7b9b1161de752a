"""The main job: the built-in tournament over all three games, judged by the referee from outside."""

import csv
import json
from pathlib import Path

from tests.outside.referee import judge

KEPT = Path(__file__).parents[2] / "results" / "quick"

JUDGED = 4
"""One record in so many is judged; tests/outside/random_games.py judges all there is."""


def test_quick_ends_in_tables_of_all_games_and_records_that_are_right(arena):
    first = arena("run", "quick")
    assert first.status == 0
    with Path("results/quick/elo.csv").open() as file:
        rows = list(csv.DictReader(file))
    games = {"royal_dilemma", "war_of_multiplicands", "battleground"}
    assert games | {"overall"} < {row["table"] for row in rows}
    assert all(row["faults"] == "0" for row in rows)
    for game in games:
        field = [row["bot"] for row in rows if row["table"] == game]
        assert len(field) == 5
        assert field.index("random") >= 3, "the built-in heuristics stand above random"
    again = arena("run", "quick")
    assert again.out == first.out
    assert ", 0 new" in again.err
    for name in ("elo.csv", "elo.md"):
        mine = (Path("results/quick") / name).read_bytes()
        assert mine == (KEPT / name).read_bytes(), "play changed; if meant, run quick and keep its tables"
    records = [json.loads(line) for line in arena("export", "quick").out.splitlines()]
    assert len(records) == int(first.out.partition("games: ")[2].split()[0])
    assert [fault for record in records[::JUDGED] for fault in judge(record)] == []
