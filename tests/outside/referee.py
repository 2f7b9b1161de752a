"""Judges records of games with the rules alone.

    python -m tests.outside.referee FILE.jsonl

prints one line a disagreement and their number; `-` reads standard input. Exit status 1 if there is any.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .asks import Chance, Decide, Rules
from .battleground import Battleground
from .form import disagreements_of_form
from .royal_dilemma import RoyalDilemma
from .war_of_multiplicands import WarOfMultiplicands

GAMES: dict[str, type[Rules]] = {
    "royal_dilemma": RoyalDilemma,
    "war_of_multiplicands": WarOfMultiplicands,
    "battleground": Battleground,
}


@dataclass
class Replay:
    """How far a record's events agree with the rules."""

    deciders: list[int] = field(default_factory=list)  # the seat of each decision so far
    asked: Decide | Chance | None = None  # what the rules ask for after the last event
    ending: str | None = None  # what the rules say once they ask for nothing
    disagreement: str | None = None


def judge(record: Any) -> list[str]:
    """The disagreements between a record and the rules; none when the record is right."""
    complaints = disagreements_of_form(record)
    if complaints:
        return complaints
    rules = GAMES[record["game"]](record["options"], record["edition"])
    replayed = replay(rules, record["events"])
    if replayed.disagreement:
        return [replayed.disagreement]
    return [*ending_disagreements(record, rules, replayed), *result_disagreements(record, rules, replayed)]


# Play


def replay(rules: Rules, events: list[dict[str, Any]]) -> Replay:
    """Plays the events by the rules, up to the first that they don't ask for."""
    play = rules.play()
    result = Replay(asked=next(play))
    for number, event in enumerate(events):
        wrong = refusal(result.asked, event)
        if wrong:
            result.disagreement = f"event {number}: {wrong}"
            return result
        if isinstance(result.asked, Decide):
            result.deciders.append(result.asked.seat)
        try:
            result.asked = play.send(event["move"] if "move" in event else list(event["cards"]))
        except StopIteration as end:
            result.asked, result.ending = None, end.value
    return result


def refusal(asked: Decide | Chance | None, event: dict[str, Any]) -> str | None:
    """Why the event isn't what the rules ask for."""
    if asked is None:
        return f"the game is over, the record has {event}"
    if isinstance(asked, Decide):
        if event.get("seat") != asked.seat:
            return f"the rules ask seat {asked.seat}, the record has {event}"
        if event["move"] not in asked.moves:
            return f"{event['move']!r} is no legal move of seat {asked.seat}; legal: {', '.join(asked.moves)}"
        return None
    if event.get("chance") != asked.kind:
        return f"the rules ask for {asked.kind}, the record has {event}"
    if len(event["cards"]) != asked.count:
        return f"{asked.kind}: {len(event['cards'])} cards instead of {asked.count}"
    extra = Counter(event["cards"]) - Counter(asked.pool)
    if extra:
        return f"{asked.kind}: {', '.join(sorted(extra))} can't be among these cards"
    return None


# Ending, faults and result


def ending_disagreements(record: dict[str, Any], rules: Rules, replayed: Replay) -> list[str]:
    if record["ending"] == "fault":
        return fault_ending_disagreements(record, rules, replayed)
    if replayed.asked is not None:
        return [f"the record stops where the rules ask for {replayed.asked}"]
    complaints = []
    if record["ending"] != replayed.ending:
        complaints.append(f"ending {record['ending']!r}, by the rules {replayed.ending!r}")
    two_sided = len(set(rules.sides)) == 2
    for fault in record["faults"]:
        if in_finish(fault, replayed):
            continue
        if two_sided:
            complaints.append(f"play went on after a fault between two sides: {fault}")
        else:
            complaints += decider_disagreements(fault, replayed)
    return complaints


def fault_ending_disagreements(record: dict[str, Any], rules: Rules, replayed: Replay) -> list[str]:
    """A fault ends a game before the first decision, with its process, or at the decision now asked for."""
    two_sided = len(set(rules.sides)) == 2
    causes = [fault for fault in record["faults"] if not in_finish(fault, replayed)]
    without_decision = [fault for fault in causes if fault["decision"] is None]
    if without_decision:
        complaints = []
        if len(record["events"]) != 1:
            complaints.append("a game that a fault without a decision ended holds the deck event only")
        if not two_sided and all(fault["kind"] == "startup" for fault in without_decision):
            complaints.append("a failed start among more than two sides ends no game")
        return complaints
    if not two_sided:
        return ["a fault among more than two sides ends no game"]
    if not isinstance(replayed.asked, Decide):
        return [f"a fault ends a game before a decision, the rules ask for {replayed.asked}"]
    decision = len(replayed.deciders)
    complaints = [f"the game ended at decision {decision}: {f}" for f in causes if f["decision"] != decision]
    if all(fault["decision"] != decision for fault in causes):
        complaints.append(f"decision {decision} is seat {replayed.asked.seat}'s, whose fault isn't recorded")
    return complaints


def decider_disagreements(fault: dict[str, Any], replayed: Replay) -> list[str]:
    decision = fault["decision"]
    if decision is None:
        return [] if fault["kind"] == "startup" else [f"a fault without a decision in a game that went on: {fault}"]
    if decision >= len(replayed.deciders):
        return [f"the game has {len(replayed.deciders)} decisions: {fault}"]
    if replayed.deciders[decision] != fault["seat"]:
        return [f"decision {decision} is seat {replayed.deciders[decision]}'s: {fault}"]
    return []


def in_finish(fault: dict[str, Any], replayed: Replay) -> bool:
    """A fault after the last decision, which bears the number of decisions: it changes no rank."""
    failed_to_decide = isinstance(replayed.asked, Decide) and replayed.asked.seat == fault["seat"]
    return fault["decision"] == len(replayed.deciders) and not failed_to_decide


def result_disagreements(record: dict[str, Any], rules: Rules, replayed: Replay) -> list[str]:
    complaints = []
    if record["scores"] != rules.scores():
        complaints.append(f"scores {record['scores']}, by the rules {rules.scores()}")
    ranks = expected_ranks(record, rules, replayed)
    if record["ranks"] != ranks:
        complaints.append(f"ranks {record['ranks']}, by the rules {ranks}")
    return complaints


def expected_ranks(record: dict[str, Any], rules: Rules, replayed: Replay) -> list[int]:
    """The game's own ranks, or equal ones if it broke off; seats at fault go last and the others close up."""
    seats = range(len(rules.sides))
    faulty_sides = {rules.sides[fault["seat"]] for fault in record["faults"] if not in_finish(fault, replayed)}
    faulty = [rules.sides[seat] in faulty_sides for seat in seats]
    own = rules.ranks() if replayed.ending is not None else [1] * len(seats)
    keys = [(faulty[seat], 0 if faulty[seat] else own[seat]) for seat in seats]
    return [1 + sum(better < key for better in keys) for key in keys]


# Command line


def lines_of(name: str) -> Iterable[str]:
    return sys.stdin if name == "-" else Path(name).read_text(encoding="utf-8").split("\n")


def main(names: list[str]) -> int:
    records = disagreements = 0
    for name in names:
        for number, line in enumerate(lines_of(name), start=1):
            if not line.strip():
                continue
            records += 1
            try:
                complaints = judge(json.loads(line))
            except json.JSONDecodeError as error:
                complaints = [f"no JSON: {error}"]
            disagreements += len(complaints)
            sys.stdout.writelines(f"{name}:{number}: {complaint}\n" for complaint in complaints)
    sys.stdout.write(f"{records} records, {disagreements} disagreements\n")
    return 1 if disagreements else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
