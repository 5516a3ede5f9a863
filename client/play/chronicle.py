"""What has happened at a table, in sentences for one person, and how it stands by what was told so far."""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from client.piles import Pile, listed, piles, seen
from client.play.cells import TALK, fold, marked
from client.play.table import Table
from client.words import general
from client.words.cards import card_words, left
from client.words.general import GameWords
from client.words.passing import PASSED, passings
from client.words.telling import headings, tellings
from client.words.withheld import WITHHELD, clause, instead
from engine.core.errors import Over, Refused
from engine.core.match import Match
from engine.core.questions import One, Question, Roll, Seal, Show, Together
from net.faults import FAREWELLS
from net.link import LEAVING
from net.telling import Away, Back, TableEvent
from protocol.events import Answered, Ended, Event, Fault, Lost, OtherCopy, Said, TwoStories, Watched

KEPT = 500
"""Sentences that `log` can go back."""
STORY = 2_000
"""Things told that a screen can go back."""
HAPPENED = ("event", "forced")
"""The kinds of what belongs to the game."""
MINE = "mine"
"""The kind of the mark that this person has answered."""
AWAY, LEFT = "away", "left"
"""Words for a seat without a link."""


@dataclass(frozen=True)
class Told:
    """Something that was told at the table, in one sentence or more.

    `kind`: event (the rules), forced (a step that left no choice, taken by itself), stage (a new phase begins), chat
    (somebody speaks), notice (links, the end), or mine (no text: an answer of this person, what came of it follows).
    `name`: of an event, also of one that left no choice, as the rules call it, and `data` what follows its name; of
    what is none of theirs `client.words.withheld.WITHHELD` for an answer that they refuse,
    `client.words.passing.PASSED` for a step left out.
    """

    kind: str
    text: str
    slot: int
    name: str = ""
    data: tuple[Any, ...] = ()


