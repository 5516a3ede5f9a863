"""`kingsmoot games`: every table this player sat at; one that is given up for good."""

import argparse
import json
from typing import Any

from client.errors import OK, ClientError
from client.home import Home
from client.past import Past, how_far, past_tables
from client.play.cells import fold, table
from client.sentences import say
from client.store.database import Store
from client.store.journal import TableJournal
from client.store.tables import PLAYING, SHORT, find_table
from client.words.titles import short_title

UNDER = " " * (SHORT + 2)
"""Stands before what belongs to the table above: its id stands out."""


def run(args: argparse.Namespace, home: Home) -> int:
    """List the tables, the latest first, or forget one. Raises ClientError."""
    if args.forget is not None:
        return _forget(home, args.forget)
    tables = past_tables(home)
    if args.json:
        print(json.dumps([_row(past) for past in tables], indent=1, ensure_ascii=False))
    elif tables:
        rows = table([_line(past) for past in tables])
        for past, row in zip(tables, rows, strict=True):
            print("\n".join([*fold(row, UNDER), *fold(UNDER + ", ".join(past.kept.names), UNDER)]))
        if any(past.kept.state == PLAYING and not past.open for past in tables):
            print("\n".join(fold(f"{home.command('resume')} takes up the last unfinished one, with an ID any.")))
    else:
        print("You have sat at no table yet.")
    return OK


def _forget(home: Home, text: str) -> int:
    with Store(home) as store:
        wanted = find_table(store, text)
    journal = TableJournal(home, wanted.number)  # and nobody plays there meanwhile
    try:
        kept = journal.kept
        print("\n".join(_price(Past(kept, open=False))), flush=True)
        if _typed().strip().lower() != kept.id[:SHORT]:
            raise ClientError("that was not its id, so the table stays as it is")
        file = journal.finish(None)
        journal.forget()
    finally:
        journal.close()
    say(f"The table is forgotten. The record of what was played is in {file}")
    return OK


def _price(past: Past) -> list[str]:
    kept = past.kept
    lines = [
        f"Table {past.short_id}, {past.state}: {kept.stage or short_title(kept.form.game)}, {', '.join(kept.names)}."
    ]
    if kept.state == PLAYING:
        lines.append("Without your keys, which are forgotten with it, this game cannot be played on.")
        if kept.crew.bots < len(kept.names) - 1:
            lines.append("Nobody can take your seat yet, so the others will wait for it: tell them that you have left.")
    return [part for line in [*lines, f"To give it up for good type its id, {past.short_id}:"] for part in fold(line)]


def _typed() -> str:
    try:
        return input()
    except EOFError:
        return ""


def _line(past: Past) -> tuple[str, ...]:
    kept = past.kept
    return past.short_id, past.state, kept.started[:10], how_far(kept) or "-"


def _row(past: Past) -> dict[str, Any]:
    kept = past.kept
    return {
        "id": kept.id,
        "state": kept.state,
        "open": past.open,
        "game": kept.form.game,
        "seat": kept.seat,
        "names": kept.names,
        "slot": kept.slot,
        "round": kept.round,
        "stage": kept.stage,
        "reason": kept.reason,
        "started": kept.started,
        "ended": kept.ended,
        "ranking": [list(group) for group in kept.result.ranking] if kept.result is not None else None,
    }
