-- A tournament's store. Every change here raises the version at the end and in database.py.

CREATE TABLE facts (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE entrants (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL, version TEXT NOT NULL, fingerprint TEXT NOT NULL,
    present INTEGER NOT NULL,               -- takes part in the tournament as it was last run
    UNIQUE (name, version, fingerprint)
);
CREATE TABLE series (
    id BLOB PRIMARY KEY,                    -- the series' identity, 16 bytes
    selection TEXT NOT NULL,
    rules INTEGER NOT NULL,                 -- version of the game's rules
    deal INTEGER NOT NULL,
    lineup TEXT NOT NULL                    -- entrants' ids in circular order, JSON
) WITHOUT ROWID;
CREATE TABLE games (                        -- apart from their records, so that ratings read little
    series BLOB NOT NULL REFERENCES series, rotation INTEGER NOT NULL,
    seats TEXT NOT NULL, ranks TEXT NOT NULL, faults TEXT NOT NULL,  -- JSON: entrants' ids, ranks, faults
    ending TEXT NOT NULL, decisions INTEGER NOT NULL,
    PRIMARY KEY (series, rotation)
) WITHOUT ROWID;
CREATE TABLE records (
    series BLOB NOT NULL, rotation INTEGER NOT NULL,
    record BLOB NOT NULL,                   -- arena-record/1, JSON
    PRIMARY KEY (series, rotation)
);
CREATE TABLE timings (                      -- what differs between runs of the same games
    series BLOB NOT NULL, rotation INTEGER NOT NULL,
    seconds REAL NOT NULL,                  -- how long it took on the wall clock
    stored INTEGER NOT NULL,                -- when it was stored, in seconds since 1970
    PRIMARY KEY (series, rotation)
) WITHOUT ROWID;
CREATE TABLE said (                         -- what a bot printed and raised, for its author's eyes
    series BLOB NOT NULL, rotation INTEGER NOT NULL, seat INTEGER NOT NULL, text TEXT NOT NULL,
    PRIMARY KEY (series, rotation, seat)
) WITHOUT ROWID;

PRAGMA user_version = 3;
