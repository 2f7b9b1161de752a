"""What `determinize` must give: from a view alone, a whole state that its seat cannot tell from the true one."""

from random import Random

import msgspec

from arena.chance import die
from arena.state import State, View
from arena.testing.rules import play_on
from arena.testing.views import Reader
from arena.testing.walks import Where, fields_apart, packed, pages, without_news

WORLDS = 8
"""Worlds imagined from a view in which something is known to be hidden."""
ALL_ALIKE = 3
"""Such views whose worlds are all the same until that cannot be luck any more."""


def check_imagined(state: State, reader: Reader, longest: int, here: Where) -> None:
    """See what a seat imagines at a position, from its view as it comes over the wire."""
    assert here.seat is not None  # noqa: S101 (for mypy)
    view = reader.again(state.view(here.seat), here)
    seed = here.die("imagine").randbytes(16)
    for number in range(2):
        world = imagined(view, die(seed + bytes([number])), here)
        _check_world(world, state, view, here)
    twin = imagined(view, die(seed + bytes([1])), here)
    if pages(twin) != pages(world):
        here.fail("determinize must give the same state for the same view and dice, and gives another")
    play_on(world, here.die("world"), longest, here, "an imagined state")


def imagined(view: View, dice: Random, here: Where) -> State:
    """Return a world that a view allows."""
    with here.blamed("determinize"):
        return here.selection.determinize(view, dice)


def _check_world(world: State, state: State, view: View, here: Where) -> None:
    """See that the seat cannot tell a world from the true one."""
    seat = view.seat
    if not isinstance(world, State) or world.sides != state.sides:
        here.fail(f"determinize must give a State with the sides {state.sides}, and gives {world!r}")
    if world.events != []:
        here.fail(f"an imagined state has no past, and its events are {world.events[:3]}")
    if without_news(world, seat) != without_news(state, seat):
        shown, meant = (msgspec.structs.replace(each.view(seat), news=()) for each in (world, state))
        apart = fields_apart(meant, shown) or "some value is of another type"
        here.fail(f"an imagined state must show the seat the same view, its news apart: {apart}")
    if state.current_player() == seat:
        if world.current_player() != seat:
            here.fail(f"an imagined state must ask the same seat, and asks {world.current_player()}")
        if world.legal_moves() != state.legal_moves():
            here.fail(
                "an imagined state must offer the same moves: "
                f"expected {state.legal_moves()}, got {world.legal_moves()}"
            )


class Variety:
    """Whether what is hidden is imagined in more ways than one, of which only a whole check can be sure."""

    def __init__(self) -> None:
        """Nothing has been seen so far."""
        self.seen = False
        self._alike: list[Where] = []

    def look(self, view: View, here: Where) -> None:
        """Imagine a few worlds from a view that hides something."""
        dice = here.die("variety")
        worlds = {packed(_others(imagined(view, dice, here), view.seat)) for _ in range(WORLDS)}
        self.seen = len(worlds) > 1
        if not self.seen:
            self._alike.append(here)
            if len(self._alike) == ALL_ALIKE:
                here.fail(
                    "determinize must draw what is hidden with its dice, and gives the same hidden cards "
                    f"{WORLDS} times, here as in {ALL_ALIKE - 1} other positions"
                )


def _others(state: State, seat: int) -> list[bytes]:
    """Return what the other seats see of a state."""
    return [without_news(state, other) for other in range(len(state.sides)) if other != seat]


def hides(state: State, other: State, seat: int) -> bool:
    """Tell whether two states that look the same to a seat look different to another."""
    return _others(state, seat) != _others(other, seat)
