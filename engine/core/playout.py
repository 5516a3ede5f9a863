"""Random whole games by somebody who knows everything: for tests, benchmarks and a bot's look ahead.

The oracle stands in for the protocol's chance and card machines and for all the players at once. Each seat still plays
from its own knowledge only. Where the randomness comes from is the caller's affair (`draw`).
"""

from typing import Any

from engine.core.cards import Absent, Face, Handle, deck_of, handles
from engine.core.match import Match
from engine.core.plain import Draw, Seat
from engine.core.questions import Expose, Kind, Mask, Question, Reply, Roll, Seal, Show, Unseal


class Oracle:
    """Answers every question of a match.

    `truth`: the face of every handle ever made. `known`: what each seat has seen, by seat. `claims`: what was asserted
    about closed cards, for `audit`. `withholds`: of so many secret choices one is opened against the rules, or not at
    all; 0 for none. Half of those open the cards of the choice all the same.
    """

    def __init__(self, seats: int, draw: Draw, withholds: int = 0) -> None:
        self.draw = draw
        self.withholds = withholds
        self.truth: dict[Handle, Face] = {}
        self.known: list[dict[Handle, Face]] = [{} for _ in range(seats)]
        self.claims: list[tuple[Seat, Absent]] = []
        self._sealed: dict[tuple[int, Seat], Any] = {}

    def reply(self, match: Match[Any]) -> Reply:
        """An answer to the open question of `match`; does not give it."""
        question = match.question
        if question is None:
            raise ValueError("the game is over")
        reply = Reply()
        if isinstance(question, Roll):
            reply.rolled = tuple(self.draw(n) for n in question.sizes)
        elif isinstance(question, Mask):
            self._mask(question, match.state.serial)
        elif isinstance(question, Show):
            for seat, shown in question.to.items():
                self.known[seat].update((handle, self.truth[handle]) for handle in shown)
        elif isinstance(question, Expose):
            reply.faces = {handle: self.truth[handle] for handle in question.handles}
        elif isinstance(question, Unseal):
            for seat in question.seats:
                self._say(match, seat, self._sealed.pop((question.tokens[seat].question, seat)), reply)
        else:
            for seat in question.seats:
                value = question.options(seat).sample(self.draw, self.known[seat])
                if isinstance(question, Seal):
                    self._sealed[match.index, seat] = value
                else:
                    self._say(match, seat, value, reply)
        return reply

    def _say(self, match: Match[Any], seat: Seat, value: Any, reply: Reply) -> None:
        question = match.question
        assert question is not None
        options, withheld = question.options(seat), self._withholds(question)
        if not withheld or self.draw(2):
            reply.faces.update((handle, self.truth[handle]) for handle in options.opens(value))
        if withheld:
            reply.withheld += (seat,)
            reply.values[seat], claims = match.withheld(seat)
        else:
            public = match.state.public
            reply.values[seat] = value
            claims = options.claims(value, {**public, **reply.faces} if public else reply.faces)
        self.claims += [(seat, claim) for claim in claims]

    def _withholds(self, question: Question[Any]) -> bool:
        return bool(self.withholds) and question.kind is Kind.SECRET and self.draw(self.withholds) == 0

    def _mask(self, question: Mask, serial: int) -> None:
        for deck, (faces, old) in question.decks.items():
            serial += 1
            cards = [*faces, *(self.truth[handle] for handle in old)]
            self.shuffle(cards)
            fresh = handles(deck, serial, len(cards))
            self.truth.update(zip(fresh, cards, strict=True))
            for seat, known in enumerate(self.known):
                knew = [known.pop(handle, None) is not None for handle in old]
                if question.by is not None and (seat == question.by or (len(cards) == 1 and all(knew))):
                    known.update((handle, self.truth[handle]) for handle in fresh)

    def shuffle(self, cards: list[Face]) -> None:
        """Fisher-Yates from the top, in place."""
        for top in range(len(cards) - 1, 0, -1):
            other = self.draw(top + 1)
            cards[top], cards[other] = cards[other], cards[top]

    def step(self, match: Match[Any]) -> Reply:
        """Answer the open question and return the reply."""
        reply = self.reply(match)
        match.answer(reply)
        for known in self.known:
            known.update(reply.faces)
        return reply

    def audit(self) -> list[tuple[Seat, Absent]]:
        """The claims that were false."""
        return [
            (seat, claim)
            for seat, claim in self.claims
            if any(self.truth[handle] in claim.faces for handle in claim.handles)
        ]

    def another_world(self, seat: Seat, public: dict[Handle, Face], draw: Draw) -> "Oracle":
        """The same game with the cards that `seat` cannot know dealt otherwise, deck by deck."""
        twin = Oracle(len(self.known), self.draw)
        twin.known = [dict(known) for known in self.known]
        twin.truth = dict(self.truth)
        free: dict[str, list[Handle]] = {}
        for handle in self.truth:
            if handle not in self.known[seat] and handle not in public:
                free.setdefault(deck_of(handle), []).append(handle)
        for hidden in free.values():
            faces = [self.truth[handle] for handle in hidden]
            mixer = Oracle(0, draw)
            mixer.shuffle(faces)
            twin.truth.update(zip(hidden, faces, strict=True))
        return twin


def playout(match: Match[Any], seats: int, draw: Draw, limit: int, withholds: int = 0) -> list[Reply]:
    """Play `match` to its end at random and return the replies, at most `limit` of them; `withholds` as in `Oracle`.

    Raises ValueError if the game is longer: rules that can go on for ever are a fault.
    """
    oracle = Oracle(seats, draw, withholds)
    replies: list[Reply] = []
    while match.question is not None:
        if len(replies) >= limit:
            raise ValueError(f"no end after {limit} questions")
        replies.append(oracle.step(match))
    return replies


def replay(match: Match[Any], replies: list[Reply]) -> Match[Any]:
    """Give recorded replies to a fresh match, with all checks, and return it."""
    for reply in replies:
        match.answer(reply)
    return match
