"""W2.1 to W2.10: the three cards, the auction, the wildlings."""

from itertools import permutations

import pytest

from engine.agot.westeros_cards import carry_out, move_wildlings, reveal
from engine.agot.wildlings import wildling_losses, wildlings_attack
from engine.core.errors import Over
from engine.westeros.auction import bid_for, clash_of_kings
from engine.westeros.orders import orders
from engine.westeros.state import Kings
from tests.agot.board import HOUSES, E, finish, play, position, said, units

DECK_I, DECK_II, DECK_III = E.decks.values()


def houses_with_power() -> Kings:
    return position({}, power=10)


# ------------------------------------------------------------ reveal and icons
def test_W2_1_one_card_of_each_deck_leaves_the_unseen_ones() -> None:
    s = position({})
    finish(s, reveal(E, s), ("westeros_cards", (0, 0, 0)))
    assert s.revealed == [DECK_I[0], DECK_II[0], DECK_III[0]]
    assert [len(cards) for cards in s.unseen.values()] == [9, 9, 9]


def test_W2_1_a_card_does_not_come_twice() -> None:
    s = position({})
    for _ in range(7):
        finish(s, reveal(E, s), ("westeros_cards", (0, 0, 0)))
    assert {len(cards) for cards in s.unseen.values()} == {3}


def test_W2_2_winter_makes_the_deck_whole_again_and_again() -> None:
    s = position({})
    winter = DECK_I.index("winter_is_coming_1")
    s.unseen["I"] = ["winter_is_coming_1", "supply"]
    asked = play(s, reveal(E, s), ("westeros_cards", (0, 0, 0)))
    assert asked.topic == "winter_card"
    asked.answer("winter_card", (winter,))
    assert asked.topic == "winter_card"
    asked.answer("winter_card", (DECK_I.index("mustering"),))
    assert asked.question is None
    assert s.revealed[0] == "mustering"
    assert len(s.unseen["I"]) == 9
    assert "winter_is_coming_1" in s.unseen["I"]
    assert len(s.unseen["II"]) == 9


def test_W2_2_two_decks_are_drawn_anew_together() -> None:
    s = position({})
    s.unseen["I"], s.unseen["II"] = ["winter_is_coming_1", "supply"], ["winter_is_coming_2", "clash_of_kings"]
    finish(s, reveal(E, s), ("westeros_cards", (0, 0, 0)), ("winter_card", (3, 4)))
    assert s.revealed[:2] == [DECK_I[3], DECK_II[4]]


def test_WX13_icons_count_before_the_attack() -> None:
    s = position({}, power=0)
    s.wildlings = 4
    s.revealed = ["a_throne_of_blades", "dark_wings_dark_words", "wildlings_attack"]
    move_wildlings(E, s)
    assert s.wildlings == 8
    play(s, carry_out(E, s, 2))
    assert said(s, "WildlingsAttacked") == [(8,)]


def test_A48_three_icons_and_the_end_of_the_track() -> None:
    s = position({})
    s.revealed = ["a_throne_of_blades", "dark_wings_dark_words", "storm_of_swords"]
    s.wildlings = 2
    move_wildlings(E, s)
    assert s.wildlings == 8
    move_wildlings(E, s)
    assert s.wildlings == 12  # W2.3: it stays there
    s.revealed = ["supply", "clash_of_kings", "wildlings_attack"]
    s.wildlings = 6
    move_wildlings(E, s)
    assert s.wildlings == 6


# ------------------------------------------------------------ auction
def test_WX10_bids_and_ties_of_the_fiefdoms() -> None:
    s = houses_with_power()
    s.tracks["iron_throne"] = ["greyjoy", "stark", "lannister", "baratheon", "tyrell"]
    bids = {"lannister": 4, "baratheon": 3, "stark": 3, "tyrell": 2, "greyjoy": 0}
    asked = play(s, bid_for(E, s, "fiefdoms"), ("bid", bids))
    assert (asked.topic, asked.house) == ("bid_order", "greyjoy")
    assert asked.items() == (("baratheon", "stark"), ("stark", "baratheon"))
    asked.answer("bid_order", ("baratheon", "stark"))
    assert s.tracks["fiefdoms"] == ["lannister", "baratheon", "stark", "tyrell", "greyjoy"]
    assert s.power == {house: 10 - bid for house, bid in bids.items()}
    assert sum(bids.values()) == 12


def test_WX11_nobody_is_put_behind_a_lower_bid() -> None:
    s = houses_with_power()
    s.tracks["iron_throne"] = ["greyjoy", "stark", "lannister", "baratheon", "tyrell"]
    bids = {"lannister": 4, "baratheon": 3, "stark": 3, "tyrell": 2, "greyjoy": 0}
    asked = play(s, bid_for(E, s, "fiefdoms"), ("bid", bids))
    assert asked.refusal(("baratheon", "tyrell", "stark")) == ("W2.7b", "not_offered")


