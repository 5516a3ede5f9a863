"""The lobby by keys: what is seen, what each key does, what must be answered first."""

import re
from dataclasses import replace
from random import Random

import pytest
import trio

from client.errors import ClientError
from client.home import Home
from client.play.cells import width_of
from client.screen.form import Form
from client.screen.lobby import LobbyView
from client.screen.menu import Menu
from client.screen.overlays import Confirming
from client.store.database import Store
from client.store.people import meet
from client.trust import judge_names
from net.events import NoLink
from net.faults import Unreachable, WrongKey
from net.hostroom import HostRoom
from net.rendezvous import NoRelay, RelayBack
from protocol.agreement import Form as Agreed
from protocol.agreement import Seat
from protocol.identity import fingerprint
from tests.client.screen.kept import SIZES, picture
from tests.client.screen.lobbies import Guest, Wires, lobby


def read(screen: str) -> str:
    """The words of a screen without its frames."""
    return " ".join("".join(" " if letter in "│┌┐└┘─»" else letter for letter in screen).split())


def line_of(screen: str, text: str) -> str:
    return next(line for line in screen.splitlines() if text in line)


@pytest.mark.parametrize(("width", "height"), SIZES)
async def test_pictures(width: int, height: int) -> None:
    async with lobby(5, 2, 1) as people:
        host, guest, _, _ = people
        await guest.press("t")
        await guest.type("Good evening")
        await guest.press("r")
        host.now = guest.now = 75.0
        picture(f"lobby-host-{width}x{height}", host.look(width, height))
        picture(f"lobby-guest-{width}x{height}", guest.look(width, height))


async def test_all_see_who_sits_where_who_is_a_bot_and_who_is_ready() -> None:
    """Product 2: names of any script in columns."""
    async with lobby(4, 2, 1) as people:
        await people[1].press("r")
        for person in people[:3]:
            screen = person.look()
            assert "ready" in line_of(screen, "Bob")
            assert "not ready" in line_of(screen, "Łucja 龍")
            assert "bot" in line_of(screen, "Bot 3")
            states = [match for line in screen.splitlines() if (match := re.search("not ready|ready ", line))][:4]
            assert len({width_of(match.string[: match.start()]) for match in states}) == 1
        assert "you" in line_of(people[2].look(), "Łucja")
        assert "host" in line_of(people[2].look(), "Ann")


async def test_ready_and_no_longer() -> None:
    """Product 4."""
    async with lobby(3, 2) as people:
        host, guest, _ = people
        assert "press r when you are ready" in guest.look()
        assert "not ready" not in line_of(await guest.press("r"), "Bob")
        assert "You: read" not in guest.look()
        assert "Bob is not ready" not in host.look()
        assert "not ready" in line_of(await guest.press("r"), "Bob")


async def test_seats_are_taken_left_and_swapped_by_keys() -> None:
    """Product 3."""
    async with lobby(5, 2) as people:
        host, guest, other = people
        assert "5  Bob" in await guest.press("5")
        assert "4  Bob" in await guest.press("up", "enter")
        assert "seat of Ann; w asks" in await guest.press("up", "up", "up", "enter")
        assert "own seat" in await guest.press("down", "down", "down", "enter")
        await guest.press("up", "up", "up", "w")
        assert "Bob would change seats with you; w agrees" in host.look()
        assert "would swap with seat 1" in line_of(other.look(), "Bob")
        await host.press("w")
        assert "1  Bob" in other.look()
        assert "4  Ann" in other.look()
        assert "Standing: Bob" in await guest.press("s")
        assert "You: take a free seat" in guest.look()
        assert "seat 4 is taken" in await guest.press("4")


async def test_whom_to_swap_with_is_chosen_from_a_list() -> None:
    async with lobby(3, 2) as people:
        _, guest, _ = people
        await guest.press("tab", "w")
        assert isinstance(guest.shell.view, Menu)
        assert "Change seats with" in guest.look()
        await guest.press("escape")
        assert isinstance(guest.shell.view, LobbyView)
        await guest.press("w", "down", "enter")
        assert "would swap with seat 3" in line_of(guest.look(), "Bob")


async def test_talk_is_seen_by_all() -> None:
    """Product 11."""
    async with lobby(3, 2) as people:
        await people[1].press("t")
        await people[1].type("hello, you two")
        for person in people:
            assert "Bob: hello, you two" in person.look()


