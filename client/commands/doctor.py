"""`kingsmoot doctor`: what this computer and its network let through."""

import argparse

import trio

from client.errors import FAILED, OK, UsageError
from client.home import Home
from client.pasted import parse_relay
from client.play.cells import fold
from net.doctor import examine


def run(args: argparse.Namespace, home: Home) -> int:
    """Try and tell; 1 if something does not work. Raises ClientError."""
    if not 0 < args.listen < 65536:
        raise UsageError("--listen takes a port from 1 to 65535")
    relay = parse_relay(args.relay) if args.relay is not None else None
    findings = trio.run(examine, args.listen, relay)
    for finding in findings:
        print("\n".join(fold(f"{'ok ' if finding.good else 'BAD'} {finding.text}", "    ")))
        if finding.hint:
            print("\n".join(f"    {line}" for line in fold(finding.hint, width=76)))
    return OK if all(finding.good for finding in findings) else FAILED
