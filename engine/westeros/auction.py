"""Bidding for the influence tracks."""

from itertools import permutations

from engine.core.options import Listed
from engine.core.questions import One, Rules, Together, ask
from engine.westeros.edition import Edition
from engine.westeros.state import THRONE, TRACKS, Auction, House, Kings
from engine.westeros.tracks import first


def secret_bids(s: Kings, topic: str, clause: str, limit_clause: str) -> Rules[dict[House, int]]:
    """Every house with power bids in secret; whatever is bid goes to the pools. Bids by house, in turn order."""
    choices = {
        s.seats[house]: Listed(tuple(range(s.power[house] + 1)), limit_clause)
        for house in s.turn_order
        if s.power[house]
    }
    answer = yield from ask(Together(topic, clause, choices))
    bids = {house: answer.get(s.seats[house], 0) for house in s.turn_order}
    for house, bid in bids.items():
        s.power[house] -= bid
    return bids


def clash_of_kings(e: Edition, s: Kings) -> Rules[None]:
    """Bid for the three tracks, one after another."""
    for track in TRACKS:
        yield from bid_for(e, s, track)
    s.clashed = True
    s.say("ClashEnded")


def bid_for(e: Edition, s: Kings, track: str) -> Rules[None]:
    """One track: bids, ties settled by whoever holds the Iron Throne now, then the new order."""
    s.auction = auction = Auction(track)
    auction.bids = yield from secret_bids(s, "bid", e.clauses.bid, e.clauses.bid_limit)
    s.say("BidsOpened", track, tuple(auction.bids.items()))
    for amount in sorted(dict.fromkeys(auction.bids.values()), reverse=True):
        tied = sorted(house for house, bid in auction.bids.items() if bid == amount)
        auction.places += tied if len(tied) == 1 else (yield from _order_ties(e, s, track, tied))
    s.tracks[track] = list(auction.places)
    s.say("TrackSet", track, tuple(s.tracks[track]))
    s.auction = None


def _order_ties(e: Edition, s: Kings, track: str, tied: list[House]) -> Rules[tuple[House, ...]]:
    orders = tuple(permutations(tied))
    old = tuple(sorted(tied, key=s.tracks[track].index))
    options = Listed(orders, e.clauses.bid_ties, orders.index(old))
    holder = first(s, THRONE)
    order = yield from ask(One("bid_order", e.clauses.bid_ties, s.seats[holder], options))
    s.say("TiesOrdered", holder, track, order)
    return order