async def test_a_host_kicks_after_a_question() -> None:
    async with lobby(4, 2) as people:
        host, _, _ = people
        await host.press("down", "K")
        assert isinstance(host.shell.overlay, Confirming)
        assert "Take Bob from the table?" in host.look()
        assert "Bob" in line_of(await host.press("n"), " 2  ")
        await host.press("K", "y")
        assert "free" in line_of(host.look(), " 2  ")
        assert "You took Bob from the table" in host.look()


async def test_a_guest_has_no_keys_of_the_host() -> None:
    async with lobby(4, 1) as people:
        guest = people[1]
        names = {action.name for action in guest.shell.everything()}
        assert not names & {"lobby_kick", "lobby_invite", "lobby_more_bots"}
        assert "That key does nothing" in await guest.press("K")


async def test_bots_are_counted_by_keys() -> None:
    async with lobby(5, 1, 1) as people:
        host = people[0]
        await host.press("b")
        assert host.bots == [2]
        await host.press("-")
        assert host.bots == [2, 0]


async def test_settings_are_changed_in_a_form_which_ends_readiness_and_says_so() -> None:
    """Product 3, 30: all read the change before they agree to it."""
    async with lobby(5, 1) as people:
        host, guest = people
        await guest.press("r")
        screen = await host.press("o")
        assert "A change asks everybody to be ready again." in screen
        assert "5 play, bots included." in screen
        await host.press("left", "left", "down", "right", "escape")
        assert "of 3 seats taken" in guest.look()
        assert "Houses in the order of the seats" in guest.look()
        assert "not ready" in line_of(guest.look(), "Bob")
        assert "So nobody is ready any more" in read(guest.look(120, 40))


async def test_a_form_that_changes_nothing_leaves_all_ready() -> None:
    async with lobby(5, 1) as people:
        host, guest = people
        await guest.press("r")
        await host.press("o", "down", "down", "escape")
        assert "not ready" not in line_of(guest.look(), "Bob")


async def test_settings_that_contradict_each_other_are_told_and_change_nothing() -> None:
    async with lobby(4, 1) as people:
        host, guest = people
        await host.press("o")
        form = host.shell.view
        assert isinstance(form, Form)
        for name in ("no_greyjoy_no_pyke", "greyjoy_one_more_unit"):
            form.put(name, True)
        assert "greyjoy_one_more_unit" in read(host.look()).rpartition("spectators")[2]
        await host.press("escape")
        assert "greyjoy_one_more_unit" in read(host.look())
        assert "no_greyjoy" not in guest.look()


async def test_the_invitation_stands_alone_from_edge_to_edge_and_as_a_picture() -> None:
    """So that it can be selected: nothing else on its lines."""
    async with lobby(5, 1) as people:
        host = people[0]
        whole = "kingsmoot join km1:" + "abcdefgh" * 20
        for screen in (host.look(), await host.press("i")):
            lines = screen.splitlines()
            first = next(number for number, line in enumerate(lines) if line.startswith("kingsmoot join"))
            assert "".join(lines[first : first + 3]).startswith(whole)
        assert "█" in await host.press("q")
        assert "too small" in host.look(40, 12)
        await host.press("escape")
        assert host.shell.overlay is None


async def test_a_pair_without_a_link_is_named() -> None:
    async with lobby(3, 2, apart=(1, 2)) as people:
        assert "Bob cannot reach Łucja 龍: no answer." in people[0].look()


async def test_words_of_every_key_are_there_to_be_compared() -> None:
    async with lobby(3, 2) as people:
        screen = read(people[1].look(120, 40))
        for person in people:
            assert " ".join(fingerprint(person.key.public)) in screen


async def test_the_words_of_every_key_are_one_key_away_at_any_size_and_while_a_swap_is_wished() -> None:
    async with lobby(3, 2) as people:
        await people[1].press("w", "enter")
        assert "would swap" in people[0].look()
        screen = read(await people[0].press("f"))
        for person in people:
            assert " ".join(fingerprint(person.key.public)) in screen
        await people[0].press("escape")
        row = line_of(people[0].look(120, 40), "» 1")
        assert " ".join(fingerprint(people[0].key.public)) in row


