"""Royal Dilemma: golden games, the table of editions, and worked examples of every rule."""

import ast
import re
import tomllib
from pathlib import Path
from typing import Literal, get_args, get_origin

import msgspec
import pytest

from arena.cards import UNKNOWN
from arena.game import Selection
from arena.games.royal_dilemma import GAME
from arena.games.royal_dilemma.rules import CARDS, EDITIONS, Rules
from arena.games.royal_dilemma.tasks import Choose, Discard, Give, Match, Pay
from arena.own_editions import OwnEdition, with_editions
from arena.record import decode
from arena.replay import replay
from tests.games.royal import hands, in_play, position

PACKAGE = Path(GAME.start.__code__.co_filename).parent
GOLDEN = Path(__file__).parents[1] / "golden" / "royal_dilemma_records.jsonl"
RECORDS = [*map(decode, GOLDEN.read_bytes().splitlines())]


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


SLUGS = """strength capture ten single dividends dividends-deck tribute tithe cycling solace mobilize exchange
duel open-ended levy levy-plain headcount opening volley spend invasion heraldry plunder raid
raid-heraldry ransom bare"""


def test_the_table_has_all_27_editions_in_their_order():
    assert [edition.slug for edition in GAME.editions] == SLUGS.split()
    assert [edition.number for edition in GAME.editions] == list(range(1, 28))
    assert {record.edition for record in RECORDS} == set(EDITIONS)
    assert str(GAME.select()) == "royal_dilemma@invasion:players=2"


def test_how_well_editions_are_attested():
    about = {edition.slug: edition.attested for edition in GAME.editions}
    assert [slug for slug in about if about[slug] == "full"] == [
        *("single", "dividends", "mobilize", "open-ended", "invasion")
    ]
    assert [slug for slug in about if about[slug] == "reading"] == [
        *("strength", "plunder", "raid", "raid-heraldry", "ransom")
    ]
    assert about["bare"] == "public"


def test_each_edition_differs_from_the_one_that_it_is_after_and_restates_nothing():
    table = tomllib.loads((PACKAGE / "editions.toml").read_text())
    for slug, row in table.items():
        if "after" in row:
            parent = EDITIONS[row["after"]].rules
            changed = {key for key in row if key not in ("number", "attested", "after", "readings")}
            assert changed, slug
            assert all(getattr(parent, key) != row[key] for key in changed), slug


def test_every_rule_and_every_word_is_used_by_some_edition():
    for field in msgspec.structs.fields(Rules):
        used = {getattr(row.rules, field.name) for row in EDITIONS.values()}
        words = set(get_args(field.type)) if get_origin(field.type) is Literal else used
        assert used == words, field.name
        assert len(used) > 1, field.name


