"""War of Multiplicands: worked examples, golden games, rules by the case, and properties over every option."""

import json
from collections import Counter
from fractions import Fraction
from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.cards import UNKNOWN, in_order
from arena.chance import Scripted, derive
from arena.errors import IllegalMove, SelectionError
from arena.game import parse_selection
from arena.games.war_of_multiplicands import GAME
from arena.games.war_of_multiplicands.battle import Force, powers, total
from arena.games.war_of_multiplicands.rules import CARDS, RANKS, setting, succession
from arena.games.war_of_multiplicands.state import War
from arena.games.war_of_multiplicands.table import Battle, opening
from arena.match import play
from arena.players.local import LocalPlayer
from arena.players.wire import hook_for
from arena.record import Event, decode
from arena.replay import replay
from bots.random import Random as RandomBot
from bots.seer import Seer
from bots.vulture import Vulture

GOLDEN = Path(__file__).parent.parent / "golden"
CASES = json.loads((GOLDEN / "war_of_multiplicands.json").read_text())["cases"]
RECORDS = [decode(line) for line in (GOLDEN / "war_of_multiplicands_records.jsonl").read_text().splitlines()]

SELECTIONS = [
    GAME.select(players=players, teams=teams, armies=armies)
    for armies in (4, 6)
    for players, teams in ((2, None), (3, None), (4, None), (5, None), (4, 2))
]
selections = st.sampled_from(SELECTIONS)
seeds = st.integers(0, 10**6)


def hand(text):
    return in_order(CARDS[rank] for rank in text.split())


def encoded(value):
    return msgspec.msgpack.encode(value, enc_hook=str)


def course(selection, seed):
    """Yield the state of a random game before each decision and at its end, the same object throughout."""
    rng = Random(seed)
    state = selection.start(derive("course", seed))
    while not state.is_terminal():
        yield state
        state.apply(rng.choice(state.legal_moves()))
    yield state


def stopped(selection, seed):
    """Return a random position of a random game."""
    states = course(selection, seed)
    for _ in range(Random(seed).randrange(1, 40 * len(selection.sides))):
        state = next(states, None)
        if state is None:
            break
        last = state
    return last


def position(*armies, deck, battle=None, sides=None):
    """Return a position with seat 0 to attack seat 1, from the armies of each seat, all face down, as texts."""
    full = [tuple(hand(units) for units in mine) for mine in armies]
    shown = tuple(tuple((UNKNOWN,) * len(units) for units in mine) for mine in full)
    table = msgspec.structs.replace(
        opening(setting(len(full), 4), len(full)),
        armies=shown,
        wins=tuple((0,) * len(mine) for mine in full),
        deck=len(deck.split()),
        round=1,
        turn=0,
        opponent=1,
        battles=1,
        out=tuple(int(not any(mine)) for mine in full),
        battle=battle,
    )
    cards = tuple(CARDS[rank] for rank in deck.split())
    sides = sides or tuple(range(len(full)))
    return War.resume(setting(len(full), 4), sides, Scripted(()), table, [()] * len(full), full, cards)


# Battles


def fought(case):
    forces = [
        Force(hand(" ".join(case[side])), case["wins"][side], case["dead_own"][side])
        for side in ("attacker", "defender")
    ]
    return powers(setting(case["players"], case["armies"]), *forces, case["living"], case["dead"])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_worked_battles(case):
    sums = []
    for side, values in zip(("attacker", "defender"), fought(case), strict=True):
        assert [Fraction(values[CARDS[rank].order], 25) for rank in case[side]] == case["bp"][side]
        sums.append(Fraction(total(hand(" ".join(case[side])), values), 25))
        assert sums[-1] == case["total"][side]
    assert case["winner"] == (None if sums[0] == sums[1] else "attacker" if sums[0] > sums[1] else "defender")


@pytest.mark.parametrize("case", [case for case in CASES if case["winner"]], ids=lambda case: case["name"])
def test_worked_casualties(case):
    """All orders of killing that the winner may choose end in the sets that the example lists."""
    seat = ("attacker", "defender").index(case["winner"])
    values = fought(case)[seat]
    due = total(hand(" ".join(case[("attacker", "defender")[1 - seat]])), fought(case)[1 - seat])
    start = position([" ".join(case[case["winner"]])], [""], deck="A", battle=Battle(0, 0, values, due))
    ends = set()

    def go_on(state):
        if state.is_terminal():
            ends.add(tuple(sorted(state.view(0).table.dead[0])))
        for move in state.legal_moves():
            twin = state.clone()
            twin.apply(move)
            go_on(twin)

    go_on(start)
    assert ends == {tuple(sorted(units)) for units in case["casualties"]}


