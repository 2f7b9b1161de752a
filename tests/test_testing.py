"""What an author's test calls: silent for a bot that does nothing wrong, and clear about one that does."""

import re
from itertools import count
from random import Random
from typing import Any

import msgspec
import pytest

from arena import Bot
from arena.cards import Card, Hand, in_order
from arena.chance import Seeded
from arena.moves import Move
from arena.record import Event
from arena.testing import check_bot, check_game, samples
from tests.bots import bad
from tests.toy import BIDS, CARDS, TOY, Bid, Toy, ToyView


class Seats(bad.Fair):
    """Remembers where it has sat."""

    games = ("toy@other:players=2-3",)
    met: set = set()  # noqa: RUF012

    def start(self, setup):
        self.met.add((setup.game, setup.edition, setup.options["players"], setup.seat))


def test_a_bot_plays_all_that_it_claims_from_every_seat():
    Seats.met.clear()
    check_bot(Seats, games=[TOY])
    assert Seats.met == {("toy", "other", players, seat) for players in (2, 3) for seat in range(players)}


def test_a_bot_plays_what_is_named():
    Seats.met.clear()
    check_bot(Seats, "toy:players=2", TOY.select(players=4, teams=2), games=[TOY])
    assert {(players, edition) for _, edition, players, _ in Seats.met} == {(2, "plain"), (4, "plain")}


def test_a_bot_plays_the_games_that_are_installed():
    check_bot(bad.Fair, "battleground", deals=2)


def failure(*arguments, **options) -> str:
    with pytest.raises(AssertionError) as caught:
        check_bot(*arguments, **options)
    return str(caught.value)


def test_a_fault_is_told_in_a_sentence_before_what_the_bot_raised():
    first, *trace = failure(bad.Raises, "battleground").splitlines()
    assert first == "Raises raised ValueError in act, in battleground:players=2 at seat 0 after 0 decisions"
    assert trace[-1].startswith("ValueError: a message")


def test_an_illegal_answer_is_told_with_what_is_legal():
    text = failure(bad.Illegal, "battleground")
    assert "answered with something that is none of the legal moves" in text
    assert "none of the legal moves: " in text.splitlines()[-1]


def test_a_bot_that_does_not_start_is_told():
    assert "before its first decision, in battleground:players=2 at seat 0" in failure(
        bad.RaisesAtStart, "battleground"
    )


def test_games_that_are_not_there_are_told():
    class Typo(Bot):
        games = ("batleground",)

    class Idle(Bot):
        games = ()

    assert failure(Typo).startswith(
        "the games of Typo: there is no game 'batleground' (did you mean 'battleground'?)"
    )
    assert failure(bad.Claims).startswith("the games of Claims: Claims.games is a selection's text")
    assert failure(Idle) == "Idle claims no game"


# Games. The toy game passes; each of its broken twins turns the check red, with a sentence that says why.


class Model(Toy):
    """The toy game that plays on from what a seat imagines."""

    def resume(self, view, hands, bids):
        self.events, self._inboxes = [], [[] for _ in self.sides]
        self.hands, self.bids, self.scores = hands, bids, [*view.scores]
        if len(view.hand) < 2:
            self._end()
        else:
            self._offer(len(bids))


def imagine(selection, view, rng, kind=Model):
    """Return a state in which the seats before the view's have bid: it is asked now, or it was the end."""
    state = kind(selection.sides, selection.options["cap"], Seeded(rng.randbytes(16)))
    unseen = [card for card in CARDS.values() if card not in view.hand]
    rng.shuffle(unseen)
    hands = [in_order(unseen[2 * seat : 2 * seat + 2]) for seat in range(len(selection.sides))]
    hands[view.seat] = view.hand
    state.resume(view, hands, [BIDS[hand[0]] for hand in hands[: view.seat]])
    return state


def game(kind=Model, **changes):
    """Return the toy game with states of another kind, or another part replaced."""
    parts = {
        "start": lambda selection, source: kind(selection.sides, selection.options["cap"], source),
        "determinize": lambda selection, view, rng: imagine(selection, view, rng, kind),
    }
    return msgspec.structs.replace(TOY, **parts | changes)


def test_a_game_that_keeps_the_rules_passes():
    check_game(game())


def test_what_is_checked_can_be_named_and_is_otherwise_a_sample_of_all():
    played = set()

    def start(selection, source):
        played.add(str(selection))
        return Model(selection.sides, selection.options["cap"], source)

    recorded = game(start=start)
    check_game(recorded, "toy:players=3", recorded.select("other", players=4, teams=2), deals=1)
    assert played == {"toy@plain:players=3", "toy@other:players=4,teams=2"}
    assert [str(selection) for selection in samples(TOY)][:9] == [
        *(f"toy@plain:players={players}" for players in range(2, 7)),
        *(f"toy@plain:players=6,{option}" for option in ("teams=2", "cap=0", "cap=9")),
        "toy@other:players=2",
    ]


