"""What is shown of a game that has no screen of its own: lists instead of a map, all else in its own words."""

import ast
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import client
from client.play.cells import cut
from client.screen import games
from client.screen.canvas import Canvas
from client.screen.games import GameScreen, screen_of
from client.screen.position import Position
from client.timeline import Timeline
from client.words import library
from engine import registry
from tests.client.desk import Desk
from tests.client.hoard_words import the_hoard_is_known
from tests.client.screen.keyboard import Keyboard
from tests.client.screen.questions import asked
from tests.client.test_closed_cards import at_table, played

SIZES = [(1, 1), (2, 3), (20, 5), (30, 8), (60, 20), (80, 24), (120, 40), (200, 60)]
KEYS = ["f2", "f5", "f7", "escape", "z", "z", "tab", "down", "right", "pagedown", "A", "escape", "G", "escape", "?"]
EVERY = 40
"""One of so many questions of a game is looked at in all sizes."""


@pytest.fixture
def _bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """No game has a screen of its own."""
    monkeypatch.setattr(games, "SCREENS", {})


def look_around(desk: Desk) -> None:
    """Nothing that may be looked at fails in a window of any size."""
    keyboard = Keyboard(desk, *SIZES[0])
    for keyboard.size in SIZES:
        keyboard.press(*KEYS, "escape")


# ------------------------------------------------------------ the tables of names
def test_a_screen_is_that_of_a_game_with_words() -> None:
    assert set(games.SCREENS) <= set(library.MODULES) <= set(registry.MODULES)
    assert set(library.SETTINGS) <= set(library.MODULES)


@pytest.mark.parametrize("folder", ["screen", "play", "lobby"])
def test_what_is_shared_imports_no_game(folder: str) -> None:
    """Only what is in the folder of a game knows that game, so that a further one needs no change elsewhere."""
    root = Path(client.__file__).parent / folder
    for path in root.rglob("*.py"):
        if path.relative_to(root).parts[0] not in games.SCREENS:
            assert not [name for name in imported(path) if of_a_game(name)], path


def imported(path: Path) -> Iterator[str]:
    """The dotted names of all that a file imports, wherever it does."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def of_a_game(name: str) -> bool:
    """Whether a module belongs to one game: `client.words.agot_board`."""
    return any(part == game or part.startswith(f"{game}_") for part in name.split(".") for game in registry.MODULES)


def test_what_is_imported_of_a_game_would_be_found() -> None:
    assert any(map(of_a_game, imported(Path(games.__file__).parent / "agot" / "screen.py")))


# ------------------------------------------------------------ no screen of its own
def test_a_toy_is_seen_at_any_size(monkeypatch: pytest.MonkeyPatch) -> None:
    the_hoard_is_known(monkeypatch)
    desk = at_table()
    assert type(screen_of(desk.mode.match)) is GameScreen
    for seat, topic in ((0, "play"), (2, "duel")):
        desk = at_table(seat)
        desk.to(topic)
        look_around(desk)


def test_a_toy_is_followed_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    the_hoard_is_known(monkeypatch)
    desk, draw = at_table(2), Random(1).randrange
    keyboard = Keyboard(desk, 80, 24)
    while asked(desk):
        value = desk.question.options(2).sample(draw, desk.table.known)
        keyboard.look()
        desk.answer(value)
    assert "The game is over" in keyboard.look()


@pytest.mark.usefixtures("_bare")
def test_a_game_with_areas_is_played_in_lists() -> None:
    """All that can be picked on a map can be picked without one, at any size."""
    desk, draw = Desk(0, 6), Random(6).randrange
    keyboard = Keyboard(desk, 80, 24)
    assert type(screen_of(desk.mode.match)) is GameScreen
    number = 0
    while asked(desk):
        value = desk.question.options(0).sample(draw, desk.table.known)
        assert keyboard.answer(value) == (desk.table.slot, value)
        if number % EVERY == 0:
            look_around(desk)
        number += 1
        desk.answer(value)
    assert number > EVERY
    assert "The game is over" in keyboard.look()


@pytest.mark.parametrize("size", SIZES)
def test_a_kept_game_without_a_map_is_told_in_lines(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    the_hoard_is_known(monkeypatch)
    position = Position(Timeline(played().record(0)))
    position.go(5)
    canvas = Canvas(*size)
    below = position.draw(canvas, 0)
    lines = position._timeline.words.board(position.match, -1)
    assert below == max(0, len(lines) - size[1])
    assert not position.move(False)
    assert not position.area()
    assert canvas.text.splitlines()[0].rstrip() == cut(lines[0], size[0])
