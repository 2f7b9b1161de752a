"""Records to test the referee with."""

import json
from pathlib import Path

from .asks import Decide
from .referee import GAMES

GOLDEN = Path(__file__).parent.parent / "golden"
RECORDS = {
    game: [json.loads(line) for line in (GOLDEN / f"{game}_records.jsonl").read_text(encoding="utf-8").splitlines()]
    for game in GAMES
}
SAMPLE = [record for records in RECORDS.values() for record in records[::3]]


def rules_of(record):
    return GAMES[record["game"]](record["options"], record["edition"])


def asked_for(record):
    """What the rules ask for before each event of a right record."""
    play = rules_of(record).play()
    return [next(play), *(play.send(answer_of(event)) for event in record["events"][:-1])]


def answer_of(event):
    return event["move"] if "move" in event else list(event["cards"])


def random_record(rng, game, edition, **options):
    """A game played at random, and its rules at the end."""
    record = {"format": "arena-record/1", "game": game, "rules": 1, "edition": edition, "options": options}
    rules = rules_of(record)
    play, events, answer = rules.play(), [], None
    while True:
        try:
            asked = play.send(answer)
        except StopIteration as end:
            ending = end.value
            break
        if isinstance(asked, Decide):
            answer = rng.choice(asked.moves)
            events.append({"seat": asked.seat, "move": answer})
        else:
            answer = rng.sample(asked.pool, asked.count)
            events.append({"chance": asked.kind, "cards": list(answer)})
    record |= {
        "seed": "",
        "seats": ["random"] * options["players"],
        "events": events,
        "ending": ending,
        "faults": [],
    }
    return record | {"ranks": rules.ranks(), "scores": rules.scores()}, rules


def with_events(record, events):
    return {**record, "events": events}


def places(record):
    """About a dozen events of the record, with what the rules ask for there."""
    everything = list(enumerate(asked_for(record)))
    return everything[:: max(1, len(everything) // 12)]


def first_record(game, players, **options):
    return next(
        record
        for record in RECORDS[game]
        if options.items() <= record["options"].items() and record["options"]["players"] == players
    )
