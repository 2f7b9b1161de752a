"""All about a way to play that no game of it changes, made once: seats, cards, moves, and functions for words."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from itertools import chain
from typing import TYPE_CHECKING

from arena.cards import Card
from arena.games.royal_dilemma.effects import ATTACKS, BUILDS, DRAWS, battle
from arena.games.royal_dilemma.moves import COMMITS, PASS, Commit
from arena.games.royal_dilemma.rules import EDITIONS, Cards, Rules, value_cards
from arena.games.royal_dilemma.tasks import Build, Choose, Reveal, Tasks
from arena.moves import Move

if TYPE_CHECKING:
    from arena.games.royal_dilemma.table import Table


@dataclass(frozen=True, slots=True)
class Setup:
    """One way to play; shared by all its states."""

    rules: Rules
    ends_at_once: bool
    """Whether the game is over as soon as step 1 takes the last card."""
    max_rounds: int
    seats: tuple[int, ...]
    seats_from: tuple[tuple[int, ...], ...]
    """By lead: all seats, the lead first."""
    others: tuple[tuple[int, ...], ...]
    """By seat: the other seats."""
    cards: Cards
    """All value cards, in card order."""
    one_pack: bool
    """Whether no two cards are equal."""
    commits: Mapping[Card, tuple[Commit, ...]]
    """By card: the moves that commit it, in order."""
    last_commit: tuple[Move, ...]
    """The commit moves without a card."""
    rounds: tuple[Tasks, ...]
    """By lead: the agenda of a new round."""
    no_commits: tuple[None, ...]
    """By seat: None."""
    draw: Callable[["Table"], None]
    build: Callable[["Table", list[Build]], None]
    attacks: tuple[Mapping[Move, Tasks], ...]
    """By seat and commitment: the tasks that an attack comes to; no commitment that builds is in it."""
    settles_unseen: bool
    """Whether a hand card can be settled that some other seat cannot name; of two only draws are unseen."""
    battle: Callable[[int, int, Cards, Cards], Tasks] | None
    """The same for two attacks on each other: by two seats and their cards. None where these are no battle."""

    def commit_moves(self, hand: Cards) -> tuple[Move, ...]:
        """Return the ways to commit a card of this hand."""
        moves: list[Move] = []
        commits = self.commits
        for card in hand if self.one_pack else dict.fromkeys(hand):
            moves += commits[card]
        moves += self.last_commit
        return tuple(moves)


@cache
def setup_of(slug: str, players: int, end_timing: str, max_rounds: int) -> Setup:
    """Return what is fixed by an edition and its options."""
    rules = EDITIONS[slug].rules
    seats = tuple(range(players))
    cards = value_cards(rules.family, players)
    commits = {card: tuple(chain(*COMMITS[rules.family][card][:players])) for card in cards}
    return Setup(
        rules=rules,
        ends_at_once=rules.last_draw and end_timing == "immediate",
        max_rounds=max_rounds,
        seats=seats,
        seats_from=tuple(seats[lead:] + seats[:lead] for lead in seats),
        others=tuple(seats[:seat] + seats[seat + 1 :] for seat in seats),
        cards=cards,
        one_pack=len(commits) == len(cards),
        commits=commits,
        last_commit=(PASS,) if rules.may_pass else (),
        no_commits=(None,) * players,
        rounds=tuple((*map(Choose, seats), Reveal(lead)) for lead in seats),
        draw=DRAWS[rules.draw],
        build=BUILDS[rules.build],
        attacks=tuple(
            {move: _attack(rules, seat, move) for move in chain(*commits.values()) if not move.builds(seat)}
            for seat in seats
        ),
        settles_unseen=rules.draws_settle or players > 2,
        battle=None if rules.battle == "none" else cache(partial(battle, rules)),
    )


def _attack(rules: Rules, seat: int, move: Commit) -> Tasks:
    """Return the tasks that an attack comes to."""
    on_self = move.target == seat and rules.on_self != "same"
    return ATTACKS[rules.on_self if on_self else rules.attack](rules, seat, move.target, (move.card,))
