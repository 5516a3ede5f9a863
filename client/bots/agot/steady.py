"""The steady bot: one plain answer to each kind of question."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from client.bots.agot import court, fighting
from client.bots.agot.fighting import Fight
from client.bots.agot.marching import choose_march
from client.bots.agot.planning import plan_orders
from client.bots.agot.sight import Sight
from client.bots.bot import Question
from engine.core.options import Listed, Options
from engine.core.plain import Draw

Answering: TypeAlias = Callable[[Sight, Options[Any], Draw], Any]


def _items(options: Options[Any]) -> tuple[Any, ...]:
    assert isinstance(options, Listed), "asked as a list"
    return options.items


ANSWERS: Mapping[str, Answering] = {
    "orders": lambda sight, options, draw: plan_orders(sight, options),
    "raven": lambda sight, options, draw: None,
    "raid": lambda sight, options, draw: court.raid(sight, _items(options)),
    "march": lambda sight, options, draw: choose_march(sight, options),
    "muster": lambda sight, options, draw: court.muster(sight, options),
    "bid": lambda sight, options, draw: court.bid(sight, draw),
    "bid_order": lambda sight, options, draw: court.bid_order(sight, _items(options)),
    "support": lambda sight, options, draw: fighting.support(sight),
    "refuse_support": lambda sight, options, draw: (),
    "house_card": lambda sight, options, draw: Fight(sight).card(_items(options)),
    "blade": lambda sight, options, draw: Fight(sight).blade(),
    "casualties": lambda sight, options, draw: fighting.cheapest(_items(options)),
    "retreat": lambda sight, options, draw: fighting.retreat(sight, _items(options)),
    "retreat_losses": lambda sight, options, draw: fighting.cheapest(_items(options)),
    "supply_losses": lambda sight, options, draw: court.lose(options),
    "wildling_losses": lambda sight, options, draw: court.lose(options),
    "westeros_choice": lambda sight, options, draw: court.westeros_choice(sight, _items(options)),
    "wildling_bid": lambda sight, options, draw: court.wildling_bid(sight, draw),
    "wildling_highest": lambda sight, options, draw: court.weakest(sight, _items(options)),
    "wildling_lowest": lambda sight, options, draw: court.strongest(sight, _items(options)),
    "wildling_reward": lambda sight, options, draw: court.best_card(sight, _items(options)),
    "recover_card": lambda sight, options, draw: court.best_card(sight, _items(options)),
    "discard_card": lambda sight, options, draw: court.discard(sight, _items(options)),
    "remove_order": lambda sight, options, draw: court.remove_order(sight, _items(options)),
    "remove_adjacent_order": lambda sight, options, draw: court.remove_order(sight, _items(options)),
    "footman_lost": lambda sight, options, draw: _items(options)[-1],  # a standing one rather than a routed one
    "upgrade_footman": lambda sight, options, draw: _items(options)[-1],
}
"""An answer for every topic; a test asks that none is missing."""


class SteadyBot:
    """Takes what can be taken, holds what it has, keeps its strong cards for what matters."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw

    def choose(self, question: Question) -> Any:
        """The answer to `question`."""
        return ANSWERS[question.topic](Sight(question.view), question.options, self.draw)
