"""What is left to do in a round, as data: a state's agenda is a tuple of these tasks, the next one first.

A task does its work at once or asks its seat a question, whose answer goes back to it. It holds the cards that lie
on the table meanwhile (a committed card is in nobody's hand and not in play). Tasks are frozen, so states, their
clones and views share them, and the same question can be asked anew from the position and the agenda alone.
"""

from typing import TYPE_CHECKING, Any

import msgspec

from arena.cards import UNKNOWN
from arena.games.royal_dilemma.moves import CAPTURE, DECLINE, DISCARD, DRAW, GIVE, PAY, SACRIFICE, STAY
from arena.games.royal_dilemma.rules import Cards, merged, power, worth
from arena.moves import Move

if TYPE_CHECKING:
    from arena.games.royal_dilemma.table import Table


class Task(msgspec.Struct, frozen=True, tag_field="task", tag=str.lower, gc=False):
    """One thing to do; `seat` does it."""

    seat: int
    """The seat that does it."""

    def work(self, table: "Table") -> tuple[Move, ...]:
        """Do it, or return the moves to choose from; none when it is done."""
        raise NotImplementedError

    def answer(self, table: "Table", move: Any) -> None:
        """Go on from the answer to the question."""
        raise NotImplementedError

    def on_table(self) -> Cards:
        """Return the value cards that lie on the table for this task."""
        return ()


class Choose(Task, frozen=True):
    """Commit a card, if there is one in the hand."""

    def work(self, table: "Table") -> tuple[Move, ...]:
        """Ask which, and for what."""
        hand = table.hands[self.seat]
        return table.setup.commit_moves(hand) if hand else ()

    def answer(self, table: "Table", move: Any) -> None:
        """Keep it until the reveal; the card stays in the hand, as everybody else must think it does."""
        table.pledges[self.seat] = move


class Reveal(Task, frozen=True):
    """All commitments are shown together; builds are done, attacks are put on the agenda from the lead, `seat`."""

    def work(self, table: "Table") -> tuple[Move, ...]:
        """Sort the commitments."""
        setup = table.setup
        played = table.show_commits()
        builds: list[Build] = []
        follow: Tasks = ()
        for seat in setup.seats_from[self.seat]:
            commit = played.get(seat)
            if not commit:
                continue
            tasks = setup.attacks[seat].get(commit)
            if tasks is None:
                builds.append((seat, commit.target, (commit.card,)))
                continue
            rival = played.get(commit.target)
            if setup.battle and rival and rival.target == seat:
                del played[commit.target]  # this is its attack as well
                tasks = setup.battle(seat, commit.target, (commit.card,), (rival.card,))
            follow += tasks
        if builds:
            setup.build(table, builds)
        table.agenda = follow
        return ()


class Attackers(Task, frozen=True):
    """What becomes of the seat's attack cards."""

    cards: Cards
    """The attack cards."""

    def on_table(self) -> Cards:
        """Return them."""
        return self.cards


class Home(Attackers, frozen=True):
    """Attack cards of the seat return to its hand."""

    def work(self, table: "Table") -> tuple[Move, ...]:
        """Return them."""
        table.return_home(self.cards, self.seat)
        return ()


class Drop(Attackers, frozen=True):
    """Attack cards of the seat are discarded."""

    def work(self, table: "Table") -> tuple[Move, ...]:
        """Discard them."""
        table.discard += self.cards
        return ()


class Capture(Task, frozen=True):
    """The seat may capture one in-play card of the target's that is worth no more than the power."""

    target: int
    """The seat that may lose a card."""
    power: int
    """The most that the card may be worth."""
    trumps: str
    """Suits whose cards count double, as "SD"; "" where none do."""

    def work(self, table: "Table") -> tuple[Move, ...]:
        """Ask which, if there is any."""
        cards = [card for card in table.free_in_play(self.target) if worth(card, self.trumps) <= self.power]
        return table.each(CAPTURE, cards, DECLINE) if cards else ()

    def answer(self, table: "Table", move: Any) -> None:
        """Take it into play on the seat's own side."""
        if move is not DECLINE:
            table.change_control(move.card, self.target, self.seat)


