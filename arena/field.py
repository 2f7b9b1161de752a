"""The field: who takes part in what, once a tournament's bots are found and asked what they play."""

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

import msgspec

from arena.bot import Limits
from arena.config import BotEntry, Tournament
from arena.errors import BotError, ConfigError, SelectionError, suggest
from arena.executors import Stage
from arena.formats import Comparison, Gauntlet
from arena.game import check_claim, covers, parse_selection
from arena.own_editions import OwnEdition, own_edition
from arena.players.describing import describe, seal
from arena.players.entrants import BotSpec, Entrant
from arena.players.forking import Zygote
from arena.players.roster import Roster
from arena.plugins import Plugins
from arena.series import Competition


class Field(msgspec.Struct, frozen=True):
    """Who takes part in what.

    `warnings` tell of bots that could not be asked, or whose claims cannot be read; `containment` says how each
    stranger's bot is kept, by name.
    """

    competitions: tuple[Competition, ...]
    entrants: tuple[Entrant, ...]
    warnings: tuple[str, ...] = ()
    containment: Mapping[str, str] = {}

    @property
    def editions(self) -> tuple[OwnEdition, ...]:
        """The editions of a user's own that are played, each once."""
        own = (own_edition(competition.selection) for competition in self.competitions)
        return tuple({edition.name: edition for edition in own if edition}.values())

    def stage(self, tournament: Tournament) -> Stage:
        """Return what a process needs to know to play the games."""
        bots = {entrant.name: entrant.spec for entrant in self.entrants}
        return Stage(bots, tournament.limits, tournament.containment, self.editions)


def enlist(
    tournament: Tournament,
    where: str,
    folder: Path,
    plugins: Plugins,
    guests: Iterable[str | BotEntry] = (),
    trust: Collection[str] = (),
) -> Field:
    """Find the tournament's bots, ask each what it plays, and check that everything fits; raises UsageError.

    `where` names the configuration in errors; bots given by path are relative to `folder`. `guests` come from
    the command line and join the tournament's bots; their paths are relative to the current folder. Bots named in
    `trust` play in the engine's own processes.
    """
    roster = Roster(plugins.bot_sources)
    installed = roster.specs if tournament.bots is None else {}
    asked = [(f"{where}: bots[{number}]", folder, entry) for number, entry in enumerate(tournament.bots or ())]
    asked += [("command line: --bot", Path(), entry) for entry in guests]
    found = _admitted(tournament, where, _found(asked, installed, roster))
    specs = _trusting(found, found if tournament.containment == "trusted" else trust)
    warnings: list[str] = []
    entrants: list[Entrant] = []
    with Zygote(tournament.containment, specs.values()) as zygote:
        kept = _kept(zygote, specs, found, tournament.limits)
        for spec in specs.values():
            # One broken bot never stops the rest.
            try:
                entrant = describe(zygote, spec, tournament.limits)
            except BotError as error:
                warnings += [str(error), "it takes part and loses by this fault"]
                entrant = Entrant(spec, spec.version, ("*",))
            try:
                for claim in entrant.games:
                    check_claim(claim)
            except SelectionError as error:
                if spec.name not in installed:
                    raise ConfigError(f"{where}: bots: the games of {spec.name!r}: {error}") from None
                warnings.append(f"bot {spec.name!r} ({spec.origin}) is left out: of the games it plays, {error}")
                continue
            entrants.append(entrant)
    competitions = tuple(
        _competition(tournament, number, where, entrants, plugins) for number in range(len(tournament.games))
    )
    seen: set[str] = set()
    for number, competition in enumerate(competitions):
        if str(competition.selection) in seen:
            raise ConfigError(
                f"{where}: games[{number}].game: {competition.selection} is there already; raise its deals"
            )
        seen.add(str(competition.selection))
    playing = {name for competition in competitions for name in competition.entrants}
    for entrant in entrants:
        if entrant.name not in playing | installed.keys():
            claims = ", ".join(entrant.games) or "nothing"
            raise ConfigError(f"{where}: bots: {entrant.name!r} plays none of these games; it plays {claims}")
    if tournament.anchor and tournament.anchor.bot not in playing:
        name = tournament.anchor.bot
        raise ConfigError(
            f"{where}: anchor.bot: {name!r} does not take part{suggest(name, sorted(playing))}; "
            f"these do: {', '.join(sorted(playing))}"
        )
    taking_part = tuple(entrant for entrant in entrants if entrant.name in playing)
    return Field(competitions, taking_part, tuple(warnings), kept)


