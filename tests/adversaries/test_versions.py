"""Wrong protocol version, wrong rules version, wrong data, another form: told before anything is opened."""

from dataclasses import replace
from typing import Any

import pytest

from protocol.agreeing import Stage
from protocol.agreement import AgreementFault, DataFault, Form, FormFault, VersionFault
from protocol.encoding import pack, unpack
from protocol.wire import Kind, Message, decode, encode
from tests.adversaries.locks import Gathering
from tests.adversaries.rig import SEEDS
from tests.protocol import toy
from tests.protocol.table import make_form


def changed(form: Form, how: str) -> Form:
    if how == "version":
        return replace(form, rules_version=form.rules_version + 1)
    if how == "data":
        return replace(form, data_digest=bytes(32))
    if how == "settings":
        return replace(form, settings=(("rounds", 9),))
    return replace(form, seats=(replace(form.seats[0], name="somebody else"), *form.seats[1:]))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    ("how", "kind"), [("version", VersionFault), ("data", DataFault), ("settings", FormFault), ("name", FormFault)]
)
def test_a_seat_with_another_form_is_named_by_all_and_nothing_is_opened(
    how: str, kind: type[AgreementFault], seed: int
) -> None:
    form = make_form(3, seed)
    table = Gathering(3, seed, forms={1: changed(form, how)})
    opened: list[int] = []

    def look(seat: int) -> None:
        def hook(to: int, message: Message) -> list[bytes]:
            opened.extend([seat] if message.kind is Kind.OPEN_LOCK else [])
            return [encode(message.kind, *message.fields)]

        table.hooks[seat] = hook

    for seat in range(3):
        look(seat)
    table.run()
    assert {seat: (type(fault), fault.seat) for seat, fault in table.faults.items() if seat != 1} == {
        0: (kind, 1),
        2: (kind, 1),
    }
    assert opened == []
    assert Stage.DONE not in table.stages()


def test_the_words_tell_which_side_must_update() -> None:
    ours = make_form(3, 0)
    with pytest.raises(VersionFault, match="they must update"):
        ours.judge(toy.VERSION + 1, toy.DATA_DIGEST)
    with pytest.raises(VersionFault, match="we must update"):
        ours.judge(toy.VERSION - 1, toy.DATA_DIGEST)
    with pytest.raises(DataFault):
        ours.judge(toy.VERSION, bytes(32))


@pytest.mark.parametrize("version", [0, 2, 255])
def test_a_form_of_another_protocol_is_refused(version: int) -> None:
    value = unpack(make_form(3, 0).encoded)
    assert isinstance(value, tuple)
    with pytest.raises(VersionFault, match="protocol version"):
        Form.parse(pack((version, *value[1:])))


@pytest.mark.parametrize("number", [-5, -1, 255, 2**63])
def test_a_form_with_a_seat_that_cannot_be_is_refused(number: int) -> None:
    """A host's form must not bring a guest's program down: a seat below 0 did."""
    value: Any = unpack(make_form(2, 0).encoded)
    first, second = value[-1]
    seats = sorted([(number, *first[1:]), second])
    with pytest.raises(FormFault):
        Form.parse(pack((*value[:-1], tuple(seats))))


def test_a_required_message_of_a_later_version_costs_the_link_an_optional_one_is_skipped() -> None:
    """Kinds below 128 must be understood; from 128 on they may be passed over."""
    from tests.protocol.table import Table

    table = Table(3, seed=1)
    table.cheats[1] = lambda out: [out]
    table.raw(1, 0, pack((200, "news", 7)))
    table.raw(1, 2, pack((99, "news", 7)))
    table.run(limit_ms=3)
    assert [(seat, event.reason) for seat, event in table.faults()] == [(2, "unknown_kind")]
    assert decode(pack((200, 1))) is None
