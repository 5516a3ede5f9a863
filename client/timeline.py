"""A whole record, read once, in which every position can be looked at at once."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from client.dealings import Dealings, Noted
from client.errors import ClientError, UsageError
from client.piles import Pile, piles
from client.replaying import Place, Replay, Told
from client.sight import FindOwn
from client.store.tables import SHORT
from client.words.cards import card_words
from client.words.general import GameWords, names
from client.words.library import words_for
from client.words.passing import passings
from client.words.telling import headings, tellings
from client.words.withheld import instead
from engine.core.cards import Faces
from engine.core.match import Match
from engine.core.questions import Kind, Reply
from protocol.deck.audit import open_all
from protocol.encoding import EncodingFault, unpack
from protocol.machines.base import Drawn, Known
from protocol.secret import GameSecret

CHECKPOINTS = 64
"""Positions kept whole, at most: any other one is a few answers away from one of them."""
NOWHERE = (0, "")
"""Round and phase before the first answer, so that what this one leads to has a heading."""
DENSEST = 4
"""Answers between two of them at least: nobody feels the time that these take."""
ALL_OPEN = "All closed cards are open, by the secrets that all have opened in the end."
PUBLIC = "Closed cards show their faces as far as all have seen them."
OWN = "Closed cards show their faces as far as you have seen them: keep that to yourself until the game is over."

Progress: TypeAlias = Callable[[int], None]
"""progress(answers read), now and then; what it raises ends the reading."""


@dataclass(frozen=True)
class Moment:
    """One answer and what it led to.

    `stage` and `where` tell in which phase the game stands after it; `lines` are the sentences of the rules, `how` is
    what the protocol did, `said` what was said while its question was open, `hidden` what was sealed in it and never
    had to be opened. `heads`: the headings of the phases that begin, each before how many-th of the lines.
    """

    slot: int
    stage: tuple[int, str]
    where: str
    lines: tuple[str, ...]
    how: str = ""
    said: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    heads: tuple[tuple[int, str], ...] = ()


class Timeline:
    """The game of a record. Position n is the game after n answers, from 0 to `last`; the answer of slot n led to it.

    Attributes:
        table: the id of the table, as people type it.
        words: the words of the game, with the players' names.
        names: the players by seat.
        moments: one for each position; the first one tells who plays.
        broken: why the record cannot be read to its end, "" if it can.
        after: what was said after the last answer of the game.
        outcome: how the game ended, with the final table; empty if the record ends before.
        faces: the face of each closed card there ever was, all of them once the secrets are open; before that those
            that lie open, and those that our own seat has seen.
        sight: whose sight of the closed cards that is, in a sentence; empty for a game that has none.
    """

    def __init__(
        self, data: bytes, language: str = "en", progress: Progress | None = None, find_own: FindOwn | None = None
    ) -> None:
        """Read all of it, a game of an evening in a fifth of a second. Raises ClientError if it holds no table."""
        replay = Replay(data)
        self.table = replay.log.agreement.game_id.hex()[:SHORT]
        self.names = replay.names
        self.words: GameWords = words_for(replay.match, replay.names, language)
        self.broken = ""
        self._replies: list[Reply] = []
        self._every = DENSEST
        self._kept: dict[int, Match[Any]] = {0: replay.match.fork()}
        self._dealings = Dealings(self.words, len(self.names))
        self._noted: list[list[Noted]] = [[]]
        self._passed = passings(self.words, replay.match)
        self.moments = [self._first(replay)]
        try:
            for told in replay:
                self._take(replay, told)
                if progress is not None:
                    progress(self.last)
        except ClientError as error:
            self.broken = str(error)
        over = replay.match.outcome
        self.outcome = tuple(self.words.outcome(replay.match, over)) if over is not None else ()
        self.after = self._add_talk(replay)
        self.faces, self.sight = self._open(replay, find_own)
        self._add_hidden(replay.log.known)
        for n, noted in enumerate(self._noted):
            if noted:
                self._change(n, cards=self._dealings.told(noted, self.faces))

    # ------------------------------------------------------------ reading
    def _first(self, replay: Replay) -> Moment:
        players = f"At the table: {names(replay.names)}."
        how = "Every seat has committed to its secret and to its first share of the dice."
        return Moment(0, self.words.stage(replay.match), self.words.where(replay.match), (players,), how)

    def _take(self, replay: Replay, told: Told) -> None:
        match, words = replay.match, self.words
        stands = instead(words, self.at(self.last), told.question, told.reply) if told.reply.withheld else ()
        lines = [line for sentence in (*stands, *self._passed(told.reply)) for line in sentence.splitlines()]
        before = self.moments[-1].stage if self.last > 0 else NOWHERE
        begun, heads = headings(words, told.events, before, words.stage(match)), list[tuple[int, str]]()
        for each in tellings(words, match, told.events):
            heads += [(len(lines), begun[each.at])] if each.at in begun else []
            lines += each.text.splitlines()
        heads += [(len(lines), begun[len(told.events)])] if len(told.events) in begun else []
        self._passed = passings(words, match)
        self._replies.append(told.reply)
        self._noted.append(self._dealings.note(match, told.question, told.reply))
        how = self._how(match, told, replay.log.known.drawn)
        self.moments.append(
            Moment(told.slot, words.stage(match), words.where(match), tuple(lines), how, heads=tuple(heads))
        )
        if self.last % self._every == 0:
            self._kept[self.last] = match.fork()
            if len(self._kept) > CHECKPOINTS:
                self._every *= 2
                self._kept = {at: kept for at, kept in self._kept.items() if at % self._every == 0}

    def _how(self, match: Match[Any], told: Told, drawn: Drawn | None) -> str:
        question, count = told.question, len(self.names)
        if question.kind is Kind.CHANCE and drawn is not None:
            numbers = " ".join(str(number + 1) for number in drawn.rolled)
            return f"Drawn by the shares of all {count}: seed {drawn.seed.hex()[:8]}, {numbers}."
        if question.kind is Kind.CARDS:
            return f"Done by all {count} with closed cards, each step of it proven."
        who = names([self.words.seat(match, seat) for seat in question.seats])
        if question.kind is Kind.SECRET:
            opened = ", then opened" if told.reply.values else ", not opened yet"
            return f"Sealed by {who}{opened}."
        return f"Answered in the open by {who}: {question.topic.replace('_', ' ')}."

    def _add_talk(self, replay: Replay) -> tuple[str, ...]:
        """Put each line where its author stood; gives what was said after the last answer."""
        after: list[str] = []
        for line in sorted(replay.talk, key=lambda line: (line.slot, line.seat, line.number)):
            text = f"{self.words.seat(replay.match, line.seat)} says: {line.text}"
            if line.slot <= self.last:
                self._change(line.slot, said=(*self.moments[line.slot].said, text))
            else:
                after.append(text)
        return tuple(after)

    def _add_hidden(self, known: Known) -> None:
        for (slot, seat), payload in sorted(known.burned.items()):
            try:
                value = _plainly(unpack(payload), self._called)
            except EncodingFault:
                value = "what is no answer"
            if slot <= self.last:
                text = f"{self.names[seat]} had sealed, and never had to open: {value}"
                self._change(slot, hidden=(*self.moments[slot].hidden, text))

    def _open(self, replay: Replay, find_own: FindOwn | None) -> tuple[Faces, str]:
        """The faces that may be seen, and whose sight that is."""
        known = replay.log.known
        secrets = {seat: GameSecret(value) for seat, value in known.secrets.items()}
        faces: Faces = open_all(known.cards, secrets)
        if not known.cards.ever:
            return faces, ""
        if len(faces) == len(known.cards.ever) and len(known.secrets) == len(self.names):
            return faces, ALL_OPEN
        try:
            own = find_own(replay.log.agreement.game_id) if find_own is not None else None
        except ClientError as error:
            return faces, f"{PUBLIC} Whether you sat there cannot be looked up: {error}"
        if own is None:
            return faces, PUBLIC
        return open_all(known.cards, {own.seat: own.secret, **secrets}), OWN

    def _called(self, word: str) -> str:
        """A word of an answer; a card by its face."""
        return card_words(self.words).face(self.faces[word]) if word in self.faces else word

    def _change(self, n: int, **changes: Any) -> None:
        self.moments[n] = replace(self.moments[n], **changes)

    # ------------------------------------------------------------ looking
    @property
    def last(self) -> int:
        """The last position."""
        return len(self._replies)

    def at(self, n: int) -> Match[Any]:
        """The game at position `n`, the caller's own."""
        start = max(at for at in self._kept if at <= n)
        match = self._kept[start].fork()
        for reply in self._replies[start:n]:
            match.answer(reply)
        return match

    def piles(self, match: Match[Any]) -> tuple[Pile, ...]:
        """The closed cards at a position of this game, with all faces that may be seen."""
        return piles(self.words, match, len(self.names), self.faces)

    def find(self, place: Place) -> int | None:
        """The position of a place; None if the record ends before it. Raises UsageError for a place that cannot be."""
        stages = [moment.stage for moment in self.moments]
        there = list(dict.fromkeys(phase for number, phase in stages if number == place.round))
        if not there:
            if place.round > stages[0][0]:
                return None
            raise UsageError(f"there is no round {place.round}; the first one is {stages[0][0]}")
        phase = next((each for each in there if each.casefold().startswith(place.phase)), None)
        if phase is None:
            later = place.round == stages[-1][0] and not self.outcome
            if later and any(each.casefold().startswith(place.phase) for _, each in stages):
                return None
            raise UsageError(f"round {place.round} has no phase `{place.phase}`; it has {', '.join(there)}")
        steps = [n for n, stage in enumerate(stages) if stage == (place.round, phase)]
        if not 1 <= place.step <= len(steps):
            has = "one step" if len(steps) == 1 else f"the steps 1 to {len(steps)}"
            raise UsageError(f"{place.round}.{phase} has {has}, no {place.step}")
        return steps[place.step - 1]

    def stages(self) -> Iterator[int]:
        """The positions at which a phase begins, ascending."""
        stages = [moment.stage for moment in self.moments]
        yield from (n for n, stage in enumerate(stages) if n == 0 or stage != stages[n - 1])

    def beginning(self, n: int, step: int, part: Callable[[Moment], Any]) -> int:
        """From position `n` the next beginning, or with `step` -1 the one before, of a stretch of equal `part`."""
        at = n + step
        while 0 < at < self.last and part(self.moments[at]) == part(self.moments[at - 1]):
            at += step
        return max(0, min(self.last, at))


def _plainly(value: Any, called: Callable[[str], str]) -> str:
    """A sealed answer without words of its own: `winterfell, march_0; pyke, raid`."""
    if not isinstance(value, tuple):
        return "nothing" if value is None else called(value) if isinstance(value, str) else str(value)
    between = "; " if any(isinstance(each, tuple) for each in value) else ", "
    return between.join(_plainly(each, called) for each in value) or "nothing"
