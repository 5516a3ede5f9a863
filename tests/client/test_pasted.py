"""Invitations as people paste them: one parser for the command line and the screen."""

import pytest

from client.errors import UsageError
from client.pasted import parse_invite
from net.address import Address
from net.invite import Invitation

WANTED = Invitation(bytes(range(32)), bytes(16), bytes(range(16)), (Address("192.168.1.20", 7777),))
LINE = WANTED.line


@pytest.mark.parametrize(
    "text",
    [
        LINE,
        LINE.upper(),
        f"kingsmoot join {LINE}",
        f"  $ kingsmoot join '{LINE}'  ",
        f"Ann: kingsmoot join {LINE[:40]}\n{LINE[40:80]}\r\n   {LINE[80:]}\n",
        f"Come! {LINE}. And the code is real draw practice",
        f"{LINE} see you at eight",
        " ".join(LINE),
        f"\x1b[1m{LINE}\u200b",
    ],
)
def test_whatever_was_copied_along_does_not_matter(text: str) -> None:
    assert parse_invite(text) == WANTED


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "there is no invitation"),
        ("hello", "begins with km1:"),
        ("kingsmoot join", "begins with km1:"),
        (LINE[:-1], "incomplete or mistyped"),
        (LINE.replace("a", "b"), "incomplete or mistyped"),
        ("km1:", "incomplete or mistyped"),
        ("km2:abc", "newer version"),
        ("192.168.1.20:7777", "whose key to expect"),
    ],
)
def test_what_is_none_is_told_so(text: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        parse_invite(text)
