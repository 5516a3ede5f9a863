"""The forms of a table to be opened: alone against bots, or for friends."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from typing_extensions import override

from client.cli import BOT_KINDS
from client.codes import LEAST, read_code
from client.errors import UsageError
from client.flows import NewTable
from client.home import Home
from client.listening import NOWHERE
from client.matches import complete_settings
from client.screen.form import Field, Form, Values, switch
from client.screen.last_table import keep, last_table
from client.screen.shell import Shell
from client.screen.variants import changed_settings, settings_page, why_not_settings
from client.words.library import find_game
from client.words.titles import TITLES
from engine.core.plain import Plain
from engine.registry import names as all_games
from net.address import AddressError, parse_address
from net.code import new_code
from protocol.agreement import Form as Agreed

KINDS = {
    "captain": "the strongest: weighs what each order leads to",
    "steady": "sound and quick: good for a first game",
    "random": "any legal move: only for trying things out",
}
ANYWHERE = "any free port"
NO_RELAY = "none"
USUAL = "back to the usual settings"
Submit = Callable[[NewTable], None]


def game_fields(values: Values) -> list[Field]:
    """Which game, and for how many."""
    seats = sorted(find_game(values["game"]).seats)
    return [
        Field(
            "game",
            "Game",
            lambda _: "Which game; its rules are under Rules of the start screen.",
            all_games(),
            show=_title,
        ),
        Field("seats", "Seats", lambda count: f"{count} play, you and the bots included.", seats),
    ]


def _title(game: str) -> str:
    return TITLES.get(game, game)


def kind_field() -> Field:
    """How the bots play."""
    return Field("kind", "Bots play as", lambda kind: f"{kind}: {KINDS[kind]}.", BOT_KINDS)


def settings_field(page: Callable[[], None]) -> Field:
    """The settings of the game, which have a page of their own."""
    return Field(
        "settings",
        "Rules",
        lambda _: "Variants of the game and who may watch; Enter shows each with what it does.",
        show=lambda chosen: f"{len(chosen)} changed" if chosen else "as printed",
        open=page,
    )


class TableForm:
    """What the two forms have in common: a page of settings behind a field."""

    def __init__(self, shell: Shell, back: Callable[[], None], submit: Submit) -> None:
        self._shell = shell
        self._back = back
        self._submit = submit
        self.form: Form

    def _judge(self, values: Values) -> str:
        return why_not_settings(values["game"], values["seats"], values["settings"])

    def _page(self) -> None:
        values = self.form.values

        def done(seats: int, settings: dict[str, Plain]) -> None:
            self.form.put("settings", changed_settings(values["game"], seats, settings))
            self._shell.show(self.form)

        self._shell.show(settings_page(self._shell, values["game"], values["seats"], values["settings"], done))

    def _changed(self, name: str, values: Values) -> None:
        if name in ("game", "seats"):  # what another table does not know is no longer chosen
            known = complete_settings(values["game"], values["seats"], {})
            kept = {key: value for key, value in values["settings"].items() if key in known}
            self.form.values["settings"] = kept

    def _start_values(self) -> dict[str, Any]:
        game = all_games()[0]
        return {"game": game, "seats": max(find_game(game).seats), "settings": {}, "kind": BOT_KINDS[0]}


class AloneForm(TableForm):
    """Me against bots."""

    def __init__(self, shell: Shell, back: Callable[[], None], submit: Submit) -> None:
        super().__init__(shell, back, submit)
        self.form = Form(
            shell,
            "Play alone against bots",
            self._start_values(),
            self._fields,
            "Begin the game",
            self._go,
            back,
            self._judge,
            self._changed,
            summary=self._summary,
        )

    def _fields(self, values: Values) -> Sequence[Field]:
        return [*game_fields(values), kind_field(), settings_field(self._page)]

    def _summary(self, values: Values) -> str:
        return f"You and {values['seats'] - 1} bots, at once. The game is saved as you play; Resume takes it up again."

    def _go(self, values: Values) -> None:
        settings = complete_settings(values["game"], values["seats"], values["settings"])
        self._submit(NewTable(values["game"], values["seats"], settings, values["seats"] - 1, values["kind"]))


class HostForm(TableForm):
    """A table for friends. With a `home` it begins with the last one that was opened there, and keeps this one.

    What is changed in the lobby is kept when the game begins.
    """

    def __init__(self, shell: Shell, back: Callable[[], None], submit: Submit, home: Home | None = None) -> None:
        super().__init__(shell, back, submit)
        self._home = home
        self._usual = self._start_values() | {
            "bots": 0,
            "private": False,
            "code": new_code(),
            "listed": True,
            "relay": None,
            "listen": None,
        }
        self._last = last_table(home) if home is not None else {}
        values = self._usual | {"usual": None} | self._last
        self.form = Form(
            shell,
            "Host a table",
            values,
            self._fields,
            "Open the table",
            self._go,
            back,
            self._judge,
            self._changed,
            summary=self._summary,
        )

    def _fields(self, values: Values) -> Sequence[Field]:
        seats, bots = values["seats"], values["bots"]
        fields = [*game_fields(values), Field("bots", "Bots", lambda n: _bots(n, seats), range(seats))]
        if bots:
            fields.append(kind_field())
        fields.append(settings_field(self._page))
        fields.append(
            switch(
                "private",
                "Private",
                "yes: only who types the code of the table gets in. Say it aloud; do not send it with the line.",
                "no: whoever has the invitation, or finds the table on your network, may sit down.",
            )
        )
        if values["private"]:
            code = values["code"]
            own = f"Three words by chance, or your own of at least {LEAST} letters."
            fields.append(Field("code", "Code", lambda _: own, (), read_code, code, str))
        fields += [
            switch(
                "listed",
                "Shown on your network",
                "yes: others on your local network find the table under Join a table.",
                "no: only who has the invitation knows of the table.",
            ),
            Field("relay", "Relay", _relay, (), read_address, None, lambda address: address or NO_RELAY),
            Field("listen", "Listen at", _listen, (), read_listen, None, lambda where: where or ANYWHERE),
        ]
        if self._last:
            fields.append(Field("usual", "Like your last table", _usual, show=lambda _: USUAL, open=self._as_usual))
        return fields

    def _as_usual(self) -> None:
        """Forget the last table: all fields as they are at first."""
        self._last = {}
        self.form.values.update(self._usual)
        self.form.move_to(len(self.form.fields))

    def _summary(self, values: Values) -> str:
        friends = values["seats"] - 1 - values["bots"]
        if not friends:
            return "You and bots alone: the game begins at once."
        whom = "one friend" if friends == 1 else f"{friends} friends"
        return f"The next screen shows the invitation for {whom}, and who has come. Bots can fill seats there, too."

    @override
    def _judge(self, values: Values) -> str:
        if values["listen"] == NOWHERE and values["relay"] is None:
            return "if you listen nowhere, only a relay leads to this table"
        return super()._judge(values)

    def _go(self, values: Values) -> None:
        table = NewTable(
            values["game"],
            values["seats"],
            complete_settings(values["game"], values["seats"], values["settings"]),
            values["bots"],
            values["kind"],
            values["listen"],
            parse_address(values["relay"]) if values["relay"] is not None else None,
            values["code"] if values["private"] else None,
            values["listed"],
        )
        home = self._home
        if home is not None:
            opened = dict(values)  # the form may be filled in anew before the game begins
            keep(home, opened)
            table = replace(table, begun=lambda form, bots: keep(home, opened | as_begun(form, bots)))
        self._submit(table)


def as_begun(form: Agreed, bots: int) -> dict[str, Any]:
    """The fields that may have changed in the lobby, as all have signed them; `bots` of ours play."""
    signed: Any = form.settings
    seats = len(form.seats)
    return {"seats": seats, "bots": bots, "settings": changed_settings(form.game, seats, dict(signed))}


def read_address(text: str) -> str:
    """HOST:PORT as typed. Raises UsageError."""
    try:
        return parse_address(text).text
    except AddressError as error:
        raise UsageError(f"{error}; type HOST:PORT, as in example.org:7447") from error


def read_listen(text: str) -> str:
    """Where to listen, as typed. Raises UsageError."""
    return NOWHERE if text.lower() == NOWHERE else read_address(f"0.0.0.0:{text}" if text.isdecimal() else text)


def _bots(count: int, seats: int) -> str:
    free = seats - 1 - count
    if not free:
        return f"{count} bots on this machine: nobody else can sit down, the game begins at once."
    people = "one seat is" if free == 1 else f"{free} seats are"
    return f"{count or 'No'} {'bot' if count == 1 else 'bots'} on this machine; {people} free for friends."


def _usual(_: object) -> str:
    return "The fields are as when you last opened a table. Enter gives all of them their usual values back."


def _relay(address: str | None) -> str:
    if address is None:
        return "none: players link directly, which is enough at home. A relay joins those who cannot reach each other."
    return f"Who cannot be reached directly meets at {address}; it can read nothing."


def _listen(where: str | None) -> str:
    if where is None:
        return "any free port from 7777 on, at every address of this computer. Type a port for a router or firewall."
    if where == NOWHERE:
        return "nowhere: everybody comes by the relay."
    return f"just {where}."
