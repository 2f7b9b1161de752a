"""What a seat pays or gives to another."""

from typing import TYPE_CHECKING, Any

from arena.cards import UNKNOWN
from arena.games.royal_dilemma.moves import DONE, GIVE, PAY, SPEND, STOP
from arena.games.royal_dilemma.rules import Cards, merged, power
from arena.games.royal_dilemma.tasks.task import Task
from arena.moves import Move

if TYPE_CHECKING:
    from arena.games.royal_dilemma.table import Table


class Give(Task, frozen=True):
    """The seat gives that many hand cards of its choice, as far as it has them, to another's hand."""

    to: int
    """The seat that gets them."""
    count: int
    """How many are still due."""

    def work(self, table: "Table") -> tuple[Move, ...]:
        """Ask for the next card, if one is due."""
        return table.each(GIVE, table.free_in_hand(self.seat)) if self.count else ()

    def answer(self, table: "Table", move: Any) -> None:
        """Hand it over."""
        table.hand_over(move.card, self.seat, self.to, GIVE[UNKNOWN])
        if self.count > 1:
            table.do_next(Give(self.seat, self.to, self.count - 1))


class Ransom(Task, frozen=True):
    """The seat gives that many hand cards if it has nothing in play."""

    to: int
    """The seat that gets them."""
    count: int
    """How many."""

    def work(self, table: "Table") -> tuple[Move, ...]:
        """Look, and let it give."""
        if not table.play[self.seat]:
            table.do_next(Give(self.seat, self.to, self.count))
        return ()


class Pay(Task, frozen=True):
    """The seat pays from play or hand, card by card, until the demand is met or nothing is left."""

    to: int
    """The seat that is paid."""
    demand: int
    """What must be paid in all."""
    trumps: str
    """Suits whose cards count double, as "SD"; "" where none do."""
    from_play: Cards = ()
    """What has been paid so far from play."""
    from_hand: Cards = ()
    """What has been paid so far from hand to hand, with "?" for a card that the reader cannot name."""

    def work(self, table: "Table") -> tuple[Move, ...]:
        """Ask for the next card, if there is one."""
        return table.each(PAY, merged(table.free_in_play(self.seat), table.free_in_hand(self.seat)))

    def answer(self, table: "Table", move: Any) -> None:
        """Take the card, from play if it is there."""
        card, rules = move.card, table.setup.rules
        from_play, from_hand = self.from_play, self.from_hand
        if card not in table.free_in_play(self.seat):
            from_hand += (card,)
            table.hand_over(card, self.seat, self.to, PAY[UNKNOWN])
        else:
            from_play += (card,)
            if rules.spoils == "all":
                table.change_control(card, self.seat, self.to)
            else:
                table.leave_play(card, self.seat)
        after = Pay(self.seat, self.to, self.demand, self.trumps, from_play, from_hand)
        if not after.is_met(rules.hand_pays == "count"):
            table.do_next(after)

    def is_met(self, by_count: bool) -> bool:
        """Tell whether enough has been paid, where a hand card counts one or its worth."""
        hand = len(self.from_hand) if by_count else power(self.from_hand, self.trumps)
        return power(self.from_play, self.trumps) + hand >= self.demand

    def as_seen(self, table: "Table", viewer: int) -> "Pay":
        """Hide what went from hand to hand from those who took no part."""
        if viewer in (self.seat, self.to):
            return self
        from_hand = tuple(
            [card if table.sees_in_hand(viewer, card, self.to) else UNKNOWN for card in self.from_hand]
        )
        return Pay(self.seat, self.to, self.demand, self.trumps, self.from_play, from_hand)


class Spend(Task, frozen=True):
    """The seat may add own in-play cards to its attack, one by one, until it is done; then the target answers."""

    target: int
    """The seat attacked."""
    power: int
    """The attack so far."""
    begun: bool = False
    """Whether it was asked before: then it has to say that it is done."""

    def work(self, table: "Table") -> tuple[Move, ...]:
        """Ask which, if there is any."""
        cards = table.free_in_play(self.seat)
        if cards or self.begun:
            return table.each(SPEND, cards, DONE)
        table.do_next(Match(self.target, self.seat, self.power))
        return ()

    def answer(self, table: "Table", move: Any) -> None:
        """Discard it, and ask on."""
        if move is DONE:
            table.tell(self.seat, DONE)
            table.do_next(Match(self.target, self.seat, self.power))
        else:
            table.leave_play(move.card, self.seat)
            table.do_next(Spend(self.seat, self.target, self.power + move.card.value, begun=True))


class Match(Task, frozen=True):
    """The seat pays against an attack until it is met, and may go on; then who paid less draws the difference."""

    attacker: int
    """The seat that attacks."""
    demand: int
    """The attack with all that was spent on it."""
    paid: int = 0
    """What has been paid so far."""

    def work(self, table: "Table") -> tuple[Move, ...]:
        """Ask for the next card, if there is one."""
        cards = merged(table.free_in_play(self.seat), table.free_in_hand(self.seat))
        if cards:
            return table.each(PAY, cards, STOP) if self.paid >= self.demand else table.each(PAY, cards)
        self._draw(table)
        return ()

    def answer(self, table: "Table", move: Any) -> None:
        """Discard it, from play if it is there, and ask on."""
        if move is STOP:
            self._draw(table)
            return
        if move.card in table.free_in_play(self.seat):
            table.leave_play(move.card, self.seat)
        else:
            table.drop(move.card, self.seat)
        table.do_next(Match(self.seat, self.attacker, self.demand, self.paid + move.card.value))

    def _draw(self, table: "Table") -> None:
        over = self.paid - self.demand
        table.draw_alone(self.seat if over > 0 else self.attacker, abs(over))
