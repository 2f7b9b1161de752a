"""Battleground: the worked examples, whole games by another implementation, and what must hold in every game."""

import json
from collections import Counter
from itertools import chain, islice
from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.cards import in_order
from arena.chance import Seeded, derive
from arena.errors import IllegalMove
from arena.games.battleground import GAME
from arena.games.battleground.memory import certain
from arena.games.battleground.moves import MOVES
from arena.games.battleground.rules import CARDS, PACKS
from arena.games.battleground.state import Battleground
from arena.games.battleground.view import BattlegroundView
from arena.match import play as referee
from arena.match import report
from arena.players.local import LocalPlayer
from arena.players.wire import hook_for
from arena.record import decode
from arena.replay import replay
from arena.state import TERMINAL
from bots.brawler import Brawler
from bots.medic import Medic
from bots.random import Random as Chaos

GOLDEN = Path(__file__).parent.parent / "golden"
CASES = json.loads((GOLDEN / "battleground.json").read_text())["cases"]
RECORDS = (GOLDEN / "battleground_records.jsonl").read_text().splitlines()

seeds = st.integers(0, 2**32)
selections = st.builds(
    lambda players, pack, max_turns: GAME.select(players=players, pack=pack, max_turns=max_turns),
    st.integers(2, 6),
    st.sampled_from(["zsa", "standard"]),
    st.sampled_from([1, 7, 60, 1000]),
)
few = settings(max_examples=25, deadline=None, derandomize=True)


def hand(text):
    return in_order(CARDS[card] for card in text.split())


def table(*seats, discard="", out=None, max_turns=1000, turn=0):
    """A position: (hand, stack, top first) for each seat, by texts; a number for a stack of so many 2s."""
    hands = [[*hand(cards)] for cards, _ in seats]
    stacks = [
        (CARDS["2"],) * stack if isinstance(stack, int) else tuple(CARDS[card] for card in stack.split())
        for _, stack in seats
    ]
    pile = [CARDS[card] for card in discard.split()]
    state = Battleground(tuple(range(len(seats))), max_turns, Seeded(bytes(16)))
    nothing = ((),) * len(seats)
    view = BattlegroundView(
        turn, (), tuple(hands[turn]), tuple(map(len, hands)), tuple(map(len, stacks)), len(pile),
        turn, 1, out or (0,) * len(seats), None, 0, -1, (), (), nothing,
    )  # fmt: skip
    assert state.resume(view, hands, stacks, pile)
    return state


def play(state, *moves):
    """Play `seat:move` after `seat:move`; each must be what is asked."""
    for step in moves:
        seat, _, move = step.partition(":")
        assert state.current_player() == int(seat)
        state.apply(move)
    return state


def sizes(state):
    view = state.view(0)
    return list(zip(view.stacks, view.hands, strict=True))


def walk(selection, seed):
    """Yield the state before every decision of a random game, and the last one."""
    rng = Random(seed)
    state = selection.start(derive("battleground", seed))
    while not state.is_terminal():
        yield state
        state.apply(rng.choice(state.legal_moves()))
    yield state


def stack_of(state, seat):
    return state._stacks[seat][len(state._stacks[seat]) - state._left[seat] :]


def packed(view):
    return msgspec.msgpack.encode(view, enc_hook=str)


def without_news(view):
    return packed(msgspec.structs.replace(view, news=()))


# Worked examples.


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_worked_example(case):
    seats = [case["actor"], *case["others"]]
    filler = " ".join(["3"] * case["discard"])
    state = table(*((" ".join(seat["hand"]), seat["stack"]) for seat in seats), discard=filler)
    replies = list(case.get("replies", []))
    state.apply(case["play"] if "target" not in case else f"{case['play']} {case['target']}")
    while state.legal_moves() and state.legal_moves()[0] == "deny":
        denies = replies[:1] == [state.current_player()]
        state.apply("deny" if denies else "allow")
        del replies[: int(denies)]
    assert not replies
    after = case["after"]
    view = state.view(0)
    assert view.discard == after["discard"]
    for seat, told in enumerate([after["actor"], *after.get("others", [])]):
        assert (view.stacks[seat], view.hands[seat]) == (told["stack"], told["hand"])
        assert bool(view.out[seat]) == told.get("out", False)
    if "winner" in after:
        assert state.is_terminal()
        expected = [1, 1] if after["winner"] is None else [1 if s == after["winner"] else 2 for s in range(2)]
        assert list(state.outcome().ranks) == expected


