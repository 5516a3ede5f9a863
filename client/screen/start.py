"""The start screen: what to do first, and the way back to it. It knows no terminal; what takes time it hands on.

Network, rules and verifier take longer to import than all the rest: what needs them is imported where it is chosen, so
that nobody waits for the first page.
"""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from client.errors import ClientError, UsageError, first_cause
from client.home import Home
from client.past import Past, past_tables, title_of
from client.play.terminal import Main
from client.player import load_player
from client.screen.keys import Action
from client.screen.menu import PROGRAM, Before, Item, Menu
from client.screen.naming import ask_name
from client.screen.preferences import Preferences
from client.screen.shell import Shell
from client.settings import Gathered
from client.words.general import names

if TYPE_CHECKING:
    from client.flows import NewTable, Sitter
    from net.invite import Invitation

RESUME = 3
"""Its place in the list, from 0."""
BY_THE_MENU = {
    "verify": "Past games checks the record, and shows the game again.",
    "resume": "Resume takes the game up again.",
}
"""What the commands of a parting are called here."""
AGAIN = "Esc again leaves."
NONE = "you have no unfinished table"

log = logging.getLogger(__name__)

Launch = Callable[[str, Main], None]
"""launch(what, main): play in the place of the start screen, under a heading, and come back."""
Spawn = Callable[[Callable[[], Awaitable[None]]], None]
"""Run something in trio beside the screen."""


@dataclass(frozen=True)
class Visitor:
    """Who starts the program, and with what on the command line.

    Attributes:
        home: whose tables and name.
        gather: reads the settings afresh; raises UsageError.
        name: to play under in the place of the kept one.
        out: where to leave a copy of the record.
        yes: ready at once for whatever table is shown.
        code: that of the private table to join.
    """

    home: Home
    gather: Callable[[], Gathered]
    name: str | None = None
    out: str | None = None
    yes: bool = False
    code: str | None = None

    def sitter(self) -> "Sitter":
        """The same, about to sit down. Raises UsageError."""
        from client.flows import Sitter

        names = self.gather().settings.names
        return Sitter(self.home, load_player(self.home, self.name), names, self.out, self.yes)


