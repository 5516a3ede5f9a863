"""The tables of the file, as the steps by which they came to be. A step that was released is never changed."""

import sqlite3

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        # A table that this player sat at. `head`: the agreement as the record's first item, once all have signed.
        # `ways`: for each seat the addresses at which it said it can be reached, as JSON. `listen`, `port`: where we
        # listened. `relay`, `token`: where and as whom those meet who cannot reach each other. `bot`: the kind of bot
        # in our own seat; `bots`, `bot_kind`: those that we had brought along. `stage`: where the game is, in words.
        # `items`: how many were on the disk at the last sync.
        """
        CREATE TABLE tables (
            number INTEGER PRIMARY KEY,
            game_id BLOB UNIQUE,
            form BLOB NOT NULL,
            head BLOB,
            state TEXT NOT NULL CHECK (state IN ('gathering', 'playing', 'ended', 'stopped')),
            seat INTEGER NOT NULL,
            ways TEXT NOT NULL,
            listen TEXT,
            port INTEGER NOT NULL,
            relay TEXT NOT NULL,
            token BLOB NOT NULL,
            bot TEXT NOT NULL,
            bots INTEGER NOT NULL,
            bot_kind TEXT NOT NULL,
            slot INTEGER NOT NULL DEFAULT 0,
            phase INTEGER NOT NULL DEFAULT 0,
            round INTEGER NOT NULL DEFAULT 0,
            stage TEXT NOT NULL DEFAULT '',
            items INTEGER NOT NULL DEFAULT 0,
            reason TEXT NOT NULL DEFAULT '',
            started TEXT NOT NULL,
            ended TEXT
        )
        """,
        # Keys and nonce of a seat: 96 and 32 bytes, on the disk before the lock goes out.
        """
        CREATE TABLE secrets (
            number INTEGER PRIMARY KEY REFERENCES tables (number) ON DELETE CASCADE,
            entropy BLOB NOT NULL CHECK (length(entropy) = 128)
        )
        """,
        # The journal: items as the protocol gives them, in the order in which they happened.
        """
        CREATE TABLE items (
            number INTEGER NOT NULL REFERENCES tables (number) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            item BLOB NOT NULL,
            PRIMARY KEY (number, position)
        ) WITHOUT ROWID
        """,
    ),
    (
        # Whom we have played with. `folded`: the name without regard to case, by which a changed key is noticed.
        """
        CREATE TABLE people (
            key BLOB PRIMARY KEY CHECK (length(key) = 32),
            name TEXT NOT NULL,
            folded TEXT NOT NULL,
            first_seen TEXT NOT NULL,
            last_seen TEXT NOT NULL
        ) WITHOUT ROWID
        """,
        "CREATE INDEX people_by_name ON people (folded)",
    ),
    (
        # `hosted`: whether the invitation leads to us. `code`: the key of the table's code, if it has one; the code
        # itself is kept nowhere. With both, a host who comes back lets in those who watch.
        "ALTER TABLE tables ADD COLUMN hosted INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE tables ADD COLUMN code BLOB CHECK (length(code) = 32)",
    ),
    (
        # The seats that were last met at the relay, as JSON.
        "ALTER TABLE tables ADD COLUMN relayed TEXT NOT NULL DEFAULT '[]'",
    ),
    (
        # How the game ended, as JSON: `ranking`, the tied groups of seats, best first; `called`, what sentences call
        # each seat. Nothing for a game that has not ended, or that ended before this step.
        "ALTER TABLE tables ADD COLUMN result TEXT",
    ),
    (
        # What the player had chosen in the question of `slot` and not sent: a tuple as the protocol packs it. It is as
        # secret as the keys, and no part of the record.
        """
        CREATE TABLE drafts (
            number INTEGER PRIMARY KEY REFERENCES tables (number) ON DELETE CASCADE,
            slot INTEGER NOT NULL,
            pieces BLOB NOT NULL
        )
        """,
    ),
    (
        # What was said before the table was agreed, as this player was shown it: a list of sentences, as JSON. It is no
        # part of the journal either, for nobody has signed it.
        """
        CREATE TABLE lobbies (
            number INTEGER PRIMARY KEY REFERENCES tables (number) ON DELETE CASCADE,
            talk TEXT NOT NULL
        )
        """,
    ),
)


class NewerSchema(Exception):
    """The file was written by a later version of the program; `found` and `known` are the versions of the schema."""

    def __init__(self, found: int, known: int) -> None:
        super().__init__(f"schema {found}, this program knows {known}")
        self.found = found
        self.known = known


def migrate(db: sqlite3.Connection, today: str) -> int:
    """Brings an empty or older file to this version, whole or not at all; returns how many steps were taken.

    Raises NewerSchema for a file of a later version, which is then untouched.
    """
    if version(db) == len(MIGRATIONS):
        return 0
    db.execute("BEGIN IMMEDIATE")
    try:
        db.execute("CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, applied TEXT NOT NULL)")
        done = version(db)  # again: another client may have been quicker
        if done > len(MIGRATIONS):
            raise NewerSchema(done, len(MIGRATIONS))
        for number, statements in enumerate(MIGRATIONS[done:], done + 1):
            for statement in statements:
                db.execute(statement)
            db.execute("INSERT INTO migrations VALUES (?, ?)", (number, today))
    except BaseException:
        db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")
    return len(MIGRATIONS) - done


def version(db: sqlite3.Connection) -> int:
    """How many steps the file has taken: 0 for an empty one."""
    if db.execute("SELECT 1 FROM sqlite_master WHERE name = 'migrations'").fetchone() is None:
        return 0
    (number,) = db.execute("SELECT coalesce(max(number), 0) FROM migrations").fetchone()
    return int(number)
