"""`kingsmoot games`: every table this player sat at."""

import argparse
import json
from typing import Any

from client.errors import OK
from client.home import Home
from client.past import Past, past_tables
from client.play.cells import cut, table
from client.store.tables import PLAYING

WIDE = 30


def run(args: argparse.Namespace, home: Home) -> int:
    """List the tables, the latest first. Raises UsageError."""
    tables = past_tables(home)
    if args.json:
        print(json.dumps([_row(past) for past in tables], indent=1, ensure_ascii=False))
    elif tables:
        print("\n".join(table([_line(past) for past in tables])))
        if any(past.kept.state == PLAYING and not past.open for past in tables):
            print("kingsmoot resume takes up the last one that is unfinished, kingsmoot resume ID any.")
    else:
        print("You have sat at no table yet.")
    return OK


def _line(past: Past) -> tuple[str, ...]:
    kept = past.kept
    return past.short_id, past.state, kept.started[:10], kept.stage or "-", cut(", ".join(kept.names), WIDE)


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
    }
