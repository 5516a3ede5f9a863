"""Power: bids for the tracks and against the wildlings, ties, and the choices of those who hold a token."""

from math import prod

from client.bots.captain import weights as w
from client.bots.captain.guesses import Guess, Guesses, blind, learnt
from client.bots.captain.judge import Judge, power_worth
from client.bots.captain.lots import Lots
from client.bots.captain.position import Position
from engine.westeros.control import icons
from engine.westeros.state import COURT, FIEFDOMS, THRONE, House
from engine.westeros.supply import sizes, surplus
from engine.westeros.tracks import first


def place_worth(p: Position, track: str, place: int) -> float:
    """What a place (from 0) on a track is worth while it lasts."""
    last = len(p.s.tracks[track]) - 1
    if track == COURT:
        total = w.COURT_STARS[p.e.stars[place]] + w.RAVEN_PRIZE * (place == 0)
    else:
        step, prize = {THRONE: (w.THRONE_STEP, w.THRONE_PRIZE), FIEFDOMS: (w.FIEFDOMS_STEP, w.BLADE_PRIZE)}[track]
        total = step * (last - place) + prize * (place == 0)
    return total * min(1.0, (p.rounds_left + 1) / 4)


def _counts(chances: list[float]) -> list[float]:
    """How likely just so many of independent things happen."""
    found = [1.0]
    for chance in chances:
        found = [
            (found[n] * (1 - chance) if n < len(found) else 0.0) + (found[n - 1] * chance if n else 0.0)
            for n in range(len(found) + 1)
        ]
    return found


class Bidding:
    """An auction for a track: what a bid is worth to a house."""

    def __init__(self, p: Position, track: str) -> None:
        self.p = p
        self.breaker = first(p.s, THRONE)
        self.worths = [place_worth(p, track, place) for place in range(len(p.s.tracks[track]))]

    def _above(self, house: House, rival: House, guess: Guess, bid: int) -> float:
        """How likely the rival's bid beats this one; of a tie half is lost unless one of the two settles ties."""
        tie = guess[bid] if bid < len(guess) else 0.0
        lost = 0.0 if self.breaker == house else 1.0 if self.breaker == rival else 0.5
        return sum(guess[bid + 1 :]) + lost * tie

    def balances(self, house: House, guesses: Guesses) -> list[float]:
        """What each bid is worth to a house: the place to expect less the power it costs."""
        found = []
        for bid, cost in enumerate(costs(self.p.s.power[house])):
            above = _counts([self._above(house, rival, guesses[rival], bid) for rival in guesses if rival != house])
            found.append(sum(chance * worth for chance, worth in zip(above, self.worths, strict=True)) - cost)
        return found


def costs(power: int) -> list[float]:
    """What each bid costs a house that has so much power."""
    return [w.SPENT * (power_worth(power) - power_worth(power - bid)) for bid in range(power + 1)]


def bid(judge: Judge, lots: Lots) -> list[int]:
    """The bid for a track: the best ones cost about what their place is worth, and one of them is drawn."""
    p = judge.position
    if p.s.auction is None:
        return [0]
    bidding = Bidding(p, p.s.auction.track)
    guesses = learnt(blind({house: p.s.power[house] for house in p.s.seats}), bidding.balances, w.BID_CLOSE)
    return lots.ranked(_valued(bidding.balances(p.me, guesses)), w.BID_CLOSE)


def _valued(balances: list[float]) -> list[tuple[float, int]]:
    return [(balance, amount) for amount, balance in enumerate(balances)]


