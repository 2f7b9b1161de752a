"""Engine plugins: a broken one is listed with its reason, and the others stand."""

import sys
from importlib.metadata import EntryPoint
from types import ModuleType, SimpleNamespace

import pytest

from arena.hookspecs import hookimpl
from arena.plugins import Plugins
from tests.toy import TOY


@pytest.fixture
def plugins(monkeypatch):
    """Return a function that makes the plugins of modules given as {name: {attribute: value}}."""

    def make(**modules) -> Plugins:
        points = []
        for name, attributes in modules.items():
            if attributes is not None:
                module = ModuleType(f"plugin_{name}")
                vars(module).update(attributes)
                monkeypatch.setitem(sys.modules, module.__name__, module)
            points.append(EntryPoint(name, f"plugin_{name}", "arena"))
        found = Plugins(points)
        assert found.games is not None
        assert found.bot_sources is not None
        return found

    return make


def hook(name: str, result):
    def implementation():
        if isinstance(result, BaseException):
            raise result
        return result

    implementation.__name__ = name
    return hookimpl(implementation)


GOOD = {"arena_games": hook("arena_games", [TOY])}


def test_a_plugin_brings_its_games(plugins):
    found = plugins(good=GOOD)
    assert found.games == (TOY,)
    assert found.broken == []


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        (None, "loading it raised ModuleNotFoundError: No module named 'plugin_bad'"),
        ({}, "plugin_bad has no function marked @hookimpl"),
        (
            {"arena_gmaes": hook("arena_gmaes", [])},
            "there is no hook 'arena_gmaes' (did you mean 'arena_games'?); "
            "there are arena_games, arena_bot_sources",
        ),
        ({"arena_games": hook("arena_games", ValueError("no"))}, "arena_games raised ValueError: no"),
        ({"arena_games": hook("arena_games", SystemExit(3))}, "arena_games raised SystemExit: 3"),
        (
            {"arena_bot_sources": hook("arena_bot_sources", [5])},
            "arena_bot_sources brought a int, which has no methods listed and find",
        ),
        (
            {
                "arena_bot_sources": hook(
                    "arena_bot_sources", [SimpleNamespace(listed=lambda: 1 / 0, find=None.__eq__)]
                )
            },
            "its bots could not be listed, which raised ZeroDivisionError: division by zero",
        ),
        ({"arena_games": hook("arena_games", 5)}, "arena_games raised TypeError: 'int' object is not iterable"),
        ({"arena_games": hook("arena_games", ["toy"])}, "arena_games brought a str, where an arena.Game is wanted"),
        ({"arena_games": hook("arena_games", [TOY])}, "its game 'toy' has the name of another; rename it"),
    ],
)
def test_a_broken_plugin_is_listed_and_the_others_stand(plugins, broken, reason):
    found = plugins(a_good_one=GOOD, bad=broken)
    assert found.games == (TOY,)
    assert [(one.name, one.reason) for one in found.broken] == [("bad", reason)]


def test_a_plugin_that_exits_at_import_is_left_out(tmp_path, monkeypatch):
    (tmp_path / "plugin_exits.py").write_text("raise SystemExit(3)\n")
    monkeypatch.syspath_prepend(tmp_path)
    (broken,) = Plugins([EntryPoint("exits", "plugin_exits", "arena")]).broken
    assert broken.reason == "loading it raised SystemExit: 3"


def test_the_built_in_games_and_bots_come_by_the_same_door():
    found = Plugins()
    assert {game.name for game in found.games} >= {"royal_dilemma", "war_of_multiplicands", "battleground"}
    names = {spec.name for source in found.bot_sources for spec in source.listed()}
    assert names >= {"random", "first", "greedy"}
