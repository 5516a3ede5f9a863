"""A home copied while its client still plays: the later copy goes on, the older one says so and ends."""

import shutil
import subprocess
import sys
from pathlib import Path

from client.checking import check
from client.commands.host import INVITE
from tests.client.piped import answer, client
from tests.store.deaths import ROOT


def bot(home: Path, *command: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "client", "--home", str(home), "bot", *command],
        cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip


def the_older_falls_silent(tmp_path: Path) -> None:
    """CRYPTO 9.2: two processes with one identity never sign two things for one place."""
    out = tmp_path / "game.moot"
    arguments = ["host", "agot", "--seats", "3", "--listen", "127.0.0.1:0", "--yes", "--out", str(out)]
    bots: list[subprocess.Popen[str]] = []
    with client(tmp_path / "host", *arguments) as host:
        try:
            invitation = answer(host, INVITE)[-1].strip().removeprefix(INVITE)
            bots += [bot(tmp_path / name, invitation, "--bots", "random", "--name", name) for name in ("Bob", "Cid")]
            answer(host, "You: ")  # from here on the table waits for the person
            shutil.copytree(tmp_path / "Bob", tmp_path / "copy")
            bots.append(bot(tmp_path / "copy", "--resume"))
            said, _ = bots[0].communicate(timeout=60)
            assert bots[0].returncode == 1
            assert "another copy of this table was taken up after this one" in said
            assert host.stdin is not None
            host.stdin.write("list\n")
            host.stdin.flush()
            last = answer(host)
            assert host.wait(60) == 0, last[-10:]
            assert [process.wait(60) for process in bots] == [1, 0, 0]
        finally:
            for process in bots:
                process.kill()
                process.communicate()
    assert "nobody cheated" in " ".join(last)
    assert check(out).code(partial=False) == 0
