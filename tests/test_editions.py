"""Tables of editions: rows build on rows, and whatever is not understood is refused with its place."""

from typing import Literal

import msgspec
import pytest

from arena.editions import Row, read_rows
from arena.errors import PluginError


class Rules(msgspec.Struct, frozen=True):
    pace: Literal["slow", "fast"]
    hand: int
    bluff: bool


ROOT = """
[old]
number = 1
attested = "full"
pace = "slow"
hand = 3
bluff = false
"""


def read(tmp_path, text):
    file = tmp_path / "editions.toml"
    file.write_text(ROOT + text)
    return read_rows(file, Rules)


def test_a_row_states_only_what_it_changes_in_the_row_that_it_is_after(tmp_path):
    rows = read(
        tmp_path,
        """
        [new]
        number = 2
        attested = "reading"
        after = "old"
        hand = 4

        [newest]
        number = 3
        attested = "public"
        after = "new"
        pace = "fast"
        """,
    )
    assert list(rows) == ["old", "new", "newest"]
    assert rows["old"] == Row(1, "full", None, Rules("slow", 3, False))
    assert rows["new"] == Row(2, "reading", "old", Rules("slow", 4, False))
    assert rows["newest"] == Row(3, "public", "new", Rules("fast", 4, False))


ABOUT = 'number = 2\nattested = "full"\n'


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        (f'[new]\n{ABOUT}after = "odl"', "row 'new', key 'after': no row above it is 'odl' (did you mean 'old'?)"),
        (f'[new]\n{ABOUT}after = "new"', "row 'new', key 'after': no row above it is 'new'"),
        (
            f'[new]\n{ABOUT}after = "old"\nhadn = 4',
            "row 'new', key 'hadn': there is no such rule (did you mean 'hand'?)",
        ),
        (f'[new]\n{ABOUT}after = "old"\nhand = "4"', "row 'new', key 'hand': cannot be '4'"),
        (f'[new]\n{ABOUT}after = "old"\nhand = true', "row 'new', key 'hand': cannot be True"),
        (f'[new]\n{ABOUT}after = "old"\npace = "quick"', "row 'new', key 'pace': cannot be 'quick'"),
        (f"[new]\n{ABOUT}hand = 4\nbluff = true", "row 'new', key 'pace': it is missing"),
        ('[new]\nattested = "full"\nafter = "old"', "row 'new', key 'number': it is missing"),
        ('[new]\nnumber = 2\nattested = "maybe"\nafter = "old"', "row 'new', key 'attested': cannot be 'maybe'"),
        ("[new]\nnumber = ", "Invalid value"),
    ],
)
def test_what_is_not_understood_is_refused_with_file_row_and_key(tmp_path, row, complaint):
    with pytest.raises(PluginError) as caught:
        read(tmp_path, row)
    assert str(caught.value).startswith("editions.toml")
    assert complaint in str(caught.value)