class Pay(Task, frozen=True):
    """The seat pays from play or hand, card by card, until `paid` is worth the demand or nothing is left."""

    to: int
    """The seat that is paid."""
    demand: int
    """What must be paid in all."""
    trumps: str
    """Suits whose cards count double, as "SD"; "" where none do."""
    paid: Cards = ()
    """What has been paid so far, with "?" for a card that the reader cannot name."""

    def work(self, table: "Table") -> tuple[Move, ...]:
        """Ask for the next card, if there is one."""
        return table.each(PAY, merged(table.free_in_play(self.seat), table.free_in_hand(self.seat)))

    def answer(self, table: "Table", move: Any) -> None:
        """Pass the card on: from play into play, from hand to hand."""
        card = move.card
        if card in table.play[self.seat]:
            table.change_control(card, self.seat, self.to)
        else:
            table.hand_over(card, self.seat, self.to, PAY[UNKNOWN])
        paid = (*self.paid, card)
        if power(paid, self.trumps) < self.demand:
            table.do_next(Pay(self.seat, self.to, self.demand, self.trumps, paid))

    def as_seen(self, table: "Table", viewer: int) -> "Pay":
        """Hide what went from hand to hand from those who took no part."""
        if viewer in (self.seat, self.to):
            return self
        paid = tuple(
            UNKNOWN if card in table.hands[self.to] and not table.sees_in_hand(viewer, card, self.to) else card
            for card in self.paid
        )
        return Pay(self.seat, self.to, self.demand, self.trumps, paid)


class Give(Task, frozen=True):
    """The seat gives a hand card, if it has one, to another's hand."""

    to: int
    """The seat that gets the card."""

    def work(self, table: "Table") -> tuple[Move, ...]:
        """Ask which."""
        return table.each(GIVE, table.free_in_hand(self.seat))

    def answer(self, table: "Table", move: Any) -> None:
        """Hand it over."""
        table.hand_over(move.card, self.seat, self.to, GIVE[UNKNOWN])


class Windfall(Task, frozen=True):
    """The seat may draw that many cards."""

    count: int
    """How many."""

    def work(self, table: "Table") -> tuple[Move, ...]:
        """Ask, while the deck lasts."""
        return (DRAW, STAY) if table.deck else ()

    def answer(self, table: "Table", move: Any) -> None:
        """Draw all or none."""
        if move is DRAW:
            table.draw_alone(self.seat, self.count)


class Sacrifice(Task, frozen=True):
    """The seat may discard one in-play card against an attack; then the stronger draws, the weaker discards."""

    attacker: int
    """The seat that attacks."""
    power: int
    """The value of its card."""

    def work(self, table: "Table") -> tuple[Move, ...]:
        """Ask which, if there is any."""
        cards = table.free_in_play(self.seat)
        if cards:
            return table.each(SACRIFICE, cards, DECLINE)
        self.settle_up(table, 0)
        return ()

    def answer(self, table: "Table", move: Any) -> None:
        """Discard it, and compare."""
        if move is DECLINE:
            self.settle_up(table, 0)
        else:
            table.leave_play(move.card, self.seat)
            self.settle_up(table, move.card.value)

    def settle_up(self, table: "Table", strength: int) -> None:
        """Let the stronger side draw the difference and the weaker one discard as many."""
        difference = abs(strength - self.power)
        attacker_wins = self.power > strength
        winner, loser = (self.attacker, self.seat) if attacker_wins else (self.seat, self.attacker)
        table.draw_alone(winner, difference)
        table.do_next(Discard(loser, difference))


class Discard(Task, frozen=True):
    """The seat discards that many hand cards of its choice, as far as it has them."""

    count: int
    """How many are still due."""

    def work(self, table: "Table") -> tuple[Move, ...]:
        """Ask for the next card, if one is due."""
        return table.each(DISCARD, table.free_in_hand(self.seat)) if self.count else ()

    def answer(self, table: "Table", move: Any) -> None:
        """Discard it."""
        table.leave_hand(move.card, self.seat)
        table.discard += (move.card,)
        table.do_next(Discard(self.seat, self.count - 1))


AnyTask = Capture | Choose | Discard | Drop | Give | Home | Pay | Reveal | Sacrifice | Windfall

Tasks = tuple[AnyTask, ...]

Build = tuple[int, int, Cards]
"""A build: the builder, the target and the cards."""
