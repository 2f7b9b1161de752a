"""Royal Dilemma: golden games, worked examples, and what holds for every edition, number of players and deal."""

import ast
from collections import Counter
from itertools import chain
from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.cards import UNKNOWN
from arena.chance import Scripted, derive
from arena.errors import IllegalMove
from arena.game import Selection, parse_selection
from arena.games.royal_dilemma import GAME
from arena.games.royal_dilemma.moves import MOVES
from arena.games.royal_dilemma.rules import CARDS, EDITIONS
from arena.games.royal_dilemma.setup import setup_of
from arena.games.royal_dilemma.state import RoyalState
from arena.games.royal_dilemma.tasks import Choose, Discard, Give, Pay
from arena.match import report
from arena.players.wire import hook_for
from arena.record import decode, encode
from arena.replay import replay

PACKAGE = Path(GAME.start.__code__.co_filename).parent
GOLDEN = Path(__file__).parents[1] / "golden" / "royal_dilemma_records.jsonl"
RECORDS = [record for record in map(decode, GOLDEN.read_bytes().splitlines()) if record.edition in EDITIONS]


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_golden_game_of_an_edition_replays_to_its_end(edition):
    records = [record for record in RECORDS if record.edition == edition]
    assert len(records) >= 4
    for record in records:
        state = replay(GAME, record)
        outcome = state.outcome()
        assert state.is_terminal()
        assert (outcome.ranks, outcome.scores) == (record.ranks, record.scores)
        assert outcome.truncated == (record.ending == "truncated")


def test_the_table_of_editions():
    about = {edition.slug: (edition.number, edition.attested) for edition in GAME.editions}
    assert about["single"] == (4, "full")
    assert about["duel"] == (13, "carried")
    assert about["invasion"] == (21, "full")
    assert about["ransom"] == (26, "reading")
    assert [number for number, _ in about.values()] == sorted(number for number, _ in about.values())
    assert str(GAME.select()) == "royal_dilemma@invasion:players=2"


def test_editions_are_data_and_no_code_asks_for_one():
    code = [path for path in PACKAGE.glob("*.py") if path.name != "__init__.py"]  # which names the default
    for path in code:
        words = {node.value for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Constant)}
        assert not words & set(EDITIONS), path.name


# Worked examples. A game is given as the first cards of its deck and the moves played.


def position(text: str, deck: str, *moves: str) -> RoyalState:
    """Return the position after these moves; the cards that are not named follow in card order."""
    selection = parse_selection(f"royal_dilemma@{text}", [GAME])
    setup = setup_of(selection.edition.slug, **selection.options)
    first = [CARDS[card] for card in deck.split()]
    rest = list((Counter(setup.cards) - Counter(first)).elements())
    state = GAME.start(selection, Scripted([("deck", (*first, *rest))]))
    for move in moves:
        state.apply(move)
    return state


def in_play(state: RoyalState) -> list[str]:
    return [" ".join(cards) for cards in state.play]


