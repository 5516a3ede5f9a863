"""The phases of the game of Westeros as its words call them: by question, by step of the rules, by the first event."""

from collections.abc import Collection, Mapping

PHASES: Mapping[str, str] = {
    "orders": "planning",
    "raven": "raven",
    "raid": "raids",
    "march": "marches",
    "muster": "mustering",
    "bid": "bidding",
    "bid_order": "bidding",
    "supply_losses": "supply",
    "westeros_choice": "westeros",
    "wildling_bid": "wildlings",
    "wildling_highest": "wildlings",
    "wildling_lowest": "wildlings",
    "wildling_reward": "wildlings",
    "wildling_losses": "wildlings",
}
"""The phase that a question belongs to; a question that is not here belongs to a battle, or to its step."""
STEPS: Mapping[str, str] = {
    "setup": "setup",
    "reveal": "westeros",
    "card_1": "westeros",
    "card_2": "westeros",
    "card_3": "westeros",
    "planning": "planning",
    "raven": "raven",
    "raid": "raids",
    "march": "marches",
    "stand_up": "end of round",
    "consolidate": "end of round",
    "end_of_round": "end of round",
}
"""The phase by the step of the rules, where no question tells more."""
OPENERS: Mapping[str, Collection[str]] = {
    "battle": ("BattleBegan", "GarrisonAttacked"),
    "mustering": ("WesterosCardBegan",),
    "bidding": ("WesterosCardBegan",),
    "wildlings": ("WildlingsAttacked",),
}
"""The events that may be the first of a phase; a phase that is not here begins with its question."""
TELLTALE: Mapping[str, str] = {"Raided": "raids"}
"""The phase by an event, if it may go by without a question: raids that raid nothing are made by themselves."""
