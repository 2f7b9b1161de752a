"""What a game must pass to be played here."""

from collections.abc import Iterator
from itertools import product

import msgspec

from arena.errors import SelectionError, UsageError
from arena.game import Edition, Game, Option, Selection, Value, parse_selection
from arena.moves import Move
from arena.state import State
from arena.telling import Text
from arena.testing.imagining import Variety, check_imagined
from arena.testing.rules import (
    Position,
    check_clones,
    check_legality,
    check_moves,
    check_record,
    check_standing,
    position,
)
from arena.testing.secrecy import Unseen, check_secrecy
from arena.testing.views import Reader, check_texts
from arena.testing.walks import Walk, Where, pages, walk


def check_game(
    game: Game,
    *selections: Selection | str,
    deals: int = 2,
    looks: int = 4,
    swaps: int = 8,
    longest: int = 20_000,
    unseen: Unseen | None = None,
) -> None:
    """Play a game at random, and raise AssertionError for anything that a game must not do.

    It plays the selections given or, if none are, every edition with each number of players and each extreme of an
    option (`samples`): so many `deals` of each, with a close look at so many of a game's positions, and so many
    `swaps` of two cards that a seat has not met. A game with more than `longest` decisions counts as endless.

    What is checked:

    - *moves*: `legal_moves` are the game's own objects, each once, in a fixed order; every one applies, and of the
      other moves met none does, which changes nothing; texts of moves and cards read back;
    - *clones* and the original leave one another alone and play on alike;
    - *the end* comes; ranks, scores and returns are well formed, there and on the way;
    - *records*: the same seed gives the same game, byte for byte, and its record replays to the same end;
    - *views* are of plain values, and read back from the wire with the game's own cards and moves;
    - *determinize* gives from a view, as a bot gets it, a state that shows the seat the same view and offers it the
      same moves, has no past and plays on to its end; what is hidden is drawn with the dice given;
    - *secrecy*: with two cards swapped that the seat has not met, it sees the same views, news and moves.

    Not everything can be caught. A seat that is shown a card which it should not see has met it: say with
    `unseen(state, seat)` which cards of a state the seat cannot know anything of by your rules, and that is caught,
    too; it is of no use in a game in which a card that was shown can be hidden again. A swap that anybody might
    notice by right is not held against the game, so where few swaps go unnoticed, as with many copies of every
    card, few leaks are found. Where your rules, unasked, announce what is true of hidden
    cards without showing them, leave swaps out (`swaps=0`). And an order that comes from a set is the same
    throughout one process, so it goes unnoticed.
    """
    try:
        chosen = [parse_selection(each, [game]) if isinstance(each, str) else each for each in selections]
    except UsageError as error:
        raise AssertionError(f"{game.name}: {error}") from None
    check_texts(game)
    check = _Check(Reader(game), looks, longest)
    for selection, deal in product(chosen or samples(game), range(deals)):
        if not deal:
            check_told(selection)
        walked = check.game(Where(selection, deal))
        with walked.where.blamed("the same game with two cards swapped"):
            check_secrecy(walked, swaps, unseen, check.reader, check.variety)


def check_told(selection: Selection) -> None:
    """See that what a game says of its rules, if it does, has the form of rules told."""
    try:
        told = selection.game.tell(selection)
        msgspec.convert(msgspec.to_builtins(told), Text)
    except Exception as error:
        raise AssertionError(f"{selection}: tell must give sections of topics (arena.telling): {error}") from error


