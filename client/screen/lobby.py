"""The lobby on the full screen: who sits where, under which rules, and all that can be done before the game.

What is done is typed into `Desk` as a line, so that keys and typing lead through the same judgement.
"""

from collections.abc import Callable

from client.lobby.desk import Desk
from client.lobby.settings import chosen, shown
from client.lobby.showing import key_sentences, setting_sentences, waiting
from client.screen.canvas import Canvas, Name
from client.screen.inviting import Inviting
from client.screen.keys import Action
from client.screen.lobby_panes import PANE, Look, draw_lobby
from client.screen.menu import Item, Menu
from client.screen.opening import BEGINS, answering, progress
from client.screen.overlays import Confirming, Reading
from client.screen.pointing import LINES, ROW, Mouse
from client.screen.terminal import ScreenTerminal
from client.screen.variants import settings_page
from client.screen.views import Typing
from client.words.general import names, since
from engine.core.plain import Plain
from protocol.lobby import Person, View

PANES = ("seats", "rules", "talk")
NOT_YET = "the host has not shown the table yet"
LEAD = ("A change asks everybody to be ready again.",)
COMPARE = "Whoever doubts compares these words aloud: each player reads those of kingsmoot id."
CONNECTING = "Joining the table"
SIGNING = "All are ready; everybody signs the table ..."
READS = "Somebody may be looking at the key of another player before signing. Esc leaves."


