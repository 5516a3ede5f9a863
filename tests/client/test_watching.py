"""`kingsmoot watch`: processes before a table of bots, and the setting that lets them."""

import subprocess
import sys
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path

import pytest
import trio

from client.errors import NetworkError, UsageError, first_cause
from client.matches import complete_settings, match_of, parse_settings, settings_of
from client.player import load_player
from client.returning import resume_table
from client.store.database import Store
from client.store.tables import Door, all_tables
from client.watching import Spectacle, watch
from client.words.library import settings_words
from engine.core.plain import frozen
from net.address import Address
from net.code import code_key
from net.invite import Invitation
from net.watching import Rejoined, Shut
from protocol.watching import Watcher
from tests.client.piped import answer, client
from tests.protocol.table import make_form
from tests.store.rows import free_ports, home_of, kept_journal, played

CLIENT = [sys.executable, "-m", "client"]
LIMIT = 120.0


def test_who_may_watch_is_a_setting_of_the_table_and_not_of_the_game() -> None:
    chosen = complete_settings("agot", 3, parse_settings(["spectators=yes"]))
    assert chosen["spectators"] is True
    assert complete_settings("agot", 3, {})["spectators"] is False
    form = make_form(3, 0, frozen(chosen), "agot")
    assert form.spectators
    assert "spectators" not in settings_of(form)
    assert match_of(form).digest == match_of(make_form(3, 0, frozen(complete_settings("agot", 3, {})), "agot")).digest
    assert "may watch" in settings_words("agot", 3)["spectators"]
    with pytest.raises(UsageError, match="yes or no"):
        complete_settings("agot", 3, {"spectators": "some"})


# ------------------------------------------------------------ a table that is taken up again
TABLE, TOKEN = bytes(16), bytes(range(16))
HERE = "127.0.0.1:0"
HOSTED = Door(HERE, 0, token=TOKEN, hosted=True)
CODED = Door(HERE, 0, token=TOKEN, hosted=True, code=code_key("three brave words", TABLE))
GUEST = Door(HERE, 0, token=TOKEN)


async def looked_on(folder: Path, watched: bool, door: Door, code: str | None) -> list[str]:
    """What a spectator of the host's old invitation is told, when all three seats have taken up their table.

    Raises ClientError, as the spectator's command does.
    """
    left, ports, said = played(slots=40, watched=watched), free_ports(3), list[str]()
    shown = trio.Event()

    def tell(line: str) -> None:
        said.append(line)
        if line.startswith("-- Round"):
            shown.set()

    async def come() -> None:
        home = home_of(folder, 7)
        at = Invitation(load_player(home_of(folder, 0)).key.public, TABLE, TOKEN, (Address("127.0.0.1", ports[0]),))
        await watch(home, load_player(home), at, code, None, tell)

    with trio.fail_after(60):
        async with AsyncExitStack() as seats:
            for seat in range(3):
                home = home_of(folder, seat)
                kept_journal(home, left, seat, ports=ports, door=door if seat == 0 else None).close()
                with Store(home) as store:
                    (kept,) = all_tables(store)
                await seats.enter_async_context(resume_table(home, load_player(home), kept, lambda _: None))
            async with trio.open_nursery() as nursery:
                nursery.start_soon(come)
                await shown.wait()
                nursery.cancel_scope.cancel()
    return said


@pytest.mark.parametrize(("door", "code"), [(HOSTED, None), (CODED, "Three brave-words")])
async def test_a_host_who_takes_up_his_table_lets_people_watch_again(
    tmp_path: Path, door: Door, code: str | None
) -> None:
    said = await looked_on(tmp_path, True, door, code)
    assert any("You see what all players see" in line for line in said)
    assert any(line.startswith("-- Round 1") for line in said)


@pytest.mark.parametrize(
    ("watched", "door", "code", "why"),
    [
        (True, CODED, None, "it has a code"),
        (True, CODED, "three brave swords", "that code is wrong"),
        (True, GUEST, None, "lets nobody watch"),
        (False, HOSTED, None, "lets nobody watch"),
    ],
)
async def test_and_nobody_whom_the_table_did_not_let_in_before(
    tmp_path: Path, watched: bool, door: Door, code: str | None, why: str
) -> None:
    with pytest.raises(BaseExceptionGroup) as caught:
        await looked_on(tmp_path, watched, door, code)
    fault = first_cause(caught.value)
    assert isinstance(fault, NetworkError)
    assert why in str(fault)


# ------------------------------------------------------------ processes
def invitation(process: "subprocess.Popen[str]") -> str:
    """What a host prints first."""
    assert process.stdout is not None
    return next(line for line in process.stdout if line.startswith("kingsmoot join")).split()[-1]


