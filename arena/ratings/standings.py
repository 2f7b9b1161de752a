"""The standings: a table for every selection, for every game over its selections, and overall over the games.

They depend on the set of results, not on the order in which it comes. What needs numpy is imported when called for.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Final, Literal

import msgspec
from msgspec import structs

from arena.ratings.findings import Checks, Meeting
from arena.ratings.results import SeriesResult

if TYPE_CHECKING:
    from arena.ratings.combine import Rating
    from arena.ratings.parts import Part
    from arena.ratings.seats import Seat

Kind = Literal["overall", "game", "selection"]

READABLE: Final = 100
"""Tables of more bots have neither crosstable nor likelihoods of superiority: nobody could read them."""


class Anchor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot whose Elo is given; that of the others, and their intervals, are then relative to it."""

    bot: str
    elo: Annotated[float, msgspec.Meta(ge=-100_000, le=100_000)] = 1500.0


class Row(msgspec.Struct, frozen=True):
    """A bot's line.

    Bots of equal Elo share the better `rank`; truly it may be any from `best` to `worst`, all other bots being
    significantly better or significantly worse. `low` and `high` are the ends of a 95 % interval of the Elo, None
    where there is none; `plus_minus` is half its width, None where it isn't symmetric about `elo`. `flag` says "won
    all" or "lost all" where only one end can be told. `score` is the mean of the pair scores in per cent. Where all
    tables are of two sides there are `wins`, `draws` and `losses`, where all are larger `mean_rank`. `clean` is the
    Elo by the games without faults, None if there are no others or the bot has none of them.
    """

    rank: int
    best: int
    worst: int
    bot: str
    version: str
    elo: float
    plus_minus: float | None
    low: float | None
    high: float | None
    flag: str
    games: int
    score: float
    wins: int | None
    draws: int | None
    losses: int | None
    mean_rank: float | None
    faults: int
    clean: float | None = None


class Table(msgspec.Struct, frozen=True):
    """A ranking by Elo, then name.

    `name` is "overall", the game's name or the selection's text, with the number of the island where there are
    several; `game` is the game's name, None overall. `selections` is how many selections it is over.

    `los` is how likely each bot is really stronger than each other (rows and columns in the order of `rows`), None
    for itself and where there are too few games to tell. A selection's table has `crosstable`, how each did against
    each other, None where they never met, `seats`, what each seat is worth, and `checks`, whether one strength for
    each bot explains it all.
    """

    name: str
    kind: Kind
    game: str | None
    selections: int
    rows: tuple[Row, ...]
    los: tuple[tuple[float | None, ...], ...] = ()
    crosstable: tuple[tuple[Meeting | None, ...], ...] = ()
    seats: "tuple[Seat, ...]" = ()
    checks: Checks | None = None


def standings(
    results: Iterable[SeriesResult], entrants: Mapping[str, str], anchor: Anchor | None = None
) -> list[Table]:
    """Return the tables: overall, then each game's followed by those of its selections; none without games.

    `entrants` maps the names to versions and has everybody who is in the results. A bot is in a game's table if it
    has played all of the game's selections, in the overall table if it has played all there are. Groups of bots
    that no path of games joins get tables of their own, the largest group first. Where the anchor is in a table, it
    stands where it is put; elsewhere 1500 is the average of the fields.
    """
    from arena.ratings.parts import parts_of

    parts = parts_of(results)
    if not parts:
        return []
    by_game: dict[str, list[Part]] = {}
    for part in parts:
        by_game.setdefault(part.game, []).append(part)
    evenly = [1 / len(by_game) / len(by_game[part.game]) for part in parts]

    tables = _tables("overall", "overall", None, parts, evenly, entrants, anchor)
    for game, own in by_game.items():
        tables += _tables(game, "game", game, own, [1 / len(own)] * len(own), entrants, anchor)
        for part in own:
            tables += _tables(part.selection, "selection", game, [part], [1.0], entrants, anchor)
    return tables


