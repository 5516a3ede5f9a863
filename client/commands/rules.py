"""`kingsmoot rules`: the game in short, a chapter or clause by its number, a card by its name."""

import argparse
from collections.abc import Sequence

from client.errors import FAILED, OK, UsageError
from client.home import Home
from client.matches import match_for_reading
from client.play.rulebook import everything, lookup, search
from client.settings import settings_or_defaults
from client.words.general import names
from client.words.library import words_for
from engine.registry import names as all_games


def run(args: argparse.Namespace, home: Home) -> int:
    """Print what was asked for; 1 if there is nothing of that name. Raises UsageError."""
    game, asked = _asked([*([args.game] if args.game else []), *args.what])
    words = words_for(match_for_reading(game), (), settings_or_defaults(args, home).names)
    wanted = " ".join(asked).strip()
    if args.all:
        print("\n".join(everything(words)))
        return OK
    print("\n".join(lookup(words, wanted)))
    return OK if not wanted or search(words, wanted).anything else FAILED


def _asked(typed: Sequence[str]) -> tuple[str, Sequence[str]]:
    """The game and what is asked of it: whose rules are meant goes without saying where there is one game alone.

    Raises UsageError where there are several and none is named.
    """
    known = all_games()
    if typed and typed[0] in known:
        return typed[0], typed[1:]
    if len(known) == 1:
        return known[0], typed
    if not typed:
        raise UsageError(f"whose rules? type one of {names(known)}, as in: kingsmoot rules {known[0]}")
    return typed[0], typed[1:]
