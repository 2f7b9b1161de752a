"""The store: `results/<tournament>/arena.sqlite`, a row for every game, written by one process.

Games are keyed by the identity of their series and the rotation, so a run knows what is missing. Timings lie in a
table of their own: they differ between runs of the same games.
"""

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from arena.database import FILE, Database
from arena.errors import StoreError
from arena.executors import Played, Said
from arena.own_editions import OwnEdition
from arena.players.entrants import Entrant
from arena.ratings.results import Result
from arena.record import Fault
from arena.schedule import Series

COMMIT_EVERY = 0.1  # seconds
SAID_CAP = 16 * 2**20
"""Bytes of output kept for each bot in a run; beyond that, only of games in which it failed."""

REMEDIES = {
    "file": "give its class a new version",
    "program": "let it say a new version in its answer to hello",
    "installed": "raise the version in its pyproject.toml, or of its class if that has one, and install it again",
}
"""What the author of changed code may do, by the kind of the bot."""


class Listed(msgspec.Struct, frozen=True):
    """A game in short: where it stands in the tournament, and by seat the bots' names and ranks.

    `identities` are those of the line-up: names, versions and fingerprints.
    """

    series: Series
    rotation: int
    identities: tuple[tuple[str, str, str], ...]
    seats: tuple[str, ...]
    ranks: tuple[int, ...]
    faults: tuple[Fault, ...]
    ending: str
    decisions: int

    @property
    def game(self) -> str:
        """Its id."""
        return self.series.game_id(self.rotation)

    @property
    def selection(self) -> str:
        """What was played."""
        return self.series.selection


class Found(msgspec.Struct, frozen=True):
    """A stored game: where it stands in the tournament, its record as a line of JSON, and what its bots said."""

    series: Series
    rotation: int
    record: bytes
    said: tuple[Said, ...]


