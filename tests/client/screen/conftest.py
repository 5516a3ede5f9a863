"""Who sits before the start screen, for all tests of it."""

from pathlib import Path

import pytest

from client.home import Home
from client.player import keep_name
from tests.client.screen.front import Front


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
