"""Talk: what a line is, what all hear, what nobody waits for, and what stands in a record (SPEC.md section 19)."""

from dataclasses import replace
from itertools import pairwise

import pytest

from protocol.agreement import PROTOCOL
from protocol.audit import Judgement, Report, verify_record
from protocol.comeback import Comeback, Run
from protocol.encoding import Canon, EncodingFault, pack
from protocol.events import Asked, Fault, OtherCopy, Said, TwoStories
from protocol.faults import TalkFault
from protocol.record import MAGIC, Item, RecordFault, assemble, read, read_item, talk_item, twice_item
from protocol.returning import run_frame
from protocol.session import UnsavedError
from protocol.speaking import SAYING
from protocol.talk import AFTERWARDS, LINE_LIMIT, TEXT_LIMIT, Line, Spoken, Twice, flaw
from protocol.talkbook import BYTES, LINES, TalkBook, Took, talk_frame
from protocol.wire import SYNC_LIMIT, Kind, decode
from tests.adversaries.rig import BIDS, forging, lie
from tests.protocol import toy
from tests.protocol.table import NOT_NOW, Table, Wire, keys_of


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


# ---------------------------------------------------------------- a line
GOOD = ["a", "x" * TEXT_LIMIT, "\U0001f409" * TEXT_LIMIT, "Für Winterfell!", "سلام", "a\u200db", "no  more"]
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


# ---------------------------------------------------------------- at the table
def test_all_hear_what_is_said_and_so_does_its_speaker() -> None:
    table = paused()
    say(table, 1, "  well met  ", "who begins?")
    say(table, 0, "I do")
    table.run(limit_ms=100)
    for seat in table.numbers:
        assert sorted(heard(table, seat)) == [(0, "I do"), (1, "well met"), (1, "who begins?")]
        assert {event.slot for event in table.events(seat, Said)} == {1}


def test_talk_is_said_while_a_question_is_open_when_all_is_over_and_when_the_table_was_stopped() -> None:
    table = paused()
    say(table, 0, "I think")
    go_on(table)
    say(table, 2, "well played")
    table.run()
    assert [heard(table, seat) for seat in table.numbers] == [[(0, "I think"), (2, "well played")]] * 3
    stopped = Table(3, seed=1)
    lie(stopped, 1, forging(stopped, 1, lambda entry: entry._replace(body=b"junk")), BIDS)
    stopped.run()
    assert stopped.events(0, Fault)
    say(stopped, 0, "why?")
    say(stopped, 1, "I wished to win")
    stopped.run()
    assert heard(stopped, 2) == [(0, "why?"), (1, "I wished to win")]


def test_the_game_is_the_same_with_talk_and_without_it() -> None:
    """Log, digests and outcome, byte for byte."""
    quiet, loud = Table(3, seed=3), Table(3, seed=3)
    quiet.run()
    turn = 0
    while not loud.ended():
        now = loud.now
        loud.run(lambda now=now: loud.now > now, limit_ms=10_000)  # type: ignore[misc]  # bound now
        loud.now += 1_000
        say(loud, turn % 3, f"line {turn}")
        turn += 1
    loud.run()
    assert turn > 3
    for seat in quiet.numbers:
        assert loud.session(seat).log.closed == quiet.session(seat).log.closed
        assert loud.session(seat).match.digest == quiet.session(seat).match.digest
    assert repr(loud.session(0).match.outcome) == repr(quiet.session(0).match.outcome)


@pytest.mark.parametrize(("text", "code"), [*BAD.items(), ("a\ud800", "characters"), ("a\U000e0fff", "characters")])
def test_a_bad_text_is_not_said(text: str, code: str) -> None:
    table = paused()
    session = table.session(1)
    if text.strip() and text != text.strip():
        session.say(text)  # blanks around it are left out
        return
    with pytest.raises(TalkFault) as fault:
        session.say(text)
    assert fault.value.code == code
    assert str(fault.value)
    assert session.unsaved() == []
    assert session.outgoing() == []


def test_a_text_is_said_in_normal_form() -> None:
    table = paused()
    say(table, 1, "Fu\u0308r Winterfell")
    table.run(limit_ms=100)
    assert heard(table, 2) == [(1, "Für Winterfell")]


def test_nothing_is_said_before_it_is_on_the_disk() -> None:
    session = paused().session(1)
    session.say("hello")
    with pytest.raises(UnsavedError):
        session.outgoing()
    (item,) = session.unsaved()
    assert read_item(item).kind is Item.TALK
    assert [decode(frame).kind for _, frame in session.outgoing()] == [Kind.TALK] * 2  # type: ignore[union-attr]  # a kind that we know
    assert session.next_event() == Said(1, "hello", 1)


