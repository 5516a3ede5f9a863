"""Tables of the local network, as people are shown them."""

import json
from collections.abc import Sequence

from client.errors import NetworkError
from client.play.cells import fold
from client.words.titles import short_title
from net.discovery import Advert, find
from net.services import NoMulticast
from protocol.identity import fingerprint

SECONDS = 2.0
"""How long `join` looks: a host that is there answers in a fraction of it."""
NOTHING = (
    "no table shows itself on the local network. Ask the host for the invitation (kingsmoot join km1:...), which works "
    "wherever the host can be reached; kingsmoot doctor tells what this network lets through"
)


async def look_around(seconds: float) -> list[Advert]:
    """The tables that show themselves. Raises NetworkError where none could."""
    try:
        return await find(seconds)
    except NoMulticast as error:
        raise NetworkError(f"{error}: {NOTHING}") from error


def told_of_nothing(found: Sequence[Advert]) -> str:
    """Why there is no table to sit down at, and what to do."""
    if not found:
        return NOTHING
    return "no table here is open to everybody; ask one of the hosts for the invitation (and the code)"


def described(advert: Advert) -> list[str]:
    """A table in a few lines."""
    seats = f"{advert.free} of {advert.seats} seats free" if advert.free else f"all {advert.seats} seats taken"
    lines = fold(f"{short_title(advert.game)} with {advert.host}: {seats}. {advert.settings}", "  ")
    return [*lines, *fold(f"  Key of the host: {' '.join(fingerprint(advert.invitation.host))}", "    ")]


def numbered(open_ones: Sequence[Advert], others: Sequence[Advert]) -> list[str]:
    """The tables to choose from, and below them those that cannot be chosen."""
    lines = []
    for number, advert in enumerate(open_ones, 1):
        first, *rest = described(advert)
        lines += [f"{number}) {first}", *rest]
    for advert in others:
        lines += [*described(advert), f"  {_closed(advert)}"]
    return lines


def listing(found: Sequence[Advert]) -> list[str]:
    """Every table with the line to join it."""
    lines: list[str] = []
    for advert in found:
        how = _closed(advert) if advert.private or not advert.free else f"kingsmoot join {advert.invitation.line}"
        lines += [*described(advert), f"  {how}", ""]
    return lines


def _closed(advert: Advert) -> str:
    if advert.private:
        return "Private: ask the host for the invitation and the code."
    return "Nobody else can join."


def as_json(found: Sequence[Advert]) -> str:
    """The same for programs."""
    rows = [
        {
            "table": advert.invitation.table.hex(),
            "game": advert.game,
            "settings": advert.settings,
            "free": advert.free,
            "seats": advert.seats,
            "host": advert.host,
            "fingerprint": list(fingerprint(advert.invitation.host)),
            "private": advert.private,
            "addresses": [address.text for address in advert.invitation.addresses],
            "invitation": None if advert.private else advert.invitation.line,
        }
        for advert in found
    ]
    return json.dumps(rows, ensure_ascii=False, indent=1)
