"""Stored games held against the rules: right ones agree, whatever the bots did; of wrong ones it is said what."""

from itertools import product

import msgspec
import pytest

from arena.chance import derive
from arena.executors.playing import deal_seed, forfeit
from arena.match import play
from arena.moves import Move
from arena.players.local import LocalPlayer
from arena.record import Event, Fault, decode, encode
from arena.series import Series, series_id
from arena.store import Listed
from arena.verification import Disagreement, verify
from bots.random import Random
from tests.bots.bad import Fair, Illegal, Raises, RaisesAtFinish, RaisesAtStart
from tests.toy import TOY

KINDS = (Fair, Illegal, Raises, RaisesAtFinish, RaisesAtStart)


SEED = 5
NAMES = ("ann", "bob", "cyd")


def series_of(selection):
    """Return the series of deal 0 of a tournament, and the identities of its line-up."""
    lineup = NAMES[: len(set(selection.sides))]
    identities = tuple((name, "1", "f") for name in lineup)
    return Series(series_id(selection, identities, 0, SEED), str(selection), 1, lineup, 0), identities


def played(*kinds, **options):
    """Return the record of a game as it comes out of a store."""
    selection = TOY.select(players=len(kinds), **options)
    series, _ = series_of(selection)
    seed = deal_seed(series)
    players = [LocalPlayer(kind, selection, derive(seed, seat)) for seat, kind in enumerate(kinds)]
    strays = [derive(seed, seat, "stray") for seat in range(len(kinds))]
    return decode(encode(play(selection, players, seed, series.seats(selection.sides, 0), strays)))


def row_of(record):
    series, identities = series_of(TOY.select(record.edition, **record.options))
    decisions = sum(event.move is not None for event in record.events)
    result = (record.seats, record.ranks, record.faults, record.ending, decisions)
    return Listed(series, 0, identities, *result, seconds=0.0, stored=0)


def complaint(record, games=(TOY,), row=None):
    with pytest.raises(Disagreement) as found:
        verify(record, {game.name: game for game in games}, row or row_of(record), SEED)
    return str(found.value)


@pytest.mark.parametrize("kinds", [*product(KINDS, repeat=2), *product(KINDS, repeat=3)])
def test_games_agree_whatever_the_bots_do(kinds):
    record = played(*kinds)
    verify(record, {"toy": TOY}, row_of(record), SEED)


@pytest.mark.parametrize("options", [{"teams": 2}, {"cap": 0}, {"cap": 0, "teams": 2}])
@pytest.mark.parametrize("kind", KINDS)
def test_so_do_games_of_teams_and_games_that_are_cut_off(kind, options):
    record = played(Fair, Random, kind, Fair, **options)
    verify(record, {"toy": TOY}, row_of(record), SEED)


@pytest.mark.parametrize("players", [2, 3])
def test_so_does_a_game_that_died_with_its_process(players):
    series, _ = series_of(TOY.select(players=players))
    record = decode(forfeit([TOY], series, 0, Fault(1, "died", None, "its process ended")).record)
    assert record.seed == deal_seed(series).hex()
    verify(record, {"toy": TOY}, row_of(record), SEED)
    assert complaint(msgspec.structs.replace(record, ranks=(1,) * players)).startswith("ranks: (1, 1")


def changed(record, number, event):
    events = [*record.events]
    events[number] = event
    return msgspec.structs.replace(record, events=tuple(events))


