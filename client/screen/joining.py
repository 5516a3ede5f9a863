"""Which table to join: those of the local network, looked for all the time, or a pasted invitation."""

import time
from collections.abc import Callable, Sequence

import trio
from typing_extensions import override

from client.errors import ClientError, UsageError
from client.lobby.finding import look_around
from client.pasted import parse_invite
from client.screen.keys import Action
from client.screen.menu import Item, Menu
from client.screen.overlays import Reading
from client.screen.shell import Shell
from client.screen.views import Typing
from client.words.titles import short_title
from net.discovery import Advert
from net.invite import Invitation
from protocol.identity import fingerprint

SECONDS = 2.0
"""How long one look takes: a host that is there answers in a fraction of it."""
PAUSE = 1.0
"""Seconds between two looks."""
PATIENCE = 5.0
"""Seconds without a table after which it is said what else there is."""
LOOKING = "Looking for tables on your network ..."
NOTHING_YET = (
    f"No table shows itself yet ({LOOKING[0].lower()}{LOOKING[1:]}). Many guest networks hide them. Ask the host for "
    "the invitation and paste it (p): it works wherever the host can be reached. Where that is not so the host opens "
    "the table with a relay. What your network lets through is told by: kingsmoot doctor"
)
PRIVATE = (
    "To sit down at this table you need two things from {}: the invitation, a line that begins with km1: (the code "
    "alone does not let you in), and the code, three words or so, which is asked for afterwards.",
    "Enter goes on to where the invitation is pasted.",
)


class Tables:
    """The tables of the local network, while somebody looks at them.

    Attributes:
        found: by host, those with free seats first.
        looks: how often the network has been asked.
        trouble: why it cannot be asked, "" if it can.
    """

    def __init__(self, changed: Callable[[], None], clock: Callable[[], float] = time.monotonic) -> None:
        self.found: list[Advert] = []
        self.looks = 0
        self.began = clock()
        self.trouble = ""
        self._changed = changed
        self._clock = clock
        self._before: list[Advert] = []
        self._scope = trio.CancelScope()

    async def look(self) -> None:
        """Look over and over, until `stop`."""
        with self._scope:
            while True:
                try:
                    self.take(await look_around(SECONDS))
                except ClientError as error:
                    self.trouble = str(error)
                    self._changed()
                    return
                await trio.sleep(PAUSE)

    def take(self, found: list[Advert]) -> None:
        """What a look has found; a table that was missed only once is kept."""
        now = {advert.invitation.table: advert for advert in [*self._before, *found]}
        self._before = found
        self.found = sorted(now.values(), key=lambda a: (a.free == 0, a.host, a.invitation.table))
        self.looks += 1
        self._changed()

    @property
    def late(self) -> bool:
        """Whether a table that is there would have been found by now."""
        return self._clock() >= self.began + PATIENCE

    def stop(self) -> None:
        """Nobody looks any more."""
        self._scope.cancel()


class Leading(Reading):
    """Words to be read, and what Enter leads to; Esc goes back."""

    def __init__(self, title: str, lines: Sequence[str], then: Callable[[], None]) -> None:
        super().__init__(title, lines, "Enter goes on, Esc goes back")
        self._then = then

    @override
    def key(self, key: str) -> None:
        """Go on, or as in any box."""
        super().key(key)
        if key == "enter":
            self._then()


class JoinPage:
    """The list of them."""

    def __init__(
        self, shell: Shell, tables: Tables, back: Callable[[], None], submit: Callable[[Invitation], None]
    ) -> None:
        self._shell = shell
        self._tables = tables
        self._submit = submit
        self.menu = Menu(
            shell,
            "Join a table",
            self._items,
            back,
            self._head,
            "choose a table, or paste an invitation (km1:...). Esc goes back.",
            self._actions,
        )

    def _head(self) -> list[str]:
        tables = self._tables
        if tables.trouble:
            return [f"{tables.trouble}."]
        if not tables.found:
            return [NOTHING_YET if tables.late else LOOKING]
        return [f"{len(tables.found)} on your network; the list follows by itself."]

    def _items(self) -> list[Item]:
        paste = Item("Paste an invitation", "the line of the host, km1:...", self._paste)
        return [paste, *map(self._item, self._tables.found)]

    def _item(self, advert: Advert) -> Item:
        seats = f"{advert.free} of {advert.seats} seats free" if advert.free else "all seats taken"
        private = ", private" if advert.private else ""
        why_not = "" if advert.free else "nobody else can sit down"
        more = (advert.settings, f"Key of the host in words: {' '.join(fingerprint(advert.invitation.host))}")

        def choose() -> None:
            if advert.private:
                lead = [line.format(advert.host) for line in PRIVATE]
                self._shell.open(Leading(f"{advert.host}'s table is private", lead, self._paste))
            else:
                self._submit(advert.invitation)

        return Item(advert.host, f"{short_title(advert.game)}, {seats}{private}", choose, why_not, more)

    def _actions(self) -> list[Action]:
        return [Action("paste", "paste or type an invitation", ("p", ":"), self._paste, hint="paste")]

    def _paste(self) -> None:
        self._shell.type(Typing("invitation", self._typed, lambda _: (), "invitations"))

    def _typed(self, text: str) -> None:
        try:
            self._submit(parse_invite(text))
        except UsageError as error:
            self._shell.say(f"{error}.")