class TestInvasion:
    DEALT = "2S 3S 4S 10S 9S 8S 10H 9H 8H 10D 9D 8D"

    def test_each_starts_with_a_card_in_play_and_draws_as_many_as_are_in_play(self):
        state = position("invasion:players=3", self.DEALT)
        assert in_play(state) == ["2S", "3S", "4S"]
        assert state.hands == [("10S", "10D", "10H"), ("9S", "9D", "9H"), ("8S", "8D", "8H")]

    def test_the_invaded_pays_from_play_and_hand_and_the_attack_card_returns(self):
        state = position("invasion", "2S 3S 7S 4S 5S 6S", "K 7S", "pass")
        assert state.current_player() == 1
        assert state.legal_moves() == ("pay 3S", "pay 4S", "pay 6S")
        state.apply("pay 3S")
        state.apply("pay 4S")
        assert state.round == 2
        assert in_play(state) == ["2S 3S", ""]
        assert {"4S", "7S"} <= set(state.hands[0])
        assert state.view(1).known == ((0, "4S"), (0, "7S"))

    def test_who_has_too_little_pays_all(self):
        state = position("invasion", "2S 2D 10S 2H 9S 2C", "K 10S", "pass", "pay 2D", "pay 2H", "pay 2C")
        assert state.round == 2
        assert in_play(state) == ["2S 2D", ""]

    def test_a_fresh_build_can_be_taken_but_not_twice_in_a_round(self):
        state = position("invasion:players=3", self.DEALT, "K 10S", "K 9S", "K 8S")
        assert "pay 9S" in state.legal_moves()
        state.apply("pay 9S")
        state.apply("pay 3S")
        assert state.current_player() == 1
        assert state.legal_moves() == ("pay 9D", "pay 9H"), "seat 2 invades seat 1, which has hand cards left"

    def test_of_a_battle_the_winner_keeps_the_card_and_gets_the_difference(self):
        state = position("invasion", "2S 3S 7S 4S 5S 6S", "K 7S", "A 4S")
        assert state.discard == ("4S",)
        assert "7S" in state.hands[0]
        assert state.question == Pay(1, 0, 3, "")

    def test_equal_battles_cost_both_cards_and_nothing_else(self):
        state = position("invasion", "2S 3S 7S 7H 5S 6S", "K 7S", "A 7H")
        assert state.round == 2
        assert set(state.discard) == {"7S", "7H"}

    def test_a_third_still_invades_who_fights_a_battle(self):
        state = position("invasion:players=3", self.DEALT, "K 10S", "A 9S", "A 8S", "pay 3S")
        assert state.question == Pay(0, 2, 8, "")
        assert "pay 3S" not in state.legal_moves(), "it changed control this round"
        assert "pay 10S" not in state.legal_moves(), "it returned this round"

    def test_four_players_commit_once_and_with_finish_round_twice(self):
        for timing, rounds in (("immediate", 1), ("finish_round", 2)):
            state = position(f"invasion:players=4,end_timing={timing}", "")
            commits = 0
            while not state.is_terminal():
                commits += isinstance(state.question, Choose)
                state.apply(state.legal_moves()[0])
            assert commits == 4 * rounds

    def test_the_last_round_is_cut_off(self):
        state = position("invasion:max_rounds=1", "", "pass", "pass")
        assert state.is_terminal()
        assert state.outcome().truncated

    def test_a_third_sees_that_a_card_was_paid_from_hand_to_hand_but_not_which(self):
        state = position("invasion:players=3", self.DEALT, "K 10S", "pass", "pass", "pay 9H")
        assert state.view(1).question == state.view(0).question == Pay(1, 0, 10, "", (CARDS["9H"],))
        assert state.view(2).question == Pay(1, 0, 10, "", (UNKNOWN,))
        assert state.view(2).news[-1].move == "pay ?"
        state.apply("pay 3S")
        assert state.view(2).news[-1].move == "pay 3S", "from play into play"
        assert state.view(1).known == ((0, "9H"), (0, "10S"))
        assert state.view(2).known == ((0, "10S"),), "the attack card, which all saw return"

    def test_what_is_known_of_a_hand_is_forgotten_when_a_hidden_card_leaves_it(self):
        moves = ["K 10S", "pass", "pass", "pay 9H", "pay 3S", "pass", "pass", "A 8S"]
        state = position("invasion:players=3", self.DEALT, *moves)
        assert state.view(1).known == ((0, "9H"), (0, "10S"))
        state.apply("pay 10D")
        assert state.view(1).known == ((2, "8S"),), "the attack card, which all saw return"
        assert state.view(0).known == ((2, "10D"), (2, "8S"))


class TestRansom:
    def test_cards_of_either_suit_count_double_as_power_and_as_the_value_captured(self):
        state = position("ransom", "8S 3C 5H 4C 6C 7C", "pass", "A 4C")
        assert not state.legal_moves()[0].startswith("capture"), "8S is worth 16 to these two"
        state = position("ransom:players=3", "8S 3C 4D 8H 9C 9D", "K 8H", "pass", "pass")
        assert state.legal_moves() == ("capture 3C", "decline"), "8H is worth 16, 3C is worth 3"

    def test_the_ransom_is_due_though_nothing_was_captured(self):
        state = position("ransom", "8S 3C 5H 4C 6C 7C", "pass", "A 4C")
        assert state.question == Give(0, 1)
        hand = state.hands[0]
        state.apply(f"give {hand[0]}")
        assert hand[0] in state.hands[1]

    def test_who_wins_a_battle_may_capture_with_the_own_power_not_the_difference(self):
        state = position("ransom", "2C 7C 8D 3D 10D 4D", "K 8D", "A 3D")
        assert state.legal_moves() == ("capture 7C", "decline")
        state.apply("decline")
        assert state.question == Give(1, 0)
        assert state.legal_moves() == ("give 4D",)

    def test_own_suit_in_play_draws_more(self):
        state = position("ransom", "2S 3S")
        assert [len(hand) for hand in state.hands] == [4, 2]


