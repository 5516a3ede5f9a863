"""`kingsmoot find`: which tables show themselves on the local network."""

import argparse

import trio

from client.errors import FAILED, OK
from client.home import Home
from client.lobby.finding import NOTHING, as_json, listing, look_around
from client.play.cells import fold


def run(args: argparse.Namespace, home: Home) -> int:
    """Look and list. Raises ClientError."""
    found = trio.run(look_around, args.seconds)
    if args.json:
        print(as_json(found))
    else:
        print("\n".join(listing(found) or fold(f"Within {args.seconds:g} s {NOTHING}.")))
    return OK if found else FAILED