class Store(Database):
    """A tournament's games on disk."""

    def __init__(self, folder: Path, *, writable: bool = True) -> None:
        """Open the store in a folder, or make it there; raises StoreError."""
        super().__init__(folder, writable=writable)
        self._entrant_ids: dict[str, int] = {}
        self._said: Counter[str] = Counter()

    # What a tournament is, as last run.

    def fact(self, key: str) -> Any:
        """Return what is known under a key, or None."""
        with self._explained():
            row = self._db.execute("SELECT value FROM facts WHERE key = ?", (key,)).fetchone()
        return msgspec.json.decode(row[0]) if row else None

    def note(self, key: str, value: Any) -> None:
        """Keep a fact about the tournament."""
        with self._explained():
            self._begin()
            text = msgspec.json.encode(value).decode()
            self._db.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", (key, text))

    def editions(self) -> tuple[OwnEdition, ...]:
        """Return the editions of users' own that were ever entered, as they were then."""
        with self._explained():
            return msgspec.convert(self.fact("editions") or (), tuple[OwnEdition, ...])

    def enrol(self, entrants: Iterable[Entrant]) -> None:
        """Make these the entrants that take part; raises StoreError for code that changed under its old version."""
        with self._explained():
            known = {row[:2]: row[2] for row in self._db.execute("SELECT name, version, fingerprint FROM entrants")}
            present = list(entrants)
            for entrant in present:
                name, version, fingerprint = entrant.identity
                if known.get((name, version), fingerprint) != fingerprint:
                    raise StoreError(
                        f"bot {name!r} ({entrant.spec.origin}) has changed but is still version {version}; "
                        f"{REMEDIES[entrant.spec.kind]}, or start over by deleting {self.folder}"
                    )
            self._begin()
            self._db.execute("UPDATE entrants SET present = 0")
            self._db.executemany(
                "INSERT INTO entrants (name, version, fingerprint, present) VALUES (?, ?, ?, 1) "
                "ON CONFLICT DO UPDATE SET present = 1",
                [entrant.identity for entrant in present],
            )
            self._entrant_ids = {name: number for number, name in self._present()}

    def entrants(self) -> dict[str, str]:
        """Return the version of every entrant that takes part, by name."""
        with self._explained():
            return dict(self._db.execute("SELECT name, version FROM entrants WHERE present ORDER BY name"))

    # Games.

    def played(self, series: Series) -> dict[int, list[tuple[str, str]]]:
        """Return the rotations of a series that have been played; for each fault, who was charged and its kind."""
        query = "SELECT rotation, seats, faults FROM games WHERE series = ? ORDER BY rotation"
        with self._explained():
            rows = self._db.execute(query, (series.id,)).fetchall()
            return {rotation: self._charges(seats, faults) for rotation, seats, faults in rows}

    def _charges(self, seats: str, faults: str) -> list[tuple[str, str]]:
        """Return who was charged with what kinds of fault in a game."""
        charges = []
        for fault in msgspec.json.decode(faults, type=list[Fault]):
            number = msgspec.json.decode(seats)[fault.seat]
            (name,) = self._db.execute("SELECT name FROM entrants WHERE id = ?", (number,)).fetchone()
            charges.append((name, fault.kind))
        return charges

    def add(self, game: Played) -> None:
        """Keep a game; on disk within a tenth of a second of the next call, or by `commit`."""
        with self._explained():
            self._begin()
            series = game.series
            lineup = _json([self._entrant_ids[name] for name in series.lineup])
            self._db.execute(
                "INSERT OR IGNORE INTO series VALUES (?, ?, ?, ?, ?)",
                (series.id, series.selection, series.rules, series.deal, lineup),
            )
            seats = _json([self._entrant_ids[name] for name in game.seats])
            key = (series.id, game.rotation)
            row = (*key, seats, _json(game.ranks), _json(game.faults), game.ending, game.decisions, game.record)
            self._db.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
            self._db.execute("INSERT INTO timings VALUES (?, ?, ?)", (*key, game.seconds))
            self._db.executemany("INSERT INTO said VALUES (?, ?, ?, ?)", self._kept(game))
            if time.monotonic() - self._committed > COMMIT_EVERY:
                self.commit()

    def _kept(self, game: Played) -> Iterator[tuple[bytes, int, int, str]]:
        """Yield a row for what each bot said that is kept: a disk is no bot's to fill."""
        failed = {fault.seat for fault in game.faults}
        for said in game.said:
            name = game.seats[said.seat]
            if said.seat in failed or self._said[name] < SAID_CAP:
                self._said[name] += len(said.text)
                yield game.series.id, game.rotation, said.seat, said.text

    def results(self, selections: Mapping[str, int]) -> Iterator[Result]:
        """Yield the result of every game between entrants that take part; `selections` has the rules' versions."""
        query = (
            "SELECT selection, rules, series, seats, ranks, games.faults "
            "FROM games JOIN series ON series.id = series ORDER BY series, rotation"
        )
        with self._explained(), closing(self._db.execute(query)) as rows:
            names = dict(self._present())
            for selection, rules, series, seats, ranks, faults in rows:
                ids = msgspec.json.decode(seats)
                if selections.get(selection) == rules and all(number in names for number in ids):
                    at = tuple(names[number] for number in ids)
                    charged = tuple(at[fault.seat] for fault in msgspec.json.decode(faults, type=list[Fault]))
                    game = selection.partition(":")[0].partition("@")[0]
                    yield Result(selection, game, series, at, tuple(msgspec.json.decode(ranks)), charged)

    def records(self) -> Iterator[bytes]:
        """Yield the record of every game as a line of JSON: by selection, rules, line-up, deal, rotation."""
        query = "SELECT CAST(record AS BLOB) FROM games WHERE series = ? ORDER BY rotation"
        for series, _ in self._series():
            with self._explained(), closing(self._db.execute(query, (series.id,))) as rows:
                yield from (record for (record,) in rows)

    def find(self, game_id: str) -> Found:
        """Return one game by its id, or a beginning of it that is unique; raises StoreError."""
        head, _, rotation = game_id.lower().partition("-")
        with self._explained():
            rows = self._db.execute(
                "SELECT lower(substr(hex(series), 1, 12)) || '-' || rotation, series, rotation FROM games "
                "WHERE lower(hex(series)) GLOB ? || '*' AND (? = '' OR rotation = ?) ORDER BY series, rotation",
                (head if head.isalnum() else "-", rotation, rotation),
            ).fetchmany(2)
            example = self._db.execute(
                "SELECT lower(substr(hex(series), 1, 12)) || '-' || rotation FROM games ORDER BY series, rotation"
            ).fetchone()
        if not rows:
            hint = f"a game's id looks like {example[0]}" if example else "it holds no games yet"
            raise StoreError(f"{self.folder} has no game {game_id!r}; {hint}")
        if len(rows) > 1:
            raise StoreError(
                f"{game_id!r} is the beginning of several games, such as {rows[0][0]} and {rows[1][0]}"
            )
        return self._found(*rows[0][1:])

    def _found(self, series: bytes, rotation: int) -> Found:
        """Return the game of this key."""
        key = (series, rotation)
        with self._explained():
            selection, rules, deal, lineup = self._db.execute(
                "SELECT selection, rules, deal, lineup FROM series WHERE id = ?", (series,)
            ).fetchone()
            names = dict(self._db.execute("SELECT id, name FROM entrants"))
            (record,) = self._db.execute(
                "SELECT CAST(record AS BLOB) FROM games WHERE series = ? AND rotation = ?", key
            ).fetchone()
            said = self._db.execute(
                "SELECT seat, text FROM said WHERE series = ? AND rotation = ? ORDER BY seat", key
            ).fetchall()
            at = tuple(names[number] for number in msgspec.json.decode(lineup))
        whole = Series(series, selection, rules, at, deal)
        return Found(whole, rotation, record, tuple(Said(seat, text) for seat, text in said))

    def index(self) -> Iterator[Listed]:
        """Yield every game in short, in the order of `records`; raises StoreError for a damaged store."""
        with self._explained():
            query = "SELECT count(*) FROM games WHERE series NOT IN (SELECT id FROM series)"
            (lost,) = self._db.execute(query).fetchone()
        if lost:
            raise StoreError(
                f"{self.folder / FILE} cannot be used: it is damaged, {lost} games belong to no series"
            )
        for series, lineup in self._series():
            with self._explained():
                entrants = self._entrants()
                rows = self._db.execute(
                    "SELECT rotation, seats, ranks, faults, ending, decisions FROM games "
                    "WHERE series = ? ORDER BY rotation",
                    (series.id,),
                ).fetchall()
                for rotation, seats, ranks, faults, ending, decisions in rows:
                    yield Listed(
                        series,
                        rotation,
                        tuple(entrants[number] for number in lineup),
                        tuple(entrants[number][0] for number in msgspec.json.decode(seats, type=list[int])),
                        msgspec.json.decode(ranks, type=tuple[int, ...]),
                        msgspec.json.decode(faults, type=tuple[Fault, ...]),
                        ending,
                        decisions,
                    )

    def _series(self) -> list[tuple[Series, list[int]]]:
        """Return every series, by selection, rules, line-up and deal, with the numbers of its line-up."""
        with self._explained():
            entrants = self._entrants()
            found = []
            for identity, selection, rules, deal, lineup in self._db.execute("SELECT * FROM series"):
                numbers = msgspec.json.decode(lineup, type=list[int])
                names = tuple(entrants[number][0] for number in numbers)
                found.append((Series(identity, selection, rules, names, deal), numbers))
        return sorted(found, key=lambda each: _in_order(each[0]))

    def _entrants(self) -> dict[int, tuple[str, str, str]]:
        """Return the identities of all who ever took part, by number."""
        rows = self._db.execute("SELECT id, name, version, fingerprint FROM entrants")
        return {number: (name, version, fingerprint) for number, name, version, fingerprint in rows}

    def _present(self) -> Iterator[tuple[int, str]]:
        yield from self._db.execute("SELECT id, name FROM entrants WHERE present")


def _in_order(series: Series) -> tuple[str, int, tuple[str, ...], int, bytes]:
    return series.selection, series.rules, series.lineup, series.deal, series.id


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