def by_the_book(units, enemies, mine, theirs, attacking, wins, dead_own, living, dead, coefficients):
    """Return powers one step on, as the rules state them, in fractions; `mine` and `theirs` are those before."""
    gaian, necromancer, reviver = coefficients
    result = []
    for index, unit in enumerate(units):
        others = [power for i, power in enumerate(mine) if i != index]
        result.append(
            {
                "A": gaian * living,
                "2": necromancer * dead,
                "3": 20 * len(enemies) + 10,
                "4": 20 * len(units) + 10,
                "5": 70 * sum(power > 100 for power in others),
                "6": 150 * wins,
                "7": 100,
                "8": max(0, 310 - 50 * len(units)),
                "9": Fraction(8, 10) * max(theirs),
                "10": 130 if attacking else 60,
                "J": reviver * dead_own,
                "Q": 70 * sum(enemy in ("2", "3", "8", "10") for enemy in enemies),
                "K": 70 * sum(enemy in ("4", "5", "J", "Q") for enemy in enemies),
            }[unit]
        )
    return result


armies = st.lists(st.sampled_from([*RANKS, "5", "9", "5", "9"]), min_size=1, max_size=8).map(" ".join).map(hand)
small = st.integers(0, 4)


@given(armies, armies, small, small, st.integers(2, 100), st.integers(0, 30), st.integers(0, 30))
def test_powers_are_the_least_fixed_point_of_the_rules_exactly(units, enemies, wins, losses, living, mine, theirs):
    rules = setting(3, 4)
    coefficients = (rules.gaian, rules.necromancer, rules.reviver)
    ours, others = [Fraction(0)] * len(units), [Fraction(0)] * len(enemies)
    for _ in range(20):
        ours, others = (
            by_the_book(units, enemies, ours, others, True, wins, mine, living, mine + theirs, coefficients),
            by_the_book(enemies, units, others, ours, False, losses, theirs, living, mine + theirs, coefficients),
        )
    values = powers(rules, Force(units, wins, mine), Force(enemies, losses, theirs), living, mine + theirs)
    assert [Fraction(values[0][unit.order], 25) for unit in units] == ours
    assert [Fraction(values[1][unit.order], 25) for unit in enemies] == others


# Numbers


@pytest.mark.parametrize(
    ("players", "armies", "packs", "coefficients"),
    [
        (2, 4, 1, (4, 7, 15)),
        (3, 4, 2, (3, 5, 10)),
        (4, 4, 2, (2, 4, 8)),
        (5, 4, 3, (2, 3, 6)),
        (2, 6, 2, (3, 5, 10)),
        (3, 6, 3, (2, 3, 7)),
        (4, 6, 3, (1, 2, 5)),
        (5, 6, 4, (1, 2, 4)),
    ],
)
def test_packs_and_coefficients(players, armies, packs, coefficients):
    rules = setting(players, armies)
    assert Counter(rules.deck) == dict.fromkeys(CARDS.values(), 4 * packs)
    assert (rules.gaian, rules.necromancer, rules.reviver) == coefficients


def test_teams_are_for_four():
    assert GAME.select(players=4, teams=2).sides == (0, 1, 0, 1)
    for players in (2, 3, 5):
        with pytest.raises(SelectionError, match="players=4"):
            GAME.select(players=players, teams=2)
    assert str(parse_selection("war_of_multiplicands:players=4,teams=2", [GAME])).endswith("players=4,teams=2")


def test_the_opponent_moves_on_with_the_rounds():
    everybody = (False,) * 4
    assert [succession((0, 1, 2, 3), everybody, 0, round_)[1:] for round_ in (1, 2, 3, 4)] == [
        (1, 2),
        (1, 3),
        (1, 0),
        (1, 2),
    ]
    assert succession((0, 1, 2, 3), everybody, 3, 1) == (2, 0, 2)
    assert succession((0, 1, 2, 3), (False, True, False, False), 0, 1) == (1, 2, 3)
    assert [succession((0, 1, 0, 1), everybody, 3, round_)[2] for round_ in (1, 2)] == [3, 1]


# Rules by the case


