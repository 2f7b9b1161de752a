"""What an author's test calls: silent for a bot that does nothing wrong, and clear about one that does."""

import pytest

from arena import Bot
from arena.testing import check_bot
from tests.bots import bad
from tests.toy import TOY


class Seats(bad.Fair):
    """Remembers where it has sat."""

    games = ("toy@other:players=2-3",)
    met: set = set()  # noqa: RUF012

    def start(self, setup):
        self.met.add((setup.game, setup.edition, setup.options["players"], setup.seat))


def test_a_bot_plays_all_that_it_claims_from_every_seat():
    Seats.met.clear()
    check_bot(Seats, games=[TOY])
    assert Seats.met == {("toy", "other", players, seat) for players in (2, 3) for seat in range(players)}


def test_a_bot_plays_what_is_named():
    Seats.met.clear()
    check_bot(Seats, "toy:players=2", TOY.select(players=4, teams=2), games=[TOY])
    assert {(players, edition) for _, edition, players, _ in Seats.met} == {(2, "plain"), (4, "plain")}


def test_a_bot_plays_the_games_that_are_installed():
    check_bot(bad.Fair, "battleground", deals=2)


def failure(*arguments, **options) -> str:
    with pytest.raises(AssertionError) as caught:
        check_bot(*arguments, **options)
    return str(caught.value)


def test_a_fault_is_told_in_a_sentence_before_what_the_bot_raised():
    first, *trace = failure(bad.Raises, "battleground").splitlines()
    assert first == "Raises raised ValueError in act, in battleground:players=2 at seat 0 after 0 decisions"
    assert trace[-1].startswith("ValueError: a message")


def test_an_illegal_answer_is_told_with_what_is_legal():
    text = failure(bad.Illegal, "battleground")
    assert "answered with something that is none of the legal moves" in text
    assert "none of the legal moves: " in text.splitlines()[-1]


def test_a_bot_that_does_not_start_is_told():
    assert "before its first decision, in battleground:players=2 at seat 0" in failure(
        bad.RaisesAtStart, "battleground"
    )


def test_games_that_are_not_there_are_told():
    class Typo(Bot):
        games = ("batleground",)

    class Idle(Bot):
        games = ()

    assert failure(Typo).startswith(
        "the games of Typo: there is no game 'batleground' (did you mean 'battleground'?)"
    )
    assert failure(bad.Claims).startswith("the games of Claims: Claims.games is a selection's text")
    assert failure(Idle) == "Idle claims no game"
