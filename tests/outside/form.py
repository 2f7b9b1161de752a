"""The form of a record: its keys, types and options, before anything is replayed."""

import re
from collections.abc import Callable
from typing import Any

from .royal_editions import EDITIONS, NUMBERS

SETTING = {"format", "game", "rules", "edition", "options", "seed", "seats"}
KEYS = SETTING | {"events", "ranks", "scores", "ending", "faults"}
CHANCES = ("deck", "shuffle", "pick")
KINDS = ["illegal", "exception", "died", "cpu_timeout", "wall_timeout", "memory", "protocol", "startup"]


def whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def disagreements_of_form(record: Any) -> list[str]:
    if not isinstance(record, dict) or set(record) != KEYS:
        return [f"a record is an object with the keys {', '.join(sorted(KEYS))}"]
    complaints = []
    if record["format"] != "arena-record/1":
        complaints.append(f"format {record['format']!r}")
    if not whole(record["rules"]) or record["rules"] != 1:
        complaints.append(f"rules version {record['rules']!r}, this referee knows 1")
    if not isinstance(record["seed"], str):
        complaints.append("seed is no text")
    game_complaints = game_disagreements(record)
    if game_complaints:
        return complaints + game_complaints
    players = record["options"]["players"]
    if not isinstance(record["seats"], list) or [type(name) for name in record["seats"]] != [str] * players:
        complaints.append(f"seats are not {players} names")
    for key in ("ranks", "scores"):
        values = record[key]
        if not isinstance(values, list) or len(values) != players or not all(map(whole, values)):
            complaints.append(f"{key} are not {players} whole numbers")
    if record["ending"] not in ("normal", "truncated", "fault"):
        complaints.append(f"ending {record['ending']!r}")
    complaints += event_disagreements(record["events"])
    complaints += fault_disagreements(record["faults"], players)
    return complaints


def game_disagreements(record: dict[str, Any]) -> list[str]:
    """Whether game, edition and options are of those that the rules know, and all options are there."""
    game, edition, options = record["game"], record["edition"], record["options"]
    if game not in ("royal_dilemma", "war_of_multiplicands", "battleground"):
        return [f"unknown game {game!r}"]
    if not isinstance(options, dict):
        return ["options are no object"]
    if game == "royal_dilemma":
        if not isinstance(edition, str) or edition not in EDITIONS:
            return [f"unknown edition {edition!r}"]
        most = 6 if NUMBERS[edition] <= 14 else 4
        allowed = {
            "players": among(*range(2, most + 1)),
            "end_timing": among("immediate", "finish_round"),
            "max_rounds": positive,
        }
    elif game == "war_of_multiplicands":
        teams = (None, 2) if options.get("players") == 4 else (None,)
        allowed = {"players": among(2, 3, 4, 5), "teams": among(*teams), "armies": among(4, 6)}
    else:
        allowed = {"players": among(2, 3, 4, 5, 6), "pack": among("zsa", "standard"), "max_turns": positive}
    if game != "royal_dilemma" and edition is not None:
        return [f"{game} has one edition, the record says {edition!r}"]
    if set(options) != set(allowed):
        return [f"options {sorted(options)} instead of {sorted(allowed)}"]
    return [f"option {name} is {options[name]!r}" for name in allowed if not allowed[name](options[name])]


def among(*values: Any) -> Callable[[Any], bool]:
    return lambda value: value in values and not isinstance(value, bool | float)


def positive(value: Any) -> bool:
    return whole(value) and value >= 1


def event_disagreements(events: Any) -> list[str]:
    if not isinstance(events, list):
        return ["events are no list"]
    return [f"event {number}: no event: {event!r}" for number, event in enumerate(events) if not well_formed(event)]


def well_formed(event: Any) -> bool:
    if not isinstance(event, dict):
        return False
    if set(event) == {"seat", "move"}:
        return whole(event["seat"]) and isinstance(event["move"], str)
    return (
        set(event) == {"chance", "cards"}
        and event["chance"] in CHANCES
        and isinstance(event["cards"], list)
        and all(isinstance(card, str) for card in event["cards"])
    )


def fault_disagreements(faults: Any, players: int) -> list[str]:
    if not isinstance(faults, list):
        return ["faults are no list"]
    complaints = []
    for number, fault in enumerate(faults):
        if not isinstance(fault, dict) or set(fault) != {"seat", "kind", "decision", "detail"}:
            complaints.append(f"fault {number}: no fault: {fault!r}")
            continue
        if not whole(fault["seat"]) or fault["seat"] not in range(players):
            complaints.append(f"fault {number}: seat {fault['seat']!r}")
        if fault["kind"] not in KINDS:
            complaints.append(f"fault {number}: kind {fault['kind']!r}")
        decision = fault["decision"]
        if decision is not None and (not whole(decision) or decision < 0):
            complaints.append(f"fault {number}: decision {decision!r}")
        if fault["kind"] == "startup" and decision is not None:
            complaints.append(f"fault {number}: a failed start comes before every decision")
        if not isinstance(fault["detail"], str) or re.search(r"[/\\\n]|\b\d", fault["detail"]):
            complaints.append(f"fault {number}: detail is no plain text without figures and paths")
    return complaints
