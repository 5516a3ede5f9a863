"""A hint in words: one answer that a bot would give in a player's place. It sends nothing and chooses nothing."""

from typing import Any

from client.play.building import Building
from client.play.cells import fold
from client.words.general import GameWords
from client.words.hints import HintWords
from engine.core.cards import Faces
from engine.core.match import Match
from engine.core.plain import Seat
from engine.core.questions import Question

NOT_ASKED = "You have not been asked anything yet; when you are, hint tells what a bot would do in your place."
LAST = "You are not asked now. To your last question:"


def hint_lines(
    words: GameWords, match: Match[Any], question: Question[Any], seat: Seat, known: Faces, building: Building
) -> list[str]:
    """What a bot would answer that knows what `seat` knows, why, and the figures of it. `building`: still empty."""
    if not isinstance(words, HintWords):
        return ["There is no hint: no bot of this game does more than draw lots."]
    hint = words.hint(match, question, seat, known)
    if hint is None:
        return ["There is no hint here: a bot would draw lots."]
    for piece in hint.pieces:
        building.take(next(choice for choice in building.choices if choice.piece == piece))
    answer = ", ".join(label.text for label in building.labels) or "nothing at all"
    reasons = list(hint.reasons)
    gist = words.gist(match, question, seat, building.pieces)
    reasons += [f"With that: {gist}"] if gist else []
    return [
        *fold(f"A bot in your place would answer: {answer}.", "    "),
        *(line for reason in reasons for line in fold(f"  {reason}", "    ")),
        "Nothing is chosen by this.",
    ]
