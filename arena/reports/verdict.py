"""What a check of a bot found, as plain text that ends in one verdict."""

import shlex
import textwrap
from collections import defaultdict
from collections.abc import Iterator, Sequence

from tabulate import tabulate

from arena.checking import Report, Tried
from arena.printing import printable, visible
from arena.reports.text import close_set
from arena.trial import Trouble

MEGABYTE = 2**20
WIDTH, COLUMN = 80, 64
"""Columns of a sentence, and of one beside the name of a fact."""


def verdict(report: Report, called: str | None = None) -> str:
    """Return a report for a person to read.

    `called` is the bot as a command line names it; None where `arena match` could not play it.
    """
    parts = [_facts(report), _games(report), *(_trouble(each, report.bot, called) for each in report.troubles)]
    said = [printable(reason).partition("\n") for reason in report.reasons]
    parts += [trace.rstrip() for _, _, trace in said]
    parts += [_wrapped(f"warning: {visible(text)}") for text in report.warnings]
    parts += [_wrapped(f"hint: {text}") for text in report.hints]
    judged = "ready" if report.ready else f"not ready: {'; '.join(why for why, _, _ in said)}"
    parts.append(_wrapped(f"verdict: {judged}"))
    return "\n\n".join(part for part in parts if part)


def _facts(report: Report) -> str:
    """Return what there is to know of the bot, a line each."""
    limits = report.limits
    rows = [
        ("bot", f"{report.bot} ({report.origin})"),
        ("version", f"{report.version}, fingerprint {report.fingerprint[:12]}"),
    ]
    if report.claims:
        rows.append(("claims", " ".join(report.claims)))
    if report.start is not None:
        rows.append(("start", f"{_duration(report.start)}, limit {limits.start:g} s of CPU time"))
    if report.cpu is not None:
        cpu = report.cpu
        figures = f"median {_duration(cpu.median)}, p99 {_duration(cpu.p99)}, worst {_duration(cpu.worst)}"
        rows.append(("CPU a decision", f"{figures}, limit {limits.decision:g} s"))
        rows.append(("decisions", f"{report.decisions}"))
    if report.memory:
        rows.append(("memory", f"{report.memory / MEGABYTE:.0f} MB, limit {limits.memory}"))
    if report.repeats is not None:
        rows.append(("same seed", "same play" if report.repeats else "not the same play"))
    if report.score is not None:
        games = _counted(sum(tried.games for tried in report.tried))
        rows.append(("score", f"{report.score:.0%} against random in {games}"))
    cells = [(name, _wrapped(visible(text), COLUMN)) for name, text in rows]
    return tabulate(cells, tablefmt="plain", disable_numparse=True)


def _games(report: Report) -> str:
    """Return what was played of each game, and what was not."""
    groups: defaultdict[str, list[Tried]] = defaultdict(list)
    for tried in report.tried:
        groups[_game(tried.selection)].append(tried)
    missed = [_game(text) for text in report.unreached]
    rows = []
    for game in dict.fromkeys([*groups, *missed]):
        group = groups[game]
        played = sum(tried.games for tried in group)
        score = f"{sum(tried.score * tried.games for tried in group) / played:.0%}" if played else ""
        reached = f"{len(group)} of {len(group) + missed.count(game)}"
        rows.append((game, reached, played, sum(tried.faulty for tried in group), score))
    if not rows:
        return ""
    headers, sides = ("game", "selections", "games", "faults", "score"), ("left", *["right"] * 4)
    return close_set(headers, [[*map(str, row)] for row in rows], sides)


def _trouble(trouble: Trouble, bot: str, called: str | None) -> str:
    """Return a kind of fault with what the bot said to it, and how to see it again."""
    return "\n".join(_trouble_lines(trouble, bot, called))


def _trouble_lines(trouble: Trouble, bot: str, called: str | None) -> Iterator[str]:
    when = "" if trouble.decision is None else f" after {trouble.decision} decisions"
    games = _counted(trouble.games)
    yield f"fault: {trouble.kind}: {trouble.detail}"
    yield f"  in {games}, first in {trouble.selection}{when}"
    yield from (f"    {line}" for line in printable(trouble.said).rstrip().split("\n") if line)
    if called is not None:
        yield f"  again: {shlex.join(_again(trouble, bot, called))}"


def _again(trouble: Trouble, bot: str, called: str) -> Sequence[str]:
    """Return the command line that plays the game again."""
    players = (called if name == bot else name for name in trouble.bots)
    return ("arena", "match", trouble.selection, *players, "--seed", str(trouble.seed))


def _game(selection: str) -> str:
    """Return the name of a selection's game."""
    return selection.partition(":")[0].partition("@")[0]


def _wrapped(text: str, width: int = WIDTH) -> str:
    """Return a sentence in lines of a width; what has no space in it stays whole."""
    return textwrap.fill(text, width, break_long_words=False, break_on_hyphens=False)


def _counted(games: int) -> str:
    """Return a number of games in words."""
    return "1 game" if games == 1 else f"{games} games"


def _duration(seconds: float) -> str:
    """Return seconds in a unit that suits them."""
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1000:.3g} ms"
