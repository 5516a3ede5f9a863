"""A whole visit on prompt_toolkit, with trio beside it: by real keys, whatever ends a table."""

import asyncio

import pytest
import trio
import trio.testing
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from client import flows
from client.errors import ClientError, Interrupted, UsageError
from client.home import Home
from client.play.terminal import Main, Terminal
from client.player import keep_name
from client.screen import visiting
from client.screen.host import Screen
from client.screen.joining import JoinPage
from client.screen.keys import Keymap
from client.screen.opening import Opening
from client.screen.shell import Shell
from client.screen.start import Visitor
from client.settings import Settings, gather
from net.invite import Invitation
from tests.client.screen.front import NO_FLAGS
from tests.client.screen.live import Live, attended, live
from tests.net.test_discovery import ADVERT


def visited(home: Home, keys: str) -> int:
    """A visit with these keys in the pipe from the beginning."""
    visit = visiting.Visit(Visitor(home, lambda: gather(NO_FLAGS, home, {})), False)
    shell = Shell(Opening("Kingsmoot", lambda: 0.0), Keymap())
    with create_pipe_input() as source:
        source.send_text(keys)
        return asyncio.run(Screen(shell, Settings(), source, DummyOutput()).run(visit.run))


def test_quit_ends_with_0_and_ctrl_c_twice_is_interrupted(home: Home) -> None:
    keep_name(home, "Ann")
    assert visited(home, "8") == 0
    with pytest.raises(Interrupted):
        visited(home, "\x03\x03")


def test_the_name_is_typed_on_the_real_line(home: Home) -> None:
    assert visited(home, "\x15Bea\r8") == 0
    assert home.name_file.read_text() == "Bea\n"


def test_what_is_pasted_stands_on_the_line_and_an_invitation_leads_to_the_lobby(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_name(home, "Ann")
    joined: list[Invitation] = []

    def fake(_: object, invitation: Invitation, __: object) -> Main:
        joined.append(invitation)
        raise UsageError("this is your own invitation")

    monkeypatch.setattr(flows, "join", fake)
    monkeypatch.setattr(JoinPage, "_head", lambda _: [])
    line = ADVERT.invitation.line
    assert visited(home, f"3\x1b[200~{line[:50]}\n{line[50:]}\x1b[201~\r\r\x1b8") == 0
    assert joined == [ADVERT.invitation]


@pytest.mark.parametrize("failure", [None, ClientError("the host has closed the lobby"), ZeroDivisionError("ours")])
def test_whatever_ends_a_table_the_start_screen_takes_keys_again(
    home: Home, monkeypatch: pytest.MonkeyPatch, failure: Exception | None
) -> None:
    keep_name(home, "Ann")
    typed: list[str] = []

    def fake(*_: object) -> Main:
        async def main(terminal: Terminal) -> int:
            terminal.show(["The bots come ..."])
            typed.append(await terminal.line())
            if failure is not None:
                raise failure
            return 0

        return main

    async def person(at: Live) -> None:
        await at.press("1", "enter")
        await at.until(lambda: "The bots come" in at.text)
        await at.press("escape")
        await at.until(lambda: "1  Play alone" in at.text)
        if failure is not None:
            assert str(failure)[1:] in at.text
            await at.press("enter")
        await at.press("8")
        await trio.sleep_forever()

    monkeypatch.setattr(flows, "play_alone", fake)
    visit = visiting.Visit(Visitor(home, lambda: gather(NO_FLAGS, home, {})), False)
    with live() as at:
        assert at.run(attended(lambda at: visit.run(at.shell), person, at)) == 0
    assert typed == ["quit"]