@pytest.mark.parametrize("line", RECORDS, ids=range(len(RECORDS)))
def test_games_of_another_implementation_end_the_same(line):
    record = decode(line)
    outcome = replay(GAME, record).outcome()
    assert (outcome.ranks, outcome.scores) == (record.ranks, record.scores)
    assert outcome.truncated == (record.ending == "truncated")


def test_the_deal_follows_the_deck():
    state = GAME.select(players=5, pack="standard").start(bytes(16))
    deck = state.events[0].cards
    assert Counter(deck) == Counter(PACKS["standard"])
    assert sizes(state) == [(14, 7)] * 5
    assert [state.view(seat).hand for seat in range(5)] == [in_order(deck[21 * s : 21 * s + 7]) for s in range(5)]


def test_packs():
    assert len(PACKS["zsa"]) == 120
    assert set(Counter(PACKS["zsa"]).values()) == {8}
    assert len(PACKS["standard"]) == 108
    assert Counter(PACKS["standard"])["0"] == 4
    assert "1" not in PACKS["standard"]


def test_legal_moves_stand_by_card_then_seat_and_without_a_target_last():
    state = table(("2 2", 5), ("A K J X Q 0 5", 5), ("2", 5), turn=1)
    assert " ".join(f"{move}," for move in state.legal_moves()) == (
        "0, 5 0, 5 2, X, J 0, J 2, J, Q 0, Q 2, K 0, K 2, A,"
    )
    assert table(("3", 5), ("A", 5)).legal_moves() == ("3 1",)


# Replies.


def test_bystanders_deny_and_the_active_player_denies_back():
    state = table(("5 A", 9), ("A 4", 9), ("A A 4", 9))
    play(state, "0:5 1", "1:allow", "2:deny")
    play(state, "0:deny")
    play(state, "1:allow", "2:deny")
    play(state, "1:deny")
    assert state.current_player() == 1
    assert state.view(0).discard == 5 + 5
    assert sizes(state) == [(2, 7), (4, 1), (9, 1)]


def test_a_deny_opens_a_new_window_for_those_who_passed_but_not_for_who_denied():
    state = table(("9 2", 9), ("A 4", 9), ("A A 4", 9))
    play(state, "0:9 2", "1:allow", "2:deny", "1:deny", "2:allow", "1:4 0")
    assert sizes(state)[2] == (0, 2)


def test_a_played_ace_is_not_answered():
    assert play(table(("A 2", 3), ("A 2", 3)), "0:A").current_player() == 1


def test_an_effect_that_will_be_nothing_is_still_asked_about():
    assert play(table(("J 2", 3), ("A 2", 3)), "0:J").legal_moves() == ("deny", "allow")


def test_a_replier_who_gave_the_last_card_refills_at_the_end_of_the_turn_only():
    state = table(("K 3", 9), ("A", 9), ("A 2", 9))
    play(state, "0:K 1", "1:deny", "2:deny")
    assert sizes(state) == [(8, 2), (2, 7), (9, 1)], "the King found nothing"
    assert "pick" not in [event.chance for event in state.events]


def test_an_ace_given_as_a_reply_can_be_healed_back_but_the_healing_card_cannot():
    state = play(table(("X 3", 5), ("A 2", 5), ("A 2", 5)), "0:X", "1:deny", "2:deny")
    assert state.events[-1].cards == ("A", "A")
    assert (state.view(0).discard, state.view(0).shown) == (1, ("X",))


# The end.


def test_a_swap_can_put_the_other_out_and_the_turn_goes_on_to_the_left():
    state = play(table(("J", 0), ("7 7", 0), ("2", 4)), "0:J 1")
    assert state.current_player() == 2
    assert state.view(0).out == (0, 1, 0)
    assert state.outcome().ranks == (2, 3, 1)


