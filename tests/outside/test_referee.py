"""The referee against games that another implementation played, games at random and worked cases."""

import io
import json
import random
from collections import Counter
from fractions import Fraction

import pytest

from .asks import Decide
from .battleground import Battleground
from .form import KEYS
from .random_games import disagreements, ways
from .referee import GAMES, judge, main
from .royal_dilemma import RoyalDilemma
from .royal_editions import EDITIONS, NUMBERS
from .samples import GOLDEN, RECORDS, random_record
from .war_of_multiplicands import Army, Circumstances, WarOfMultiplicands, battle_powers, coefficients


def cases(game):
    return [
        pytest.param(case, id=case["name"]) for case in json.loads((GOLDEN / f"{game}.json").read_text())["cases"]
    ]


# Right records


@pytest.mark.parametrize("game", GAMES)
def test_golden_games_are_right(game):
    assert [judge(record) for record in RECORDS[game]] == [[]] * len(RECORDS[game])


def test_the_engine_plays_by_the_rules_in_every_way_to_play():
    assert [*disagreements(len(ways()))] == []


@pytest.mark.parametrize("slug", EDITIONS)
def test_random_royal_dilemma_ends_right_and_loses_no_card(slug):
    rng = random.Random(slug)
    for players in range(2, 7 if NUMBERS[slug] <= 14 else 5):
        for end_timing, max_rounds in (("immediate", 40), ("finish_round", 40), ("finish_round", 3)):
            options = {"players": players, "end_timing": end_timing, "max_rounds": max_rounds}
            record, rules = random_record(rng, "royal_dilemma", slug, **options)
            assert judge(record) == []
            if slug != "strength":  # there the cards of the dead leave the game
                places = [rules.deck, rules.discarded, *rules.hands, *rules.in_play]
                names = Counter(card.name for place in places for card in place)
                assert names == Counter(rules.value_cards())


@pytest.mark.parametrize("players", range(2, 7))
def test_random_battleground_ends_right_and_loses_no_card(players):
    for pack, max_turns in (("zsa", 1000), ("standard", 1000), ("zsa", 30)):
        rng = random.Random(players)
        record, rules = random_record(rng, "battleground", None, players=players, pack=pack, max_turns=max_turns)
        assert judge(record) == []
        left = sum(map(len, [rules.discard, *rules.hands, *rules.stacks]))
        assert left == len(rules.pack) - len(rules.pack) % players


@pytest.mark.parametrize(("players", "teams"), [(2, None), (3, None), (4, None), (4, 2), (5, None)])
@pytest.mark.parametrize("armies", [4, 6])
def test_random_war_ends_right_and_the_deck_lasts(players, teams, armies):
    rng = random.Random(players)
    record, rules = random_record(rng, "war_of_multiplicands", None, players=players, teams=teams, armies=armies)
    assert judge(record) == []
    gained = len(rules.pack) - rules.dealt * players - len(rules.deck)
    assert sum(rules.scores()) + sum(rules.dead) == rules.dealt * players + gained


# Worked cases


@pytest.mark.parametrize("case", cases("battleground"))
def test_battleground_turn(case):
    seats = [case["actor"], *case["others"]]
    rules = Battleground({"players": len(seats), "pack": "zsa", "max_turns": 1000})
    rules.hands = [list(seat["hand"]) for seat in seats]
    rules.stacks = [["5"] * seat["stack"] for seat in seats]
    rules.discard = ["5"] * case["discard"]
    replies = list(case.get("replies", []))

    turn = rules.turn(0)
    asked = next(turn)
    answer = f"{case['play']} {case['target']}" if "target" in case else case["play"]
    assert answer in asked.moves
    try:
        while True:
            asked = turn.send(answer)
            if not isinstance(asked, Decide):
                answer = asked.pool[: asked.count]
            elif [asked.seat] == replies[:1]:
                answer = "deny"
                replies.pop(0)
            else:
                answer = "allow"
    except StopIteration:
        pass

    assert not replies
    after = [case["after"]["actor"], *case["after"].get("others", [])]
    for seat, sizes in enumerate(after):
        assert (len(rules.stacks[seat]), len(rules.hands[seat])) == (sizes["stack"], sizes["hand"])
        assert (rules.cards_held(seat) == 0) == sizes.get("out", False)
    assert len(rules.discard) == case["after"]["discard"]


