"""One game being played: drives the rules, judges answers, keeps the digest, copies itself."""

import pickle
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

from engine.core.cards import NO_FACES, Absent, Face, Faces, Handle, handles
from engine.core.errors import MatchDead, Over, Refused
from engine.core.plain import Plain, Seat, exact, hashed, packed
from engine.core.questions import (
    Expose,
    Kind,
    Mask,
    One,
    Question,
    Reply,
    Roll,
    Rules,
    Seal,
    Sealed,
    Show,
    Together,
    Unseal,
)

Event: TypeAlias = tuple[Plain, ...]
"""Something that happened, in public: a past participle (`OrdersRevealed`) and its plain data."""

Settings: TypeAlias = Mapping[str, Plain]
"""What the host picked for a game; frozen in the table agreement."""


@dataclass
class State:
    """Base of every game's state: plain data (dataclasses, dicts, lists, tuples, str, int), no floats, no sets.

    `step` names the next piece of rules in the game's table. `serial` names decks of handles. `public` maps handles to
    faces everybody has seen and is written by the match alone. `events` is drained by the match after every answer.
    """

    step: str = "start"
    serial: int = 0
    public: dict[Handle, Face] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)

    def say(self, *event: Plain) -> None:
        """Tell what just happened."""
        self.events.append(event)

    def closed(self, handles: Iterable[Handle]) -> tuple[Handle, ...]:
        """Those among `handles` that not everybody has seen, in their order, each once.

        After a SECRET question whose answers open cards these are the cards of seats that withheld.
        """
        return tuple(handle for handle in dict.fromkeys(handles) if handle not in self.public)


S = TypeVar("S", bound=State)

CHECKPOINT_EVERY = 3
"""Answers after which the end of a step is kept as a checkpoint: a copy costs as much as a fork's running of a few."""


@dataclass(frozen=True)
class Game(Generic[S]):
    """All that the outside needs of one game.

    `version` rises when the same answers could give another game. `seats`: the numbers of players it takes.
    `settings(seats, wanted)` completes and judges what the host wants (raises Refused). `new(seats, settings)` is the
    state before the first step. `steps` maps the name of a step to its rules; a step ends by naming the next one in
    `state.step`. `view(state, question, known, seat)` is what that seat may see, as JSON-like plain data. `clauses`
    gives the text of each numbered rule; `data_digest` covers every data file.
    """

    name: str
    version: int
    seats: tuple[int, ...]
    settings: Callable[[int, Settings], Settings]
    new: Callable[[int, Settings], S]
    steps: Mapping[str, Callable[[S], Rules[None]]]
    view: Callable[[S, Question[Any] | None, Faces, Seat], dict[str, Any]]
    clauses: Callable[[], Mapping[str, str]]
    data_digest: Callable[[], bytes]