def test_a_seat_talks_no_faster_than_the_others_bear() -> None:
    table = paused()
    session = table.session(1)
    for n in range(SAYING):
        session.say(f"line {n}")
    with pytest.raises(TalkFault) as fault:
        session.say("one more")
    assert fault.value.code == "too_fast"
    session.tick(table.now + 1_000)
    session.say("one more")


@pytest.mark.parametrize("seed", range(6))
def test_who_has_no_link_to_a_speaker_is_told_by_the_others(seed: int) -> None:
    table = Table(4, seed, apart=[(0, 1), (0, 2)], wire=Wire(1, 30, 0.2))
    table.choosers[0] = lambda session, asked: NOT_NOW
    table.run()
    for n in range(4):
        say(table, n % 4, f"line {n}")
    table.run(limit_ms=2_000)
    assert {tuple(held(table, seat)) for seat in table.numbers} == {tuple((n, f"line {n}") for n in range(4))}
    assert table.faults() == []


def test_what_is_said_is_passed_on_at_once() -> None:
    """Not only when the have-lists go out: two hops, two milliseconds."""
    table = Table(3, seed=1, apart=[(0, 2)])
    table.choosers[0] = lambda session, asked: NOT_NOW
    table.run(lambda: bool(table.events(0, Asked)))
    table.run(limit_ms=100)
    now = table.now
    say(table, 2, "hello")
    table.run(lambda: bool(held(table, 0)), limit_ms=4_000)
    assert held(table, 0) == [(2, "hello")]
    assert table.now <= now + 3


def test_what_was_said_while_a_link_was_down_is_heard_when_it_is_back() -> None:
    table = paused()
    table.cut(0, 1)
    table.cut(0, 2)
    say(table, 1, "one", "two")
    say(table, 0, "alone")
    table.run(limit_ms=100)
    assert heard(table, 0) == [(0, "alone")]
    table.join(0, 2)
    table.run(limit_ms=100)
    assert sorted(heard(table, 0)) == [(0, "alone"), (1, "one"), (1, "two")]
    assert sorted(heard(table, 1)) == [(0, "alone"), (1, "one"), (1, "two")], "passed on by the one between"


def test_a_long_talk_comes_in_pieces() -> None:
    table = paused()
    table.cut(0, 1)
    table.cut(0, 2)
    for spoken in lines_of(table, 1, *[f"{n} {'x' * 480}" for n in range(1_500)]):
        assert table.session(1).talk.offer(spoken) is Took.ADMITTED
    table.join(0, 1)
    table.run(limit_ms=10_000)
    assert len(held(table, 0)) == 1_500
    chunks = [frame for _, to, frame in table.heard if to == 0 and frame[1] == Kind.TALKS]
    assert len(chunks) > 3
    assert max(map(len, chunks)) <= SYNC_LIMIT
    assert len(held(table, 2)) == 1_500
    assert table.faults() == []


# ---------------------------------------------------------------- the book
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


# ---------------------------------------------------------------- coming back
def test_a_seat_that_comes_back_goes_on_with_its_chain() -> None:
    table = paused()
    say(table, 1, "one", "two")
    table.crash(1)
    table.restart(1)
    table.run(limit_ms=100)
    say(table, 1, "three")
    table.run(limit_ms=100)
    for seat in table.numbers:
        assert held(table, seat) == [(1, "one"), (1, "two"), (1, "three")]
    assert heard(table, 1).count((1, "one")) == 1, "the past is not told again"
    assert table.faults(TwoStories) == table.faults() == []


def test_a_seat_that_comes_back_says_nothing_before_enough_others_have_told_what_they_hold() -> None:
    table = paused(4)
    say(table, 1, "one")
    table.run(limit_ms=100)
    for seat in (0, 2, 3, 1):
        table.crash(seat)
    table.restart(1)
    for back in (2, 3):
        with pytest.raises(TalkFault) as fault:
            table.session(1).say("two")
        assert fault.value.code == "coming_back"
        table.restart(back)
        table.run(limit_ms=100)
    say(table, 1, "two")
    assert held(table, 1) == [(1, "one"), (1, "two")]


