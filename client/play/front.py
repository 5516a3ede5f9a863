"""The start screen in lines: the same choices by number, for terminals that can show no screen, and for pipes."""

import codecs
import os
import select
import sys
from collections.abc import Callable, Iterator, Sequence

from client.errors import OK, ClientError, UsageError
from client.home import Home
from client.past import Past, past_tables, title_of
from client.play.cells import fold
from client.play.rulebook import lookup
from client.player import NAME, keep_name, load_player
from client.settings import ALL
from client.store.tables import SHORTEST
from client.words.general import GameWords, names

SOON = 0.2
"""Seconds in which a pipe that has something to say, or that has ended, shows it."""
ENTRIES = (
    "Play alone against bots",
    "Host a table",
    "Join a table",
    "Resume",
    "Past games",
    "Rules",
    "Settings",
    "Quit",
)
WAYS = ("verify", "replay", "resume")
"""Commands that take the id of a past game."""

PAST = "Type replay 1 (from the top) or replay ID; so verify, resume; Enter goes back:"

Read = Callable[[], str | None]
"""The next typed line without its end; None when no more can come."""


class LineStart:
    """The choices before a table. A table ends the program when it is left, all else leads back here.

    Args:
        home: whose tables and name.
        read: see `Read`.
        command: runs a command line of this program, and gives its exit code. Raises ClientError.
        games: the games that can be played, with their words for looking up rules and the numbers of seats they take.
    """

    def __init__(
        self,
        home: Home,
        read: Read,
        command: Callable[[Sequence[str]], int],
        games: Sequence[tuple[str, Callable[[], GameWords], Sequence[int]]],
    ) -> None:
        self._home = home
        self._read = read
        self._command = command
        self._games = games
        self._acts = (
            self._alone, self._host, self._join, self._resume, self._past, self._rules, self._settings, lambda: OK,
        )  # fmt: skip

    def run(self, ask_name: bool) -> int:
        """Offer the choices until one leads out; gives the exit code. Raises ClientError.

        `ask_name`: whether somebody sits there who can be asked for a name, if none is kept.
        """
        if ask_name and not self._home.name_file.exists():
            self._name()
        while True:
            print("\n".join(self._choices()))
            answer = self._ask(f"Type a number from 1 to {len(ENTRIES)}:")
            if answer is None or answer in ("q", "quit", "exit"):
                return OK
            if not answer.isdecimal() or not 1 <= int(answer) <= len(ENTRIES):
                print("\n".join(fold(f"`{answer}` is none of these.")) if answer else "")
                continue
            try:
                code = self._acts[int(answer) - 1]()
            except UsageError as error:  # nothing has begun: whatever was typed can be typed again
                print("\n".join(fold(f"{error}.")))
                continue
            if code is not None:
                return code

    # ------------------------------------------------------------ asking
    def _ask(self, text: str) -> str | None:
        print(text, flush=True)
        line = self._read()
        return None if line is None else line.strip()

    def _number(self, text: str, allowed: Sequence[int]) -> int | None:
        """One of the numbers that are allowed; None for nothing."""
        while answer := self._ask(f"{text} ({allowed[0]} to {allowed[-1]}; Enter goes back):"):
            if answer.isdecimal() and int(answer) in allowed:
                return int(answer)
            print(f"A number from {allowed[0]} to {allowed[-1]}, please.")
        return None

    def _name(self) -> None:
        usual = load_player(self._home).name
        while True:
            answer = self._ask(f"Under which name do you play? Enter alone takes {usual}:")
            try:
                keep_name(self._home, answer or usual)
            except UsageError as error:
                print(f"{error}.")
            else:
                return

    def _choices(self) -> Iterator[str]:
        unfinished = self._unfinished()
        yield ""
        named = "" if self._home.name_file.exists() else "; Settings gives you another name"
        yield from fold(f"Kingsmoot. You are {load_player(self._home).name}{named}.", "  ")
        for number, entry in enumerate(ENTRIES, 1):
            far = f": {title_of(unfinished[0])}" if entry == "Resume" and unfinished else ""
            yield from fold(f"  {number}  {entry}{far}", " " * 5)

    def _unfinished(self) -> list[Past]:
        try:
            return [past for past in past_tables(self._home) if past.resumable]
        except ClientError:
            return []  # what is wrong is told where the tables are asked for

    def _game(self) -> int | None:
        """Which game, by its place; None for none. It goes without saying where there is one."""
        if len(self._games) == 1:
            return 0
        number = self._number(names([game for game, *_ in self._games]), range(1, len(self._games) + 1))
        return None if number is None else number - 1

    # ------------------------------------------------------------ to a table
    def _alone(self) -> int | None:
        game = self._game()
        return None if game is None else self._command(["play", self._games[game][0]])

    def _host(self) -> int | None:
        game = self._game()
        if game is None:
            return None
        name, _, sizes = self._games[game]
        seats = self._number("How many seats, your own included?", sorted(sizes))
        bots = self._number("How many of them are bots?", range(seats)) if seats is not None else None
        return None if bots is None else self._command(["host", name, "--seats", str(seats), "--bots", str(bots)])

    def _join(self) -> int | None:
        answer = self._ask("Paste the invitation (km1:...), or press Enter to look on your network:")
        return None if answer is None else self._command(["join", *answer.split()])

    def _resume(self) -> int | None:
        unfinished = self._unfinished()
        if not unfinished:
            print("You have no unfinished table.")
            return None
        if len(unfinished) == 1:
            return self._command(["resume", unfinished[0].kept.id])
        for number, past in enumerate(unfinished, 1):
            print("\n".join(fold(f"  {number}  {title_of(past)}, with {names(past.kept.names)}", " " * 5)))
        number_ = self._number("Which one?", range(1, len(unfinished) + 1))
        return None if number_ is None else self._command(["resume", unfinished[number_ - 1].kept.id])

    # ------------------------------------------------------------ and back here
    def _tell(self, words: Sequence[str]) -> None:
        """Run a command that leads back here, whatever comes of it."""
        try:
            self._command(words)
        except ClientError as error:
            print("\n".join(fold(f"{error}.")))

    def _past(self) -> int | None:
        self._tell(["games"])
        while answer := self._ask(PAST):
            way, *rest = answer.split()
            rest = [self._id_of(word) for word in rest]
            if way not in WAYS or len(rest) != 1 or rest[0].startswith("-"):
                print("\n".join(fold(f"`{answer}` is none of these.")))
            elif way == "resume":
                return self._command([way, *rest])
            else:
                self._tell([way, *rest])
        return None

    def _id_of(self, word: str) -> str:
        """The id of a table by its number in the list of all; any other word is as it was typed."""
        if not word.isdecimal() or len(word) >= SHORTEST:
            return word
        try:
            tables = past_tables(self._home)
        except ClientError:
            return word  # what is wrong is told by the command
        return tables[int(word) - 1].kept.id or word if 1 <= int(word) <= len(tables) else word

    def _rules(self) -> None:
        game = self._game()
        if game is None:
            return
        words, wanted = self._games[game][1](), ""
        while True:
            print("\n".join(lookup(words, wanted)))
            answer = self._ask("Type a clause (W5.3), a card or any words; Enter goes back:")
            if not answer:
                return
            wanted = answer

    def _settings(self) -> None:
        self._tell(["settings"])
        every = (NAME, *ALL)
        print("\n".join(fold("By number: " + ", ".join(f"{n} {name}" for n, name in enumerate(every, 1)), "  ")))
        while answer := self._ask("Type a setting, or its number, and its value (names hu); Enter goes back:"):
            name, *value = answer.split()
            if name.isdecimal() and 1 <= int(name) <= len(every):
                name = every[int(name) - 1]
            if not value and (name == NAME or name in ALL):
                takes = ALL[name].choices if name in ALL else "the name you play under"
                value = (self._ask(f"{name}: {takes}; Enter leaves it as it is:") or "").split()
                if not value:
                    continue
            if any(word.startswith("-") for word in (name, *value)):
                print("A setting and its value, please, and no options.")
            else:
                self._tell(["settings", name, *value])


class Keyboard:
    """The lines of stdin, not a byte more of it than they need: what follows belongs to whoever reads next."""

    def __init__(self) -> None:
        """Raises OSError or ValueError if there is no stdin."""
        self._handle = sys.stdin.fileno()
        self._decoder = codecs.getincrementaldecoder(os.device_encoding(self._handle) or "utf-8")("replace")
        self._ahead = b""

    def silent(self) -> bool:
        """Whether it has ended before anything came; it may wait a moment for that."""
        if sys.stdin.isatty() or os.name == "nt":  # there, only sockets can be waited for
            return False
        ready, _, _ = select.select([self._handle], [], [], SOON)
        if ready:
            self._ahead = os.read(self._handle, 1)
        return bool(ready) and not self._ahead

    def line(self) -> str | None:
        """The next line; None at the end."""
        text = ""
        while True:
            data, self._ahead = self._ahead or os.read(self._handle, 1), b""
            text += self._decoder.decode(data, not data)
            if not data:
                return text or None
            if text.endswith("\n"):
                return text.rstrip("\r\n")
