"""All about a way to play that no game of it changes, made once: seats, cards, moves, and functions for words."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from itertools import chain
from typing import TYPE_CHECKING

from arena.cards import Card
from arena.game import Selection
from arena.games.royal_dilemma.effects import BONUSES, BUILDS, DRAWS, END_STEPS, ENDS, attack, battle
from arena.games.royal_dilemma.moves import COMMITS, PASS, Commit
from arena.games.royal_dilemma.resolving import resolve
from arena.games.royal_dilemma.rules import Cards, Pledge, Rules, value_cards
from arena.games.royal_dilemma.tasks import Choose, Close, Reveal, Tasks
from arena.moves import Move

if TYPE_CHECKING:
    from arena.games.royal_dilemma.table import Table


TASK_LISTS = 4096
"""So many of a way to play are kept at a time, for attacks and for battles."""


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
    no_commits: tuple[Pledge, ...]
    """By seat: ()."""
    strengths: tuple[int, ...]
    """By seat: what it starts with; empty in editions without."""
    veiled: bool
    """Whether a seat may have to see "?" in the question or for settled cards; of two only draws are unseen."""
    draw: Callable[["Table"], None]
    build: Callable[["Table", int, int, Cards], None]
    bonus: Callable[["Table", int, int, Cards], dict[int, int]]
    attack: Callable[[int, int, Cards], Tasks]
    """By attacker, target and cards: the tasks that an attack comes to."""
    battle: Callable[[int, int, Cards, Cards], Tasks]
    """The same for two attacks on each other: by two seats and their cards."""
    resolve: Callable[["Table", int, Mapping[int, tuple[Commit, Cards]]], Tasks]
    end_step: Callable[["Table", int], None]
    is_stuck: Callable[["Table"], bool]

    def commit_moves(self, hand: Cards) -> tuple[Move, ...]:
        """Return the ways to commit a card of this hand."""
        moves: list[Move] = []
        commits = self.commits
        for card in hand if self.one_pack else dict.fromkeys(hand):
            moves += commits[card]
        moves += self.last_commit
        return tuple(moves)


def setup_of(selection: Selection) -> Setup:
    """Return what is fixed by an edition and its options."""
    return _setup(selection.edition.rules, **selection.options)


@cache
def _setup(rules: Rules, players: int, end_timing: str, max_rounds: int) -> Setup:
    seats = tuple(range(players))
    cards = value_cards(rules, players)
    commits = {card: tuple(chain(*COMMITS[rules.family][card][:players])) for card in cards}
    closing: Callable[[int], Tasks] = lambda lead: () if rules.end_step == "none" else (Close(lead),)  # noqa: E731
    remembered = lru_cache(TASK_LISTS)
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
        no_commits=((),) * players,
        strengths=(1,) * players if rules.until == "might" else (),
        rounds=tuple((*map(Choose, seats), Reveal(lead), *closing(lead)) for lead in seats),
        veiled=rules.draws_settle or rules.several or players > 2,
        draw=DRAWS[rules.draw],
        build=BUILDS[rules.build],
        bonus=BONUSES[rules.bonus],
        attack=remembered(partial(attack, rules)),
        battle=remembered(partial(battle, rules)),
        resolve=resolve,
        end_step=END_STEPS[rules.end_step],
        is_stuck=ENDS[rules.until],
    )
