"""The start screen by keys: what can be done from it, what is asked first, how failures come back to it."""

import argparse
import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

import pytest
import trio
import trio.testing
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from client import flows
from client.cli import build_parser, main
from client.errors import USAGE, ClientError, Interrupted, NetworkError, UsageError
from client.flows import NewTable
from client.home import Home
from client.past import Past
from client.play.terminal import Main, Terminal
from client.player import keep_name
from client.screen import start as start_module
from client.screen import visiting
from client.screen.form import Form as FormView
from client.screen.host import Screen
from client.screen.joining import JoinPage, Tables, read_invitation
from client.screen.keys import Keymap
from client.screen.newtable import HostForm
from client.screen.opening import Opening
from client.screen.past import past_page
from client.screen.shell import Shell
from client.screen.start import Start, Visitor
from client.settings import Settings, gather
from client.store.tables import ENDED, PLAYING, Crew, Door, KeptTable
from net.invite import Invitation
from protocol.agreement import Form, Seat
from protocol.identity import SigningKey
from tests.client.screen.kept import SIZES, picture, press
from tests.client.screen.keyboard import Nothing
from tests.client.screen.live import Live, attended, live
from tests.net.test_discovery import ADVERT
from tests.net.test_discovery import PRIVATE as SAME_PRIVATE

PRIVATE = replace(SAME_PRIVATE, host="Zoe", invitation=replace(SAME_PRIVATE.invitation, table=bytes([9]) * 16))
NO_FLAGS = argparse.Namespace()


@dataclass
class Front:
    """A start screen without a terminal, and what it hands on."""

    home: Home
    shell: Shell = field(default_factory=lambda: Shell(Nothing(), Keymap()))
    launched: list[str] = field(default_factory=list)
    spawned: list[Callable[[], Awaitable[None]]] = field(default_factory=list)
    finished: int = 0

    def __post_init__(self) -> None:
        visitor = Visitor(self.home, lambda: gather(NO_FLAGS, self.home, {}))
        self.start = Start(
            self.shell, visitor, lambda what, _: self.launched.append(what), self.spawned.append, self.finish
        )

    def finish(self) -> None:
        self.finished += 1

    def press(self, *keys: str) -> str:
        press(self.shell, *keys)
        return self.look()

    def type(self, text: str) -> str:
        assert self.shell.typing is not None
        self.shell.submitted(text)
        return self.look()

    def look(self, width: int = 80, height: int = 24) -> str:
        return self.shell.draw(width, height).text


@pytest.fixture
def home(tmp_path: Path) -> Home:
    found = Home.find(str(tmp_path / "home"), {})
    found.data.mkdir(mode=0o700)
    return found


@pytest.fixture
def front(home: Home) -> Front:
    """Somebody who has been here before."""
    keep_name(home, "Ann")
    made = Front(home)
    made.start.begin()
    return made


def past(number: int, state: str = PLAYING, open_now: bool = False, bot: str = "") -> Past:
    """A table of three at which Ann sits."""
    names = ("Ann", "Bob", "Bot urban")
    seats = tuple(Seat(seat, name, SigningKey(bytes([seat + 1]) * 32).public) for seat, name in enumerate(names))
    form = Form("agot", (), 1, bytes(32), 0, 0, seats)
    kept = KeptTable(
        number=number,
        game_id=bytes([number]) * 32,
        head=b"",
        form=form,
        state=state,
        seat=0,
        ways=((), (), ()),
        door=Door(None, 0),
        crew=Crew(bot),
        relayed=(),
        slot=7,
        phase=0,
        round=3,
        stage="Round 3, marches",
        reason="",
        started="2026-11-30T18:00:00",
        ended="2026-11-30T20:30:00" if state == ENDED else None,
    )
    return Past(kept, open_now)


# ------------------------------------------------------------ the first page
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_pictures(front: Front, monkeypatch: pytest.MonkeyPatch, width: int, height: int) -> None:
    monkeypatch.setattr(start_module, "past_tables", lambda _: [past(1), past(2, ENDED)])
    front.start.show()
    picture(f"start-{width}x{height}", front.look(width, height))
    front.press("2")
    form = front.shell.view
    assert isinstance(form, FormView)
    front.press("up", "up", "up", "up", "enter")
    form.put("code", "one two three")
    picture(f"host-form-{width}x{height}", front.look(width, height))


