"""`kingsmoot id`: who I am, and whom I know."""

import argparse

from client.errors import OK
from client.home import Home
from client.play.cells import table
from client.player import keep_name, load_player
from client.store.database import Store
from client.store.people import all_known
from protocol.identity import fingerprint

SHORT, LONG = 6, 12


def run(args: argparse.Namespace, home: Home) -> int:
    """Show who I am, or with --known the players met so far; keep a new name. Raises UsageError."""
    player = load_player(home, args.name)
    if args.known:
        _show_known(home)
        return OK
    if args.name is not None:
        keep_name(home, player.name)
    print(f"name:         {player.name}")
    print(f"fingerprint:  {player.key.public.hex()}")
    print(f"words:        {player.words(LONG if args.long else SHORT)}")
    return OK


def _show_known(home: Home) -> None:
    with Store(home) as store:
        known = all_known(store)
    rows = [("name", "since", "last seen", "words")]
    rows += [(each.name, each.since, each.last_seen[:10], " ".join(fingerprint(each.key, SHORT))) for each in known]
    print("\n".join(table(rows)) if known else "You have played with nobody yet.")
