"""Clauses that no worked example shows: terms, turn order, who is asked and how."""

from random import Random

from engine.agot.game import GAME, STEPS
from engine.core.match import Match
from engine.core.playout import Oracle
from engine.core.questions import Kind, Reply
from engine.westeros.auction import clash_of_kings
from engine.westeros.control import castle_counts, controller
from engine.westeros.muster import musters
from engine.westeros.orders import orders
from engine.westeros.raid import next_house, raids
from engine.westeros.retreat import may_enter
from engine.westeros.state import Kings
from engine.westeros.support import supporters
from engine.westeros.tracks import holder
from tests.agot.board import E, Play, cards, finish, march, play, position, said, start, units


def go(origin: str, to: str, **moved: int) -> tuple[str, object]:
    return ("march", (origin, tuple((unit, n, to) for unit, n in moved.items()), False))


# ------------------------------------------------------------ W0 and W1
def test_W0_5_turn_order_changes_with_the_track_at_once() -> None:
    s = position({}, power=3)
    asked = play(
        s, clash_of_kings(E, s), ("bid", {"stark": 3, "lannister": 2, "baratheon": 1, "greyjoy": 0, "tyrell": 0})
    )
    assert s.turn_order == ("baratheon", "lannister", "stark", "tyrell", "greyjoy")  # a tie is still open
    asked.answer("bid_order", ("tyrell", "greyjoy"))
    assert s.turn_order == ("stark", "lannister", "baratheon", "tyrell", "greyjoy")
    assert asked.topic == "bid"


def test_W0_9_a_house_without_units_still_bids_and_keeps_what_it_owns() -> None:
    s = position({"winterfell": "stark f"}, tokens={"oldtown": "tyrell"}, power=2)
    assert castle_counts(E, s)["tyrell"] == 2
    assert musters(E, s, "tyrell").points == {"highgarden": 2, "oldtown": 1}
    asked = play(s, clash_of_kings(E, s))
    assert asked.question is not None
    assert asked.question.seats == (0, 1, 2, 3, 4)
    s.step = "planning"
    assert Match(GAME, s).question.seats == (0,)  # type: ignore[union-attr]  # orders are asked


def test_W0_10_the_only_choice_is_made_unasked_and_told() -> None:
    s = position(
        {"reach": "tyrell /k", "blackwater": "lannister f"}, orders={"reach": "march_0", "blackwater": "march_0"}
    )
    match = Match(GAME, s)
    match.answer(Reply({1: ("blackwater", (), False)}))
    assert ("Forced", "march", "W5.1", 4, ("reach", (), False)) in match.events


def test_W1_3_W1_5_every_house_starts_with_its_share() -> None:
    for seats in (3, 4, 5):
        e, s = start(seats)
        assert set(s.power.values()) == {5}
        assert all(len(s.hands[house]) == 7 and not s.discards[house] for house in e.playing)
        assert [holder(e, s, track) for track in s.tracks] == [places[0] for places in s.tracks.values()]


def test_W0_4_where_a_neutral_force_stands_nobody_controls() -> None:
    assert controller(E, position({}, garrisons={"winterfell": 5}), "winterfell") == ""


# ------------------------------------------------------------ W2 and W3
def test_W2_4_one_two_three() -> None:
    s = position({"dragonstone": "baratheon f"}, power=0)
    s.revealed, s.step = ["mustering", "game_of_thrones", "storm_of_swords"], "card_1"
    match = Match(GAME, s)
    oracle = Oracle(5, Random(1).randrange)
    told: list[str] = []
    while match.question is not None and match.question.topic == "muster":
        told += [str(event[1]) for event in match.events if event[0] == "WesterosCardBegan"]
        oracle.step(match)
    told += [str(event[1]) for event in match.events if event[0] == "WesterosCardBegan"]
    assert told == ["mustering", "game_of_thrones", "storm_of_swords"]
    assert match.question is not None
    assert match.question.topic == "orders"
    assert match.state.bans == ["defense"]


def test_W2_6f_units_mustered_now_get_orders() -> None:
    s = position({})
    s.revealed, s.step = ["mustering", "last_days_of_summer_2", "last_days_of_summer_3"], "card_1"
    match = Match(GAME, s)
    while match.question is not None and match.question.topic == "muster":
        (seat,) = match.question.seats
        house = next(house for house, its in s.seats.items() if its == seat)
        home = E.houses[house].home
        match.answer(Reply({seat: ((home, "footman", home),)}))
    assert orders(E, match.state, "tyrell").areas == ("highgarden",)


def test_W2_7d_all_bids_go_to_the_pools() -> None:
    s = position({}, power=4)
    bids = {"stark": 4, "lannister": 3, "baratheon": 2, "greyjoy": 1, "tyrell": 0}
    play(s, clash_of_kings(E, s), ("bid", bids))
    assert s.power == {house: 4 - bid for house, bid in bids.items()}


def test_W3_7_a_unit_without_an_order_does_not_act_and_defends() -> None:
    s = position({"reach": "tyrell k", "blackwater": "lannister f"}, orders={"reach": "march_0"})
    assert next_house(E, s, "march") == "tyrell"
    march(s, "tyrell", go("reach", "blackwater", knight=1), cards("tyrell", "lannister", "mace_tyrell", "vargo_hoat"))
    assert said(s, "StrengthAnnounced") == [((("tyrell", 2), ("lannister", 1)),)]


# ------------------------------------------------------------ W4 to W6
def test_W4_1_round_and_round_until_none_is_left() -> None:
    s = position(
        {"reach": "tyrell f", "oldtown": "tyrell f", "winterfell": "stark f"},
        orders={"reach": "raid", "oldtown": "raid", "winterfell": "raid"},
    )
    s.step = "raid"
    turns = []
    while (house := next_house(E, s, "raid")) != "":
        turns.append(house)
        s.last = house
        del s.orders[raids(E, s, house)[0][0]]
    assert turns == ["stark", "tyrell", "tyrell"]


