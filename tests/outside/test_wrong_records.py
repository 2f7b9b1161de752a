"""Each maker yields (what is wrong, record) for a right record; every such record must be refused."""

import copy
import random
from collections import Counter

import pytest

from .asks import Decide
from .form import KEYS
from .referee import judge
from .samples import SAMPLE, asked_for, places, with_events


def wrong_moves(record):
    events = record["events"]
    texts = sorted({event["move"] for event in events if "move" in event} | {"pass", "done", "5 9", ""})
    for number, asked in places(record):
        before, event, after = events[:number], events[number], events[number + 1 :]
        if isinstance(asked, Decide):
            seat, move = event["seat"], event["move"]
            illegal = random.Random(number).choice([text for text in texts if text not in asked.moves])
            yield "an illegal move", with_events(record, [*before, {**event, "move": illegal}, *after])
            yield "a padded move", with_events(record, [*before, {**event, "move": f"{move} "}, *after])
            other = (seat + 1) % len(record["seats"])
            yield "another seat's move", with_events(record, [*before, {**event, "seat": other}, *after])
            yield "a key too many", with_events(record, [*before, {**event, "cards": []}, *after])
        superfluous = {"chance": "pick", "cards": ["7"]}
        yield "a chance too many", with_events(record, [*before, superfluous, event, *after])


def wrong_chances(record):
    events = record["events"]
    for number, event in [(n, e) for n, e in enumerate(events) if "chance" in e][:6]:
        before, after = events[:number], events[number + 1 :]
        cards = event["cards"]

        def changed(before=before, event=event, after=after, **change):
            return with_events(record, [*before, {**event, **change}, *after])

        yield "an unknown card", changed(cards=["11Z", *cards[1:]])
        yield "a card too few", changed(cards=cards[1:])
        yield "a card too many", changed(cards=[*cards, cards[0]])
        yield "another kind", changed(chance="pick" if event["chance"] != "pick" else "shuffle")
        yield "no such kind", changed(chance="roll")
        yield "no event", with_events(record, [*before, *after])
        yield "event doubled", with_events(record, [*before, event, event, *after])
        if event["chance"] == "deck":
            rare = next(card for card in cards if card != cards[-1])
            yield "a card for another", changed(cards=[*cards[:-1], rare])


def wrong_ends(record):
    events = record["events"]
    yield "no last event", with_events(record, events[:-1])
    yield "the last event doubled", with_events(record, [*events, events[-1]])
    yield "no event", with_events(record, [])
    yield "half of it", with_events(record, events[: len(events) // 2])


def wrong_results(record):
    for key in ("ranks", "scores"):
        values = record[key]
        yield f"{key} one up", {**record, key: [values[0] + 1, *values[1:]]}
        yield f"{key} one short", {**record, key: values[:-1]}
        yield f"{key} with a truth value", {**record, key: [True, *values[1:]]}
        yield f"{key} as text", {**record, key: [str(values[0]), *values[1:]]}
        for seat in range(1, len(values)):
            if values[seat] != values[0]:
                swapped = list(values)
                swapped[0], swapped[seat] = swapped[seat], swapped[0]
                yield f"{key} swapped", {**record, key: swapped}
    for ending in {"normal", "truncated", "fault", "draw"} - {record["ending"]}:
        yield f"ending {ending}", {**record, "ending": ending}


def wrong_settings(record):
    for key in sorted(KEYS):
        yield f"no {key}", {name: value for name, value in record.items() if name != key}
    for key in sorted(KEYS):
        yield f"{key} is {{1}}", {**record, key: {"1": 1}}
    yield "a key too many", {**record, "note": ""}
    yield "another format", {**record, "format": "arena-record/2"}
    yield "other rules", {**record, "rules": 2}
    yield "no such edition", {**record, "edition": "single-malt"}
    yield "a seat too many", {**record, "seats": [*record["seats"], "random"]}
    options = record["options"]
    for name in options:
        yield f"no option {name}", {**record, "options": {o: v for o, v in options.items() if o != name}}
        for value in ("7", True, 0, 2.0):
            yield f"{name} is {value!r}", {**record, "options": {**options, name: value}}
    yield "an option too many", {**record, "options": {**options, "jokers": 2}}
    yield "a player more", {**record, "options": {**options, "players": options["players"] + 1}}


def wrong_faults(record):
    fault = {"seat": 0, "kind": "illegal", "decision": 0, "detail": "illegal move"}
    asked = [asked for asked in asked_for(record) if isinstance(asked, Decide)]
    seat = asked[0].seat
    stranger = (seat + 1) % len(record["seats"])
    yield "fault of a seat that wasn't asked", {**record, "faults": [{**fault, "seat": stranger}]}
    yield "fault after the game", {**record, "faults": [{**fault, "decision": len(asked) + 1}]}
    if record["ranks"][seat] < max(record["ranks"]):
        yield "fault without its rank", {**record, "faults": [{**fault, "seat": seat}]}
    for key, value in [
        ("seat", 9),
        ("kind", "sulking"),
        ("decision", -1),
        ("detail", "in /home/me"),
        ("detail", None),
    ]:
        yield f"fault's {key} is {value!r}", {**record, "faults": [{**fault, key: value}]}
    yield "startup fault at a decision", {**record, "faults": [{**fault, "kind": "startup"}]}
    yield "half a fault", {**record, "faults": [{"seat": 0, "kind": "illegal"}]}


MAKERS = [wrong_moves, wrong_chances, wrong_ends, wrong_results, wrong_settings, wrong_faults]


@pytest.mark.parametrize("maker", MAKERS)
def test_wrong_records_are_refused(maker):
    accepted, made = [], Counter()
    for record in SAMPLE:
        original = copy.deepcopy(record)
        for what, wrong in maker(record):
            made[what] += 1
            if not judge(wrong):
                accepted.append((what, record["game"], record["edition"], record["options"]))
        assert record == original
    assert made
    assert not accepted


def test_most_other_histories_are_refused():
    """Another legal move, an event less or more can be a right record of another game, but seldom is."""
    tried, refused = Counter(), Counter()
    for record in SAMPLE:
        events = record["events"]
        for number, asked in places(record):
            before, event, after = events[:number], events[number], events[number + 1 :]
            changes = {"dropped": [*before, *after], "doubled": [*before, event, event, *after]}
            if isinstance(asked, Decide) and len(asked.moves) > 1:
                other = random.Random(number).choice([move for move in asked.moves if move != event["move"]])
                changes["other move"] = [*before, {**event, "move": other}, *after]
            for change, changed in changes.items():
                tried[change] += 1
                refused[change] += bool(judge(with_events(record, changed)))
    assert refused["dropped"] >= 0.98 * tried["dropped"]
    assert refused["doubled"] >= 0.99 * tried["doubled"]
    assert refused["other move"] >= 0.85 * tried["other move"]
