"""The course of a round: commitments, their reveal, attack cards that return or go, and step 5."""

from typing import TYPE_CHECKING, Any

from arena.games.royal_dilemma.moves import ADD, DONE, Commit
from arena.games.royal_dilemma.rules import Cards
from arena.games.royal_dilemma.tasks.task import Task
from arena.moves import Move

if TYPE_CHECKING:
    from arena.games.royal_dilemma.table import Table
    from arena.games.royal_dilemma.tasks import AnyTask


class Choose(Task, frozen=True):
    """Commit a card, if there is one in the hand."""

    def work(self, table: "Table") -> tuple[Move, ...]:
        """Ask which, and for what."""
        return table.commit_moves(self.seat)

    def answer(self, table: "Table", move: Any) -> None:
        """Keep it until the reveal; the card stays in the hand, as everybody else must think it does."""
        table.pledges[self.seat] = (move,)
        if table.setup.rules.several and isinstance(move, Commit):
            table.do_next(More(self.seat))


class More(Task, frozen=True):
    """Commit further cards with the first, one by one, until it is done."""

    def work(self, table: "Table") -> tuple[Move, ...]:
        """Ask which."""
        return table.each(ADD, table.uncommitted(self.seat), DONE)

    def answer(self, table: "Table", move: Any) -> None:
        """Keep it as well."""
        if move is not DONE:
            table.pledges[self.seat] += (move,)
            table.do_next(self)

    def as_seen(self, table: "Table", viewer: int) -> "AnyTask":
        """Let the others think that the seat is still at its first card, if it commits one at all."""
        return self if viewer == self.seat else Choose(self.seat)


class Reveal(Task, frozen=True):
    """All commitments are shown together; builds are done, attacks are put on the agenda from the lead, `seat`."""

    def work(self, table: "Table") -> tuple[Move, ...]:
        """Show them, and put what comes of them on the agenda."""
        table.do_next(*table.setup.resolve(table, self.seat, table.show_commits()))
        return ()


class Close(Task, frozen=True):
    """Step 5, from the lead, `seat`."""

    def work(self, table: "Table") -> tuple[Move, ...]:
        """Do it, or put it on the agenda; what was settled in step 4 is free again."""
        table.settled = table.settled_hands = ()
        table.setup.end_step(table, self.seat)
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