def test_a_disk_that_lost_a_line_does_not_make_a_liar_of_its_owner() -> None:
    table = paused()
    before = list(table.states[1].journal)
    say(table, 1, "one", "two")
    table.run(limit_ms=100)
    table.crash(1)
    table.restart(1, before)
    with pytest.raises(TalkFault):
        table.session(1).say("three")
    table.run(limit_ms=100)
    assert held(table, 1) == [(1, "one"), (1, "two")]
    say(table, 1, "three")
    table.run(limit_ms=100)
    assert held(table, 0) == held(table, 2) == [(1, "one"), (1, "two"), (1, "three")]
    assert table.faults(TwoStories) == []


def test_an_old_copy_waits_for_all_before_it_talks() -> None:
    table = paused()
    old = list(table.states[1].journal)
    say(table, 1, "one")
    table.crash(1)
    table.restart(1)
    table.run(limit_ms=100)
    say(table, 1, "two")
    table.run(limit_ms=100)
    table.crash(1)
    table.crash(2)
    table.restart(1, old)
    table.run(limit_ms=100)
    assert table.events(1, OtherCopy) == [OtherCopy(newer=False)]
    with pytest.raises(TalkFault):
        table.session(1).say("three")
    table.restart(2)
    table.run(limit_ms=100)
    say(table, 1, "three")
    table.run(limit_ms=100)
    assert held(table, 2) == [(1, "one"), (1, "two"), (1, "three")]
    assert table.faults(TwoStories) == []


def test_an_older_run_says_nothing_more_when_a_later_one_is_told() -> None:
    table = paused()
    session = table.session(1)
    later = Run.make(table.agreement.game_id, 1, 2, bytes(16), table.keys[1].game)
    session.receive(table.peer[2], run_frame(later))
    assert session.next_event() == OtherCopy(newer=True)
    with pytest.raises(TalkFault) as fault:
        session.say("me too")
    assert fault.value.code == "elsewhere"
    assert session.unsaved() == []


def test_a_run_later_than_ours_takes_the_word_again() -> None:
    """What half of the others allowed, all must allow once the journal is known to be an old copy."""
    comeback = Comeback(0, [b"a", b"b", b"c"])
    for peer, may in ((b"a", False), (b"b", True)):
        comeback.hear_talk(peer, 2)
        assert comeback.may_talk(2) is may
    comeback.wait_for_all()
    assert not comeback.may_talk(2)
    comeback.hear_talk(b"nobody", 0)
    comeback.hear_talk(b"c", 3)
    assert not comeback.may_talk(2)
    assert comeback.may_talk(3)


def test_a_seat_whose_log_is_behind_its_talk_does_not_say_that_it_is_earlier() -> None:
    """It has adopted a line that it said at a later slot than its disk knows of."""
    table = paused()
    (lost,) = lines_of(table, 1, "at a later slot", slot=9)
    table.raw(2, 1, talk_frame(lost))
    table.run(limit_ms=100)
    say(table, 1, "and this")
    assert [spoken.line.slot for spoken in table.session(1).talk.lines] == [9, 9]
    table.run(limit_ms=100)
    assert held(table, 0) == held(table, 1)
    assert table.faults() == []


# ---------------------------------------------------------------- the record
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
OFFSETS = [row.offset for row in read(RECORD)]
ITEMS = [RECORD[a:b] for a, b in pairwise([*OFFSETS, len(RECORD)])]
FIRST_LINE = next(row.offset for row in read(RECORD) if row.kind is Item.TALK)


def verify(data: bytes) -> Report:
    return verify_record(toy.new_match, data)


def test_a_record_holds_what_was_said_before_the_end_alike_at_all_seats() -> None:
    assert TABLE.record(1) == RECORD
    texts = [Spoken.parse(*row.fields).line.text for row in read(RECORD) if row.kind is Item.TALK]
    assert texts == ["two", "three", "one", "four"]
    assert heard(TABLE, 1)[-1] == (0, "well played")
    assert TABLE.events(1, Said)[-1].slot == AFTERWARDS
    report = verify(RECORD)
    assert report.judgement is Judgement.GOOD
    assert report.counts.lines == 4
    quiet = Table(2, seed=5)
    quiet.run()
    assert RECORD.startswith(quiet.record(0)), "talk stands behind all of the game"


def test_every_changed_byte_of_talk_is_found_and_named() -> None:
    for at in range(FIRST_LINE, len(RECORD)):
        changed = bytearray(RECORD)
        changed[at] ^= 1 << at % 8
        report = verify(bytes(changed))
        assert report.judgement is Judgement.BAD, at
        first = report.findings[0]
        item = max(offset for offset in OFFSETS if offset <= at)
        assert first.offset == item or first.reason == "FILE", (at, first)
        assert first.text


