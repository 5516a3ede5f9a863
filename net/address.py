"""Addresses that people type: `host:port`, with brackets round an IPv6 address."""

import ipaddress
import re
from dataclasses import dataclass

_TYPED = re.compile(r"(?:\[([^\[\]]+)\]|([^:\[\]]+)):([0-9]{1,5})\Z")
_NAME = re.compile(r"[0-9A-Za-z_]([0-9A-Za-z_-]{0,61}[0-9A-Za-z_])?\Z")


class AddressError(ValueError):
    """This is no address to connect to. The text says what is wrong with it."""


@dataclass(frozen=True, order=True)
class Address:
    """Where a peer listens: `host` is an IP address or a name in ASCII; `port` is 1 to 65535."""

    host: str
    port: int

    @property
    def text(self) -> str:
        """The form that people read and type, and that `parse_address` reads."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def parse_address(text: str) -> Address:
    """The address in `text`, as in "192.0.2.7:4000", "play.example:4000" or "[2001:db8::7]:4000".

    A name with other than ASCII letters comes back in the form that the name service knows ("xn--...").

    Raises:
        AddressError: with words for the one who typed it.
    """
    text = text.strip()
    if text.count(":") > 1 and "[" not in text:
        raise AddressError(f"{text!r}: put brackets round an IPv6 address, as in [2001:db8::7]:4000")
    match = _TYPED.match(text)
    if match is None:
        raise AddressError(f"{text!r}: an address looks like 192.0.2.7:4000 or play.example:4000")
    bracketed, plain, digits = match.groups()
    port = int(digits)
    if not 1 <= port <= 65535:
        raise AddressError(f"{text!r}: a port is a number from 1 to 65535")
    return Address(_six(text, bracketed) if bracketed else _name(text, plain), port)


def _six(text: str, host: str) -> str:
    try:
        return str(ipaddress.IPv6Address(host))
    except ValueError:
        raise AddressError(f"{text!r}: what stands in the brackets is no IPv6 address") from None


def _name(text: str, host: str) -> str:
    if re.fullmatch(r"[0-9.]+", host):
        try:
            return str(ipaddress.IPv4Address(host))
        except ValueError:
            raise AddressError(f"{text!r}: an IPv4 address has four numbers from 0 to 255") from None
    try:
        ascii_name = host.encode("idna").decode("ascii").lower()
    except UnicodeError:
        ascii_name = ""
    labels = ascii_name.removesuffix(".").split(".")
    if len(ascii_name) > 253 or not all(_NAME.match(label) for label in labels):
        raise AddressError(f"{text!r}: {host!r} is no name of a computer")
    return ascii_name
