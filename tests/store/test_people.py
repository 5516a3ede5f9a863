"""Whom we know: dates of the first and last table, a changed key told and confirmed before anything is signed."""

from pathlib import Path

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from client.cli import main
from client.errors import ClientError
from client.home import Home
from client.play.waiting import WaitingRoom
from client.store.database import Store
from client.store.people import all_known, changed_keys, meet
from client.trust import judge_names, say_no, say_yes
from protocol.agreement import Form, Seat
from tests.protocol.table import identity_of, make_form
from tests.store.rows import day, home_of

ANN, OTHER_ANN, BOB = (
    Seat(number, name, identity_of(key, 9).public)
    for number, name, key in ((1, "Ann", 1), (1, "ANN", 2), (2, "Bob", 3))
)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return home_of(tmp_path, 0)


def form_with(seat: Seat) -> Form:
    """A table at which we hold seat 0 and `seat` the next one."""
    form = make_form(3, 9)
    return Form(form.game, (), form.rules_version, form.data_digest, 0, 0, (form.seats[0], seat, BOB))


def test_dates_of_the_first_and_the_last_table(home: Home) -> None:
    for date in (3, 7):
        with Store(home, lambda date=date: day(date)) as store:  # type: ignore[misc]  # bound now
            meet(store, [ANN, BOB] if date == 3 else [ANN])
    with Store(home) as store:
        assert [(known.name, known.since, known.last_seen[:10]) for known in all_known(store)] == [
            ("Ann", "2026-11-03", "2026-11-07"),
            ("Bob", "2026-11-03", "2026-11-03"),
        ]
        assert [known.key for known in all_known(store)] == [ANN.identity, BOB.identity]


def test_a_known_name_with_another_key_is_noticed(home: Home) -> None:
    with Store(home) as store:
        assert changed_keys(store, [ANN, BOB]) == []
        meet(store, [ANN])
        assert changed_keys(store, [ANN, BOB]) == []
        ((seat, known),) = changed_keys(store, [OTHER_ANN, BOB])
        assert (seat, known.key) == (OTHER_ANN, ANN.identity)
        meet(store, [OTHER_ANN])  # accepted: from now on both are known
        assert changed_keys(store, [ANN]) == changed_keys(store, [OTHER_ANN]) == []


async def test_a_changed_key_is_accepted_by_the_word_yes_alone(home: Home) -> None:
    with Store(home) as store:
        meet(store, [ANN])
    asked: list[list[str]] = []

    async def ask(lines: list[str]) -> bool:
        asked.append(lines)
        return len(asked) > 1

    await judge_names(home, form_with(ANN), 0, say_no)
    with pytest.raises(ClientError, match="nothing was signed"):
        await judge_names(home, form_with(OTHER_ANN), 0, ask)
    await judge_names(home, form_with(OTHER_ANN), 0, ask)
    assert "ANN HAS ANOTHER KEY THAN BEFORE" in asked[0][1]
    assert max(map(len, asked[0])) <= 80
    with pytest.raises(ClientError, match="--yes"):
        await judge_names(home, form_with(OTHER_ANN), 0, say_no)
    await judge_names(home, form_with(OTHER_ANN), 0, say_yes)


class Typing:
    """A terminal at which the given lines are typed, then nothing more."""

    live = False

    def __init__(self, lines: list[str], scripted: bool) -> None:
        self.scripted = scripted
        self.lines = lines
        self.screen: list[str] = []

    def show(self, lines: list[str]) -> None:
        self.screen += lines

    reply = show

    def ask(self, lines: list[str], yes_no: bool) -> None:
        self.show(lines)

    def ring(self) -> None:
        self.screen.append("bell")

    def attend(self, listener: object) -> None: ...

    async def line(self) -> str:
        await trio.lowlevel.checkpoint()
        if not self.lines:
            raise trio.EndOfChannel
        return self.lines.pop(0)


@pytest.mark.parametrize("scripted", [True, False])
@pytest.mark.parametrize(("typed", "accepted"), [("yes", True), ("y", False), ("no", False), ("", False)])
async def test_the_question_is_asked_where_the_others_are_waited_for(
    scripted: bool, typed: str, accepted: bool
) -> None:
    terminal = Typing([typed], scripted)
    room = WaitingRoom(terminal)  # type: ignore[arg-type]  # it is shown lists only
    async with trio.open_nursery() as nursery:
        waiting = trio.CancelScope()

        async def ask() -> None:
            assert await room.confirm(["Sure?"]) is accepted
            waiting.cancel()

        nursery.start_soon(ask)
        if not scripted:
            await wait_all_tasks_blocked()
            nursery.start_soon(room.listen, waiting, nursery.cancel_scope)
    assert terminal.screen[:2] == ["Sure?", "bell"]


def test_id_known_lists_them(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--home", str(home.data), "id", "--known"]) == 0
    assert "nobody yet" in capsys.readouterr().out
    with Store(home, lambda: day(5)) as store:
        meet(store, [ANN, BOB])
    assert main(["--home", str(home.data), "id", "--known"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in said[1:]] == [["Ann", "2026-11-05"], ["Bob", "2026-11-05"]]
