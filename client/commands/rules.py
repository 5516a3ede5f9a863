"""`kingsmoot rules`: the game in short, a chapter or clause by its number, a card by its name."""

import argparse

from client.errors import FAILED, OK
from client.home import Home
from client.matches import match_for_reading
from client.play.rulebook import clause, lookup, search
from client.settings import settings_or_defaults
from client.words.library import words_for


def run(args: argparse.Namespace, home: Home) -> int:
    """Print what was asked for; 1 if there is nothing of that name. Raises UsageError."""
    words = words_for(match_for_reading(args.game), (), settings_or_defaults(args, home).names)
    wanted = " ".join(args.what).strip()
    if args.all:
        print("\n".join(line for number in words.clauses for line in clause(words, number)))
        return OK
    print("\n".join(lookup(words, wanted)))
    return OK if not wanted or search(words, wanted).anything else FAILED
