"""Mustering: figure by figure, each time the one that is worth most for its points."""

from typing import Any

from client.bots.captain import weights as w
from client.bots.captain.judge import Judge
from client.bots.captain.layout import Layout
from client.bots.captain.lots import Lots
from engine.core.options import Options
from engine.westeros.muster import Muster, Piece


def musters(judge: Judge, options: Options[Muster], lots: Lots) -> list[Muster]:
    """The muster to carry out."""
    e = judge.position.e
    layout = Layout.now(judge.position)
    base = judge.score(layout)
    done: Muster = ()
    while True:
        found: list[tuple[float, tuple[Piece, Layout, float]]] = []
        for choice in options.complete(done).choices:
            piece = _piece(choice)
            castle, what, where = piece
            cost = e.upgrade_cost if what == "upgrade" else e.units[what].muster_cost
            if what == "upgrade":
                after = layout.without(castle, (e.upgrade_from,)).with_unit(castle, e.upgrade_to)
            else:
                after = layout.with_unit(where, what)
            score = judge.score(after)
            gain = (score - base) / cost
            if gain > 0:
                found.append((gain, (piece, after, score)))
        if not found:
            return [done]
        piece, layout, base = lots.among(found, w.MUSTER_CLOSE)
        done = (*done, piece)


def _piece(choice: Any) -> Piece:
    castle, what, where = choice
    return castle, what, where