class LobbyView:
    """Seats, rules, keys and talk of a lobby. `clock`: seconds, for how long something is waited for."""

    def __init__(self, terminal: ScreenTerminal, desk: Desk, clock: Callable[[], float]) -> None:
        self._terminal = terminal
        self._shell = terminal.shell
        self._desk = desk
        self._clock = clock
        self._look = Look()
        self._seen: object = None
        self._since = clock()

    @property
    def title(self) -> str:
        """Of the terminal window."""
        view = self._desk.view
        if view is None:
            return "Kingsmoot: lobby"
        return f"Kingsmoot: lobby, {len(view.seated)} of {view.offer.seats}"

    def draw(self, canvas: Canvas) -> None:
        """All of it; while the host is called what comes of that, and in the end that the game begins."""
        view = self._desk.view
        if view is None:
            told = [line.text for line in self._desk.story]
            progress(canvas, CONNECTING, [*self._terminal.notices, *told])
            return
        if self._desk.signing:
            lacking = self._desk.lacking
            progress(canvas, BEGINS, [SIGNING, *([f"Waiting for {names(lacking)}. {READS}"] if lacking else [])])
            return
        self._look.seat = max(0, min(self._look.seat, view.offer.seats - 1))
        draw_lobby(canvas, self._desk, view, self._look)

    # ------------------------------------------------------------ the line below
    def status(self) -> list[str]:
        """What is to be done, and whom all wait for."""
        view, desk = self._desk.view, self._desk
        lacking = desk.lacking if desk.signing else []
        seen = (view, desk.signing, lacking)
        if seen != self._seen:
            self._seen, self._since = seen, self._clock()
        time = f"(since {since(self._clock() - self._since)})"
        if self._terminal.asked is not None:
            return ["You: answer the question (Enter)."]
        if view is None:
            return [f"Waiting for: the host {time}. Esc gives up."]
        if desk.signing:
            return [f"Waiting for: {names(lacking) or 'all'} to sign the table {time}"]
        waits = f"Waiting for: {waiting(view, desk.me) or 'the table to be signed'} {time}"
        todo = self._todo(view)
        return [f"You: {todo}", waits] if todo else [waits]

    def _todo(self, view: View) -> str:
        mine = view.person(self._desk.me)
        if mine is None:
            return ""
        wishing = [person.name for person in view.people if person.swap == mine.identity]
        if wishing:
            return f"{names(wishing)} would change seats with you; w agrees."
        if mine.seat is None:
            return "take a free seat by its number, or with the arrows and Enter."
        if self._desk.cut_off:
            return f"nobody can come: the relay {self._desk.cut_off}; start it, or leave and open the table anew."
        if view.free and self._desk.tools is not None:
            return "give the invitation to the others, or fill seats with bots: b."
        if not view.free and not mine.ready and not self._desk.yes:
            return "read the rules, then press r when you are ready for this table."
        return ""

    # ------------------------------------------------------------ what can be done
    def actions(self) -> list[Action]:
        """Everything, the host's own last."""
        if self._terminal.asked is not None:
            return [answering(self._terminal)]
        if self._desk.signing:
            return []  # nothing can be changed any more; what leaves is the shell's

        def act(name: str, label: str, keys: tuple[str, ...], run: Callable[[], None], hint: str = "") -> Action:
            return Action(name, label, keys, run, self._not_yet, hint)

        actions = [
            act("lobby_ready", "be ready, or no longer", ("r",), self._ready, "ready"),
            act("lobby_take", "take the free seat under the cursor", ("enter",), self._take),
            act("lobby_swap", "change seats with somebody", ("w",), self._swap, "swap"),
            act("lobby_stand", "leave my seat and stand", ("s",), lambda: self._submit("stand")),
            act("lobby_say", "say something to all", ("t",), self._say, "talk"),
            act("lobby_words", "the key of each player in words", ("f",), self._words),
            act("lobby_type", "type a command", (":",), self._type),
            act("lobby_pane", "let the arrows move the next pane", ("tab",), self._next_pane),
            act("list_up", "up", ("up", "k"), lambda: self._move(-1)),
            act("list_down", "down", ("down", "j"), lambda: self._move(1)),
            act("list_page_up", "a page up", ("pageup",), lambda: self._move(-8)),
            act("list_page_down", "a page down", ("pagedown",), lambda: self._move(8)),
        ]
        if self._desk.tools is None:
            return [*actions, act("lobby_options", "read all settings", ("o",), self._read_options, "settings")]
        return [
            *actions,
            act("lobby_more_bots", "one bot more", ("b", "+"), lambda: self._bots(1), "bot"),
            act("lobby_fewer_bots", "one bot less", ("B", "-"), lambda: self._bots(-1)),
            act("lobby_options", "change the settings of the table", ("o",), self._options, "settings"),
            act("lobby_invite", "the invitation alone, to be copied", ("i",), self._invite, "invite"),
            act("lobby_kick", "take somebody from the table", ("K",), self._kick),
        ]

    def _words(self) -> None:
        view = self._desk.view
        assert view is not None, "else there is no such action"
        self._shell.open(Reading("Keys in words", [COMPARE, "", *key_sentences(view, self._desk.me)]))

    def _not_yet(self) -> str:
        return NOT_YET if self._desk.view is None else ""

    def _submit(self, line: str) -> None:
        self._terminal.submit(line)

    def _ready(self) -> None:
        view = self._desk.view
        mine = view.person(self._desk.me) if view is not None else None
        self._submit("unready" if mine is not None and mine.ready else "ready")

    def _at_cursor(self) -> Person | None:
        view = self._desk.view
        people = view.people if view is not None and self._look.focus == "seats" else ()
        return next((person for person in people if person.seat == self._look.seat), None)

    def _take(self) -> None:
        person = self._at_cursor()
        if person is None:
            self._submit(f"seat {self._look.seat + 1}")
        elif person.identity == self._desk.me:
            self._shell.say("That is your own seat; r says that you are ready.")
        else:
            self._shell.say(f"That is the seat of {person.name}; w asks to change seats.")

    def _swap(self) -> None:
        view = self._desk.view
        assert view is not None, "else there is no such action"
        wishing = [person for person in view.people if person.swap == self._desk.me]
        person = self._at_cursor()
        if len(wishing) == 1:
            self._submit(f"swap {_called(wishing[0])}")
        elif person is not None and person.identity != self._desk.me:
            self._submit(f"swap {_called(person)}")
        else:
            self._somebody("Change seats with", lambda other: self._submit(f"swap {_called(other)}"))

    def _kick(self) -> None:
        def sure(other: Person) -> None:
            question = [f"Take {other.name} from the table? The seat is free then, and {other.name} cannot come back."]
            self._shell.open(Confirming("Kick", question, lambda: self._submit(f"kick {_called(other)}"), lambda: None))

        person = self._at_cursor()
        if person is not None and person.identity != self._desk.me:
            sure(person)
        else:
            self._somebody("Take from the table", sure)

    def _somebody(self, title: str, then: Callable[[Person], None]) -> None:
        """Choose one of the others."""

        def item(person: Person) -> Item:
            def run() -> None:
                self._shell.show(self)
                then(person)

            seat = "stands" if person.seat is None else f"seat {person.seat + 1}"
            return Item(person.name, f"{seat}{', bot' if person.bot else ''}", run)

        def items() -> list[Item]:
            people = self._desk.view.people if self._desk.view is not None else ()
            return [item(person) for person in people if person.identity != self._desk.me]

        if items():
            self._shell.show(Menu(self._shell, title, items, lambda: self._shell.show(self)))
        else:
            self._shell.say("Nobody else is here.")

    def _say(self) -> None:
        self._shell.type(Typing("say", lambda text: self._submit(f"say {text}"), lambda _: (), "talk"))

    def _type(self) -> None:
        self._shell.type(Typing("lobby", self._submit, self._desk.completions))

    def _bots(self, by: int) -> None:
        assert self._desk.tools is not None, "only a host has this action"
        self._submit(f"bots {max(0, len(self._desk.tools.ours()) + by)}")

    def _invite(self) -> None:
        tools = self._desk.tools
        assert tools is not None, "only a host has this action"
        self._shell.open(Inviting(tools.invitation, tools.code))

    # ------------------------------------------------------------ settings
    def _read_options(self) -> None:
        view = self._desk.view
        assert view is not None, "else there is no such action"
        self._shell.open(Reading("Settings", setting_sentences(view, whole=True)))

    def _options(self) -> None:
        view = self._desk.view
        assert view is not None, "else there is no such action"
        offer = view.offer
        before: dict[str, Plain] = chosen(offer)

        def done(seats: int, settings: dict[str, Plain]) -> None:
            self._shell.show(self)
            if (seats, settings) != (offer.seats, before):
                pairs = " ".join(f"{name}={shown(value)}" for name, value in settings.items())
                self._submit(f"seats {seats} {pairs}")

        mine = view.person(self._desk.me)
        if mine is not None and mine.ready:
            self._submit("unready")  # else the game might begin while the page is open
        self._shell.show(settings_page(self._shell, offer.game, offer.seats, before, done, LEAD, resize=True))

    # ------------------------------------------------------------ moving
    def _next_pane(self) -> None:
        self._look.focus = PANES[(PANES.index(self._look.focus) + 1) % len(PANES)]

    def _move(self, by: int) -> None:
        look = self._look
        if look.focus == "seats":
            look.seat = max(0, look.seat + by)
        elif look.focus == "rules":
            look.rules = max(0, look.rules + by)
        else:
            look.talk = max(0, look.talk - by)  # it is read from its end

    def key(self, key: str) -> bool:
        """A digit takes that seat."""
        if key.isdecimal() and key != "0" and self._seats_open:
            self._look.focus, self._look.seat = "seats", int(key) - 1
            self._submit(f"seat {key}")
            return True
        return False

    @property
    def _seats_open(self) -> bool:
        return self._desk.view is not None and self._terminal.asked is None and not self._desk.signing

    def mouse(self, name: Name | None, what: Mouse) -> bool:
        """A click on a seat does what its digit does; the wheel scrolls a text."""
        kind, which = name if name is not None else ("", "")
        if what is Mouse.CLICK:
            return kind == ROW and self.key(str(int(which) + 1))
        if kind != PANE:
            return False
        self._look.focus = str(which)
        self._move(what.step * LINES)
        return True

    def leave(self) -> None:
        """Ask, then leave."""
        what = "The table is closed for all then." if self._desk.tools is not None else "Your seat is free then."
        if self._desk.view is None:
            self._submit("quit")
        else:
            self._shell.open(Confirming("Leave the lobby?", [what], lambda: self._submit("quit"), lambda: None))


def _called(person: Person) -> str:
    """How a command calls somebody: a name that is a number would be a seat."""
    return str(person.seat + 1) if person.name.isdecimal() and person.seat is not None else person.name
