"""The agreement: any order of arrival gives one table; each lie is named."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.agreeing import EARLY_FRAMES, Agreeing, FrameFault, Stage
from protocol.agreement import (
    Agreement,
    AgreementFault,
    DataFault,
    Form,
    FormFault,
    LockFault,
    SignatureFault,
    VersionFault,
    sign_table,
)
from protocol.encoding import pack, unpack
from protocol.wire import Kind, decode, encode
from tests.protocol.table import identity_of, keys_of, make_agreement, make_form


class Lobby:
    """Seats that agree over links which keep the order of one link, and nothing else."""

    def __init__(self, seats: int = 3, seed: int = 1, forms: dict[int, Form] | None = None) -> None:
        self.random = random.Random(seed)
        self.form = make_form(seats, 5)
        self.peer = {seat.number: seat.identity for seat in self.form.seats}
        self.seat_of = {peer: seat for seat, peer in self.peer.items()}
        self.machines = {
            seat: Agreeing(
                (forms or {}).get(seat, self.form),
                seat,
                identity_of(seat, 5),
                keys_of(seat, 5),
                random.Random(f"nonce 5 {seat}").randbytes(32),
            )
            for seat in self.form.numbers
        }
        self.links: dict[tuple[int, int], list[bytes]] = {
            (a, b): [] for a in self.machines for b in self.machines if a != b
        }
        for a, b in self.links:
            self.machines[a].connected(self.peer[b])
        self.collect()

    def collect(self) -> None:
        for seat, machine in self.machines.items():
            for peer, frame in machine.outgoing():
                self.links[seat, self.seat_of[peer]].append(frame)

    def step(self) -> bool:
        busy = [link for link, frames in self.links.items() if frames]
        if not busy:
            return False
        a, b = self.random.choice(busy)
        self.machines[b].receive(self.peer[a], self.links[a, b].pop(0))
        self.collect()
        return True

    def run(self) -> None:
        while self.step():
            pass

    def frames(self, seat: int, to: int, kind: Kind) -> bytes:
        """The frame of one kind that waits on a link."""
        found = [f for f in self.links[seat, to] if (m := decode(f)) is not None and m.kind is kind]
        return found[0]


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 5))
def test_every_order_of_arrival_gives_one_agreement(seed: int, seats: int) -> None:
    lobby = Lobby(seats, seed)
    lobby.run()
    results = [machine.result() for machine in lobby.machines.values()]
    assert all(result is not None for result in results)
    assert len({result.game_id for result in results if result}) == 1
    assert len({result.table_words for result in results if result}) == 1
    for result in results:
        assert result is not None
        result.judge()
        assert result == make_agreement(lobby.form, 5)


def test_nobody_opens_before_all_locks_are_in() -> None:
    lobby = Lobby(3)
    for seat in (1, 2):
        lobby.links[2, 1 if seat == 2 else 2] = []
    waiting = lobby.links.pop((2, 0))
    lobby.links[2, 0] = []
    while lobby.step():
        pass
    assert lobby.machines[0].stage is Stage.LOCKING
    assert lobby.machines[0].waiting_for == (2,)
    assert lobby.machines[0].result() is None
    assert waiting


def test_a_link_made_again_gets_everything_again_and_repetition_is_harmless() -> None:
    lobby = Lobby(3)
    for _ in range(5):
        lobby.step()
    lobby.machines[0].receive(lobby.peer[1], b"")
    lobby.machines[1].receive(lobby.peer[0], b"")
    lobby.links[0, 1], lobby.links[1, 0] = [], []
    lobby.machines[0].connected(lobby.peer[1])
    lobby.machines[1].connected(lobby.peer[0])
    lobby.collect()
    lobby.run()
    assert all(machine.stage is Stage.DONE for machine in lobby.machines.values())


def test_a_late_asker_still_gets_our_signature() -> None:
    lobby = Lobby(2)
    lobby.run()
    lobby.machines[0].connected(lobby.peer[1])
    kinds = [message.kind for _, frame in lobby.machines[0].outgoing() if (message := decode(frame))]
    assert kinds == [Kind.LOCK, Kind.OPEN_LOCK, Kind.SIGN]


def test_frames_of_the_game_are_kept_for_the_session() -> None:
    lobby = Lobby(2)
    early = encode(Kind.WANT, 0, 0)
    lobby.machines[0].receive(lobby.peer[1], early)
    lobby.run()
    assert lobby.machines[0].stage is Stage.DONE
    assert lobby.machines[0].leftover == [(lobby.peer[1], early)]
    for _ in range(EARLY_FRAMES - 1):
        lobby.machines[0].receive(lobby.peer[1], early)
    with pytest.raises(FrameFault):
        lobby.machines[0].receive(lobby.peer[1], early)


# ---------------------------------------------------------------- each lie is named
@pytest.mark.parametrize("field", [1, 2, 3])
def test_a_lock_opened_with_another_key_or_nonce(field: int) -> None:
    lobby = Lobby(2)
    lobby.step()
    lobby.step()
    sent = lobby.frames(1, 0, Kind.OPEN_LOCK)
    fields = list(decode(sent).fields)  # type: ignore[union-attr]  # a kind that we know
    fields[field] = bytes([fields[field][0] ^ 1]) + fields[field][1:]
    with pytest.raises(LockFault) as caught:
        lobby.machines[0].receive(lobby.peer[1], encode(Kind.OPEN_LOCK, *fields))
    assert caught.value.seat == 1


def test_two_locks() -> None:
    lobby = Lobby(2)
    first = decode(lobby.frames(1, 0, Kind.LOCK))
    assert first is not None
    lobby.machines[0].receive(lobby.peer[1], encode(Kind.LOCK, *first.fields))
    with pytest.raises(LockFault) as caught:
        lobby.machines[0].receive(lobby.peer[1], encode(Kind.LOCK, *first.fields[:4], b"x" * 32))
    assert caught.value.seat == 1


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"rules_version": 2}, VersionFault),
        ({"data_digest": b"x" * 32}, DataFault),
        ({"settings": (("rounds", 2),)}, FormFault),
        ({"clock": 60}, FormFault),
    ],
)
def test_a_seat_with_another_form_is_named(change: dict[str, object], fault: type[AgreementFault]) -> None:
    lobby = Lobby(3, forms={2: replace(make_form(3, 5), **change)})  # type: ignore[arg-type]  # fields of a form
    with pytest.raises(fault) as caught:
        lobby.machines[0].receive(lobby.peer[2], lobby.links[2, 0].pop(0))
    assert caught.value.seat == 2


def test_the_side_that_must_update_is_told() -> None:
    form = make_form(2, 5)
    with pytest.raises(VersionFault, match="they must update"):
        form.judge(form.rules_version + 1, form.data_digest)
    with pytest.raises(VersionFault, match="we must update"):
        form.judge(form.rules_version - 1, form.data_digest)
    with pytest.raises(DataFault):
        form.judge(form.rules_version, b"x" * 32)
    form.judge(form.rules_version, form.data_digest)


@pytest.mark.parametrize("field", [1, 2])
def test_a_false_signature(field: int) -> None:
    lobby = Lobby(2)
    while not any((m := decode(f)) and m.kind is Kind.SIGN for f in lobby.links[1, 0]):
        lobby.step()
    fields = list(decode(lobby.links[1, 0][-1]).fields)  # type: ignore[union-attr]  # a kind that we know
    fields[field] = bytes([fields[field][0] ^ 1]) + fields[field][1:]
    while len(lobby.links[1, 0]) > 1:
        lobby.machines[0].receive(lobby.peer[1], lobby.links[1, 0].pop(0))
    lobby.machines[0].outgoing()
    with pytest.raises(SignatureFault) as caught:
        lobby.machines[0].receive(lobby.peer[1], encode(Kind.SIGN, *fields))
    assert caught.value.seat == 1


def test_strangers_and_junk_end_a_link_and_not_the_attempt() -> None:
    lobby = Lobby(2)
    lock = lobby.frames(1, 0, Kind.LOCK)
    for peer, frame in [
        (b"x" * 32, lock),
        (lobby.peer[0], lock),
        (lobby.peer[1], b"junk"),
        (lobby.peer[1], encode(Kind.LOCK, 0, 3, b"d" * 32, b"f" * 32, b"l" * 32)),
    ]:
        with pytest.raises(FrameFault):
            lobby.machines[0].receive(peer, frame)
    lobby.run()
    assert lobby.machines[0].stage is Stage.DONE


def test_a_seat_is_taken_by_its_own_identity_only() -> None:
    with pytest.raises(FormFault):
        Agreeing(make_form(2, 5), 0, identity_of(1, 5), keys_of(0, 5), b"n" * 32)


# ---------------------------------------------------------------- form and agreement as bytes
def test_the_form_comes_back_from_its_bytes() -> None:
    form = make_form(4, 9)
    assert Form.parse(form.encoded) == form
    assert form.seat_of(form.seats[2].identity) == 2
    assert form.seat_of(b"x" * 32) is None


def test_malformed_forms() -> None:
    good = unpack(make_form(3, 5).encoded)
    assert isinstance(good, tuple)
    seats = good[7]
    assert isinstance(seats, tuple)
    bad = [
        b"",
        b"junk",
        pack(()),
        pack(good[:-1]),
        pack((*good[:7], seats[::-1])),
        pack((*good[:7], seats[:1])),
        pack((*good[:7], (seats[0], seats[0]))),
        pack((*good[:7], ((0, "a", b"x" * 31), (1, "b", b"y" * 32)))),
        pack((*good[:7], ((0, "", seats[0][2]), seats[1]))),  # type: ignore[index]  # a row of a seat
        pack((*good[:7], ((0, "a\n", seats[0][2]), seats[1]))),  # type: ignore[index]  # a row of a seat
        pack((*good[:6], 2, seats)),
        pack((*good[:4], b"short", *good[5:])),
        pack((good[0], 7, *good[2:])),
    ]
    for data in bad:
        with pytest.raises(FormFault):
            Form.parse(data)
    with pytest.raises(VersionFault):
        Form.parse(pack((2, *good[1:])))


def test_the_agreement_comes_back_from_genesis_and_signatures() -> None:
    agreement = make_agreement(make_form(3, 5), 5)
    again = Agreement.parse(agreement.genesis, agreement.signatures)
    again.judge()
    assert again == agreement
    assert len(again.table_words) == 3


def test_signatures_of_another_table_are_worth_nothing() -> None:
    agreement = make_agreement(make_form(3, 5), 5)
    other = make_agreement(make_form(3, 5, (("rounds", 2),)), 5)
    with pytest.raises(SignatureFault):
        replace(agreement, signatures=other.signatures).judge()
    with pytest.raises(SignatureFault):
        replace(agreement, signatures={}).judge()
    with pytest.raises(FormFault):
        Agreement.parse(agreement.genesis + b"\x00", agreement.signatures)


def test_one_game_key_for_two_seats() -> None:
    form = make_form(2, 5)
    honest = make_agreement(form, 5)
    opened = {0: honest.opened[0], 1: replace(honest.opened[1], game=honest.opened[0].game)}
    signatures = {seat: sign_table(form, opened, seat, identity_of(seat, 5), keys_of(0, 5)) for seat in form.numbers}
    with pytest.raises(SignatureFault, match="same game key"):
        Agreement(form, opened, signatures).judge()