def test_equal_totals_kill_both_armies_and_draw_no_card():
    state = position(["7", "7 7"], ["7", "A"], deck="K")
    state.apply("attack 1 1")
    table = state.view(0).table
    assert table.armies == (((), (UNKNOWN,) * 2), ((), (UNKNOWN,)))
    assert (table.dead, table.deck, table.wins) == ((hand("7"), hand("7")), 1, ((0, 0), (0, 0)))
    assert (table.turn, table.opponent, table.round) == (1, 0, 1)


def test_a_last_battle_that_leaves_nobody_is_a_draw():
    state = position(["9 9"], ["9"], deck="K")
    state.apply("attack 1 1")
    assert state.is_terminal()
    assert state.outcome().ranks == (1, 1)
    assert state.outcome().scores == (0, 0)


def test_the_winner_sees_the_card_that_it_won_and_the_others_do_not():
    state = position(["10 10 7", "7"], ["7 8", "7 2"], deck="K A")
    state.apply("attack 1 1")
    assert (state.current_player(), state.legal_moves()) == (0, ("kill 7", "kill 10"))
    state.apply("kill 7")
    state.apply("kill 10")
    assert state.view(0).armies[0] == hand("10 K")
    assert state.view(1).table.armies[0] == ((CARDS["10"], UNKNOWN), (UNKNOWN,))
    state.apply("attack 2 1")
    assert state.view(1).table.dead[0] == (*hand("7 10"), *hand("10 K"))


def test_casualties_go_on_while_any_unit_alive_has_no_more_power_than_is_due():
    state = position(["10 10 7"], ["7 8"], deck="K")
    state.apply("attack 1 1")
    battle = state.view(1).table.battle
    assert (battle.seat, battle.army, battle.due) == (0, 0, 25 * 310)
    state.apply("kill 10")
    assert state.view(1).table.battle.due == 25 * 180
    assert state.legal_moves() == ("kill 7", "kill 10")


def test_nobody_dies_when_every_unit_outweighs_the_enemy():
    state = position(["10 10", "7"], ["8 8 8 8 8 8 8", "7"], deck="K")
    state.apply("attack 1 1")
    assert (state.current_player(), state.legal_moves()[0]) == (1, "attack 2 1")


def test_the_game_ends_after_the_casualties_and_the_card_of_its_last_battle():
    state = position(["10 10 7"], ["7 8"], deck="K A")
    state.apply("attack 1 1")
    assert not state.is_terminal()
    assert state.outcome().ranks == (1, 2)
    state.apply("kill 7")
    state.apply("kill 10")
    assert state.is_terminal()
    assert state.view(0).table.deck == 1
    assert state.outcome().scores == (2, 0)


def test_a_team_ranks_by_its_last_member():
    state = position(["10 10"], ["7"], ["10"], ["3"], deck="K K", sides=(0, 1, 0, 1))
    state.apply("attack 1 1")
    assert not state.is_terminal()
    assert (state.current_player(), state.view(2).table.opponent) == (2, 3)
    state.apply("attack 1 1")
    assert state.is_terminal()
    assert state.outcome().ranks == (1, 3, 1, 3)
    assert state.returns() == (1, -1, 1, -1)


def test_seats_that_go_out_later_rank_better():
    state = position(["7 7"], ["3"], ["3"], deck="K K")
    state.apply("attack 1 1")
    state.apply("attack 1 1")
    assert state.is_terminal()
    assert state.outcome().ranks == (1, 3, 2)


# Golden games


@pytest.mark.parametrize("record", RECORDS, ids=range(len(RECORDS)))
def test_golden_games_replay(record):
    state = replay(GAME, record)
    assert state.is_terminal()
    assert state.outcome() == type(state.outcome())(record.ranks, record.scores)


# Properties


def whole(state):
    """Return every card of the game, wherever it is."""
    cards = Counter(state._deck)
    for cards_ in (*state._hands, *(units for mine in state._armies for units in mine), *state._table.dead):
        cards.update(cards_)
    return cards