class TestDuel:
    DEALT = "4S 5S 6S 7S 8S 9S JS 10S 4H 5H"

    def test_all_draw_the_total_in_play(self):
        state = position("duel", "6S 5S", "red K 6S", "pass")
        assert in_play(state) == ["", "6S"]
        assert [len(hand) for hand in state.hands] == [6 + 1, 6 + 1], "one for what seat 1 held at the reveal"

    def test_the_stronger_attack_draws_and_the_target_discards_what_it_held_at_the_reveal(self):
        state = position("duel", f"3S 2S {self.DEALT}", "red A 3S", "red K 2S", "black K 10S", "pass")
        assert state.legal_moves() == ("sacrifice 2S", "decline")
        state.apply("decline")
        assert len(state.hands[0]) == 4 + 10
        assert state.question == Discard(1, 10)
        assert state.legal_moves() == ("discard 4S", "discard 4H", "discard 6S", "discard 8S", "discard JS")
        for card in ("4S", "4H", "6S", "8S"):
            state.apply(f"discard {card}")
        assert state.legal_moves() == ("discard JS",)

    def test_the_stronger_sacrifice_draws_and_the_attacker_discards_what_it_held_at_the_reveal(self):
        state = position(
            "duel", f"QS 2S {self.DEALT}", "red A QS", "red K 2S", "pass", "black A 4S", "sacrifice QS"
        )
        assert len(state.hands[0]) == 14 + 8
        assert state.question == Discard(1, 8)
        assert len(state.legal_moves()) == 13

    def test_a_round_without_draws_and_commitments_ends_the_game(self):
        state = position("duel", "", "pass", "pass")
        assert state.is_terminal()
        assert state.outcome().ranks == (1, 1)
        assert not state.outcome().truncated

    def test_equal_copies_are_one_move_and_one_card_each(self):
        state = position("duel:players=3", "9S 9S 8H", "red K 9S")
        assert state.legal_moves().count("red K 9S") == 1
        state.apply("red K 9S")
        state.apply("pass")
        assert in_play(state) == ["", "9S 9S", ""]


class TestSingle:
    def test_nobody_may_pass_and_red_gives_to_the_target(self):
        state = position("single", "9S 8S")
        assert "pass" not in state.legal_moves()
        assert state.legal_moves() == ("red A 9S", "black A 9S", "red K 9S", "black K 9S")
        state.apply("red K 9S")
        state.apply("red A 8S")
        assert state.is_terminal()
        assert state.outcome().ranks == (2, 1)

    def test_a_card_built_this_round_cannot_be_captured(self):
        state = position("single", "9S 8S", "black K 9S", "red K 8S")
        assert state.is_terminal()
        assert in_play(state) == ["", "8S"]

    def test_black_on_oneself_may_draw_all_or_nothing(self):
        state = position("single", "9S 8S", "black A 9S", "red K 8S")
        assert state.legal_moves() == ("draw", "stay")
        state.apply("draw")
        assert len(state.hands[0]) == 9
        assert state.discard == ("9S",)


# What holds for every way to play.

SELECTIONS = [
    GAME.select(slug, players=players, end_timing=timing, max_rounds=rounds)
    for slug, row in EDITIONS.items()
    for players in range(2, (6 if row.rules.family == "colours" else 4) + 1)
    for timing, rounds in (("immediate", 200), ("finish_round", 5))
]
selections = st.sampled_from(SELECTIONS)
seeds = st.integers(0, 2**32)
few = settings(max_examples=40, deadline=None)


def encoded(view, news: bool = True) -> bytes:
    view = view if news else msgspec.structs.replace(view, news=())
    return msgspec.msgpack.encode(view, enc_hook=str)


def play_out(state, rng: Random, stop: int = 10**6):
    """Play at random, yielding before each decision."""
    while not state.is_terminal() and stop:
        yield state
        state.apply(rng.choice(state.legal_moves()))
        stop -= 1


