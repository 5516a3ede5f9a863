"""What OPEN and SECRET share: a choice that may open cards and assert something about closed ones (SPEC.md 11, 21)."""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from typing_extensions import override

from engine.core.cards import Absent, Face, Handle
from engine.core.errors import Refused
from engine.core.questions import Question
from protocol.deck.cards import Card, Claim, Made, View
from protocol.deck.claims import Opened, claimed, openable, plainly_false, share_parts
from protocol.deck.parts import Checked, Part, SharePart, cost, size
from protocol.encoding import EncodingFault, unpack
from protocol.faults import Bad, FaultKind
from protocol.group import GroupFault, times
from protocol.machines.base import LIGHT, Author, Draft, Machine, Proofs, Scene


class Choice(NamedTuple):
    """A judged choice. `refusal` says why the rules do not take it, "" if they do; what it opened is open all the same.

    `parts` and `body`: its proofs, as the audit makes them again.
    """

    value: Any
    refusal: str
    opened: tuple[Opened, ...] = ()
    claims: tuple[tuple[Absent, bool], ...] = ()
    parts: tuple[Part, ...] = ()
    body: bytes = b""


class _Begun(NamedTuple):
    """A choice as far as it can be judged without its proofs of absence."""

    choice: Choice
    absences: tuple[Part, ...]
    rest: bytes


