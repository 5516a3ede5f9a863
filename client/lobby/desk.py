"""The lobby of a person, line by line: what happens is shown, what is typed is done."""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from typing_extensions import override

from client.errors import UsageError
from client.lobby.front import HostTools, in_short
from client.lobby.hosting import HOST_HELP, HostCommands
from client.lobby.showing import TYPED, news_sentences, seat_list, somebody, summary, waiting
from client.play.cells import fold
from client.play.terminal import Terminal
from client.play.waiting import WaitingRoom
from client.words.general import names
from net.attempt import Told
from net.guestroom import GuestRoom
from net.hostroom import HostRoom
from protocol.identity import fingerprint
from protocol.lobby import Changed, HostLobby, LobbyFault, Spoken, View

HELP = """\
  ready       I am ready for this table    unready     not yet
  seat N      take the free seat N         stand       leave my seat
  swap NAME   change seats with NAME       say TEXT    tell all
  list        who sits where               table       settings and keys
  quit        leave the lobby              help        this
"""
BY_KEY = "the key w"
"""What agrees on a full screen to change seats with somebody."""
KEPT = 200
"""Lines that a screen can go back."""
NOT_YET = "The table is not open yet; wait a moment."
FALSE_HOST = (
    "This table has a code. The key of its host in words: {}. If you do not know it, ask your friend (kingsmoot id "
    "shows it) before you answer: a false host could find out a short code from your answer."
)


@dataclass(frozen=True)
class Line:
    """Something that was told in a lobby. `kind`: chat (somebody speaks) or notice (who comes, what has changed)."""

    kind: str
    text: str


