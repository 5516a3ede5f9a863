"""From the start screen to a table of one's own or of others: the forms, and the page of those to join."""

from dataclasses import replace

import pytest
import trio
import trio.testing

from client.errors import NetworkError, UsageError
from client.flows import NewTable
from client.home import Home
from client.matches import complete_settings
from client.pasted import parse_invite
from client.screen.form import Form as FormView
from client.screen.joining import JoinPage, Tables
from client.screen.keys import Keymap
from client.screen.last_table import keep, last_table
from client.screen.newtable import HostForm
from client.screen.shell import Shell
from engine.core.plain import frozen
from net.invite import Invitation
from protocol.agreement import Form as Agreed
from protocol.agreement import Seat
from protocol.identity import SigningKey
from tests.client.screen.front import Front
from tests.client.screen.keyboard import Nothing
from tests.net.test_discovery import ADVERT
from tests.net.test_discovery import PRIVATE as SAME_PRIVATE

PRIVATE = replace(SAME_PRIVATE, host="Zoe", invitation=replace(SAME_PRIVATE.invitation, table=bytes([9]) * 16))


# ------------------------------------------------------------ forms
def test_two_keys_begin_a_game_against_bots(front: Front) -> None:
    front.press("1", "enter")
    assert front.launched == ["A table with bots"]


def test_fields_are_walked_through_and_explained(front: Front) -> None:
    screen = front.press("1", "up", "up")
    assert "captain: the strongest" in screen
    assert "steady: sound and quick" in front.press("right")
    assert "captain: the strongest" in front.press("left")
    front.press("up")
    assert "4 play, you and the bots included." in front.press("4")
    assert "< 4 >" in front.look()


def test_settings_of_the_game_have_a_page_and_go_with_its_size(front: Front) -> None:
    front.press("1", "up", "enter")
    assert "Rules of the table" in front.look()
    assert "Tyrell starts in place 4" in front.press("down", "right")
    screen = front.press("escape")
    assert "1 changed" in screen
    assert "as printed" in front.press("up", "up", "3"), "a variant for five is none for three"


def test_contradicting_settings_are_told_before_the_table_is_opened(front: Front) -> None:
    front.press("1")
    form = front.shell.view
    assert isinstance(form, FormView)
    form.put("seats", 4)
    form.put("settings", {"no_greyjoy_no_pyke": True, "greyjoy_one_more_unit": True})
    front.press("down", "down", "down", "down", "enter")
    assert front.launched == []
    assert "greyjoy_one_more_unit" in front.look()


def hosted(home: Home, *keys: str, types: tuple[str, ...] = ()) -> tuple[list[NewTable], Shell]:
    shell, made = Shell(Nothing(), Keymap()), list[NewTable]()
    shell.show(HostForm(shell, lambda: None, made.append).form)
    typed = list(types)
    for key in keys:
        shell.key(key)
        shell.draw(80, 24)
        if shell.typing is not None:
            shell.submitted(typed.pop(0))
    return made, shell


def test_a_table_is_open_listed_and_without_bots_unless_that_is_changed(home: Home) -> None:
    (table,), _ = hosted(home, "enter")
    assert (table.seats, table.bots, table.code, table.listed, table.relay, table.listen) == (
        5,
        0,
        None,
        True,
        None,
        None,
    )
    up = ("up",) * 4
    (table,), _ = hosted(home, *up, "enter", *("down",) * 5, "enter")
    assert table.code is not None
    assert len(table.code.split()) == 3
    (table,), _ = hosted(home, "up", "enter", "up", "enter", *("down",) * 3, "enter", types=("7777", "example.org"))
    assert table.listen == "0.0.0.0:7777"


def test_an_address_that_is_none_is_refused_where_it_is_typed(home: Home) -> None:
    _, shell = hosted(home, "up", "enter", types=("nonsense",))
    assert "HOST:PORT" in shell.draw(120, 40).text
    made, shell = hosted(home, "up", "enter", "down", "enter", types=("none",))
    assert made == []
    assert "only a relay leads to this table" in shell.draw(80, 24).text
    made, shell = hosted(home, "up", "enter", "backspace", "down", "enter", types=("none",))
    assert made[0].listen is None


def test_the_next_form_begins_with_the_last_table_and_leads_back_to_the_usual_one(home: Home) -> None:
    def form() -> tuple[list[NewTable], Shell]:
        shell, made = Shell(Nothing(), Keymap()), list[NewTable]()
        shell.show(HostForm(shell, lambda: None, made.append, home).form)
        return made, shell

    def press(shell: Shell, *keys: str) -> str:
        for key in keys:
            shell.key(key)
            shell.draw(80, 24)
        return shell.draw(80, 24).text

    made, shell = form()
    assert "usual settings" not in press(shell, "up", "up", "up", "up", "enter", *("up",) * 2, "2", "up", "4")
    assert "usual settings" not in press(shell, *("down",) * 20, "enter")
    again, shell = form()
    screen = press(shell, "enter")
    assert [(table.seats, table.bots, bool(table.code)) for table in (made[0], again[0])] == [(4, 2, True)] * 2
    assert made[0].code != again[0].code, "a code is kept nowhere"
    assert "back to the usual settings" in screen
    assert "usual settings" not in press(shell, "up", "enter")
    press(shell, "enter")
    assert (again[1].seats, again[1].bots, again[1].code) == (5, 0, None)


