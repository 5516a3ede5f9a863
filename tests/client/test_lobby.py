"""The lobby of a person in lines: what is shown when, what may be typed, what a host can do."""

import json
import re
from collections.abc import AsyncIterator, Collection, Iterable
from contextlib import asynccontextmanager

import pytest
import trio

from client.errors import UsageError
from client.lobby.desk import Desk
from client.lobby.finding import NOTHING, as_json, described, listing, numbered, told_of_nothing
from client.lobby.front import HostTools
from client.lobby.qr import qr_lines
from client.matches import complete_settings, parse_settings
from client.pace import AT_ONCE
from client.play.asking import Heard
from client.play.cells import width_of
from client.play.terminal import Attended
from engine.core.plain import frozen
from engine.registry import game
from net.discovery import NO_TOKEN
from net.guestroom import GuestRoom
from net.hostroom import HostRoom
from net.invite import parse_invitation
from protocol.identity import fingerprint
from protocol.lobby import GuestLobby, HostLobby, TableOffer
from tests.client.desk import Desk as Sitting
from tests.net.test_discovery import ADVERT, PRIVATE
from tests.net.test_gathering import Party, wait_for

AGOT = game("agot")


class Screen:
    """A terminal of which everything shown is kept."""

    live = False
    pace = AT_ONCE

    def __init__(self, scripted: bool = False) -> None:
        self.scripted = scripted
        self.shown: list[str] = []
        self.attended: Attended | None = None
        self.keys, self._lines = trio.open_memory_channel[str](16)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.shown).split())

    def show(self, lines: Iterable[str]) -> None:
        self.shown += lines

    news = reply = show

    def ask(self, lines: Iterable[str], yes_no: bool) -> None:
        self.show(lines)

    def withdraw(self) -> None:
        self.shown.append("withdrawn")

    def ring(self) -> None:
        pass

    def attend(self, listener: Attended) -> None:
        self.attended = listener

    async def line(self) -> str:
        return await self._lines.receive()

    async def entry(self) -> str | Heard:
        return await self.line()


class Person(Party):
    """Somebody at a screen, at a table of agot."""

    def __init__(self, number: int, yes: bool = False, name: str = "") -> None:
        super().__init__(number, yes)
        self.name = name or f"P{number}"
        self.screen = Screen()
        self.bots: list[int] = []
        self.ours: Collection[bytes] = ()
        tools = HostTools(complete_settings, parse_settings, self.bots.append, lambda: self.ours, "km1:abc")
        self.desk = Desk(self.screen, yes, tools=tools if number == 0 else None)

    def sit_down(self, room: HostRoom | GuestRoom) -> None:
        room.tell = self.desk.told
        self.desk.opened(room)

    def type(self, line: str) -> str:
        """What a line is answered by at once."""
        return " ".join(" ".join(self.desk.typed(line)).split())

    async def sees(self, text: str) -> None:
        await wait_for(lambda: text in self.screen.text)

    def forget(self) -> None:
        self.screen.shown.clear()


@asynccontextmanager
async def lobby(seats: int, *guests: Person) -> AsyncIterator[Person]:
    """A host and guests in one lobby, whose rooms wait for the start."""
    host = Person(0, name="Ann")
    settings = frozen(complete_settings("agot", seats, {}))
    with trio.fail_after(20):
        async with trio.open_nursery() as nursery, host.hosting(seats) as room:
            offer = TableOffer("agot", settings, AGOT.version, AGOT.data_digest(), seats)
            room.lobby = HostLobby(offer, host.key.public, host.name, room.lobby.view.people[0].addresses)
            room._lobby = room.lobby
            host.sit_down(room)
            nursery.start_soon(start, room)
            for guest in guests:
                nursery.start_soon(visit, guest, host)
                await guest.sees("seats taken")
            yield host
            nursery.cancel_scope.cancel()


async def start(room: HostRoom | GuestRoom) -> None:
    await room.start()


async def visit(guest: Person, host: Person) -> None:
    async with guest.visiting(host.invitation) as room:
        address = room.lobby
        games = [("agot", AGOT.version, AGOT.data_digest())]
        room.lobby = GuestLobby(guest.key.public, address.host, guest.name, games, ())
        room._lobby = room.lobby
        guest.sit_down(room)
        await room.start()
        await trio.sleep_forever()


