"""The rules in docs/games/*.md, made from the games themselves, and how editions compare when played at random.

`python -m tests.game_pages` writes them anew.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from arena.errors import SelectionError
from arena.game import Edition, Game, Selection, Value
from arena.games import GAMES
from arena.reports.rules import ATTESTED, changes_to_markdown, labels, option, to_markdown
from arena.reports.survey import LEGEND
from arena.reports.survey import to_markdown as to_survey
from arena.surveying import survey, surveyed
from arena.telling import changes

FOLDER = Path(__file__).parents[1] / "docs" / "games"
DEALS, SEED = 100, 0
"""As `arena games survey` has them by default."""

BLOCK = re.compile(r"(?<=<!-- rules: begin -->\n).*?(?=<!-- rules: end -->)", re.DOTALL)
SURVEY = re.compile(r"(?<=<!-- survey: begin -->\n).*?(?=<!-- survey: end -->)", re.DOTALL)


def page(game: Game) -> Path:
    """Return the file of a game's page."""
    return FOLDER / f"{game.name}.md"


def rules(game: Game) -> str:
    """Return the block between the markers: editions, rules as by default, and what options and editions change."""
    return "\n".join(["", *_lines(game), ""])


def survey_table(game: Game) -> str:
    """Return the table between the other markers, of pages that have them."""
    ways = surveyed(game.name, GAMES, (2, 4))
    return f"\n{to_survey([survey(way, DEALS, SEED) for way in ways])}\n{LEGEND}\n"


def _lines(game: Game) -> Iterator[str]:
    default = game.select()
    if len(game.editions) > 1:
        yield from _editions(game)
        yield f"## Rules of `{default.edition.slug}`\n"
        yield f"For {default.options['players']} players, as `arena games show {default}` says them.\n"
    else:
        yield f"## Rules\n\nAs `arena games show {default}` says them.\n"
    yield to_markdown(game.tell(default))
    yield from _options(default)
    if len(game.editions) > 1:
        yield "## Edition by edition\n"
        yield "For 2 players: the first in full, of the others what they change in the one they come after.\n"
        for edition in game.editions:
            yield from _edition(game, edition)


def _editions(game: Game) -> Iterator[str]:
    yield from ("## Editions\n", "| # | edition | after | players | attested |", "|---|---|---|---|---|")
    for edition in game.editions:
        players = next(each.described() for each in edition.options if each.name == "players")
        slug = f"`{edition.slug}`" + (", the default" if edition.slug == game.default else "")
        after = f"`{edition.after}`" if edition.after else ""
        yield f"| {edition.number} | {slug} | {after} | {players} | {edition.attested} |"
    yield "\nHow well an edition is attested:\n"
    used = {edition.attested for edition in game.editions}
    yield from (f"- `{word}`: {meaning}" for word, meaning in ATTESTED.items() if word in used)
    yield ""


def _options(default: Selection) -> Iterator[str]:
    yield from ("## Options\n", *(f"- `{each.name}`: {option(each)}" for each in default.edition.options), "")
    for before, after in _variants(default):
        mine, theirs = labels(before, after)
        yield f"With `{theirs}` instead of `{mine}`:\n"
        yield _changes(before, after)


def _variants(default: Selection) -> Iterator[tuple[Selection, Selection]]:
    """Yield each value of an option that is one of few, or of players, in the place of the default."""
    for each in default.edition.options:
        if each.name != "players" and isinstance(each.choices, range):
            continue
        for value in each.choices:
            if value != each.default:
                yield _pair(default, each.name, value)


def _pair(default: Selection, name: str, value: Value) -> tuple[Selection, Selection]:
    """Return two selections that differ by one option, with the first number of players that it goes with."""
    game, slug = default.game, default.edition.slug
    try:
        return default, game.select(slug, **{name: value})
    except SelectionError:
        players = next(each.choices for each in default.edition.options if each.name == "players")
        for count in players:
            try:
                return game.select(slug, players=count), game.select(slug, **{"players": count, name: value})
            except SelectionError:
                continue
        raise


def _edition(game: Game, edition: Edition) -> Iterator[str]:
    yield f"### {edition.number} `{edition.slug}`\n"
    selection = game.select(edition.slug)
    if edition.after:
        yield _changes(game.select(edition.after), selection)
    else:
        yield to_markdown(game.tell(selection), level=4)


def _changes(before: Selection, after: Selection) -> str:
    return changes_to_markdown(changes(before.game.tell(before), after.game.tell(after)), *labels(before, after))


if __name__ == "__main__":
    for told in GAMES:
        text = page(told).read_text(encoding="utf-8")
        text = BLOCK.sub(lambda _, game=told: rules(game), text)
        text = SURVEY.sub(lambda _, game=told: survey_table(game), text)
        page(told).write_text(text, encoding="utf-8")
