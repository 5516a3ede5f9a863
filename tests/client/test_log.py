"""The log of a whole game at its most talkative: what a seat chose or keeps secret never stands in it."""

import base64
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from engine.agot.edition import edition

SEATS = 3
CHUNK = 32


@pytest.mark.slow
def test_no_secret_and_no_choice_is_in_the_log(tmp_path: Path) -> None:
    """The level comes from the settings of each player; seeds, keys, orders, bids and cards are looked for."""
    out = tmp_path / "demo"
    for seat in range(1, SEATS + 1):
        home = out / "homes" / f"seat-{seat}"
        home.mkdir(parents=True, mode=0o700)
        (home / "config.toml").write_text('log_level = "debug"\n')
    subprocess.run(
        [
            sys.executable, "-m", "client", "--home", str(tmp_path), "demo", "agot", "--seats", str(SEATS),
            "--bots", "random", "--out", str(out),
        ],
        check=True, capture_output=True, timeout=300,
    )  # fmt: skip
    e = edition(SEATS)
    names = [*e.tokens, *e.house_cards, *(card.name for card in e.house_cards.values())]
    choices = [f"'{name}'" for name in (*e.tokens, *e.units)] + [name for name in names if "_" in name or " " in name]
    for seat in range(1, SEATS + 1):
        home = out / "homes" / f"seat-{seat}"
        text = (home / "state" / "kingsmoot.log").read_text()
        assert "DEBUG" in text
        assert "closed: " in text  # every step of the protocol is told
        for secret in secrets(home):
            for shape in (secret.hex(), base64.b64encode(secret).decode()[:40], repr(secret)[2:40]):
                assert shape not in text
        assert not [choice for choice in choices if choice in text]


def secrets(home: Path) -> list[bytes]:
    """The lasting key of a player, and all that its seat was drawn."""
    with sqlite3.connect(home / "kingsmoot.db") as db:
        ((drawn,),) = db.execute("SELECT entropy FROM secrets").fetchall()
    db.close()
    key = (home / "identity.key").read_bytes()
    return [key, *(drawn[at : at + CHUNK] for at in range(0, len(drawn), CHUNK))]
