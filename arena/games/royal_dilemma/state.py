"""The round: draw, commit, reveal, resolve; and when it is over."""

from typing import Any, Self

from arena.chance import Source
from arena.games.royal_dilemma.moves import Commit
from arena.games.royal_dilemma.rules import VALUE
from arena.games.royal_dilemma.setup import Setup
from arena.games.royal_dilemma.table import Table
from arena.games.royal_dilemma.view import RoyalView
from arena.state import Outcome


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
        """Return the totals in play and the ranks that follow from them."""
        scores = tuple([sum(map(VALUE, cards)) for cards in self.play])
        falling = sorted(scores, reverse=True)
        return Outcome(tuple([falling.index(score) + 1 for score in scores]), scores, self.truncated)

    def view(self, seat: int) -> RoyalView:
        """Return all that the seat may know."""
        hidden = self.settled_hands and self.setup.settles_unseen
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
            self.commits,
            self.pledges[seat],
            self.settled,
            self.settled_hands_as_seen(seat) if hidden else self.settled_hands,
            self.question_as_seen(seat) if hidden else self.question,
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
                task, self.agenda = self.agenda[0], self.agenda[1:]
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
        if not any(self.hands) and (setup.rules.until == "hands" or not any(self.play)):
            return True
        self.agenda = setup.rounds[self.lead]
        return False

    def _close_round(self) -> bool:
        """Do step 5 and pass the lead; tell whether the game is over."""
        setup = self.setup
        if not self.deck and setup.rules.last_draw:
            return True
        if not (self.drew or any(isinstance(commit, Commit) for commit in self.commits)):
            return True
        if self.round == setup.max_rounds:
            self.truncated = True
            return True
        self.round += 1
        self.lead = (self.lead + 1) % len(self.hands)
        return False
