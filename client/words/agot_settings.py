"""What each setting of the game of Westeros does, in one line."""

from collections.abc import Mapping

from engine.agot.edition import variants

HOUSES = "drawn: by lot; agreed: in the order of the seats; or the houses in that order with commas between"


def explained(seats: int) -> Mapping[str, str]:
    """The settings of a table of that size."""
    offered = {ident: variant for ident, variant in sorted(variants().items()) if seats in variant.players}
    return {"houses": HOUSES} | {ident: variant.effect for ident, variant in offered.items()}