def somewhere(selection: Selection, seed: int) -> RoyalState:
    """Return a random position of a random game."""
    rng = Random(seed)
    state = selection.start(derive(seed))
    for _ in play_out(state, rng, rng.randrange(60)):
        pass
    return state


def all_cards(state: RoyalState) -> Counter:
    tasks = (task.on_table() for task in state.agenda)
    return Counter(chain(state.deck, state.discard, *state.hands, *state.play, *tasks))


@given(selections, seeds)
@few
def test_cards_are_conserved_and_moves_are_in_order(selection, seed):
    state = selection.start(derive(seed))
    cards = Counter(state.setup.cards)
    decisions = 0
    for _ in play_out(state, Random(seed)):
        decisions += 1
        assert all_cards(state) == cards
        moves = state.legal_moves()
        assert len(set(moves)) == len(moves)
        assert all(GAME.parse_move(str(move)) is move for move in moves)
        keys = [
            (move.card.order, getattr(move, "target", 0), getattr(move, "colour", "") == "black")
            for move in moves
            if hasattr(move, "card")
        ]
        assert keys == sorted(keys)
        assert all(hasattr(move, "card") for move in moves[: len(keys)]), "moves without a card come last"
        for seat, hand in enumerate(state.hands):
            assert list(hand) == sorted(hand, key=lambda card: card.order)
            assert not state.free_in_hand(seat) or set(state.free_in_hand(seat)) <= set(hand)
    assert decisions < 20_000
    outcome = state.outcome()
    assert outcome.scores == tuple(sum(card.value for card in cards) for cards in state.play)
    assert outcome.ranks == tuple(1 + sum(other > score for other in outcome.scores) for score in outcome.scores)
    assert state.legal_moves() == ()
    assert state.view(0).question is None


@given(selections, seeds)
@few
def test_an_illegal_move_changes_nothing_and_a_clone_is_independent(selection, seed):
    state = somewhere(selection, seed)
    before = [encoded(state.view(seat)) for seat in state.setup.seats]
    illegal = next(move for move in MOVES if move not in state.legal_moves())
    with pytest.raises(IllegalMove):
        state.apply(illegal)
    twin = state.clone()
    for _ in play_out(twin, Random(seed), 30):
        pass
    assert [encoded(state.view(seat)) for seat in state.setup.seats] == before
    again = state.clone()
    for _ in play_out(again, Random(seed), 30):
        pass
    assert again.events == twin.events
    assert [encoded(again.view(seat)) for seat in again.setup.seats] == [
        encoded(twin.view(seat)) for seat in twin.setup.seats
    ]


@given(selections, seeds)
@few
def test_the_record_of_a_game_replays(selection, seed):
    state = selection.start(derive(seed))
    for _ in play_out(state, Random(seed)):
        pass
    outcome = state.outcome()
    ending = "truncated" if outcome.truncated else "normal"
    record = report(selection, state.events, b"", ["x"] * len(state.sides), outcome, ending, [])
    assert replay(GAME, decode(encode(record))).outcome() == outcome


@given(selections, seeds)
@few
def test_a_view_reads_back_from_the_wire(selection, seed):
    state = somewhere(selection, seed)
    for seat in state.setup.seats:
        view = state.view(seat)
        read = msgspec.msgpack.decode(encoded(view), type=GAME.view, dec_hook=hook_for(GAME))
        assert read == view
        assert all(one is other for one, other in zip(read.hand, view.hand, strict=True))


# Secrecy.


@given(selections, seeds)
@settings(max_examples=150, deadline=None)
def test_a_determinized_position_cannot_be_told_from_the_true_one(selection, seed):
    state = somewhere(selection, seed)
    for seat in state.setup.seats:
        view = state.view(seat)
        twin = selection.determinize(view, Random(seed))
        assert encoded(twin.view(seat), news=False) == encoded(view, news=False)
        assert twin.events == []
        assert all_cards(twin) == all_cards(state)
        assert twin.current_player() == state.current_player()
        if state.current_player() == seat:
            assert twin.legal_moves() == state.legal_moves()
        for _ in play_out(twin, Random(seed)):
            pass
        assert all_cards(twin) == Counter(state.setup.cards)


