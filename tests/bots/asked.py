"""Questions as a bot meets them, put from positions made by hand."""

import json
from typing import Any

from client.bots.bot import Question
from engine.agot.view import view_of
from engine.core.questions import One, Rules, Together
from engine.core.questions import Question as Asked
from engine.westeros.orders import orders
from engine.westeros.state import House, Kings
from tests.agot.board import E, Play, play


def put(s: Kings, house: House, question: Asked[Any]) -> Question:
    """The question for a house; its view is a copy through text, so that nothing of the state hangs on it."""
    seat = s.seats[house]
    view = json.loads(json.dumps(view_of(E, s, question, seat)))
    return Question(question.topic, seat, view, question.options(seat), {})


def asked(driven: Play, house: House) -> Question:
    """The question that driven rules ask a house now."""
    assert driven.question is not None, "nothing is asked"
    return put(driven.s, house, driven.question)


def rules(s: Kings, house: House, steps: Rules[Any]) -> Question:
    """The first question that rules ask, for a house."""
    return asked(play(s, steps), house)


def planning(s: Kings, house: House) -> Question:
    """The question for the orders of a house, asked alone."""
    s.step = "planning"
    return put(s, house, Together("orders", "W3.1", {s.seats[house]: orders(E, s, house).form()}))


def alone(s: Kings, house: House, topic: str, options: Any) -> Question:
    """A question that one house answers."""
    return put(s, house, One(topic, options.clause, s.seats[house], options))
