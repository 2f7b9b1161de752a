"""Bots that do wrong by what they raise and answer; what else bots may do is in the files beside this."""

import os
import time

from arena import Bot


class Fair(Bot):
    """Does nothing wrong: takes the middle move."""

    def act(self, view, moves):
        return moves[len(moves) // 2]


class Unordered(Bot):
    """Takes a move from a set."""

    def act(self, view, moves):
        return next(iter(set(moves)))


class Claims(Bot):
    games = b"abc"


class Raises(Bot):
    def act(self, view, moves):
        raise ValueError("a message with a figure 42 and a /path")


class Exits(Bot):
    def act(self, view, moves):
        raise SystemExit(0)


class Interrupts(Bot):
    def act(self, view, moves):
        raise KeyboardInterrupt


class Recurses(Bot):
    def act(self, view, moves):
        return self.act(view, moves)


class Dies(Bot):
    def act(self, view, moves):
        os._exit(3)


class Loops(Bot):
    def act(self, view, moves):
        while True:
            pass


class Sleeps(Bot):
    def act(self, view, moves):
        time.sleep(1000)


class UnspeakableError(Exception):
    def __str__(self):
        raise RuntimeError("no text for you")


class RaisesTheUnspeakable(Bot):
    def act(self, view, moves):
        raise UnspeakableError


class RaisesAtStart(Bot):
    def start(self, setup):
        raise KeyError("nothing")


class BotChanged(Exception):  # noqa: N818 (the engine's own word for what is no fault of a bot)
    pass


class PretendsToHaveChanged(Bot):
    """Would have the engine blame somebody who edits files."""

    def start(self, setup):
        raise BotChanged("the file is another now")


class RaisesAtFinish(Fair):
    def finish(self, outcome, view):
        raise RuntimeError("sore loser")


# Answers.


class Illegal(Bot):
    def act(self, view, moves):
        return "no such move"


class OutOfTurn(Bot):
    """Answers with a move of the game that was legal once and is not now."""

    def act(self, view, moves):
        self.seen = getattr(self, "seen", {}) | dict.fromkeys(moves)
        return next((move for move in self.seen if move not in moves), moves[0])


class Answers(Bot):
    """Answers with something that is no move at all."""

    answer: object = None

    def act(self, view, moves):
        return self.answer


class Nothing(Answers):
    pass


class Index(Answers):
    answer = 0


class Truth(Answers):
    answer = True


class NotANumber(Answers):
    answer = float("nan")


class Huge(Answers):
    answer = 10**5000


class Bytes(Answers):
    answer = b"\xff" * 100


class Endless(Answers):
    def __init__(self):
        self.answer = []
        self.answer.append(self.answer)


class Deep(Answers):
    """Its text cannot be made: it is nested too deeply."""

    answer: tuple[object, ...] = ()

    def __init__(self):
        for _ in range(100_000):
            self.answer = (self.answer,)


class Zero(int):
    def __eq__(self, other):
        return True

    __hash__ = int.__hash__


class AlwaysEqual(Answers):
    """Answers with something that claims to equal every move."""

    answer = Zero(0)


class Bomb:
    """Runs a command where it is unpickled, and whatever else where it is shown."""

    def __reduce__(self):
        return os.system, ("kill -9 $PPID",)

    def __repr__(self):
        raise SystemExit("boom")


class PickleBomb(Answers):
    answer = Bomb()


class Everything(Bot):
    """Answers with all moves at once."""

    def act(self, view, moves):
        return moves