@settings(max_examples=30, deadline=None)
@given(selections, seeds)
def test_every_game_keeps_its_cards_ends_in_bounds_and_replays(selection, seed):
    seats, armies = len(selection.sides), selection.options["armies"]
    deck = Counter(setting(seats, armies).deck)
    for state in course(selection, seed):
        assert whole(state) == deck
        table = state._table
        assert table.deck == len(state._deck)
        for shown, mine in zip(table.armies, state._armies, strict=True):
            if table.round:
                assert [len(units) for units in shown] == [len(units) for units in mine]
        for move in state.legal_moves():
            assert GAME.parse_move(str(move)) is move
    assert table.battles <= armies * seats - 1
    outcome = state.outcome()
    assert (max(outcome.scores) > 0) == (outcome.scores.count(0) < seats)
    assert all(rank == 1 for rank, score in zip(outcome.ranks, outcome.scores, strict=True) if score)
    assert sum(state.returns()) == pytest.approx(0)
    script = [(event.chance, event.cards) for event in state.events if event.chance]
    again = GAME.start(selection, Scripted(script))
    for event in state.events[1:]:
        again.apply(str(event.move))
    assert (again.events, again.outcome()) == (state.events, outcome)


@settings(max_examples=30, deadline=None)
@given(selections, seeds)
def test_moves_come_in_the_order_of_the_protocol(selection, seed):
    for state in course(selection, seed):
        moves = state.legal_moves()
        keys = [
            (move.card.order, 0, 0) if str(move).startswith("kill") else (0, move.army, getattr(move, "target", 0))
            for move in moves
        ]
        assert keys == sorted(set(keys))


@settings(max_examples=30, deadline=None)
@given(selections, seeds)
def test_illegal_moves_change_nothing_and_clones_go_their_own_way(selection, seed):
    state = stopped(selection, seed)
    twin = state.clone()
    before = [encoded(state.view(seat)) for seat in range(len(selection.sides))]
    for wrong in ("place A 9", "attack 0 1", "kill", None, 7):
        with pytest.raises(IllegalMove):
            state.apply(wrong)
    while not twin.is_terminal():
        twin.apply(twin.legal_moves()[-1])
    assert before == [encoded(state.view(seat)) for seat in range(len(selection.sides))]


# What seats may know


def same_but_for_news(state, twin, seat):
    ours, theirs = (msgspec.structs.replace(each.view(seat), news=()) for each in (state, twin))
    return encoded(ours) == encoded(theirs) and (
        state.current_player() != seat or state.legal_moves() == twin.legal_moves()
    )


@settings(max_examples=40, deadline=None)
@given(selections, seeds)
def test_an_imagined_state_cannot_be_told_from_the_true_one(selection, seed):
    state = stopped(selection, seed)
    rng = Random(seed)
    reader = msgspec.msgpack.Decoder(GAME.view, dec_hook=hook_for(GAME))
    for seat in range(len(selection.sides)):
        view = reader.decode(encoded(state.view(seat)))
        assert view == state.view(seat)
        twin = selection.determinize(view, rng)
        assert same_but_for_news(state, twin, seat)
        assert whole(twin) == whole(state)
        while not twin.is_terminal():
            twin.apply(rng.choice(twin.legal_moves()))


def test_unseen_cards_are_imagined_evenly():
    selection = GAME.select()
    *_, state = (state.clone() for state in course(selection, 3) if state._table.battles < 3)
    view = state.view(0)
    rng = Random(1)
    worlds = [selection.determinize(view, rng) for _ in range(2000)]
    unseen = Counter(worlds[0]._deck)
    for units, shown in zip(worlds[0]._armies[1], view.table.armies[1], strict=True):
        unseen += Counter(units) - Counter(shown)
    army = view.table.armies[1].index((UNKNOWN,) * 5)
    in_army = Counter(unit for world in worlds for unit in world._armies[1][army])
    for card, count in unseen.items():
        assert in_army[card] / 10_000 == pytest.approx(count / unseen.total(), abs=0.02)


