"""SPEC.md section 19: what a line of talk is, and what proves two stories."""

from itertools import pairwise

import pytest

from protocol.agreement import PROTOCOL
from protocol.encoding import Canon, EncodingFault, pack
from protocol.faults import TalkFault
from protocol.talk import LINE_LIMIT, TEXT_LIMIT, Line, Spoken, Twice, flaw
from protocol.talkbook import BYTES, LINES, TalkBook, Took
from tests.protocol.table import Table, keys_of
from tests.protocol.talking import BAD, lines_of, paused

# ------------------------------------------------------------ a line
GOOD = ["a", "x" * TEXT_LIMIT, "\U0001f409" * TEXT_LIMIT, "Für Winterfell!", "سلام", "a\u200db", "no  more"]


def bare(text: str, **changes: Canon) -> bytes:
    """The bytes of a first line, whatever its text."""
    game = b"g" * 32
    fields: dict[str, Canon] = {"game_id": game, "seat": 1, "number": 0, "prev": game, "slot": 3, "text": text}
    return pack((PROTOCOL, *(fields | changes).values()))


@pytest.mark.parametrize("text", GOOD)
def test_a_good_text_makes_a_line_within_its_bytes(text: str) -> None:
    assert flaw(text) is None
    spoken = Spoken.parse(bare(text), bytes(64))
    assert spoken.line == Line(b"g" * 32, 1, 0, b"g" * 32, 3, text)
    assert spoken.line.encode() == spoken.data
    assert len(spoken.data) <= LINE_LIMIT


@pytest.mark.parametrize("text", BAD)
def test_a_bad_text_is_named_and_makes_no_line(text: str) -> None:
    wrong = flaw(text)
    assert wrong is not None
    assert wrong[0] == BAD[text]
    with pytest.raises(EncodingFault):
        Spoken.parse(bare(text), bytes(64))


@pytest.mark.parametrize(
    "data",
    [
        bare("a", game_id=b"g" * 31),
        bare("a", prev=b"p" * 32),  # a first line stands on the game id
        bare("a", prev=b"p" * 31, number=1),
        bare("a", seat=256),
        bare("a", seat=-1),
        bare("a", number=2**32, prev=b"p" * 32),
        bare("a", slot=2**32),
        bare("a", slot=True),
        pack((PROTOCOL, b"g" * 32, 1, 0, b"g" * 32, 3, b"a")),
        pack((2, b"g" * 32, 1, 0, b"g" * 32, 3, "a")),
        pack((PROTOCOL, b"g" * 32, 1, 0, b"g" * 32, 3)),
        bare("a") + b"\xc0",
        b"\x97",
        b"",
    ],
)
def test_what_is_laid_out_otherwise_is_no_line(data: bytes) -> None:
    with pytest.raises(EncodingFault):
        Spoken.parse(data, bytes(64))


def test_size_is_judged_before_anything_is_read() -> None:
    with pytest.raises(EncodingFault, match=f"{LINE_LIMIT} are allowed"):
        Spoken.parse(b"\xc1" * (LINE_LIMIT + 1), bytes(64))


def test_a_signature_is_worth_nothing_under_another_label() -> None:
    key = keys_of(1, 1).game
    spoken = Spoken.make(Line(b"g" * 32, 1, 0, b"g" * 32, 3, "a"), key)
    assert spoken.by(key.public)
    assert not spoken._replace(signature=key.sign("entry", spoken.data)).by(key.public)


# ------------------------------------------------------------ the book
def test_a_line_is_taken_after_the_one_before_it_and_not_otherwise() -> None:
    table = Table(3)
    book = TalkBook(table.agreement)
    first, second, third = lines_of(table, 1, "a", "b", "c")
    assert book.offer(second) is Took.AHEAD
    assert book.offer(first) is Took.ADMITTED
    assert book.offer(first) is Took.KNOWN
    assert book.offer(third) is Took.AHEAD
    assert book.offer(second) is Took.ADMITTED
    assert book.counts == (0, 2, 0)
    late = Spoken.make(third.line._replace(slot=7), table.keys[1].game)
    assert book.offer(late) is Took.ADMITTED
    early = Line(table.agreement.game_id, 1, 3, late.hash, 6, "d")
    assert book.offer(Spoken.make(early, table.keys[1].game)) is Took.BACKWARDS


def test_one_author_has_room_for_so_much_and_no_more() -> None:
    table = Table(3)
    many = lines_of(table, 1, *map(str, range(LINES + 1)))
    book = TalkBook(table.agreement)
    assert {book.offer(spoken) for spoken in many[:-1]} == {Took.ADMITTED}
    assert book.offer(many[-1]) is Took.FULL
    long = lines_of(table, 2, *["\U0001f409" * TEXT_LIMIT] * (BYTES // 2_000 + 1))
    took = [book.offer(spoken) for spoken in long]
    assert took.index(Took.FULL) > 0
    assert set(took[: took.index(Took.FULL)]) == {Took.ADMITTED}
    assert sum(len(spoken.data) for spoken in book.lines if spoken.line.seat == 2) <= BYTES


def test_who_has_said_as_much_as_there_is_room_for_is_told_so() -> None:
    table = paused()
    for spoken in lines_of(table, 1, *map(str, range(LINES))):
        table.session(1).talk.offer(spoken)
    with pytest.raises(TalkFault) as fault:
        table.session(1).say("one more")
    assert fault.value.code == "full"


def test_two_lines_prove_two_stories_or_nothing() -> None:
    table = Table(3)
    first, second, third = lines_of(table, 1, "a", "b", "c")
    other, after, _ = lines_of(table, 1, "A", "b", "c")
    forked = Twice.of(first, other)
    assert forked is not None
    assert forked == Twice.of(other, first)
    assert (forked.seat, forked.number) == (1, 0)
    assert Twice.parse(forked.pairs) == forked
    torn = Twice.of(first, after)
    assert torn is not None
    assert torn.number == 0
    for one, two in (
        (first, first),
        (first, second),
        (first, third),
        (other, third),
        (*lines_of(table, 2, "z"), other),
    ):
        assert Twice.of(one, two) is None
    for pairs in (forked.pairs[::-1], forked.pairs[:1], (*forked.pairs, second.pair), (first.pair, second.pair)):
        with pytest.raises(EncodingFault):
            Twice.parse(pairs)


def test_of_several_proofs_the_lowest_counts_up_to_a_number() -> None:
    table = Table(3)
    book = TalkBook(table.agreement)
    for spoken in lines_of(table, 1, "a", "b", "c"):
        book.offer(spoken)
    _, b, c = book.lines
    other_b = lines_of(table, 1, "a", "x")[1]
    other_c = lines_of(table, 1, "a", "b", "x")[2]
    high, low = Twice.of(c, other_c), Twice.of(b, other_b)
    assert high is not None
    assert low is not None
    assert book.convict(high)
    assert book.counts == (0, 2, 0)
    assert book.convict(low)
    assert not book.convict(high)
    assert book.counts == (0, 1, 0)
    assert book.offer(b) is Took.UNHEARD
    ever_lower = [lines_of(table, 2, f"{n:04}")[0] for n in range(100, 0, -1)]
    kept = sum(book.convict(Twice(one, two)) for two, one in pairwise(ever_lower))
    assert kept == 16
