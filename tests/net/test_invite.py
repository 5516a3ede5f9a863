import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.address import Address
from net.invite import Invitation, InviteError, parse_invitation
from protocol.encoding import digest
from tests.net.wire import SMALL

INVITATION = Invitation(
    SMALL.public,
    b"T" * 16,
    b"J" * 16,
    (Address("192.0.2.7", 4000), Address("2001:db8::7", 4000)),
    ((1, "second.example:7447"), (2, "pigeon")),
    Address("relay.example", 7447),
)


def rebuilt(body: bytes) -> str:
    """An invitation line around any body, with a checksum that holds."""
    import base64

    data = body + digest("invite", body)[:4]
    return "km1:" + base64.b32encode(data).decode().rstrip("=").lower()


def body(invitation: Invitation = INVITATION) -> bytes:
    import base64

    text = invitation.line.removeprefix("km1:").upper()
    return base64.b32decode(text + "=" * (-len(text) % 8))[:-4]


def test_the_line_leads_back() -> None:
    line = INVITATION.line
    assert line.isascii()
    assert line == line.lower()
    assert parse_invitation(line) == INVITATION


def test_layout() -> None:
    plain = body(Invitation(b"H" * 32, b"T" * 16, b"J" * 16, (Address("a", 1),)))
    assert plain == b"\x01" + b"H" * 32 + b"T" * 16 + b"J" * 16 + b"\x01" + b"\x00\x03a:1"


def test_a_relay_is_the_first_way_of_its_kind_and_enough_by_itself() -> None:
    plain = body(Invitation(b"H" * 32, b"T" * 16, b"J" * 16, (), relay=Address("a", 1)))
    assert plain == b"\x01" + b"H" * 32 + b"T" * 16 + b"J" * 16 + b"\x01" + b"\x01\x03a:1"
    found = parse_invitation(rebuilt(plain[:65] + b"\x02" + b"\x01\x03a:1" + b"\x01\x03b:2"))
    assert (found.addresses, found.relay, found.unknown) == ((), Address("a", 1), ((1, "b:2"),))


def test_chat_programs_may_break_and_capitalise_the_line() -> None:
    line = INVITATION.line
    assert parse_invitation(f"  {line[:30].upper()}\r\n {line[30:]}\n") == INVITATION


def test_every_single_wrong_character_is_noticed() -> None:
    line = INVITATION.line
    for place in range(len("km1:"), len(line)):
        wrong = line[:place] + ("a" if line[place] != "a" else "b") + line[place + 1 :]
        with pytest.raises(InviteError, match="incomplete or mistyped"):
            parse_invitation(wrong)


def test_every_cut_line_is_noticed() -> None:
    line = INVITATION.line
    for length in range(len("km1:"), len(line)):
        with pytest.raises(InviteError, match="incomplete or mistyped"):
            parse_invitation(line[:length])


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "begins with km1:"),
        ("http://play.example", "begins with km1:"),
        ("km2:abcdef", "you must update"),
        (rebuilt(b"\x02" + body()[1:]), "you must update"),
        (rebuilt(body() + b"\x00"), "more than it should"),
        (rebuilt(body()[:-1]), "ends too early"),
        (rebuilt(b"\x01"), "ends too early"),
        (rebuilt(body()[:65] + b"\x00"), "holds no address"),
        (rebuilt(body()[:65] + b"\x01\x02\x01x"), "does not know: you must update"),
        (rebuilt(body()[:65] + b"\x01\x01\x01x"), "a bad address"),
        (rebuilt(body()[:65] + b"\x01\x00\x01x"), "a bad address"),
        (rebuilt(body()[:65] + b"\x01\x00\x01\xff"), "no text"),
    ],
)
def test_what_is_wrong_is_said(line: str, words: str) -> None:
    with pytest.raises(InviteError, match=words):
        parse_invitation(line)


def test_an_address_that_does_not_fit_is_refused_when_the_line_is_made() -> None:
    with pytest.raises(InviteError, match="too long"):
        _ = Invitation(SMALL.public, bytes(16), bytes(16), (), ((2, "x" * 256),)).line
    with pytest.raises(InviteError, match="at most 255"):
        _ = Invitation(SMALL.public, bytes(16), bytes(16), (Address("a", 1),) * 256).line


@settings(derandomize=True, database=None, max_examples=300)
@given(
    st.one_of(
        st.text(), st.binary(max_size=120).map(rebuilt), st.binary(max_size=60).map(lambda x: rebuilt(body()[:65] + x))
    )
)
def test_any_text_is_an_invitation_or_a_named_error(text: str) -> None:
    try:
        invitation = parse_invitation(text)
    except InviteError:
        return
    assert parse_invitation(invitation.line) == invitation
