"""`kingsmoot replay`: a saved game, looked at step by step or told in words."""

import argparse
import sys
from functools import partial
from pathlib import Path

from client.checking import check_record, find_record
from client.errors import FAILED, OK, ClientError
from client.home import Home
from client.play.cells import fold
from client.play.terminal import full_screen
from client.replaying import Place, place_of
from client.screen.actions import by_screen
from client.sentences import say
from client.settings import settings_or_defaults
from client.sight import own_seat
from client.timeline import Timeline
from client.transcript import document, export, lying, told
from protocol.report import Judgement


def run(args: argparse.Namespace, home: Home) -> int:
    """Show the game, print it, or with --at the position there, or write it to a file. Raises ClientError.

    In words the verdict on a record that is not both good and whole comes before them, where a pipe does not take it
    away; a bad one gives FAILED, however much of its game can be read.
    """
    stop = place_of(args.at) if args.at is not None else None
    own = settings_or_defaults(args, home, by_screen)
    if stop is None and args.export is None and not own.plain and full_screen():
        from client.screen.replay import run_replay  # the toolkit costs a tenth of a second

        return run_replay(home, args.file, own)
    data = find_record(home, args.file)
    checked = check_record(args.file, data)
    judgement = checked.report.judgement
    if judgement is not Judgement.GOOD:
        say(f"{args.file}: {checked.verdict()}", sys.stderr)
    timeline = Timeline(data, own.names, find_own=partial(own_seat, home))
    code = OK
    if args.export is not None:
        text = document(timeline, args.file, checked.verdict())
        say(f"The game is written to {export(Path(args.export), text)}.")
    elif stop is not None:
        code = _position(timeline, stop, args.at)
    else:
        print("\n".join(told(timeline)))
    if timeline.broken and stop is None:
        raise ClientError(timeline.broken)
    return FAILED if judgement is Judgement.BAD else code


def _position(timeline: Timeline, place: Place, at: str) -> int:
    n = timeline.find(place)
    if n is None:
        say(f"The game does not come to {at}; it ends in {timeline.moments[-1].where}.")
        return FAILED
    match, moment = timeline.at(n), timeline.moments[n]
    print(f"{moment.where} (slot {moment.slot})")
    board = timeline.words.board(match, -1)
    tracks = [line for line in timeline.words.tracks(match, -1) if line not in board]  # both may end with the players
    print("\n".join([*board, "", *tracks]))
    if timeline.sight:
        print("\n".join(["", *fold(timeline.sight), *lying(timeline, n, "")]))
    return OK
