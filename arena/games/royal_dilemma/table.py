"""The table: which card is where, which may still move this round, and who knows what of others' hands."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Self

from arena.cards import UNKNOWN, Card, Hand, in_order, with_card, without_card
from arena.chance import Source
from arena.games.royal_dilemma.moves import Commit
from arena.games.royal_dilemma.rules import Cards, Held, less, merged
from arena.games.royal_dilemma.setup import Setup
from arena.games.royal_dilemma.tasks import AnyTask, Pay, Tasks
from arena.moves import Move
from arena.state import State


class Table(State):
    """The part of the state that tasks work on.

    Every value card is in `deck` (next card first), one of `hands`, one of `play`, `discard` (oldest first) or, as
    an attack card, on the `agenda`. `settled` and `settled_hands` say which of those in play and in hand no choice
    may move any more this round. `known` is by seat what it is sure others hold.
    """

    __slots__ = (
        "agenda",
        "commits",
        "deck",
        "discard",
        "drew",
        "hands",
        "known",
        "lead",
        "play",
        "pledges",
        "question",
        "settled",
        "settled_hands",
        "setup",
    )

    setup: Setup
    deck: Cards
    hands: list[Hand]
    play: list[Hand]
    discard: Cards
    settled: tuple[Held, ...]
    settled_hands: tuple[Held, ...]
    known: list[list[Held]]
    pledges: list[Move | None]
    commits: tuple[Move | None, ...]
    lead: int
    drew: bool
    question: AnyTask | None
    agenda: Tasks

    def __init__(self, setup: Setup, source: Source) -> None:
        """Begin with nothing on the table."""
        super().__init__(setup.seats, source)
        players = len(setup.seats)
        self.setup = setup
        self.deck = ()
        self.hands = [()] * players
        self.play = [()] * players
        self.discard = ()
        self.settled = ()
        self.settled_hands = ()
        self.known = [[] for _ in setup.seats]
        self.pledges = [None] * players
        self.commits = (None,) * players
        self.lead = 0
        self.drew = False
        self.question = None
        self.agenda = ()

    def clone(self) -> Self:
        """Return an independent copy."""
        twin = self._copy()
        twin.setup = self.setup
        twin.deck = self.deck
        twin.hands = self.hands[:]
        twin.play = self.play[:]
        twin.discard = self.discard
        twin.settled = self.settled
        twin.settled_hands = self.settled_hands
        twin.known = [row[:] for row in self.known]
        twin.pledges = self.pledges[:]
        twin.commits = self.commits
        twin.lead = self.lead
        twin.drew = self.drew
        twin.question = self.question
        twin.agenda = self.agenda
        return twin

    # The agenda.

    def do_next(self, *tasks: AnyTask) -> None:
        """Put tasks before all others."""
        self.agenda = tasks + self.agenda

    # What a choice may move.

    def free_in_play(self, seat: int) -> Hand:
        """Return the seat's cards in play that are not settled."""
        cards = self.play[seat]
        return less(cards, _of(seat, self.settled)) if self.settled else cards

    def free_in_hand(self, seat: int) -> Hand:
        """Return the seat's hand cards that are not settled."""
        cards = self.hands[seat]
        return less(cards, _of(seat, self.settled_hands)) if self.settled_hands else cards

    def each(self, moves: Mapping[Card, Move], cards: Iterable[Card], *last: Move) -> tuple[Move, ...]:
        """Return the moves of the cards, equal cards once, and then the `last` ones."""
        if not self.setup.one_pack:
            cards = dict.fromkeys(cards)
        return (*[moves[card] for card in cards], *last)

    # Moving cards.

    def deal_to_all(self, count: int) -> None:
        """Deal that many to every seat, one card at a time from the lead, while the deck lasts."""
        order, hands = self.setup.seats_from[self.lead], self.hands
        seats = len(order)
        block = self.deck[: count * seats]
        if block:
            for i, seat in enumerate(order):
                hands[seat] = in_order(hands[seat] + block[i::seats])
            self.deck = self.deck[len(block) :]
            self.drew = True

    def deal(self, owed: Sequence[int]) -> None:
        """Deal each seat what it is owed, one card at a time from the lead, while the deck lasts."""
        fewest = min(owed)
        self.deal_to_all(fewest)
        order = self.setup.seats_from[self.lead]
        turns = [seat for turn in range(fewest, max(owed)) for seat in order if owed[seat] > turn]
        for seat, card in zip(turns, self.deck, strict=False):
            self.hands[seat] = with_card(self.hands[seat], card)
            self.drew = True
        self.deck = self.deck[len(turns) :]

    def draw(self, owed: Sequence[int]) -> None:
        """Deal in step 4, where the edition may settle what is drawn."""
        before = self.hands[:]
        self.deal(owed)
        if self.setup.rules.draws_settle:
            for seat, hand in enumerate(self.hands):
                self.settled_hands += tuple([(seat, card) for card in less(hand, before[seat])])

    def draw_alone(self, seat: int, count: int) -> None:
        """Deal in step 4 to one seat."""
        self.draw([count if other == seat else 0 for other in self.setup.seats])

    def enter_play(self, cards: Cards, seat: int) -> None:
        """Bring cards into play under the seat's control."""
        self.play[seat] = merged(self.play[seat], cards)

    def leave_play(self, card: Card, seat: int) -> None:
        """Discard a card in play."""
        self.play[seat] = without_card(self.play[seat], card)
        self.discard += (card,)

    def change_control(self, card: Card, loser: int, winner: int) -> None:
        """Pass a card in play on; it is settled."""
        self.play[loser] = without_card(self.play[loser], card)
        self.play[winner] = with_card(self.play[winner], card)
        self.settled += ((winner, card),)

    def show_commits(self) -> dict[int, Commit]:
        """Show all commitments, in seat order, and put the cards on the table; return those by seat."""
        commits = self.commits = tuple(self.pledges)
        self.pledges = [None] * len(commits)
        played = {}
        for seat, commit in enumerate(commits):
            if commit:
                self._reveal(seat, commit)
                if isinstance(commit, Commit):
                    self.leave_hand(commit.card, seat)
                    played[seat] = commit
        return played

    def leave_hand(self, card: Card, seat: int) -> None:
        """Take a card out of a hand, face up."""
        self.hands[seat] = without_card(self.hands[seat], card)
        held = (seat, card)
        for known in self.known:
            if held in known:
                known.remove(held)

    def return_home(self, cards: Cards, seat: int) -> None:
        """Return attack cards to a hand, face up; they are settled."""
        self.hands[seat] = merged(self.hands[seat], cards)
        held = tuple([(seat, card) for card in cards])
        self.settled_hands += held
        for viewer in self.setup.others[seat]:
            self.known[viewer] += held

    def hand_over(self, card: Card, giver: int, taker: int, blurred: Move) -> None:
        """Pass a card from hand to hand, as the decision just made says, unseen by the others; it is settled."""
        if len(self.hands) > 2:
            self._hide_from_others(card, giver, taker, blurred)
        self.leave_hand(card, giver)
        self.hands[taker] = with_card(self.hands[taker], card)
        self.settled_hands += ((taker, card),)
        self.known[giver].append((taker, card))

    def _hide_from_others(self, card: Card, giver: int, taker: int, blurred: Move) -> None:
        """Blur a card that goes from hand to hand for those who take no part and cannot tell which it is.

        Of the giver's cards they stay sure of the settled ones only, as any other may be the one that went.
        """
        last_one = len(self.free_in_hand(giver)) == 1
        witnesses = [giver, taker]
        for viewer, known in enumerate(self.known):
            if viewer in (giver, taker):
                continue
            if last_one and (giver, card) in known:
                witnesses.append(viewer)
                known.append((taker, card))
            else:
                self.known[viewer] = [held for held in known if held[0] != giver or held in self.settled_hands]
        self._confide(blurred, witnesses)

    # What a seat may know.

    def sees_in_hand(self, viewer: int, card: Card, holder: int) -> bool:
        """Tell whether the viewer is sure that the holder has this card, which it has."""
        return viewer == holder or (holder, card) in self.known[viewer]

    def settled_hands_as_seen(self, viewer: int) -> tuple[Held, ...]:
        """Return the settled hand cards, those that the viewer cannot name as "?"."""
        known = self.known[viewer]
        return tuple(
            [held if held[0] == viewer or held in known else (held[0], UNKNOWN) for held in self.settled_hands]
        )

    def question_as_seen(self, viewer: int) -> AnyTask | None:
        """Return the question, with "?" for what was paid from hand to hand without the viewer."""
        question = self.question
        return question.as_seen(self, viewer) if isinstance(question, Pay) else question


def _of(seat: int, settled: tuple[Held, ...]) -> Cards:
    """Return the seat's cards of these."""
    return tuple([card for holder, card in settled if holder == seat])
