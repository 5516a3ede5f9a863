"""The wire between the homes: `python -m tests.homes.switch PLAN`, run in a network namespace of its own.

An Ethernet switch made of TAP devices, one for each home: what a home's kernel sends is handed to the kernel of another
home after the delay of the wire, or is lost. So delays, losses, cuts and closed doors are the same on every Linux that
has /dev/net/tun, whether or not its kernel was built with netem and packet filters; all above Ethernet is the real
thing.

PLAN is JSON. The other end of its input types orders, one a line; each is answered by a line when it holds:

    cut HOME        nothing passes to or from this home, and nobody is told: a dead line, not a pulled plug
    mend HOME
    nap SECONDS     the whole wire holds its breath, as a network under load
"""

import fcntl
import heapq
import itertools
import json
import os
import random
import select
import struct
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field

TUNSETIFF = 0x400454CA
IFF_TAP, IFF_NO_PI = 0x0002, 0x1000
FRAME = 2048
IPV4, TCP = 0x0800, 6
SYN, ACK = 0x02, 0x10

OPEN = "open"
CLOSED = "closed"
"""Nobody can call this home; it can call others: a firewall or a NAT."""
ISLAND = "island"
"""TCP passes only between this home and the relay's: as in a guest network, or behind two NATs that do not yield."""


@dataclass(frozen=True)
class Plan:
    """What the wire is like. `doors`: of each home, in their order; `relay`: the number of the home with the relay.

    `delay` is that of one way, in seconds; `loss` the share of lost frames; `stray` seconds are added to the delay of a
    frame at random, without overtaking.
    """

    doors: tuple[str, ...]
    delay: float = 0.0
    loss: float = 0.0
    stray: float = 0.0
    relay: int | None = None
    seed: int = 1

    def admits(self, source: int, target: int, frame: bytes) -> bool:
        """Whether the doors of both homes let a frame pass."""
        if len(frame) < 34 or frame[12:14] != IPV4.to_bytes(2, "big") or frame[23] != TCP:
            return True
        if ISLAND in (self.doors[source], self.doors[target]) and self.relay not in (source, target):
            return False
        at = 14 + 4 * (frame[14] & 15)
        calls = len(frame) > at + 13 and frame[at + 13] & (SYN | ACK) == SYN
        return not (calls and self.doors[target] == CLOSED)


def hardware(home: int) -> str:
    """The hardware address of a home, from which the switch knows where a frame goes."""
    return f"02:00:00:00:00:{home:02x}"


def device(home: int) -> str:
    """The name of a home's TAP device."""
    return f"home{home}"


@dataclass
class Switch:
    """Frames on their way, by when they are due."""

    plan: Plan
    taps: list[int]
    cut: set[int] = field(default_factory=set)
    under_way: list[tuple[float, int, int, int, bytes]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._random = random.Random(self.plan.seed)
        self._order = itertools.count()
        self._last: dict[tuple[int, int], float] = {}

    def take(self, source: int, frame: bytes, now: float) -> None:
        """A home has sent a frame."""
        if frame[0] & 1:
            targets = [home for home in range(len(self.taps)) if home != source]
        else:
            targets = [frame[5]] if frame[5] < len(self.taps) else []
        for target in targets:
            lost = self.plan.loss and self._random.random() < self.plan.loss
            if source in self.cut or lost or not self.plan.admits(source, target, frame):
                continue
            due = now + self.plan.delay + self.plan.stray * self._random.random()
            due = self._last[source, target] = max(due, self._last.get((source, target), 0.0))
            heapq.heappush(self.under_way, (due, next(self._order), source, target, frame))

    def deliver(self, now: float) -> float | None:
        """Hand over what is due; gives the seconds until more is."""
        while self.under_way and self.under_way[0][0] <= now:
            _, _, source, target, frame = heapq.heappop(self.under_way)
            if not self.cut & {source, target}:
                with suppress(OSError):  # unplugged
                    os.write(self.taps[target], frame)
        return self.under_way[0][0] - now if self.under_way else None

    def obey(self, order: str) -> None:
        """One line of orders."""
        word, _, rest = order.partition(" ")
        if word == "cut":
            self.cut.add(int(rest))
        elif word == "mend":
            self.cut.discard(int(rest))
        elif word == "nap":
            time.sleep(float(rest))
        else:
            raise ValueError(f"the wire knows no order {order!r}")


def open_tap(home: int) -> int:
    """A new TAP device in this namespace; it is gone when this process is."""
    tap = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(tap, TUNSETIFF, struct.pack("16sH22x", device(home).encode(), IFF_TAP | IFF_NO_PI))
    return tap


def run(plan: Plan) -> None:
    """Carry frames until the orders end."""
    taps = [open_tap(home) for home in range(len(plan.doors))]
    switch = Switch(plan, taps)
    homes = {tap: home for home, tap in enumerate(taps)}
    print("ready", flush=True)
    wait: float | None = None
    while True:
        readable, _, _ = select.select([0, *taps], [], [], wait)
        now = time.monotonic()
        for source in readable:
            if source == 0:
                orders = os.read(0, FRAME).decode()
                if not orders:
                    return
                for order in orders.splitlines():
                    switch.obey(order)
                    print(f"{order}: done", flush=True)
                continue
            switch.take(homes[source], os.read(source, FRAME), now)
        wait = switch.deliver(time.monotonic())
        wait = max(0.0, wait) if wait is not None else None


if __name__ == "__main__":
    wanted = json.loads(sys.argv[1])
    run(Plan(**{**wanted, "doors": tuple(wanted["doors"])}))