def test_WX12_A46_the_old_holder_settles_ties_for_the_throne_he_loses() -> None:
    s = houses_with_power()
    holder = s.tracks["iron_throne"][0]
    assert holder == "baratheon"
    bids = {"baratheon": 0, "lannister": 4, "stark": 4, "tyrell": 2, "greyjoy": 1}
    asked = play(s, clash_of_kings(E, s), ("bid", bids))
    assert (asked.topic, asked.house) == ("bid_order", "baratheon")
    asked.answer("bid_order", ("stark", "lannister"))
    assert s.tracks["iron_throne"] == ["stark", "lannister", "tyrell", "greyjoy", "baratheon"]
    # the next two bids are settled by the new holder
    asked.answer("bid", {"baratheon": 1, "lannister": 1, "stark": 0, "tyrell": 2, "greyjoy": 3})
    assert (asked.topic, asked.house) == ("bid_order", "stark")
    assert s.auction is not None
    assert s.auction.track == "fiefdoms"


def test_A45_nobody_bids_more_than_he_has() -> None:
    s = position({}, power={"stark": 3})
    asked = play(s, bid_for(E, s, "iron_throne"))
    assert asked.refusal(4, "stark") == ("W2.7a", "not_offered")
    assert asked.refusal(3, "stark") == ("", "")
    assert asked.refusal(True, "stark") == ("W2.7a", "not_offered")
    assert s.auction is not None
    assert s.auction.bids == {}


def test_W2_7_a_house_without_power_bids_nothing_unasked() -> None:
    s = position({}, power={"stark": 0})
    asked = play(s, bid_for(E, s, "iron_throne"))
    assert asked.question is not None
    assert s.seats["stark"] not in asked.question.seats


def test_W15_1_ties_by_the_old_order() -> None:
    s = position({}, power=0)
    asked = play(s, bid_for(E, s, "kings_court"))
    assert asked.topic == "bid_order"
    assert asked.question is not None
    default = asked.question.options(asked.question.seats[0]).default()
    assert default == ("lannister", "stark", "baratheon", "greyjoy", "tyrell")
    assert asked.items() == tuple(permutations(sorted(HOUSES)))


# ------------------------------------------------------------ wildlings
WX14 = {"stark": 3, "lannister": 2, "baratheon": 2, "greyjoy": 1, "tyrell": 0}
WX15 = {"stark": 2, "lannister": 2, "baratheon": 1, "greyjoy": 1, "tyrell": 0}


def test_WX14_the_watch_wins_and_the_highest_takes_a_card_back() -> None:
    s = position({}, power=5)
    s.wildlings = 8
    s.hands["stark"].remove("robb_stark")
    s.discards["stark"].append("robb_stark")
    asked = play(s, wildlings_attack(E, s), ("wildling_bid", WX14))
    assert (asked.topic, asked.house) == ("wildling_reward", "stark")
    assert asked.items() == (None, "robb_stark")
    asked.answer("wildling_reward", "robb_stark")
    assert asked.question is None
    assert len(s.hands["stark"]) == 7
    assert s.wildlings == 0
    assert s.power == {house: 5 - bid for house, bid in WX14.items()}
    assert s.attack is None


WX15_UNITS = {
    "winterfell": "stark kff",
    "lannisport": "lannister ff",
    "kingswood": "baratheon f",
    "shipbreaker_bay": "baratheon s",
    "pyke": "greyjoy kk",
    "highgarden": "tyrell kf",
    "redwyne_straits": "tyrell s",
    "oldtown": "tyrell f",
}


def test_WX15_the_wildlings_win() -> None:
    s = position(WX15_UNITS)
    s.wildlings = 8
    asked = play(s, wildlings_attack(E, s), ("wildling_bid", WX15))
    # turn order: baratheon, lannister (both lose all they have, unasked), stark, tyrell, greyjoy (one of two knights)
    assert (asked.topic, asked.house) == ("wildling_losses", "stark")
    assert units(s, "kingswood") == ""
    assert units(s, "lannisport") == ""
    assert asked.refusal((("winterfell", "footman"),)) == ("W2.8c", "wrong_losses")
    asked.answer("wildling_losses", (("winterfell", "knight"),))
    assert asked.house == "tyrell"
    assert asked.refusal((("highgarden", "knight"),)) == ("W2.8c", "wrong_losses")
    asked.answer("wildling_losses", (("highgarden", "knight"), ("oldtown", "footman"), ("redwyne_straits", "ship")))
    assert asked.question is None
    assert units(s, "pyke") == "greyjoy k"
    assert units(s, "oldtown") == ""
    assert s.tokens == {}
    assert s.wildlings == 0
    assert sum(s.power.values()) == 25 - 6


