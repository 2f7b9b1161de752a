"""Bots in processes of their own, played against others in this one."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

from arena.bot import Bot, Limits
from arena.chance import derive
from arena.containment import bubblewrap
from arena.containment.layers import Layers
from arena.game import Selection
from arena.match import Player, play
from arena.players.entrants import BotSpec, Reference
from arena.players.forking import Zygote
from arena.players.loading import has_changed
from arena.players.local import LocalPlayer
from arena.players.process import BotProcess
from arena.players.remote import SdkPlayer
from arena.players.sources import FileBots
from arena.plugins import Plugins
from arena.record import Record
from bots.random import Random

BOTS = Path(__file__).parents[1] / "bots"
LIMITS = Limits(decision=0.1, bank=0, start=1.0)
SEED = derive("process")
GAMES = {game.name: game for game in Plugins().games}
LAYERS = Layers.here()
LEVELS = ("process", "strict")

sealed = pytest.mark.skipif(not LAYERS.sealed, reason=f"this kernel has only {LAYERS}")


def spec(reference: str, folder: Path = BOTS) -> BotSpec:
    """Return the bot in a file."""
    found = FileBots().find(Reference(reference, folder))
    assert found is not None
    return found


class Match(NamedTuple):
    """A game, what was told of its faults, what the bot in seat 0 printed, and how it stood before it was ended."""

    record: Record
    heard: str
    output: str
    cpu: float


class Table:
    """Seat 0 is played by a bot in a process of its own, the others by bots in this one."""

    def __init__(self, zygote: Zygote, level: str) -> None:
        self.zygote = zygote
        self.level = level

    def match(
        self,
        bot: str | BotSpec,
        selection: Selection | None = None,
        limits: Limits = LIMITS,
        others: Sequence[type[Bot]] = (),
    ) -> Match:
        """Play a game, by default one of two with a random bot."""
        selection = selection or GAMES["royal_dilemma"].select()
        seats = len(selection.sides)
        found = spec(bot) if isinstance(bot, str) else bot
        process = BotProcess(self.zygote, found, limits.memory_bytes)
        stranger = SdkPlayer(process, selection, derive("die", 0), limits, partial(has_changed, found))
        kinds = others or [Random] * (seats - 1)
        local = [LocalPlayer(kind, selection, derive("die", seat)) for seat, kind in enumerate(kinds, 1)]
        players: list[Player] = [stranger, *local]
        heard: list[str] = []
        try:
            record = play(
                selection,
                players,
                SEED,
                ["stranger"] + ["friend"] * (seats - 1),
                [SEED] * seats,
                limits,
                lambda seat, told: heard.append(told),
            )
            return Match(record, "".join(heard), stranger.output(), process._cpu())
        finally:
            stranger.close()

    def play(self, bot: str | BotSpec, selection: Selection | None = None, limits: Limits = LIMITS) -> Record:
        """Play a game and return the record."""
        return self.match(bot, selection, limits).record


def reason_against(level: str) -> str | None:
    """Return why bots cannot be kept like that on this machine."""
    return bubblewrap.available() if level == "strict" else None


@pytest.fixture(scope="session", params=LEVELS)
def table(request) -> Iterator[Table]:
    """A table whose stranger is contained, once for each level."""
    if reason := reason_against(request.param):
        pytest.skip(reason)
    with Zygote(request.param, map(spec, sorted(path.name for path in BOTS.glob("*.py")))) as zygote:
        ready = Table(zygote, request.param)
        ready.play("bad.py:Fair")
        yield ready


@pytest.fixture
def own(request) -> Iterator[Callable[..., Table]]:
    """Return a function that gives a table with a zygote of its own, for the bots given."""
    begun: list[Zygote] = []

    def make(*bots: BotSpec, level: str = "process") -> Table:
        begun.append(Zygote(level, bots))  # type: ignore[arg-type]
        return Table(begun[-1], level)

    yield make
    for zygote in begun:
        zygote.close()


def descriptors() -> set[str]:
    """Return the descriptors of this process."""
    return {path.name for path in Path("/proc/self/fd").iterdir()}


def running(pid: int) -> bool:
    """Tell whether a process is more than a zombie."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in "ZX"


def descendants(pid: int) -> set[int]:
    """Return the processes that a process began, and theirs, as far as they run."""
    found: set[int] = set()
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except (FileNotFoundError, ProcessLookupError):
        return found
    for child in map(int, children):
        found |= descendants(child) | ({child} if running(child) else set())
    return found