def history(selection: Selection, seed: int) -> tuple[RoyalState, list[set[str]]]:
    """Play at random to somewhere; return the position and, by seat, the cards that it must have seen by the rules.

    Seen is what a seat holds or held, what lies or lay face up, and what it gave or got; not a commitment before
    the reveal, and not a card that goes from hand to hand between others.
    """
    rng = Random(seed)
    state = selection.start(derive(seed))
    seats = state.setup.seats
    seen: list[set[str]] = [set() for _ in seats]
    for _ in play_out(state, rng, rng.randrange(60)):
        pass
    replayed = selection.start(derive(seed))
    secret = {seat: set() for seat in seats}
    for event in state.events:
        if event.move is None:
            continue
        card = getattr(event.move, "card", None)
        question = replayed.question
        if isinstance(question, Choose):
            secret[event.seat] = {card}
        elif card is not None:
            between = isinstance(question, Pay | Give) and card in replayed.hands[event.seat]
            for seat in (event.seat, question.to) if between else seats:
                seen[seat].add(card)
        replayed.apply(event.move)
        if replayed.pledges == [None] * len(seats):  # they were revealed
            for seat in seats:
                seen[seat].update(chain(*secret.values()))
            secret = {seat: set() for seat in seats}
        for seat in seats:
            seen[seat].update(replayed.hands[seat], replayed.discard, *replayed.play)
    for seat in seats:
        seen[seat].update(replayed.hands[seat], *replayed.play)
    return state, seen


def swapped(events, one: str = "", other: str = ""):
    """Return the deck and the moves of a history with two cards in each other's place."""
    names = {one: other, other: one}
    moves = [" ".join(names.get(word, word) for word in event.move.split()) for event in events if event.move]
    return tuple(CARDS[names.get(card, card)] for card in events[0].cards), moves


def seen_by(selection: Selection, seat: int, deck, moves) -> tuple[list[bytes], list]:
    """Return all that a seat sees of a game, and who was asked for what, move by move.

    What it sees are the views and legal moves of its decisions, and a last view.
    """
    state = GAME.start(selection, Scripted([("deck", deck)]))
    pages = []
    trail = [_asked(state)]
    for move in moves:
        if state.current_player() == seat:
            pages.append(encoded(state.view(seat)) + msgspec.msgpack.encode(state.legal_moves(), enc_hook=str))
        state.apply(move)
        trail.append(_asked(state))
    return [*pages, encoded(state.view(seat))], trail


def _asked(state: RoyalState):
    question = state.question
    return type(question), state.current_player(), getattr(question, "to", None)


def check_redeal(selection: Selection, seed: int) -> int:
    """Swap cards that a seat cannot have seen and compare all that it sees; return how many swaps were possible."""
    state, seen = history(selection, seed)
    rng = Random(seed)
    swaps = 0
    for seat in state.setup.seats:
        hidden = [str(card) for card in dict.fromkeys(state.setup.cards) if card not in seen[seat]]
        if len(hidden) < 2:
            continue
        truth, trail = seen_by(selection, seat, *swapped(state.events))
        for _ in range(4):
            try:
                pages, other = seen_by(selection, seat, *swapped(state.events, *rng.sample(hidden, 2)))
            except IllegalMove:
                continue  # the others could not have played as they did
            if other == trail:  # or else a payment between others ended sooner or later, as all could see
                assert pages == truth
                swaps += 1
    return swaps


@given(selections, seeds)
@settings(max_examples=150, deadline=None)
def test_what_a_seat_cannot_know_changes_nothing_that_it_sees(selection, seed):
    check_redeal(selection, seed)


LEAKS = {
    "a hand": lambda state, view: msgspec.structs.replace(view, known=tuple(enumerate(state.hands))),
    "a commitment": lambda state, view: msgspec.structs.replace(view, commits=tuple(state.pledges)),
    "the next card": lambda state, view: msgspec.structs.replace(view, discard=view.discard + state.deck[:1]),
    "a payment": lambda state, view: msgspec.structs.replace(view, question=state.question),
    "a settled card": lambda state, view: msgspec.structs.replace(view, settled_hands=state.settled_hands),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_would_be_caught(leak, monkeypatch):
    honest = RoyalState.view
    monkeypatch.setattr(RoyalState, "view", lambda state, seat: LEAKS[leak](state, honest(state, seat)))
    with pytest.raises(AssertionError):
        sum(check_redeal(SELECTIONS[seed % len(SELECTIONS)], seed) for seed in range(3000))
