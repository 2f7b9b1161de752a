"""The database of a tournament: one file in its folder, one writer, and one sentence for whatever goes wrong.

What lies in it is `arena.store`'s concern.
"""

import contextlib
import fcntl
import os
import sqlite3
import time
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from arena.errors import StoreError

FILE = "arena.sqlite"
SCHEMA_VERSION = 3

HINTS = {
    sqlite3.SQLITE_NOTADB: "; move it away",
    sqlite3.SQLITE_FULL: "; every game stored before is kept: make room and run again",
    sqlite3.SQLITE_IOERR: "; every game stored before is kept: see to the disk and run again",
}
"""What to do about SQLite's primary error codes."""


class Database:
    """The file, open. Use as a context manager; every failure to read or write is a StoreError."""

    def __init__(self, folder: Path, *, writable: bool = True) -> None:
        """Open the file in a folder, or make both; raises StoreError.

        To write is to be alone: a second writer is refused, and a writer that died leaves no lock behind.
        """
        self.folder = folder
        self._lock = -1
        self._committed = time.monotonic()
        with self._explained():
            if writable:
                self._lock = self._locked(folder)
            elif not (folder / FILE).exists():
                raise self._empty()
            self._db = sqlite3.connect(self._address(writable), uri=True, isolation_level=None)
        try:
            with self._explained():
                self._prepare(writable)
        except StoreError:
            self._close()
            raise

    def _prepare(self, writable: bool) -> None:
        """See that the file is a store of this version; lay out the tables in a new one."""
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        (tables,) = self._db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        if version != SCHEMA_VERSION and tables:
            raise StoreError(
                f"{self.folder / FILE} is no store that this version of arena reads (its format is {version}, not "
                f"{SCHEMA_VERSION}); move it away, or use the version that wrote it"
            )
        if not writable and not tables:
            raise self._empty()
        if writable:
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = NORMAL")
            if not tables:
                schema = files("arena").joinpath("schema.sql").read_text("utf-8")
                self._db.executescript(f"BEGIN; {schema} COMMIT;")

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Keep what was added, and close."""
        try:
            self.commit()
        except StoreError:
            if error is None:
                raise
        finally:
            self._close()

    @contextlib.contextmanager
    def whole(self) -> Iterator[None]:
        """Keep all that is written meanwhile, or nothing of it if anything is raised."""
        self.commit()
        try:
            yield
            self.commit()
        except BaseException:
            self._db.rollback()
            raise

    @contextlib.contextmanager
    def unchanging(self) -> Iterator[None]:
        """Read what was there at the first look, whatever a run adds meanwhile."""
        with self._explained():
            self._db.execute("BEGIN")
        try:
            yield
        finally:
            self._db.rollback()

    def commit(self) -> None:
        """Put on disk what was added."""
        with self._explained():
            if self._db.in_transaction:
                self._db.execute("COMMIT")
            self._committed = time.monotonic()

    def _begin(self) -> None:
        if not self._db.in_transaction:
            self._db.execute("BEGIN IMMEDIATE")

    def _close(self) -> None:
        self._db.close()
        if self._lock >= 0:
            os.close(self._lock)

    def _empty(self) -> StoreError:
        return StoreError(f"{self.folder} holds no games yet; play some with: arena run {self.folder.name}")

    def _address(self, writable: bool) -> str:
        """Return the database's URI."""
        file = (self.folder / FILE).absolute()
        if writable:
            mode = "rwc"
        elif os.access(self.folder, os.W_OK):
            mode = "rw"  # lest the files that SQLite makes beside it are left behind
        else:
            mode = "ro" if Path(f"{file}-wal").exists() else "ro&immutable=1"
        return f"{file.as_uri()}?mode={mode}"

    def _locked(self, folder: Path) -> int:
        """Make the folder; return a descriptor that holds its lock for as long as this process lives."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except (FileExistsError, NotADirectoryError):
            raise StoreError(f"results folder {folder} cannot be made: a file stands in its place") from None
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            raise StoreError(
                f"{folder} is in use by another run; wait for it, or give this one another name"
            ) from None
        return descriptor

    @contextlib.contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn what the file system and SQLite raise into one sentence."""
        try:
            yield
        except OSError as error:
            raise StoreError(f"results folder {self.folder} cannot be used: {error.strerror}") from None
        except sqlite3.Error as error:
            hint = HINTS.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, "")
            raise StoreError(f"{self.folder / FILE} cannot be used: {error}{hint}") from None
        except msgspec.DecodeError as error:
            raise StoreError(f"{self.folder / FILE} cannot be used: it is damaged, {error}") from None
        except KeyError as error:
            raise StoreError(f"{self.folder / FILE} cannot be used: it is damaged, it has no bot {error}") from None