def test_whoever_goes_out_later_ranks_better():
    state = table(("5 5 9", 0), ("2", 0), ("2 9", 0), ("4", 0))
    play(state, "0:5 1", "2:9 3")
    assert state.current_player() == 0
    play(state, "0:5 2")
    assert state.is_terminal()
    assert state.outcome().ranks == (1, 4, 2, 3)
    assert state.outcome().scores == (1, 0, 0, 0)


def test_the_cap_ranks_by_cards_and_says_so():
    state = play(table(("5 5", 3), ("2 2", 5), ("2", 5), max_turns=1), "0:5 1")
    assert state.is_terminal()
    assert state.outcome().truncated
    assert state.outcome().scores == (4, 2, 6)
    assert state.outcome().ranks == (2, 3, 1)


def test_a_game_that_ends_on_the_last_turn_is_not_truncated():
    assert not play(table(("5 5", 3), ("2", 0), max_turns=1), "0:5 1").outcome().truncated


# What the seats know.


def test_certain_counts_each_rank():
    assert certain(hand("5 5 5 7 7 K"), 1) == hand("5 5 7")
    assert certain(hand("5 5 5 7 7 K"), 2) == hand("5")
    assert certain(hand("5 7"), 0) == hand("5 7")


def test_king_shows_the_card_to_both_and_to_nobody_else():
    state = play(table(("K 2", 9), ("3", 9), ("4", 9)), "0:K 1")
    assert [state.view(seat).known for seat in range(3)] == [((), (), ()), (("3",), (), ()), ((), (), ())]
    assert [state.view(seat).news[-1].cards for seat in (1, 2)] == [("3",), ("?",)]


def test_jack_shows_the_whole_hands_and_knowledge_travels_along():
    state = play(table(("K 2 2", 9), ("3", 9), ("J 4", 9)), "0:K 1", "1:2 0", "2:J 0")
    assert state.view(0).known == ((), (), ("2", "2", "2", "3"))
    assert state.view(2).known == (("4",), (), ())
    assert state.view(1).known == ((), (), ("3",)), "it went with the hand"


def test_an_unseen_loss_makes_what_was_known_uncertain():
    state = play(table(("K 2", 9), ("3 3", 0), ("Q Q 4", 9)), "0:K 1")
    assert state.view(1).known[0] == ("3",)
    play(state, "1:3 2", "2:Q 0")
    assert state.view(1).known[0] == ()


def test_a_known_card_that_must_have_changed_hands_is_known_in_the_other_hand():
    state = play(table(("J 3", 5), ("K 4", 9), ("2", 5)), "0:J 2", "1:K 2")
    assert state.view(0).known == ((), ("3",), ()), "it was seat 2's only card"


def test_own_losses_are_known_until_a_heal():
    state = play(table(("9 2", 9), ("3 4 5", 7), ("X 4", 9)), "0:9 1")
    lost = state.view(1).buried
    assert len(lost) == 2
    assert lost == state.view(1).news[-1].cards
    assert state.view(0).buried == state.view(2).buried == ()
    play(state, f"1:{state.legal_moves()[0]}", "2:X")
    assert state.view(1).buried == ()
    assert state.view(1).shown == ("X",)


def test_what_another_must_have_lost_is_known_too():
    state = play(table(("J 3 4", 5), ("2 2", 0), ("9 4", 9)), "0:J 1")
    play(state, "1:3 0", "2:9 1")
    assert state.view(0).buried == ("4",), "seat 1's whole hand went, and seat 0 knew it"
    assert state.view(2).buried == ()


@few
@given(selections, seeds)
def test_what_is_known_is_true(selection, seed):
    for state in walk(selection, seed):
        for seat in range(len(state.sides)):
            view = state.view(seat)
            assert Counter(view.shown) + Counter(view.buried) <= Counter(state._discard)
            assert view.known[seat] == ()
            for known, cards in zip(view.known, state._hands, strict=True):
                assert Counter(known) <= Counter(cards)


