"""Asking bots outside of any game: what they are, and how well they are closed in."""

import tempfile

from arena.bot import Limits
from arena.containment import bubblewrap, cgroup
from arena.containment.layers import Layers
from arena.errors import BotError, BotFault, UsageError
from arena.players.entrants import BotSpec, Entrant
from arena.players.forking import Zygote
from arena.players.process import BotProcess, Transport
from arena.players.program import greeted
from arena.players.remote import asked
from arena.players.wire import About, Describe, Holes, Probe
from arena.printing import visible

PROBE = BotSpec("probe", "file", ":", "the engine", "", "")
"""Nobody: a process in which no bot is loaded."""
PROBE_SECONDS = 10.0
VERSION_CAP = 64


def describe(zygote: Zygote, spec: BotSpec, limits: Limits) -> Entrant:
    """Ask a bot, in a process of its own, for its version and the games that it plays; raises BotError."""
    process = BotProcess(zygote, spec, limits.memory_bytes)
    try:
        return described(process, spec, limits)
    finally:
        process.close()


def described(transport: Transport, spec: BotSpec, limits: Limits) -> Entrant:
    """Ask the bot at the other end for its version and the games that it plays; raises BotError."""
    try:
        if spec.kind == "program":
            greeting = greeted(transport, limits.start)
            version, games = greeting.version, greeting.games
        else:
            about = asked(transport, Describe(1), About, limits.start)
            version, games = about.version, about.games
    except BotFault as fault:
        said = "".join(f"\n{part.rstrip()}" for part in (transport.output(), fault.trace) if part)
        raise BotError(f"bot {spec.name!r} ({spec.origin}) cannot be loaded: it {fault.detail}{said}") from None
    if len(version) > VERSION_CAP or not version.isprintable():
        raise BotError(
            f"bot {spec.name!r} ({spec.origin}) cannot be loaded: its version is to be {VERSION_CAP} printable "
            f"characters at most, not {visible(version[:VERSION_CAP])!r}"
        )
    return Entrant(spec, version or spec.version, games)


def seal(zygote: Zygote, limits: Limits) -> str:
    """Return how bots are closed in, as the tables' header says it; raises UsageError where `strict` isn't kept.

    It is tried, not believed: a process like a bot's does what no bot may do.
    """
    if zygote.strict and (reason := bubblewrap.available()):
        raise UsageError(f'containment "strict" cannot be kept on this machine: {reason}')
    cgroup.sweep()
    layers = Layers.here(strict=zygote.strict)
    process = BotProcess(zygote, PROBE, limits.memory_bytes)
    try:
        with tempfile.NamedTemporaryFile(prefix="arena-probe-") as bait:
            acts = asked(process, Probe(1, bait.name), Holes, PROBE_SECONDS).acts
    finally:
        process.close()
    if not acts:
        return f"{'strict' if zygote.strict else 'process'} ({layers})"
    can = ", ".join(acts[:3]) + (f" and {len(acts) - 3} things more" if len(acts) > 3 else "")
    if zygote.strict:
        raise UsageError(
            f'containment "strict" cannot be kept on this machine: a bot can {can}; '
            f'use a newer kernel, or "process" for bots of people you trust'
        )
    return f"process ({layers}), unsealed: bots can {can}"
