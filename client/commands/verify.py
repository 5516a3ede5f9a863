"""`kingsmoot verify`: check a record as a stranger would."""

import argparse

from client.checking import acquaintances, check_record, find_record
from client.home import Home


def run(args: argparse.Namespace, home: Home) -> int:
    """Print what was checked; 0 good, 1 bad. Raises UsageError."""
    checked = check_record(args.file, find_record(home, args.file))
    known = acquaintances(home)
    print(checked.json(known) if args.json else "\n".join(checked.lines(known)))
    return checked.code(args.partial)