def test_the_first_start_asks_for_a_name_and_nothing_else(home: Home) -> None:
    front = Front(home)
    front.start.begin()
    assert "Under which name do you play?" in front.look()
    assert front.shell.typing is not None
    assert "at most 24 letters" in front.type("x" * 25)
    screen = front.type("  Łucja  龍 ")
    assert "Play alone against bots" in screen
    assert "You are Łucja 龍." in screen
    assert home.name_file.read_text() == "Łucja 龍\n"


def test_who_types_no_name_can_take_that_of_the_account(home: Home) -> None:
    front = Front(home)
    front.start.begin()
    front.shell.dropped()
    assert "Play alone" in front.press("enter")
    assert home.name_file.exists()


def test_digits_arrows_and_letters_lead_everywhere_and_escape_back(front: Front) -> None:
    for key, title in (
        ("1", "Play alone"),
        ("2", "Host a table"),
        ("3", "Join a table"),
        ("6", "all clauses"),
        ("7", "Settings"),
    ):
        screen = front.press(key)
        assert title in screen
        assert "1  Play alone" not in screen
        assert "1  Play alone" in front.press("escape")
    assert "W0.1" in front.press("k", "enter")
    front.press("escape")
    assert front.finished == 0
    front.press("8")
    assert front.finished == 1


def test_what_cannot_be_chosen_says_why(front: Front) -> None:
    assert "Resume: you have no unfinished table" in front.press("4")
    assert "Past games: none yet" in front.press("5")


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
    assert "ask the host for the invitation and the code" in front.press("2")
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
        assert read_invitation(text) == ADVERT.invitation
    with pytest.raises(UsageError):
        read_invitation("127.0.0.1:7777")
    front.press("3")
    front.shell.pasted(line)
    assert front.shell.typing is not None
    assert front.shell.typing.text == line
    front.type(line)
    assert front.launched == ["Joining a table"]
    front.press("p")
    assert "address alone" in front.type("127.0.0.1:7777")


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


