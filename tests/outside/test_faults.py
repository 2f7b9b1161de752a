"""Records of games with a fault: what became of play, ranks and ending."""

import pytest

from .asks import Decide
from .referee import GAMES, judge
from .samples import RECORDS, answer_of, asked_for, first_record, places, rules_of, with_events


def fault(seat, decision, kind="illegal"):
    return {"seat": seat, "kind": kind, "decision": decision, "detail": "illegal move"}


@pytest.mark.parametrize("game", GAMES)
def test_a_fault_ends_a_game_of_two(game):
    record = first_record(game, 2)
    for number, asked in places(record)[1:]:
        if not isinstance(asked, Decide):
            continue
        events = record["events"][:number]
        decision = sum("move" in event for event in events)
        ranks = [1, 1]
        ranks[asked.seat] = 2
        rules = rules_of(record)
        play = rules.play()
        next(play)
        for event in events:
            play.send(answer_of(event))
        ended = {**with_events(record, events), "ending": "fault", "ranks": ranks, "scores": rules.scores()}
        right = {**ended, "faults": [fault(asked.seat, decision)]}
        assert judge(right) == []
        assert judge({**right, "ranks": ranks[::-1]})
        assert judge({**right, "ending": "normal"})
        assert judge({**right, "faults": []})
        in_finish = fault(1 - asked.seat, decision, "exception")
        assert judge({**right, "faults": [fault(asked.seat, decision), in_finish]}) == []
        assert judge({**right, "faults": [fault(1 - asked.seat, decision)]})
        assert judge({**right, "faults": [fault(asked.seat, decision + 1)]})
        assert judge({**right, "faults": [fault(asked.seat, max(0, decision - 1))]}) or decision == 0


def test_a_fault_of_a_team_member_is_the_teams():
    record = first_record("war_of_multiplicands", 4, teams=2)
    ended = {**with_events(record, record["events"][:1]), "ending": "fault", "scores": [20] * 4}
    ended["faults"] = [fault(0, 0)]
    assert judge({**ended, "ranks": [3, 1, 3, 1]}) == []
    assert judge({**ended, "ranks": [4, 1, 1, 1]})


@pytest.mark.parametrize("game", GAMES)
def test_among_three_play_goes_on_and_the_seat_ranks_last(game):
    record = first_record(game, 3)
    asked = [each for each in asked_for(record) if isinstance(each, Decide)]
    best = record["ranks"].index(1)
    decision = next(number for number, each in enumerate(asked) if each.seat == best)
    others = [seat for seat in range(3) if seat != best]
    ranks = [3] * 3
    for seat in others:
        ranks[seat] = 1 + sum(record["ranks"][other] < record["ranks"][seat] for other in others)
    for faults in ([fault(best, decision)], [fault(best, None, "startup")]):
        assert judge({**record, "faults": faults, "ranks": ranks}) == []
        assert judge({**record, "faults": faults})
        assert judge({**record, "faults": faults, "ranks": ranks, "ending": "fault"})
    both = [fault(best, decision), fault(others[0], None, "startup")]
    shared = [2] * 3
    shared[others[1]] = 1
    assert judge({**record, "faults": both, "ranks": shared}) == []


@pytest.mark.parametrize(
    ("game", "score"), [("battleground", 40), ("war_of_multiplicands", 20), ("royal_dilemma", 0)]
)
def test_a_game_that_died_has_its_deck_only(game, score):
    record = first_record(game, 3)
    if game == "royal_dilemma":
        record = next(r for r in RECORDS[game] if r["edition"] == "single" and r["options"]["players"] == 3)
    died = {**with_events(record, record["events"][:1]), "ending": "fault", "scores": [score] * 3}
    if record["options"].get("pack") == "standard":
        died["scores"] = [36] * 3
    died |= {"ranks": [1, 3, 1], "faults": [fault(1, None, "died")]}
    assert judge(died) == []
    assert judge(with_events(died, record["events"][:2]))
    assert judge({**died, "ranks": [1, 1, 1]})
    assert judge({**died, "faults": [fault(1, None, "startup")]})  # among three a failed start ends no game


def test_a_failed_start_ends_a_game_of_two():
    record = first_record("battleground", 2, pack="zsa")
    failed = {**with_events(record, record["events"][:1]), "ending": "fault", "scores": [60, 60]}
    failed |= {"ranks": [1, 2], "faults": [fault(1, None, "startup")]}
    assert judge(failed) == []
    assert judge(with_events(failed, record["events"][:2]))


@pytest.mark.parametrize("game", GAMES)
def test_a_fault_in_finish_changes_no_rank(game):
    record = first_record(game, 2)
    decisions = sum("move" in event for event in record["events"])
    for seat in (0, 1):
        assert judge({**record, "faults": [fault(seat, decisions, "exception")]}) == []
        assert judge({**record, "faults": [fault(seat, None, "exception")]})
