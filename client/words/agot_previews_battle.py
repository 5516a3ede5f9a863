"""Previews of battles: strength with and without each support, what cards and the Blade would make of it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from client.words.agot_board import ORDER_CODES, figures_code
from client.words.agot_names import Names
from engine.agot.effects import USED_WELL
from engine.westeros.forecast import Decision, decided, met, strengths
from engine.westeros.state import FIEFDOMS, NOBODY, AreaId, Battle, House, Kings
from engine.westeros.support import lends, sides_for, supporters
from engine.westeros.tracks import by_tie, holder

TIES = "W6.8"
"""The clause that settles equal totals."""

Support = Mapping[AreaId, House]


def fight(s: Kings) -> Battle:
    """The running battle."""
    assert s.battle is not None, "asked only while a battle runs"
    return s.battle


# ------------------------------------------------------------ before support
def attack(n: Names, s: Kings, house: House) -> list[str]:
    """The battle that has just begun in `s`, seen by its attacker: every support that may come."""
    e, b = n.e, fight(s)
    helpers = {area: s.armies[area].house for area in supporters(e, s, b)}
    own: dict[AreaId, House] = {area: owner for area, owner in helpers.items() if owner in b.sides}
    others = [area for area, owner in helpers.items() if owner not in b.sides]
    lines = [f"{n.area(b.area)}: alone {_score(n, s, house, {})}", *_made_of(n, s, house)]
    lines += [_helper(n, s, house, area, owner) for area, owner in helpers.items()]
    if own:
        lines.append(f"own support in: {_score(n, s, house, own)}")
    if others:
        with_me = own | dict.fromkeys(others, house)
        lines.append(f"with all support: {_score(n, s, house, with_me)}")
        if b.defender:
            lines.append(f"all others against: {_score(n, s, house, own | dict.fromkeys(others, b.defender))}")
    if not b.defender:
        return [*lines, "No cards, no Blade; equal is enough."]
    return [*lines, *settled_by(n, s, house), *_hands(n, s, house, own)]


def _score(n: Names, s: Kings, house: House, support: Support) -> str:
    """`4 to 3`, mine first; against a garrison its strength."""
    b, found = fight(s), strengths(n.e, s, support)
    other = found[b.foe(house)] if b.defender else s.garrisons[b.area]
    return f"{found[house]} to {other}"


def _made_of(n: Names, s: Kings, house: House) -> list[str]:
    """What each side has without support: units, and the order that counts."""
    e, b = n.e, fight(s)
    march = ORDER_CODES.get(b.order, b.order)
    mine = f"  {figures_code(b.force)} {march}"
    if not b.defender:
        return [f"{mine} against {s.garrisons[b.area]}"]
    token = s.orders.get(b.area)
    shield = f" {ORDER_CODES[token]}" if token is not None and e.tokens[token].type == "defense" else ""
    return [f"{mine} against {n.house(b.defender)} {figures_code(s.armies[b.area])}{shield}"]


def _helper(n: Names, s: Kings, house: House, area: AreaId, owner: House) -> str:
    who = "you" if owner == house else n.house(owner) + ("" if owner in fight(s).sides else "?")
    return f"  {n.area(area)} {ORDER_CODES[s.orders[area]]}, {who}: +{lends(n.e, s, area, s.idle_support)}"


def settled_by(n: Names, s: Kings, house: House) -> list[str]:
    """Who wins a tie, and who may use the Blade."""
    e, b = n.e, fight(s)
    ahead = by_tie(e, s, b)[0]
    lines = [f"A tie is {_whose(n, house, ahead)} ({TIES})."]
    blade = blade_of(n, s)
    return [*lines, f"The Blade is {_whose(n, house, blade)}: +1."] if blade else lines


def blade_of(n: Names, s: Kings) -> House:
    """The combatant who may use the Blade; nobody if it is used or with none of them."""
    house = NOBODY if s.blade_used else holder(n.e, s, FIEFDOMS)
    return house if house in fight(s).sides else NOBODY


def _whose(n: Names, house: House, other: House) -> str:
    return "yours" if other == house else f"{n.house(other)}'s"


def _hands(n: Names, s: Kings, house: House, own: Support) -> list[str]:
    """The printed numbers of both hands, and how many of their pairs win, every side supported by itself."""
    b = fight(s)
    mine, other = ([n.e.house_cards[card].strength for card in s.hands[side]] for side in (house, b.foe(house)))
    helped = replace(s, battle=replace(b, support=dict(own)))
    return [
        f"Cards: yours {min(mine)} to {max(mine)}, theirs {min(other)} to {max(other)}.",
        f"Pairs of cards: {_record(n, helped, house, s.hands[house])}.",
    ]


# ------------------------------------------------------------ support
def support(n: Names, s: Kings, house: House, pieces: tuple[Any, ...]) -> list[str]:
    """The totals now, with this support, and what may still come."""
    e, b = n.e, fight(s)
    chosen = pieces[-1] if pieces else None
    lines = [f"{_sides(n, b)}: {_totals(n, s, b.support)}"]
    if chosen is not None:
        lines.insert(0, f"with it {_totals(n, s, {**b.support, b.asked: chosen})} ({_sides(n, b)})")
        lines[1] = f"without it {_totals(n, s, b.support)}"
    lines.append(f"{n.area(b.asked)} lends {lends(e, s, b.asked, s.idle_support)}.")
    order = supporters(e, s, b)
    for area in order[order.index(b.asked) + 1 :]:
        owner = s.armies[area].house
        free = "?" if len(sides_for(b, owner)) > 2 else ""
        lines.append(f"  yet to come: {n.area(area)}, {n.house(owner)}{free}: +{lends(e, s, area, s.idle_support)}")
    return lines


def refuse_support(n: Names, s: Kings, house: House, pieces: tuple[Any, ...]) -> list[str]:
    """The totals with all that is offered, and without what would be refused."""
    b = fight(s)
    refused = pieces[-1] if pieces else ()
    left = {area: side for area, side in b.support.items() if area not in refused}
    lines = [f"{_sides(n, b)}: {_totals(n, s, b.support)}"]
    if refused:
        lines.insert(0, f"without it {_totals(n, s, left)} ({_sides(n, b)})")
        lines[1] = f"with it {_totals(n, s, b.support)}"
    return lines


def _sides(n: Names, b: Battle) -> str:
    return " to ".join(n.house(house) for house in (b.attacker, b.defender)) if b.defender else "attack to garrison"


def _totals(n: Names, s: Kings, support: Support) -> str:
    return _score(n, s, fight(s).attacker, support)


# ------------------------------------------------------------ cards and Blade
def house_card(n: Names, s: Kings, house: House, pieces: tuple[Any, ...]) -> list[str]:
    """One card against each of the other hand; or each card in one line."""
    b = fight(s)
    if not pieces:
        head = f"Before cards {b.sides[house].announced} to {b.sides[b.foe(house)].announced}."
        return [head, *(f"{n.card(card)}: {_record(n, s, house, [card])}" for card in _by_number(n, s.hands[house]))]
    card = pieces[-1]
    lines = [f"{n.card(card)}: {_record(n, s, house, [card])}"]
    foe = b.foe(house)
    lines += [
        f"  {_outcome(_meeting(n, s, house, card, other), house, foe)}, {n.card(other)}"
        for other in _by_number(n, s.hands[foe])
    ]
    blade = blade_of(n, s)
    if blade:
        who = "With your Blade" if blade == house else f"If {n.house(blade)} uses the Blade"
        lines.append(f"{who}: {_record(n, s, house, [card], blade)}")
    return [*lines, f"A tie is {_whose(n, house, by_tie(n.e, s, b)[0])} ({TIES})."]


def _by_number(n: Names, cards: list[str]) -> list[str]:
    return sorted(cards, key=lambda card: (-n.e.house_cards[card].strength, card))


def _meeting(n: Names, s: Kings, house: House, mine: str, other: str, blade: House = "") -> Decision:
    return met(n.e, s, {house: mine, fight(s).foe(house): other}, USED_WELL, blade)


def _record(n: Names, s: Kings, house: House, cards: Sequence[str], blade: House = "") -> str:
    """`wins 3, ties 1 of 5` against the whole other hand: ties are counted apart, whoever wins them."""
    hand = s.hands[fight(s).foe(house)]
    found = [_meeting(n, s, house, card, other, blade) for card in cards for other in hand]
    ties = [len(set(d.totals.values())) == 1 for d in found]
    won = sum(d.winner == house and not tie for d, tie in zip(found, ties, strict=True))
    return f"wins {won}, ties {sum(ties)} of {len(found)}" if any(ties) else f"wins {won} of {len(found)}"


def winnable(n: Names, s: Kings, house: House, support: Support, cards: Sequence[str]) -> bool:
    """Whether one of the cards beats one of the other hand with that support, the own Blade used if it may be."""
    b = fight(s)
    best = replace(s, battle=replace(b, support=dict(support)))
    blades = {NOBODY, house} if blade_of(n, s) == house else {NOBODY}
    return any(
        _meeting(n, best, house, card, other, blade).winner == house
        for blade in sorted(blades)
        for card in cards
        for other in s.hands[b.foe(house)]
    )


def _outcome(d: Decision, house: House, foe: House) -> str:
    """`6 to 5 won`."""
    score = f"{d.totals[house]} to {d.totals[foe]}" if d.totals else "no unit left:"
    return f"{score} {'won' if d.winner == house else 'lost'}"


def blade(n: Names, s: Kings, house: House, pieces: tuple[Any, ...]) -> list[str]:
    """The totals without and with it."""
    lines = []
    for words, user in (("without the Blade", NOBODY), ("with the Blade", house)):
        d = decided(n.e, s, user)
        lines.append(f"{words}: {_outcome(d, house, fight(s).foe(house))}")
    return lines if not pieces or pieces[-1] == "no" else lines[::-1]


def blade_matters(n: Names, s: Kings) -> bool:
    """Whether the Blade turns the battle whose cards are resolved."""
    return decided(n.e, s, NOBODY).winner != decided(n.e, s, blade_of(n, s)).winner
