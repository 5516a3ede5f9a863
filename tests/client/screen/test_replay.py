"""The replay on the full screen: every step, leap and jump shows the position that the record has there (E04, 20)."""

import asyncio
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest
import trio
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from client import timeline as timelines
from client.replaying import Replay
from client.screen.host import Screen
from client.screen.replay import open_replay
from client.screen.replaying import ReplayView
from client.screen.shell import Shell
from client.settings import Settings
from client.timeline import Timeline
from client.transcript import HEAD, SAID, document, told
from protocol.encoding import pack
from protocol.machines.base import Known
from tests.client.screen.kept import (
    SIZES,
    new_shell,
    picture,
    press,
    record,
    source,
    talked,
    with_flaw,
    without_end,
)
from tests.client.screen.keyboard import Nothing

STEPS = ("right", "left", "]", "[", "}", "{", "home", "end", "space", "backspace")


def digests(data: bytes) -> list[bytes]:
    """The digest of each position, by reading from the start."""
    replay = Replay(data)
    return [replay.match.digest, *[replay.match.digest for _ in replay]]


def opened(data: bytes) -> tuple[Shell, ReplayView]:
    """A replay that is read."""
    shell = new_shell()
    return shell, open_replay(shell, source(data))


def at(view: ReplayView) -> bytes:
    """The digest of the position that is looked at."""
    assert view.walk.position is not None
    return view.walk.position.match.digest


# ------------------------------------------------------------ positions
@pytest.mark.parametrize("seed", range(4))
def test_random_walks_end_where_reading_from_the_start_does(seed: int) -> None:
    wanted = digests(record())
    shell, view = opened(record())
    draw = Random(seed)
    for _ in range(120):
        if draw.random() < 0.1:
            view.walk.jump(str(draw.randrange(len(wanted))))
        else:
            press(shell, draw.choices(STEPS, (9, 9, 4, 4, 2, 2, 1, 1, 1, 1))[0])
        assert at(view) == wanted[view.n]


def test_few_positions_are_kept_however_long_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timelines, "DENSEST", 1)
    monkeypatch.setattr(timelines, "CHECKPOINTS", 8)
    timeline = Timeline(record())
    assert len(timeline._kept) <= 8
    assert [timeline.at(n).digest for n in range(timeline.last + 1)] == digests(record())


def test_a_whole_game_opens_in_a_second_and_a_step_back_is_not_felt() -> None:
    record()
    start = time.process_time()
    _, view = opened(record())
    assert time.process_time() - start < 1.0, "reading and checking"
    view.walk.go(10**6)
    start = time.process_time()
    for _ in range(50):
        view.walk.go(view.n - 1)
    assert (time.process_time() - start) / 50 < 0.05


def test_a_position_is_the_lookers_own() -> None:
    timeline = Timeline(record())
    assert timeline.at(9) is not timeline.at(9)
    assert timeline.at(9).digest == timeline.at(9).digest


def test_leaps_end_where_a_phase_or_a_round_begins() -> None:
    shell, view = opened(record())
    timeline = view._study.timeline
    assert timeline is not None
    begins = list(timeline.stages())
    seen = [view.n]
    while view.n < timeline.last:
        press(shell, "]")
        seen.append(view.n)
    assert set(seen) == {*begins, timeline.last}
    while view.n:
        before = timeline.moments[view.n].stage[0]
        press(shell, "{")
        assert timeline.moments[view.n].stage[0] <= before
        assert view.n == 0 or timeline.moments[view.n - 1].stage[0] < timeline.moments[view.n].stage[0]
    press(shell, "s-left")
    assert "where the game begins" in shell.draw(80, 24).text
    press(shell, "end", "right")
    assert "the end of the record" in shell.draw(80, 24).text


# ------------------------------------------------------------ jumping and finding
def test_jumps_to_a_slot_and_to_a_round_and_phase() -> None:
    shell, view = opened(record())
    view.walk.jump("7")
    assert view.n == 7
    view.walk.jump("3.marches")
    assert view._study.timeline is not None
    moments = view._study.timeline.moments
    assert moments[view.n].stage == (3, "marches")
    assert moments[view.n - 1].stage != (3, "marches")
    view.walk.jump(" END ")
    assert view.n == len(moments) - 1
    view.walk.jump("start")
    assert view.n == 0
    for text, said in (("99999", "ends with slot"), ("99.marches", "does not come to"), ("soon", "Type a slot")):
        view.walk.jump(text)
        assert said in shell.draw(100, 24).text
        assert view.n == 0


def test_jumps_to_each_step_of_a_phase() -> None:
    """E04: round.phase.step."""
    shell, view = opened(record())
    assert view._study.timeline is not None
    stages = [moment.stage for moment in view._study.timeline.moments]
    steps = [n for n, stage in enumerate(stages) if stage == (2, "marches")]
    assert len(steps) > 2
    for step, n in enumerate(steps, 1):
        view.walk.jump(f"2.marches.{step}")
        assert view.n == n
    offered = view.walk.places("2.marches.")
    assert offered == [(f"2.marches.{step}", f"slot {n}") for step, n in enumerate(steps, 1)]
    at = view.n
    for text, said in (
        (f"2.marches.{len(steps) + 1}", f"has the steps 1 to {len(steps)}"),
        ("2.foo", "has no phase `foo`; it has westeros"),
        ("0.marches", "There is no round 0"),
    ):
        view.walk.jump(text)
        assert said in shell.draw(160, 24).text
        assert view.n == at