# ------------------------------------------------------------ what was left
def test_the_one_unfinished_table_is_named_and_taken_up_by_one_key(
    front: Front, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Product 15."""
    tables = [past(1), past(2, ENDED), past(3, open_now=True), past(4, bot="steady")]
    monkeypatch.setattr(start_module, "past_tables", lambda _: tables)
    front.start.begin()
    assert "A Game of Thrones, round 3, marches, with Bob and Bot urban" in front.look(120, 40)
    front.press("enter")  # the cursor is on it
    assert front.launched == ["Back to the table"]
    front.start.ended("Back to the table", None, [])
    front.press("enter")
    assert front.launched == ["Back to the table"] * 2


def test_all_that_can_be_chosen_is_in_the_palette(front: Front) -> None:
    front.press("c-p", *"host")
    assert "Host a table" in front.look()
    assert "one for you and bots" not in front.press("enter")
    assert "Host a table" in front.look()


def test_escape_leaves_the_program_and_the_line_of_keys_says_so(front: Front) -> None:
    assert "Esc quit" in front.look()
    front.press("escape")
    assert front.finished == 1


def test_of_several_unfinished_tables_one_is_chosen(front: Front, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start_module, "past_tables", lambda _: [past(1), past(2)])
    front.start.show()
    front.press("4")
    assert front.launched == []
    front.press("2")
    assert front.launched == ["Back to the table"]


def test_past_games_show_their_state_and_what_can_be_done(front: Front, home: Home) -> None:
    resumed: list[Past] = []
    tables = [past(1), past(2, ENDED), past(3, open_now=True)]
    page = past_page(front.shell, home, tables, "en", front.start.show, resumed.append)
    front.shell.show(page)
    screen = front.look()
    for word in ("unfinished", "ended", "open", "01010101"):
        assert word in screen
    assert "ended 2026-11-30 20:30" in front.press("down")
    assert "it is not unfinished: ended" in front.press("enter")
    front.press("escape", "1", "4")
    assert resumed == [tables[0]]
    assert "open in another window" in front.press("escape", "3")


def test_a_store_that_cannot_be_read_is_told_and_the_rest_works(front: Front, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: Home) -> list[Past]:
        raise UsageError("the file is damaged; put a copy back")

    monkeypatch.setattr(start_module, "past_tables", broken)
    front.start.show()
    assert "the file is damaged" in front.look()
    front.press("escape", "1", "enter")
    assert front.launched == ["A table with bots"]


# ------------------------------------------------------------ rules and settings
def test_rules_are_searched_by_number_word_and_card(front: Front) -> None:
    """Product 15: any card's exact effect."""
    front.press("6", "/")
    assert "W5.3 " in front.type("w5.3")
    front.press("/")
    assert "strength 3" in front.type("Tywin Lannister")
    front.press("/")
    assert "near it" in front.type("tywn lanister")
    front.press("/")
    assert "supply" in front.type("armies")
    assert "Queen of Thorns" in front.press("c")
    before = front.press("a")
    assert before != front.press("pagedown")
    assert before == front.press("home")
    assert front.shell.typing is None


def test_completion_of_rules_knows_cards_and_clauses(front: Front) -> None:
    front.press("6", "/")
    assert front.shell.typing is not None
    offered = dict(front.shell.typing.completions("tyw"))
    assert "Tywin Lannister" in offered
    assert "W5.3" in dict(front.shell.typing.completions("w5.3"))


def test_a_setting_is_explained_kept_and_counts_at_once(front: Front) -> None:
    adopted: list[Settings] = []

    def adopt(settings: Settings) -> None:
        adopted.append(settings)
        front.shell.settle(settings)

    front.shell.adopt = adopt
    screen = front.press("7", "down", "right")
    assert "Colours for a dark or light background" in screen
    assert adopted[-1].theme == "light"
    assert gather(NO_FLAGS, front.home, {}).settings.theme == "light"
    assert "┌" in front.look()
    assert "┌" not in front.press("down", "down", "right")
    assert gather(NO_FLAGS, front.home, {}).settings.ascii


def test_the_name_is_a_setting_too(front: Front) -> None:
    front.press("7", "enter")
    front.type("Bea")
    assert "You are Bea." in front.press("escape")
    front.press("7", "enter")
    assert "at most 24 letters" in front.type("x" * 25)


def test_a_settings_file_that_cannot_be_used_is_a_box(front: Front) -> None:
    front.home.config_file.write_text("theem = 1\n")
    assert "did you mean `theme`" in " ".join(front.press("7").split())
    assert "did you mean `theme`" in " ".join(front.press("escape", "1", "enter").split())
    assert front.launched == []


# ------------------------------------------------------------ coming back
@pytest.mark.parametrize(
    "error",
    [
        NetworkError("no table came about: no answer"),
        ExceptionGroup("", [NetworkError("no table came about: no answer")]),
    ],
)
def test_an_error_comes_as_a_box_and_the_start_screen_is_there_again(front: Front, error: Exception) -> None:
    front.press("3")
    front.start.ended("Joining a table", error, [])
    assert "No table came about: no answer." in front.look()
    assert "1  Play alone" in front.press("escape")


def test_a_fault_names_the_log_and_stands_there_in_full(front: Front, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        front.start.ended("Your table", ZeroDivisionError("by nobody"), [])
    screen = "".join(front.look().split())
    assert "ZeroDivisionError: by nobody" in front.look()
    assert "kingsmoot.log" in screen
    assert "Traceback" not in front.look()
    assert caplog.records[-1].exc_info is not None


def test_leaving_a_table_names_the_record(front: Front) -> None:
    front.start.ended("Your table", None, ["The record is in /x/1234.moot"])
    assert "You have left the table" in front.look()
    front.start.ended("Your table", None, ["The record is in /x/1234.moot"], over=True)
    assert "The game is over" in front.look()
    assert "/x/1234.moot" in front.look()


def test_twenty_sizes_of_every_page(front: Front, monkeypatch: pytest.MonkeyPatch) -> None:
    """Product 12."""
    monkeypatch.setattr(start_module, "past_tables", lambda _: [past(n) for n in range(1, 30)])
    front.start.show()
    draw = Random(3)
    for key in ("", "1", "2", "3", "4", "5", "6", "7"):
        if key:
            front.press(key)
        for _ in range(20):
            front.look(draw.randrange(1, 150), draw.randrange(1, 60))
            front.shell.key(draw.choice(("up", "down", "pagedown", "home", "end")))
        front.start.show()


# ------------------------------------------------------------ on prompt_toolkit, with trio beside it
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


# ------------------------------------------------------------ the command
def test_without_a_terminal_kingsmoot_says_what_to_type(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for flags in ([], ["--plain"]):
        assert main(["--home", str(tmp_path), *flags]) == USAGE
        said = capsys.readouterr()
        assert "kingsmoot play agot" in said.err
        assert said.out == ""
    assert not (tmp_path / "identity.key").exists()


@pytest.mark.parametrize("words", [["--plain", "play", "agot"], ["play", "agot", "--plain"]])
def test_flags_of_the_screen_stand_before_the_command_or_behind_it(words: list[str], tmp_path: Path) -> None:
    args = build_parser().parse_args(words)
    assert gather(args, Home.find(str(tmp_path), {}), {}).settings.plain
