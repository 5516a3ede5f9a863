"""What the debug screen tells (F12: versions, peers, hashes, settings in force), and what it never tells; D01."""

import logging
import os
from pathlib import Path
from typing import Any

import pytest
from prompt_toolkit.output import ColorDepth

from client.cli import main
from client.errors import USAGE
from client.home import Home
from client.logs import start_log
from client.player import load_player
from client.screen import host
from client.screen.debug import report
from client.screen.host import UNUSABLE, NoScreen, open_terminal, run_screen
from client.screen.overlays import Reading
from client.screen.shell import Shell
from client.screen.table.facts import table_facts
from client.settings import Settings
from tests.client.screen.kept import new_shell, new_table
from tests.client.screen.live import live
from tests.client.screen.tables import at
from tests.client.screen.test_fairness import mode_at


def told(settings: Settings, home: Home | None = None, **environ: str) -> str:
    return "\n".join(report(settings, home, (100, 30), ColorDepth.DEPTH_8_BIT, environ))


def test_versions_terminal_and_settings_that_differ(tmp_path: Path) -> None:
    home = Home.find(str(tmp_path), {})
    seen = told(Settings(theme="light", keys={"zoom": ("Q",)}), home, TERM="xterm", HOME="/somewhere", NO_COLOR="1")
    for part in ("kingsmoot", "Python", "prompt_toolkit", "libsodium", "PyNaCl", "OpenSSL"):
        assert part in seen
    assert "100x30, colours: 256" in seen
    assert "TERM      xterm" in seen
    assert "somewhere" not in seen, "only what a screen depends on"
    assert f"{home.config_file} (not there)" in seen
    assert '"light"' in seen
    assert '["Q"]' in seen
    assert "bell" not in seen, "as by default"
    assert "all settings are the usual ones" in told(Settings())


def test_the_log_is_named(tmp_path: Path) -> None:
    home = Home.find(str(tmp_path), {})
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    root.handlers[:] = []
    try:
        assert "none is written" in told(Settings())
        start_log(home, "warning")
        assert f"{home.log_file} (from warning up)" in told(Settings())
    finally:
        for handler in root.handlers[:]:
            handler.close()
        root.handlers[:] = before
        root.setLevel(level)


def test_a_table_tells_slot_head_and_links() -> None:
    table = new_table(11)
    table.run(lambda: table.session(0).slot >= 6)
    mode = mode_at(table)
    session: Any = table.session(0)
    lines = table_facts(mode)
    assert f"slot    {session.slot}" in lines
    assert f"head    {session.log.prev.hex()}" in lines
    assert sum("linked" in line for line in lines) == len(session.agreement.seats) - 1
    table.cut(0, 3)
    while session.next_event() is not None:
        pass
    away = [line for line in table_facts(mode) if "no link" in line]
    assert len(away) == 1
    assert away[0].startswith("seat 4  ")


def test_no_secret_is_told() -> None:
    """Neither the secret of the game nor what is chosen and not yet opened."""
    keyboard = at("orders")
    keyboard.press("7", "f12")
    overlay = keyboard.shell.overlay
    assert isinstance(overlay, Reading)
    text = "\n".join(overlay._lines)
    assert "slot" in text
    ask = keyboard.desk.mode.ask
    assert ask is not None
    for label in ask.building.labels:
        assert label.text not in text


def test_f12_looks_again_and_anything_else_closes() -> None:
    shell = new_shell()
    looks: list[int] = []

    def facts() -> list[str]:
        looks.append(1)
        return [f"look {len(looks)}"]

    shell.facts = facts
    shell.key("f12")
    assert "look 1" in shell.draw(80, 24).text
    shell.key("f12")
    assert "look 2" in shell.draw(80, 24).text
    shell.key("escape")
    assert shell.overlay is None


def test_a_live_screen_tells_its_terminal() -> None:
    async def flow(shell: Shell) -> int:
        await at_screen.press("\x1b[24~")
        assert "90x28" in at_screen.text
        assert "mouse" not in at_screen.text.split("settings")[-1].split("log")[0]
        return 0

    with live(90, 28) as at_screen:
        assert at_screen.run(flow) == 0


# ------------------------------------------------------------ a console that cannot (D01)
class NoConsoleScreenBufferError(Exception):
    """As the toolkit raises it on Windows in a console that is none."""


class Broken:
    """A session whose terminal cannot be opened."""

    input = None

    @property
    def output(self) -> None:
        raise NoConsoleScreenBufferError("No Windows console found. Are you running cmd.exe?")


def test_a_console_that_cannot_show_a_screen_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host, "get_app_session", Broken)

    async def flow(shell: Shell) -> int:
        raise AssertionError("nothing may begin")

    with pytest.raises(NoScreen, match="use Windows Terminal, or winpty, or --plain"):
        run_screen(new_shell(), flow, Settings())
    assert NoScreen.code == USAGE == 2
    with pytest.raises(NoScreen):
        open_terminal()


def test_the_command_ends_with_that_line_and_code_2(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(host, "get_app_session", Broken)
    monkeypatch.setattr("client.commands.start.full_screen", lambda: True)
    tmp_path.chmod(0o700)
    load_player(Home.find(str(tmp_path), dict(os.environ)), "Ann")
    assert main(["--home", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"kingsmoot: {UNUSABLE}\n"
