"""Every kind of question that a player can be asked, in games of the desk and from positions made by hand."""

from engine.core.match import Match
from engine.core.questions import Reply
from engine.registry import game
from engine.westeros.state import Kings
from protocol.events import Asked
from tests.agot.battles import short_of_supply
from tests.agot.board import position
from tests.client.desk import Desk

RARE = (6, 8, 52, 77, 81, 127, 150)
"""Games of the desk in which questions come that few games have."""
NOT_SEEN = {"retreat_losses", "footman_lost"}
"""Questions that no game of the desk has come to; hand-made positions lead to them."""


def asked(desk: Desk) -> bool:
    """Play on until this seat is asked; whether it is before the game is over."""
    while (question := desk.table.match.question) is not None:
        if not desk.table.asks(question):
            desk.mode.happened(desk.table.step())
            continue
        desk.mode.happened(Asked(desk.table.slot, question, question.seats))
        spared = desk.mode.unasked()
        if spared is None:
            return True
        desk.answer(spared[1])
    return False


def fought(s: Kings, attacker: str, march: object, cards: dict[str, str], seat: int) -> Desk:
    """At the question of `seat` after a march out of `s` and the two house cards of its battle."""
    match = Match(game("agot"), s)
    for topic, values in (("march", {attacker: march}), ("house_card", cards)):
        assert match.question is not None
        assert match.question.topic == topic
        match.answer(Reply({s.seats[house]: value for house, value in values.items()}))
    desk = Desk(seat, match=match)
    assert asked(desk)
    return desk


def retreating() -> Desk:
    """W6.11c: Lannister has no supply for an army of two where it must retreat to."""
    s = short_of_supply()
    march = ("reach", (("knight", 4, "blackwater"),), False)
    cards = {"tyrell": "margaery_tyrell", "lannister": "vargo_hoat"}
    return fought(s, "tyrell", march, cards, s.seats["lannister"])


def duelling() -> Desk:
    """W12.5: Loras finds a footman who stands and one who lies."""
    s = position({"reach": "tyrell kk", "blackwater": "lannister fk/f"}, orders={"reach": "march_0"})
    s.blade_used = True
    march = ("reach", (("knight", 2, "blackwater"),), False)
    return fought(s, "tyrell", march, {"tyrell": "ser_loras_tyrell", "lannister": "tywin_lannister"}, s.seats["tyrell"])
