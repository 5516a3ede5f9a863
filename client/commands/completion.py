"""`kingsmoot completion`: the script of a shell, and the ids of tables that the scripts ask for."""

import argparse
import importlib

from client.errors import OK, UsageError
from client.home import Home
from client.store.database import Store
from client.store.tables import PLAYING, SHORT


def run(args: argparse.Namespace, home: Home) -> int:
    """Print the script. Raises UsageError."""
    if args.ids is not None:
        print("".join(f"{line}\n" for line in _ids(home, args.ids == "unfinished")), end="")
        return OK
    if args.shell is None:
        raise UsageError("kingsmoot completion takes bash, zsh or fish; docs/commands.md says where the script goes")
    from client.cli import build_parser
    from client.completion.offers import commands_of

    print(importlib.import_module(f"client.completion.{args.shell}").script(commands_of(build_parser())), end="")
    return OK


def _ids(home: Home, unfinished: bool) -> list[str]:
    """The tables that have begun, the latest first: the id, a tab, how far it is. No file is made for this."""
    if not home.store_file.exists():
        return []
    with Store(home) as store:
        rows = store.rows("SELECT game_id, state, stage FROM tables WHERE game_id IS NOT NULL ORDER BY number DESC")
    kept = [row for row in rows if row[1] == PLAYING or not unfinished]
    return [
        f"{ident.hex()[:SHORT]}\t{state}, {stage}" if stage else f"{ident.hex()[:SHORT]}\t{state}"
        for ident, state, stage in kept
    ]
