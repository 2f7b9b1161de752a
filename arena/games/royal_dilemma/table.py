"""The table: which card is where, which may still move this round, and who knows what of others' hands."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Self

from arena.cards import UNKNOWN, Card, Hand, in_order, with_card, without_card
from arena.chance import Source
from arena.games.royal_dilemma.moves import Commit
from arena.games.royal_dilemma.rules import ENOUGH, Cards, Held, Pledge, certain, less, merged
from arena.games.royal_dilemma.setup import Setup
from arena.games.royal_dilemma.tasks import AnyTask, Tasks
from arena.moves import Move
from arena.state import State


class Table(State):
    """The part of the state that tasks work on.

    Every value card is in `deck` (next card first), one of `hands`, one of `play`, `discard` (oldest first) or, as
    an attack card, on the `agenda`. `settled` and `settled_hands` say which of those in play and in hand no choice
    may move any more this round. `known` is by seat what it is sure others hold, `in_deck` what it is sure lies in
    the deck. `strengths`, by seat, is empty in editions without them; who has none left is out, with its hand.
    """

    __slots__ = (
        "agenda",
        "commits",
        "deck",
        "discard",
        "drew",
        "hands",
        "in_deck",
        "known",
        "lead",
        "play",
        "pledges",
        "question",
        "settled",
        "settled_hands",
        "setup",
        "strengths",
    )

    setup: Setup
    deck: Cards
    hands: list[Hand]
    play: list[Hand]
    discard: Cards
    settled: tuple[Held, ...]
    settled_hands: tuple[Held, ...]
    known: list[list[Held]]
    in_deck: list[Cards]
    strengths: tuple[int, ...]
    pledges: list[Pledge]
    commits: tuple[Pledge, ...]
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
        self.in_deck = [()] * players
        self.strengths = setup.strengths
        self.pledges = [()] * players
        self.commits = setup.no_commits
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
        twin.in_deck = self.in_deck[:]
        twin.strengths = self.strengths
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

    def next_task(self) -> AnyTask:
        """Take the next task off the agenda."""
        task, self.agenda = self.agenda[0], self.agenda[1:]
        return task

    # What a choice may move.

    def free_in_play(self, seat: int) -> Hand:
        """Return the seat's cards in play that are not settled."""
        cards = self.play[seat]
        return less(cards, _of(seat, self.settled)) if self.settled else cards

    def free_in_hand(self, seat: int) -> Hand:
        """Return the seat's hand cards that are not settled."""
        cards = self.hands[seat]
        return less(cards, _of(seat, self.settled_hands)) if self.settled_hands else cards

    def uncommitted(self, seat: int) -> Hand:
        """Return the seat's hand cards without those that it has committed."""
        return less(self.hands[seat], tuple([move.card for move in self.pledges[seat]]))  # type: ignore[attr-defined]

    def commit_moves(self, seat: int) -> tuple[Move, ...]:
        """Return the ways in which the seat may commit a first card; none for who has no card or is out."""
        hand = self.hands[seat]
        if not hand or not self.is_in(seat):
            return ()
        moves = self.setup.commit_moves(hand)
        strengths = self.strengths
        if 0 in strengths:
            moves = tuple([move for move in moves if not isinstance(move, Commit) or strengths[move.target]])
        return moves

    def each(self, moves: Mapping[Card, Move], cards: Iterable[Card], *last: Move) -> tuple[Move, ...]:
        """Return the moves of the cards, equal cards once, and then the `last` ones."""
        if not self.setup.one_pack:
            cards = dict.fromkeys(cards)
        return (*[moves[card] for card in cards], *last)

    # Strength.

    def change_strength(self, seat: int, change: int) -> None:
        """Add to the seat's strength; it is out only once all changes of the round are made."""
        strengths = [*self.strengths]
        strengths[seat] += change
        self.strengths = tuple(strengths)

    def bury_the_weak(self) -> None:
        """Leave those out who have no strength left."""
        self.strengths = tuple([max(0, strength) for strength in self.strengths])

    def is_in(self, seat: int) -> bool:
        """Tell whether the seat still takes part."""
        return not self.strengths or self.strengths[seat] > 0

    def is_decided(self) -> bool:
        """Tell whether strengths have ended the game: at most one seat is left, or one has enough."""
        return bool(self.strengths) and (
            len(self.strengths) - self.strengths.count(0) <= 1 or max(self.strengths) >= ENOUGH
        )

    # Drawing.

    def deal_to_all(self, count: int) -> None:
        """Deal that many to every seat, one card at a time from the lead, while the deck lasts."""
        order, hands = self._drawing(), self.hands
        seats = len(order)
        block = self.deck[: count * seats]
        if block:
            before = hands[:]
            for i, seat in enumerate(order):
                hands[seat] = in_order(hands[seat] + block[i::seats])
            self._dealt(len(block), before)

    def deal(self, owed: Sequence[int]) -> None:
        """Deal each seat what it is owed, one card at a time from the lead, while the deck lasts."""
        fewest, most = min(owed), max(owed)
        self.deal_to_all(fewest)
        order, hands = self._drawing(), self.hands
        turns = [seat for turn in range(fewest, most) for seat in order if owed[seat] > turn]
        block = self.deck[: len(turns)]
        if block:
            before = hands[:]
            for seat in dict.fromkeys(turns):
                cards = [card for turn, card in zip(turns, block, strict=False) if turn == seat]
                hands[seat] = in_order((*hands[seat], *cards))
            self._dealt(len(block), before)

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

    def _drawing(self) -> tuple[int, ...]:
        """Return who can draw, from the lead."""
        order = self.setup.seats_from[self.lead]
        return tuple([seat for seat in order if self.is_in(seat)]) if 0 in self.strengths else order

    def _dealt(self, count: int, before: Sequence[Hand]) -> None:
        """Take the cards that were dealt off the deck; `before` are the hands before.

        No seat is sure any more that a card is in the deck which has been, or may have been, dealt.
        """
        self.deck = self.deck[count:]
        self.drew = True
        for seat, sure in enumerate(self.in_deck):
            if sure:
                own = less(self.hands[seat], before[seat])
                left = [*sure]
                for card in own:
                    if card in left:
                        left.remove(card)
                self.in_deck[seat] = certain(left, count - len(own))

    # Moving cards.

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

    def drop(self, card: Card, seat: int) -> None:
        """Discard a hand card."""
        self._leave_hand(card, seat)
        self.discard += (card,)

    def show_commits(self) -> dict[int, tuple[Commit, Cards]]:
        """Show all commitments, in seat order, and put their cards on the table; return who committed what."""
        commits = self.commits = tuple(self.pledges)
        self.pledges = [()] * len(commits)
        committed = {}
        for seat, pledge in enumerate(commits):
            for move in pledge:
                self._reveal(seat, move)
            if pledge and isinstance(first := pledge[0], Commit):
                cards = in_order([move.card for move in pledge])  # type: ignore[attr-defined]
                for card in cards:
                    self._leave_hand(card, seat)
                committed[seat] = (first, cards)
        return committed

    def tell(self, seat: int, move: Move) -> None:
        """Show a move at once that is secret in other places."""
        self._reveal(seat, move)

    def return_home(self, cards: Cards, seat: int) -> None:
        """Return attack cards to a hand, face up; they are settled."""
        self.hands[seat] = merged(self.hands[seat], cards)
        held = tuple([(seat, card) for card in cards])
        self.settled_hands += held
        for viewer in self.setup.others[seat]:
            self.known[viewer] += held

    def hand_over(self, card: Card, giver: int, taker: int, blurred: Move) -> None:
        """Pass a card from hand to hand, as the decision just made says, unseen by the others; it is settled."""
        witnesses = self._witnesses(giver, taker)
        self._confide(blurred, witnesses)
        self._pass_on(card, giver, taker, witnesses)

    def pick(self, giver: int, taker: int) -> None:
        """Take a hand card at random, unseen by the others, from hand to hand; it is settled."""
        witnesses = self._witnesses(giver, taker)
        (card,), _ = self._take("pick", self.free_in_hand(giver), 1, witnesses)
        self._pass_on(card, giver, taker, witnesses)

    def put_back(self, card: Card, seat: int, blurred: Move) -> None:
        """Shuffle a hand card into the deck, as the decision just made says, unseen by the others."""
        self._confide(blurred, (seat,))
        self.hands[seat] = without_card(self.hands[seat], card)
        for viewer in self.setup.others[seat]:
            self._doubt(viewer, seat)
        deck = (*self.deck, card)
        self.deck, _ = self._take("shuffle", deck, len(deck))
        self.in_deck[seat] += (card,)

    def _leave_hand(self, card: Card, seat: int) -> None:
        """Take a card out of a hand, face up."""
        self.hands[seat] = without_card(self.hands[seat], card)
        held = (seat, card)
        stays = self.settled_hands.count(held)  # of two copies, one of which returned in this round
        for known in self.known:
            if known.count(held) > stays:
                known.remove(held)

    # What a seat may know.

    def _witnesses(self, giver: int, taker: int) -> list[int]:
        """Return who can tell which card passes: giver, taker, and who knows the only one that can."""
        witnesses = [giver, taker]
        if len(self.hands) > 2:
            free = self.free_in_hand(giver)
            if len(free) == 1:
                held = (giver, free[0])
                settled = self.settled_hands.count(held)
                witnesses += [seat for seat, known in enumerate(self.known) if known.count(held) > settled]
        return witnesses

    def _pass_on(self, card: Card, giver: int, taker: int, witnesses: Iterable[int]) -> None:
        """Pass a card from hand to hand before these witnesses; it is settled."""
        self.hands[giver] = without_card(self.hands[giver], card)
        self.hands[taker] = with_card(self.hands[taker], card)
        before, after = (giver, card), (taker, card)
        for viewer, known in enumerate(self.known):
            if viewer not in witnesses:
                self._doubt(viewer, giver)
                continue
            if before in known:
                known.remove(before)
            if viewer != taker:
                known.append(after)
        self.settled_hands += (after,)

    def _doubt(self, viewer: int, holder: int) -> None:
        """Let the viewer forget what it knew of the holder's cards that may be the one that has gone unseen.

        That is one of each kind that is not settled.
        """
        settled = [*self.settled_hands]
        doubtful: set[Held] = set()
        sure = []
        for held in self.known[viewer]:
            if held[0] != holder or held in doubtful:
                sure.append(held)
            elif held in settled:
                settled.remove(held)
                sure.append(held)
            else:
                doubtful.add(held)
        self.known[viewer] = sure

    def sees_in_hand(self, viewer: int, card: Card, holder: int) -> bool:
        """Tell whether the viewer is sure that the holder has this card, which it has."""
        return viewer == holder or (holder, card) in self.known[viewer]

    def settled_hands_as_seen(self, viewer: int) -> tuple[Held, ...]:
        """Return the settled hand cards, those that the viewer cannot name as "?"."""
        known = self.known[viewer]
        return tuple(
            [held if held[0] == viewer or held in known else (held[0], UNKNOWN) for held in self.settled_hands]
        )


def _of(seat: int, settled: tuple[Held, ...]) -> Cards:
    """Return the seat's cards of these."""
    return tuple([card for holder, card in settled if holder == seat])
