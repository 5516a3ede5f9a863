"""What Windows lacks is done without, or in its way: told apart by what is there, so it can be tried where all is.

This shows that nothing is asked for that is not there; what another system does with the rest it cannot show.
"""

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

import client.store.lock as locks
from client import children
from client.commands.relay import _make_room
from client.errors import ClientError
from client.home import Home, private_folder
from client.past import past_tables
from client.play.terminal import PlainTerminal, full_screen
from client.player import keep_name, load_player
from client.store.database import Store
from client.store.lock import TableLock, is_open
from net.relay.figures import Figures
from tests.client.piped import answer
from tests.client.pseudo import LEFT, MY_TURN, WAIT, Child, some_children
from tests.processes import end

BARE = """
import asyncio
import errno
import fcntl
import os
import signal
import sys
import types

def locking(handle, mode, size):
    try:
        fcntl.flock(handle, fcntl.LOCK_UN if mode == msvcrt.LK_UNLCK else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise PermissionError(errno.EACCES, "Permission denied") from None

def refuse(*words):
    raise NotImplementedError

msvcrt = sys.modules["msvcrt"] = types.ModuleType("msvcrt")
msvcrt.locking, msvcrt.LK_NBLCK, msvcrt.LK_UNLCK = locking, 2, 0
for name in ("fcntl", "resource", "pwd", "grp"):
    sys.modules[name] = None
for name in ("pread", "pwrite", "nice", "fork", "getuid", "geteuid", "getgid", "getpgid", "killpg", "setsid", "chown"):
    delattr(os, name)
for name in ("HUP", "WINCH", "TSTP", "CONT", "CHLD", "QUIT", "ALRM", "PIPE", "USR1", "USR2"):
    delattr(signal, f"SIG{name}")
asyncio.SelectorEventLoop.add_signal_handler = refuse
"""
"""Every Python that finds this as its `sitecustomize` has what Windows has, as far as we ask for it."""
START = """
import os
import sys
import client.home
import client.play.terminal
import prompt_toolkit.application.application as toolkit
from client.cli import main

assert not hasattr(os, "pread")
toolkit.in_main_thread = lambda: False  # as there, it asks the loop for no signal
client.home.MODES = False
client.play.terminal.UNNAMED = "any"
sys.exit(main(["--home", *sys.argv[1:]]))
"""
HOST = ("play", "agot", "--seats", "3", "--bots", "random")


@pytest.fixture
def bare(tmp_path: Path) -> dict[str, str]:
    """An environment for a Python on a poorer system."""
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(BARE)
    return {"PYTHONPATH": os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])}


@pytest.fixture
def bytewise(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Files are locked as on Windows: one byte of them, and that one nobody else may read."""
    held: dict[tuple[int, int], int] = {}

    def locking(handle: int, mode: int, size: int) -> None:
        assert size == 1
        place = (os.fstat(handle).st_ino, os.lseek(handle, 0, os.SEEK_CUR))
        if mode == 0:
            assert held.pop(place) == handle
        elif held.setdefault(place, handle) != handle:
            raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(locks, "fcntl", None)
    monkeypatch.setattr(locks, "msvcrt", SimpleNamespace(locking=locking, LK_NBLCK=2, LK_UNLCK=0))
    yield
    assert not held, "what was taken has been given back"


# ------------------------------------------------------------ one by one
@pytest.mark.usefixtures("bytewise")
def test_a_table_is_locked_by_a_byte_behind_what_others_read(tmp_path: Path) -> None:
    """B12, and CRYPTO 9.2: one process a table."""
    home = Home.find(str(tmp_path / "home"), {})
    lock = TableLock(home, 1)
    assert is_open(home, 1)
    with pytest.raises(ClientError, match=f"in another window .process {os.getpid()}."):
        TableLock(home, 1)
    lock.release()
    lock.release()
    assert not is_open(home, 1)
    assert (home.locks / "1").read_text() == str(os.getpid())


def test_modes_are_not_asked_for_where_all_files_have_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("client.home.MODES", False)
    home = Home.find(str(tmp_path / "home"), {})
    key = load_player(home).key.public
    Store(home).close()
    home.data.chmod(0o777)
    for file in (home.key_file, home.store_file):
        file.chmod(0o666)
    assert private_folder(home.data) == home.data
    assert load_player(home).key.public == key
    Store(home).close()


def test_a_child_is_kept_from_our_ctrl_c_in_the_way_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    assert children._apart() == {"start_new_session": True}
    monkeypatch.setattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0x200, raising=False)
    assert children._apart() == {"creationflags": 0x200}


def test_a_console_without_a_name_is_one_on_windows_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    for stream in ("stdin", "stdout"):
        monkeypatch.setattr(f"sys.{stream}", SimpleNamespace(isatty=lambda: True))
    monkeypatch.delenv("TERM", raising=False)
    assert not full_screen()
    monkeypatch.setattr("client.play.terminal.UNNAMED", "any")
    assert full_screen()
    monkeypatch.setenv("TERM", "dumb")
    assert not full_screen()


async def test_lines_may_end_as_those_of_windows_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "script").write_bytes(b"say hello\r\nyes\nlast\r\n")
    with (tmp_path / "script").open() as script:
        monkeypatch.setattr("sys.stdin", script)
        terminal = PlainTerminal(bell=False)
        await terminal.read()
    assert [await terminal.line() for _ in range(3)] == ["say hello", "yes", "last"]


def test_a_relay_runs_where_the_system_counts_no_open_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resource", None)
    _make_room(Figures())


# ------------------------------------------------------------ the program
def plain(home: Path, environ: dict[str, str], *command: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", START, str(home), *command],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="ascii", bufsize=1,
        env=os.environ | environ,
    )  # fmt: skip


@pytest.mark.slow
def test_a_game_is_played_in_lines_left_and_resumed(tmp_path: Path, bare: dict[str, str]) -> None:
    """A letter that the encoding lacks is no reason to end."""
    home = tmp_path / "home"
    home.mkdir(mode=0o777)
    (home / "config.toml").write_text('names = "hu"\n')
    environ = bare | {"PYTHONIOENCODING": "ascii"}
    for command in (HOST, ("resume",)):
        process = plain(home, environ, *command)
        try:
            answer(process, "You: ")
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write("board\r\nquit\r\n")
            process.stdin.close()
            said = process.stdout.read()
            assert process.wait(WAIT) == 0, said
        finally:
            end(process)
        assert "?zvegy-fok" in said
        assert "fault of the program" not in said


@pytest.mark.slow
@pytest.mark.parametrize(("by", "code"), [("q", 0), ("\x03", 130), (signal.SIGTERM, 130)])
def test_a_game_is_played_on_the_full_screen_and_left(
    by: str | signal.Signals, code: int, tmp_path: Path, bare: dict[str, str]
) -> None:
    home = Home.find(str(tmp_path / "home"), {})
    load_player(home)
    keep_name(home, "Ann")
    with some_children() as started:
        child = Child(START, "", str(home.data), *HOST, environ=bare)
        started.append(child)
        child.until(MY_TURN)
        if isinstance(by, signal.Signals):
            child.seen = ""
            child.process.send_signal(by)
        else:
            child.type(by)
            child.until("Leave the table?" if by == "q" else "Ctrl-C")
            child.type("y" if by == "q" else by)
        assert child.code() == code
        assert all(sequence in child.seen for sequence in LEFT)
    assert past_tables(home)[0].resumable
    assert "Traceback" not in home.log_file.read_text()
