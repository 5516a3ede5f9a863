"""The bot: each question goes to the module that knows about it."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeAlias

from client.bots.bot import Question
from client.bots.captain import bids, cards, losses, orders_seen
from client.bots.captain.judge import Judge
from client.bots.captain.lots import Lots
from client.bots.captain.marching import marches
from client.bots.captain.musters import musters
from client.bots.captain.planning import Planner
from client.bots.captain.position import Position
from client.bots.captain.raven import Raven
from engine.core.errors import Refused
from engine.core.options import Options
from engine.core.plain import Draw
from engine.westeros.state import AreaId

Adviser: TypeAlias = Callable[[Judge, Options[Any], Lots], Sequence[Any]]
"""Names answers, the one to give first; chance, if it is given any, settles between those about as good."""


def _listed(options: Options[Any]) -> tuple[Any, ...]:
    """The answers of a question that lists them."""
    return options.complete(()).choices


def _footman(judge: Judge, options: Options[Any], lots: Lots) -> Sequence[Any]:
    """A standing footman before one that lies down: as a victim it fights, as a knight it does too."""
    return ["standing", "routed"]


ADVISERS: Mapping[str, Adviser] = MappingProxyType(
    {
        "westeros_choice": lambda judge, options, lots: bids.westeros_choice(judge),
        "supply_losses": lambda judge, options, lots: losses.give_up(judge, options),
        "muster": musters,
        "bid": lambda judge, options, lots: bids.bid(judge, lots),
        "bid_order": lambda judge, options, lots: bids.order_ties(judge, _listed(options)),
        "wildling_bid": lambda judge, options, lots: bids.wildling_bid(judge, lots),
        "wildling_highest": lambda judge, options, lots: bids.name_highest(judge, _listed(options)),
        "wildling_lowest": lambda judge, options, lots: bids.name_lowest(judge, _listed(options)),
        "wildling_reward": lambda judge, options, lots: cards.recover(judge),
        "wildling_losses": lambda judge, options, lots: losses.give_up(judge, options),
        "orders": lambda judge, options, lots: [Planner(judge).plan(lots)],
        "raven": lambda judge, options, lots: Raven(judge).swaps(_listed(options)),
        "raid": lambda judge, options, lots: orders_seen.raids(judge, _listed(options), lots),
        "march": lambda judge, options, lots: marches(judge, _listed(options), lots),
        "support": lambda judge, options, lots: orders_seen.supported(judge, _listed(options)),
        "refuse_support": lambda judge, options, lots: [()],
        "house_card": lambda judge, options, lots: cards.house_card(judge, lots),
        "footman_lost": _footman,
        "blade": lambda judge, options, lots: cards.blade(judge),
        "recover_card": lambda judge, options, lots: cards.recover(judge),
        "remove_order": lambda judge, options, lots: orders_seen.take_order(judge, _listed(options)),
        "remove_adjacent_order": lambda judge, options, lots: orders_seen.take_order(judge, _listed(options)),
        "discard_card": lambda judge, options, lots: cards.discard(judge),
        "upgrade_footman": _footman,
        "casualties": lambda judge, options, lots: losses.fewest(judge, _listed(options)),
        "retreat": lambda judge, options, lots: losses.retreats(judge, _listed(options)),
        "retreat_losses": lambda judge, options, lots: losses.fewest(judge, _listed(options)),
    }
)
"""Who knows about each topic of the game."""


class Captain:
    """Plays to win. It looks at its seat's view and options alone, and keeps nothing from question to question."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw
        self.lots = Lots(draw)

    def choose(self, question: Question) -> Any:
        """The answer to `question`: one of the best thought of that is legal, else any legal one."""
        found = self._first(question, self.lots)
        return found[0] if found else question.options.sample(self.draw, question.known)

    @classmethod
    def best(cls, question: Question) -> tuple[Any, ...]:
        """The best answer thought of that is legal, without any chance; nothing if there is none."""
        return cls._first(question, Lots())

    @classmethod
    def _first(cls, question: Question, lots: Lots) -> tuple[Any, ...]:
        adviser = ADVISERS.get(question.topic)
        if adviser is not None:
            for value in adviser(Judge(Position.of(question.view)), question.options, lots):
                if cls._legal(question, value):
                    return (value,)
        return ()

    @staticmethod
    def _legal(question: Question, value: Any) -> bool:
        try:
            question.options.admit(value)
            question.options.check(value, question.known)
        except Refused:
            return False
        return True


def aims(question: Question) -> Mapping[AreaId, tuple[AreaId, ...]]:
    """Where the marches go for which the best orders are meant, by the area they leave."""
    return Planner(Judge(Position.of(question.view))).aims()
