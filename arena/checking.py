"""Checking a bot before it is entered: a trial, and a report that ends in a verdict."""

import re
from collections.abc import Iterable, Sequence
from statistics import fmean, median, quantiles

import msgspec

from arena.bot import Limits
from arena.claims import claimed
from arena.errors import SelectionError
from arena.game import Game, Selection
from arena.players.entrants import BotSpec, Entrant
from arena.players.forking import Zygote
from arena.players.output import HEAD, TAIL
from arena.trial import Budget, Trial, Trouble

NEAR = 0.8
"""The part of a limit from which on a bot is warned."""
SHOWN = 5
"""Selections that were not reached are named up to so many."""

HINTS = {
    re.compile(r"PermissionError|Permission denied|Operation not permitted|\bEACCES\b|\bEPERM\b|name resolution"): (
        "a bot has no network and no other process, can write no file and read none but its own; "
        "docs/bots.md says what it may do, docs/safety.md how that is held"
    ),
    re.compile(r"\bEOFError\b"): (
        "nothing can be read from a bot's standard input, unless it is a program, which is given by its command "
        "line, as 'python3 my_bot.py'"
    ),
}
"""What may help an author whose bot has said this."""


class Tried(msgspec.Struct, frozen=True):
    """A selection that was played: to the end of how many games, and the share of opponents beaten."""

    selection: str
    games: int
    faulty: int
    score: float


class Cpu(msgspec.Struct, frozen=True):
    """CPU seconds of single decisions."""

    median: float
    p99: float
    worst: float


class Report(msgspec.Struct, frozen=True):
    """What a check found. The bot is ready when there are no `reasons` against it.

    `hints` are on what the bot said when it failed. `start` is the longest start in seconds, `memory` the most
    bytes held, `printed` the most bytes printed in a game, `decisions` how many were timed, `unreached` the
    selections for which no time was left. What could not be tried is None.
    """

    ready: bool
    reasons: tuple[str, ...]
    warnings: tuple[str, ...]
    hints: tuple[str, ...]
    bot: str
    origin: str
    version: str
    fingerprint: str
    claims: tuple[str, ...]
    tried: tuple[Tried, ...]
    unreached: tuple[str, ...]
    troubles: tuple[Trouble, ...]
    repeats: bool | None
    score: float | None
    start: float | None
    cpu: Cpu | None
    decisions: int
    memory: int
    printed: int
    limits: Limits
    seconds: float


def check(spec: BotSpec, games: Sequence[Game], budget: Budget = Budget()) -> Report:  # noqa: B008 (frozen)
    """Load a bot, ask what it plays, let it play that, and say whether it would survive a tournament.

    Raises nothing for what the bot does.
    """
    with Zygote(bots=[spec]) as zygote:
        trial = Trial(zygote, spec, budget)
        entrant = trial.ask()
        selections = _claimed(entrant.games, games, trial.reasons) if entrant else []
        trial.go_through(selections)
    return _report(trial, entrant or Entrant(spec, spec.version, ()), selections)


def _claimed(claims: Iterable[str], games: Sequence[Game], reasons: list[str]) -> list[Selection]:
    """Return what claims take in; a claim that takes in nothing is a reason against the bot."""
    sound = []
    for claim in claims:
        try:
            claimed([claim], games)
        except SelectionError as error:
            reasons.append(f"its claim {claim!r} takes in nothing: {error}")
        else:
            sound.append(claim)
    if not sound and not reasons:
        reasons.append("it claims no game; its attribute `games` says what it plays")
    return claimed(sound, games)


def _report(trial: Trial, entrant: Entrant, selections: Sequence[Selection]) -> Report:
    """Return what was found."""
    reasons = [f"{trouble.kind}: {trouble.detail}" for trouble in trial.troubles.values()] + trial.reasons
    if not reasons and not trial.cpu:
        reasons.append("it came to no decision in the time that there is for a check")
    played = [score for scores in trial.scores.values() for score in scores]
    unreached = [text for text in map(str, selections) if text not in trial.scores]
    return Report(
        ready=not reasons,
        reasons=tuple(reasons),
        warnings=tuple(_warnings(trial, [] if reasons else unreached)),
        hints=tuple(_hints([*reasons, *(trouble.said for trouble in trial.troubles.values())])),
        bot=entrant.name,
        origin=entrant.spec.origin,
        version=entrant.version,
        fingerprint=entrant.spec.fingerprint,
        claims=entrant.games,
        tried=tuple(
            Tried(text, len(scores), trial.faulty[text], fmean(scores)) for text, scores in trial.scores.items()
        ),
        unreached=tuple(unreached),
        troubles=tuple(trial.troubles.values()),
        repeats=trial.repeats,
        score=fmean(played) if played else None,
        start=max(trial.starts, default=None),
        cpu=_figures(trial.cpu),
        decisions=len(trial.cpu),
        memory=trial.peak,
        printed=trial.printed,
        limits=trial.limits,
        seconds=trial.seconds,
    )


def _warnings(trial: Trial, unreached: Sequence[str]) -> list[str]:
    """Return what is no reason against the bot and should be known to its author.

    `unreached` are the selections that might have given one. Of a limit that was passed no nearness is told.
    """
    warnings = []
    charged = {trouble.kind for trouble in trial.troubles.values()}
    if trial.repeats is False:
        warnings.append(
            "it does not repeat its play with the same seed, so the results of a tournament with it will not be "
            "reproducible: self.rng is the only die to roll, and clocks differ from game to game"
        )
    if trial.cpu and not trial.scores:
        warnings.append("it is too slow for a check to see a game to its end")
    elif unreached:
        more = len(unreached) - SHOWN
        named = " ".join(unreached[:SHOWN]) + (f" and {more} more" if more > 0 else "")
        warnings.append(f"{len(unreached)} of the selections that it claims were not reached in the time: {named}")
    if trial.cpu and max(trial.cpu) > NEAR * trial.limits.decision and "cpu_timeout" not in charged:
        warnings.append(f"it comes near the limit of {trial.limits.decision:g} s for a decision, or beyond it")
    if trial.peak > NEAR * trial.limits.memory_bytes and charged.isdisjoint(("memory", "startup")):
        warnings.append(f"it comes near the limit of {trial.limits.memory} of memory")
    if trial.printed > HEAD + TAIL:
        warnings.append(
            f"it printed {trial.printed / 1000:,.0f} kB in a game, of which {HEAD // 1024} kB of the beginning and "
            f"{TAIL // 1024} kB of the end are kept"
        )
    return warnings


def _hints(said: Iterable[str]) -> list[str]:
    """Return what may help the author of a bot that has said this."""
    text = "\n".join(said)
    return [hint for pattern, hint in HINTS.items() if pattern.search(text)]


def _figures(seconds: Sequence[float]) -> Cpu | None:
    """Return the middle and the end of a distribution."""
    if not seconds:
        return None
    p99 = quantiles(seconds, n=100, method="inclusive")[98] if len(seconds) > 1 else seconds[0]
    return Cpu(median(seconds), p99, max(seconds))
