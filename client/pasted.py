"""Invitations and addresses as people type or paste them: the one place where that is read."""

import contextlib
import re

from client.errors import UsageError
from net.address import Address, AddressError, parse_address
from net.invite import PREFIX, Invitation, InviteError, parse_invitation

WORDS = 64
"""Pieces at most in which an invitation is looked for: far more than a line breaks into."""
REST = re.compile(r"[^a-z2-7].*")
"""What stands behind an invitation: no letter of base32, and whatever follows."""


def parse_invite(text: str) -> Invitation:
    """The invitation in `text`: alone, or with what was copied along with it.

    Blanks, line breaks, capitals, what stands before it (`kingsmoot join`) and quotes or a full stop behind it do not
    matter. Raises UsageError with words for the one who pasted it.
    """
    if not text.strip():
        raise UsageError("there is no invitation; it is the line (km1:...) that the host has")
    line = "".join(letter if letter.isprintable() else " " for letter in text).lower()
    before, prefix, rest = line.partition(PREFIX)
    words = rest.split()
    for count in range(min(len(words), WORDS), 0, -1):  # what was said behind it may begin with any word
        with contextlib.suppress(InviteError):
            return parse_invitation(prefix + REST.sub("", "".join(words[:count])))
    try:
        return parse_invitation(prefix + rest if prefix else before)
    except InviteError as error:
        with contextlib.suppress(AddressError):
            parse_address(text.strip())
            raise UsageError(
                "an address alone does not say whose key to expect; paste the invitation (km1:...) of the host"
            ) from None
        raise UsageError(f"{error}") from error


def parse_relay(text: str) -> Address:
    """The address of a relay, as typed. Raises UsageError."""
    try:
        return parse_address(text)
    except AddressError as error:
        raise UsageError(f"--relay: {error}") from error
