"""Invitations and addresses as people type or paste them."""

import contextlib

from client.errors import UsageError
from net.address import Address, AddressError, parse_address
from net.invite import Invitation, InviteError, parse_invitation


def parse_invite(text: str) -> Invitation:
    """The invitation in `text`. Raises UsageError with words for the one who pasted it."""
    try:
        return parse_invitation(text)
    except InviteError as error:
        with contextlib.suppress(AddressError):
            parse_address(text)
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
