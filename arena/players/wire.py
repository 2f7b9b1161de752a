"""What the engine and a bot in a process of its own say to each other.

The engine asks, the bot answers each request with one reply that repeats its number. Views travel as the same
MessagePack that re-deal invariance is tested on; cards and moves travel as their texts.
"""

from typing import Any

import msgspec

from arena.bot import Setup
from arena.cards import UNKNOWN, Card
from arena.game import Game
from arena.moves import Move
from arena.own_editions import OwnEdition
from arena.players.entrants import BotSpec

REPLY_CAP = 2**20
"""Bytes of the longest reply that is read from a bot."""


ANSWER_CAP = 200
"""Characters of an illegal answer that its author is shown."""
UIDS_OF_ONE = 64
"""Private uids that a zygote gives to its bots in turn; few of them live at a time."""


class Spawn(msgspec.Struct, frozen=True, tag=True):
    """To the zygote: fork a process for this bot, that may hold so many bytes of memory.

    With the message come its end of the channel and the pipe that its output goes into.
    """

    spec: BotSpec
    memory: int


NO_STATUS = 256
"""What stands for the exit status of a process of which nobody knows it any more."""


class Ended(msgspec.Struct, frozen=True, tag=True):
    """To the zygote: tell how this process of yours has ended, by its id as you know it."""

    pid: int


class Describe(msgspec.Struct, frozen=True, tag=True, array_like=True):
    """Say what you are."""

    number: int


class Probe(msgspec.Struct, frozen=True, tag=True, array_like=True):
    """Try what a bot may not do; `bait` is a file of the engine's that it must not get at."""

    number: int
    bait: str


class Start(msgspec.Struct, frozen=True, tag=True, array_like=True):
    """Get ready to play; `seed` is for the bot's die, `selection` the text of what is played.

    `own` is its edition where that is a user's own.
    """

    number: int
    setup: Setup
    selection: str
    seed: bytes
    own: OwnEdition | None = None


class Act(msgspec.Struct, frozen=True, tag=True, array_like=True):
    """Choose one of the moves; so many CPU seconds are in the bank."""

    number: int
    bank: float
    view: msgspec.Raw
    moves: tuple[str, ...]


class Finish(msgspec.Struct, frozen=True, tag=True, array_like=True):
    """Hear the result."""

    number: int
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    truncated: bool
    view: msgspec.Raw


class About(msgspec.Struct, frozen=True, tag=True, array_like=True):
    """What a bot says of itself."""

    number: int
    version: str
    games: tuple[str, ...]


class Holes(msgspec.Struct, frozen=True, tag=True, array_like=True):
    """Which forbidden acts a bot's process can do all the same, each in words that follow "can"."""

    number: int
    acts: tuple[str, ...]


class Done(msgspec.Struct, frozen=True, tag=True, array_like=True):
    """Ready to play, or has heard the result."""

    number: int


class Choice(msgspec.Struct, frozen=True, tag=True, array_like=True):
    """The index of the move chosen; -1 for an `answer` that is no legal move, in Python's words."""

    number: int
    index: int
    answer: str = ""


class Failed(msgspec.Struct, frozen=True, tag=True, array_like=True):
    """The bot raised: the exception's type, and its traceback for the author's eyes."""

    number: int
    error: str
    trace: str


Request = Describe | Probe | Start | Act | Finish
Reply = About | Holes | Done | Choice | Failed


def hook_for(game: Game) -> Any:
    """Return msgspec's dec_hook that reads the game's cards and moves back as its interned values."""
    cards = {**game.cards, str(UNKNOWN): UNKNOWN}
    parse_move = game.parse_move

    def read(kind: type[Any], text: Any) -> Any:
        if issubclass(kind, Card):
            return cards[text]
        if issubclass(kind, Move):
            return parse_move(text)
        raise NotImplementedError(kind)

    return read