@pytest.mark.parametrize("case", cases("war_of_multiplicands"))
def test_war_battle(case):
    gaian, necromancer, reviver = coefficients(case["players"], case["armies"])

    def circumstances(side):
        return Circumstances(
            *(gaian, necromancer, reviver, case["living"], case["dead"], case["dead_own"][side]),
            *(case["wins"][side], side == "attacker"),
        )

    powers = dict(
        zip(
            ("attacker", "defender"),
            battle_powers(case["attacker"], circumstances("attacker"), case["defender"], circumstances("defender")),
            strict=True,
        )
    )
    assert powers == {side: [Fraction(str(power)) for power in case["bp"][side]] for side in powers}
    totals = {side: sum(powers[side]) for side in powers}
    assert totals == {side: Fraction(str(case["total"][side])) for side in totals}
    if case["winner"] is None:
        assert totals["attacker"] == totals["defender"]
        return
    winner = case["winner"]
    loser = "defender" if winner == "attacker" else "attacker"
    assert totals[winner] > totals[loser]
    killed = possible_casualties(case[winner], powers[winner], totals[loser])
    assert killed == {tuple(sorted(ranks)) for ranks in case["casualties"]}


def possible_casualties(units, powers, losing_total):
    """Every set of ranks that may be dead in the end, by trying every order of killing."""
    finals, open_orders = set(), [[]]
    while open_orders:
        moves = open_orders.pop()
        rules = WarOfMultiplicands({"players": 2, "teams": None, "armies": 4})
        killing = rules.casualties(Army(0, 1, list(units)), powers, losing_total)
        try:
            asked = next(killing)
            for move in moves:
                asked = killing.send(move)
            open_orders += [[*moves, move] for move in asked.moves]
        except StopIteration:
            finals.add(tuple(sorted(move.split()[1] for move in moves)))
    return finals


@pytest.mark.parametrize(
    ("players", "armies", "expected"),
    [
        *((2, 4, [4, 7, 15]), (3, 4, [3, 5, 10]), (4, 4, [2, 4, 8]), (5, 4, [2, 3, 6])),
        *((2, 6, [3, 5, 10]), (3, 6, [2, 3, 7]), (4, 6, [1, 2, 5]), (5, 6, [1, 2, 4])),
    ],
)
def test_war_coefficients(players, armies, expected):
    assert coefficients(players, armies) == expected


# Command line and odd input


def test_command_line(capsys, monkeypatch, tmp_path):
    right, wrong = (dict(RECORDS["battleground"][0]) for _ in range(2))
    wrong["scores"] = [1, 1]
    assert main([str(GOLDEN / "battleground_records.jsonl")]) == 0
    assert capsys.readouterr().out == f"{len(RECORDS['battleground'])} records, 0 disagreements\n"

    path = tmp_path / "records.jsonl"
    path.write_text("\n".join([json.dumps(right), json.dumps(wrong), "{", ""]))
    assert main([str(path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line.removeprefix(f"{path}:")[:2] for line in lines[:2]] == ["2:", "3:"]
    assert lines[2:] == ["3 records, 2 disagreements"]

    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(right) + "\n"))
    assert main(["-"]) == 0


@pytest.mark.parametrize("thing", [None, [], {}, 3, "record", dict.fromkeys(KEYS)])
def test_anything_else_is_refused_without_an_exception(thing):
    assert judge(thing)


def test_every_edition_is_in_the_table():
    assert list(NUMBERS.values()) == list(range(1, 28))
    assert {record["edition"] for record in RECORDS["royal_dilemma"]} == set(EDITIONS)
    assert RoyalDilemma({"players": 2, "end_timing": "immediate", "max_rounds": 200}, "invasion").number == 21