def shows(what, restored=True, type_=Any):
    """Return the game with a view that shows something more; what is imagined shows the same if it is restored."""
    kind_of_view = msgspec.defstruct("Shows", [("more", type_)], bases=(ToyView,), frozen=True)

    class Shows(Model):
        __slots__ = ("shown",)

        def view(self, seat):
            more = self.shown if hasattr(self, "shown") else what(self, seat)
            return kind_of_view(seat, self._news(seat), self.hands[seat], tuple(self.scores), more)

        def clone(self):
            twin = super().clone()
            if hasattr(self, "shown"):
                twin.shown = self.shown
            return twin

    def determinize(selection, view, rng):
        state = imagine(selection, view, rng, Shows)
        if restored:
            state.shown = view.more
        return state

    return game(Shows, view=kind_of_view, determinize=determinize)


class Numbered(Model):
    """Numbers the games since the process began."""

    games = count()
    __slots__ = ("number",)

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.scores[0] = next(self.games) % 7


class SharesHands(Model):
    def clone(self):
        twin = super().clone()
        twin.hands = self.hands
        return twin


class SharesBids(Model):
    def clone(self):
        twin = super().clone()
        twin.bids = self.bids
        return twin


class ClonesInAnotherOrder(Model):
    def clone(self):
        twin = super().clone()
        twin._moves = twin._moves[::-1]
        return twin


class AcceptsAll(Model):
    def apply(self, move):
        super().apply(move if move in self._moves else self._moves[0])


class RaisesAnotherError(Model):
    def apply(self, move):
        if move not in self._moves:
            raise ValueError(move)
        super().apply(move)


class RemembersRefusals(Model):
    def apply(self, move):
        if move not in self._moves and self._moves:
            self.scores[0] += 1
        super().apply(move)


class ChokesOnLast(Model):
    def _play(self, move):
        if move == "19":
            raise ZeroDivisionError
        super()._play(move)


class Twice(Model):
    def _offer(self, seat):
        self._ask(seat, tuple(BIDS[self.hands[seat][0]] for _ in range(2)))


class OwnMoves(Model):
    def _offer(self, seat):
        self._ask(seat, tuple(Bid(card) for card in self.hands[seat]))


class Endless(Model):
    def _end(self):
        self.bids = []
        self._offer(0)

    def _take(self, *arguments):
        self.hands = [in_order([*hand, *CARDS.values()][:2]) for hand in self.hands]
        return (), ()


class EndsWithAQuestion(Model):
    def _end(self):
        super()._end()
        self._moves = (BIDS["3"],)


class AsksNobody(Model):
    def _offer(self, seat):
        self._ask(seat + 7, (BIDS["3"],))


class Unrecorded(Model):
    """Takes a card that the record knows nothing of."""

    def _end(self):
        cards, _ = self._source.draw(self._chances, "pick", tuple(CARDS.values()), 1)
        self.scores[0] += int(cards[0])
        super()._end()


class Forgets(Model):
    """Leaves its last decision out of the history."""

    def _play(self, move):
        if len(self.bids) == 1:
            self.events = self.events[:-1]
        super()._play(move)


class CountsViews(Model):
    """Is changed by whoever looks."""

    def view(self, seat):
        self.scores[0] += 1
        return super().view(seat)


class TakesSides(Model):
    def __init__(self, sides, *rest):
        super().__init__((*sides, len(sides)), *rest)


class DealsInSecret(Model):
    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.events = []


class NeverOver(Model):
    def is_terminal(self):
        return False


class OverBefore(Model):
    def is_terminal(self):
        return len(self.bids) > 0


class PlaysTwice(Model):
    """Notes a decision that nobody made."""

    def _play(self, move):
        self.events.append(Event(self._player, move))
        super()._play(move)


class LinkedByTheEnd(Model):
    """A clone is changed by how the original ends."""

    def clone(self):
        twin = super().clone()
        twin.scores = self.scores
        return twin


def standing(change):
    """Return the game with another outcome."""

    class Stands(Model):
        def outcome(self):
            return change(self, super().outcome())

    return game(Stands)


def returning(values):
    class Returns(Model):
        def returns(self):
            return values(self)

    return game(Returns)


HINTS = {text: Move(text) for text in ("high", "low")}


class Hints(Model):
    """Tells at once whether a secret bid is high."""

    def _play(self, move):
        hint = HINTS["high" if int(move) > 9 else "low"]
        for seat, inbox in enumerate(self._inboxes):
            if seat != self._player:
                inbox.append(Event(self._player, hint))
        super()._play(move)


