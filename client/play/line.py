"""Line mode: what is typed goes in, text comes out. It knows no terminal, no clock of its own and no network."""

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from client.piles import Pile
from client.play.answering import Answering, empty
from client.play.asking import Ask, Heard, Meaning
from client.play.cells import cut, fold
from client.play.choosing import Choice, Unclear
from client.play.chronicle import STORY, Chronicle, Told
from client.play.draft import Draft
from client.play.hinting import LAST, NOT_ASKED, hint_lines
from client.play.looking import Lookup
from client.play.standing import ALONE, SILENT, Standing
from client.play.table import Kept, Table
from client.words.general import GameWords
from engine.core.errors import Over, Refused
from engine.core.match import Match
from engine.core.plain import Plain
from engine.core.questions import One, Question, Seal, Together
from net.telling import Away, Back, TableClosed, TableEvent, TableOver
from protocol.events import Answered, Asked, Event
from protocol.faults import IllegalFault, LocalFault

__all__ = ["ALONE", "SILENT", "STORY", "LineMode", "Told"]


class LineMode:
    """One person at one table.

    `match` starts as `fresh` and moves with the events read here: the table's own may be further on, and a sentence
    must fit the position it speaks of. `kept`: where the table is kept, None for one that is not. `live`: the terminal
    shows the status all the time, so it is not told again.
    `draft`: what was chosen and not sent; whoever keeps tables puts one here that is kept, before anything happens.
    """

    def __init__(
        self, table: Table, fresh: Match[Any], words: GameWords, clock: Callable[[], float], live: bool = False
    ) -> None:
        self.table = table
        self.words = words
        self.kept: Kept | None = None
        self._past = Chronicle(table, fresh, words)
        self._standing = Standing(table, words, self._past, clock)
        self._lookup = Lookup(table, words, self._past, self._hint, self.status)
        self._unasked: tuple[int, Any] | None = None
        self._live = live
        self._restored: list[str] = []
        self.draft = Draft()
        self._ask: Ask | None = None
        self._answering: Answering | None = None

    # ------------------------------------------------------------ what happens
    @property
    def match(self) -> Match[Any]:
        """The game as far as it was told here."""
        return self._past.match

    @property
    def outcome(self) -> Over | None:
        """How the game ended, once the audit is done as that leaves it; None before the end."""
        return self._past.final

    @property
    def story(self) -> deque[Told]:
        """What was told, the latest last."""
        return self._past.story

    @property
    def before(self) -> Match[Any] | None:
        """The game as it stood when this person answered last; None before that."""
        return self._past.before

    @property
    def piles(self) -> tuple[Pile, ...]:
        """Where the closed cards lie, mine first, with the faces that I see; nothing in a game without closed cards."""
        return self._past.piles

    @property
    def over(self) -> bool:
        """Whether nothing is left but talk."""
        return self._standing.over

    @property
    def closed(self) -> bool:
        """Whether nothing more will come."""
        return self._standing.closed

    @property
    def failed(self) -> str:
        """Why the game was not played to its end; empty if it was, or may be."""
        return self._standing.failed

    @property
    def mine(self) -> bool:
        """Whether this person is asked and has not answered."""
        return self._ask is not None

    @property
    def begun(self) -> bool:
        """Whether somebody is asked, or was: before, all commit to their secrets, and what comes first is drawn."""
        if self.over or self.mine or self.match.index > 0:
            return True
        return self.table.slot > 0 and isinstance(self.match.question, One | Together | Seal)

    def note(self, text: str) -> None:
        """Keep something for whoever looks back at what happened."""
        self._past.notice(text)

    def note_talk(self, lines: Iterable[str]) -> None:
        """Keep what was said before the game began for whoever looks back at the talk; it stands in no record."""
        self._past.said_before(lines)

    def retell(self, events: Iterable[Event]) -> None:
        """Know again what an earlier run was told, from where `fresh` stands; before anything happens."""
        self._past.retell(events)

    def opening(self) -> list[str]:
        """What is shown first."""
        return [*self.words.board(self.match, self.table.seat), "", "help lists what you can type."]

    def happened(self, event: TableEvent) -> list[str]:
        """What an event of the table looks like; afterwards `mine` and `status` tell how things stand."""
        if isinstance(event, Answered):
            self._ask = self._answering = self._unasked = None
            self._standing.moved()
            return self._past.answered(event)
        if isinstance(event, Asked):
            return self._asked(event)
        if isinstance(event, TableOver):
            self._ask = None
            return self._standing.ended(event)
        if isinstance(event, TableClosed):
            self._ask = None
            return self._standing.shut(event)
        if isinstance(event, Away | Back):
            self._standing.link(event)
        return self._past.news(event)

    @property
    def company(self) -> list[str]:
        """Who is still there when all is over, by names; nobody once the table is closed."""
        return self._standing.company

    @property
    def end(self) -> str:
        """How it ended, or why it cannot go on, in a sentence; empty until then."""
        return self._past.end

    def _asked(self, event: Asked) -> list[str]:
        """Begin to ask."""
        needless = self.words.needless(self.match, event.question, self.table.seat)
        if needless is not None:
            self._unasked = (event.slot, needless[0])
            return self._past.spared(event.slot, needless[1])
        self._answering = Answering(self.table, self.words, self._past, event)
        self._ask = self._answering.ask()
        self._restored = self.draft.restore(self._ask)
        return ["", *self._status_once(), *self._ask.listing()]

    def restored(self) -> list[str]:
        """That what an earlier run had chosen is here again; it is told once."""
        lines, self._restored = self._restored, []
        return lines

    @property
    def ask(self) -> Ask | None:
        """The question that this person is asked now."""
        return self._ask

    @property
    def question(self) -> Question[Any] | None:
        """What is asked, while `ask` stands."""
        return self._answering.question if self._answering is not None else None

    @property
    def away(self) -> Mapping[int, str]:
        """The seats without a link, each with the word for it: away, or left if its player closed the program."""
        return self._past.away

    @property
    def gone(self) -> list[str]:
        """Who is waited for and has been without a link for long, by names."""
        return self._standing.gone

    def unasked(self) -> tuple[int, Any] | None:
        """An answer for the table that this person need not be asked for; it is given out once."""
        answer, self._unasked = self._unasked, None
        return answer

    # ------------------------------------------------------------ what is typed
    def picked(self, choice: Choice) -> Heard:
        """Take a piece that was picked on a screen, one of `ask.building.choices`."""
        heard = self._picked(choice)
        self.draft.follow(self._ask)
        return heard

    def dropped(self, piece: Plain) -> Heard:
        """Take back one of the pieces chosen, wherever it stands among them."""
        heard = self._dropped(piece)
        self.draft.follow(self._ask)
        return heard

    def typed(self, line: str) -> Heard:
        """Take one typed line."""
        heard = self._typed(line)
        self.draft.follow(self._ask)
        return heard

    def _picked(self, choice: Choice) -> Heard:
        ask = self._ask
        if ask is None or choice not in ask.building.choices:
            return Heard(["That choice is gone; the table has gone on."])
        try:
            return self._sent(ask.pick(choice, self._caution))
        except Refused as refused:
            return self._barred(refused)

    def _dropped(self, piece: Plain) -> Heard:
        ask = self._ask
        if ask is None or piece not in ask.building.pieces:
            return Heard(["That piece is gone; the table has gone on."])
        try:
            return ask.drop(piece)
        except Refused as refused:
            return self._barred(refused)

    def _typed(self, line: str) -> Heard:
        text = "".join(letter if letter.isprintable() else " " for letter in line).strip()
        word, _, rest = text.partition(" ")
        word = word.lower()
        if not text:
            return Heard(self._status_once())
        if word in ("quit", "exit") and not rest:
            return Heard(leave=True)
        if self._ask is not None:
            heard = self._ask.command(text, self._caution)
            if heard is not None:
                return self._sent(heard)
        if word == "say" and rest.strip() and not self._is_choice(text):
            return Heard(say=rest.strip())
        if word == "preview" and not self._is_choice(text):
            return Heard(self._preview(rest.strip()))
        if word in self._lookup.words and not self._is_choice(text):
            return Heard(self._lookup(word, rest.strip()))
        if self._ask is None or self._answering is None:
            return Heard([*fold(f"`{text}` is no command; help lists them."), *self._status_once()])
        try:
            return self._sent(self._ask.pieces(text, self._caution))
        except Unclear as unclear:
            forbidden = self._answering.forbidden(self._ask.building, unclear.whole)
            if forbidden is not None:
                return self._barred(forbidden)
            return Heard(self._answering.explain(self._ask.building, unclear))
        except Refused as refused:
            return self._barred(refused)

    def why_not(self, piece: Plain) -> Heard | None:
        """Why a piece may not come next; None if it may, or if nothing is asked."""
        if self._ask is None:
            return None
        building = self._ask.building
        try:
            building.options.complete((*building.pieces, piece), self.table.known)
        except Refused as refused:
            return self._barred(refused)
        return None

    def _barred(self, refused: Refused) -> Heard:
        return Heard(self._past.refused(refused), meaning=Meaning.REFUSED)

    def is_command(self, line: str) -> bool:
        """Whether `line` works at any time, and not only as an answer."""
        word = line.strip().partition(" ")[0].lower()
        return not word or word in self._lookup.words or word in ("quit", "exit")

    def _is_choice(self, text: str) -> bool:
        """Whether the whole line names a choice in full: then that is meant, and not a command of the same name."""
        if self._ask is None:
            return False
        return any(choice.label.text.casefold() == text.casefold() for choice in self._ask.building.choices)

    def _sent(self, heard: Heard) -> Heard:
        if heard.choice is not None:
            self._ask = None
            self._standing.moved()
        return heard

    def not_taken(self, fault: LocalFault) -> list[str]:
        """The table did not take the answer after all: say why, and ask again if that helps."""
        if isinstance(fault, IllegalFault) and self._answering is not None:
            lines = self._past.refused(Refused(fault.clause, fault.code))
            return [*lines, *self._asked(self._answering.event)]
        return fold(f"Not sent: {fault}.")

    def cost(self) -> str:
        """What the answer costs as it stands, if it is complete; empty if nothing worth a question."""
        answers = self._ask.building.answers if self._ask is not None else ()
        return self._caution(answers[0]) if answers else ""

    def _caution(self, value: Any) -> str:
        return self._answering.cost(value) if self._answering is not None else ""

    def _preview(self, text: str) -> list[str]:
        """The figures with the pieces so far, and with the one that `text` names."""
        if self._ask is None or self._answering is None:
            return ["You are not asked now; preview shows where an answer leads."]
        return self._answering.preview(self._ask.building, text)

    def _hint(self) -> list[str]:
        """What a bot would do in this person's place; out of turn what it would have answered to the last question."""
        match = self._past.questioned
        if match is None or match.question is None:
            return [NOT_ASKED]
        table, question = self.table, match.question
        blank = empty(table, self.words, match, question)
        chosen = self._ask.building.pieces if self._ask is not None else ()
        lines = hint_lines(self.words, match, question, table.seat, table.known, blank, chosen)
        return lines if self._ask is not None else [LAST, *lines]

    # ------------------------------------------------------------ the line below
    def status(self) -> list[str]:
        """`You: ...` or `Waiting for: ...`, one line each way."""
        return self._standing.status(self._ask.prompt if self._ask is not None else None)

    @property
    def waits(self) -> str:
        """Whom the table waits for while this person is not asked, as the status has it; empty if nobody is."""
        return "" if self.mine or self.over or self.match.outcome is not None else self._standing.waits

    def _status_once(self) -> list[str]:
        return [] if self._live else self.status()

    def prompt(self) -> str:
        """What stands before the line being typed: who I am."""
        return f"{cut(self._past.who(self.table.seat), 24)}> "

    def completions(self, text: str) -> list[tuple[str, str]]:
        """What may stand in place of `text`: the whole line and a note for each."""
        word, blank, rest = text.partition(" ")
        if self._ask is not None and blank and word == "preview":
            return [(f"preview {line}", label.note) for line, label in self._ask.building.completions(rest)]
        if self._ask is None or (blank and word in self._lookup.words):
            return self._lookup.completions(word, blank, rest)
        offered = [(line, label.note) for line, label in self._ask.building.completions(text)]
        extra = [(command, note) for command, note in self._ask.words() if command.startswith(text.strip())]
        return offered + extra

    def commands(self, text: str) -> list[tuple[str, str]]:
        """The commands at any time that may stand in place of `text`: the whole line and a note for each."""
        return self._lookup.completions(*text.partition(" "))

    def subjects(self, command: str, typed: str) -> list[tuple[str, str]]:
        """The names that a command at any time can be followed by and that hold what is typed, with a note."""
        return self._lookup.subjects(command, typed)

    def look(self, command: str, rest: str = "") -> list[str]:
        """What a command that works at any time is answered by."""
        return self._lookup(command, rest)
