"""Who meets whom, as a tournament's file states it: the key `schedule` of a game.

Each format is carried out by the schedule of its name in `arena.schedules`.
"""

from typing import Annotated, Final, get_args

import msgspec

from arena.ratings.sequential import Model, Sprt

Rounds = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
Risk = Annotated[float, msgspec.Meta(gt=0, lt=0.5)]


class RoundRobin(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="round-robin"):
    """Everybody meets everybody `cycles` times; of a last cycle that is a fraction, that share is played."""

    cycles: Annotated[float, msgspec.Meta(gt=0, le=1_000_000)] = 1


class Gauntlet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="gauntlet"):
    """Each of the bots named in `new` meets all the others, but none of those named."""

    new: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]


class Swiss(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="swiss"):
    """In each of `rounds` rounds everybody meets somebody of about its own strength."""

    rounds: Rounds


class Race(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="race"):
    """Who is best? Bots leave when they can't be; the chance that the best one ever leaves is at most `risk`.

    It ends undecided after `rounds` rounds.
    """

    risk: Risk = 0.05
    rounds: Rounds = 10_000


class Comparison(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="comparison"):
    """Is `first` better than `second`? A sequential test; everybody else only fills the table.

    The other keys are those of `arena.ratings.sequential.Sprt`. It ends undecided after `series` series.
    """

    first: str
    second: str
    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05
    model: Model = "logistic"
    series: Rounds = 20_000

    def __post_init__(self) -> None:
        """Refuse what can't be tested."""
        if self.first == self.second:
            raise ValueError(f"two bots are compared, not {self.first!r} with itself")
        self.test  # noqa: B018 (making it is what finds out)

    @property
    def test(self) -> Sprt:
        """The test."""
        return Sprt(self.elo0, self.elo1, self.alpha, self.beta, self.model)


Format = RoundRobin | Gauntlet | Swiss | Race | Comparison

FORMATS: Final = {str(form.__struct_config__.tag): form for form in get_args(Format)}
"""Every format by its kind."""