class Chronicle:
    """The past of one table as one person is told it.

    Attributes:
        match: starts as it is given and moves with the answers told; the table's own may be further on.
        story: everything told, by kinds, for a screen.
        said: the sentences of the rules, in lines of 80 cells.
        rolled: the same of the last draw.
        ruling: the last sentence that a rule stands behind, and its clause.
        before: the game as it stood when this person answered last; None before that.
        final: the outcome as the audit leaves it; None before the end.
        away: the seats without a link, each with the word for it.
        over: nothing is left to play, so nobody's seat is waited for any more.
        end: the sentence on how it ended, or was stopped; empty until then.
    """

    def __init__(self, table: Table, match: Match[Any], words: GameWords) -> None:
        self.match = match
        self.story: deque[Told] = deque(maxlen=STORY)
        self.said: deque[str] = deque(maxlen=KEPT)
        self.rolled: tuple[str, ...] = ()
        self.ruling: tuple[str, str] = ("", "")
        self.before: Match[Any] | None = None
        self.final: Over | None = None
        self._open: tuple[str, str] = ("", "")
        self.away: dict[int, str] = {}
        self.over = False
        self.end = ""
        self._table = table
        self._words = words
        self._slot = 0
        self._spared = 0
        self._watched = 0

    def who(self, seat: int) -> str:
        """How a seat is called."""
        return self._words.seat(self.match, seat)

    # ------------------------------------------------------------ the game
    def answered(self, event: Answered) -> list[str]:
        """Go one answer on, and tell what it led to."""
        words, before = self._words, self._words.stage(self.match)
        stands = instead(words, self.match, event.question, event.reply)
        passed = passings(words, self.match)(event.reply)
        mine = event.slot != self._spared and self._asks_me(event.question)
        if mine:
            self.before = self.match.fork()
        self.match.answer(event.reply)
        self._open = ("", "")
        self._slot = event.slot
        if mine:
            self.story.append(Told(MINE, "", event.slot))
        lines: list[str] = []
        for sentence in stands:
            self.ruling = (sentence, clause(words))
            lines += self._event(sentence, WITHHELD)
        for sentence in passed:
            lines += self._event(sentence, PASSED)
        heads = headings(words, event.events, before, words.stage(self.match))
        above: list[tuple[int, str]] = []
        for told in tellings(words, self.match, event.events):
            if told.at in heads:
                above.append(self._headed(heads[told.at], lines))
            if told.text:
                kind = "forced" if told.clause else "event"
                self.story.append(Told(kind, told.text, event.slot, told.name, told.data))
            lines += [line for part in told.text.splitlines() for line in fold(part, "  ")]
            if told.clause:
                self.ruling = (told.text, told.clause)
        for sentence in (*left(words, event.claims, self.who), *self._sight(event.question)):
            lines += self._event(sentence)
        if isinstance(event.question, Roll):
            self.rolled = tuple(lines) or (f"Drawn: {', '.join(str(n + 1) for n in event.reply.rolled)}.",)
        self.said += lines
        if len(event.events) in heads and self.match.outcome is None:  # else nothing more comes below it
            above.append(self._headed(heads[len(event.events)], lines))
        self.final = self.match.outcome
        shown = list(lines)
        for at, head in reversed(above):
            shown.insert(at, f"-- {head}")
        return shown if self.final is None else [*shown, *words.outcome(self.match, self.final)]

    def _headed(self, head: str, lines: Sequence[str]) -> tuple[int, str]:
        """A new phase begins here, below so many lines."""
        self.story.append(Told("stage", head, self._slot))
        return len(lines), head

    def _event(self, sentence: str, name: str = "") -> list[str]:
        """Tell something of the game that is no event of the rules."""
        self.story.append(Told("event", sentence, self._slot, name))
        return fold(sentence, "  ")

    def _sight(self, question: Question[Any]) -> list[str]:
        """The cards that this person has come to see and nobody else, if there are any yet."""
        known, cards = self._table.known, card_words(self._words)
        mine = question.to.get(self._table.seat, ()) if isinstance(question, Show) else ()
        faces = [handle for handle in mine if handle in known]
        return [f"You see: {listed(seen(cards, faces, known))}."] if faces else []

    @property
    def piles(self) -> tuple[Pile, ...]:
        """The closed cards, as this person sees them."""
        table = self._table
        return piles(self._words, self.match, len(table.names), table.known, table.seat)

    def asked(self, question: Question[Any]) -> str:
        """This person is asked: gives the prompt."""
        prompt = self._words.prompt(self.match, question, self._table.seat)
        self._open = (f"You are asked: {prompt}", question.clause)
        return prompt

    def spared(self, slot: int, sentence: str) -> list[str]:
        """Tell, once, why this person is not asked in `slot`."""
        if slot == self._spared:
            return []
        self._spared = slot
        return self.notice(sentence)

    def refused(self, refused: Refused) -> list[str]:
        """Tell what the rules forbid, with the clause."""
        sentence = self._words.refusal(self.match, refused)
        self.ruling = (sentence, refused.clause)
        return [*fold(f"Not allowed: {sentence}.", "  "), *self._clause(refused.clause)]

    def why(self) -> list[str]:
        """The last ruling with its clause, and what is asked with its own."""
        told = [(sentence, clause) for sentence, clause in (self.ruling, self._open) if sentence]
        lines = [line for sentence, clause in told for line in (*fold(sentence), *self._clause(clause))]
        return lines or ["No rule has been used yet."]

    def _clause(self, clause: str) -> list[str]:
        text = self._words.clauses.get(clause)
        return fold(f"  {clause}: {text}", "    ") if text else []

    # ------------------------------------------------------------ the people
    def news(self, event: TableEvent) -> list[str]:
        """Tell what the rules do not know of: talk, links, the end. What people need not know is not told."""
        if isinstance(event, Away):
            return self._gone(event)
        if isinstance(event, Back):
            word = "back" if event.seat in self.away else "here"
            self.away.pop(event.seat, None)
            return self.notice(f"{self.who(event.seat)} is {word}.")
        if isinstance(event, Said):
            return self._hear(event)
        if isinstance(event, TwoStories):
            return self.notice(general.two_stories(self.who(event.seat)))
        if isinstance(event, Ended):
            self.final = Over(event.ranking, event.outcome.clause)
        if isinstance(event, Ended | Fault | Lost | OtherCopy):
            return self.ended(general.ending(event, self.who))
        if isinstance(event, Watched) and event.count > self._watched:  # not again for one who comes and goes
            self._watched = event.count
            who = "Somebody watches" if event.count == 1 else f"{event.count} spectators watch"
            return self.notice(f"{who} this game.")
        return []

    def _gone(self, event: Away) -> list[str]:
        """Whoever said goodbye has left; a link that broke may be back at any moment."""
        self.away[event.seat] = LEFT if event.cause == FAREWELLS[LEAVING] else AWAY
        gone = "has left" if self.away[event.seat] == LEFT else "is away"
        if self.over:
            return self.notice(f"{self.who(event.seat)} {gone} ({event.cause}).")
        return self.notice(f"{self.who(event.seat)} {gone} ({event.cause}); the seat waits for its player.")

    def _hear(self, event: Said) -> list[str]:
        """Somebody speaks. It never stands among what happened, and nothing takes it back."""
        text = f"{self.who(event.seat)} says: {event.text}"
        self.story.append(Told("chat", text, self._slot))
        return marked(text, TALK)

    def said_before(self, lines: Iterable[str]) -> None:
        """What was said in the lobby."""
        self.story.extend(Told("chat", f"In the lobby {line}", self._slot) for line in lines)

    def ended(self, text: str) -> list[str]:
        """Tell how it ended, or why it cannot go on."""
        self.end = text
        return self.notice(text)

    def notice(self, text: str) -> list[str]:
        """Tell something that the rules do not know of."""
        self.story.append(Told("notice", text, self._slot))
        return fold(text)

    # ------------------------------------------------------------ an earlier run
    def retell(self, events: Iterable[Event]) -> None:
        """Tell again what an earlier run of this seat was told of the game and of talk, from where `match` stands."""
        self._ask_again()
        for event in events:
            if isinstance(event, Answered):
                self.answered(event)
                self._ask_again()
            else:
                self.news(event)

    def _ask_again(self) -> None:
        """What this person was told when the question was put that is open now."""
        question, seat = self.match.question, self._table.seat
        if question is None or not self._asks_me(question):
            return
        needless = self._words.needless(self.match, question, seat)
        if needless is not None:
            self.spared(self._slot + 1, needless[1])
        else:
            self.asked(question)

    @property
    def questioned(self) -> Match[Any] | None:
        """The game as it stood when this person was asked last, and is asked perhaps still; None before that."""
        question = self.match.question
        return self.match if question is not None and self._asks_me(question) else self.before

    def _asks_me(self, question: Question[Any]) -> bool:
        """Whether this person is one of those who answer."""
        return isinstance(question, One | Together | Seal) and self._table.seat in question.seats
