"""The edition as a value: its data files, checked once, and the functions that are its own."""

from functools import cache
from typing import TypeVar

from engine.agot.effects import EFFECTS
from engine.agot.setup import absent_forces
from engine.agot.variants import Variant, variants_from, varied
from engine.agot.victory import check_victory
from engine.core.data import build_all, by_id, check_count, check_links, digest, read
from engine.core.errors import DataError
from engine.westeros.board import board_from
from engine.westeros.edition import Clauses, Edition, HouseCard, HouseSheet, OrderToken, UnitKind, WesterosCard
from engine.westeros.state import THRONE

PACKAGE = "engine.agot"
FILES = (
    "areas.json",
    "clauses.json",
    "house_cards.json",
    "houses.json",
    "neutrals.json",
    "orders.json",
    "tracks.json",
    "units.json",
    "variants.json",
    "westeros_cards.json",
)

CLAUSES = Clauses(
    supply="W2.5",
    supply_losses="W2.5",
    muster="W2.6",
    muster_points="W2.6a",
    muster_place="W2.6b",
    muster_sea="W2.6b",
    muster_upgrade="W2.6c",
    muster_supply="W2.6d",
    muster_figures="W2.6d",
    muster_pace="W13.5",
    bid="W2.7",
    bid_limit="W2.7a",
    bid_ties="W2.7b",
    orders="W3.1",
    orders_area="W3.1",
    orders_tokens="W3.2",
    orders_stars="W3.3",
    orders_land="W3.4",
    orders_banned="W2.10",
    raven="W3.6",
    raid="W4.1",
    raid_target="W4.2",
    march="W5.1",
    march_units="W5.2",
    march_one_battle="W5.3",
    march_reach="W5.4",
    march_supply="W5.5",
    march_peace="W13.1",
    march_token="W5.6",
    support="W6.2",
    refuse_support="W6.2",
    house_card="W6.4",
    absent_card="W13.2",
    blade="W6.7",
    casualties="W6.10",
    retreat="W6.11b",
    retreat_losses="W6.11c",
)

R = TypeVar("R")


@cache
def variants() -> dict[str, Variant]:
    """The options that a host may switch on, by id."""
    return variants_from(read(PACKAGE, "variants.json")["variants"], "variants.json")


@cache
def clauses() -> dict[str, str]:
    """The rules in words, by number."""
    texts: dict[str, str] = read(PACKAGE, "clauses.json")
    return texts


@cache
def data_digest() -> bytes:
    """SHA-256 over all data files."""
    return digest(PACKAGE, FILES)


@cache
def edition(players: int, chosen: tuple[str, ...] = ()) -> Edition:
    """The edition for a number of players and the options switched on (sorted). Raises DataError."""
    e = _plain(players)
    for ident in chosen:
        e = varied(e, variants()[ident])
    return e


def _plain(players: int) -> Edition:
    tracks, orders, units = (read(PACKAGE, f"{name}.json") for name in ("tracks", "orders", "units"))
    cards, neutrals = read(PACKAGE, "house_cards.json"), read(PACKAGE, "neutrals.json")
    houses = _table(HouseSheet, "houses.json", "houses")
    start_tracks = {track: tuple(places) for track, places in tracks["influence_start"][str(players)].items()}
    e = Edition(
        board=board_from(read(PACKAGE, "areas.json"), "areas.json"),
        houses=houses,
        playing=tuple(house for house in houses if house in start_tracks[THRONE]),
        units=_table(UnitKind, "units.json", "units"),
        upgrade_cost=units["upgrade"]["cost"],
        upgrade_from=units["upgrade"]["from"],
        upgrade_to=units["upgrade"]["to"],
        tokens=dict(sorted(_table(OrderToken, "orders.json", "orders").items())),
        house_cards=_table(HouseCard, "house_cards.json", "cards"),
        westeros_cards=_table(WesterosCard, "westeros_cards.json", "cards"),
        start_tracks=start_tracks,
        garrisons={item["area"]: item["strength"] for item in neutrals["garrisons"]},
        rounds=tracks["rounds"],
        victory_areas=tracks["victory_areas"][str(players)],
        power_limit=units["power_tokens_per_house"],
        stars=tuple(tracks["special_orders_by_kings_court_position"]),
        supply_limits=tuple(tuple(row) for row in tracks["supply_limits"]),
        wildling_track=tuple(tracks["wildling_track"]),
        wildling_loss=tracks["wildling_losses"]["each"],
        wildling_lowest_loss=tracks["wildling_losses"]["lowest"],
        land_only=tuple(orders["land_only"]),
        raidable=tuple(orders["raidable"]),
        pillage=orders["pillage"],
        loss_order=tuple(units["loss_order"]),
        last_card_returns=cards["last_card_returns"],
        battle_timings=tuple(tuple(step) for step in cards["battle_timings"]),
        win_timing=cards["win_timing"],
        clauses=CLAUSES,
        effects=EFFECTS,
        check_victory=check_victory,
    )
    check_edition(e, orders["per_house"], cards["count"])
    check_seats(e, players, tracks["influence_start"], neutrals["absent_house_forces"])
    return e


def _table(cls: type[R], file: str, key: str) -> dict[str, R]:
    return by_id(build_all(cls, read(PACKAGE, file)[key], file), file)


def check_edition(e: Edition, orders_per_house: int, cards: int) -> None:
    """What no single file can know. Raises DataError."""
    check_count(sum(token.count for token in e.tokens.values()), orders_per_house, "orders.json: tokens")
    check_count(len(e.house_cards), cards, "house_cards.json: cards")
    stated = read(PACKAGE, "westeros_cards.json")
    check_count(sum(card.count for card in e.westeros_cards.values()), stated["total"], "westeros_cards.json: cards")
    for deck, copies in e.decks.items():
        check_count(len(copies), stated["per_deck"], f"westeros_cards.json: deck {deck}")
    check_links({h.id: [h.home, *(u.area for u in h.start_units)] for h in e.houses.values()}, e.board.areas, "houses")
    check_links({h.id: [u.unit for u in h.start_units] for h in e.houses.values()}, e.units, "houses.json")
    check_links({card.id: [card.house] for card in e.house_cards.values()}, e.houses, "house_cards.json")
    check_links(e.start_tracks, e.houses, "tracks.json")
    check_links({"garrisons": e.garrisons}, e.board.land, "neutrals.json")
    words = {card.id: [card.ability.effect] for card in e.house_cards.values() if card.ability is not None}
    check_links(words, e.effects, "house_cards.json")
    for ident, area in e.board.areas.items():
        if area.neutral_garrison != e.garrisons.get(ident):
            raise DataError(f"neutrals.json: {ident} has another garrison in areas.json")


def check_seats(
    e: Edition, players: int, start_tracks: dict[str, dict[str, list[str]]], stated: dict[str, dict[str, int]]
) -> None:
    """What a table of so many players starts with: tracks without gaps, neutral forces as stated. Raises DataError."""
    check_count(len(e.playing), players, "tracks.json: houses that play")
    for track, places in start_tracks[str(max(map(int, start_tracks)))].items():
        if tuple(house for house in places if house in e.playing) != e.start_tracks[track]:
            raise DataError(f"tracks.json: {track} of {players} has other houses, or in another order")
    if absent_forces(e) != stated.get(str(players), {}):
        raise DataError(f"neutrals.json: the forces of {players} are not the sums of the start units")
