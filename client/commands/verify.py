"""`kingsmoot verify`: check a record as a stranger would."""

import argparse
from pathlib import Path

from client.checking import check
from client.home import Home


def run(args: argparse.Namespace, home: Home) -> int:
    """Print what was checked; 0 good, 1 bad. Raises UsageError."""
    checked = check(Path(args.file))
    print(checked.json() if args.json else "\n".join(checked.lines()))
    return checked.code(args.partial)
