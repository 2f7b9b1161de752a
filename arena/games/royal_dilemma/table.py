"""The table: which card is where, which may still move this round, and who knows what of others' hands."""

from collections.abc import Sequence
from typing import Self

from arena.cards import UNKNOWN, Card, Hand, in_order, with_card, without_card
from arena.chance import Source
from arena.games.royal_dilemma.moves import Commit
from arena.games.royal_dilemma.rules import Cards, less, merged
from arena.games.royal_dilemma.setup import Setup
from arena.games.royal_dilemma.tasks import AnyTask, Pay, Tasks
from arena.moves import Move
from arena.state import State


class Table(State):
    """The part of the state that tasks work on.

    Every value card is in `deck` (next card first), one of `hands`, one of `play`, `discard` (oldest first) or, as
    an attack card, on the `agenda`. `settled` and `settled_hands` say which of those in play and in hand no choice
    may move any more this round. All are by seat; `known[a][b]` are the cards that a is sure b holds.
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
    settled: list[Cards]
    settled_hands: list[Cards]
    known: list[list[Hand]]
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
        self.settled = [()] * players
        self.settled_hands = [()] * players
        self.known = [[()] * players for _ in setup.seats]
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
        twin.settled = self.settled[:]
        twin.settled_hands = self.settled_hands[:]
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
        settled = self.settled[seat]
        return less(self.play[seat], settled) if settled else self.play[seat]

    def free_in_hand(self, seat: int) -> Hand:
        """Return the seat's hand cards that are not settled."""
        settled = self.settled_hands[seat]
        return less(self.hands[seat], settled) if settled else self.hands[seat]

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
                self.settled_hands[seat] += less(hand, before[seat])

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
        self.settled[winner] += (card,)

    def show_commits(self) -> tuple[Move | None, ...]:
        """Show all commitments, in seat order, and put the cards on the table; return them by seat."""
        commits = self.commits = tuple(self.pledges)
        for seat, commit in enumerate(commits):
            if commit:
                self._reveal(seat, commit)
                if isinstance(commit, Commit):
                    self.leave_hand(commit.card, seat)
        self.pledges = [None] * len(commits)
        return commits

    def leave_hand(self, card: Card, seat: int) -> None:
        """Take a card out of a hand, face up."""
        self.hands[seat] = without_card(self.hands[seat], card)
        for viewer in self.setup.others[seat]:
            row = self.known[viewer]
            if card in row[seat]:
                row[seat] = without_card(row[seat], card)

    def return_home(self, cards: Cards, seat: int) -> None:
        """Return attack cards to a hand, face up; they are settled."""
        self.hands[seat] = merged(self.hands[seat], cards)
        self.settled_hands[seat] += cards
        for viewer in self.setup.others[seat]:
            row = self.known[viewer]
            row[seat] = merged(row[seat], cards)

    def hand_over(self, card: Card, giver: int, taker: int, blurred: Move) -> None:
        """Pass a card from hand to hand, as the decision just made says, unseen by the others; it is settled."""
        if len(self.hands) > 2:
            self._hide_from_others(card, giver, taker, blurred)
        self.leave_hand(card, giver)
        self.hands[taker] = with_card(self.hands[taker], card)
        self.settled_hands[taker] += (card,)
        row = self.known[giver]
        row[taker] = with_card(row[taker], card)

    def _hide_from_others(self, card: Card, giver: int, taker: int, blurred: Move) -> None:
        """Blur a card that goes from hand to hand for those who take no part and cannot tell which it is.

        Of the giver's cards they stay sure of the settled ones only, as any other may be the one that went.
        """
        last_one = len(self.free_in_hand(giver)) == 1
        witnesses = [giver, taker]
        for viewer, row in enumerate(self.known):
            if viewer in (giver, taker):
                continue
            if last_one and card in row[giver]:
                witnesses.append(viewer)
                row[taker] = with_card(row[taker], card)
            else:
                row[giver] = tuple(held for held in row[giver] if held in self.settled_hands[giver])
        self._confide(blurred, witnesses)

    # What a seat may know.

    def sees_in_hand(self, viewer: int, card: Card, holder: int) -> bool:
        """Tell whether the viewer is sure that the holder has this card, which it has."""
        return viewer == holder or card in self.known[viewer][holder]

    def settled_hands_as_seen(self, viewer: int) -> tuple[Cards, ...]:
        """Return the settled hand cards by seat, those that the viewer cannot name as "?" at the end."""
        seen = self.settled_hands[:]
        for holder, known in enumerate(self.known[viewer]):
            if seen[holder] and holder != viewer:
                named = tuple([card for card in seen[holder] if card in known]) if known else ()
                seen[holder] = named + (UNKNOWN,) * (len(seen[holder]) - len(named))
        return tuple(seen)

    def question_as_seen(self, viewer: int) -> AnyTask | None:
        """Return the question, with "?" for what was paid from hand to hand without the viewer."""
        question = self.question
        return question.as_seen(self, viewer) if isinstance(question, Pay) else question