class Tells(Model):
    """Tells secret bids at once."""

    def _play(self, move):
        for inbox in self._inboxes:
            inbox.append(self.events[-1])
        super()._play(move)


class OffersByOthers(Model):
    """The order of moves tells whether another holds the highest card."""

    def _offer(self, seat):
        moves = tuple(BIDS[card] for card in self.hands[seat])
        hidden = any("19" in hand for other, hand in enumerate(self.hands) if other != seat)
        self._ask(seat, moves[::-1] if hidden else moves)


def not_in_sight(state, seat):
    """Return the cards that a seat of the toy game cannot know of."""
    revealed = {event.move for event in state.events if event.move} if state.is_terminal() else set()
    picked = {card for event in state.events if event.chance == "pick" for card in event.cards}
    return {*CARDS} - {*state.hands[seat]} - revealed - picked


TRUTH: list = []


class Confesses(Model):
    """Leaves the true hands where determinize finds them."""

    def _offer(self, seat):
        TRUTH[:] = self.hands
        super()._offer(seat)


def informed(selection, view, rng):
    state, hands = imagine(selection, view, rng), [*TRUTH]
    hands[view.seat] = view.hand
    state.resume(view, hands, [BIDS[hand[0]] for hand in hands[: view.seat]])
    return state


def imagining(change):
    """Return the game with something done to every state that is imagined."""

    def determinize(selection, view, rng):
        state = imagine(selection, view, rng)
        return change(state, view) or state

    return game(determinize=determinize)


def unseeded(selection, view, rng):
    return imagine(selection, view, Random())


def parse_anew(text):
    return Bid(BIDS[text])


class Changeable(msgspec.Struct):
    """A struct that is not frozen."""

    number: int = 0


