"""What stands between us and a peer: each way that has failed, with its cause."""

from net.events import LinkDown, LinkUp, NoLink


class Trouble:
    """Which ways to a peer have failed since its last link, each with its last cause."""

    def __init__(self) -> None:
        self._causes: dict[bytes | None, dict[str, str]] = {}

    def note(self, event: NoLink | LinkDown | LinkUp) -> bool:
        """Take the news; gives whether this way has failed for the first time."""
        causes = self._causes.setdefault(event.peer, {})
        if isinstance(event, LinkUp):
            causes.clear()
            return False
        way = event.address if isinstance(event, NoLink) else ""
        new = way not in causes
        causes[way] = event.fault.cause
        return new

    def of(self, peer: bytes) -> str:
        """All that went wrong, for people; "" if nothing did."""
        return "; ".join(dict.fromkeys(self._causes.get(peer, {}).values()))
