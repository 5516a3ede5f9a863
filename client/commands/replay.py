"""`kingsmoot replay`: a saved game in words."""

import argparse

from client.checking import find_record
from client.errors import FAILED, OK
from client.home import Home
from client.play.cells import fold
from client.replaying import Replay, reached
from client.settings import settings_or_defaults
from client.words.library import words_for


def run(args: argparse.Namespace, home: Home) -> int:
    """Print the game, or with --at the position there. Raises ClientError."""
    stop = reached(args.at) if args.at is not None else None
    replay = Replay(find_record(home, args.file))
    words = words_for(replay.match, replay.names, settings_or_defaults(args, home).names)
    stage: tuple[int, str] = (0, "")
    for told in replay:
        before, stage = stage, words.stage(replay.match)
        if stop is None:
            sentences = [words.event(replay.match, event) for event in told.events]
            print("\n".join(line for text in sentences for part in text.splitlines() for line in fold(part, "  ")))
            if stage != before and replay.match.question is not None:
                print(f"\n-- {words.where(replay.match)} (slot {told.slot})")
        elif stop(*stage):
            print(f"{words.where(replay.match)} (slot {told.slot})")
            print("\n".join([*words.board(replay.match, -1), "", *words.tracks(replay.match, -1)]))
            return OK
    if stop is not None:
        print(f"The game does not come to {args.at}; it ends in {words.where(replay.match)}.")
        return FAILED
    outcome = replay.match.outcome
    print("\n".join(words.outcome(replay.match, outcome) if outcome else ["", "The record ends before the game does."]))
    return OK
