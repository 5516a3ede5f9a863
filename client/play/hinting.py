"""A hint in words: one answer that a bot would give in a player's place. It sends nothing and chooses nothing."""

from collections.abc import Sequence
from typing import Any

from client.play.asking import NOTHING
from client.play.building import Building
from client.play.cells import fold
from client.words.general import GameWords
from client.words.hints import Hint, HintWords
from engine.core.cards import Faces
from engine.core.match import Match
from engine.core.plain import Plain, Seat
from engine.core.questions import Question

NOT_ASKED = "You have not been asked anything yet; when you are, hint tells what a bot would do in your place."
LAST = "You are not asked now. To your last question:"


def hint_lines(
    words: GameWords,
    match: Match[Any],
    question: Question[Any],
    seat: Seat,
    known: Faces,
    building: Building,
    chosen: Sequence[Plain] = (),
) -> list[str]:
    """What a bot would answer that knows what `seat` knows, why, and the figures of it.

    `building`: still empty. `chosen`: the pieces that this person has, from which the hint goes on.
    """
    if not isinstance(words, HintWords):
        return ["There is no hint: no bot of this game does more than draw lots."]
    hint = words.hint(match, question, seat, known)
    if hint is None:
        return ["There is no hint here: a bot would draw lots."]
    for piece in hint.pieces:
        _add(building, piece)
    reasons = list(hint.reasons)
    gist = words.gist(match, question, seat, building.pieces)
    reasons += [f"With that: {gist}"] if gist else []
    told = _told(hint, building, chosen)
    return [
        *fold(told, "    "),
        *(line for reason in reasons for line in fold(f"  {reason}", "    ")),
        "Nothing is chosen by this.",
    ]


def _told(hint: Hint, building: Building, chosen: Sequence[Plain]) -> str:
    """What is left to do; `building` has the whole answer of the hint."""
    answer = hint.whole or ", ".join(label.text for label in building.labels) or NOTHING
    if not chosen:
        return f"A bot in your place would answer: {answer}."
    rest = _rest(hint.pieces, building, chosen)
    if rest is None:
        return f"A bot in your place would have chosen otherwise: clear, then {answer}."
    if not rest:
        return "You have chosen what a bot in your place would answer, and it is all."
    return f"A bot in your place would go on: {rest}."


def _rest(wanted: Sequence[Plain], building: Building, chosen: Sequence[Plain]) -> str | None:
    """The pieces still to be chosen, in words; None if what is chosen leads elsewhere. `building` has all `wanted`."""
    answers, rest = building.answers, list(wanted)
    for piece in chosen:
        if piece not in rest:
            return None
        rest.remove(piece)
    building.clear()
    for piece in (*chosen, *rest):
        if not _add(building, piece):
            return None
    if building.answers != answers:
        return None
    return ", ".join(label.text for label in building.labels[len(chosen) :])


def _add(building: Building, piece: Plain) -> bool:
    """Take a piece, if it may come next."""
    choice = next((choice for choice in building.choices if choice.piece == piece), None)
    if choice is not None:
        building.take(choice)
    return choice is not None