async def test_while_the_table_is_signed_those_waited_for_are_named_and_no_dead_keys_are_offered() -> None:
    async with lobby(3, 2) as people:
        host = people[0]
        for person in people:
            await person.press("r")
        room = host.desk._room
        assert isinstance(room, HostRoom)
        host.now = 10.0
        room.lobby.freeze()
        host.look()
        room.lacking = (people[1].key.public, people[2].key.public)
        host.look()
        host.now = 75.0
        screen = host.look()
        assert f"Waiting for: {people[1].name} and {people[2].name} to sign the table (since 1:05)" in read(screen)
        assert "swap" not in screen
        assert "ready  " not in screen.splitlines()[-1]
        room.lacking = (people[2].key.public,)
        assert f"Waiting for: {people[2].name} to sign the table (since 0:00)" in read(host.look())
        assert host.desk.status() == [f"Waiting for: {people[2].name} to sign the table"]


async def test_a_wish_to_swap_is_told_in_keys_on_the_screen_and_in_words_in_line_mode() -> None:
    async with lobby(3, 2) as people:
        people[1].terminal.submit(f"swap {people[0].name}")
        await people[1].wait()
        told = [line.text for line in people[0].desk.story]
        assert f"{people[1].name} would like to change seats with you; the key w agrees." in told
        assert not any("swap " in line for line in told)


async def test_a_table_that_nobody_can_reach_says_so_until_the_relay_is_back() -> None:
    async with lobby(3, 0) as (host,):
        room = host.desk._room
        assert isinstance(room, HostRoom)
        people = tuple(replace(person, addresses=()) for person in room.lobby.view.people)
        room.lobby.view = replace(room.lobby.view, people=people)
        for _ in range(2):  # as each of the connections that wait there tells it
            room._knocked(NoLink(None, "relay r.example:1", NoRelay(None, "cannot be reached at r.example:1")))
        assert [line.text for line in host.desk.story].count(
            "The relay cannot be reached at r.example:1; it is tried on."
        ) == 1
        assert "You: nobody can come: the relay cannot be reached at r.example:1" in host.look(120, 40)
        assert not room.visited
        room._knocked(NoLink(None, "relay r.example:1", RelayBack()))
        assert "You: give the invitation" in host.look(120, 40)


async def test_panes_are_scrolled_and_the_focus_goes_round() -> None:
    async with lobby(5, 1) as people:
        host = people[0]
        assert "│   Houses drawn by lot" in host.look()
        assert "│   Houses drawn by lot" not in await host.press("tab", "down", "down", "down", "down")
        assert "│   Houses drawn by lot" in await host.press("pageup")
        for number in range(30):
            await host.press("t")
            await host.type(f"line {number}")
        assert "line 29" in host.look()
        assert "line 29" not in await host.press("tab", "up", "up")
        assert "line 29" in await host.press("down", "down", "down")
        assert "»" in await host.press("tab")


async def test_the_line_below_says_for_how_long_it_waits() -> None:
    """Product 4."""
    async with lobby(3, 1) as people:
        guest = people[1]
        guest.look()
        guest.now = 200.0
        assert "Waiting for: seat 3 is free; Ann is not ready; you are not ready (since 3:20)" in guest.look(120, 40)


async def test_leaving_is_asked_and_leads_out() -> None:
    async with lobby(3, 1) as people:
        guest = people[1]
        assert "Leave the lobby?" in await guest.press("escape")
        assert "Leave the lobby?" not in await guest.press("n")
        await guest.press("q")
        assert isinstance(guest.shell.overlay, Confirming)


def test_before_the_host_has_answered_what_goes_on_is_shown() -> None:
    guest = Guest(Wires(), 1)
    guest.terminal.show(["Looking for the table ..."])
    guest.terminal.attend(guest.desk)
    screen = guest.look()
    assert "Looking for the table" in screen
    assert "Waiting for: the host" in screen
    fault = Unreachable(None, "could not be reached: connection refused")
    guest.desk.told(NoLink(bytes(32), "192.0.2.1:7777", fault))
    assert f"The host {fault.cause}." in read(guest.look())
    for address in ("192.0.2.1:7777", "192.0.2.2:7777"):
        guest.desk.told(NoLink(bytes(32), address, WrongKey(bytes(32), bytes(32))))
    assert read(guest.look()).count("Another table answers") == 1
    guest.shell.key("r")
    assert "has not shown the table yet" in guest.look()


async def test_twenty_sizes_and_none_too_small() -> None:
    """Product 12."""
    draw = Random(7)
    async with lobby(5, 2, 1) as people:
        for overlay in ("", "i", "q"):
            if overlay:
                await people[0].press(overlay)
            for _ in range(20):
                for person in people[:2]:
                    person.look(draw.randrange(1, 150), draw.randrange(1, 60))


