"""`kingsmoot games`: every table this player sat at."""

import argparse
import json
from typing import Any

from client.errors import OK
from client.home import Home
from client.play.cells import cut, table
from client.store.database import Store
from client.store.lock import is_open
from client.store.tables import GATHERING, PLAYING, SHORT, KeptTable, all_tables

WIDE = 30


def run(args: argparse.Namespace, home: Home) -> int:
    """List the tables, the latest first. Raises UsageError."""
    with Store(home) as store:
        tables = all_tables(store)
        open_now = {kept.number for kept in tables if kept.state in (GATHERING, PLAYING) and is_open(home, kept.number)}
    if args.json:
        print(json.dumps([_row(kept, kept.number in open_now) for kept in tables], indent=1, ensure_ascii=False))
    elif tables:
        print("\n".join(table([_line(kept, kept.number in open_now) for kept in tables])))
        if any(kept.state == PLAYING and kept.number not in open_now for kept in tables):
            print("kingsmoot resume takes up the last one that is unfinished, kingsmoot resume ID any.")
    else:
        print("You have sat at no table yet.")
    return OK


def _line(kept: KeptTable, is_open: bool) -> tuple[str, ...]:
    return (
        kept.id[:SHORT] or "-",
        _state(kept, is_open),
        kept.started[:10],
        kept.stage or "-",
        cut(", ".join(kept.names), WIDE),
    )


def _state(kept: KeptTable, is_open: bool) -> str:
    if is_open:
        return "open"
    return {GATHERING: "never began", PLAYING: "unfinished"}.get(kept.state, kept.state)


def _row(kept: KeptTable, is_open: bool) -> dict[str, Any]:
    return {
        "id": kept.id,
        "state": kept.state,
        "open": is_open,
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
