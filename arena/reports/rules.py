"""Rules in words as text: Markdown to keep, and two columns for the terminal."""

import textwrap
from collections.abc import Iterable

from arena.game import Option, Selection, Value
from arena.printing import visible
from arena.telling import Change, Section, Sentence, Text, section, topic

NOTHING = "nothing"
"""Stands for what one of two tellings does not say."""

WIDEST = 100
"""No line of text in the terminal is longer, however wide that is."""

NARROWEST = 20
"""No column of text is narrower, however narrow the terminal is."""

ATTESTED = {
    "full": "the whole text of its rules is known",
    "carried": "parts of its rules are taken over, unchanged, from a neighbour's",
    "reading": "a gap in its rules was closed by a choice of ours",
    "public": "known from its author's public page only",
    "own": "a row of your own",
}
"""What the words mean that say how well an edition is attested."""


def heading(selection: Selection) -> list[str]:
    """Return lines that say what the rules are of."""
    game, edition = selection.game, selection.edition
    lines = [str(selection), game.credit]
    if len(game.editions) > 1:
        meaning = ATTESTED.get(edition.attested)
        lines.append(f"Edition {edition.number}; attested: {edition.attested}{f', {meaning}' if meaning else ''}")
    return lines


def options(selection: Selection) -> Section:
    """Return what else could have been chosen."""
    rows = [
        topic(each.name, f"{_shown(selection.options[each.name])}; it can be {option(each)}")
        for each in selection.edition.options
    ]
    return section("Options", *rows)


def option(option: Option) -> str:
    """Return in words what an option may be, and what it is about."""
    return f"{option.described()}, by default {_shown(option.default)}: {option.doc}"


def _shown(value: Value) -> str:
    """Return a value as a selection has it."""
    return "none" if value is None else str(value)


def labels(before: Selection, after: Selection) -> tuple[str, str]:
    """Return short names that tell two selections of a game apart: editions, or the options that differ."""
    if before.edition.slug != after.edition.slug:
        return str(before.edition.slug), str(after.edition.slug)
    names = [name for name, value in before.options.items() if value != after.options[name]]
    mine, theirs = (", ".join(f"{name}={_shown(each.options[name])}" for name in names) for each in (before, after))
    return mine, theirs


def prose(sentences: Iterable[Sentence]) -> str:
    """Return sentences as running text, each reading marked and reasoned."""
    return " ".join(
        f"{each.text} (A reading: {each.reading}.)" if each.reading else each.text for each in sentences
    )


def to_markdown(text: Text, level: int = 3) -> str:
    """Return rules as Markdown, under headings of that level."""
    parts = []
    for part in text:
        points = "\n".join(f"- **{each.name}.** {prose(each.sentences)}" for each in part.topics)
        parts.append(f"{'#' * level} {part.title}\n\n{points}\n")
    return "\n".join(parts)


def to_terminal(text: Text, width: int) -> str:
    """Return rules for a terminal that wide: topics to the left, what is said of them to the right."""
    indent = max([len(each.name) for part in text for each in part.topics], default=0)
    parts = []
    for part in text:
        rows = [(each.name, prose(each.sentences)) for each in part.topics]
        parts.append("\n".join([part.title, "-" * len(part.title), *in_columns(rows, width, indent)]))
    return "\n\n".join(parts)


def changes_to_markdown(changes: Iterable[Change], before: str, after: str) -> str:
    """Return as a list what differs between two tellings, which go by these names."""
    points = []
    for change in changes:
        said = [f"`{name}`: {told}" for name, told in _sides(change, before, after)]
        points.append(f"- **{change.topic}.** {'<br>'.join(said)}")
    return "\n".join(points) + "\n"


def changes_to_terminal(changes: Iterable[Change], before: str, after: str, width: int) -> str:
    """Return for a terminal that wide what differs between two tellings, which go by these names."""
    return "\n\n".join(
        "\n".join([change.topic, *in_columns(_sides(change, before, after), width)]) for change in changes
    )


def in_columns(rows: Iterable[tuple[str, str]], width: int, longest: int = 0) -> list[str]:
    """Return lines for a terminal that wide: names to the left, then texts; `longest` names may stand elsewhere."""
    rows = list(rows)
    indent = max([longest, *[len(name) for name, _ in rows]]) + 4
    lines = []
    for name, said in rows:
        lines += textwrap.wrap(
            visible(said),
            max(min(width, WIDEST), indent + NARROWEST),
            initial_indent=f"  {visible(name)}".ljust(indent),
            subsequent_indent=" " * indent,
            break_on_hyphens=False,
        )
    return lines


def _sides(change: Change, before: str, after: str) -> list[tuple[str, str]]:
    """Return what each of the two says that the other does not."""
    return [(before, prose(change.before) or NOTHING), (after, prose(change.after) or NOTHING)]