def test_W5_9_the_march_token_is_gone_even_if_nothing_moved() -> None:
    s = position({"reach": "tyrell k", "oldtown": "tyrell k"}, orders={"reach": "march_0", "oldtown": "march_plus_1"})
    march(s, "tyrell", ("march", ("reach", (), False)))
    assert s.orders == {"oldtown": "march_plus_1"}


def test_W6_9_texts_on_a_win_come_before_casualties() -> None:
    s = position(
        {"reach": "lannister kkk", "blackwater": "tyrell ff", "oldtown": "tyrell f"},
        orders={"reach": "march_0", "oldtown": "support_0"},
    )
    asked = march(
        s,
        "lannister",
        go("reach", "blackwater", knight=3),
        cards("lannister", "tyrell", "cersei_lannister", "margaery_tyrell"),
    )
    assert asked.topic == "remove_order"
    assert units(s, "blackwater") == "tyrell ff"


def hemmed_in() -> Play:
    """Tyrell loses Starfall with nowhere to go."""
    others = {area: "stark f" for area in E.board.land_borders["starfall"] if area != "yronwood"}
    s = position(
        {"starfall": "tyrell ff", "yronwood": "lannister kkk", **others},
        orders={"yronwood": "march_0"},
    )
    return march(
        s,
        "lannister",
        go("yronwood", "starfall", knight=3),
        cards("lannister", "tyrell", "vargo_hoat", "margaery_tyrell"),
    )


def test_W6_11d_units_that_cannot_retreat_are_destroyed() -> None:
    done = hemmed_in()
    assert done.question is None
    assert said(done.s, "Destroyed") == [("tyrell", "starfall", ("footman", "footman"), "no_retreat")]
    assert units(done.s, "starfall") == "lannister kkk"


def test_W8_1_two_houses_reach_it_in_one_battle() -> None:
    """The attack leaves Lannisport to its house, and the beaten defender comes into Harrenhal: turn order decides."""
    north = ("winterfell", "white_harbor", "moat_cailin", "seagard", "riverrun", "eyrie")
    south = ("oldtown", "highgarden", "storms_end", "crackclaw_point", "kings_landing", "dragonstone")
    for first, other in (("stark", "lannister"), ("lannister", "stark")):
        s = position(
            {"lannisport": "baratheon kk", "stoney_sept": "stark ff"},
            orders={"lannisport": "march_0"},
            tokens=dict.fromkeys(north, "stark") | dict.fromkeys(south, "lannister"),
            iron_throne=[first, other],
        )
        assert castle_counts(E, s) == {"stark": 6, "lannister": 6, "baratheon": 1, "greyjoy": 1, "tyrell": 0}
        match, seat = Match(GAME, s), s.seats
        match.answer(Reply({seat["baratheon"]: ("lannisport", (("knight", 2, "stoney_sept"),), False)}))
        match.answer(Reply({seat["baratheon"]: "ser_davos_seaworth", seat["stark"]: "maester_luwin"}))
        match.answer(Reply({seat["stark"]: "harrenhal"}))
        assert castle_counts(E, match.state)["stark"] == castle_counts(E, match.state)["lannister"] == 7
        assert match.outcome is not None
        assert match.outcome.clause == "W8.1"
        assert match.outcome.ranking[:2] == ((seat[first],), (seat[other],))


# ------------------------------------------------------------ W9, W11, W14
def test_W9_4_neutral_areas_are_neither_raided_nor_retreated_into() -> None:
    s = position(
        {"blackwater": "lannister f", "reach": "tyrell f"},
        orders={"blackwater": "raid"},
        garrisons={"kings_landing": 5},
    )
    assert raids(E, s, "lannister") == [("blackwater", ())]
    assert not may_enter(E, s, "lannister", "kings_landing")


def test_W11_1_the_list_names_every_border() -> None:
    assert sum(map(len, E.board.borders.values())) == 220
    assert "castle_black" in E.board.land
    assert all(controller(E, Kings(), area) == "" for area in E.board.areas)


def test_W11_5_a_token_in_the_embattled_area_supports_nothing() -> None:
    s = position(
        {"reach": "tyrell k", "blackwater": "lannister f"}, orders={"reach": "march_0", "blackwater": "support_0"}
    )
    asked = march(s, "tyrell", go("reach", "blackwater", knight=1))
    assert asked.topic == "house_card"
    assert s.battle is not None
    assert supporters(E, s, s.battle) == []


CLASSES = {
    Kind.CHANCE: {"houses", "westeros_cards", "winter_card", "absent_card"},
    Kind.SECRET: {"bid", "wildling_bid", "orders", "house_card"},
}


def test_W14_1_what_is_chance_and_what_is_secret() -> None:
    for seed in range(6):
        rng = Random(seed)
        match, oracle = Match.start(GAME, 4, {"greyjoy_fights_with_cards": True}), Oracle(4, rng.randrange)
        while (question := match.question) is not None:
            chance, secret = (question.topic in CLASSES[kind] for kind in (Kind.CHANCE, Kind.SECRET))
            assert (question.kind is Kind.CHANCE) == chance, question.topic
            if question.kind is Kind.SECRET:
                assert secret, question.topic
            if secret:
                assert question.kind is Kind.SECRET or len(question.seats) == 1  # alone, nobody can peek
            oracle.step(match)


def test_every_step_of_the_round_has_its_rules() -> None:
    s = position({})
    s.step = "stand_up"
    finish(s, STEPS["stand_up"](s))
    assert s.step in STEPS