async def test_all_see_the_same_list_in_columns_whatever_the_script_of_a_name() -> None:
    """Product 2."""
    guest, wide = Person(1, name="Łucja"), Person(2, name="龍之介")
    async with lobby(4, guest, wide) as host:
        await guest.sees("龍之介")
        for person in (host, guest, wide):
            person.forget()
            person.screen.show(person.desk.typed("list"))
            seats = [line for line in person.screen.shown if "ready" in line or "free" in line]
            assert [line.split()[1] for line in seats] == ["Ann", "Łucja", "龍之介", "-"]
            notes = [re.search("you|host|not ready|free", line) for line in seats]
            assert len({width_of(note.string[: note.start()]) for note in notes if note is not None}) == 1


async def test_the_table_and_all_keys_are_shown_before_anybody_is_asked_to_be_ready() -> None:
    guest = Person(1)
    async with lobby(3, guest) as host:
        assert "Type ready" not in guest.screen.text
        assert host.type("seats 3") == ""
        third = Person(2)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(visit, third, host)
            await guest.sees("Type ready when you agree")
            assert "Houses drawn by lot" in guest.screen.text
            for person in (host, guest, third):
                assert " ".join(fingerprint(person.key.public)) in guest.screen.text
            assert "You: ready when you agree" in " ".join(guest.desk.status())
            assert "muster_one_at_a_time=no" in guest.type("table")
            nursery.cancel_scope.cancel()


async def test_what_was_said_is_kept_for_the_table() -> None:
    """Product 11: the talk of the lobby can be read again at the table."""
    guest = Person(1)
    async with lobby(3, guest) as host:
        host.type("say well met")
        await guest.sees("well met")
        (line,) = guest.desk.talk
        assert line == f"{host.name}: well met"
    desk = Sitting(seed=1)
    desk.mode.note_talk(guest.desk.talk)
    assert [told.text for told in desk.mode.story if told.kind == "chat"] == [f"In the lobby {line}"]


async def test_a_change_of_settings_is_told_and_ends_readiness() -> None:
    """Product 3."""
    guest = Person(1)
    async with lobby(3, guest) as host:
        guest.type("ready")
        await host.sees("P1 is ready.")
        assert host.type("set houses=agreed") == ""
        changed = "The table has changed: Houses in the order of the seats (drawn by lot before)."
        await guest.sees(f"{changed} So nobody is ready any more.")
        guest.forget()
        host.type("seats 4")
        await guest.sees("The table has changed: 4 seats now (3 before).")
        host.type("set spectators=yes")
        await guest.sees("The table has changed: Spectators may watch: yes (no before).")
        assert "ready any more" not in guest.screen.text, "nobody was"
        assert "P1 is not ready" in " ".join(host.desk.status())


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("set houses=nobody", "drawn"),
        ("set nonsense=yes", "nonsense"),
        ("set houses", "K=V"),
        ("set", "set K=V"),
        ("seats 9", "agot takes 3, 4, 5 seats"),
        ("seats many", "seats N"),
        ("bots 3", "0 to 1 now"),
        ("bots", "bots N"),
        ("kick Zoe", "`Zoe` is none of: Ann and P1"),
        ("kick Ann", "nobody of that name to be taken"),
        ("swap", "is none of"),
        ("seat 2", "seat 2 is taken; swap NAME"),
        ("seat 7", "seats 1 to 3"),
        ("seat x", "seat N takes"),
        ("dance", "no command here; help"),
        ("help", "kick NAME"),
        ("invite", "kingsmoot join km1:abc"),
    ],
)
async def test_whatever_a_host_types_is_answered(line: str, answer: str) -> None:
    async with lobby(3, Person(1)) as host:
        assert answer in host.type(line)


async def test_a_host_asks_for_bots_and_takes_people_from_the_table() -> None:
    guest = Person(1)
    async with lobby(3, guest) as host:
        host.type("bots 1")
        assert host.bots == [1]
        host.ours = [guest.key.public]
        assert "bots N" in host.type("kick P1")
        host.ours = []
        host.type("kick 2")
        await host.sees("You took P1 from the table.")


async def test_seats_are_changed_by_typing() -> None:
    """What to type is told only to the one who is asked."""
    guest, third = Person(1), Person(2)
    async with lobby(4, guest, third) as host:
        guest.type("seat 4")
        await host.sees("P1 takes seat 4.")
        guest.type("swap ann")
        await host.sees("P1 would like to change seats with you; `swap P1` agrees.")
        await guest.sees("You would like to change seats with Ann.")
        await third.sees("P1 would like to change seats with Ann.")
        assert "agrees" not in third.screen.text + guest.screen.text
        host.type("swap P1")
        await guest.sees("Ann takes seat 4.")
        guest.type("stand")
        await host.sees("Standing: P1")
        assert "who stands cannot be ready" in guest.type("ready")
        guest.type("say hello")
        await host.sees("P1: hello")
        assert "no command here" in guest.type("kick Ann")