class Start:
    """All pages before a table. Raises UsageError where the key of the player cannot be read.

    Args:
        shell: where they are shown.
        visitor: who is there.
        launch: see `Launch`.
        spawn: see `Spawn`.
        finish: ends the program.
    """

    def __init__(
        self, shell: Shell, visitor: Visitor, launch: Launch, spawn: Spawn, finish: Callable[[], None]
    ) -> None:
        self.shell = shell
        self.home = visitor.home
        self._visitor = visitor
        self._gather = visitor.gather
        self._launch = launch
        self._spawn = spawn
        self._finish = finish
        self._past: list[Past] = []
        self._called = load_player(visitor.home, visitor.name).name
        self._menu = Menu(
            shell,
            PROGRAM,
            self._items,
            finish,
            self._head,
            "choose with the arrows and Enter, or by the number.",
            last=[Action("leave", "leave the program", ("escape", "q"), self._leave, hint="quit")],
        )

    # ------------------------------------------------------------ showing
    def begin(self, join_at_once: bool = False) -> None:
        """The first page: the name where none is kept, else the start screen or the tables to join."""
        if not self.home.name_file.exists() and self._visitor.name is None:
            ask_name(self.shell, self.home, self._finish, lambda: self.begin(join_at_once))
        else:
            self.show()
            self._to_unfinished()
            if join_at_once:
                self._join()

    def _leave(self) -> None:
        """End the program, at the second time: who comes back here by Esc may press it once too often."""
        self.shell.twice(AGAIN, self._finish)

    def show(self) -> None:
        """The start screen, with what is unfinished as it is now."""
        self._called = load_player(self.home, self._visitor.name).name
        try:
            self._past = past_tables(self.home)
        except ClientError as error:
            self._past = []
            self.shell.show(self._menu)
            self._tell("Your tables cannot be read", str(error))
            return
        self.shell.show(self._menu)

    def _to_unfinished(self) -> None:
        """Who has a table to go back to most likely wants that."""
        if any(past.resumable for past in self._past):
            self._menu.move_to(RESUME)

    def ended(self, what: str, error: BaseException | None, parting: list[str], over: bool = False) -> None:
        """Something that was launched has ended: back here, with a word on how.

        `parting`: where the record is; `over`: the game has come to its end.
        """
        self.show()
        self._to_unfinished()
        if error is None:
            if parting:
                title = "The game is over" if over else "You have left the table"
                self._tell(title, *map(self._by_the_menu, parting))
            return
        cause = first_cause(error)
        if isinstance(cause, ClientError):
            log.warning("%s ends: %s", what, cause)
            self._tell(
                what,
                f"{str(cause)[:1].upper()}{str(cause)[1:]}.",
                *(["", *map(self._by_the_menu, parting)] if parting else []),
            )
        else:
            log.error("%s failed", what, exc_info=error)
            self._tell(
                "A fault of the program, not yours",
                f"{type(cause).__name__}: {cause}",
                f"The report is in {self.home.log_file}",
                "What was played is saved: Resume takes it up again.",
            )

    def _by_the_menu(self, line: str) -> str:
        """A line of a parting; in the place of what does something by a command, what does it here."""
        ways = (text for command, text in BY_THE_MENU.items() if line.startswith(self.home.command(command)))
        return next(ways, line)

    def _tell(self, title: str, *lines: str) -> None:
        self.shell.open(Before(title, lines))

    # ------------------------------------------------------------ the first page
    def _head(self) -> list[str]:
        return [f"You are {self._called}."]

    def _items(self) -> list[Item]:
        unfinished = [past for past in self._past if past.resumable]
        return [
            Item("Play alone against bots", "at once, on this computer", self._alone),
            Item("Host a table", "open one and wait for friends", self._host),
            Item("Join a table", "on your network, or by an invitation", self._join),
            Item("Resume", _unfinished(unfinished), lambda: self._resume(unfinished), "" if unfinished else NONE),
            Item("Past games", _counted(len(self._past)), self._games, "" if self._past else "none yet"),
            Item("Rules", "look up clauses and cards", self._rules),
            Item("Settings", "your name, colours, keys and more", self._settings),
            Item("Quit", "", self._finish),
        ]

    # ------------------------------------------------------------ to a table
    def _go(self, what: str, main: Callable[["Sitter"], Main]) -> None:
        """Launch what is made for the one who sits down; a setting that cannot be read is told."""
        try:
            made = main(self._visitor.sitter())
        except ClientError as error:
            self._tell(what, f"{error}.")
        else:
            self._launch(what, made)

    def _alone(self) -> None:
        from client.flows import play_alone
        from client.screen.newtable import AloneForm

        def submit(table: "NewTable") -> None:
            self._go("A table with bots", lambda sitter: play_alone(sitter, table))

        self.shell.show(AloneForm(self.shell, self.show, submit).form)

    def _host(self) -> None:
        from client.flows import host
        from client.screen.newtable import HostForm

        def submit(table: "NewTable") -> None:
            self._go("Your table", lambda sitter: host(sitter, table))

        self.shell.show(HostForm(self.shell, self.show, submit, self.home).form)

    def _join(self) -> None:
        from client.flows import join
        from client.screen.joining import JoinPage, Tables

        tables = Tables(self.shell.changed)

        def submit(invitation: "Invitation") -> None:
            tables.stop()
            self._go("Joining a table", lambda sitter: join(sitter, invitation, self._visitor.code))

        def back() -> None:
            tables.stop()
            self.show()

        self.shell.show(JoinPage(self.shell, tables, back, submit).menu)
        self._spawn(tables.look)

    def _resume(self, unfinished: list[Past]) -> None:
        if len(unfinished) == 1:
            self._take_up(unfinished[0])
            return

        def item(past: Past) -> Item:
            return Item(title_of(past), _with(past), lambda: self._take_up(past))

        self.shell.show(Menu(self.shell, "Resume", lambda: list(map(item, unfinished)), self.show))

    def _take_up(self, past: Past) -> None:
        from client.flows import resume

        self._go("Back to the table", lambda sitter: resume(sitter, past.kept))

    # ------------------------------------------------------------ other pages
    def _games(self) -> None:
        from client.screen.past import past_page

        language = self._language()
        self.shell.show(past_page(self.shell, self.home, self._past, language, self.show, self._take_up))

    def _rules(self) -> None:
        from client.screen.rulebook import RulesView

        self.shell.show(RulesView(self.shell, self._language(), self.show))

    def _settings(self) -> None:
        try:
            self.shell.show(Preferences(self.shell, self.home, self._gather, self.show).form)
        except UsageError as error:
            self._tell("Settings", f"{error}.")

    def _language(self) -> str:
        try:
            return self._gather().settings.names
        except UsageError:
            return "en"


def _unfinished(tables: list[Past]) -> str:
    if not tables:
        return ""
    more = f"; {len(tables) - 1} more" if len(tables) > 1 else ""
    return f"{title_of(tables[0])}, {_with(tables[0])}{more}"


def _with(past: Past) -> str:
    others = [name for seat, name in enumerate(past.kept.names) if seat != past.kept.seat]
    return f"with {names(others)}"


def _counted(count: int) -> str:
    return f"{count} {'table' if count == 1 else 'tables'}: replay, verify, records"
