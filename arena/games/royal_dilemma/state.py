"""The round: draw, commit, reveal, resolve; and when it is over."""

from typing import Any, Self

from arena.chance import Source
from arena.games.royal_dilemma.moves import PASS
from arena.games.royal_dilemma.rules import VALUE, Pledge
from arena.games.royal_dilemma.setup import Setup
from arena.games.royal_dilemma.table import Table
from arena.games.royal_dilemma.view import RoyalView
from arena.state import Outcome

IDLE: tuple[Pledge, ...] = ((), (PASS,))
"""The commitments of who commits nothing."""


class RoyalState(Table):
    """A game of Royal Dilemma in any edition; `start` deals a new one."""

    __slots__ = ("round", "truncated")

    round: int
    truncated: bool

    def __init__(self, setup: Setup, source: Source) -> None:
        """Begin with nothing on the table."""
        super().__init__(setup, source)
        self.round = 1
        self.truncated = False

    @classmethod
    def start(cls, setup: Setup, source: Source) -> Self:
        """Deal the opening cards and go on to the first question."""
        state = cls(setup, source)
        state.deck = state._deal(setup.cards)
        state.deal_to_all(setup.rules.in_play)
        state.play, state.hands = state.hands, state.play  # these lie face up
        state.deal_to_all(setup.rules.hand)
        state.go_on(over=state._open_round())
        return state

    def outcome(self) -> Outcome:
        """Return the totals in play, or the strengths, and the ranks that follow from them."""
        scores = self.strengths or tuple([sum(map(VALUE, cards)) for cards in self.play])
        falling = sorted(scores, reverse=True)
        return Outcome(tuple([falling.index(score) + 1 for score in scores]), scores, self.truncated)

    def returns(self) -> tuple[float, ...]:
        """Return the worth of the result: by rank, or by the share of all that is in play, where that is asked."""
        if self.setup.rules.payoff == "rank":
            return super().returns()
        scores = self.outcome().scores
        total, seats = sum(scores), len(scores)
        return tuple([(seats * score / total - 1) / (seats - 1) if total else 0.0 for score in scores])

    def view(self, seat: int) -> RoyalView:
        """Return all that the seat may know."""
        veiled = self.setup.veiled
        return RoyalView(
            seat,
            self._news(seat),
            self.round,
            self.lead,
            self.hands[seat],
            tuple(map(len, self.hands)),
            tuple(self.known[seat]),
            tuple(self.play),
            self.discard,
            len(self.deck),
            self.in_deck[seat],
            self.strengths,
            self.commits,
            self.pledges[seat],
            self.settled,
            self.settled_hands_as_seen(seat) if veiled and self.settled_hands else self.settled_hands,
            self.question.as_seen(self, seat) if veiled and self.question else self.question,
            self.agenda,
            self.drew,
            self.truncated,
        )

    def clone(self) -> Self:
        """Return an independent copy."""
        twin = super().clone()
        twin.round = self.round
        twin.truncated = self.truncated
        return twin

    def _play(self, move: Any) -> None:
        """Hand the answer to the task that asked."""
        self.question.answer(self, move)  # type: ignore[union-attr]  # somebody was asked
        self.go_on()

    def go_on(self, over: bool = False) -> None:
        """Work on the agenda, round after round, up to the next question or the end."""
        while not over:
            while self.agenda:
                task = self.next_task()
                if moves := task.work(self):
                    self.question = task
                    self._player = task.seat
                    self._moves = moves
                    return
            over = self._close_round() or self._open_round()
        self.question = None
        self._end()

    def _open_round(self) -> bool:
        """Do step 1 and lay out the rest of the round; tell whether the game is over."""
        setup = self.setup
        self.commits = setup.no_commits
        self.settled = self.settled_hands = ()
        self.drew = False
        setup.draw(self)
        if not self.deck and setup.ends_at_once and self.drew:
            return True
        if setup.is_stuck(self):
            return True
        self.agenda = setup.rounds[self.lead]
        return False

    def _close_round(self) -> bool:
        """Do step 5 and pass the lead; tell whether the game is over."""
        setup = self.setup
        if (setup.rules.last_draw and not self.deck) or self.is_decided():
            return True
        if not self.drew and all(pledge in IDLE for pledge in self.commits):
            return True
        if self.round == setup.max_rounds:
            self.truncated = True
            return True
        self.round += 1
        self.lead = (self.lead + 1) % len(self.hands)
        return False