def test_what_can_be_jumped_to_is_offered() -> None:
    shell, view = opened(record())
    press(shell, ":")
    assert shell.typing is not None
    offered = dict(shell.typing.completions("2."))
    assert offered
    for place, note in offered.items():
        view.walk.jump(place)
        assert f"slot {view.n}" == note
    assert [place for place, _ in shell.typing.completions("")][:2] == ["start", "end"]


def test_words_are_found_on_and_back_and_round_the_ends() -> None:
    shell, view = opened(record())
    assert view._study.timeline is not None
    hits = [n for n, m in enumerate(view._study.timeline.moments) if any("westeros:" in x.lower() for x in m.lines)]
    assert len(hits) > 2
    press(shell, "/")
    shell.submitted("westeros: ")
    found = [view.n]
    for _ in hits:
        press(shell, "n")
        found.append(view.n)
    assert found == [*hits, hits[0]]
    assert "round the end" in shell.draw(100, 24).text
    press(shell, "N")
    assert view.n == hits[-1]
    view.walk.find("dragons over Braavos")
    assert "nowhere in the log" in shell.draw(100, 24).text
    assert view.n == hits[-1]


# ------------------------------------------------------------ what is seen
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_pictures(width: int, height: int) -> None:
    shell, view = opened(talked())
    view.walk.jump("5")
    press(shell, "tab")
    picture(f"replay-{width}x{height}", shell.draw(width, height).text)


def test_the_map_marks_what_has_changed() -> None:
    shell, view = opened(record())
    view.walk.find("musters: a")
    assert view.walk.position is not None
    before, now = view.walk.position._timeline.at(view.n - 1), view.walk.position.match
    changed = {area for area in now.state.armies if now.state.armies[area] != before.state.armies.get(area)}
    marked = {area for area, spot in view.walk.position._scene.items() if spot.chosen}
    assert changed <= marked
    assert view.walk.position.cursor in marked
    first = view.walk.position.cursor
    press(shell, "down")
    assert view.walk.position.cursor == first, "the first press shows where it is"
    press(shell, "down")
    assert view.walk.position.cursor != first
    press(shell, "up", "enter")
    assert view.walk.position.cursor == first
    assert "Borders on" in shell.draw(100, 30).text


@pytest.mark.parametrize("keys", [(), ("tab",), ("tab", "tab"), ("end",), ("end", "tab", "tab", "pageup")])
def test_every_size_can_be_drawn(keys: tuple[str, ...]) -> None:
    shell, _ = opened(record())
    press(shell, *keys)
    for width, height in [(1, 1), (2, 30), (30, 2), (20, 8), (79, 23), (111, 20), (112, 20), (113, 9), (250, 80)]:
        canvas = shell.draw(width, height)
        assert (canvas.width, canvas.height) == (width, height)
    press(shell, "down", "up", "pagedown")
    shell.draw(80, 24)


def test_talk_is_marked_and_stands_where_it_was_said() -> None:
    shell, view = opened(talked())
    timeline = view._study.timeline
    assert timeline is not None
    (said,) = timeline.moments[5].said
    assert said.endswith("says: May the best house win")
    view.walk.jump("5")
    canvas = shell.draw(120, 40)
    (row,) = [y for y, line in enumerate(canvas.text.splitlines()) if "# " in line and "says:" in line]
    assert "chat" in canvas.styles[row]
    lines = list(told(timeline))
    assert [line for line in lines if line.startswith(SAID)] == [SAID + said, SAID + timeline.after[0]]
    assert timeline.after[0].endswith("Well played")


def test_how_the_protocol_came_to_it() -> None:
    timeline = Timeline(record())
    ways = [moment.how for moment in timeline.moments[1:]]
    assert all(ways)
    assert any(way.startswith("Drawn by the shares of all 5: seed ") for way in ways)
    assert any(way.startswith("Sealed by ") and "then opened" in way for way in ways)
    assert any(way.startswith("Answered in the open by ") for way in ways)


def test_what_stayed_sealed_is_told() -> None:
    timeline = Timeline(record())
    timeline._add_hidden(Known(burned={(3, 1): pack((("winterfell", 2), None)), (4, 0): b"\xc1"}))
    assert timeline.moments[3].hidden == ("name 1 had sealed, and never had to open: winterfell, 2; nothing",)
    assert timeline.moments[4].hidden == ("name 0 had sealed, and never had to open: what is no answer",)


# ------------------------------------------------------------ records that are not whole
def test_a_flawed_record_is_shown_as_far_as_it_goes() -> None:
    data = with_flaw(record())
    shell, view = opened(data)
    assert view._study.timeline is not None
    assert 0 < view._study.timeline.last < len(digests(record()))
    press(shell, "end")
    seen = shell.draw(120, 40).text
    assert "THE RECORD IS BAD" in seen
    assert "! " in seen
    press(shell, "v")
    assert "BAD. Slot" in shell.draw(120, 40).text
    press(shell, "r")
    assert shell.view is view, "back to the same replay"


