"""From what a player wishes to a table in a terminal: the same for a command and for the start screen.

Each function gives a `Main`, which whoever has a terminal runs to its end.
"""

import platform
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from client.company import host_company, resume_company
from client.copies import copy_path, seated_with_copy
from client.errors import NetworkError, UsageError
from client.home import Home
from client.lobby.desk import Desk
from client.lobby.finding import SECONDS, look_around, numbered, told_of_nothing
from client.lobby.front import HostTools
from client.lobby.qr import qr_lines
from client.lobby.settings import settings_line
from client.matches import complete_settings, parse_settings
from client.play.cells import fold
from client.play.sitting import sit
from client.play.terminal import Main, Terminal
from client.play.waiting import WaitingRoom
from client.player import Player
from client.seating import Hosting, Seated, Tell, Terms, join_table
from client.store.tables import Crew, KeptTable
from client.trust import say_yes
from engine.core.plain import Plain
from net.address import Address
from net.discovery import Advert
from net.doctor import FIREWALLS
from net.invite import Invitation
from protocol.agreement import Form

INVITE = "kingsmoot join "
"""How the line begins that friends type; whoever starts a host as a child looks for it."""
HERE = "127.0.0.1:0"


@dataclass(frozen=True)
class Sitter:
    """Who sits down.

    `language`: that of names, as in the settings; `out`: where to leave a copy of the record; `yes`: ready at once for
    whatever is shown, and a known player's new key is accepted unasked.
    """

    home: Home
    player: Player
    language: str = "en"
    out: str | None = None
    yes: bool = False


@dataclass(frozen=True)
class NewTable:
    """A table to be opened. `settings` are complete; `bots` of `kind` are brought along.

    With a `code` the table is private; `listed` shows it to the local network; `qr` shows the invitation as such.
    `begun` is told what all have signed in the end, and how many bots of ours play: much can change in the lobby.
    """

    game: str
    seats: int
    settings: Mapping[str, Plain]
    bots: int
    kind: str
    listen: str | None = None
    relay: Address | None = None
    code: str | None = None
    listed: bool = True
    qr: bool = False
    begun: Callable[[Form, int], None] = field(default=lambda form, bots: None, compare=False)

    @property
    def alone(self) -> bool:
        """Whether nobody but bots of our own can sit down."""
        return self.bots == self.seats - 1

    def hosting(self, tell: Tell, announce: bool, lead: Sequence[str] = ()) -> Hosting:
        """The plan of it, which tells `lead` and the invitation, line by line, once somebody can come."""

        def invite(invitation: Invitation) -> None:
            for line in lead:
                tell(line)
            tell(f"{INVITE}{invitation.line}")
            if self.code is not None:
                tell(f"and, by another way, the code of the table: {self.code}")
            for line in qr_lines(invitation.line) if self.qr else ():
                tell(line)

        return Hosting(
            self.game, self.seats, self.settings, self.listen, invite, self.relay, self.code, announce
        )  # fmt: skip


def play_alone(sitter: Sitter, table: NewTable) -> Main:
    """Host on loopback, with a bot in every other seat."""

    async def main(terminal: Terminal) -> int:
        desk = Desk(terminal, yes=True)
        desk.tell(settings_line(table.game, table.settings))
        desk.tell("The bots come to the table, each in a process of its own ...")
        plan = Hosting(table.game, table.seats, table.settings, HERE, lambda _: None)
        terms = Terms(crew=Crew(bots=table.seats - 1, kind=table.kind))
        seating = host_company(sitter.home, sitter.player, plan, desk, terms, terminal.pace)
        return await sit(desk, seated_with_copy(seating, sitter.out), sitter.out, sitter.language)

    return main


def host(sitter: Sitter, table: NewTable) -> Main:
    """Open a table, wait for the others, play."""

    async def main(terminal: Terminal) -> int:
        tools = HostTools(complete_settings, parse_settings, code=table.code)
        desk = Desk(terminal, sitter.yes or table.alone, tools=tools)  # alone nobody else has a say
        if platform.system() in ("Windows", "Darwin") and not table.alone:  # they ask at the first listening, only once
            terminal.show(fold(FIREWALLS[platform.system()]))
        terms = Terms(say_yes if sitter.yes else desk.confirm, Crew(bots=table.bots, kind=table.kind))
        lead = [settings_line(table.game, table.settings), "Give this line to the others:"]
        plan = table.hosting(lambda line: terminal.show([line]), table.listed and not table.alone, lead)
        seating = host_company(sitter.home, sitter.player, plan, desk, terms, terminal.pace, tools)

        def begun(seated: Seated) -> None:
            table.begun(seated.journal.kept.form, terms.crew.bots)

        return await sit(desk, seated_with_copy(seating, sitter.out, begun), sitter.out, sitter.language)

    return main


def join(sitter: Sitter, invitation: Invitation | None, code: str | None = None) -> Main:
    """Take a seat at the table of an invitation, or at one that is chosen of the local network, and play."""

    async def main(terminal: Terminal) -> int:
        desk = Desk(terminal, sitter.yes, code)
        wanted = invitation
        if wanted is None:
            terminal.show(["Looking for tables on the local network ..."])
            wanted = await _choose(terminal, await look_around(SECONDS))
        terminal.show(["Looking for the table ..."])
        terms = Terms(say_yes if sitter.yes else desk.confirm)
        seating = join_table(sitter.home, sitter.player, wanted, desk, terms)
        return await sit(desk, seated_with_copy(seating, sitter.out), sitter.out, sitter.language)

    return main


async def _choose(terminal: Terminal, found: list[Advert]) -> Invitation:
    """Which of the tables that were found. Raises ClientError."""
    open_ones = [advert for advert in found if not advert.private and advert.free]
    terminal.show(numbered(open_ones, [advert for advert in found if advert not in open_ones]))
    if not open_ones:
        raise NetworkError(told_of_nothing(found))
    terminal.show(["Type the number of a table:"])
    answer = (await terminal.line()).strip()
    if not answer.isdecimal() or not 1 <= int(answer) <= len(open_ones):
        raise UsageError(f"`{answer}` is no number of a table; kingsmoot join begins again")
    return open_ones[int(answer) - 1].invitation


def resume(sitter: Sitter, kept: KeptTable) -> Main:
    """Take up a table that was left, and play on; a copy of the record goes where it was wished at first."""

    async def main(terminal: Terminal) -> int:
        room = WaitingRoom(terminal)
        out = sitter.out
        if out is None:
            out, told = copy_path(sitter.home, kept.id)
            for line in fold(told, "  ") if told else ():
                room.tell(line)
        seating = resume_company(sitter.home, sitter.player, kept, room.tell, terminal.pace)
        return await sit(room, seated_with_copy(seating, sitter.out), out, sitter.language)

    return main
