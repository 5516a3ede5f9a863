"""A game as lines of JSON: what was agreed, then a line for each question and its reply, then how it ended."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.core.match import Match
from engine.core.plain import Plain
from engine.core.questions import Question, Reply
from engine.registry import game

FOLDER = Path(__file__).parent
NAMES = tuple(sorted(path.stem for path in FOLDER.glob("*.jsonl")))


@dataclass(frozen=True)
class Kept:
    """A game that was played. `replies` go with the topics of their questions."""

    game: str
    seats: int
    settings: dict[str, Plain]
    replies: tuple[tuple[str, Reply], ...]
    clause: str
    ranking: tuple[tuple[int, ...], ...]
    digest: str


def read(name: str) -> Kept:
    """The kept game of that name."""
    head, *lines, end = map(json.loads, (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines())
    replies = tuple((topic, Reply(*_given(values, rolled))) for topic, values, rolled in lines)
    return Kept(
        head["game"], head["seats"], head["settings"], replies, end["clause"], _plain(end["ranking"]), end["digest"]
    )


def _given(values: dict[str, Any], rolled: list[int]) -> tuple[dict[int, Any], dict[str, str], tuple[int, ...]]:
    return {int(seat): _plain(value) for seat, value in values.items()}, {}, tuple(rolled)


def _plain(value: Any) -> Any:
    return tuple(map(_plain, value)) if isinstance(value, list) else value


def played(kept: Kept) -> tuple[Match[Any], list[str]]:
    """The game played again with all checks, and the names of the last events."""
    match = Match.start(game(kept.game), kept.seats, kept.settings)
    for topic, reply in kept.replies:
        assert match.question is not None
        assert match.question.topic == topic
        match.answer(reply)
    return match, [str(event[0]) for event in match.events]


def text(name: str, seats: int, settings: dict[str, Plain], replies: list[Reply]) -> str:
    """The lines of a game played with these replies to its end."""
    match = Match.start(game(name), seats, settings)
    lines: list[Any] = [{"game": name, "seats": seats, "settings": settings}]
    for reply in replies:
        question: Question[Any] | None = match.question
        assert question is not None
        lines.append([question.topic, {str(s): v for s, v in sorted(reply.values.items())}, list(reply.rolled)])
        match.answer(reply)
    assert match.outcome is not None
    end = {"clause": match.outcome.clause, "ranking": match.outcome.ranking, "digest": match.digest.hex()}
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in [*lines, end])