class ChoosingMachine(Machine):
    """A slot in which seats choose. Behind a payload stand D ‖ c ‖ z of each card it opens, then its proofs of absence.

    `superfluous` is the fault of bytes behind a choice that needs none.
    """

    superfluous = FaultKind.ILLEGAL

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        assert scene.match.question is not None
        self.question: Question[Any] = scene.match.question
        self.values: dict[int, Any] = {}
        self.withheld: set[int] = set()
        self.faces: dict[Handle, Face] = {}
        self.begin = cache(self._begin) if scene.known.cards.decks else self._begin
        """A choice of a seat as far as its proofs of absence, by phase, seat, payload and what follows. Raises Bad.

        It is asked for again only where there is something to prove.
        """

    # ------------------------------------------------------------ judging
    def judge_choice(self, phase: int, seat: int, payload: bytes, rest: bytes) -> Choice:
        """Judges a payload and the proofs behind it. Raises Bad for proofs that do not hold, or were not wanted."""
        begun = self.begin(phase, seat, payload, rest)
        choice, absences = begun.choice, begun.absences
        if choice.refusal:
            return choice
        if begun.rest and not absences:
            raise Bad(self.superfluous, "bytes after the answer")
        if not absences:
            return choice
        self.check(Proofs(absences, begun.rest))
        return choice._replace(parts=(*choice.parts, *absences), body=rest)

    def choice_proofs(self, phase: int, seat: int, payload: bytes, rest: bytes) -> Proofs | None:
        """What is to be checked next behind a payload: the cards that it opens, if they are many; then what it claims.

        In this order, since the rules hear only of cards that are proven. None where nothing is proven, as in a game
        without closed cards.
        """
        if not self.scene.known.cards.decks:
            return None  # known before the choice is judged, which takes long for some
        try:
            parts = share_parts(self.where(phase), seat, self._opening(seat, unpack(payload)))
            opened = Proofs(parts, rest[: size(parts)])
            if cost(parts) > LIGHT and opened not in self.checked:
                return opened
            begun = self.begin(phase, seat, payload, rest)
        except (EncodingFault, Refused, Bad):
            return None
        return None if begun.choice.refusal else Proofs(begun.absences, begun.rest)

    @override
    def note(self, proofs: Proofs, checked: Checked) -> None:
        """Our own proofs are made in one go; they are judged as those of others, in two."""
        super().note(proofs, checked)
        parts, body = proofs
        shares = tuple(part for part in parts if isinstance(part, SharePart))
        if not checked.fault and 0 < len(shares) < len(parts):
            count, end = len(shares), size(shares)
            super().note(Proofs(shares, body[:end]), Checked(checked.results[:count]))
            super().note(Proofs(parts[count:], body[end:]), Checked(checked.results[count:]))

    def _begin(self, phase: int, seat: int, payload: bytes, rest: bytes) -> _Begun:
        try:
            value = unpack(payload)
            # Without closed cards the rules alone judge the answer, and do so once.
            opening = self._opening(seat, value) if self.scene.known.cards.decks else ()
        except (EncodingFault, Refused) as error:
            if rest:
                raise Bad(self.superfluous, f"bytes after what is no answer: {error}") from error
            return _Begun(Choice(None, _why(error)), (), b"")
        parts, end, opened = self._opened(phase, seat, opening, rest) if opening else ((), 0, ())
        try:
            claims = self._claims(seat, value, opened)
        except GroupFault as fault:
            raise Bad(FaultKind.BADPROOF, str(fault)) from fault
        except Refused as error:
            return _Begun(Choice(None, _why(error), opened, (), parts, rest[:end]), (), b"")
        if not claims:
            return _Begun(Choice(value, "", opened, (), parts, rest[:end]), (), rest[end:])
        proofs = claimed(self.scene.known.cards, self.where(phase), seat, claims, self.scene.agreement.form.proofs_now)
        return _Begun(Choice(value, "", opened, proofs.claims, parts, rest[:end]), proofs.parts, rest[end:])

    def _opened(
        self, phase: int, seat: int, opening: Sequence[tuple[Card, View]], rest: bytes
    ) -> tuple[tuple[Part, ...], int, tuple[Opened, ...]]:
        """The parts that open these cards, where they end in `rest`, and the cards opened. Raises Bad."""
        parts = share_parts(self.where(phase), seat, opening)
        end = size(parts)
        shares = self.check(Proofs(parts, rest[:end]))
        return parts, end, tuple(Opened(*row, share) for row, share in zip(opening, shares, strict=True))

    def _opening(self, seat: int, value: Any) -> tuple[tuple[Card, View], ...]:
        """The cards that a choice opens. Raises Refused if it is malformed, or opens what its seat does not see."""
        options = self.question.options(seat)
        options.admit(value)
        opening = openable(self.scene.known.cards, seat, options.opens(value))
        if opening is None:
            raise Refused(self.question.clause, "card_not_seen")
        return opening

    def _claims(self, seat: int, value: Any, opened: Sequence[Opened]) -> tuple[Absent, ...]:
        """What a choice asserts. Raises Refused if the rules do not take it on the faces that it opens."""
        faces = {each.card.handle: each.card.deck.faces.names[each.number] for each in opened}
        claims = self.scene.match.check(seat, value, faces)
        for absent in claims:
            if plainly_false(self.scene.known.cards, absent):
                raise Refused(absent.clause, "plainly_false")
        return claims

    # ------------------------------------------------------------ taking
    def take_choice(self, phase: int, seat: int, choice: Choice) -> None:
        """Notes a judged choice: its answer, the cards it opened, what it claims.

        For a refused one stands what the rules count a seat with that withheld. What that claims is its seat's claim
        like any other, and waits for the audit: nobody gets out of a claim by saying something else.
        """
        cards, slot = self.scene.known.cards, self.scene.slot
        value, claims = choice.value, choice.claims
        if choice.refusal:
            value, claimed_so = self.scene.match.withheld(seat)
            claims = tuple((absent, False) for absent in claimed_so)
            self.withheld.add(seat)
        for absent, _ in claims:
            cards.must_exist(absent.handles)
        self.values[seat] = value
        for each in choice.opened:
            cards.opened(each.card, each.view.card, each.shares, given=1)
            self.faces[each.card.handle] = each.card.deck.faces.names[each.number]
        cards.claims += [Claim(slot, phase, seat, absent, proven) for absent, proven in claims]
        if choice.parts:
            cards.made.append(Made(slot, phase, seat, choice.parts, choice.body))

    # ------------------------------------------------------------ making
    def draft_choice(self, phase: int, author: Author, start: bytes, payload: bytes) -> Draft:
        """Our own body: `start`, which holds the payload, and the proofs behind it."""
        if not self.scene.known.cards.decks:
            return Draft(start, ())  # nothing is proven in a game without closed cards
        seat, secret = author.seat, author.keys.secret
        try:
            value = unpack(payload)
            opening = self._opening(seat, value)
        except (EncodingFault, Refused):
            return Draft(start, ())
        parts = share_parts(self.where(phase), seat, opening)
        keys = {card.deck.key_name: card.deck.key_name.pair(secret) for card, _ in opening}
        opened = [Opened(card, view, times(keys[card.deck.key_name].scalar, view.card.a)) for card, view in opening]
        try:
            claims = self._claims(seat, value, opened)
        except Refused:
            return Draft(start, parts)
        proofs = claimed(self.scene.known.cards, self.where(phase), seat, claims, self.scene.agreement.form.proofs_now)
        return Draft(start, (*parts, *proofs.parts))

    @override
    def make(self, phase: int, author: Author) -> bytes:
        draft = self.draft(phase, author)
        assert draft is not None
        return self.finish(phase, author, draft)


def _why(error: EncodingFault | Refused) -> str:
    return f"against {error.clause}: {error.code}" if isinstance(error, Refused) else f"no answer: {error}"
