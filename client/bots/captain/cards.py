"""House cards: what every pair of cards would do in the running battle, and which one to play."""

from dataclasses import dataclass

from client.bots.captain import weights as w
from client.bots.captain.judge import Judge
from client.bots.captain.lots import Lots
from engine.agot.effects import USED_WELL
from engine.westeros.edition import Ability, HouseCard
from engine.westeros.forecast import decided, met
from engine.westeros.state import NOBODY, Battle, House


@dataclass(frozen=True)
class Clash:
    """How a pair of cards comes out: whether the first house wins, and what the dead cost either side, in units."""

    won: bool
    dead_mine: float
    dead_foe: float


class Duel:
    """The running battle, seen from one side of it."""

    def __init__(self, judge: Judge, battle: Battle) -> None:
        self.judge = judge
        self.p = judge.position
        self.battle = battle
        self.me = self.p.me
        self.foe = battle.foe(self.me)

    def _ability(self, card: HouseCard, other: HouseCard) -> Ability | None:
        """The card's text, unless the other card cancels it."""
        if other.ability is not None and other.ability.timing == "cancel":
            return None
        return card.ability

    def clash(self, mine: HouseCard, theirs: HouseCard) -> Clash:
        """What happens if these two cards meet."""
        p, s = self.p, self.p.s
        decision = met(p.e, s, {self.me: mine.id, self.foe: theirs.id}, USED_WELL)
        if not decision.totals:  # a text has killed the last unit of a side
            alive = decision.winner == self.me
            return Clash(alive, 0.0 if alive else 1.0, 1.0 if alive else 0.0)
        gap = decision.totals[self.me] - decision.totals[self.foe] + (0.5 if self.wins_tie() else -0.5)
        gap += (p.blade == self.me) - (p.blade == self.foe)  # it is used where it decides
        won = gap > 0
        winner, loser = (mine, theirs) if won else (theirs, mine)
        beaten = s.army_of(self.foe if won else self.me).standing
        dead = max(0, min(winner.swords - loser.fortifications, sum(beaten.values())))
        killed = self._dead_worth(beaten, dead)
        return Clash(won, 0.0 if won else killed, killed if won else 0.0)

    def wins_tie(self) -> bool:
        """Whether a tied battle would be ours."""
        first = self.p.wins_tie(self.battle.attacker, self.battle.defender)
        return first == (self.me == self.battle.attacker)

    def _dead_worth(self, stack: dict[str, int], dead: int) -> float:
        strengths = sorted(self.p.e.strength[unit] for unit, n in stack.items() for _ in range(n))
        return float(sum(strengths[:dead]))

    # ------------------------------------------------------------ stakes
    def stake(self) -> float:
        """What the difference between victory and defeat is worth."""
        p, area = self.p, self.battle.area
        place = self.judge.stake[area] if area in p.e.board.land else 2 * self.judge.sea_worth[area] + 1
        if p.e.board.areas[area].castle:
            mine = p.castles[self.me] + (self.me == self.battle.attacker)
            theirs = p.castles[self.foe] + (self.foe == self.battle.attacker)
            if mine >= p.e.victory_areas or theirs >= p.e.victory_areas:
                place += w.VICTORY
        own = p.strength(p.s.army_of(self.me).standing)
        other = p.strength(p.s.army_of(self.foe).standing)
        return place + w.LOST_BATTLE + w.UNIT * (w.DEAD_SHARE * own + w.DEAD_SHARE * w.HURT * other)

    def _bonus(self, house: House, card: HouseCard, other: HouseCard) -> float:
        """What a text that acts on a win brings its owner."""
        ability = self._ability(card, other)
        if ability is None or ability.timing != self.p.e.win_timing:
            return 0.0
        s = self.p.s
        able = {
            "upgrade_footman": "footman" in s.army_of(house).standing,
            "recover_own_card": bool(s.discards[house]),
            "pay_discard_loser_card": bool(s.power.get(house)),
        }
        return w.ON_WIN.get(ability.effect, w.ON_WIN_OTHER) if able.get(ability.effect, True) else 0.0

    def payoffs(self, mine: HouseCard, theirs: HouseCard) -> tuple[float, float]:
        """What this pair of cards is worth to us and to the other side, cards spent included."""
        clash, stake = self.clash(mine, theirs), self.stake()
        blood = w.UNIT * w.SWORD_FELT
        value = stake / 2 if clash.won else -stake / 2
        ours = value - blood * (clash.dead_mine - w.HURT * clash.dead_foe) - w.CARD_PRICE * mine.strength
        other = -value - blood * (clash.dead_foe - w.HURT * clash.dead_mine) - w.CARD_PRICE * theirs.strength
        if clash.won:
            ours += self._bonus(self.me, mine, theirs)
        else:
            other += self._bonus(self.foe, theirs, mine)
        return ours, other

    def best_cards(self, lots: Lots) -> list[str]:
        """The own hand, the card to play first: against a choice that is partly blind, partly as good as ours."""
        cards = self.p.e.house_cards
        ours = sorted(self.p.s.hands[self.me])
        theirs = sorted(self.p.s.hands[self.foe])
        table = [[self.payoffs(cards[mine], cards[other]) for other in theirs] for mine in ours]
        wise = _considered(table)
        blind = 1 / len(theirs)
        weights = [w.BLIND * blind + (1 - w.BLIND) * share for share in wise]
        value = {
            card: sum(weight * pair[0] for weight, pair in zip(weights, row, strict=True))
            for card, row in zip(ours, table, strict=True)
        }
        ours.sort(key=lambda card: cards[card].strength)  # of equals the weakest
        return lots.ranked([(value[card], card) for card in ours], w.CARD_CLOSE)


