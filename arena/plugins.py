"""The plugin manager, made when asked for: engine plugins, and the games and bot sources that they bring."""

import traceback
from collections.abc import Iterable
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from typing import Any

import msgspec
import pluggy

from arena import hookspecs
from arena.errors import PluginError, suggest
from arena.game import Game
from arena.hookspecs import PROJECT

GROUP = "arena"


class Broken(msgspec.Struct, frozen=True):
    """A plugin that was left out: its entry point, the distribution it came with, why, and the traceback if any."""

    name: str
    origin: str
    reason: str
    trace: str = ""

    def __str__(self) -> str:
        """Return the sentence that tells a person."""
        return f"plugin {self.name!r} ({self.origin}) is left out: {self.reason}"


class Plugins:
    """The engine plugins of this environment. One that is broken is listed and the others stand."""

    def __init__(self, found: Iterable[EntryPoint] | None = None) -> None:
        """Load every entry point of the group, or those given."""
        self.manager = pluggy.PluginManager(PROJECT)
        self.manager.add_hookspecs(hookspecs)
        self.broken: list[Broken] = []
        self._origins: dict[str, str] = {}
        points = entry_points(group=GROUP) if found is None else found
        for point in sorted(points, key=lambda point: (origin_of(point).split()[0] != PROJECT, point.name)):
            try:
                self._register(point)
            except PluginError as error:
                self.broken.append(Broken(point.name, origin_of(point), str(error)))
            except (Exception, SystemExit) as error:
                reason = f"loading it raised {type(error).__name__}: {error}"
                self.broken.append(Broken(point.name, origin_of(point), reason, traceback.format_exc()))

    @cached_property
    def games(self) -> tuple[Game, ...]:
        """Every game, by name; of two with one name the first stands."""
        games: dict[str, Game] = {}
        for plugin, game in self._collect("arena_games"):
            if not isinstance(game, Game):
                self._leave_out(
                    plugin, f"arena_games brought a {type(game).__name__}, where an arena.Game is wanted"
                )
            elif game.name in games:
                self._leave_out(plugin, f"its game {game.name!r} has the name of another; rename it")
            else:
                games[game.name] = game
        return tuple(games.values())

    @cached_property
    def bot_sources(self) -> tuple[Any, ...]:
        """Every place where bots are found; each has been seen to list its bots."""
        sources = []
        for plugin, source in self._collect("arena_bot_sources"):
            if not all(callable(getattr(source, method, None)) for method in ("listed", "find")):
                what = f"a {type(source).__name__}, which has no methods listed and find"
                self._leave_out(plugin, f"arena_bot_sources brought {what}")
                continue
            try:
                list(source.listed())
            except (Exception, SystemExit) as error:
                reason = f"its bots could not be listed, which raised {type(error).__name__}: {error}"
                self._leave_out(plugin, reason, traceback.format_exc())
                continue
            sources.append(source)
        return tuple(sources)

    def _register(self, point: EntryPoint) -> None:
        """Load one plugin; raises PluginError when it breaks the contract."""
        plugin = point.load()
        known = [name for name in vars(hookspecs) if name.startswith("arena_")]
        hooks = [name for name in dir(plugin) if self.manager.parse_hookimpl_opts(plugin, name) is not None]
        for name in hooks:
            if name not in known:
                raise PluginError(f"there is no hook {name!r}{suggest(name, known)}; there are {', '.join(known)}")
        if not hooks:
            raise PluginError(f"{point.value} has no function marked @hookimpl")
        if self.manager.has_plugin(point.name):
            raise PluginError(f"another plugin has the name {point.name!r}; rename one of them")
        try:
            self.manager.register(plugin, name=point.name)
            self._origins[point.name] = origin_of(point)
        except (pluggy.PluginValidationError, ValueError) as error:
            raise PluginError(str(error).replace("\n", " ")) from None

    def _collect(self, hook: str) -> Iterable[tuple[str, Any]]:
        """Yield (plugin's name, item) for all that a hook brings, plugins that raise left out."""
        # One by one and in the order of registration: pluggy's own call would stop at the first that raises.
        for implementation in getattr(self.manager.hook, hook).get_hookimpls():
            try:
                items = list(implementation.function())
            except (Exception, SystemExit) as error:
                reason = f"{hook} raised {type(error).__name__}: {error}"
                self._leave_out(implementation.plugin_name, reason, traceback.format_exc())
                continue
            for item in items:
                yield implementation.plugin_name, item

    def _leave_out(self, plugin: str, reason: str, trace: str = "") -> None:
        self.broken.append(Broken(plugin, self._origins[plugin], reason, trace))


def origin_of(point: EntryPoint) -> str:
    """Return the distribution and version that an entry point came with."""
    return f"{point.dist.name} {point.dist.version}" if point.dist else "no distribution"
