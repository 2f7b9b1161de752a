"""Tracebacks for a bot's author: the author's frames, without the engine's and the import system's above them."""

import traceback
from pathlib import Path

from arena.errors import BotChanged, BotError
from arena.printing import printable

ENGINE = Path(__file__).parents[1]
CAP = 16_384
"""Characters of the longest traceback that is passed on; of a longer one the end is kept."""


def authors_trace(error: BaseException) -> str:
    """Return the traceback of what a bot raised, from its own first frame; of what has none, what was raised."""
    if isinstance(error, BotError | BotChanged):
        return str(error)
    frame = error.__traceback__
    while frame and _is_above(frame.tb_frame.f_code.co_filename):
        frame = frame.tb_next
    try:
        lines = traceback.format_exception(type(error), error, frame, limit=-20)
    except Exception:  # an exception may do anything when it is asked for its text
        lines = [type(error).__name__]
    return printable("".join(lines))[-CAP:]


def _is_above(file: str) -> bool:
    """Tell whether code of this file only led to the bot's."""
    return file.startswith("<frozen importlib") or Path(file).is_relative_to(ENGINE)
