"""How wide text may be."""

import shutil


def width() -> int:
    """Return the width of the terminal, or what is usual where there is none."""
    return shutil.get_terminal_size().columns
