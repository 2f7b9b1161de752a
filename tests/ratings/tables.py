"""Tables of made-up results."""

from random import Random

from arena.ratings.standings import standings
from tests.ratings.cases import ENTRANTS, LOSS, WIN, result, series_of


def played(selection, chance, series=60, seed=0):
    """Two games a series between a, b and c; `chance` is that of the earlier name to win."""
    lots = Random(seed)
    for number in range(series):
        one, other = sorted(lots.sample("abc", 2))
        for _ in range(2):
            yield result(f"{one}{other}{number}", (one, other), WIN if lots.random() < chance else LOSS, selection)


def tables_of(results):
    return standings(series_of(results), ENTRANTS)


def table(tables, name):
    (found,) = [one for one in tables if one.name == name]
    return found


def likelihoods(one):
    """The likelihoods of superiority by the bots' names."""
    bots = [row.bot for row in one.rows]
    return {
        (a, b): one.los[row][column] for row, a in enumerate(bots) for column, b in enumerate(bots) if row != column
    }
