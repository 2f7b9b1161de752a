"""What a view may be made of, and that it reads back from the wire."""

from collections.abc import Iterator
from typing import Any, NoReturn

import msgspec

from arena.cards import UNKNOWN, Card
from arena.game import Game
from arena.moves import Move
from arena.players.wire import hook_for
from arena.state import View
from arena.testing.walks import Where, fields_apart, packed

PLAIN = (str, int, bool, float, type(None))
"""Types of values that are what they are."""


class Reader:
    """Reads a game's views back as a bot's process does."""

    def __init__(self, game: Game) -> None:
        """Make the decoder; raises AssertionError when views of the game's type cannot be read back."""
        self.game = game
        try:
            msgspec.json.schema(game.view, schema_hook=_described)
            self._decoder = msgspec.msgpack.Decoder(game.view, dec_hook=hook_for(game))
        except Exception as error:
            raise AssertionError(
                f"{game.name}: views of the type {game.view.__name__} cannot travel: {error}"
            ) from error

    def again(self, view: View, here: Where) -> View:
        """Return a view as the bot at the other end gets it."""
        with here.blamed("reading the view back"):
            return self._decoder.decode(packed(view))

    def check(self, view: View, here: Where) -> None:
        """See that a view is of the game's type, holds nothing but values, and reads back the same."""
        if type(view) is not self.game.view:
            here.fail(f"view() must give a {self.game.view.__name__}, and gives a {type(view).__name__}")
        if view.seat != here.seat:
            here.fail(f"view({here.seat}).seat must be {here.seat}, and is {view.seat}")
        for path, value in members(view, "view"):
            self._check_value(path, value, here)
        again = self.again(view, here)
        if again != view:
            here.fail(f"the view must read back equal: {fields_apart(view, again)}")
        for path, value in members(again, "the view read back: view"):
            self._check_value(path, value, here)

    def _check_value(self, path: str, value: Any, here: Where) -> None:
        """See that something in a view may be there."""
        if isinstance(value, msgspec.Struct):
            if not value.__struct_config__.frozen:
                here.fail(f"{path} is a {type(value).__name__}, which is not frozen: a bot could change it")
        elif isinstance(value, Card):
            if value is not UNKNOWN and self.game.cards.get(value) is not value:
                here.fail(f"{path} is a {value!r} that is not the card of Game.cards")
        elif isinstance(value, Move):
            self.check_move(value, path, here)
        elif type(value) not in (*PLAIN, tuple):
            self._refuse(path, value, here)

    def check_move(self, move: Move, path: str, here: Where) -> None:
        """See that a move is the one and only with its text."""
        with here.blamed(f"{path} is {move!r}; parse_move of its text"):
            same = self.game.parse_move(str(move))
        if same is not move:
            here.fail(f"{path} is {move!r}; parse_move of its text must give the same object, and gives another")

    def _refuse(self, path: str, value: Any, here: Where) -> NoReturn:
        kinds = "numbers, texts, cards, moves, None, tuples and frozen structs of these"
        here.fail(f"{path} is a {type(value).__name__}; a view is made of {kinds}, for it travels")


def _described(kind: type[Any]) -> dict[str, Any]:
    """Return how programs are told of cards and moves."""
    if issubclass(kind, Card | Move):
        return {"type": "string"}
    raise NotImplementedError(kind)


def members(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Yield a value and all that it is made of, each with its path."""
    yield path, value
    if isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from members(getattr(value, name), f"{path}.{name}")
    elif isinstance(value, tuple):
        for index, inner in enumerate(value):
            yield from members(inner, f"{path}[{index}]")


def check_texts(game: Game) -> None:
    """See that cards read back, and that what is none is refused with KeyError."""
    for text, card in game.cards.items():
        if not isinstance(card, Card) or str(card) != text or text == UNKNOWN:
            raise AssertionError(f"{game.name}: cards[{text!r}] must be the card of that text, and is {card!r}")
    nonsense = "no move of any game"
    try:
        move = game.parse_move(nonsense)
    except KeyError:
        return
    except Exception as error:
        raise AssertionError(
            f"{game.name}: parse_move({nonsense!r}) must raise KeyError, and raises {error!r}"
        ) from error
    raise AssertionError(f"{game.name}: parse_move({nonsense!r}) must raise KeyError, and gives {move!r}")
