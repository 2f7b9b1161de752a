"""What every game's state shares: whose turn it is, the history, and who has seen which part of it.

A game subclasses `State`, keeps what changes in immutable tuples (so that clones and views share them) unless it
changes more often than it is shown, and writes four methods: `_play`, `outcome`, `view` and `clone`.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Final, Self

import msgspec

from arena.cards import UNKNOWN, Card
from arena.chance import Draw, Source
from arena.errors import IllegalMove
from arena.moves import Move
from arena.record import Event

TERMINAL: Final = -4
"""`current_player()` of a finished game; the number is OpenSpiel's."""


class Outcome(msgspec.Struct, frozen=True):
    """How a game stands: a rank (1 is best, ties share the better number) and a score for each seat."""

    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    truncated: bool = False


class View(msgspec.Struct, frozen=True, gc=False):
    """All that a seat may know. Games add their fields; none refers to the state."""

    seat: int
    """Whose view this is; seats count from 0."""
    news: tuple[Event, ...]
    """What has come to light since the seat's last decision, in order, with hidden cards as "?"."""


class State(ABC):
    """A game in progress: mutable, cheap to clone, ignorant of clocks, files and bots.

    `events` is the whole history; `_inboxes`, by seat, what has come to light of it since the seat's last decision.
    """

    __slots__ = ("_chances", "_inboxes", "_moves", "_player", "_source", "events", "sides")

    sides: tuple[int, ...]
    events: list[Event]
    _player: int
    _moves: tuple[Move, ...]
    _source: Source
    _chances: int
    _inboxes: list[list[Event]]

    def __init__(self, sides: tuple[int, ...], source: Source) -> None:
        """Begin with an empty history; `sides[seat]` is the side that the seat plays for."""
        self.sides = sides
        self.events = []
        self._player = TERMINAL
        self._moves = ()
        self._source = source
        self._chances = 0
        self._inboxes = [[] for _ in sides]

    # What a referee or a search asks.

    def current_player(self) -> int:
        """Return the seat to decide, or TERMINAL."""
        return self._player

    def legal_moves(self) -> tuple[Move, ...]:
        """Return the moves of the current player, by card, then seat; () at the end."""
        return self._moves

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self._player == TERMINAL

    def apply(self, move: str) -> None:
        """Play a move of the current player, given as the move or its text.

        Raises IllegalMove, with the state unchanged, when it is none of `legal_moves()`.
        """
        try:
            chosen = self._moves[self._moves.index(move)]
        except ValueError:
            raise IllegalMove(f"{move!r} is none of the legal moves: {', '.join(self._moves)}") from None
        seat = self._player
        event = Event(seat, chosen)
        self.events.append(event)
        if not chosen.secret:
            for inbox in self._inboxes:
                inbox.append(event)
        self._inboxes[seat] = []
        self._play(chosen)

    def returns(self) -> tuple[float, ...]:
        """Return a value from -1 to 1 for each seat: the share of opponents beaten less that beaten by.

        Ties count nothing, partners are no opponents, and the values add up to zero.
        """
        ranks = self.outcome().ranks
        sides = self.sides
        return tuple(
            sum((rank < other) - (rank > other) for other in ranks) / (len(sides) - sides.count(side))
            for rank, side in zip(ranks, sides, strict=True)
        )

    @abstractmethod
    def outcome(self) -> Outcome:
        """Return how the game stands; the result once it is over."""

    @abstractmethod
    def view(self, seat: int) -> View:
        """Return all that the seat may know, and nothing else."""

    @abstractmethod
    def clone(self) -> Self:
        """Return an independent copy."""

    # What a game's rules use.

    @abstractmethod
    def _play(self, move: Any) -> None:
        """Carry out a legal move and set `_player` and `_moves` for the next decision."""

    def _ask(self, seat: int, moves: tuple[Move, ...]) -> None:
        """Make it the seat's turn to choose among these moves."""
        self._player = seat
        self._moves = moves

    def _end(self) -> None:
        """Nobody is asked any more."""
        self._player = TERMINAL
        self._moves = ()

    def _deal(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Shuffle the whole deck as the first event of the record, seen by nobody."""
        deck, _ = self._source.draw(0, "deck", cards, len(cards))
        self._chances = 1
        self.events.append(Event(chance="deck", cards=deck))
        return deck

    def _take(self, kind: str, pool: Sequence[Card], count: int, witnesses: Sequence[int] = ()) -> Draw:
        """Take cards at random as an event that all notice and the witnesses see in full; none for no card."""
        if not count:
            return (), [*pool]
        cards, rest = self._source.draw(self._chances, kind, pool, count)
        self._chances += 1
        event = Event(chance=kind, cards=cards)
        self.events.append(event)
        hidden = Event(chance=kind, cards=(UNKNOWN,) * count)
        for inbox in self._inboxes:
            inbox.append(hidden)
        for seat in witnesses:
            self._inboxes[seat][-1] = event
        return cards, rest

    def _confide(self, blurred: Move, witnesses: Sequence[int]) -> None:
        """Let only the witnesses see the decision just made; the others see `blurred` in its place."""
        actor = self.events[-1].seat
        hidden = Event(actor, blurred)
        for seat, inbox in enumerate(self._inboxes):
            if seat != actor and seat not in witnesses:
                inbox[-1] = hidden

    def _reveal(self, seat: int, move: Move) -> None:
        """Show everybody a move that was secret when it was made."""
        event = Event(seat, move)
        for inbox in self._inboxes:
            inbox.append(event)

    def _news(self, seat: int) -> tuple[Event, ...]:
        """Return what the seat has come to see since its last decision."""
        return tuple(self._inboxes[seat])

    def _copy(self) -> Self:
        """Return a new state with this class's own part copied; `clone` adds the game's."""
        twin = object.__new__(type(self))
        twin.sides = self.sides
        twin.events = self.events[:]
        twin._player = self._player
        twin._moves = self._moves
        twin._source = self._source
        twin._chances = self._chances
        twin._inboxes = [inbox[:] for inbox in self._inboxes]
        return twin
