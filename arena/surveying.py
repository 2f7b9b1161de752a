"""Surveys: what ways to play are like when random bots play them, for a designer to see at a glance."""

from collections.abc import Iterable, Sequence

import msgspec

from arena.chance import derive, die
from arena.claims import selections_of
from arena.errors import SelectionError
from arena.game import Game, Selection


class Survey(msgspec.Struct, frozen=True):
    """What came of one way to play: means over its games, and shares of them from 0 to 1.

    `rounds` are those in which anybody decided anything; they, and the share of games in which that was in the
    `first_round` at most, are None for games whose views have no `round`. `moves` is the mean number of legal moves
    at a decision, None if there was none to make. `ties` is the share of games in which sides shared the first
    place; `firsts` is each side's part of first places, those shared being split.
    """

    selection: str
    games: int
    rounds: float | None
    first_round: float | None
    decisions: float
    moves: float | None
    truncated: float
    ties: float
    firsts: tuple[float, ...]


class _Game(msgspec.Struct, frozen=True):
    """What is kept of a game; `first` are the sides that share the first place."""

    rounds: int | None
    decisions: int
    moves: int
    truncated: bool
    first: frozenset[int]


def survey(selection: Selection, deals: int, seed: int) -> Survey:
    """Play so many deals at random; the same seed gives the same survey."""
    games = [_played(selection, derive("survey", seed, str(selection), deal)) for deal in range(deals)]
    rounds = [game.rounds for game in games if game.rounds is not None]
    decisions = sum(game.decisions for game in games)
    return Survey(
        selection=str(selection),
        games=deals,
        rounds=sum(rounds) / deals if rounds else None,
        first_round=sum(number <= 1 for number in rounds) / deals if rounds else None,
        decisions=decisions / deals,
        moves=sum(game.moves for game in games) / decisions if decisions else None,
        truncated=sum(game.truncated for game in games) / deals,
        ties=sum(len(game.first) > 1 for game in games) / deals,
        firsts=tuple(
            sum((side in game.first) / len(game.first) for game in games) / deals
            for side in sorted(set(selection.sides))
        ),
    )


def surveyed(text: str, games: Sequence[Game], players: Sequence[int]) -> list[Selection]:
    """Return what a text asks to be surveyed: a selection, of which all but the game may be left open.

    Of an edition left open all are there, of the number of players those given; other options are as by default.
    Raises SelectionError.
    """
    found = selections_of(text, games)
    options = [pair.partition("=")[0].strip() for pair in text.partition(":")[2].split(",")]
    chosen = found if "players" in options else [each for each in found if len(each.sides) in players]
    if not chosen:
        possible = sorted({len(each.sides) for each in found})
        raise SelectionError(f"{text} is for {_listed(possible)} players, not for {_listed(players)}")
    return chosen


def _listed(numbers: Iterable[int]) -> str:
    """Return numbers in words."""
    *others, last = map(str, numbers)
    return f"{', '.join(others)} or {last}" if others else last


def _played(selection: Selection, seed: bytes) -> _Game:
    """Play one game, every move drawn from the legal ones."""
    state = selection.start(seed)
    rng = die(derive(seed, "moves"))
    has_rounds = "round" in selection.game.view.__struct_fields__
    rounds = set()
    decisions = choices = 0
    while moves := state.legal_moves():
        decisions += 1
        choices += len(moves)
        if has_rounds:
            rounds.add(getattr(state.view(state.current_player()), "round"))  # noqa: B009 (of this game's view)
        state.apply(rng.choice(moves))
    outcome = state.outcome()
    first = {side for side, rank in zip(selection.sides, outcome.ranks, strict=True) if rank == 1}
    return _Game(len(rounds) if has_rounds else None, decisions, choices, outcome.truncated, frozenset(first))
