"""The games that were played or begun: the list, and what can be done with one."""

from collections.abc import Callable, Sequence

from client.errors import ClientError
from client.home import Home
from client.past import Past, how_far, keep_record, title_of
from client.screen.audit import open_audit
from client.screen.menu import Item, Menu
from client.screen.overlays import Reading
from client.screen.records import saved
from client.screen.replay import open_replay
from client.screen.shell import Shell
from client.seats import for_people
from client.words.general import names

NO_RECORD = "all left before the table was signed, so there is no record"


def past_page(
    shell: Shell,
    home: Home,
    tables: Sequence[Past],
    language: str,
    back: Callable[[], None],
    resume: Callable[[Past], None],
) -> Menu:
    """All tables, the latest first."""

    def open_one(past: Past) -> None:
        shell.show(OnePast(shell, home, past, language, lambda: shell.show(page), resume).menu)

    def item(past: Past) -> Item:
        kept = past.kept
        far = how_far(kept)
        note = far if kept.result is not None else f"{past.state}, {far}" if far else past.state
        return Item(f"{kept.started[:10]}  {past.short_id}", note, lambda: open_one(past), more=_told(past))

    page = Menu(shell, "Past games", lambda: [item(past) for past in tables], back)
    return page


def _told(past: Past) -> tuple[str, ...]:
    kept = past.kept
    ended = f", ended {kept.ended[:16].replace('T', ' ')}" if kept.ended else ""
    why = f" Stopped: {for_people(kept.reason)}." if kept.reason else ""
    return (
        f"{title_of(past)}.",
        f"{names(kept.names)}.",
        f"Begun {kept.started[:16].replace('T', ' ')}{ended}.{why}",
    )


class OnePast:
    """What can be done with one table."""

    def __init__(
        self,
        shell: Shell,
        home: Home,
        past: Past,
        language: str,
        back: Callable[[], None],
        resume: Callable[[Past], None],
    ) -> None:
        self._shell = shell
        self._home = home
        self._past = past
        self._language = language
        self._resume = resume
        self.menu = Menu(shell, f"The table {past.short_id}", self._items, back, lambda: _told(past))

    def _items(self) -> list[Item]:
        past = self._past
        none = "" if past.kept.id else NO_RECORD
        why_not = "it is open in another window" if past.open else f"it is not unfinished: {past.state}"
        return [
            Item("Replay", "look at it step by step", self._replay, none),
            Item("Verify", "check every signature, secret, die and move", self._verify, none),
            Item("Record", "write the record, and say where it is", self._record, none),
            Item("Resume", "play on", lambda: self._resume(past), "" if past.resumable else none or why_not),
        ]

    def _replay(self) -> None:
        open_replay(self._shell, saved(self._home, self._past.kept.id), self._language)

    def _verify(self) -> None:
        open_audit(self._shell, saved(self._home, self._past.kept.id), self._language)

    def _record(self) -> None:
        try:
            file = keep_record(self._home, self._past.kept)
        except ClientError as error:
            self._shell.open(Reading("Record", [f"{error}."]))
        else:
            lines = ["The record is in", str(file), "", "Anybody can check it: kingsmoot verify FILE"]
            self._shell.open(Reading("Record", lines))