# ------------------------------------------------------------ what must be answered first
def form_of(people: list[Guest]) -> Agreed:
    seats = tuple(Seat(number, person.name, person.key.public) for number, person in enumerate(people))
    return Agreed("agot", (), 0, bytes(32), 0, 0, seats)


def known_as_bob(tmp_path: object) -> Home:
    """A home that has met a Bob with another key."""
    home = Home.find(str(tmp_path), {})
    home.data.mkdir(mode=0o700, exist_ok=True)
    with Store(home) as store:
        meet(store, [Seat(1, "Bob", bytes([7]) * 32)])
    return home


@pytest.mark.parametrize(("key", "signs"), [("y", True), ("n", False), ("escape", False)])
async def test_a_changed_key_is_a_loud_box_before_anything_is_signed(key: str, signs: bool, tmp_path: object) -> None:
    ended: list[str] = []
    async with lobby(3, 2) as people:
        host = people[0]

        async def judge() -> None:
            try:
                await judge_names(known_as_bob(tmp_path), form_of(people), 0, host.desk.confirm)
                ended.append("signed")
            except ClientError as error:
                ended.append(str(error))

        async with trio.open_nursery() as nursery:
            nursery.start_soon(judge)
            await host.wait()
            screen = host.look()
            assert "Bob HAS ANOTHER KEY THAN BEFORE" in screen
            assert " ".join(fingerprint(people[1].key.public)) in read(screen)
            styles = host.shell.draw(80, 24).styles
            assert any("warn" in style for row in styles for style in row)
            await host.press("r", "w", "1")  # no key of the lobby is heard meanwhile
            assert ended == []
            await host.press(key)
    assert (ended == ["signed"]) is signs
    assert signs or "you did not accept it; nothing was signed" in ended[0]


async def test_a_question_that_was_laid_aside_is_still_asked_and_nothing_else_can_be_done(tmp_path: object) -> None:
    ended: list[str] = []
    async with lobby(3, 2) as people:
        host = people[0]

        async def judge() -> None:
            await judge_names(known_as_bob(tmp_path), form_of(people), 0, host.desk.confirm)
            ended.append("signed")

        async with trio.open_nursery() as nursery:
            nursery.start_soon(judge)
            await host.wait()
            assert "Press Ctrl-C again" in await host.press("c-c")
            assert "You: answer the question (Enter)." in await host.press("r", "2", "s")
            assert ended == []
            assert "HAS ANOTHER KEY" in await host.press("enter")
            await host.press("y")
    assert ended == ["signed"]


@pytest.mark.parametrize("key", ["", "c-c"])
async def test_a_question_that_needs_no_answer_any_more_goes_away(key: str, tmp_path: object) -> None:
    """Somebody else has left meanwhile, so there is nothing to be signed."""
    async with lobby(3, 2) as people:
        host = people[0]
        async with trio.open_nursery() as nursery:
            nursery.start_soon(judge_names, known_as_bob(tmp_path), form_of(people), 0, host.desk.confirm)
            await host.wait()
            assert "HAS ANOTHER KEY" in host.look()
            if key:  # laid aside
                await host.press(key)
            nursery.cancel_scope.cancel()
        assert "HAS ANOTHER KEY" not in host.look()
        assert "answer the question" not in host.look()
        await host.press("r")
        assert "ready" in line_of(host.look(), "» 1")


async def test_the_code_is_typed_into_a_box_after_the_words_of_the_host() -> None:
    """CRYPTO 10: an unknown host is named before the client answers."""
    answers: list[str | None] = []
    async with lobby(3, 1) as people:
        host, guest = people

        async def ask() -> None:
            answers.append(await guest.desk.code(False, host.key.public))
            answers.append(await guest.desk.code(True, host.key.public))

        async with trio.open_nursery() as nursery:
            nursery.start_soon(ask)
            await guest.wait()
            assert " ".join(fingerprint(host.key.public)) in read(guest.look())
            guest.shell.dropped()
            await guest.press("escape")
            assert "answer the question" in guest.look()
            await guest.press("enter")
            await guest.type("one two three")
            assert "That code is wrong" in guest.look()
            await guest.type("real draw practice")
    assert answers == ["one two three", "real draw practice"]
