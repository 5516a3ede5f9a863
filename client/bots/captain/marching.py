"""Resolving March tokens: which one now, and where to."""

from client.bots.captain import weights as w
from client.bots.captain.judge import Judge
from client.bots.captain.layout import Layout
from client.bots.captain.lots import Lots
from client.bots.captain.sorties import Marshal
from engine.westeros.march import March
from engine.westeros.state import AreaId


def marches(judge: Judge, origins: tuple[AreaId, ...], lots: Lots) -> list[March]:
    """Every march worth a thought out of these areas, the one to make first."""
    p = judge.position
    marshal = Marshal(judge)
    layout = Layout.now(p)
    base = judge.score(layout)
    found: list[tuple[float, March]] = []
    for origin in origins:
        modifier = p.e.tokens[p.s.orders[origin]].modifier
        for sortie in marshal.sorties(layout, origin, modifier):
            gain = marshal.value(sortie, modifier) - base
            found.append((gain, (origin, sortie.moves, sortie.leave)))
    return lots.ranked(found, w.MARCH_CLOSE)
