"""`kingsmoot rules`: a clause by its number, a card by its name."""

import argparse

from client.errors import FAILED, OK
from client.home import Home
from client.play.rulebook import clause, known, lookup
from client.seating import match_for_reading
from client.settings import settings_or_defaults
from client.words.general import names
from client.words.library import words_for


def run(args: argparse.Namespace, home: Home) -> int:
    """Print what was asked for; 1 if there is nothing of that name. Raises UsageError."""
    words = words_for(match_for_reading(args.game), (), settings_or_defaults(args, home).names)
    wanted = " ".join(args.what)
    if not wanted:
        print("\n".join(line for number in words.clauses for line in clause(words, number)))
        return OK
    if wanted.casefold() not in {number.casefold() for number in words.clauses}:
        try:
            print("\n".join(words.card(wanted)))
            return OK
        except KeyError as error:
            if not known(words, wanted) and error.args:
                print(f"There is no clause or card `{wanted}`; near it: {names(error.args)}.")
                return FAILED
    print("\n".join(lookup(words, wanted)))
    return OK if known(words, wanted) else FAILED