async def test_a_table_that_does_not_begin_says_what_it_waits_for() -> None:
    guest = Person(1)
    async with lobby(3, guest) as host:
        host.type("ready")
        assert " ".join(host.desk.status()) == "Waiting for: seat 3 is free; P1 is not ready"


async def test_completion_offers_commands_and_names() -> None:
    async with lobby(3, Person(1)) as host:
        assert ("ready", "") in host.desk.completions("re")
        assert host.desk.completions("swap p") == [("swap P1", "")]


def test_before_the_table_is_open_every_line_has_an_answer() -> None:
    desk = Desk(Screen(), yes=False)
    assert "not open yet" in " ".join(desk.typed("ready"))
    assert "say TEXT" in " ".join(desk.typed("help"))
    assert desk.typed("") == ["Waiting for: the host"]


def test_a_script_is_ready_at_once_for_its_lines_are_answers_of_the_game() -> None:
    assert Desk(Screen(scripted=True), yes=False).yes


async def test_the_code_is_asked_for_after_the_words_of_the_host() -> None:
    """CRYPTO 10: an unknown host is named before the client answers."""
    screen, answers = Screen(), list[str | None]()
    desk = Desk(screen, yes=False)
    key = Party(3).key.public

    async def ask() -> None:
        answers.append(await desk.code(False, key))

    with trio.fail_after(5):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(ask)
            nursery.start_soon(desk.listen, trio.CancelScope(), nursery.cancel_scope)
            await wait_for(lambda: desk.asking)
            assert " ".join(fingerprint(key)) in screen.text
            assert "false host" in screen.text
            assert desk.prompt() == "answer> "
            await screen.keys.send("real draw practice")
            await wait_for(lambda: bool(answers))
            nursery.cancel_scope.cancel()
    assert answers == ["real draw practice"]


async def test_a_code_given_beforehand_is_used_once_and_the_host_is_named_all_the_same() -> None:
    screen = Screen(scripted=True)
    desk = Desk(screen, yes=True, code="first")
    assert await desk.code(False, bytes(32)) == "first"
    assert " ".join(fingerprint(bytes(32))) in screen.text
    assert await desk.code(True, bytes(32)) is None


# ------------------------------------------------------------ tables that were found


def test_a_table_that_was_found_is_told_with_the_line_to_join_it() -> None:
    text = "\n".join(listing([ADVERT]))
    assert "A Game of Thrones with Łucja 龍: 3 of 5 seats free. Settings: houses=drawn." in text
    line = next(line for line in text.splitlines() if "kingsmoot join" in line)
    assert parse_invitation(line.split()[-1]) == ADVERT.invitation
    assert " ".join(fingerprint(ADVERT.invitation.host)) in text


def test_private_and_full_tables_are_told_and_not_offered() -> None:
    lines = numbered([ADVERT], [PRIVATE])
    assert lines[0].startswith("1) A Game of Thrones with")
    assert "Private: ask the host for the invitation and the code." in "\n".join(lines)
    assert "km1:" not in "\n".join(listing([PRIVATE]))
    assert all(width_of(line) <= 80 for line in described(ADVERT))
    assert "ask one of the hosts" in told_of_nothing([PRIVATE])
    assert told_of_nothing([]) == NOTHING
    assert "km1:" in NOTHING, "C06: a typed invitation always works"


def test_json_holds_the_same() -> None:
    (row,) = json.loads(as_json([ADVERT]))
    assert (row["game"], row["free"], row["seats"], row["host"]) == ("agot", 3, 5, "Łucja 龍")
    (row,) = json.loads(as_json([PRIVATE]))
    assert row["invitation"] is None
    assert NO_TOKEN.hex() not in as_json([PRIVATE])


def test_a_qr_code_fits_beside_the_text() -> None:
    lines = qr_lines(ADVERT.invitation.line)
    assert len(lines) < 40
    assert len({len(line) for line in lines}) == 1
    assert all(len(line) <= 80 for line in lines)


def test_settings_of_a_lobby_are_judged_like_those_of_the_command_line() -> None:
    with pytest.raises(UsageError):
        complete_settings("agot", 5, {"houses": "mine"})
