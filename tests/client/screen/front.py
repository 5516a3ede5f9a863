"""A start screen without a terminal, and tables that it may find."""

import argparse
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from client.home import Home
from client.past import Past
from client.screen.keys import Keymap
from client.screen.shell import Shell
from client.screen.start import Start, Visitor
from client.settings import gather
from client.store.tables import ENDED, PLAYING, Crew, Door, KeptTable
from protocol.agreement import Form, Seat
from protocol.identity import SigningKey
from tests.client.screen.kept import press
from tests.client.screen.keyboard import Nothing

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