class Desk(WaitingRoom):
    """A person before a lobby.

    Args:
        terminal: where it is shown and typed.
        yes: ready at once for whatever is shown.
        code: the code of the table, if it was given beforehand.
        tools: a host's.

    Attributes:
        story: what was told, for a screen that shows seats and settings all the time.
        yes: ready at once for whatever is shown.
        tools: a host's, None for a guest.
    """

    bot = False

    def __init__(self, terminal: Terminal, yes: bool, code: str | None = None, tools: HostTools | None = None) -> None:
        super().__init__(terminal)
        # A script's lines are answers of the game and must wait for it; nobody is there to get ready.
        self.yes = yes or terminal.scripted
        self.tools = tools
        self.story: deque[Line] = deque(maxlen=KEPT)
        self._room: HostRoom | GuestRoom | None = None
        self._code = code
        self._summed_up: tuple[object, ...] = ()
        self._taken: set[bytes] = set()
        self._commands: dict[str, Callable[[str], list[str]]] = {
            "help": lambda _: HELP.splitlines() + (HOST_HELP.splitlines() if self.tools else []),
            "list": lambda _: self._list(),
            "table": lambda _: summary(self._view(), self._me, whole=True),
            "ready": lambda _: self._ready(True),
            "unready": lambda _: self._ready(False),
            "seat": self._seat,
            "stand": lambda _: self._wish(lambda room: room.lobby.take(None)),
            "swap": lambda name: self._wish(lambda room: room.lobby.swap(self._somebody(name))),
            "say": lambda text: self._wish(lambda room: room.lobby.say(text)),
        }
        if tools is not None:
            self._commands |= HostCommands(self._hosted, tools, self._taken).by_word

    @property
    @override
    def talk(self) -> Sequence[str]:
        return [line.text for line in self.story if line.kind == "chat"]

    # ------------------------------------------------------------ what happens
    def opened(self, room: HostRoom | GuestRoom) -> None:
        """The lobby stands."""
        self._room = room
        self.terminal.attend(self)
        if isinstance(room, HostRoom) and not self.yes:
            self.terminal.news(self._list())

    @override
    def tell(self, line: str) -> None:
        """Show one line."""
        self.story.append(Line("notice", line))
        super().tell(line)

    def told(self, told: Told) -> None:
        """Show what has happened."""
        kind = "chat" if isinstance(told, Spoken) else "notice"
        sentences = news_sentences(told, self._me, BY_KEY if self.terminal.live else TYPED, self._taken)
        self.story.extend(Line(kind, line) for line in sentences)
        if self.yes and isinstance(told, Changed):
            self.terminal.show([part for line in in_short(told) for part in fold(line, "  ")])
            return
        lines = [part for line in sentences for part in fold(line, "  ")]
        if isinstance(told, Changed):
            before, after = told.before, told.after
            if before is None or _seating(before) != _seating(after):
                lines += seat_list(after, self._me, self._host)
            agreed_on = after.offer, {person.identity for person in after.seated}
            if not after.free and self._summed_up != agreed_on:
                self._summed_up = agreed_on
                lines += ["", *summary(after, self._me, whole=False)]
                lines.append("Type ready when you agree; help lists the commands.")
        self.terminal.news(lines)

    async def code(self, wrong: bool, host: bytes) -> str | None:
        """The code of the table, from the command line or typed."""
        given, self._code = self._code, None
        lines = [] if wrong else [FALSE_HOST.format(" ".join(fingerprint(host)))]
        if given is not None and not wrong:
            self.terminal.show([part for line in lines for part in fold(line, "  ")])
            return given
        if self.terminal.scripted:
            return None
        return await self.ask([*lines, "That code is wrong; type it again:" if wrong else "Type the code:"])

    # ------------------------------------------------------------ what is typed
    @override
    def typed(self, line: str) -> list[str]:
        """Do what a line says; gives what to show."""
        text = "".join(letter for letter in line if letter.isprintable()).strip()
        word, _, rest = text.partition(" ")
        if not word:
            return self.status()
        command = self._commands.get(word.lower())
        if command is None:
            return [f"`{word}` is no command here; help lists them."]
        if self._room is None and word.lower() != "help":
            return [NOT_YET]
        try:
            return command(rest.strip())
        except (LobbyFault, UsageError) as fault:
            return fold(f"{fault}.", "  ")

    def _wish(self, do: Callable[[HostRoom | GuestRoom], None]) -> list[str]:
        room = self._room
        assert room is not None, "typed() asked"
        do(room)
        room.settle()
        return []

    def _ready(self, ready: bool) -> list[str]:
        self._wish(lambda room: room.lobby.ready(ready))
        return [] if self.terminal.live else self.status()

    def _seat(self, number: str) -> list[str]:
        if not number.isdecimal():
            return ["seat N takes the free seat N, as in: seat 3"]
        return self._wish(lambda room: room.lobby.take(int(number) - 1))

    def _hosted(self) -> HostRoom:
        assert isinstance(self._room, HostRoom), "only a host has these commands"
        return self._room

    def _list(self) -> list[str]:
        return seat_list(self._view(), self._me, self._host)

    # ------------------------------------------------------------ the line below
    def status(self) -> list[str]:
        """`You: ...` or `Waiting for: ...`."""
        if self.asking:
            return ["You: answer the question above"]
        view = self._room.lobby.view if self._room is not None else None
        if view is None:
            return ["Waiting for: the host"]
        if self.signing:
            return fold(f"Waiting for: {names(self.lacking) or 'all'} to sign the table", "  ")
        if self.cut_off:
            return fold(
                f"You: nobody can come: the relay {self.cut_off}; start it, or leave and open the table anew", "  "
            )
        mine = view.person(self._me)
        if mine is not None and mine.seat is not None and not mine.ready and not self.yes and not view.free:
            return ["You: ready when you agree to the table; help lists the commands"]
        return fold(f"Waiting for: {waiting(view, self._me) or 'all to sign'}", "  ")

    def prompt(self) -> str:
        """What stands before the line being typed."""
        return "answer> " if self.asking else "lobby> "

    def completions(self, text: str) -> list[tuple[str, str]]:
        """Commands, and names behind those that take one."""
        word, blank, rest = text.partition(" ")
        if not blank:
            return [(name, "") for name in (*self._commands, "quit") if name.startswith(word)]
        view = self._room.lobby.view if self._room is not None else None
        if word not in ("swap", "kick") or view is None:
            return []
        others = [person.name for person in view.people if person.identity != self._me]
        return [(f"{word} {name}", "") for name in others if name.casefold().startswith(rest.casefold())]

    # ------------------------------------------------------------ who
    @property
    def view(self) -> View | None:
        """How things stand; None before the host has shown it."""
        return self._room.lobby.view if self._room is not None else None

    @property
    def me(self) -> bytes:
        """My key."""
        return self._me

    @property
    def host(self) -> bytes:
        """The key of the host."""
        return self._host

    @property
    def alone(self) -> bool:
        """Whether nobody but bots of our own can come."""
        return isinstance(self._room, HostRoom) and self.tools is None

    @property
    def signing(self) -> bool:
        """Whether all were ready and the table is being agreed."""
        lobby = self._room.lobby if self._room is not None else None
        return lobby.starting if isinstance(lobby, HostLobby) else lobby is not None and lobby.start is not None

    @property
    def lacking(self) -> list[str]:
        """Who has not yet signed what the signing needs now, by name."""
        view = self.view
        return [view.name(key) for key in self._room.lacking] if view is not None and self._room is not None else []

    @property
    def cut_off(self) -> str:
        """What is wrong with the relay of a table of ours that nobody can reach otherwise; "" if somebody can come."""
        room = self._room
        return room.no_relay if isinstance(room, HostRoom) and not room.lobby.me.addresses else ""

    def _view(self) -> View:
        view = self._room.lobby.view if self._room is not None else None
        if view is None:
            raise LobbyFault("the host has not shown the table yet; wait a moment")
        return view

    @property
    def _me(self) -> bytes:
        return self._room.mesh.me if self._room is not None else b""

    @property
    def _host(self) -> bytes:
        return self._room.host if self._room is not None else b""

    def _somebody(self, name: str) -> bytes:
        return somebody(self._view(), name)


def _seating(view: View) -> tuple[object, ...]:
    return view.offer, [(person.name, person.seat, person.here) for person in view.people]  # what the list shows