# Nothing else is shown.


def redealt(state, seat, rng):
    """The same game with two cards exchanged that the seat cannot see; its history is the same."""
    view, twin = state.view(seat), state.clone()
    twin._stacks = [stack_of(twin, other) for other in range(len(state.sides))]
    piles = [twin._discard]
    hidden = {(0, 0): (piles, Counter(twin._discard) - Counter((*view.shown, *view.buried)))}
    for other, known in enumerate(view.known):
        hidden[1, other] = twin._stacks, Counter(twin._stacks[other])
        if other != seat:
            hidden[2, other] = twin._hands, Counter(twin._hands[other]) - Counter(known)
    places = [place for place in hidden if hidden[place][1]]
    if len(places) < 2:
        return None
    one, two = rng.sample(places, 2)
    cards = [rng.choice(sorted(hidden[place][1].elements())) for place in (one, two)]
    for place, gone, new in zip((one, two), cards, reversed(cards), strict=True):
        zone, among = hidden[place][0], list(hidden[place][0][place[1]])
        among[among.index(gone)] = new
        zone[place[1]] = in_order(among) if zone is twin._hands else tuple(among)
    twin._discard = list(piles[0])
    return twin


def leaks(state, seat, rng, view=Battleground.view):
    """Tell whether the seat sees a difference that it should not."""
    twin = redealt(state, seat, rng)
    return twin is not None and packed(view(state, seat)) != packed(view(twin, seat))


@few
@given(selections, seeds)
def test_exchanging_hidden_cards_changes_nothing(selection, seed):
    rng = Random(seed)
    for state in walk(selection, seed):
        for seat in range(len(state.sides)):
            assert not leaks(state, seat, rng)


def prone_to(state, seat, leak):
    view = state.view(seat)
    other = (seat + 1) % len(state.sides)
    return msgspec.structs.replace(view, number=leak(state, other))


@pytest.mark.parametrize(
    "leak",
    [
        lambda state, other: state._hands[other].count("A"),
        lambda state, other: stack_of(state, other)[:1],
        lambda state, other: str(stack_of(state, other)),
    ],
)
def test_a_leak_would_be_caught(leak):
    rng = Random(1)
    assert any(
        leaks(state, seat, rng, lambda state, seat: prone_to(state, seat, leak))
        for state in walk(GAME.select(players=3), 1)
        for seat in range(3)
    )


def seen_while_played(selection, deck, seat, script, view=Battleground.view):
    """Play the script of public moves over a deck without a chance event; return what the seat sees on the way.

    Whoever is asked for a reply that is not in the script allows. None when the script does not fit.
    """
    state = GAME.start(selection, Deck(deck))
    seen = []
    steps = list(script)
    while steps:
        asked, moves = state.current_player(), state.legal_moves()
        if asked == seat:
            seen.append((packed(view(state, seat)), moves))
        if steps[0][0] == asked and steps[0][1] in moves:
            state.apply(steps.pop(0)[1])
        elif "allow" in moves and asked != seat:
            state.apply("allow")
        else:
            return None
    return seen


class Deck:
    """Deals one deck and knows no other chance."""

    def __init__(self, deck):
        self.deck = deck

    def draw(self, number, kind, pool, count):
        assert kind == "deck"
        return self.deck, []


def quiet_script(state, rng, length):
    """Random moves that need no chance and show nobody cards."""
    script = []
    while len(script) < length:
        moves = [move for move in state.legal_moves() if move == "J" or str(move)[0] in "123456789Ada"]
        if not moves or min(state._left) < 10:
            break
        script.append((state.current_player(), rng.choice(moves)))
        state.apply(script[-1][1])
    return script