BROKEN = {
    "peeks": (
        shows(lambda state, seat: state.hands[1 - seat % 2], restored=False, type_=Hand),
        "show the seat the same view",
    ),
    "tells parity": (
        shows(lambda state, seat: sum(int(hand[0]) for hand in state.hands) % 2),
        r"seat has met neither \w+ nor \w+; with the two swapped it sees more [01] instead of [01]",
    ),
    "hints": (
        game(Hints, parse_move={**BIDS, **HINTS}.__getitem__),
        r"has met neither .* it sees news .*high.* instead of .*low|sees news .*low.* instead of .*high",
    ),
    "knows the truth": (game(Confesses, determinize=informed), "the same hidden cards 8 times"),
    "always imagines the same": (
        game(determinize=lambda selection, view, rng: imagine(selection, view, Random(1))),
        "determinize must draw what is hidden with its dice",
    ),
    "imagines with other dice": (game(determinize=unseeded), "the same state for the same view and dice"),
    "imagines a past": (
        imagining(lambda state, view: state.events.append(Event(0, BIDS["3"]))),
        "an imagined state has no past",
    ),
    "imagines another's turn": (
        imagining(lambda state, view: state._end()),
        "an imagined state must ask the same seat, and asks -4",
    ),
    "imagines other moves": (
        imagining(lambda state, view: state.is_terminal() or state._ask(view.seat, state._moves[:1])),
        "offer the same moves",
    ),
    "imagines nothing": (imagining(lambda state, view: view), "determinize must give a State"),
    "cannot imagine": (imagining(lambda state, view: 1 / 0), "raises ZeroDivisionError"),
    "numbers games": (game(Numbered), "the same seed must give the same game and views, and the view is another"),
    "shares hands": (game(SharesHands), "playing a clone on must change nothing of the original"),
    "shares bids": (game(SharesBids), "a clone that is played on raises IndexError"),
    "clones in another order": (game(ClonesInAnotherOrder), "must stand in the same order"),
    "accepts all": (game(AcceptsAll), "must raise IllegalMove, and is accepted"),
    "raises another error": (game(RaisesAnotherError), "must raise IllegalMove, and raises ValueError"),
    "remembers refusals": (game(RemembersRefusals), "moves that were refused must change nothing, and changed"),
    "chokes on a move": (game(ChokesOnLast), "raises ZeroDivisionError"),
    "offers by what others hold": (game(OffersByOthers), "must offer the same moves"),
    "offers twice": (game(Twice), r"legal_moves\(\) holds '\d+' twice"),
    "makes moves anew": (game(OwnMoves), "parse_move of its text must give the same object"),
    "parses moves anew": (game(parse_move=parse_anew), "parse_move of its text must give the same object"),
    "cannot parse": (game(parse_move={}.__getitem__), "parse_move of its text raises KeyError"),
    "parses anything": (game(parse_move=lambda text: BIDS.get(text, BIDS["3"])), "must raise KeyError, and gives"),
    "lists other cards": (game(cards={**CARDS, "x": CARDS["3"]}), r"cards\['x'\] must be the card of that text"),
    "is endless": (game(Endless), "the game has not ended after 500 decisions"),
    "asks at the end": (game(EndsWithAQuestion), r"legal_moves\(\) must be \(\) at the end"),
    "asks nobody": (game(AsksNobody), r"current_player\(\) must be one of \d seats or TERMINAL \(-4\), and is 7"),
    "hides chance": (game(Unrecorded), "replaying the record of the game raises RecordError: chance event 2"),
    "forgets a decision": (game(Forgets), r"the event after '\d+' must be this decision"),
    "counts its views": (game(CountsViews), "the record must replay to the same end"),
    "takes sides": (game(TakesSides), r"the state's sides are \(0, 1, 2\), the selection's \(0, 1\)"),
    "deals in secret": (game(DealsInSecret), "the first event must be the shuffled deck"),
    "is never over": (game(NeverOver), r"is_terminal\(\) must be true where"),
    "is over before": (game(OverBefore), r"is_terminal\(\) is true where current_player\(\) names a seat"),
    "plays twice": (game(PlaysTwice), "must be a random outcome"),
    "shares scores": (game(LinkedByTheEnd), "changed the views"),
    "ranks with a gap": (
        standing(lambda state, out: msgspec.structs.replace(out, ranks=tuple(2 * rank for rank in out.ranks))),
        "ranks must begin at 1, share the better number in a tie and close up",
    ),
    "ranks partners apart": (
        standing(lambda state, out: msgspec.structs.replace(out, ranks=tuple(range(1, len(out.ranks) + 1)))),
        "seats of a side must share their rank",
    ),
    "scores a side only": (
        standing(lambda state, out: msgspec.structs.replace(out, scores=out.scores[:1])),
        "scores must be a tuple of whole numbers, one for each of 2 seats",
    ),
    "is cut off at once": (
        standing(lambda state, out: msgspec.structs.replace(out, truncated=True)),
        "truncated must be false before the end",
    ),
    "returns too much": (returning(lambda state: (2.0,) * len(state.sides)), "a value from -1 to 1"),
    "shows a list": (shows(lambda state, seat: [1]), r"view.more is a list; a view is made of"),
    "shows a table": (shows(lambda state, seat: ({"a": 1},)), r"view.more\[0\] is a dict"),
    "shows itself": (shows(lambda state, seat: state), r"view.more is a Shows"),
    "shows what can be changed": (shows(lambda state, seat: Changeable()), "Changeable, which is not frozen"),
    "shows strange cards": (shows(lambda state, seat: Card("5")), "not the card of Game.cards"),
    "shows what does not read back": (
        shows(lambda state, seat: 1.5, type_=int),
        "reading the view back raises ValidationError",
    ),
    "shows what reads back as text": (
        shows(lambda state, seat: state.hands[seat]),
        "the view must read back equal|read back",
    ),
    "cannot be described": (
        shows(lambda state, seat: 1, type_=int | tuple[int, ...] | tuple[str, ...]),
        "views of the type Shows cannot travel",
    ),
    "shows another's view": (
        game(type("Other", (Model,), {"view": lambda self, seat: Model.view(self, 0)})),
        r"view\(1\)\.seat must be 1, and is 0",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_game_turns_the_check_red(name):
    broken, sentence = BROKEN[name]
    with pytest.raises(AssertionError, match=sentence) as caught:
        check_game(broken, longest=500)
    assert re.match(r"toy(@\w+:[\w=,]+, deal \d+(, decision \d+)?(, seat \d+)?)?: ", str(caught.value))


def test_a_card_shown_that_should_not_be_is_caught_where_the_rules_say_what_is_hidden():
    check_game(game(), unseen=not_in_sight)
    check_game(game(Tells), deals=1)
    with pytest.raises(AssertionError, match="has met neither"):
        check_game(game(Tells), unseen=not_in_sight)


def test_what_follows_from_a_secret_move_for_all_to_see_is_no_leak():
    check_game(shows(lambda state, seat: sum(int(bid) > 9 for bid in state.bids)), swaps=20)


@pytest.mark.parametrize("tell", [lambda selection: "Highest card wins.", lambda selection: 1 / 0])
def test_rules_that_are_told_in_no_form_are_found(tell):
    with pytest.raises(AssertionError, match=r"tell must give sections of topics"):
        check_game(msgspec.structs.replace(TOY, tell=tell), "toy:players=2", deals=1)
