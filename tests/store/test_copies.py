"""A home copied while its client still plays: the later copy goes on, the older one says so and ends."""

import shutil
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from client.checking import check
from client.flows import INVITE
from protocol.record import Item, read_item
from tests.client.piped import answer, client
from tests.processes import end
from tests.store.deaths import ROOT


def bot(home: Path, *command: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "client", "--home", str(home), "bot", *command],
        cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip


def sealed(home: Path) -> bool:
    """Whether the only table of this home waits for others with our own choice sealed and on the disk."""
    with sqlite3.connect(f"file:{home / 'kingsmoot.db'}?mode=ro", uri=True) as db:
        ((slot,),) = db.execute("SELECT slot FROM tables")
        rows = [read_item(item) for (item,) in db.execute("SELECT item FROM items ORDER BY position")]
    return any(row.kind is Item.CHOICE and row.fields[0] == slot for row in rows)


@pytest.mark.slow
def test_the_older_of_two_copies_falls_silent(tmp_path: Path) -> None:
    """CRYPTO 9.2: two processes with one identity never sign two things for one place."""
    out = tmp_path / "game.moot"
    arguments = ["host", "agot", "--seats", "3", "--listen", "127.0.0.1:0", "--yes", "--out", str(out)]
    bots: list[subprocess.Popen[str]] = []
    with client(tmp_path / "host", *arguments) as host:
        try:
            invitation = answer(host, INVITE)[-1].strip().removeprefix(INVITE)
            bots += [bot(tmp_path / name, invitation, "--bots", "random", "--name", name) for name in ("Bob", "Cid")]
            answer(host, "You: ")  # from here on the table waits for the person
            until = time.monotonic() + 60
            while not sealed(tmp_path / "Bob"):  # what a copy has never had it could not open
                assert time.monotonic() < until
                time.sleep(0.1)
            shutil.copytree(tmp_path / "Bob", tmp_path / "copy")
            bots.append(bot(tmp_path / "copy", "--resume"))
            said, _ = bots[0].communicate(timeout=60)
            assert bots[0].returncode == 1
            assert "another copy of this table was taken up after this one" in said
            last = answer(host)
            assert host.wait(60) == 0, last[-10:]
            assert [process.wait(60) for process in bots] == [1, 0, 0]
        finally:
            for process in bots:
                end(process)
    assert "nobody cheated" in " ".join(last)
    assert check(out).code(partial=False) == 0
