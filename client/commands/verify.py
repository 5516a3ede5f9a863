"""`kingsmoot verify`: check a record as a stranger would."""

import argparse
import sys

from client.checking import acquaintances, check_record, find_record
from client.home import Home
from client.play.cells import fold


def run(args: argparse.Namespace, home: Home) -> int:
    """Print what was checked; 0 good, 1 bad. Raises UsageError."""
    checked = check_record(args.file, find_record(home, args.file))
    known = acquaintances(home)
    if known.unread:
        print("\n".join(fold(known.unread)), file=sys.stderr)
    print(checked.json(known.words) if args.json else "\n".join(checked.lines(known.words)))
    return checked.code(args.partial)