RECORD = played(Fair, Fair, Fair)
DECK, FIRST, SECOND, THIRD, PICK = RECORD.events
OTHER = next(card for card in DECK.cards if card != PICK.cards[0])
LOST = played(Fair, Raises)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (changed(RECORD, 1, Event(0, Move("99"))), "event 1: '99' is none of the legal moves: "),
        (changed(RECORD, 1, Event(2, FIRST.move)), "event 1: seat 2 decides; the rules ask seat 0"),
        (
            changed(RECORD, 0, Event(chance="deck", cards=DECK.cards[1:] + DECK.cards[:1])),
            "event 0: card 1 of the deck is",
        ),
        (changed(RECORD, 4, Event(chance="pick", cards=(OTHER,))), "event 4: card 1 of the pick is"),
        (
            changed(RECORD, 4, Event(chance="shuffle", cards=PICK.cards)),
            "event 4: a shuffle of 1 cards; by the rules and its seed a pick of 1 cards",
        ),
        (
            msgspec.structs.replace(RECORD, events=RECORD.events[:4]),
            "event 4: nothing more; by the rules and its seed a pick of 1 cards",
        ),
        (
            msgspec.structs.replace(RECORD, events=(*RECORD.events, THIRD)),
            "event 5: seat 2 decides; by the rules the game is over",
        ),
        (
            msgspec.structs.replace(RECORD, events=RECORD.events[:3]),
            "it stops after event 2, where the rules ask seat 2",
        ),
        (msgspec.structs.replace(RECORD, seed="00"), "event 0: card 1 of the deck is"),
        (msgspec.structs.replace(RECORD, seed="xyz"), "its seed is no hexadecimal number: 'xyz'"),
        (msgspec.structs.replace(RECORD, ranks=(1, 2, 3)), "ranks: (1, 2, 3); by the rules (2, 2, 1)"),
        (msgspec.structs.replace(RECORD, scores=(9, 0, 0)), "scores: (9, 0, 0); by the rules (0, 0, "),
        (msgspec.structs.replace(RECORD, ending="truncated"), "ending: truncated; by the rules normal"),
        (msgspec.structs.replace(RECORD, ending="fault"), "ending: fault; by the rules normal"),
        (msgspec.structs.replace(RECORD, seats=("a", "b")), "it has 2 seats; by the rules 3"),
        (msgspec.structs.replace(RECORD, format="x/7"), "its format is 'x/7', not 'arena-record/1'"),
        (msgspec.structs.replace(RECORD, options={"players": 3}), "it does not say its teams and cap"),
        (
            msgspec.structs.replace(RECORD, faults=(Fault(2, "sulks", 2, ""),)),
            "there is no fault 'sulks'",
        ),
        (msgspec.structs.replace(RECORD, rules=2), "it follows version 2 of the rules; these are version 1"),
        (msgspec.structs.replace(RECORD, game="toi"), "no installed plugin brings its game, 'toi'"),
        (msgspec.structs.replace(RECORD, options={"players": 9}), "toy@plain: players cannot be 9"),
        (msgspec.structs.replace(LOST, ranks=(2, 1)), "ranks: (2, 1); by the rules (1, 2)"),
        (msgspec.structs.replace(LOST, ending="normal"), "ending: normal; by the rules fault"),
        (msgspec.structs.replace(LOST, faults=()), "it stops after event 1, where the rules ask seat 1"),
        (
            msgspec.structs.replace(LOST, faults=(Fault(1, "illegal", 0, ""),)),
            "seat 1 failed at decision 0, which is seat 0's",
        ),
        (
            msgspec.structs.replace(LOST, faults=(Fault(0, "illegal", 0, ""),)),
            "seat 0 failed at decision 0, and the game went on between two sides",
        ),
        (
            msgspec.structs.replace(RECORD, faults=(Fault(0, "illegal", 8, ""),)),
            "seat 0 failed at decision 8 of 3; ranks: ",
        ),
        (msgspec.structs.replace(RECORD, faults=(Fault(7, "died", 1, ""),)), "seat 7 failed, which is none of 3"),
        (
            msgspec.structs.replace(RECORD, faults=(Fault(2, "illegal", 2, ""),)),
            "ranks: (2, 2, 1); by the rules (1, 1, 3)",
        ),
    ],
)
def test_of_a_wrong_record_it_is_said_what_differs(wrong, sentence):
    row = msgspec.structs.replace(row_of(RECORD), seats=wrong.seats, ranks=wrong.ranks, faults=wrong.faults)
    assert complaint(wrong, row=row if wrong.seats == RECORD.seats else None).startswith(sentence)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"ranks": (1, 2, 2)}, "the tables count the ranks (1, 2, 2); its record says (2, 2, 1)"),
        ({"seats": ("a", "b", "c")}, "the tables count the bots ('a', 'b', 'c'); its record says ('ann', "),
        ({"faults": (Fault(0, "died", 1, ""),)}, "the tables count the faults"),
        ({"ending": "truncated"}, "the tables count the ending truncated; its record says normal"),
        ({"decisions": 7}, "the tables count the decisions 7; its record says 3"),
        ({"rotation": 1}, "its seats are not those of rotation 1"),
        ({"rotation": 103}, "there is no rotation 103 of 3 bots"),
        ({"identities": (("ann", "2", "f"), ("bob", "1", "f"), ("cyd", "1", "f"))}, "its series is not deal 0 of "),
    ],
)
def test_the_row_that_tables_are_made_of_must_say_the_same(change, sentence):
    assert complaint(RECORD, row=msgspec.structs.replace(row_of(RECORD), **change)).startswith(sentence)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"selection": "toy@other:players=3"}, "the tables count the selection toy@other:players=3; its record"),
        ({"rules": 9}, "the tables count the rules 9; its record says 1"),
        ({"deal": 1}, "its series is not deal 1 of ann, bob, cyd"),
    ],
)
def test_a_game_must_stand_in_its_series(change, sentence):
    row = row_of(RECORD)
    row = msgspec.structs.replace(row, series=msgspec.structs.replace(row.series, **change))
    assert complaint(RECORD, row=row).startswith(sentence)


def test_a_game_of_another_deal_is_no_game_of_this_one():
    selection = TOY.select(players=3)
    identities = row_of(RECORD).identities
    series = Series(series_id(selection, identities, 1, SEED), str(selection), 1, NAMES, 1)
    row = msgspec.structs.replace(row_of(RECORD), series=series)
    assert complaint(RECORD, row=row) == "it is a game of another deal"