class Watch:
    """An attack of the wildlings: what a bid is worth to a house."""

    def __init__(self, p: Position, need: int) -> None:
        self.p = p
        self.need = need

    def balances(self, house: House, guesses: Guesses) -> list[float]:
        """Units saved and a card won against power spent, for each bid that is thought of."""
        others = [guess for rival, guess in guesses.items() if rival != house]
        sums = [1.0]
        for guess in others:
            spread = [0.0] * (len(sums) + len(guess) - 1)
            for total, chance in enumerate(sums):
                for given, likely in enumerate(guess):
                    spread[total + given] += chance * likely
            sums = spread
        reward = w.WILDLING_CARD if self.p.s.discards[house] else 0.0
        found = []
        for amount, cost in enumerate(costs(self.p.s.power[house])[: len(guesses[house])]):
            held = sum(sums[max(0, self.need - amount) :])
            ties = [guess[amount] / 2 if amount < len(guess) else 0.0 for guess in others]
            lowest = prod(sum(guess[amount + 1 :]) + tie for guess, tie in zip(others, ties, strict=True))
            highest = prod(sum(guess[:amount]) + tie for guess, tie in zip(others, ties, strict=True))
            lost = w.WILDLING_POINT * (2 + 2 * lowest)
            found.append(held * highest * reward - (1 - held) * lost - cost)
        return found


def wildling_bid(judge: Judge, lots: Lots) -> list[int]:
    """What to give the Watch: no more than the attack is strong."""
    p = judge.position
    if p.s.attack is None:
        return [0]
    watch = Watch(p, p.s.attack.strength)
    start = blind({house: p.s.power[house] for house in p.s.seats}, watch.need)
    guesses = learnt(start, watch.balances, w.WILDLING_CLOSE)
    return lots.ranked(_valued(watch.balances(p.me, guesses)), w.WILDLING_CLOSE)


# ------------------------------------------------------------ ties
def danger(p: Position, house: House) -> tuple[int, int]:
    """How near a rival is to the victory, for choices between rivals."""
    return p.castles[house], p.s.power.get(house, 0)


def order_ties(judge: Judge, orders: tuple[tuple[House, ...], ...]) -> list[tuple[House, ...]]:
    """Ourselves first, then the least dangerous rivals."""
    p = judge.position
    wish = sorted(orders[0], key=lambda house: (house != p.me, danger(p, house), house))
    return [tuple(wish)]


def name_highest(judge: Judge, houses: tuple[House, ...]) -> list[House]:
    """Who gets the reward of the Watch: we, or the least dangerous rival."""
    p = judge.position
    return sorted(houses, key=lambda house: (house != p.me, danger(p, house), house))


def name_lowest(judge: Judge, houses: tuple[House, ...]) -> list[House]:
    """Who pays most to the wildlings: the most dangerous rival."""
    return name_highest(judge, houses)[::-1]


# ------------------------------------------------------------ choices of the Throne and the Raven
def westeros_choice(judge: Judge) -> list[str]:
    """What a Westeros card that lets us choose should do."""
    p = judge.position
    worth = {"none": 0.0, "supply": 0.0, "mustering": 0.0, "clash_of_kings": 0.0, "game_of_thrones": 0.0}
    share = 1 / len(p.rivals)
    for house in p.s.seats:
        sign = 1.0 if house == p.me else -share
        supply, crowns = icons(p.e, p.s, house)
        held = [p.e.board.areas[area] for area, owner in p.control.items() if owner == house]
        worth["mustering"] += sign * w.UNIT * sum(area.muster_points for area in held)
        worth["supply"] += sign * _supply_change(p, house, supply)
        worth["game_of_thrones"] += sign * w.CROWN * crowns
        places = sum(place_worth(p, track, p.s.tracks[track].index(house)) for track in p.s.tracks)
        worth["clash_of_kings"] += sign * (w.SPENT * p.s.power[house] - places)
    return sorted(worth, key=lambda choice: -worth[choice])


def _supply_change(p: Position, house: House, count: int) -> float:
    new = min(count, len(p.e.supply_limits) - 1)
    dead = surplus(p.e.supply_limits[new], sizes(p.s, house).values())
    return w.SUPPLY[new] - w.SUPPLY[p.s.supply[house]] - w.UNIT * dead
