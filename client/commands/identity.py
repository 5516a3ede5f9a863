"""`kingsmoot id`."""

import argparse

from client.home import Home
from client.player import keep_name, load_player

SHORT, LONG = 6, 12


def run(args: argparse.Namespace, home: Home) -> int:
    """Show who I am; keep a new name. Raises UsageError."""
    player = load_player(home, args.name)
    if args.name is not None:
        keep_name(home, player.name)
    print(f"name:         {player.name}")
    print(f"fingerprint:  {player.key.public.hex()}")
    print(f"words:        {player.words(LONG if args.long else SHORT)}")
    return 0
