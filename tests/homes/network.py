"""Homes on one wire: each a network namespace of its own, with an address, a door and nothing else in common.

    with homes(Plan((OPEN, OPEN, CLOSED), delay=0.05)) as net:
        process = net.start(1, [sys.executable, "-m", "client", ...], stdout=PIPE)
        net.cut(1)

Everything lives in namespaces that are made and removed here: nothing of it can reach, or be reached from, the network
of this machine. It needs root, iproute2 and /dev/net/tun; `lacking` says which of them is missing.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tests.homes.switch import Plan, device, hardware
from tests.processes import end, within

ROOT = Path(__file__).parents[2]
PREFIX = "moot-"
OBEYS = 30.0
"""Seconds that the wire, or the kernel, may take for an order."""
GATEWAY = "10.77.0.254"
"""Answers nobody; that there is a way out at all is how a client finds the address that others may try."""


def lacking() -> str:
    """What this machine lacks for networks of homes; "" if nothing."""
    if sys.platform != "linux":
        return "network namespaces are a thing of Linux"
    if shutil.which("ip") is None:
        return "there is no `ip`: install iproute2"
    if os.geteuid() != 0:
        return "network namespaces need root"
    name = f"{PREFIX}{os.getpid()}-try"
    tried = _ip("netns", "add", name, check=False)
    if tried.returncode:
        return f"no network namespace can be made: {tried.stderr.strip()}"
    tried = _ip("-n", name, "tuntap", "add", "try0", "mode", "tap", check=False)
    _ip("netns", "del", name)
    return f"no TAP device can be made: {tried.stderr.strip()}" if tried.returncode else ""


def address(home: int) -> str:
    """The IPv4 address of a home."""
    return f"10.77.0.{home + 1}"


def at_once(pid: int, priority: int) -> None:
    """Let a process run as soon as it has something to do, before all that has no such priority or a lower one."""
    os.sched_setscheduler(pid, os.SCHED_RR, os.sched_param(priority))


@dataclass
class Homes:
    """The running network. Processes that were started in it end with it."""

    plan: Plan
    wire: "subprocess.Popen[str]"
    started: list["subprocess.Popen[str]"] = field(default_factory=list)

    def start(self, home: int, command: Sequence[str], **how: Any) -> "subprocess.Popen[str]":
        """Start a program in a home. It is in a process group of its own."""
        # `ip netns exec` becomes the program, so that a kill hits the program itself.
        inside = ["ip", "netns", "exec", _name(home), *command]
        process = subprocess.Popen(inside, cwd=ROOT, text=True, start_new_session=True, **how)
        self.started.append(process)
        return process

    def cut(self, home: int) -> None:
        """From now on nothing passes to or from this home, and nobody is told."""
        self._order(f"cut {home}")

    def mend(self, home: int) -> None:
        """The end of a cut."""
        self._order(f"mend {home}")

    def unplug(self, home: int) -> None:
        """Take the home's own device down: its kernel knows, the others do not."""
        _ip("-n", _name(home), "link", "set", device(home), "down")

    def plug(self, home: int) -> None:
        """The end of that."""
        _up(home)

    def _order(self, order: str) -> None:
        assert self.wire.stdin is not None
        assert self.wire.stdout is not None
        self.wire.stdin.write(order + "\n")
        self.wire.stdin.flush()
        with within(OBEYS, self.wire):
            said = self.wire.stdout.readline()
        if said != f"{order}: done\n":
            raise RuntimeError(f"the wire does not obey: {said!r}")


@contextmanager
def homes(plan: Plan) -> Iterator[Homes]:
    """The network, as long as the block lasts."""
    _sweep()
    hub = _name(None)
    count = len(plan.doors)
    try:
        for name in (hub, *map(_name, range(count))):
            _ip("netns", "add", name)
        command = ["ip", "netns", "exec", hub, sys.executable, "-m", "tests.homes.switch", json.dumps(asdict(plan))]
        with subprocess.Popen(
            command, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        ) as wire:
            net = Homes(plan, wire)
            try:
                at_once(wire.pid, 2)  # a wire does not wait for players who think
                with within(OBEYS, wire):
                    if wire.stdout is None or wire.stdout.readline() != "ready\n":
                        raise RuntimeError("the wire does not start")
                for home in range(count):
                    _ip("-n", hub, "link", "set", device(home), "netns", _name(home))
                    _up(home)
                yield net
            finally:
                for process in net.started:
                    end(process)
                wire.kill()
    finally:
        for name in (hub, *map(_name, range(count))):
            _remove(name)


def _up(home: int) -> None:
    name, tap = _name(home), device(home)
    _ip("-n", name, "link", "set", "lo", "up")
    _ip("-n", name, "link", "set", tap, "address", hardware(home), check=False)  # refused while it is up
    _ip("-n", name, "link", "set", tap, "up")
    _ip("-n", name, "address", "replace", f"{address(home)}/24", "dev", tap)
    _ip("-n", name, "route", "replace", "default", "via", GATEWAY)


def _name(home: int | None) -> str:
    return f"{PREFIX}{os.getpid()}-{'wire' if home is None else home}"


def _sweep() -> None:
    """Remove what a test that was killed has left; never what a living one uses."""
    for line in _ip("netns", "list").stdout.splitlines():
        name = line.split()[0]
        if not name.startswith(PREFIX):
            continue
        owner = name.removeprefix(PREFIX).partition("-")[0]
        with suppress(ValueError):
            if not Path(f"/proc/{int(owner)}").exists():
                _remove(name)


def _remove(name: str) -> None:
    """End what still runs in a namespace of ours, children of children included, and delete it."""
    for pid in _ip("netns", "pids", name, check=False).stdout.split():
        with suppress(ProcessLookupError):
            os.kill(int(pid), signal.SIGKILL)
    _ip("netns", "del", name, check=False)


def _ip(*arguments: str, check: bool = True) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(["ip", *arguments], check=check, capture_output=True, text=True, timeout=OBEYS)
