"""Connections to a relay: whose they are, where they wait, and with whom they are joined. No I/O but closing."""

import ipaddress

import trio

from net.limits import Bucket
from net.relay.figures import BURST_SECONDS, Figures
from net.relay.greeting import Answer


def network_of(host: str) -> str:
    """What counts as one address: an IPv4 address, or the /64 network of an IPv6 one, which one home holds as a whole.

    Whatever is no IP address (a stream that is no socket) counts as itself.
    """
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False))


class Account:
    """What one address has open, and what it may still send.

    Attributes:
        name: the address.
        bucket: of its bytes.
        pending: its connections that are not joined yet, oldest first.
        pairs: how many pairs it takes part in; one with itself counts once.
        seen: when one of its connections last ended.
    """

    __slots__ = ("bucket", "name", "pairs", "pending", "seen")

    def __init__(self, name: str, figures: Figures, now: float) -> None:
        self.name = name
        self.bucket = Bucket(figures.rate, figures.rate * BURST_SECONDS, now)
        self.pending: dict[Caller, None] = {}
        self.pairs = 0
        self.seen = now


class Accounts:
    """One account for each address that is connected, or was a moment ago."""

    def __init__(self, figures: Figures) -> None:
        self._figures = figures
        self._accounts: dict[str, Account] = {}

    def __len__(self) -> int:
        return len(self._accounts)

    def of(self, host: str) -> Account:
        """The account of an address, opened if need be."""
        name = network_of(host)
        account = self._accounts.get(name)
        if account is None:
            account = self._accounts[name] = Account(name, self._figures, trio.current_time())
        return account

    def greediest(self) -> Account:
        """The account with the most connections that are not joined. There must be one."""
        return max(self._accounts.values(), key=lambda account: len(account.pending))

    def forget(self) -> None:
        """Drop accounts without connections, unless that would forgive what they have sent too fast."""
        now = trio.current_time()
        for name, account in list(self._accounts.items()):
            rested = account.bucket.take(0, now) == 0 and now >= account.seen + BURST_SECONDS
            if rested and not account.pending and not account.pairs:
                del self._accounts[name]


class Caller:
    """One connection.

    Attributes:
        stream: its bytes.
        account: whose it is.
        pair: what it is joined in, or None.
        farewell: what is to be answered before it is closed, or None.
        reason: why it is closed without an answer, a word for the metrics.
        scope: of everything before it is joined.
    """

    __slots__ = ("account", "farewell", "pair", "reason", "scope", "stream")

    def __init__(self, stream: trio.abc.HalfCloseableStream, account: Account) -> None:
        self.stream = stream
        self.account = account
        self.pair: Pair | None = None
        self.farewell: Answer | None = None
        self.reason = "left"
        self.scope: trio.CancelScope | None = trio.CancelScope()

    def dismiss(self, farewell: Answer) -> None:
        """Let it wait no longer, and tell it why."""
        self.farewell = farewell
        self._wake()

    def join(self, pair: "Pair") -> None:
        """Let it wait no longer: its other side is here."""
        self.pair = pair
        self._wake()

    def _wake(self) -> None:
        if self.scope is not None:
            self.scope.cancel()


class Pair:
    """Two joined connections, as long as either carries on.

    Attributes:
        callers: the two, the one that waited first.
        accounts: theirs; one if both have the same address.
        moved: when a byte last went through.
        half: whether one direction has ended.
        cause: why it ended, a word for the metrics.
    """

    __slots__ = ("_answered", "_scopes", "accounts", "callers", "cause", "half", "moved")

    def __init__(self, first: Caller, second: Caller) -> None:
        self.callers = first, second
        self.accounts = {first.account, second.account}
        self.moved = trio.current_time()
        self.half = False
        self.cause = "closed"
        self._answered: trio.Event | None = None
        self._scopes = trio.CancelScope(), trio.CancelScope()

    def other(self, caller: Caller) -> Caller:
        """The one at the other side."""
        return self.callers[caller is self.callers[0]]

    def scope(self, caller: Caller) -> trio.CancelScope:
        """The scope in which the bytes of `caller` are read."""
        return self._scopes[caller is self.callers[1]]

    async def answered(self) -> None:
        """One of the two has been answered; returns when both have: the other's first byte must not come before."""
        if self._answered is None:
            self._answered = trio.Event()
        else:
            self._answered.set()
        await self._answered.wait()

    def end(self, cause: str | None = None) -> None:
        """Close both connections."""
        if cause is not None:
            self.cause = cause
        for scope in self._scopes:
            scope.cancel()


class Rooms:
    """Who waits at which meeting point, on which side; the newest is joined first.

    An old connection may be dead without anybody having heard of it, the newest one least likely.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._waiting: dict[tuple[bytes, int], list[Caller]] = {}
        self.waiting = 0

    def partner(self, token: bytes, side: int) -> Caller | None:
        """Whoever should be joined with a caller of `side`."""
        there = self._waiting.get((token, 1 - side))
        return there[-1] if there else None

    def enter(self, token: bytes, side: int, caller: Caller) -> Caller | None:
        """Wait; gives whoever has to go for it."""
        here = self._waiting.setdefault((token, side), [])
        oldest = here[0] if len(here) >= self._most else None
        if oldest is not None:
            self.leave(token, side, oldest)
        self._waiting.setdefault((token, side), []).append(caller)
        self.waiting += 1
        return oldest

    def leave(self, token: bytes, side: int, caller: Caller) -> None:
        """Wait no longer; nothing happens if it does not."""
        here = self._waiting.get((token, side), [])
        if caller in here:
            here.remove(caller)
            self.waiting -= 1
            if not here:
                del self._waiting[token, side]