def retold(seed, view=Battleground.view, tries=60):
    """Play one public history over other deals; return how many fitted and how many of them the seat could tell."""
    rng = Random(seed)
    players = rng.randint(2, 4)
    selection = GAME.select(players=players)
    seat = rng.randrange(players)
    first = selection.start(derive("retold", seed))
    deck = first.events[0].cards
    share = len(deck) // players
    script = [(asked, move) for asked, move in quiet_script(first, rng, 14) if asked == seat or move != "allow"]
    truth = seen_while_played(selection, deck, seat, script, view)
    hidden = [i for i in range(len(deck)) if not share * seat <= i < share * (seat + 1)]
    fitted = told = 0
    for _ in range(tries):
        other = list(deck)
        for _ in range(12):
            i, j = rng.sample(hidden, 2)
            other[i], other[j] = other[j], other[i]
        seen = seen_while_played(selection, tuple(other), seat, script, view)
        if seen is not None:
            fitted += 1
            told += seen != truth
    return fitted, told


def test_the_same_public_history_over_other_deals_looks_the_same():
    results = [retold(seed) for seed in range(40)]
    assert sum(fitted for fitted, _ in results) > 200
    assert not any(told for _, told in results)


def test_a_view_that_shows_who_was_asked_would_be_caught():
    def leaky(state, seat):
        return msgspec.structs.replace(state.view(seat), number=sum(e.move == "allow" for e in state.events))

    assert any(told for _, told in (retold(seed, leaky) for seed in range(40)))


@few
@given(selections, seeds)
def test_views_stand_still_while_others_are_asked(selection, seed):
    before = {}
    for state in walk(selection, seed):
        views = [state.view(seat) for seat in range(len(state.sides))]
        last = state.events[-1]
        if last.move == "allow" and views[0].played:
            assert [without_news(view) for view in views] == [without_news(view) for view in before]
            assert all(views[seat] == before[seat] for seat in range(len(views)) if seat != last.seat)
        before = views


@few
@given(selections, seeds)
def test_an_imagined_position_looks_the_same(selection, seed):
    rng = Random(seed)
    for state in walk(selection, seed):
        for seat in range(len(state.sides)):
            view = state.view(seat)
            imagined = GAME.determinize(selection, view, rng)
            assert without_news(imagined.view(seat)) == without_news(view)
            assert imagined.events == []
            if state.current_player() == seat:
                assert imagined.current_player() == seat
                assert imagined.legal_moves() == state.legal_moves()
            assert imagined.is_terminal() == state.is_terminal()


def test_unseen_cards_are_imagined_evenly_over_the_places_where_they_may_be():
    selection, draws, rng = GAME.select(players=3), 400, Random(8)
    *_, state = islice(walk(selection, 8), 40)
    assert not state.is_terminal()
    view = state.view(0)
    worlds = [selection.determinize(view, rng) for _ in range(draws)]
    places = {
        "hand 1": lambda world: Counter(world._hands[1]) - Counter(view.known[1]),
        "hand 2": lambda world: Counter(world._hands[2]) - Counter(view.known[2]),
        "stack 0": lambda world: Counter(stack_of(world, 0)),
        "stack 1": lambda world: Counter(stack_of(world, 1)),
        "discard": lambda world: Counter(world._discard) - Counter(view.shown) - Counter(view.buried),
    }
    unseen = Counter(PACKS["zsa"]) - Counter(view.hand)
    for named in (view.shown, view.buried, *view.known):
        unseen -= Counter(named)
    for there in places.values():
        found = sum((there(world) for world in worlds), Counter())
        for card, count in unseen.items():
            expected = found.total() * count / unseen.total()
            assert abs(found[card] - expected) <= 4.5 * expected**0.5


def test_imagined_games_go_on_to_their_end():
    rng = Random(4)
    for state in walk(GAME.select(players=4), 4):
        if not state.is_terminal():
            imagined = GAME.determinize(GAME.select(players=4), state.view(state.current_player()), rng)
            while not imagined.is_terminal():
                imagined.apply(rng.choice(imagined.legal_moves()))
            assert sum(imagined.outcome().scores) <= 120


# Every game.