def test_what_was_changed_in_the_lobby_is_kept_when_the_game_begins(home: Home) -> None:
    shell, made = Shell(Nothing(), Keymap()), list[NewTable]()
    form = HostForm(shell, lambda: None, made.append, home).form
    shell.show(form)
    shell.key("enter")
    assert last_table(home)["seats"] == 5
    settings = frozen(complete_settings("agot", 3, {"spectators": True}))
    seats = tuple(Seat(number, f"P{number}", SigningKey(bytes([number + 1]) * 32).public) for number in range(3))
    made[0].begun(Agreed("agot", settings, 1, bytes(32), 0, 0, seats), 1)
    values = last_table(home)
    assert (values["seats"], values["bots"], values["settings"]) == (3, 1, {"spectators": True})


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"game": "chess"}', "\x00", "9" * 20_000])
def test_a_last_table_that_cannot_be_read_is_none(home: Home, text: str) -> None:
    home.state.mkdir(parents=True, exist_ok=True)
    (home.state / "last-table.json").write_text(text)
    assert last_table(home) == {}


@pytest.mark.parametrize(
    ("name", "value"),
    [("seats", 9), ("seats", True), ("bots", 5), ("kind", "x"), ("private", 1), ("relay", "x"), ("settings", {"x": 1})],
)
def test_nor_is_one_of_another_version(home: Home, name: str, value: object) -> None:
    usual = {"game": "agot", "seats": 5, "settings": {}, "kind": "captain", "bots": 0}
    whole: dict[str, object] = usual | {"private": False, "listed": True, "relay": None, "listen": None}
    keep(home, whole)
    assert last_table(home) == whole
    keep(home, whole | {name: value})
    assert last_table(home) == {}


def test_bots_are_never_more_than_there_are_seats(home: Home) -> None:
    _, shell = hosted(home, *("up",) * 6, "4")
    assert "nobody else can sit down" in shell.draw(80, 24).text
    shell.key("up")
    shell.key("3")
    shell.key("down")
    assert "2 bots" in shell.draw(80, 24).text


# ------------------------------------------------------------ joining
def test_tables_of_the_network_come_by_themselves(front: Front) -> None:
    """Product 1."""
    submitted: list[Invitation] = []
    tables = Tables(front.shell.changed)
    front.shell.show(JoinPage(front.shell, tables, front.start.show, submitted.append).menu)
    assert "Looking for tables on your network" in front.look()
    tables.take([ADVERT, PRIVATE])
    screen = front.look()
    assert "Łucja 龍" in screen
    assert "3 of 5 seats free" in screen
    assert "private" in screen
    screen = front.press("2")
    assert "Zoe's table is private" in screen
    assert "the code alone does not let you in" in " ".join(screen.replace("│", " ").split())
    assert "invitation>" not in front.press("escape")
    front.press("2", "enter")
    assert front.shell.typing is not None
    assert front.shell.typing.label == "invitation"
    front.shell.dropped()
    front.press("3")
    assert submitted == [ADVERT.invitation]
    tables.take([])
    assert "Łucja 龍" in front.look(), "missed once"
    tables.take([])
    assert "Łucja 龍" not in front.look()


def test_an_invitation_is_pasted_whole_or_broken_or_refused(front: Front) -> None:
    line = ADVERT.invitation.line
    for text in (line, f"kingsmoot join {line}", f" {line[:40]}\n {line[40:]} ", line.upper()):
        assert parse_invite(text) == ADVERT.invitation
    with pytest.raises(UsageError):
        parse_invite("127.0.0.1:7777")
    front.press("3")
    front.shell.pasted(line)
    assert front.shell.typing is not None
    assert front.shell.typing.text == line
    front.type(line)
    assert front.launched == ["Joining a table"]
    front.press("p")
    assert "address alone" in front.type("127.0.0.1:7777")


def test_after_five_seconds_without_a_table_it_is_said_what_else_there_is() -> None:
    now = 0.0
    shell = Shell(Nothing(), Keymap())
    tables = Tables(shell.changed, lambda: now)
    shell.show(JoinPage(shell, tables, lambda: None, lambda _: None).menu)
    now = 4.9
    assert "invitation and paste" not in shell.draw(80, 24).text
    now = 5.0
    screen = " ".join(shell.draw(80, 24).text.replace("│", " ").split())
    for word in ("Ask the host for the invitation", "a relay", "kingsmoot doctor"):
        assert word in screen
    tables.take([ADVERT])
    assert "kingsmoot doctor" not in shell.draw(80, 24).text


async def test_the_search_ends_with_the_page_and_says_what_is_wrong(
    front: Front, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(_: float) -> list[object]:
        raise NetworkError("no multicast here")

    monkeypatch.setattr("client.screen.joining.look_around", broken)
    front.press("3")
    await front.spawned[0]()
    assert "no multicast here." in front.look()

    async def nothing(seconds: float) -> list[object]:
        await trio.sleep_forever()
        return []

    monkeypatch.setattr("client.screen.joining.look_around", nothing)
    front.press("escape", "3")
    with trio.fail_after(5):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(front.spawned[1])
            await trio.testing.wait_all_tasks_blocked()
            front.press("escape")
