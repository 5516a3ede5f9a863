"""What this player must never lose: one SQLite file with tables, secrets, entries, and the players met so far."""