def _considered(table: list[list[tuple[float, float]]]) -> list[float]:
    """How often the other side plays each card when both learn from each other (fictitious play)."""
    rows, columns = range(len(table)), range(len(table[0]))
    row_gain = [0.0 for _ in rows]
    column_gain = [sum(table[r][c][1] for r in rows) / len(table) for c in columns]
    played = [0 for _ in columns]
    for _ in range(w.EQUILIBRIUM_STEPS):
        column = max(columns, key=lambda c: column_gain[c])
        played[column] += 1
        for r in rows:
            row_gain[r] += table[r][column][0]
        row = max(rows, key=lambda r: row_gain[r])
        for c in columns:
            column_gain[c] += table[row][c][1]
    return [count / w.EQUILIBRIUM_STEPS for count in played]


def house_card(judge: Judge, lots: Lots) -> list[str]:
    """The card to play first, then the others, best first."""
    battle = judge.position.s.battle
    return Duel(judge, battle).best_cards(lots) if battle is not None else []


def blade(judge: Judge) -> list[str]:
    """The Blade only where it turns defeat into victory."""
    p, battle = judge.position, judge.position.s.battle
    if battle is None:
        return []
    lost, turned = (decided(p.e, p.s, user).winner for user in (NOBODY, p.me))
    return ["yes" if lost != p.me == turned else "no"]


def recover(judge: Judge) -> list[str]:
    """Cards to take back, the strongest first."""
    p = judge.position
    return sorted(p.s.discards[p.me], key=lambda card: -card_worth(judge, card))


def discard(judge: Judge) -> list[str | None]:
    """Cards to take from the loser's hand: a strong one is worth the token, a weak one is not."""
    p, battle = judge.position, judge.position.s.battle
    if battle is None:
        return [None]
    hand = p.s.hands[battle.foe(p.me)]
    best = sorted(hand, key=lambda card: -card_worth(judge, card))
    return [best[0] if best and card_worth(judge, best[0]) > w.DISCARD_FROM else None]


def card_worth(judge: Judge, card: str) -> float:
    """What a card in hand is good for."""
    sheet = judge.position.e.house_cards[card]
    text = w.TEXT[sheet.ability.timing] if sheet.ability is not None else 0.0
    return sheet.strength + text + w.SWORD * sheet.swords + w.FORTIFICATION * sheet.fortifications