@few
@given(selections, seeds)
def test_every_game_keeps_its_cards_and_ends(selection, seed):
    for turns, state in enumerate(walk(selection, seed)):
        if not turns:
            deck = state.events[0].cards
            aside = deck[len(deck) - len(deck) % len(state.sides) :]
        on_table = (state._played.card,) if state._played else ()
        assert Counter(
            (
                *aside,
                *chain.from_iterable(state._hands),
                *sum((stack_of(state, seat) for seat in range(len(state.sides))), ()),
                *state._discard,
                *on_table,
            )
        ) == (Counter(deck))
        assert all(tuple(cards) == in_order(cards) for cards in state._hands)
        assert state.view(0).number <= selection.options["max_turns"]
    assert state.current_player() == TERMINAL
    assert state.legal_moves() == ()
    outcome = state.outcome()
    view = state.view(0)
    living = [seat for seat, out in enumerate(view.out) if not out]
    assert outcome.truncated == (len(living) > 1)
    assert outcome.scores == tuple(h + s for h, s in zip(view.hands, view.stacks, strict=True))
    assert all(outcome.ranks[seat] <= len(living) for seat in living)
    record = report(selection, state.events, b"", [""] * len(state.sides), outcome, "normal", ())
    again = replay(GAME, record)
    assert again.outcome() == outcome
    assert [again.view(seat) for seat in range(len(state.sides))] == [
        state.view(seat) for seat in range(len(state.sides))
    ]


@few
@given(selections, seeds)
def test_every_legal_move_applies_to_a_clone_and_leaves_the_state_alone(selection, seed):
    for turns, state in enumerate(walk(selection, seed)):
        if turns % 5:
            continue
        before = [packed(state.view(seat)) for seat in range(len(state.sides))]
        for move in state.legal_moves():
            state.clone().apply(str(move))
        for move in ("allow", "deny", "5 5", "J", "nonsense"):
            if move not in state.legal_moves():
                with pytest.raises(IllegalMove):
                    state.apply(move)
        assert before == [packed(state.view(seat)) for seat in range(len(state.sides))]


def test_clones_play_on_alike():
    for state in walk(GAME.select(players=3), 9):
        twin, rng, same = state.clone(), Random(1), Random(1)
        other = state.clone()
        for _ in range(5):
            if not twin.is_terminal():
                twin.apply(rng.choice(twin.legal_moves()))
                other.apply(same.choice(other.legal_moves()))
        assert twin.events == other.events


def test_texts_read_back():
    assert all(GAME.parse_move(text) is move for text, move in MOVES.items())
    with pytest.raises(KeyError):
        GAME.parse_move("5")


@few
@given(selections, seeds)
def test_views_read_back(selection, seed):
    decoder = msgspec.msgpack.Decoder(GAME.view, dec_hook=hook_for(GAME))
    for state in walk(selection, seed):
        view = state.view(0)
        again = decoder.decode(packed(view))
        assert again == view
        assert all(card is CARDS[card] for card in again.hand)
        assert again.played is view.played


def test_a_seed_is_a_game():
    first, second = ([state.events[:] for state in walk(GAME.select(), 3)][-1] for _ in range(2))
    assert first == second


# The bots.


def match(selection, bots, deal):
    players = [LocalPlayer(bot, selection, derive("bot", deal, seat)) for seat, bot in enumerate(bots)]
    return referee(
        selection, players, derive("deal", deal), [bot.__name__ for bot in bots], [bytes(16)] * len(bots)
    )


@pytest.mark.parametrize("pack", list(PACKS))
@pytest.mark.parametrize("players", range(2, 7))
def test_the_bots_play_by_the_rules(players, pack):
    for deal in range(3):
        bots = [(Brawler, Medic, Chaos)[(seat + deal) % 3] for seat in range(players)]
        record = match(GAME.select(players=players, pack=pack), bots, deal)
        assert record.ending == "normal"
        assert not record.faults


@pytest.mark.parametrize("bot", [Brawler, Medic])
def test_the_bots_are_better_than_chance(bot):
    wins = sum(match(GAME.select(), [bot, Chaos], deal).ranks[0] == 1 for deal in range(50))
    wins += sum(match(GAME.select(), [Chaos, bot], deal).ranks[1] == 1 for deal in range(50))
    assert wins >= 80
