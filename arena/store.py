"""The store: `results/<tournament>/arena.sqlite`, a row for every game, written by one process.

Games are keyed by the identity of their series and the rotation, so a run knows what is missing. Timings lie in a
table of their own: they differ between runs of the same games. However many games there are, memory stays the same:
what is read is read in order, grouped and sorted by SQLite, which keeps what is too much in temporary files.
"""

import time
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from arena.database import FILE, Database
from arena.errors import StoreError
from arena.executors import Past, Played, Said
from arena.own_editions import OwnEdition
from arena.players.entrants import Entrant
from arena.ratings.results import GameResult, SeriesResult
from arena.record import Fault
from arena.series import Series

COMMIT_EVERY = 0.1  # seconds
SAID_CAP = 16 * 2**20
"""Bytes of output kept for each bot in a run; beyond that, only of games in which it failed."""

REMEDIES = {
    "file": "give its class a new version",
    "program": "let it say a new version in its answer to hello",
    "installed": "raise the version in its pyproject.toml, or of its class if that has one, and install it again",
}
"""What the author of changed code may do, by the kind of the bot."""

SERIES = """
SELECT id, selection, rules, deal, lineup FROM series ORDER BY selection, rules, (
    SELECT group_concat(name, ' ') FROM json_each(lineup) CROSS JOIN entrants ON entrants.id = value
), deal, id
"""
"""Every series, by selection, rules, line-up and deal; no name holds a character below the space."""

EQUAL = """
SELECT selection, games, count(*) FROM (
    SELECT selection, group_concat('[' || seats || ',' || ranks || ',' || CASE faults WHEN '[]' THEN '[]' ELSE (
        SELECT json_group_array(json_extract(value, '$.seat')) FROM json_each(faults)
    ) END || ']') AS games
    FROM series CROSS JOIN games ON series = id
    WHERE (selection, rules) IN (SELECT key, value FROM json_each(:selections)) AND (:since IS NULL OR (
        SELECT stored >= :since FROM timings
        WHERE timings.series = games.series AND timings.rotation = games.rotation
    ))
    GROUP BY id
) GROUP BY selection, games
"""
"""How series ended, and how many so: selection, then seats, ranks and seats at fault of each of their games."""

_ids = msgspec.json.Decoder(tuple[int, ...])
_ranks = msgspec.json.Decoder(tuple[int, ...])
_faults = msgspec.json.Decoder(tuple[Fault, ...])
_games = msgspec.json.Decoder(tuple[tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]], ...])


