"""Tables whose seats talk at random times, in any weather: what they say is heard alike by all who stay."""

from random import Random

from typing_extensions import override

from protocol.events import TwoStories
from protocol.faults import TalkFault
from protocol.record import Item, read
from protocol.talk import AFTERWARDS, Spoken
from protocol.wire import Kind, decode
from tests.simulation.world import World, deaths, storm, tree, weather

ENOUGH = 100
"""Lines after which a table falls silent."""


class Chatty(World):
    """A table at which a seat that is up may say something whenever anything has happened."""

    def __init__(self, seats: int, seed: int, *, often: float = 0.02, **more: object) -> None:
        self.moods = Random(f"chatty {seed}")
        self.often = often
        self.said: dict[int, list[str]] = {seat: [] for seat in range(seats)}
        """What each seat has said, as it would tell it."""
        self.first: dict[tuple[int, int], bytes] = {}
        """The hash of the first line that anybody put on the wire, by seat and number."""
        self.doubled: list[tuple[int, int]] = []
        super().__init__(seats, seed, **more)

    @override
    def work(self) -> None:
        if sum(map(len, self.said.values())) > ENOUGH:
            self.often = 0  # or their lines would keep them talking for ever
        for seat in self._up():
            if self.moods.random() < self.often:
                self.chat(seat)
        super().work()

    def chat(self, seat: int) -> None:
        """A seat says something, unless it has just come back."""
        text = f"{len(self.said[seat])} {'x' * self.moods.randrange(1, 400)}"
        try:
            self.session(seat).say(text)
        except TalkFault as fault:
            if fault.code not in ("coming_back", "too_fast"):
                raise
        else:
            self.said[seat].append(text)

    @override
    def raw(self, seat: int, to: int, frame: bytes, delay: int = 0) -> None:
        message = decode(frame) if frame else None
        if message is not None and message.kind in (Kind.TALK, Kind.TALKS):
            pairs = message.fields[0] if message.kind is Kind.TALKS else (message.fields,)
            for spoken in (Spoken.parse(*pair) for pair in pairs):
                key = (spoken.line.seat, spoken.line.number)
                if self.first.setdefault(key, spoken.hash) != spoken.hash:
                    self.doubled.append(key)
        super().raw(seat, to, frame, delay)

    def assert_heard(self) -> None:
        """All hold the same talk, in one record; nobody has told two stories; nothing was lost that was on the wire."""
        assert self.doubled == []
        assert self.faults(TwoStories) == []
        (counts,) = {self.session(seat).talk.counts for seat in self.numbers}
        (talk,) = {tuple(spoken.data for spoken in self.session(seat).talk.lines) for seat in self.numbers}
        for (seat, number), one in self.first.items():
            assert number < counts[seat]
            assert one in {spoken.hash for spoken in self.session(0).talk.lines}
        kept = [Spoken.parse(*row.fields) for row in read(self.assert_lawful()) if row.kind is Item.TALK]
        assert len(kept) <= len(talk)
        late = [spoken for spoken in self.session(0).talk.lines if spoken.line.slot == AFTERWARDS]
        assert len(kept) + len(late) == len(talk)


def chatty_game(seed: int) -> Chatty:
    """One random game in which all talk, in a storm, with deaths, or with pairs that never had a link."""
    draw = Random(f"talk {seed}")
    seats = draw.randrange(2, 6)
    kind = seed % 3
    pairs = {(low, high) for low in range(seats) for high in range(low + 1, seats)}
    spare = sorted(pairs - tree(draw, seats))
    apart = draw.sample(spare, draw.randrange(len(spare) + 1)) if kind == 2 else ()
    world = Chatty(seats, seed, rounds=draw.randrange(1, 3), wire=weather(seed), apart=apart)
    if kind == 1:
        deaths(world, seed)
    elif kind == 0:
        storm(world, seed)
    world.run()
    world.often = 0
    for one in world.numbers:  # whoever has a link, has it again: what was lost with one is asked for
        for other in world.numbers:
            if (one, other) in world._links:
                world.cut(one, other)
                world.join(one, other)
    world.run(lambda: not world._queue)
    world.assert_heard()
    return world