def _tables(
    name: str,
    kind: Kind,
    game: str | None,
    parts: "Sequence[Part]",
    weights: Sequence[float],
    entrants: Mapping[str, str],
    anchor: Anchor | None,
) -> list[Table]:
    """Return a table for every group of bots that share an island in each of the parts."""
    groups: dict[tuple[int, ...], list[str]] = {}
    for bot in sorted(set(parts[0].island).intersection(*(part.island for part in parts))):
        groups.setdefault(tuple(part.island[bot] for part in parts), []).append(bot)
    ordered = sorted(groups.values(), key=lambda bots: (-len(bots), bots))
    return [
        _table(
            f"{name} (island {number})" if len(ordered) > 1 else name,
            kind,
            game,
            parts,
            weights,
            bots,
            entrants,
            anchor,
        )
        for number, bots in enumerate(ordered, 1)
    ]


def _table(
    name: str,
    kind: Kind,
    game: str | None,
    parts: "Sequence[Part]",
    weights: Sequence[float],
    bots: Sequence[str],
    entrants: Mapping[str, str],
    anchor: Anchor | None,
) -> Table:
    """Return the table of bots that share an island in each of the parts."""
    from arena.ratings.combine import combine

    islands = [part.island[bots[0]] for part in parts]
    fits = [part.fits[island] for part, island in zip(parts, islands, strict=True)]
    combined = combine(fits, weights, bots)
    if anchor and anchor.bot in bots:
        ratings = combined.anchored(bots.index(anchor.bot), anchor.elo)
    else:
        ratings = combined.ratings()
    rows = _rows(dict(zip(bots, ratings, strict=True)), parts, weights, entrants)
    table = Table(name, kind, game, len(parts), rows)
    if len(rows) <= READABLE:
        order = [bots.index(row.bot) for row in rows]
        table = structs.replace(table, los=combined.superiority(order))
    return _explained(table, parts[0], islands[0]) if kind == "selection" else table


def _explained(table: Table, part: "Part", island: int) -> Table:
    """Return the table of a selection's island with what there is to say of its games."""
    from arena.ratings.checks import check
    from arena.ratings.meetings import crosstable
    from arena.ratings.seats import seat_effect

    games = part.islands[island]
    effect = seat_effect(games)
    return structs.replace(
        table,
        crosstable=crosstable(games, [row.bot for row in table.rows]) if len(table.rows) <= READABLE else (),
        seats=effect.seats if effect else (),
        checks=check(games, part.fits[island].worth),
    )


def _rows(
    ratings: "Mapping[str, Rating]",
    parts: "Sequence[Part]",
    weights: Sequence[float],
    entrants: Mapping[str, str],
) -> tuple[Row, ...]:
    """Return the lines of rated bots."""
    from arena.ratings.without_faults import without_faults

    clean = without_faults(parts, weights, {bot: rating.elo for bot, rating in ratings.items()})
    rated = sorted(ratings.items(), key=lambda line: (-line[1].elo, line[0]))
    ranks: dict[float, int] = {}
    rows = []
    for number, (bot, rating) in enumerate(rated, 1):
        figures = [part.figures[bot] for part in parts]
        row = Row(
            rank=ranks.setdefault(rating.elo, number),
            bot=bot,
            version=entrants[bot],
            **structs.asdict(rating),
            games=sum(of.games for of in figures),
            score=sum(of.score * weight for of, weight in zip(figures, weights, strict=True)),
            wins=_sum([of.wins for of in figures]),
            draws=_sum([of.draws for of in figures]),
            losses=_sum([of.losses for of in figures]),
            mean_rank=_mean([of.mean_rank for of in figures], weights),
            faults=sum(of.faults for of in figures),
            clean=clean.get(bot),
        )
        rows.append(row)
    return tuple(rows)


def _sum(counts: Sequence[int | None]) -> int | None:
    """Return the sum, None if one isn't there."""
    there = [count for count in counts if count is not None]
    return sum(there) if len(there) == len(counts) else None


def _mean(figures: Sequence[float | None], weights: Sequence[float]) -> float | None:
    """Return the weighted mean, None if one isn't there."""
    there = [figure * weight for figure, weight in zip(figures, weights, strict=True) if figure is not None]
    return sum(there) if len(there) == len(figures) else None
