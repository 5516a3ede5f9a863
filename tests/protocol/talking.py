"""Tables at which something is said, and a record with talk in it: for tests of SPEC.md section 19."""

from protocol.audit import verify_record
from protocol.events import Asked, Said
from protocol.report import Report
from protocol.talk import TEXT_LIMIT, Line, Spoken
from tests.protocol import toy
from tests.protocol.table import NOT_NOW, Table

BAD = {
    "": "empty",
    "   ": "empty",
    " a": "empty",
    "a ": "empty",
    "x" * (TEXT_LIMIT + 1): "too_long",
    "a\x1b[2Jb": "characters",
    "a\nb": "characters",
    "a\x85b": "characters",
    "a\u2028b": "characters",
    "a\u202eb": "characters",
    "a\u2066b": "characters",
    "a\u200fb": "characters",
}
"""Texts that cannot be said, and what each is refused as."""


def say(table: Table, seat: int, *texts: str) -> None:
    """The seat says these lines; what it sends is on the wire then."""
    for text in texts:
        table.session(seat).say(text)
        table.work()


def heard(table: Table, seat: int) -> list[tuple[int, str]]:
    """Who has said what, as a seat was told."""
    return [(event.seat, event.text) for event in table.events(seat, Said)]


def held(table: Table, seat: int) -> list[tuple[int, str]]:
    """All talk that a seat holds."""
    return [(spoken.line.seat, spoken.line.text) for spoken in table.session(seat).talk.lines]


def lines_of(table: Table, seat: int, *texts: str, slot: int = 0) -> list[Spoken]:
    """A chain of lines that this seat might have said, signed by its key."""
    chain: list[Spoken] = []
    prev = table.agreement.game_id
    for number, text in enumerate(texts):
        line = Line(table.agreement.game_id, seat, number, prev, slot, text)
        chain.append(Spoken.make(line, table.keys[seat].game))
        prev = chain[-1].hash
    return chain


def paused(seats: int = 3, seed: int = 1) -> Table:
    """A table at which seat 0 thinks about its first question."""
    table = Table(seats, seed)
    table.choosers[0] = lambda session, asked: NOT_NOW
    table.run()
    assert table.events(0, Asked)
    return table


def go_on(table: Table) -> None:
    """Seat 0 answers, and the game is played to its end."""
    table.choosers.pop(0, None)
    for asked in list(table.states[0].pending.values()):
        table.choose(0, asked.slot, table.sample(table.session(0), asked))
    table.run()
    assert table.ended()


def talked() -> Table:
    """A short game with some talk, the last of it after the end."""
    table = Table(2, seed=5)
    table.run(lambda: table.session(0).slot >= 2)
    say(table, 1, "one")
    say(table, 0, "two", "three")
    table.run(lambda: table.session(0).slot >= 5)
    say(table, 1, "four")
    table.run()
    assert table.ended()
    say(table, 0, "well played")
    table.run()
    return table


TABLE = talked()
RECORD = TABLE.record(0)


def verify(data: bytes) -> Report:
    return verify_record(toy.new_match, data)