def redealt(selection, state, seat, rng):
    """Return the course of the same public history over other cards where the seat cannot see them.

    Exchanged are the units of others' armies that never fought, the cards that others won and have not shown, and
    the rest of the deck. Yields (true state, other state) before each of the seat's decisions and at the end.
    """
    seats, share = len(selection.sides), 5 * selection.options["armies"]
    deck = list(state.events[0].cards)
    split = [[[] for _ in range(selection.options["armies"])] for _ in range(seats)]
    for event in state.events[1 : 1 + seats * share]:
        split[event.seat][event.move.army].append(event.move.card)
    won = gains(selection, state)
    shown = state._table.armies
    pile = deck[seats * share :]
    hidden_armies = [
        (other, army)
        for other in range(seats)
        for army in range(len(split[other]))
        if other != seat and shown[other][army] == (UNKNOWN,) * 5
    ]
    kept = {i for i, (other, army) in enumerate(won) if other == seat or UNKNOWN not in shown[other][army]}
    kept |= {i for i, place in enumerate(won) if place in won[i + 1 :]}
    pool = [card for other, army in hidden_armies for card in split[other][army]]
    pool += [card for i, card in enumerate(pile) if i not in kept]
    rng.shuffle(pool)
    for other, army in hidden_armies:
        split[other][army] = [pool.pop() for _ in range(5)]
    pile = [card if i in kept else pool.pop() for i, card in enumerate(pile)]
    cards = tuple(card for mine in split for units in mine for card in units) + tuple(pile)
    moves = []
    for other in range(seats):
        placed = sorted((card.order, army) for army, units in enumerate(split[other]) for card in units)
        moves += [f"place {RANKS[order]} {army + 1}" for order, army in placed]
    own = slice(seat * share, (seat + 1) * share)
    true = [str(event.move) for event in state.events[1:]]
    moves[own] = true[own]
    moves += true[seats * share :]
    ours = GAME.start(selection, Scripted([("deck", tuple(deck))]))
    theirs = GAME.start(selection, Scripted([("deck", cards)]))
    for mine, other in zip(true, moves, strict=True):
        if ours.current_player() == seat:
            yield ours, theirs
        ours.apply(mine)
        theirs.apply(other)
    yield ours, theirs


def gains(selection, state):
    """Return the seat and army that each card drawn so far went to."""
    again = GAME.start(selection, Scripted([("deck", state.events[0].cards)]))
    result = []
    for event in state.events[1:]:
        before = again._table
        again.apply(event.move)
        after = again._table
        if after.deck == before.deck:
            continue
        if before.battle:
            result.append((before.battle.seat, before.battle.army))
        else:
            result += [
                (seat, army)
                for seat, wins in enumerate(after.wins)
                for army, count in enumerate(wins)
                if count > before.wins[seat][army]
            ]
    return result


def leaks(selection, seed):
    """Tell whether a seat's view, news or moves depend on what it cannot know."""
    rng = Random(seed)
    states = course(selection, seed)
    stop = rng.randrange(1, 20 * len(selection.sides))
    for state in states:
        if state._table.round and not (stop := stop - 1):
            break
    for seat in range(len(selection.sides)):
        for ours, theirs in redealt(selection, state, seat, rng):
            if encoded(ours.view(seat)) != encoded(theirs.view(seat)) or (
                ours.current_player() == seat and ours.legal_moves() != theirs.legal_moves()
            ):
                return True
    return False


@settings(max_examples=30, deadline=None)
@given(selections, seeds)
def test_what_a_seat_cannot_know_changes_nothing_that_it_gets(selection, seed):
    assert not leaks(selection, seed)


def test_a_leak_would_be_caught(monkeypatch):
    def leaky(state, seat):
        table = state._table
        if table.round:
            table = msgspec.structs.replace(table, armies=tuple(state._armies))
        return msgspec.structs.replace(honest(state, seat), table=table)

    honest = War.view
    monkeypatch.setattr(War, "view", leaky)
    assert leaks(GAME.select(), 1)


@given(selections, seeds)
@settings(max_examples=10, deadline=None)
def test_placements_are_news_to_nobody(selection, seed):
    for state in course(selection, seed):
        for seat in range(len(selection.sides)):
            for event in state.view(seat).news:
                assert isinstance(event, Event)
                assert not event.move.startswith("place")


# Bots


@pytest.mark.parametrize("selection", SELECTIONS, ids=str)
def test_its_bots_play_every_option(selection):
    kinds = [Vulture, Seer, RandomBot]
    bots = [kinds[seat % 3] for seat in range(len(selection.sides))]
    players = [LocalPlayer(bot, selection, derive(seat)) for seat, bot in enumerate(bots)]
    record = play(selection, players, derive("bots"), [bot.__name__ for bot in bots], [b""] * len(bots))
    assert (record.ending, record.faults) == ("normal", ())


def test_vulture_beats_chance():
    selection = GAME.select()
    won = 0.0
    for number in range(200):
        for seat in (0, 1):
            bots = [RandomBot, RandomBot]
            bots[seat] = Vulture
            players = [LocalPlayer(bot, selection, derive(number, i)) for i, bot in enumerate(bots)]
            record = play(selection, players, derive("vulture", number), ["", ""], [b"", b""])
            won += (1 + record.ranks[1 - seat] - record.ranks[seat]) / 2
    assert won / 400 > 0.58
