"""The report on a table that stopped because two programs computed different states: what is needed to find out why.

Everything in it is public at the table: no secret, no choice that was not opened yet.
"""

import json
import platform
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

from client.errors import ClientError
from client.home import Home, private_folder, replace_file
from client.replaying import Replay
from client.words.library import words_for
from engine.core.match import Match
from engine.core.plain import packed
from engine.core.questions import Kind
from protocol.faults import FaultKind, Verdict

STEPS = 50
"""Answers before the place that are told with the digest after each: a difference is older than its discovery."""
SPECTATOR = -1


def report_differing(home: Home, table: str, record: Path, verdict: Verdict | None) -> list[str]:
    """Write the report if the table stopped for that; gives what to tell the player, nothing for any other end.

    `table` is the id by which people call it, `record` the file of its record. Never raises: the game is over already.
    """
    if verdict is None or verdict.kind is not FaultKind.BADDIGEST:
        return []
    file = home.state / f"differing-{table}.json"
    try:
        private_folder(home.state)
        replace_file(file, differing(record.read_bytes(), verdict).encode())
    except (ClientError, OSError) as error:
        return [f"No report on the two states could be written: {error}"]
    return [
        "Two programs have computed different states, so one of them, or its data, is wrong or was changed. "
        f"{file} holds the state here, both digests and the steps before, and no secret: compare it with the others'."
    ]


def differing(data: bytes, verdict: Verdict) -> str:
    """The report as JSON, from the record in `data`. Raises ClientError if it cannot be read up to the place."""
    replay = Replay(data)
    match, form = replay.match, replay.log.agreement.form
    steps: list[dict[str, Any]] = []
    draws = 0
    told = iter(replay)
    while len(steps) < verdict.slot - 1 and (step := next(told, None)) is not None:
        draws += step.question.kind is Kind.CHANCE
        steps.append(
            {
                "slot": step.slot,
                "topic": step.question.topic,
                "kind": step.question.kind.name,
                "events": step.events,
                "digest": match.digest.hex(),
            }
        )
    signed = verdict.evidence[-1].entry
    outcome = {"outcome_signed": signed.body.hex()} if signed.digest == match.digest else {}
    found = {
        "table": replay.log.agreement.game_id.hex(),
        "game": form.game,
        "settings": form.settings,
        "versions": {
            "kingsmoot": version("kingsmoot"),
            "python": platform.python_version(),
            "system": platform.platform(),
            "rules": form.rules_version,
            "data_agreed": form.data_digest.hex(),
            "data_here": match.game.data_digest().hex(),
        },
        "fault": {"slot": verdict.slot, "phase": verdict.phase, "seat": verdict.seat, "text": verdict.text},
        "players": replay.names,
        "digest_here": match.digest.hex(),
        "digest_signed": signed.digest.hex(),
        **outcome,
        "draws": draws,
        "steps": steps[-STEPS:],
        "position": _position(match, replay.names),
        "state": packed(match.state).hex(),
    }
    return json.dumps(found, indent=1, ensure_ascii=False, default=_as_text) + "\n"


def _position(match: Match[Any], names: list[str]) -> list[str]:
    """What everybody at the table may see of it, in lines."""
    try:
        words = words_for(match, names)
    except ClientError:  # a game without words: the state itself says all
        return []
    show: tuple[Callable[..., list[str]], ...] = (words.board, words.tracks)
    return [words.where(match), *(line for part in show for line in part(match, SPECTATOR))]


def _as_text(value: object) -> str:
    return value.hex() if isinstance(value, bytes) else str(value)
