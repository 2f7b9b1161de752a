"""The JSON Schema of the protocol (`protocol`), made from the messages and the games' views themselves."""

from collections.abc import Iterable
from typing import Any

import msgspec

from arena.cards import Card
from arena.fields import documented
from arena.game import Game
from arena.moves import Move
from arena.players.protocol import VERSION, Act, Finish, Reply, Request

DIALECT = "https://json-schema.org/draft/2020-12/schema"
ABOUT = "One line, either way. There may be more keys than these: ignore what you do not know."


def schema(games: Iterable[Game]) -> dict[str, Any]:
    """Return the schema of every line that goes either way; views are those of the given games."""
    types = [Request, Reply, Act, Finish, *(game.view for game in games)]
    (request, reply, act, finish, *views), parts = msgspec.json.schema_components(types, schema_hook=_text)
    for kind in _structs(types):
        if kind.__name__ in parts:  # of two that share a name both have longer ones, and go unexplained
            _explain(parts[kind.__name__], kind)
    for message in (act, finish):
        parts[_name(message)]["properties"]["view"] |= {"anyOf": views}
    return {
        "$schema": DIALECT,
        "title": VERSION,
        "description": ABOUT,
        "anyOf": [{"$ref": "#/$defs/Request"}, {"$ref": "#/$defs/Reply"}],
        "$defs": {
            "Request": {"description": "From the engine to the program.", **request},
            "Reply": {"description": "From the program to the engine.", **reply},
            **parts,
        },
    }


def _text(kind: type[Any]) -> dict[str, Any]:
    """Return the schema of cards and moves."""
    if issubclass(kind, Card | Move):
        return {"type": "string"}
    raise NotImplementedError(kind)


def _name(reference: dict[str, Any]) -> str:
    """Return the name that a reference leads to."""
    return str(reference["$ref"]).rpartition("/")[2]


def _structs(types: Iterable[Any]) -> set[type[msgspec.Struct]]:
    """Return every struct that these types are made of."""
    found: set[type[msgspec.Struct]] = set()
    waiting: list[Any] = list(msgspec.inspect.multi_type_info(types))
    while waiting:
        match waiting.pop():
            case msgspec.inspect.StructType(cls=kind, fields=fields):
                if kind not in found:
                    found.add(kind)
                    waiting += [field.type for field in fields]
            case msgspec.inspect.UnionType(types=inner) | msgspec.inspect.TupleType(item_types=inner):
                waiting += inner
            case msgspec.inspect.VarTupleType(item_type=item) | msgspec.inspect.ListType(item_type=item):
                waiting.append(item)
            case msgspec.inspect.DictType(value_type=item):
                waiting.append(item)
    return found


def _explain(part: dict[str, Any], kind: type[msgspec.Struct]) -> None:
    """Describe a struct's properties by the texts that stand below its fields."""
    for name, (_, text) in documented(kind).items():
        if text and name in part["properties"]:
            part["properties"][name].setdefault("description", text)
