"""Tables of editions: rows build on rows, and whatever is not understood is refused with its place."""

from typing import Annotated, Literal

import msgspec
import pytest

from arena.editions import Row, read_rows
from arena.errors import EditionError


class Rules(msgspec.Struct, frozen=True):
    pace: Literal["slow", "fast"]
    hand: Annotated[int, msgspec.Meta(ge=0)]
    bluff: bool

    def __post_init__(self) -> None:
        if self.pace == "slow" and self.hand > 5:
            raise ValueError("the slow hold 5 cards at most")


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


def test_a_reading_holds_until_a_later_row_states_the_rule_again(tmp_path):
    rows = read(
        tmp_path,
        """
        [new]
        number = 2
        attested = "reading"
        after = "old"
        hand = 4
        readings = { hand = "five would be too many", bluff = "nobody says" }

        [newer]
        number = 3
        attested = "reading"
        after = "new"
        pace = "fast"

        [newest]
        number = 4
        attested = "full"
        after = "newer"
        hand = 5
        """,
    )
    assert rows["old"].readings == {}
    assert rows["newer"].readings == {"hand": "five would be too many", "bluff": "nobody says"}
    assert rows["newest"].readings == {"bluff": "nobody says"}


ABOUT = 'number = 2\nattested = "full"\n'


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        (f'[new]\n{ABOUT}after = "odl"', "row 'new', key 'after': no row above it is 'odl' (did you mean 'old'?)"),
        (f'[new]\n{ABOUT}after = "new"', "row 'new', key 'after': no row above it is 'new'"),
        (
            f'[new]\n{ABOUT}after = "old"\nhadn = 4',
            "row 'new', key 'hadn': there is no rule 'hadn' (did you mean 'hand'?)",
        ),
        (f'[new]\n{ABOUT}after = "old"\nhand = "4"', "key 'hand': cannot be '4'; it is a whole number from 0 on"),
        (f'[new]\n{ABOUT}after = "old"\nhand = true', "key 'hand': cannot be true; it is a whole number"),
        (f'[new]\n{ABOUT}after = "old"\nhand = -1', "key 'hand': cannot be -1; it is a whole number from 0 on"),
        (f'[new]\n{ABOUT}after = "old"\nbluff = 1', "key 'bluff': cannot be 1; it is true or false"),
        (
            f'[new]\n{ABOUT}after = "old"\npace = "fasst"',
            "row 'new', key 'pace': cannot be 'fasst' (did you mean 'fast'?); it is one of 'fast', 'slow'",
        ),
        (f'[new]\n{ABOUT}after = "old"\npace = "slow"\nhand = 9', "row 'new': the slow hold 5 cards at most"),
        (
            f'[new]\n{ABOUT}after = "old"\nreadings = "so"',
            "key 'readings': it is a table with a text for each rule",
        ),
        (f'[new]\n{ABOUT}after = "old"\nreadings = {{ hadn = "so" }}', "key 'readings': there is no rule 'hadn'"),
        (f"[new]\n{ABOUT}hand = 4\nbluff = true", "row 'new', key 'pace': it is missing"),
        ('[new]\nattested = "full"\nafter = "old"', "row 'new', key 'number': it is missing"),
        ('[new]\nnumber = 2\nattested = "maybe"\nafter = "old"', "row 'new', key 'attested': cannot be 'maybe'"),
        ("[new]\nnumber = ", "Invalid value"),
    ],
)
def test_what_is_not_understood_is_refused_with_file_row_and_key(tmp_path, row, complaint):
    with pytest.raises(EditionError) as caught:
        read(tmp_path, row)
    assert str(caught.value).startswith("editions.toml")
    assert complaint in str(caught.value)