class _Check:
    """What is known of a game from the selections and deals before."""

    def __init__(self, reader: Reader, looks: int, longest: int) -> None:
        self.reader = reader
        self.variety = Variety()
        self._looks = looks
        self._longest = longest
        self._known: dict[str, Move] = {}

    def game(self, where: Where) -> Walk:
        """Check one game, all but its secrecy; return it."""
        self._check_deal(where)
        walked = walk(where, self._longest)
        _check_same(walked, walk(where, self._longest), "the same seed must give the same game and views")
        check_record(walked, where)
        _check_same(walked, self._looked_at(walked), "looking at a game must not change it")
        return walked

    def _check_deal(self, where: Where) -> None:
        """See that a game begins as it must."""
        with where.blamed("dealing"):
            state = where.selection.start(where.seed)
        if state.sides != where.selection.sides:
            where.fail(f"the state's sides are {state.sides}, the selection's {where.selection.sides}")
        if not state.events or state.events[0].chance != "deck":
            where.fail(f"the first event must be the shuffled deck, and the events are {state.events[:1]}")
        self._check_views(state, where)

    def _looked_at(self, walked: Walk) -> Walk:
        """Play a game again, and look at some of its positions and the end."""
        count = len(walked.steps)
        chosen = walked.where.die("looks").sample(range(count), min(count, self._looks))
        kept: list[tuple[State, Position, Where]] = []

        def look(state: State, here: Where) -> None:
            if here.decision is not None:
                check_moves(state, self._known, self.reader, here)
            if here.decision in chosen:
                twin = state.clone()
                kept.append((twin, position(twin), here))
                check_clones(state, self._longest, here)
                check_legality(state, self._known.values(), here)
            if here.decision is None or here.decision in chosen:
                check_standing(state, here)
                self._check_views(state, here)
                for seat in range(len(state.sides)):
                    check_imagined(state, self.reader, self._longest, here.at(here.decision, seat))

        again = walk(walked.where, self._longest, look)
        check_legality(again.state, self._known.values(), walked.where)
        for twin, before, here in kept:
            if apart := before.difference(position(twin)):
                here.fail(f"playing on must change nothing of a clone, and changed {apart}")
        return again

    def _check_views(self, state: State, here: Where) -> None:
        """See that every seat's view is one."""
        for seat in range(len(state.sides)):
            at = here.at(here.decision, seat)
            with at.blamed("its view"):
                view = state.view(seat)
            self.reader.check(view, at)


def _check_same(one: Walk, other: Walk, what: str) -> None:
    """See that two games are the same, byte for byte."""
    for number, (step, again) in enumerate(zip(one.steps, other.steps, strict=False)):
        if step != again:
            parts = (("seat", "current_player()"), ("moves", "legal_moves()"), ("page", "the view"))
            apart = next(words for part, words in parts if getattr(step, part) != getattr(again, part))
            one.where.at(number, step.seat).fail(f"{what}, and {apart} is another")
    if one.state.events != other.state.events or pages(one.state) != pages(other.state):
        one.where.fail(f"{what}, and the events or the last views are others")
    if one.state.outcome() != other.state.outcome():
        one.where.fail(f"{what}, and the outcome is another")


def samples(game: Game) -> list[Selection]:
    """Return selections that reach every edition, every number of players and each extreme of an option."""
    return [*dict.fromkeys(each for edition in game.editions for each in _samples(game, edition))]


def _samples(game: Game, edition: Edition) -> Iterator[Selection]:
    """Yield those of an edition: with each value of an option the last number of players that goes with it."""
    players = next((option for option in edition.options if option.name == "players"), None)
    counts: list[dict[str, Value]] = [{"players": value} for value in players.choices] if players else [{}]
    wanted: list[dict[str, Value]] = [{}]
    wanted += [
        {option.name: value} for option in edition.options if option != players for value in _extremes(option)
    ]
    for number, options in enumerate(wanted):
        fitting = (each for count in counts for each in _selected(game, edition, count | options))
        yield from fitting if not number else list(fitting)[-1:]


def _extremes(option: Option) -> tuple[Value, ...]:
    """Return the ends of a range, or all values."""
    return (option.choices[0], option.choices[-1]) if isinstance(option.choices, range) else option.choices


def _selected(game: Game, edition: Edition, options: dict[str, Value]) -> list[Selection]:
    """Return the selection with these options, or nothing if they do not go together."""
    try:
        return [game.select(edition.slug, **options)]
    except SelectionError:
        return []