def test_editions_are_data_and_no_code_asks_for_one():
    rules = {field.name for field in msgspec.structs.fields(Rules)}
    verbs = {"capture", "spend"}
    prose = {"telling.py", "words.py", "phrases.py"}
    for path in PACKAGE.rglob("*.py"):
        if path.name in prose:
            continue
        words = {node.value for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Constant)}
        default = {GAME.default} if path == PACKAGE / "__init__.py" else set()
        assert words & set(EDITIONS) <= rules | verbs | default, path.name


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"courts": True}, "courts = true wants the colours family"),
        ({"family": "colours"}, "an attack of haggle, demand, invade, rob, or a ransom, wants the suits family"),
        ({"family": "colours", "attack": "seize", "doubling": "all"}, "doubling wants the suits family"),
        ({"attack": "contest"}, "battle = true wants an attack of seize, invade, rob"),
        ({"consolation": "after"}, "battle = true wants consolation = 'none'"),
        ({"end_step": "restock"}, "last_draw = true wants no end_step of reinforce and restock"),
        ({"battle": False, "attack": "outbid", "doubling": "all"}, "attack = 'outbid' wants doubling = 'none'"),
        ({"until": "might"}, "build = 'strengthen' and attack = 'weaken' and end_step = 'reinforce'"),
    ],
)
def test_words_that_cannot_go_together_are_refused(changes, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        msgspec.structs.replace(EDITIONS["invasion"].rules, **changes)


# Worked examples. A game is given as the first cards of its deck and the moves played.


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
        assert state.view(1).question == state.view(0).question == Pay(1, 0, 10, "", (), (CARDS["9H"],))
        assert state.view(2).question == Pay(1, 0, 10, "", (), (UNKNOWN,))
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
        assert state.question == Give(0, 1, 1)
        hand = state.hands[0]
        state.apply(f"give {hand[0]}")
        assert hand[0] in state.hands[1]

    def test_who_wins_a_battle_may_capture_with_the_own_power_not_the_difference(self):
        state = position("ransom", "2C 7C 8D 3D 10D 4D", "K 8D", "A 3D")
        assert state.legal_moves() == ("capture 7C", "decline")
        state.apply("decline")
        assert state.question == Give(1, 0, 1)
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


class TestStrength:
    DEALT = "10S 9S 10H 9H 10D 9D 10C 9C 2S 2H 3S 3H 4S 4H"

    def test_strengths_change_all_at_once_and_both_cards_come_back(self):
        state = position("strength", self.DEALT, "red A 10S", "black A 9S")
        assert state.strengths == (2, 1)
        assert [len(hand) for hand in state.hands] == [7, 7]
        assert state.view(1).known == ((0, "10S"),)
        state = position("strength", self.DEALT, "black K 2S", "red K 2H")
        assert state.strengths == (1, 1), "a dead seat would have been revived"

    def test_who_has_no_strength_left_is_out_and_the_last_one_wins(self):
        state = position("strength", self.DEALT, "black K 10S", "red K 3H")
        assert state.is_terminal()
        assert (state.outcome().ranks, state.outcome().scores) == ((1, 2), (1, 0))

    def test_all_dead_at_once_is_a_draw(self):
        state = position("strength", self.DEALT, "black K 10S", "black A 9S")
        assert state.is_terminal()
        assert state.outcome().ranks == (1, 1)

    def test_a_hundred_wins_at_once(self):
        state = position("strength", self.DEALT)
        state.strengths = (90, 50)
        state.apply("red A 10S")
        state.apply("red K 9S")
        assert state.is_terminal()
        assert (state.outcome().ranks, state.outcome().scores) == ((1, 2), (100, 59))

    def test_the_dead_are_neither_asked_nor_named(self):
        dealt = "9S 5S 6S 9H 5H 6H 9D 5D 6D"
        state = position("strength:players=3", dealt, "black K 9S", "red A 5S", "red Q 6S", "stay", "stay")
        assert state.strengths == (6, 0, 7)
        assert state.current_player() == 0
        assert {move.target for move in state.legal_moves()} == {0, 2}
        state.apply(state.legal_moves()[0])
        assert state.current_player() == 2

    def test_a_drawn_card_costs_one_that_goes_back_into_the_deck_unseen(self):
        state = position("strength", self.DEALT, "red A 10S", "black A 9S", "draw")
        deck = len(state.deck)
        state.apply("return 10S")
        assert state.events[-1].chance == "shuffle"
        assert len(state.events[-1].cards) == len(state.deck) == deck + 1
        assert (state.view(0).in_deck, state.view(1).in_deck) == (("10S",), ())
        assert [event.move or event.cards[0] for event in state.view(1).news[-2:]] == ["return ?", "?"]
        assert state.view(1).known == (), "the 10S may be the card that has gone"
        state.apply("draw")
        assert state.view(0).in_deck == (), "the other may have drawn it"


def own_way(players: int, after: str, **changes: object) -> Selection:
    """Return an edition of nobody's, that rows of a designer's own could make."""
    rules = msgspec.structs.replace(EDITIONS[after].rules, **changes)
    own = OwnEdition("royal_dilemma", "own", 99, msgspec.to_builtins(rules))
    (game,) = with_editions([GAME], [own])
    return game.select("own", players=players)


def test_the_dead_draw_no_cards_in_an_edition_that_deals_to_all():
    state = own_way(3, "strength", draw="all-count", in_play=2).start(bytes(16))
    before = len(state.hands[1])
    state.strengths = (5, 0, 5)
    state.deal_to_all(2)
    state.deal([1, 3, 0])
    assert len(state.hands[1]) == before


def test_of_two_copies_the_one_that_returned_stays_known_when_the_other_goes():
    state = own_way(3, "tribute", attack_returns=True).start(bytes(16))
    card = CARDS["9S"]
    state.hands[0] = (card, card)
    state.return_home((card,), 0)
    state.drop(card, 0)
    assert state.view(1).known == ((0, "9S"),)
    state.drop(card, 0)
    assert state.view(1).known == ((0, "9S"),)
    assert len(state.hands[0]) == 1


class TestCapture:
    BUILT = ("10S 9S 10H 9H 10D 9D 10C 9C 2S 2H 3S 3H 4S 4H", "red A 10S", "red K 9S")

    def test_every_builder_draws_one(self):
        assert [len(hand) for hand in position("capture", *self.BUILT).hands] == [7, 7]

    def test_a_capture_is_compulsory_and_the_attack_card_returns(self):
        state = position("capture", *self.BUILT, "black K 10H", "red K 9H")
        assert state.legal_moves() == ("capture 9S",), "9H was built this round"
        state.apply("capture 9S")
        assert in_play(state) == ["9S 10S", "9H"]
        assert "10H" in hands(state)[0]

    def test_a_capture_wants_a_card_worth_no_more_than_the_attack(self):
        state = position("capture", *self.BUILT, "black K 2S", "red K 9H")
        assert state.legal_moves() == ("draw", "stay")

    def test_only_who_attacked_may_draw_and_shuffle_one_back(self):
        state = position("capture", *self.BUILT, "black A 10H", "red K 9H")
        assert (state.current_player(), state.legal_moves()) == (0, ("draw", "stay"))
        state.apply("draw")
        assert "return 10H" in state.legal_moves(), "it was settled in step 4 only"
        state.apply("return 10H")
        assert state.round == 3

    def test_a_card_on_oneself_does_nothing_and_returns(self):
        state = position("capture", *self.BUILT, "black A 10H", "red K 9H", "stay")
        assert "10H" in hands(state)[0]
        assert state.discard == ()


class TestTen:
    DEALT = "10S 9S 10H 9H 10D 9D 10C 9C 2S 2H 3S 3H 4S 4H"

    def test_the_attack_card_is_discarded_on_oneself_too(self):
        state = position("ten", self.DEALT, "black K 10S", "black K 9S")
        assert set(state.discard) == {"10S", "9S"}

    def test_everybody_may_draw_a_card_and_discard_one(self):
        state = position("ten", self.DEALT, "red A 10S", "red K 9S", "draw", "discard 10H", "stay")
        assert state.discard == ("10H",)
        assert [len(hand) for hand in state.hands] == [9, 9]


class TestDividends:
    def test_each_draws_the_own_total_in_play(self):
        state = position("dividends", "9S 8S", "red A 9S", "red A 8S")
        assert [len(hand) for hand in state.hands] == [17, 0]
        assert not state.is_terminal()

    def test_the_deck_ends_the_later_edition_only(self):
        for edition, over in (("dividends", False), ("dividends-deck", True)):
            state = position(edition, "QS QH QD QC", "red A QS", "red A QH")
            for _ in range(2):
                while state.current_player() == 0 and state.deck:
                    state.apply(f"red A {state.hands[0][-1]}")
            assert state.is_terminal() is over
            assert not state.deck


class TestTribute:
    def test_who_builds_for_another_draws_the_value(self):
        state = position("tribute", "9S 8S", "red K 9S", "red K 8S")
        assert in_play(state) == ["", "8S 9S"]
        assert [len(hand) for hand in state.hands] == [9, 17]

    def test_a_card_on_oneself_melts_one_in_play_and_draws_the_sum(self):
        built = ("3S 8S 2S 4S 2H 5S 2D 6S", "red A 3S", "red K 8S")
        state = position("tribute", *built, "black A 4S", "red K 2S")
        assert state.legal_moves() == ("sacrifice 3S",)
        state.apply("sacrifice 3S")
        assert set(state.discard) == {"3S", "4S"}
        assert len(state.hands[0]) == 2 + 7

    def test_what_is_worth_more_cannot_be_melted_and_nothing_is_drawn(self):
        state = position("tribute", "3S 8S 2S 2C", "red A 3S", "red K 8S", "black A 2C", "red K 2S")
        assert state.round == 3
        assert len(state.hands[0]) == 2 + 3, "for the 3S in play"


class TestTithe:
    def test_the_draw_for_a_build_is_capped_by_what_the_target_had_in_play(self):
        state = position("tithe", "9S 8S 2S 10H", "red A 9S", "red K 8S", "red K 10H", "black A 2S")
        assert state.round == 3
        assert len(state.hands[0]) == 8 + min(10, 8) + 9

    def test_a_card_on_oneself_draws_its_value(self):
        assert len(position("tithe", "9S 8S", "black A 9S", "red K 8S").hands[0]) == 9


class TestCycling:
    def test_as_many_are_discarded_as_were_drawn_for_a_card_on_oneself(self):
        state = position("cycling", "3S 8S 4S 5S 6S", "black A 3S", "red K 8S")
        assert state.question == Discard(0, 3)
        assert state.legal_moves() == ("discard 4S", "discard 5S", "discard 6S")

    def test_each_draws_the_own_number_in_play(self):
        state = position("cycling", "3S 8S", "red A 3S", "red A 8S")
        assert [len(hand) for hand in state.hands] == [2, 8], "seat 1 drew 8 for its build"


def test_solace_lets_the_attacked_draw_one_after_each_attack_by_another():
    assert [len(hand) for hand in position("solace", "9S 8S", "black K 9S", "red K 8S").hands] == [0, 2]
    assert [len(hand) for hand in position("cycling", "9S 8S", "black K 9S", "red K 8S").hands] == [0, 1]
    state = position("solace", "3S 8S", "black A 3S", "red K 8S")
    assert len(state.hands[0]) == 3, "an attack on oneself brings none"


def test_mobilize_lets_everybody_draw_for_black_cards_before_the_first_attack():
    assert [len(hand) for hand in position("mobilize", "9S 8S", "black K 9S", "red K 8S").hands] == [0, 2]
    state = position("mobilize", "3S 8S", "black A 3S", "red K 8S")
    assert (len(state.hands[0]), state.question) == (1 + 3, Discard(0, 3))


class TestExchange:
    def test_everybody_but_the_target_draws_the_value_of_a_build(self):
        assert [len(hand) for hand in position("exchange", "9S 8S", "red A 9S", "pass").hands] == [0, 10]

    def test_the_attacked_must_remove_a_card_draws_its_value_and_discards_the_attacks(self):
        built = ("9S 8S 4S", "red K 9S", "pass")
        state = position("exchange", *built, "black K 4S", "pass")
        assert (state.current_player(), state.legal_moves()) == (1, ("remove 9S",))
        state.apply("remove 9S")
        assert len(state.hands[1]) == 1 + 9
        assert state.question == Discard(1, 4)

    def test_without_a_card_in_play_only_the_discard_is_due(self):
        state = position("exchange", "9S 8S", "black K 9S", "pass")
        assert state.question == Discard(1, 9)
        assert state.legal_moves() == ("discard 8S",)

    def test_an_attack_on_oneself_is_like_any_other(self):
        state = position("exchange", "9S 8S 4S", "red K 9S", "red K 8S", "black A 4S")
        assert state.question == Discard(0, 4)


def test_open_ended_pays_by_the_share_of_what_is_in_play():
    state = position("open-ended:players=3", "9S 3S 8S", "red A 9S", "red A 3S", "pass")
    assert state.outcome().scores == (12, 0, 0)
    assert state.returns() == (1.0, -0.5, -0.5)
    state.play = [(CARDS["9S"],), (CARDS["3S"],), ()]
    assert state.returns() == pytest.approx((0.625, -0.125, -0.5))
    state.play = [(), (), ()]
    assert state.returns() == (0.0, 0.0, 0.0)


class TestLevy:
    BUILT = ("9S 5S 2S 4S", "A 9S", "K 5S", "K 4S", "pass")

    def test_who_sacrifices_nothing_gives_as_many_hand_cards_as_the_power(self):
        state = position("levy", *self.BUILT)
        assert state.legal_moves() == ("sacrifice 5S", "decline")
        state.apply("decline")
        assert state.question == Give(1, 0, 4)

    def test_who_sacrifices_too_much_is_given_the_difference(self):
        assert position("levy", *self.BUILT, "sacrifice 5S").question == Give(0, 1, 1)
        assert position("levy-plain", *self.BUILT, "sacrifice 5S").round == 3, "here it is lost"

    def test_the_attack_card_is_discarded(self):
        assert position("levy-plain", *self.BUILT, "sacrifice 5S").discard == ("5S", "4S")


class TestPayments:
    def test_a_hand_card_counts_one_in_headcount(self):
        state = position("headcount", "9S 5S 2S 4S 6S 7S", "A 9S", "K 5S", "K 4S", "pass")
        state.apply("pay 6S")
        assert state.question == Pay(1, 0, 4, "", (), (CARDS["6S"],))
        assert "6S" in hands(state)[0]
        state.apply("pay 5S")
        assert state.round == 3
        assert state.discard == ("5S", "4S"), "what is paid from play is lost to both, like the attack card"

    def test_a_hand_card_counts_its_value_in_opening(self):
        state = position("opening", "2S 3S 7S 4S 5S 6S", "K 7S", "pass", "pay 6S", "pay 3S")
        assert state.round == 2
        assert "6S" in hands(state)[0]
        assert state.discard == ("3S", "7S")


class TestVolley:
    DEALT = "2S 3S 7S 4S 5S 6S"

    def test_cards_are_added_one_by_one_until_it_is_done(self):
        state = position("volley", self.DEALT, "K 7S")
        assert state.legal_moves() == ("add 5S", "done")
        state.apply("add 5S")
        assert (state.current_player(), state.legal_moves()) == (0, ("done",))
        state.apply("done")
        assert state.current_player() == 1

    def test_nobody_sees_before_the_reveal_whether_cards_are_added(self):
        before = position("volley", self.DEALT).view(1)
        for moves in (["K 7S"], ["K 7S", "add 5S"]):
            assert position("volley", self.DEALT, *moves).view(1) == before
        state = position("volley", self.DEALT, "K 7S", "add 5S", "done", "pass")
        assert [event.move for event in state.view(1).news] == ["K 7S", "add 5S", "pass"]
        assert state.commits == (("K 7S", "add 5S"), ("pass",))

    def test_the_sum_attacks_and_mutual_attacks_are_two(self):
        state = position("volley", self.DEALT, "K 7S", "add 5S", "done", "A 4S", "done")
        assert state.question == Pay(1, 0, 12, "")
        state.apply("pay 3S")
        state.apply("pay 6S")
        assert state.question == Pay(0, 1, 4, "")
        assert state.legal_moves() == ("pay 2S",), "6S changed hands in this round"

    def test_several_cards_are_built_together(self):
        assert in_play(position("volley", self.DEALT, "A 7S", "add 5S", "done", "pass")) == ["2S 5S 7S", "3S"]


class TestSpend:
    ATTACK = ("2S 3S 7S 4S 5S 6S", "K 7S", "done", "pass")

    def test_the_attacker_spends_in_play_cards_until_it_is_done(self):
        state = position("spend", *self.ATTACK)
        assert state.legal_moves() == ("spend 2S", "done")
        state.apply("spend 2S")
        assert state.legal_moves() == ("done",)
        state.apply("done")
        assert state.question == Match(1, 0, 9)
        assert [event.move for event in state.view(1).news[-2:]] == ["spend 2S", "done"]

    def test_the_defender_may_go_on_paying_and_draws_the_excess(self):
        state = position("spend", *self.ATTACK, "done", "pay 6S", "pay 4S")
        assert state.legal_moves() == ("pay 3S", "stop")
        hand, drawn = len(state.hands[1]), 4
        state.apply("stop")
        assert state.discard == ("6S", "4S", "7S")
        assert len(state.hands[1]) == hand + 3 + drawn - 2, "3 for the excess, 2 in step 1"

    def test_of_a_short_payment_the_attacker_draws_the_rest(self):
        state = position("spend", "2S 3S 7S 2H 5S 2D", "K 7S", "done", "pass", "spend 2S", "done")
        for card in ("2D", "2H"):
            state.apply(f"pay {card}")
        assert state.legal_moves() == ("pay 3S",), "refusing while able is no option"
        state.apply("pay 3S")
        assert len(state.hands[0]) == 1 + 2, "for what was short"


class TestHeraldry:
    def test_cards_of_either_suit_count_double_in_power_and_payment(self):
        state = position("heraldry", "2C 3C 7S 4D 5C 6C", "K 7S", "pass")
        assert state.question == Pay(1, 0, 14, "SD")
        state.apply("pay 4D")
        state.apply("pay 6C")
        assert state.round == 2

    def test_the_difference_of_a_battle_is_doubled_too(self):
        assert position("heraldry", "2C 3C 7S 4D 5C 6C", "K 7S", "A 6C").question == Pay(1, 0, 8, "SD")


class TestPlunder:
    DEALT = "2C 3C 4C 10S 9S 8S 10H 9H 8H"

    def test_an_in_play_card_of_any_value_or_a_random_hand_card_is_taken(self):
        state = position("plunder", "2C 3C 7S 4D 5C 6C", "K 7S", "pass")
        assert state.legal_moves() == ("capture 3C", "capture hand")
        state.apply("capture hand")
        picked = state.events[-1]
        assert picked.chance == "pick"
        assert picked.cards[0] in state.hands[0]
        assert (0, picked.cards[0]) in state.view(1).known

    def test_a_third_sees_that_a_card_was_picked_but_not_which(self):
        state = position("plunder:players=3", self.DEALT, "K 10S", "pass", "pass", "capture hand")
        card = state.events[-1].cards
        assert state.view(0).news[-1].cards == state.view(1).news[-1].cards == card
        assert state.view(2).news[-1].cards == ("?",)

    def test_doubling_decides_who_wins_a_battle(self):
        state = position("plunder", "2C 3C 7C 4D 5C 6C", "K 7C", "A 4D")
        assert state.current_player() == 1
        assert state.legal_moves() == ("capture 2C", "capture hand")
        assert state.discard == ("7C",)


def test_raid_doubles_in_attacks_but_not_in_battles():
    dealt = "2C 3C 5C 4S 6C 7C"
    assert position("raid", dealt, "K 5C", "A 4S").current_player() == 0
    assert position("raid-heraldry", dealt, "K 5C", "A 4S").current_player() == 1
    assert "capture 3C" in position("raid", "2S 3C 5C 4C 2D 7C", "K 2D", "pass").legal_moves()


class TestBare:
    DEALT = "2C 3C 4C 5C 6C 7C"

    def test_who_has_something_in_play_gives_nothing(self):
        state = position("bare", self.DEALT, "K 4C", "pass")
        assert state.legal_moves() == ("capture 3C", "decline")
        state.apply("capture 3C")
        assert state.round == 2, "it had something when the encounter came up"

    def test_who_has_nothing_gives_as_many_hand_cards_as_the_power(self):
        state = position("bare", self.DEALT)
        state.play[1] = ()
        state.apply("K 4C")
        state.apply("pass")
        assert state.question == Give(1, 0, 4)

    def test_of_a_battle_it_is_the_winners_power_that_counts(self):
        state = position("bare", self.DEALT)
        state.play[1] = ()
        state.apply("K 6C")
        state.apply("A 5C")
        assert state.question == Give(1, 0, 6)
