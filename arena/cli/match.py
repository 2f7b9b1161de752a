"""`arena match`: one game between given bots, shown move by move."""

import sys
from contextlib import redirect_stdout
from pathlib import Path

import click
import msgspec

from arena import record
from arena.bot import Limits
from arena.chance import derive
from arena.cli.places import results_of
from arena.cli.shared import engine, with_own_editions
from arena.config import bot_entry
from arena.errors import BotError, ConfigError, SelectionError
from arena.executors import Played, Stage
from arena.executors.playing import Ground
from arena.game import Selection, covers, parse_selection
from arena.own_editions import with_editions
from arena.players.describing import describe
from arena.players.entrants import BotSpec, Reference
from arena.players.forking import Zygote
from arena.players.roster import Roster
from arena.plugins import Plugins
from arena.printing import visible
from arena.reports.story import overheard, told
from arena.series import Series

EPILOG = """\b
Examples:
  arena match battleground greedy random
  arena match royal_dilemma@ransom:players=3 greedy miser ./my_bot.py --seed 7
  arena match war_of_multiplicands random random --json
  arena match --like mine 3f9a1c2b-0 ./my_bot.py

What a bot prints or raises is shown on standard error.

With --like, the game is one of a tournament's, named by its id, and is played again: same deal, same dice. The bot
given is yours: it takes the seat of its name and plays in this process without a clock, so breakpoint() works.
"""


@click.command("match", epilog=EPILOG)
@click.argument("game")
@click.argument("bots", nargs=-1, required=True)
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), help="What the deal follows from. [default: 0]")
@click.option("--like", metavar="TOURNAMENT", help="Play a game of this tournament again; GAME is its id.")
@with_own_editions
@click.option("--json", "as_json", is_flag=True, help="Print the game's record instead.")
def command(
    game: str,
    bots: tuple[str, ...],
    seed: int | None,
    like: str | None,
    editions: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Play one game and tell it move by move.

    GAME is a selection. BOTS are names, files or command lines, one for each seat or team, seat 0 first.
    """
    plugins = engine(editions)
    if like is None:
        played = _new(plugins, parse_selection(game, plugins.games), bots, seed or 0)
    elif len(bots) > 1 or seed is not None or editions:
        raise click.UsageError(
            "with --like, give the game's id and one bot, yours; seed, editions and rivals are the game's"
        )
    else:
        played = _again(plugins, like, game, bots[0])
    whole = record.decode(played.record)
    if played.said:
        click.echo(overheard(whole.seats, played.said), err=True)
    if as_json:
        click.echo(played.record)
    else:
        click.echo(told(parse_selection(played.series.selection, plugins.games).game, whole))


def _new(plugins: Plugins, selection: Selection, bots: tuple[str, ...], seed: int) -> Played:
    """Play a new game."""
    sides = len(set(selection.sides))
    if len(bots) != sides:
        raise ConfigError(f"{selection} is for {sides} bots, not for {len(bots)}; the option players changes that")
    roster = Roster(plugins.bot_sources)
    specs: dict[str, BotSpec] = {}
    lineup = []
    for text in bots:
        entry = bot_entry(text)
        spec = roster.find(entry.reference(Path()), entry.name)
        if specs.setdefault(spec.name, spec) != spec:
            raise ConfigError(f"two bots are called {spec.name!r}; name one, as {spec.name}-2={text}")
        lineup.append(spec.name)
    with Zygote() as zygote:
        for spec in specs.values():
            _check_claims(zygote, spec, selection)
    identity = derive("match", seed, str(selection), *lineup)
    series = Series(identity, str(selection), selection.game.version, tuple(lineup), 0)
    with Ground(plugins.games, Stage(specs, Limits())) as ground:
        return ground.play(series, 0)


def _check_claims(zygote: Zygote, spec: BotSpec, selection: Selection) -> None:
    """Ask a bot what it plays; raises UsageError when that is not this."""
    entrant = describe(zygote, spec, Limits())
    try:
        claimed = any(covers(claim, selection) for claim in entrant.games)
    except SelectionError as error:
        raise ConfigError(f"the games of {spec.name!r}: {error}") from None
    if not claimed:
        claims = ", ".join(entrant.games) or "nothing"
        raise ConfigError(f"{spec.name} does not play {selection}; it plays {claims}")


def _again(plugins: Plugins, tournament: str, game_id: str, own: str) -> Played:
    """Play a stored game again, with one of its bots in this process."""
    from arena.store import Store  # a new game needs no database

    with Store(results_of(tournament), writable=False) as store:
        stored = store.find(game_id)
        entered = msgspec.convert(store.fact("bots"), dict[str, BotSpec])
        limits = msgspec.convert(store.fact("limits"), Limits)
        plugins.games = with_editions(plugins.games, store.editions())
    roster = Roster(plugins.bot_sources)
    names = stored.series.lineup
    specs = {name: _as_it_is_now(entered[name], roster) for name in names if name in entered}
    entry = bot_entry(own)
    mine = specs.get(own) or roster.find(entry.reference(Path()), entry.name)
    if mine.command or entered.get(mine.name, mine).command:
        raise BotError(f"{mine.name!r} ({mine.origin}) cannot play in this process; only a bot in this Python can")
    if mine.name not in names:
        raise BotError(
            f"{mine.name!r} did not play game {game_id}, {' and '.join(names)} did; "
            f"say whose seat it takes, as {names[0]}={own}"
        )
    specs[mine.name] = msgspec.structs.replace(mine, trusted=True)
    for name in names:
        if name not in specs:
            raise BotError(
                f"{name!r} played game {game_id} and is no longer in the tournament; it cannot play again"
            )
        if name in entered and specs[name].fingerprint != entered[name].fingerprint:
            click.echo(f"warning: {visible(name)} has changed since; it plays as it is now", err=True)
    # What the bot prints must not stand in the record's way.
    with redirect_stdout(sys.stderr), Ground(plugins.games, Stage(specs, limits)) as ground:
        return ground.play(stored.series, stored.rotation)


def _as_it_is_now(spec: BotSpec, roster: Roster) -> BotSpec:
    """Return a bot of a tournament as its files are today; raises BotError when they have gone."""
    if spec.kind == "file" and not spec.command:
        return roster.find(Reference(spec.target.removesuffix(":")), spec.name)
    return roster.specs.get(spec.name, spec)