def test_A47_lowest_loses_in_his_turn_and_what_there_is() -> None:
    s = position({"winterfell": "stark f", "pyke": "greyjoy kkf"}, iron_throne=["greyjoy", "stark"])
    s.wildlings = 12
    bids = {"stark": 0, "lannister": 1, "baratheon": 1, "greyjoy": 1, "tyrell": 1}
    asked = play(s, wildlings_attack(E, s), ("wildling_bid", bids))
    assert asked.question is None  # greyjoy: one knight is the only exact way; stark: all it has
    assert units(s, "pyke") == "greyjoy fk"
    assert units(s, "winterfell") == ""


def test_W8_1_wildling_losses_are_looked_at_house_by_house() -> None:
    five = ("harrenhal", "seagard", "riverrun", "moat_cailin", "white_harbor")
    s = position(
        {"pyke": "stark f", "lannisport": "greyjoy f"},
        tokens=dict.fromkeys(five, "greyjoy"),
        iron_throne=["stark", "greyjoy"],
    )
    s.wildlings = 12
    with pytest.raises(Over) as over:  # Stark leaves Pyke, and Greyjoy would lose Lannisport only after that
        play(s, wildlings_attack(E, s), ("wildling_bid", dict.fromkeys(HOUSES, 1)), ("wildling_lowest", "tyrell"))
    assert over.value.clause == "W8.1"
    assert over.value.ranking[0] == (s.seats["greyjoy"],)


def test_W2_8c_the_figures_stand_in_the_data() -> None:
    assert (E.wildling_loss, E.wildling_lowest_loss) == (2, 4)


def test_W2_8_ties_are_named_by_the_holder_of_the_throne() -> None:
    s = position({"winterfell": "stark ff", "pyke": "greyjoy ff"})
    s.wildlings = 2
    equal = dict.fromkeys(HOUSES, 0)
    asked = play(s, wildlings_attack(E, s), ("wildling_bid", equal))
    assert (asked.topic, asked.house) == ("wildling_lowest", "baratheon")
    assert asked.items() == tuple(sorted(HOUSES))
    asked.answer("wildling_lowest", "stark")
    assert said(s, "LowestNamed") == [("baratheon", "stark")]


def test_W2_8a_an_attack_of_strength_0_is_beaten_off() -> None:
    s = position({}, power=0)
    asked = play(s, wildlings_attack(E, s))
    assert (asked.topic, asked.house) == ("wildling_highest", "baratheon")
    asked.answer("wildling_highest", "tyrell")
    assert asked.question is None
    assert said(s, "WatchWon") == [(0, 0)]


def test_W2_8c_the_smallest_excess() -> None:
    s = position({"pyke": "greyjoy kk"})
    assert wildling_losses(E, s, "greyjoy", 3).owed == 4
    assert wildling_losses(E, s, "greyjoy", 9).owed == 4
    assert wildling_losses(E, s, "stark", 2).owed == 0


# ------------------------------------------------------------ other cards
def test_W2_9_the_named_holder_chooses() -> None:
    s = position({})
    s.revealed = ["a_throne_of_blades", "dark_wings_dark_words", "storm_of_swords"]
    asked = play(s, carry_out(E, s, 0))
    assert (asked.topic, asked.house) == ("westeros_choice", "baratheon")
    assert asked.items() == ("mustering", "none", "supply")
    asked.answer("westeros_choice", "mustering")
    assert asked.topic == "muster"
    asked = play(s, carry_out(E, s, 1))
    assert (asked.topic, asked.house) == ("westeros_choice", "lannister")
    assert asked.items() == ("clash_of_kings", "game_of_thrones", "none")
    asked.answer("westeros_choice", "none")
    assert asked.question is None


def test_W2_9_game_of_thrones_pays_for_crowns() -> None:
    s = position({"kings_landing": "baratheon f"}, tokens={"kingswood": "baratheon"})
    s.revealed = ["supply", "game_of_thrones", "storm_of_swords"]
    finish(s, carry_out(E, s, 1))
    assert s.power["baratheon"] == 5 + 2 + 1 + 1  # dragonstone is its home
    assert s.power["lannister"] == 5


def test_W2_9_dark_wings_may_pick_game_of_thrones() -> None:
    s = position({})
    s.revealed = ["supply", "dark_wings_dark_words", "storm_of_swords"]
    finish(s, carry_out(E, s, 1), ("westeros_choice", "game_of_thrones"))
    assert s.power["stark"] == 6


def test_W2_10_bans() -> None:
    for card, kind in (("storm_of_swords", "defense"), ("sea_of_storms", "raid"), ("feast_for_crows", "consolidate")):
        s = position({"winterfell": "stark f"})
        s.revealed = ["supply", "clash_of_kings", card]
        finish(s, carry_out(E, s, 2))
        assert s.bans == [kind]
        assert all(E.tokens[token].type != kind for token in orders(E, s, "stark").free({}, "winterfell"))


def test_W2_9_last_days_of_summer() -> None:
    s = position({})
    s.revealed = ["last_days_of_summer_1", "last_days_of_summer_2", "last_days_of_summer_3"]
    for place in range(3):
        finish(s, carry_out(E, s, place))
    assert {event[0] for event in s.events} == {"WesterosCardBegan"}
