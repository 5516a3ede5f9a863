"""A name that we know with another key: told loudly, and confirmed before anything is signed."""

from collections.abc import Awaitable, Callable

from client.errors import ClientError
from client.home import Home
from client.store.database import Store
from client.store.people import Known, changed_keys
from net.attempt import Declined
from protocol.agreement import Form, Seat
from protocol.identity import fingerprint

Confirm = Callable[[list[str]], Awaitable[bool]]
"""Shows lines and waits for a yes: true; for anything else: false."""


class KeyDeclined(ClientError, Declined):
    """A changed key was not accepted; `seat` is whose it is."""

    def __init__(self, other: Seat) -> None:
        super().__init__(
            f"{other.name} comes with another key than before, and you did not accept it; nothing was signed. "
            "Ask for the words that their kingsmoot id shows, and accept with yes (a bot or a script: --yes)"
        )
        self.seat = other.number


async def say_no(_: list[str]) -> bool:
    """Nobody is there to be asked, so a changed key is not accepted."""
    return False


async def say_yes(_: list[str]) -> bool:
    """Every key was accepted beforehand, by --yes."""
    return True


async def judge_names(home: Home, form: Form, seat: int, confirm: Confirm) -> None:
    """Look every other player up, and have each changed key confirmed. Raises KeyDeclined if one is not."""
    with Store(home) as store:
        changed = changed_keys(store, (other for other in form.seats if other.number != seat))
    for other, known in changed:
        if not await confirm(_warning(other, known)):
            raise KeyDeclined(other)


def _warning(other: Seat, known: Known) -> list[str]:
    return [
        "",
        f"!!! {other.name} HAS ANOTHER KEY THAN BEFORE !!!",
        f"You have known {known.name} since {known.since}, with the words",
        f"    {' '.join(fingerprint(known.key))}",
        "Now there are the words",
        f"    {' '.join(fingerprint(other.identity))}",
        "It may be a new computer, or somebody else under that name. Ask, by voice.",
    ]