def test_only_the_last_lines_of_an_author_can_be_missing_unseen() -> None:
    start = len(ITEMS) - 4
    for end in range(FIRST_LINE, len(RECORD)):
        good = end in OFFSETS
        assert verify(RECORD[:end]).judgement is (Judgement.GOOD if good else Judgement.BAD), end
    for gone in range(start, len(ITEMS)):
        last_of_author = gone in (start + 1, start + 3)
        report = verify(MAGIC + b"".join(ITEMS[:gone] + ITEMS[gone + 1 :]))
        assert report.judgement is (Judgement.GOOD if last_of_author else Judgement.BAD)
        assert last_of_author or (report.findings[0].reason, report.findings[0].seat) == ("TALK", (gone - start) // 2)


def test_the_order_of_talk_in_a_record_matters() -> None:
    game, (two, three, one, four) = ITEMS[:-4], ITEMS[-4:]
    other = Table(2, seed=5, rounds=2)
    foreign = talk_item(lines_of(other, 0, "of another game")[0])
    late = next(item for item in TABLE.states[0].journal if b"well played" in item)
    cases = {
        "authors swapped": [*game, one, four, two, three],
        "lines swapped": [*game, three, two],
        "twice": [*game, two, two],
        "between entries": [*game[:3], two, *game[3:]],
        "before the table": [two, *game],
        "of another game": [*game, foreign],
        "after the end": [*game, two, three, late, one, four],
        "two stories that are one": [*game, two, three, one, four, pack((4, ()))],
    }
    for name, items in cases.items():
        report = verify(MAGIC + b"".join(items))
        assert report.judgement is Judgement.BAD, name
        assert report.findings[0].reason in ("TALK", "ORDER", "TABLE"), name


def test_a_record_with_two_stories_is_good_and_names_the_seat() -> None:
    forked = lines_of(TABLE, 1, "one", "x", slot=9)
    true = [Spoken.parse(*row.fields) for row in read(RECORD) if row.kind is Item.TALK]
    proof = Twice.of(true[3], Spoken.make(forked[1].line._replace(prev=true[2].hash), TABLE.keys[1].game))
    assert proof is not None
    for journal in (TABLE.states[0].journal, TABLE.states[1].journal):
        record = assemble(TABLE.agreement, [*journal, twice_item(proof)])
        report = verify(record)
        assert (report.judgement, report.counts.lines, report.two_stories) == (Judgement.GOOD, 3, ((1, 1),))
    broken = verify(RECORD + twice_item(proof))
    assert broken.findings[0].reason == "TALK", "with the lines that are not to be there"
    assert verify(record + twice_item(proof)).judgement is Judgement.BAD
    assert verify(record + ITEMS[-4]).judgement is Judgement.BAD


def test_a_damaged_journal_is_no_journal() -> None:
    for item in (pack((3, b"\x90", bytes(64))), pack((4, ((b"\x90", bytes(64)),)))):
        with pytest.raises(RecordFault):
            assemble(TABLE.agreement, [item])


# ---------------------------------------------------------------- the end
def test_nobody_leaves_before_the_others_hold_all_talk_of_the_game() -> None:
    """A line of seat 2 is slow to reach seat 0: nobody counts as settled before it is there."""
    table = Table(3, seed=1)
    table.cheats[2] = lambda out: [replace(out, delay=400 if (out.to, out.frame[1]) == (0, Kind.TALK) else 0)]
    table.run(lambda: table.session(2).slot >= 6)
    say(table, 2, "before my last word")
    said_at = table.now
    table.run(lambda: all(table.session(seat).ended for seat in table.numbers))
    assert table.now < said_at + 100
    assert held(table, 0) == []
    assert not any(table.session(seat).settled for seat in table.numbers)
    table.run(lambda: any(table.session(seat).settled for seat in table.numbers))
    assert {len(held(table, seat)) for seat in table.numbers} == {1}
    assert len({table.record(seat) for seat in table.numbers}) == 1
    table.run()
    assert all(table.session(seat).settled for seat in table.numbers)


def test_what_is_said_after_the_end_keeps_nobody() -> None:
    table = Table(3, seed=1)
    table.run()
    assert all(table.session(seat).settled for seat in table.numbers)
    record = table.record(0)
    say(table, 2, "good night")
    assert table.session(0).settled
    assert table.session(2).settled
    table.run()
    assert {table.record(seat) for seat in table.numbers} == {record}
    assert held(table, 0) == [(2, "good night")]
