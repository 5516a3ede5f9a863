"""A record that a screen shows: where it comes from, and its reading and checking beside the screen."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from re import fullmatch

from client.checking import Checked, acquaintances, check_record, find_record
from client.errors import ClientError
from client.home import Home
from client.screen.shell import Shell
from client.sight import FindOwn, own_seat
from client.store.tables import SHORT
from client.timeline import Timeline

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Source:
    """Where a record comes from.

    Attributes:
        name: what people call it: a file, or the id of a table.
        load: its bytes, whatever they are; raises ClientError.
        known: words for the keys of players that are known.
        path: the file that it stands in, "" if it is only in the store.
        find_own: our own seat at the game, whose sight of closed cards is ours until all are open.
    """

    name: str
    load: Callable[[], bytes]
    known: Callable[[], Mapping[bytes, str]] = dict
    path: str = ""
    find_own: FindOwn | None = None


def saved(home: Home, text: str) -> Source:
    """The record in the file `text`, or of the table whose id begins so; looked for only when it is loaded."""
    is_file = Path(text).exists()
    is_id = not is_file and fullmatch("[0-9a-fA-F]+", text) is not None
    kept = home.records / f"{text[:SHORT]}.moot"
    path = text if is_file else str(kept) if kept.exists() else ""
    name = text[:SHORT] if is_id else text
    return Source(
        name,
        lambda: find_record(home, text),
        lambda: acquaintances(home).words,
        path,
        lambda game: own_seat(home, game),
    )


class _GivenUp(Exception):
    """Nobody looks any more."""


class Study:
    """One record, read and checked beside the screen; every screen that shows it shares its study.

    Attributes:
        timeline: the game, once it is read.
        checked: what the verifier found, once it is done.
        known: words for the keys of players that are known, from then on.
        error: why there is nothing to read, "" while there is hope.
        flaw: why it cannot be checked, "" while there is hope.
        done, total: how far the work of the moment is; `total` is 0 while it is not known.
    """

    def __init__(self, shell: Shell, source: Source, language: str = "en") -> None:
        self.source = source
        self.language = language
        self.timeline: Timeline | None = None
        self.checked: Checked | None = None
        self.known: Mapping[bytes, str] = {}
        self.error = ""
        self.flaw = ""
        self.done = self.total = 0
        self._shell = shell
        self._left = self._reading = self._checking = False

    def read(self) -> None:
        """Read the game, then check it, each unless that is done already or being done."""
        if not self._reading:
            self._reading = True
            self._shell.aside(self._read, self._was_read)

    def _was_read(self) -> None:
        self._shell.changed()
        if not self._left:
            self.check()

    def check(self, again: bool = False) -> None:
        """Check the record, unless that is done already, or being done; `again`: as it is now."""
        if again and (self.checked is not None or self.flaw):
            self.checked, self.flaw, self._checking = None, "", False
        if not self._checking:
            self._checking = True
            self._shell.aside(self._check, self._shell.changed)

    def leave(self) -> None:
        """Nobody looks any more: what still runs ends soon."""
        self._left = True

    def _read(self) -> None:
        self.error = self._do(self._read_game)

    def _check(self) -> None:
        self.flaw = self._do(self._check_record)

    def _read_game(self) -> None:
        source = self.source
        self.timeline = Timeline(source.load(), self.language, lambda done: self._at(done, 0), source.find_own)

    def _check_record(self) -> None:
        checked = check_record(self.source.name, self.source.load(), self._at)
        self.known = self.source.known()
        self.checked = checked

    def _do(self, work: Callable[[], None]) -> str:
        try:
            work()
        except ClientError as error:
            return str(error)
        except _GivenUp:
            return "nobody waited for it"
        except Exception as error:
            log.exception("a record could not be read")
            return f"this is a fault of the program, not of the record: {type(error).__name__}: {error}"
        return ""

    def _at(self, done: int, total: int) -> None:
        self.done, self.total = done, total
        if self._left:
            raise _GivenUp