class Listed(msgspec.Struct, frozen=True):
    """A game in short: where it stands in the tournament, and by seat the bots' names and ranks.

    `identities` are those of the line-up: names, versions and fingerprints. `seconds` is how long it took, `stored`
    when it was stored, in seconds since 1970; they alone differ between runs.
    """

    series: Series
    rotation: int
    identities: tuple[tuple[str, str, str], ...]
    seats: tuple[str, ...]
    ranks: tuple[int, ...]
    faults: tuple[Fault, ...]
    ending: str
    decisions: int
    seconds: float
    stored: int

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
        self._identities: dict[int, tuple[str, str, str]] = {}
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

    def played(self, series: Series) -> dict[int, Past]:
        """Return the rotations of a series that have been played, and how."""
        query = "SELECT rotation, seats, ranks, faults FROM games WHERE series = ?"
        with self._explained():
            return {
                rotation: self._past(_ids.decode(seats), _ranks.decode(ranks), _faults.decode(faults))
                for rotation, seats, ranks, faults in self._db.execute(query, (series.id,))
            }

    def _past(self, numbers: Iterable[int], ranks: tuple[int, ...], faults: tuple[Fault, ...]) -> Past:
        """Return a game that has been played, told by entrants' numbers."""
        seats = tuple(self._identity(number)[0] for number in numbers)
        charged = tuple(seats[fault.seat] for fault in faults)
        return Past(GameResult(seats, ranks, charged), tuple(fault.kind for fault in faults))

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
            row = (*key, seats, _json(game.ranks), _json(game.faults), game.ending, game.decisions)
            self._db.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?)", row)
            self._db.execute("INSERT INTO records VALUES (?, ?, ?)", (*key, game.record))
            self._db.execute("INSERT INTO timings VALUES (?, ?, ?, ?)", (*key, game.seconds, int(time.time())))
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

    def results(
        self, selections: Mapping[str, int], since: int | None = None, bots: Collection[str] | None = None
    ) -> Iterator[SeriesResult]:
        """Yield how series between entrants that take part ended, those of a selection that ended equally once.

        `selections` has the rules' versions. `since` leaves out games stored earlier, in seconds since 1970, `bots`
        series in which others play.
        """
        given = {"selections": _json(selections), "since": since}
        with self._explained():
            names = {number: name for number, name in self._present() if bots is None or name in bots}
            for selection, text, times in self._db.execute(EQUAL, given):
                games = _games.decode(f"[{text}]")
                if all(number in names for numbers, _, _ in games for number in numbers):
                    game = selection.partition(":")[0].partition("@")[0]
                    yield SeriesResult(selection, game, tuple(_result(names, *each) for each in games), times)

    def records(self) -> Iterator[bytes]:
        """Yield the record of every game as a line of JSON: by selection, rules, line-up, deal, rotation."""
        query = (
            "SELECT CAST(record AS BLOB) FROM games LEFT JOIN records USING (series, rotation) "
            "WHERE series = ? ORDER BY rotation"
        )
        for series, _ in self._series():
            with self._explained():
                for (record,) in self._db.execute(query, (series.id,)).fetchall():
                    if record is None:
                        raise self._damaged(f"a game of series {series.id.hex()} has no record")
                    yield record

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
            (record,) = self._db.execute(
                "SELECT CAST(record AS BLOB) FROM records WHERE series = ? AND rotation = ?", key
            ).fetchone()
            said = self._db.execute(
                "SELECT seat, text FROM said WHERE series = ? AND rotation = ? ORDER BY seat", key
            ).fetchall()
            at = tuple(self._identity(number)[0] for number in _ids.decode(lineup))
        whole = Series(series, selection, rules, at, deal)
        return Found(whole, rotation, record, tuple(Said(seat, text) for seat, text in said))

    def index(self) -> Iterator[Listed]:
        """Yield every game in short, in the order of `records`; raises StoreError for a damaged store."""
        with self._explained():
            query = "SELECT count(*) FROM games WHERE series NOT IN (SELECT id FROM series)"
            (lost,) = self._db.execute(query).fetchone()
        if lost:
            raise self._damaged(f"{lost} games belong to no series")
        query = (
            "SELECT rotation, seats, ranks, faults, ending, decisions, seconds, stored "
            "FROM games LEFT JOIN timings USING (series, rotation) WHERE series = ? ORDER BY rotation"
        )
        for series, lineup in self._series():
            with self._explained():
                identities = tuple(map(self._identity, lineup))
                for rotation, seats, ranks, faults, *rest in self._db.execute(query, (series.id,)).fetchall():
                    if None in rest:
                        raise self._damaged(f"a game of series {series.id.hex()} has no timing")
                    at = tuple(self._identity(number)[0] for number in _ids.decode(seats))
                    told = (_ranks.decode(ranks), _faults.decode(faults))
                    yield Listed(series, rotation, identities, at, *told, *rest)

    def _series(self) -> Iterator[tuple[Series, tuple[int, ...]]]:
        """Yield every series, by selection, rules, line-up and deal, with the numbers of its line-up."""
        with self._explained():
            for identity, selection, rules, deal, lineup in self._db.execute(SERIES):
                numbers = _ids.decode(lineup)
                names = tuple(self._identity(number)[0] for number in numbers)
                yield Series(identity, selection, rules, names, deal), numbers

    def _identity(self, number: int) -> tuple[str, str, str]:
        """Return the identity of one who ever took part."""
        if number not in self._identities:
            rows = self._db.execute("SELECT id, name, version, fingerprint FROM entrants")
            self._identities = {key: (name, version, fingerprint) for key, name, version, fingerprint in rows}
        return self._identities[number]

    def _damaged(self, how: str) -> StoreError:
        return StoreError(f"{self.folder / FILE} cannot be used: it is damaged, {how}")

    def _present(self) -> Iterator[tuple[int, str]]:
        yield from self._db.execute("SELECT id, name FROM entrants WHERE present")


def _result(
    names: Mapping[int, str], numbers: Iterable[int], ranks: tuple[int, ...], faulty: Iterable[int]
) -> GameResult:
    """Return a game's result, told by entrants' numbers and the seats at fault."""
    seats = tuple(names[number] for number in numbers)
    return GameResult(seats, ranks, tuple(seats[seat] for seat in faulty))


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