class Match(Generic[S]):
    """One game: the question now open, and the position, which is the state at the last step plus the answers since.

    `question` is None once `outcome` is there. `digest` covers every answer, event and state so far: two peers that
    computed differently part at that very question. `index` counts the answers taken, so the open question has that
    number. `events` is what happened since the question before this one.
    """

    game: Game[S]
    state: S
    question: Question[Any] | None
    outcome: Over | None
    digest: bytes
    index: int
    events: list[Event]

    def __init__(self, game: Game[S], state: S) -> None:
        self.game = game
        self.state = state
        self.question = None
        self.outcome = None
        self.digest = bytes(32)
        self.index = 0
        self._dead = False
        self._rules: Rules[None] | None = None
        self._seals: dict[tuple[int, Seat], Sealed[Any]] = {}
        self._passed: dict[Seat, Any] = {}
        self.events = []
        self._checkpoint()
        self._advance(None)
        self._fold()

    @classmethod
    def start(cls, game: Game[S], seats: int, settings: Settings) -> "Match[S]":
        """A match from its first question. Raises Refused if the game does not take these seats or settings."""
        if seats not in game.seats:
            raise Refused("", "seats", seats=seats, allowed=game.seats)
        return cls(game, game.new(seats, game.settings(seats, settings)))

    # ------------------------------------------------------------ judging
    def check(self, seat: Seat, value: object, faces: Faces = NO_FACES) -> tuple[Absent, ...]:
        """Judge one seat's answer to the open question; changes nothing.

        `faces` are those the answer's entry opens. Returns what the answer claims about closed cards. Raises Refused,
        and nothing else, whatever `value` is.
        """
        question = self._open_question()
        if seat not in question.seats:
            raise Refused(question.clause, "not_asked", seat=seat)
        options = question.options(seat)
        options.admit(value)
        for handle in options.opens(value):
            if handle not in faces and handle not in self.state.public:
                raise Refused(question.clause, "not_opened", handle=handle)
        true_faces = {**self.state.public, **faces} if faces or self.state.public else faces
        options.check(value, true_faces)
        claims = options.claims(value, true_faces)
        if not faces:
            self._passed[seat] = value
        return claims

    def withheld(self, seat: Seat) -> tuple[Any, tuple[Absent, ...]]:
        """What stands for a seat that committed and did not open what the rules take; changes nothing.

        Gives the default of its options and what that claims. The default opens no card, so it claims nothing that
        would hang on one it names.
        """
        options = self._open_question().options(seat)
        value = options.default(withheld=True)
        public = self.state.public
        claims = () if any(handle not in public for handle in options.opens(value)) else options.claims(value, public)
        return value, claims

    def answer(self, reply: Reply) -> list[Event]:
        """Take the whole answer to the open question and return what happened.

        Raises Refused, with nothing changed, if an answer is missing, superfluous or against a rule, the dice do not
        fit, or a seat is said to have withheld that could not, or has another answer than the default. Raises MatchDead
        if the rules themselves failed: then this match is of no more use.
        """
        question = self._open_question()
        self._judge(question, reply)
        return self._take(question, reply)

    def _open_question(self) -> Question[Any]:
        if self._dead:
            raise MatchDead("the rules failed earlier; the report is in the log file")
        if self.question is None:
            raise Refused("", "over")
        return self.question

    def _judge(self, question: Question[Any], reply: Reply) -> None:
        if isinstance(question, Roll):
            sizes = question.sizes
            if len(reply.rolled) != len(sizes) or any(
                type(n) is not int or not 0 <= n < size for n, size in zip(reply.rolled, sizes, strict=False)
            ):
                raise Refused(question.clause, "bad_dice")
        elif reply.rolled:
            raise Refused(question.clause, "bad_dice")
        choosing = () if isinstance(question, Seal) else question.seats
        if tuple(sorted(reply.values)) != choosing:
            raise Refused(question.clause, "wrong_seats")
        if isinstance(question, Expose) and tuple(sorted(reply.faces)) != tuple(sorted(question.handles)):
            raise Refused(question.clause, "not_opened")
        if reply.withheld:
            self._judge_withheld(question, reply)
        for seat in choosing:
            if seat in reply.withheld:
                continue  # the default of the rules themselves: it opens no card, so it cannot be judged on one
            value = reply.values[seat]
            # Plain values cannot change: the very object that passed before, without faces, passes again.
            if reply.faces or seat not in self._passed or self._passed[seat] is not value:
                self.check(seat, value, reply.faces)

    def _judge_withheld(self, question: Question[Any], reply: Reply) -> None:
        """Only who had committed can withhold, and then the default stands."""
        hidden = question.kind is Kind.SECRET and not isinstance(question, Seal)
        if reply.withheld != tuple(seat for seat in question.seats if hidden and seat in reply.withheld):
            raise Refused(question.clause, "wrong_seats")
        for seat in reply.withheld:
            value, default = reply.values[seat], question.options(seat).default(withheld=True)
            if value != default or not exact(value, default):
                raise Refused(question.clause, "not_withheld", seat=seat)

    # ------------------------------------------------------------ driving
    def _take(self, question: Question[Any], reply: Reply) -> list[Event]:
        self._since.append(reply)
        self._passed = {}
        self.index += 1
        self.state.public.update(sorted(reply.faces.items()))
        self.digest = hashed(self.digest, packed((question.topic, reply.plain())))
        try:
            self._advance(self._result(question, reply))
        except Exception as error:
            self._dead = True
            raise MatchDead(f"{question.topic} ({question.clause}): {error!r}") from error
        self._fold()
        return self.events

    def _result(self, question: Question[Any], reply: Reply) -> Any:
        if isinstance(question, One):
            return reply.values[question.seat]
        if isinstance(question, Together | Unseal):
            if isinstance(question, Unseal):
                for seat, token in question.tokens.items():
                    del self._seals[token.question, seat]
            return {seat: reply.values[seat] for seat in question.seats}
        if isinstance(question, Seal):
            tokens = {seat: Sealed(self.index - 1, seat, question.choices[seat]) for seat in question.seats}
            self._seals.update(((self.index - 1, seat), token) for seat, token in tokens.items())
            return tokens
        if isinstance(question, Roll):
            return reply.rolled
        if isinstance(question, Mask):
            return {deck: self._fresh(deck, len(faces) + len(old)) for deck, (faces, old) in question.decks.items()}
        if isinstance(question, Show):
            return None
        if isinstance(question, Expose):
            return tuple(reply.faces[handle] for handle in question.handles)
        raise TypeError(f"{type(question).__name__} is none of the eight questions")

    def _fresh(self, deck: str, count: int) -> tuple[Handle, ...]:
        self.state.serial += 1
        return handles(deck, self.state.serial, count)

    def _advance(self, value: Any) -> None:
        """Run the rules to the next question that somebody must be asked."""
        try:
            while True:
                if self._rules is None:
                    self._rules = self.game.steps[self.state.step](self.state)
                    value = None
                try:
                    question = self._rules.send(value)
                except StopIteration:
                    self._rules = None
                    self._seals.clear()  # not opened by the end of its step: burned, only the audit sees it
                    if len(self._since) >= CHECKPOINT_EVERY:
                        self._checkpoint()
                    continue
                settled = question.settled()
                if not settled and isinstance(question, One):
                    settled = question.choice.only()
                    if settled:
                        self.state.say("Forced", question.topic, question.clause, question.seat, settled[0])
                if not settled:
                    if isinstance(question, Mask) and self._seals:
                        self._keep_what_is_sealed(question)
                    self.question = question
                    return
                value = settled[0]
        except Over as over:
            self.outcome, self.question, self._rules = over, None, None

    def _keep_what_is_sealed(self, question: Mask) -> None:
        """A card that a sealed choice may open must not be mixed away: its seat would be blamed for not opening it."""
        kept = {handle for token in self._seals.values() for handle in token.options.may_open()}
        for _, old in question.decks.values():
            for handle in old:
                if handle in kept and handle not in self.state.public:
                    raise ValueError(f"{handle} is mixed away before the choice that may open it is unsealed")

    def _fold(self) -> None:
        """Bind the state, with what happened since the last question, into the digest."""
        self.digest = hashed(self.digest, packed(self.state))
        self.events = self.state.events
        self.state.events = []

    def _checkpoint(self) -> None:
        """Keep the state as it is between two steps, the events that are not bound yet included."""
        self._saved: tuple[bytes, bytes, int] = (pickle.dumps(self.state, 5), self.digest, self.index)
        self._since: list[Reply] = []

    # ------------------------------------------------------------ copying
    def fork(self) -> "Match[S]":
        """An independent copy at the same question, with the same digest; for looking ahead."""
        blob, digest, index = self._saved
        twin: Match[S] = Match.__new__(Match)
        twin.game = self.game
        twin.state = pickle.loads(blob)
        twin.question, twin.outcome = None, None
        twin.digest, twin.index = digest, index
        twin._dead, twin._rules, twin._seals, twin._passed, twin.events = False, None, {}, {}, []
        twin._saved, twin._since = self._saved, []
        twin._advance(None)
        twin._fold()
        for reply in self._since:
            if twin.question is not None:
                twin._take(twin.question, reply)
        return twin

    def view(self, seat: Seat, known: Faces = NO_FACES) -> dict[str, Any]:
        """What `seat` may see of the position, given the faces it knows. A seat of -1 is a spectator."""
        return self.game.view(self.state, self.question, known, seat)

    @property
    def kind(self) -> Kind | None:
        """The kind of the open question; None when the game is over."""
        return self.question.kind if self.question is not None else None