def test_an_unfinished_record_says_that_it_has_no_end() -> None:
    shell, _ = opened(without_end(record(), 40))
    assert "the record has no end" in shell.draw(120, 40).text


def test_no_record_at_all() -> None:
    shell, view = opened(b"nothing of the kind")
    assert "cannot be read" in shell.draw(80, 24).text
    press(shell, "right", "e", ":", "n")
    assert "cannot be read" in shell.draw(80, 24).text
    assert view.walk.position is None
    press(shell, "q")
    assert isinstance(shell.view, Nothing)


# ------------------------------------------------------------ beside the screen
def test_reading_and_checking_do_not_hold_up_the_screen() -> None:
    shell = new_shell()
    jobs = []
    shell.aside = lambda work, done: jobs.append((work, done))
    open_replay(shell, source(record()))
    assert "Reading the record" in shell.draw(80, 24).text
    work, done = jobs.pop()
    work()
    done()
    assert "being checked" in shell.draw(80, 24).text
    press(shell, "right")
    work, done = jobs.pop()
    work()
    done()
    assert "is verified" in shell.draw(80, 24).text
    assert not jobs


def test_what_nobody_waits_for_ends_soon() -> None:
    shell = new_shell()
    jobs = []
    shell.aside = lambda work, done: jobs.append((work, done))
    view = open_replay(shell, source(record()))
    press(shell, "q")
    work, done = jobs.pop()
    work()
    done()
    assert view._study.timeline is None
    assert not jobs, "nor is anything checked"


def test_on_a_real_screen_the_work_is_done_in_a_thread() -> None:
    async def flow(shell: Shell) -> int:
        gone, seen = trio.Event(), trio.Event()
        draw_again = shell.changed

        def changed() -> None:
            draw_again()
            view = shell.view
            if isinstance(view, ReplayView) and view._study.checked is not None:
                seen.set()

        shell.changed = changed
        open_replay(shell, source(record()), leave=gone.set)
        with trio.fail_after(60):
            await seen.wait()
        shell.key("q")
        await gone.wait()
        return 7

    record()
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        assert asyncio.run(Screen(new_shell(), Settings()).run(flow)) == 7


# ------------------------------------------------------------ as text
def test_the_text_holds_all_that_happened(tmp_path: Path) -> None:
    shell, view = opened(record())
    press(shell, "e")
    assert shell.typing is not None
    assert shell.typing.text == "game.txt"
    file = tmp_path / "out.txt"
    shell.submitted(str(file))
    text = file.read_text(encoding="utf-8")
    timeline = view._study.timeline
    assert timeline is not None
    assert text.startswith(f"{HEAD}{timeline.table}\nFrom game\nverified: ")
    flat = " ".join(text.split())
    for moment in timeline.moments[1:]:
        for line in moment.lines:
            assert " ".join(line.split()) in flat
    assert all(len(line) <= 80 for line in text.splitlines())
    press(shell, "escape")
    view.export(str(file))
    assert "is written to" in " ".join(shell.draw(200, 24).text.split()), "an earlier text may be replaced"


def test_nothing_else_is_overwritten(tmp_path: Path) -> None:
    shell, view = opened(record())
    kept = tmp_path / "game.moot"
    kept.write_bytes(record())
    view.export(str(kept))
    assert "choose another name" in " ".join(shell.draw(200, 24).text.split())
    assert kept.read_bytes() == record()
    shell.overlay = None
    view.export(str(tmp_path / "none" / "out.txt"))
    assert "cannot write" in " ".join(shell.draw(200, 24).text.split())


def test_a_broken_record_ends_the_text_with_the_reason() -> None:
    timeline = Timeline(with_flaw(record()))
    assert list(document(timeline, "game", "bad"))[-1].strip()
    assert "the record breaks here" in " ".join(document(timeline, "game", "bad"))


def replayed(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """`kingsmoot replay` in a process of its own, without a terminal."""
    command = [sys.executable, "-m", "client", "--home", str(home), "replay", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL, check=False)


def test_the_command_writes_a_file_and_prints_without_a_terminal(tmp_path: Path) -> None:
    kept, out = tmp_path / "kept.moot", tmp_path / "kept.txt"
    kept.write_bytes(talked())
    done = replayed(tmp_path, str(kept), "--export", str(out))
    assert (done.returncode, done.stderr) == (0, "")
    assert str(out) in done.stdout
    text = out.read_text(encoding="utf-8")
    printed = replayed(tmp_path, str(kept))
    assert printed.returncode == 0
    assert text.endswith(printed.stdout)
    assert "May the best house win" in printed.stdout
    at = replayed(tmp_path, str(kept), "--at", "2.planning")
    assert at.stdout.startswith("Round 2, planning")
    again = replayed(tmp_path, str(kept), "--export", str(kept))
    assert again.returncode == 2
    assert "choose another name" in again.stderr
