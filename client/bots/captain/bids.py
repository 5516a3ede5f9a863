"""Power: bids for the tracks and against the wildlings, ties, and the choices of those who hold a token."""

from math import prod

from client.bots.captain import weights as w
from client.bots.captain.judge import Judge, power_worth
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


def _above(p: Position, house: House, bid: int) -> float:
    """How likely a rival bids more than `bid`; half of a tie is lost unless we settle ties."""
    most = round(w.BID_GREED * p.s.power[house])
    more = max(0, most - bid) / (most + 1)
    tie = 1 / (most + 1) if bid <= most else 0.0
    return more + (0.0 if first(p.s, THRONE) == p.me else 0.5 * tie)


def _counts(chances: list[float]) -> list[float]:
    """How likely just so many of independent things happen."""
    found = [1.0]
    for chance in chances:
        found = [
            (found[n] * (1 - chance) if n < len(found) else 0.0) + (found[n - 1] * chance if n else 0.0)
            for n in range(len(found) + 1)
        ]
    return found


def bid(judge: Judge) -> list[int]:
    """The bid with the best balance of the place to expect and the power it costs."""
    p = judge.position
    if p.s.auction is None:
        return [0]
    track, power = p.s.auction.track, p.s.power[p.me]

    def balance(amount: int) -> float:
        above = _counts([_above(p, house, amount) for house in p.rivals])
        place = sum(chance * place_worth(p, track, n) for n, chance in enumerate(above))
        return place - w.SPENT * (power_worth(power) - power_worth(power - amount))

    return [max(range(power + 1), key=lambda amount: (balance(amount), -amount))]


def wildling_bid(judge: Judge) -> list[int]:
    """What to give the Watch: units saved and a card won against power spent."""
    p = judge.position
    if p.s.attack is None:
        return [0]
    power, need = p.s.power[p.me], p.s.attack.strength
    sums = [1.0]
    most = {house: round(w.BID_GREED * p.s.power[house]) for house in p.rivals}
    for top in most.values():
        spread = [0.0] * (len(sums) + top)
        for total, chance in enumerate(sums):
            for given in range(top + 1):
                spread[total + given] += chance / (top + 1)
        sums = spread
    reward = w.WILDLING_CARD if p.s.discards[p.me] else 0.0

    def balance(amount: int) -> float:
        held = sum(chance for total, chance in enumerate(sums) if total + amount >= need)
        lowest = prod(max(0, top - amount + 0.5) / (top + 1) for top in most.values())
        highest = prod(min(1.0, (amount + 0.5) / (top + 1)) for top in most.values())
        lost = w.WILDLING_POINT * (2 + 2 * min(1.0, lowest))
        return (
            held * highest * reward - (1 - held) * lost - w.SPENT * (power_worth(power) - power_worth(power - amount))
        )

    return [max(range(power + 1), key=lambda amount: (balance(amount), -amount))]


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
