"""A short account of what happened: a line for each battle and for what all houses did in a phase, not one a step."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from client.words.agot_events import MINOR
from client.words.agot_names import TRACKS, Names
from client.words.agot_recap_fights import FIGHTING, Fight
from client.words.general import Happened, names
from client.words.passing import PASSED
from engine.westeros.muster import UPGRADE
from engine.westeros.state import House, Kings

PHASES = {
    "OrdersRevealed": "planning",
    "RavenUsed": "raven",
    "Raided": "raids",
    "Marched": "marches",
    "BattleBegan": "marches",
    "GarrisonAttacked": "marches",
    "StoodUp": "end of round",
    "PowerConsolidated": "end of round",
    "RoundEnded": "end of round",
    "WesterosCardsRevealed": "westeros",
    "DecksReshuffled": "westeros",
    "WesterosCardBegan": "westeros",
}
"""Events that belong to one phase; what else happens belongs to the phase that is on."""


PARTS = {"battle": "marches", **dict.fromkeys(("mustering", "bidding", "wildlings", "supply"), "westeros")}
"""Phases as the words of the game call them that are a part of another one."""


@dataclass
class Line:
    """One line of the account: `text` and, behind it, what came of it.

    `sums`: the text is but a heading for what stands behind it. Nothing is told without a text.
    """

    text: str
    more: list[str] = field(default_factory=list)
    houses: set[House] = field(default_factory=set)
    sums: bool = False

    @property
    def whole(self) -> str:
        """All of it as one sentence."""
        if not self.text:
            return ""
        told = (
            f"{self.text}: {'; '.join(self.more) or 'as before'}" if self.sums else "; ".join([self.text, *self.more])
        )
        return told if told.endswith(".") else f"{told}."


class Account:
    """What happened since the position `before`, when it was `phase`, in lines under the headings of the phases."""

    def __init__(self, n: Names, before: Kings, phase: str) -> None:
        self._n = n
        self._round = before.round
        self._phase = PARTS.get(phase, phase)
        self._supply = dict(before.supply)
        self._tracks = {track: list(order) for track, order in before.tracks.items()}
        self._began = before.battle.area if before.battle is not None else ""
        self._force = before.garrisons.get(self._began, 0)
        self._bids: dict[House, int] = {}
        self._card = ""
        self._parts: list[tuple[str, list[Line | Fight]]] = []
        self._sums: dict[str, Line] = {}
        self._raid: Line | None = None
        self._track: Line | None = None
        self._cards: Line | None = None
        self._fight: Fight | None = None
        self._moves: dict[House, dict[tuple[str, str], str]] = {}

    # ------------------------------------------------------------ in
    def take(self, happened: Happened) -> None:
        """One event more."""
        name, data, sentence = happened
        self._turn(PHASES.get(name, self._phase))
        act = ACTS.get(name) if data else None
        if name == "RoundEnded":
            self._round += 1
        elif self._fight is not None and name in FIGHTING and data:
            self._fight.take(name, data, sentence)
        elif act is not None:
            act(self, *data)
        elif name == PASSED and self._fight is not None:
            return  # who supports nobody is told by the log
        elif name not in MINOR:
            for part in sentence.splitlines():
                self._add(Line(part, houses=self._named(data)))

    def _turn(self, phase: str) -> None:
        """Begin a phase, unless it is on already."""
        head = f"Round {self._round}, {phase}"
        if phase != self._phase or not self._parts or self._parts[-1][0] != head:
            self._phase = phase
            self._parts.append((head, []))
            self._sums, self._moves, self._raid, self._fight = {}, {}, None, None

    def _add(self, line: Line | Fight) -> None:
        self._parts[-1][1].append(line)

    def _sum(self, what: str) -> Line:
        """The one line of this phase for something that several houses do."""
        if what not in self._sums:
            self._sums[what] = Line(what, sums=True)
            self._add(self._sums[what])
        return self._sums[what]

    def _named(self, data: tuple[Any, ...]) -> set[House]:
        return {each for each in data if isinstance(each, str) and each in self._n.e.houses}

    # ------------------------------------------------------------ Westeros phase
    def _westeros_cards_revealed(self, cards: Any) -> None:
        self._cards = Line(f"Westeros: {'; '.join(map(self._n.card, cards))}")
        self._add(self._cards)

    def _wildlings_moved(self, steps: int, strength: int) -> None:
        told = f"The wildlings gather: strength {strength}"
        if self._cards is None:
            self._add(Line(told))
        else:
            self._cards.text += f". {told}"
            self._cards = None

    def _westeros_card_began(self, card: str) -> None:
        self._card = card

    def _orders_banned(self, kind: str) -> None:
        card = self._n.e.westeros_cards[self._card]
        self._add(Line(f"{card.name}: {card.text}"))

    def _support_weakened(self, unit: str) -> None:
        self._orders_banned(unit)

    def _supply_counted(self, house: House, level: int) -> None:
        line, before = self._sum("Supply"), self._supply[house]
        if level != before:
            line.more.append(f"{self._n.house(house)} {before} to {level}")
            line.houses.add(house)
        self._supply[house] = level

    def _mustered(self, house: House, done: Any) -> None:
        if done:
            line = self._sum("Musters")
            knights = [f"a knight for a footman in {self._n.area(at)}" for at, what, _ in done if what == UPGRADE]
            fresh: dict[str, list[str]] = {}
            for _, what, where in done:
                if what != UPGRADE:
                    fresh.setdefault(where, []).append(what)
            parts = [f"{self._n.group(units)} in {self._n.area(where)}" for where, units in fresh.items()]
            line.more.append(f"{self._n.house(house)} {names([*parts, *knights])}")
            line.houses.add(house)

    def _bids_opened(self, track: str, bids: Any) -> None:
        self._bids = dict(bids)
        told = ", ".join(f"{self._n.house(house)} {bid}" for house, bid in bids)
        self._track = Line(f"Bids for {TRACKS.get(track, track)}: {told}")
        self._add(self._track)

    def _track_set(self, track: str, order: Sequence[House]) -> None:
        line, before = self._track, self._tracks.get(track, [])
        if line is None:  # it was bid for before the account begins
            line = Line("")
            self._add(line)
        line.houses |= {house for at, house in enumerate(order) if before[at : at + 1] != [house]}
        bids = {house: f" ({bid})" for house, bid in self._bids.items()}
        told = ", ".join(f"{at} {self._n.house(house)}{bids.get(house, '')}" for at, house in enumerate(order, 1))
        line.text = f"{TRACKS.get(track, track).removeprefix('the ')}: {told}"
        self._tracks[track] = list(order)
        self._track, self._bids = None, {}

    def _wildling_bids_opened(self, bids: Any) -> None:
        self._bids = dict(bids)

    def _watch_won(self, strength: int, total: int) -> None:
        self._add(Line(f"The Watch holds, {total} against {strength} ({self._bid()})"))

    def _wildlings_won(self, strength: int, total: int) -> None:
        self._add(Line(f"The wildlings win, {strength} against {total} ({self._bid()})"))

    def _bid(self) -> str:
        return ", ".join(f"{self._n.house(house)} {bid}" for house, bid in self._bids.items())

    # ------------------------------------------------------------ raids and marches
    def _raided(self, house: House, area: str, targets: Any) -> None:
        if targets:
            told = f"{self._n.house(house)} raids {self._n.areas(targets)} from {self._n.area(area)}"
            self._raid = Line(told, houses={house})
            self._add(self._raid)

    def _order_removed(self, house: House, area: str, token: str) -> None:
        told = f"{self._n.house(house)} loses {self._n.token(token)}"
        if self._raid is not None:
            self._raid.more.append(told)
            self._raid.houses.add(house)
        else:
            self._add(Line(f"{told} in {self._n.area(area)}", houses={house}))

    def _marched(self, house: House, origin: str, order: str, moves: Any) -> None:
        self._fight = None
        groups: dict[str, list[str]] = {}
        for unit, number, to in moves:
            groups.setdefault(to, []).extend([unit] * number)
        if groups and house not in self._moves:
            self._moves[house] = {}
            self._sums[house] = Line("", houses={house})
            self._add(self._sums[house])
        for to, units in groups.items():
            self._moves[house][origin, to] = f"{self._n.group(units)} to {self._n.area(to)}"
        self._move(house)

    def _move(self, house: House) -> None:
        """What a house moved without a battle, in one line."""
        if house in self._moves:
            groups: dict[str, list[str]] = {}
            for (origin, _), what in self._moves[house].items():
                groups.setdefault(origin, []).append(what)
            told = "; ".join(f"from {self._n.area(origin)} {names(what)}" for origin, what in groups.items())
            self._sums[house].text = f"{self._n.house(house)} moves {told}" if told else ""

    def _battle_began(self, house: House, foe: House, area: str, origin: str) -> None:
        self._moves.get(house, {}).pop((origin, area), None)
        self._move(house)
        self._begin(Fight(self._n, house, foe, area, origin))

    def _garrison_attacked(self, house: House, area: str, origin: str, force: int) -> None:
        self._battle_began(house, "", area, origin)
        if self._fight is not None:
            self._fight.force = force

    def _begin(self, fight: Fight) -> None:
        self._fight = fight
        self._add(fight)

    def _strength_announced(self, strengths: Any) -> None:
        self._midway(strengths, "StrengthAnnounced")

    def _cards_revealed(self, cards: Any) -> None:
        self._midway(cards, "CardsRevealed")

    def _midway(self, sides: Any, name: str) -> None:
        """A battle that had begun before the account does; against a neutral force there is one side alone."""
        houses = [house for house, _ in sides]
        fight = Fight(self._n, houses[0], houses[1] if len(houses) > 1 else "", self._began)
        fight.force = self._force
        fight.take(name, (sides,), "")
        self._begin(fight)

    # ------------------------------------------------------------ power
    def _power_consolidated(self, house: House, area: str, gained: int) -> None:
        self._power_gained(house, gained, "")

    def _power_gained(self, house: House, amount: int, cause: str) -> None:
        if not amount:
            return
        line = self._sum("Power")
        so_far = next((each for each in line.more if each.startswith(f"{self._n.house(house)} +")), "")
        total = amount + int(so_far.partition("+")[2] or 0)
        told = f"{self._n.house(house)} +{total}"
        line.more = [told if each == so_far else each for each in line.more] if so_far else [*line.more, told]
        line.houses.add(house)

    # ------------------------------------------------------------ out
    def parts(self, mine: House) -> Iterator[tuple[str, list[tuple[str, bool]]]]:
        """Headings, each with its sentences and whether that concerns the house `mine`; a part without any is left."""
        for head, lines in self._parts:
            told = [(line.whole, mine in line.houses) for line in lines]
            found = [(text, own) for text, own in dict.fromkeys(told) if text]
            if found:
                yield head, found


ACTS: Mapping[str, Callable[..., None]] = {
    "BattleBegan": Account._battle_began,
    "BidsOpened": Account._bids_opened,
    "CardsRevealed": Account._cards_revealed,
    "GarrisonAttacked": Account._garrison_attacked,
    "Marched": Account._marched,
    "Mustered": Account._mustered,
    "OrderRemoved": Account._order_removed,
    "OrdersBanned": Account._orders_banned,
    "PowerConsolidated": Account._power_consolidated,
    "PowerGained": Account._power_gained,
    "Raided": Account._raided,
    "StrengthAnnounced": Account._strength_announced,
    "SupplyCounted": Account._supply_counted,
    "SupportWeakened": Account._support_weakened,
    "TrackSet": Account._track_set,
    "WatchWon": Account._watch_won,
    "WesterosCardBegan": Account._westeros_card_began,
    "WildlingBidsOpened": Account._wildling_bids_opened,
    "WesterosCardsRevealed": Account._westeros_cards_revealed,
    "WildlingsMoved": Account._wildlings_moved,
    "WildlingsWon": Account._wildlings_won,
}
"""Events that more than their sentence is made of; a test asks that each is one of the rules."""
