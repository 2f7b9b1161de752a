"""Tracebacks for a bot's author: the author's frames, without the engine's above them."""

import traceback
from pathlib import Path

ENGINE = Path(__file__).parents[1]
CAP = 16_384
"""Characters of the longest traceback that is passed on; of a longer one the end is kept."""


def authors_trace(error: BaseException) -> str:
    """Return the traceback of what a bot raised, from the first frame that is not the engine's."""
    frame = error.__traceback__
    while frame and Path(frame.tb_frame.f_code.co_filename).is_relative_to(ENGINE):
        frame = frame.tb_next
    return "".join(traceback.format_exception(type(error), error, frame or error.__traceback__, limit=-20))[-CAP:]
