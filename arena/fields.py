"""The fields of a struct as its source documents them: type as written, and the text that stands below."""

import ast
import inspect
import textwrap
from collections.abc import Iterator
from itertools import zip_longest
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec

from arena.state import View


def documented(struct: type[msgspec.Struct]) -> dict[str, tuple[str, str]]:
    """Return type and text of every field, inherited ones too; of none whose source is not at hand."""
    found: dict[str, tuple[str, str]] = {}
    for kind in reversed(struct.__mro__):
        found.update(_own(kind))
    return found


def fields_of(view: type[msgspec.Struct], prefix: str = "") -> Iterator[tuple[str, str, str]]:
    """Yield name, type and text of each field of a game's view, and of the structs in it.

    What all views have in common is left out.
    """
    said = documented(view)
    hints = get_type_hints(view)
    common = View.__struct_fields__ if issubclass(view, View) else ()
    for name in view.__struct_fields__:
        if name in common:
            continue
        kind, text = said.get(name, ("", ""))
        yield f"{prefix}{name}", kind or getattr(hints[name], "__name__", str(hints[name])), text
        inner = _struct_in(hints[name])
        if inner is not None:
            yield from fields_of(inner, f"{prefix}{name}.")


def _own(kind: type[Any]) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield name, and type and text, of the fields that a class itself states."""
    if kind in (object, msgspec.Struct):
        return
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
    except (OSError, TypeError, SyntaxError):
        return
    lines = tree.body if isinstance(tree, ast.ClassDef) else []
    for line, below in zip_longest(lines, lines[1:]):
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name):
            text = ""
            if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
                text = " ".join(str(below.value.value).split())
            yield line.target.id, (ast.unparse(line.annotation), text)


def _struct_in(hint: Any) -> type[msgspec.Struct] | None:
    """Return the struct that a field holds, if it is always the same, but for None."""
    kinds = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    structs = [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, msgspec.Struct)]
    return structs[0] if len(structs) == 1 else None