def _trusting(found: Mapping[str, BotSpec], trust: Collection[str]) -> dict[str, BotSpec]:
    """Return the bots, with those named in `trust` trusted; raises BotError where that cannot be."""
    for name in trust:
        if name not in found:
            raise BotError(f"there is no bot {name!r} to trust{suggest(name, list(found))}")
        if found[name].command:
            raise BotError(f"{name!r} ({found[name].origin}) cannot play in the engine's process; do not trust it")
    return {
        name: msgspec.structs.replace(spec, trusted=spec.trusted or name in trust) for name, spec in found.items()
    }


def _kept(
    zygote: Zygote, specs: Mapping[str, BotSpec], found: Mapping[str, BotSpec], limits: Limits
) -> dict[str, str]:
    """Return how each stranger's bot is contained, for the tables' header; raises UsageError where it can't be.

    `found` are the bots as they were before any was trusted.
    """
    strangers = [name for name, spec in found.items() if not spec.trusted]
    apart = seal(zygote, limits) if any(not specs[name].trusted for name in strangers) else ""
    return {
        name: f"unsealed: {name} in the engine's process" if specs[name].trusted else apart for name in strangers
    }


def _found(
    asked: Iterable[tuple[str, Path, str | BotEntry]], installed: Mapping[str, BotSpec], roster: Roster
) -> dict[str, BotSpec]:
    """Return the installed bots and those asked for, by name; raises ConfigError.

    `asked` holds for each what errors call its place, the folder that its path is relative to, and the bot.
    """
    specs = dict(installed)
    for place, folder, entry in asked:
        stated = BotEntry(bot=entry) if isinstance(entry, str) else entry
        reference = stated.reference(folder)
        try:
            spec = roster.find(reference, stated.name)
        except BotError as error:
            raise ConfigError(f"{place}: {error}") from None
        if spec.name in specs:
            raise ConfigError(
                f"{place}: {spec.name!r} is there already; leave it out, or give it another name, as "
                f'{{ bot = "{reference.text}", name = "{spec.name}-2" }} or --bot {spec.name}-2={reference.text}'
            )
        specs[spec.name] = spec
    return dict(sorted(specs.items()))


def _admitted(tournament: Tournament, where: str, specs: Mapping[str, BotSpec]) -> dict[str, BotSpec]:
    """Return the bots that are not disqualified; raises ConfigError for a disqualified one that is none of them."""
    for name in tournament.disqualified:
        if name not in specs:
            raise ConfigError(
                f"{where}: disqualified: there is no bot {name!r} in this tournament{suggest(name, list(specs))}; "
                f"its bots are {', '.join(specs) or 'none'}"
            )
    return {name: spec for name, spec in specs.items() if name not in tournament.disqualified}


def _competition(
    tournament: Tournament, number: int, where: str, entrants: Iterable[Entrant], plugins: Plugins
) -> Competition:
    """Return one selection with those who play it; raises ConfigError."""
    entry = tournament.games[number]
    try:
        selection = parse_selection(entry.game, plugins.games)
    except SelectionError as error:
        raise ConfigError(f"{where}: games[{number}].game: {error}") from None
    taking_part = {
        entrant.name: entrant for entrant in entrants if any(covers(claim, selection) for claim in entrant.games)
    }
    competition = Competition(selection, entry, taking_part, tournament.seed)
    _check_named(competition, f"{where}: games[{number}].schedule")
    if len(taking_part) < competition.table_size:
        raise ConfigError(
            f"{where}: games[{number}].game: {selection} wants {competition.table_size} bots or more; "
            f"of these bots it is played by {' and '.join(sorted(taking_part)) or 'none'}"
        )
    return competition


def _check_named(competition: Competition, place: str) -> None:
    """Refuse a schedule that names bots which don't play this, or leaves too few; raises ConfigError."""
    form, playing = competition.entry.schedule, competition.entrants
    named = form.new if isinstance(form, Gauntlet) else ()
    if isinstance(form, Comparison):
        named = (form.first, form.second)
    for name in named:
        if name not in playing:
            raise ConfigError(
                f"{place}: {name!r} does not play {competition.selection}{suggest(name, [*playing])}; "
                f"it is played by {', '.join(sorted(playing)) or 'nobody'}"
            )
    field = len(playing.keys() - set(named))
    if isinstance(form, Gauntlet) and field < competition.table_size - 1:
        raise ConfigError(
            f"{place}.new: leaves {field} of the bots that play {competition.selection} for the new ones to meet; "
            f"its tables take {competition.table_size - 1} of them"
        )
