"""The referee: what it records, and what becomes of bots that do wrong."""

import pytest

from arena.bot import Bot
from arena.match import Player, judged, play
from arena.players.local import LocalPlayer
from arena.record import Fault, decode, encode
from arena.replay import replay
from arena.state import Outcome
from bots.first import First
from tests.toy import TOY

SEED = bytes(16)


class Raises(Bot):
    def act(self, view, moves):
        raise ValueError("no idea")


class Illegal(Bot):
    def act(self, view, moves):
        return "99"


class RaisesAtStart(Bot):
    def start(self, setup):
        raise KeyError("nothing")


class RaisesAtFinish(First):
    def finish(self, outcome, view):
        raise RuntimeError("sore loser")


def game(*kinds: type[Bot], teams: int | None = None, **options: int):
    selection = TOY.select(players=len(kinds), teams=teams, **options)
    players: list[Player] = [LocalPlayer(kind, selection, bytes([seat])) for seat, kind in enumerate(kinds)]
    names = [kind.__name__.lower() for kind in kinds]
    return play(selection, players, SEED, names, [bytes([seat]) for seat in range(len(kinds))])


def test_a_record_reads_back_and_replays_to_the_same_end():
    record = game(First, First, First)
    assert decode(encode(record)) == record
    state = replay(TOY, decode(encode(record)))
    assert (state.outcome().ranks, state.outcome().scores) == (record.ranks, record.scores)


@pytest.mark.parametrize(
    ("kind", "fault", "decision"),
    [(Raises, "exception", 1), (Illegal, "illegal", 1), (RaisesAtStart, "startup", None)],
)
def test_a_fault_of_two_sides_ends_the_game_and_the_other_side_wins(kind, fault, decision):
    record = game(First, kind)
    assert record.ending == "fault"
    assert record.ranks == (1, 2)
    assert [(f.seat, f.kind, f.decision) for f in record.faults] == [(1, fault, decision)]


def test_the_partners_of_a_failed_seat_lose_with_it():
    record = game(First, First, Raises, First, teams=2)
    assert record.ending == "fault"
    assert record.ranks == (3, 1, 3, 1)


def test_with_more_sides_the_seat_plays_on_at_random_and_ranks_last():
    record = game(Raises, First, Illegal, First)
    assert record.ending == "normal"
    assert sum(event.move is not None for event in record.events) == 4
    assert record.ranks[0] == record.ranks[2] == 3
    assert sorted(record.ranks) == [1, 2, 3, 3] or sorted(record.ranks) == [1, 1, 3, 3]
    assert {fault.seat for fault in record.faults} == {0, 2}


def test_a_fault_after_the_end_changes_no_rank():
    assert game(RaisesAtFinish, First).ranks == game(First, First).ranks
    assert game(RaisesAtFinish, First).faults == (Fault(0, "exception", 2, "raised RuntimeError in finish"),)


def test_records_hold_no_figure_path_or_message_of_what_a_bot_raised():
    assert game(First, Raises).faults[0].detail == "raised ValueError in act"


def test_what_a_record_leaves_out_is_told_to_whoever_listens():
    heard = []
    selection = TOY.select(players=3)
    players = [LocalPlayer(kind, selection, SEED) for kind in (Raises, First, Illegal)]
    play(selection, players, SEED, "abc", [SEED] * 3, hear=lambda seat, told: heard.append((seat, told)))
    (first, raised), (second, answered) = heard
    assert (first, second) == (0, 2)
    assert raised.endswith("ValueError: no idea\n")
    assert answered.startswith("'99' is none of the legal moves: ")


def test_both_failing_at_the_start_share_the_place():
    assert game(RaisesAtStart, RaisesAtStart).ranks == (1, 1)


def test_a_truncated_game_says_so():
    assert game(First, First, cap=0).ending == "truncated"


def test_failed_seats_share_the_last_place_and_the_others_close_up():
    state = TOY.select(players=5).start(SEED)
    state.scores = [9, 7, 5, 3, 1]
    assert state.outcome() == Outcome((1, 2, 3, 4, 5), (9, 7, 5, 3, 1))
    assert judged(state, {0, 2}).ranks == (4, 1, 4, 2, 3)
