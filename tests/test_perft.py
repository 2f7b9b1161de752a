"""What may be played, counted: the engine against the file, and the file against an outside referee."""

import json

import pytest

from tests.perft import GOLDEN, counted, counted_outside, selections

COUNTS = json.loads(GOLDEN.read_text(encoding="utf-8"))
each_selection = pytest.mark.parametrize("selection", selections(), ids=str)


def test_every_edition_is_counted():
    assert list(COUNTS) == list(map(str, selections())), "write them anew: python -m tests.perft"


@each_selection
def test_there_are_as_many_ways_as_ever(selection):
    assert counted(selection) == COUNTS[str(selection)]


@each_selection
def test_an_outside_referee_counts_as_many(selection):
    for ours, theirs in zip(COUNTS[str(selection)], counted_outside(selection), strict=True):
        assert len(theirs) > 1
        assert theirs == ours[: len(theirs)]
