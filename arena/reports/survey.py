"""Surveys as tables: Markdown to keep, plain text for the terminal; one for each game."""

from collections.abc import Sequence
from itertools import groupby

from tabulate import tabulate

from arena.reports.text import close_set
from arena.surveying import Survey

HEAD = (
    "edition",
    "players",
    "games",
    "rounds",
    "round 1 %",
    "decisions",
    "moves",
    "cut off %",
    "ties %",
    "firsts %",
)

LEGEND = (
    "Random bots. Rounds, decisions: in a game, rounds in which anybody decided; moves: legal ones at a decision. "
    "Round 1: games with no decision after it; cut off: games that did not end; ties: games with no single winner; "
    "firsts: first places by seat, ties shared."
)

LEFT = ("edition", "firsts %")


def to_markdown(surveys: Sequence[Survey]) -> str:
    """Return a table for each game, under its name if there are several."""
    tables = []
    for game, of_game in _by_game(surveys):
        head, cells = _grid(of_game)
        tables.append((game, tabulate(cells, head, "github", disable_numparse=True, colalign=_alignment(head))))
    return "\n\n".join(table if len(tables) == 1 else f"### {game}\n\n{table}" for game, table in tables) + "\n"


def to_terminal(surveys: Sequence[Survey]) -> str:
    """Return a table for each game, under its name, for the console."""
    tables = []
    for game, of_game in _by_game(surveys):
        head, cells = _grid(of_game)
        tables.append(f"{game}\n{close_set(head, cells, _alignment(head))}")
    return "\n\n".join(tables)


def _by_game(surveys: Sequence[Survey]) -> list[tuple[str, list[Survey]]]:
    """Return the surveys of each game under its name."""
    return [(game, [*found]) for game, found in groupby(surveys, lambda each: _parts(each)[0])]


def _parts(survey: Survey) -> tuple[str, str, str]:
    """Return the name of the game, the edition with its options, and the number of players."""
    title, _, told = survey.selection.partition(":")
    options = dict(pair.split("=") for pair in told.split(","))
    players = options.pop("players", "")
    game, _, edition = title.partition("@")
    others = ",".join(f"{name}={value}" for name, value in options.items())
    return game, ":".join(part for part in (edition, others) if part), players


def _grid(surveys: Sequence[Survey]) -> tuple[list[str], list[list[str]]]:
    """Return the headings and lines of a table: only columns that hold something."""
    body = []
    for each in surveys:
        _, edition, players = _parts(each)
        body.append(
            [
                edition,
                players,
                str(each.games),
                _figure(each.rounds),
                _share(each.first_round),
                _figure(each.decisions),
                _figure(each.moves),
                _share(each.truncated),
                _share(each.ties),
                " ".join(map(_share, each.firsts)),
            ]
        )
    there = [column for column, texts in enumerate(zip(*body, strict=True)) if any(texts)]
    return [HEAD[column] for column in there], [[line[column] for column in there] for line in body]


def _alignment(head: Sequence[str]) -> list[str]:
    """Return how each column is set: words to the left, figures to the right."""
    return ["left" if name in LEFT else "right" for name in head]


def _figure(figure: float | None) -> str:
    """Return a mean, and nothing for none."""
    return "" if figure is None else f"{figure:.1f}"


def _share(share: float | None) -> str:
    """Return a share in whole per cent, and nothing for none."""
    return "" if share is None else f"{100 * share:.0f}"