HOST = ("host", "agot", "--seats", "3", "--listen", "127.0.0.1:0", "--unlisted", "--yes", "--setting", "spectators=yes")
BOT = ("bot", "--bots", "random", "--yes")


@pytest.mark.slow
def test_a_game_is_watched_by_two_processes_whose_records_are_those_of_the_players(tmp_path: Path) -> None:
    out, seen = tmp_path / "seat.moot", tmp_path / "seen.moot"
    with ExitStack() as table:
        run = table.enter_context
        host = run(client(tmp_path / "host", *HOST, "--out", str(out)))
        line = invitation(host)
        early = run(client(tmp_path / "early", "watch", line, "--out", str(seen)))
        assert early.stdout is not None
        lines = [next(early.stdout) for _ in range(2)]
        assert lines[1] == "The host has not begun the game yet; still trying.\n"
        bots = [run(client(tmp_path / f"bot{n}", *BOT, line)) for n in range(2)]
        while "You see what all players see" not in lines[-1]:  # nothing goes on without the host meanwhile
            lines.append(next(early.stdout))
        last = answer(host)
        assert host.wait(LIMIT) == 0, last[-10:]
        said = lines + list(early.stdout)
        assert early.wait(LIMIT) == 0, said
        assert [bot.wait(LIMIT) for bot in bots] == [0, 0]
    text = "".join(said)
    assert "You see what all players see" in text
    assert "-- Round 1" in text
    assert "nobody cheated" in " ".join(text.split())
    assert seen.read_bytes() == out.read_bytes()
    done = subprocess.run([*CLIENT, "verify", str(seen)], capture_output=True, text=True, timeout=LIMIT)
    assert done.returncode == 0, done.stdout


@pytest.mark.slow
def test_a_table_that_is_not_to_be_watched_says_so_and_a_player_does_not_watch_his_own(tmp_path: Path) -> None:
    with client(tmp_path / "host", "host", "agot", "--seats", "3", "--listen", "127.0.0.1:0", "--bots", "2") as host:
        line = invitation(host)
        assert host.stdout is not None
        assert any("Table words" in told for told in host.stdout)
        for home, code, why in (
            (tmp_path / "outside", 3, "lets nobody watch"),
            (tmp_path / "host", 2, "you have a seat at this table"),
            (tmp_path / "host" / "bots" / "1", 2, "you have a seat at this table"),
        ):
            with client(home, "watch", line) as onlooker:
                said, _ = onlooker.communicate(timeout=LIMIT)
                assert onlooker.returncode == code, said
                assert why in said


@pytest.mark.slow
def test_a_host_that_died_and_came_back_is_watched_to_the_end(tmp_path: Path) -> None:
    """By somebody who has nothing but the invitation and the code of the first evening."""
    code, out, seen = "three brave words", tmp_path / "seat.moot", tmp_path / "seen.moot"
    with ExitStack() as table:
        run = table.enter_context
        host = run(client(tmp_path / "host", *HOST, "--code", code))
        line = invitation(host)
        bots = [run(client(tmp_path / f"bot{n}", *BOT, line, code=code)) for n in range(2)]
        answer(host, "You: ")
        host.kill()
        host.wait(LIMIT)
        host = run(client(tmp_path / "host", "resume", "--out", str(out)))
        answer(host, "You: ")  # and nothing goes on before the spectator is there
        onlooker = run(client(tmp_path / "late", "watch", line, "--code", code, "--out", str(seen)))
        assert onlooker.stdout is not None
        assert any("You see what all players see" in told for told in onlooker.stdout)
        last = answer(host)
        assert host.wait(LIMIT) == 0, last[-10:]
        said, _ = onlooker.communicate(timeout=LIMIT)
        assert onlooker.returncode == 0, said
        assert [bot.wait(LIMIT) for bot in bots] == [0, 0]
    assert "-- Round 1" in said
    assert seen.read_bytes() == out.read_bytes()


@pytest.mark.parametrize(
    ("event", "last"),
    [
        (Rejoined(), "The host is back."),
        (Shut(), "The table is closed."),
        (Shut(silent=True), "Nobody has said anything for 10 minutes: the table is closed."),
        (Shut(cause="was cut off"), "The host was cut off: nothing more can be heard."),
    ],
)
def test_a_spectator_is_told_that_the_host_is_back_and_why_nothing_more_is_heard(
    event: Rejoined | Shut, last: str
) -> None:
    said: list[str] = []
    Spectacle(Watcher(match_of), said.append).told(event)
    assert said == [last]
