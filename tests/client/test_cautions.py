"""E07: what a costly answer costs is said in words before it is sent; a harmless one is not held up."""

from typing import Any

from client.words.agot_cautions import caution
from client.words.agot_names import Names
from engine.westeros.state import Attack, Auction, Kings
from tests.agot.board import E, march, position

N = Names(E, ())


def told(s: Kings, topic: str, house: str, value: Any) -> str:
    return caution(N, s, topic, house, value)


def test_orders_that_can_do_nothing_are_named() -> None:
    s = position({"pyke": "greyjoy f", "winterfell": "stark f", "karhold": "stark f", "lannisport": "lannister f"})
    raid = (("karhold", "raid"), ("winterfell", "march_0"))
    assert told(s, "orders", "stark", raid) == "The Raid in Karhold has no units of another house beside it."
    assert "can help nobody" in told(s, "orders", "greyjoy", (("pyke", "support_0"),))  # W11.3
    s.power["lannister"] = 20
    assert "your pool is empty" in told(s, "orders", "lannister", (("lannisport", "consolidate"),))  # W0.6
    assert told(s, "orders", "lannister", (("lannisport", "march_0"),)) == ""
    assert told(s, "orders", "lannister", ()) == "Without an order: Lannisport."


def test_a_raid_beside_another_house_is_not_held_up() -> None:
    s = position({"winterfell": "stark f", "white_harbor": "greyjoy f"})
    assert told(s, "orders", "stark", (("winterfell", "raid"),)) == ""


def test_an_attack_on_a_house_that_no_card_can_win() -> None:
    """W6.8: 0 with March -1 against 6, and no card makes up for it."""
    s = position(
        {"riverrun": "lannister f", "harrenhal": "baratheon kkk"}, orders={"riverrun": "march_minus_1"}, power=0
    )
    s.tokens["riverrun"] = "lannister"
    value = ("riverrun", (("footman", 1, "harrenhal"),), False)
    assert "hopeless: strength 0 against 6, and no card of yours wins" in told(s, "march", "lannister", value)
    s.armies["harrenhal"].standing = {"knight": 1}
    assert told(s, "march", "lannister", value) == ""


def test_support_that_one_could_get_is_counted_before_an_attack_is_called_hopeless() -> None:
    """Greyjoy's knights in Stoney Sept may help, whoever they help in the end."""
    s = position(
        {"riverrun": "lannister f", "harrenhal": "baratheon kkk", "stoney_sept": "greyjoy kkkk"},
        orders={"riverrun": "march_minus_1", "stoney_sept": "support_0"},
        tokens={"riverrun": "lannister"},
    )
    value = ("riverrun", (("footman", 1, "harrenhal"),), False)
    assert told(s, "march", "lannister", value) == ""


def test_a_home_area_that_goes_back_to_its_house() -> None:
    """W11.4: what is left there without a token is Stark's again, not nobody's."""
    s = position({"winterfell": "greyjoy f"}, orders={"winterfell": "march_0"}, power=0)
    text = told(s, "march", "greyjoy", ("winterfell", (("footman", 1, "karhold"),), False))
    assert text == (
        "Winterfell, a castle, would be Stark's again: no power token is left there (you have no power token to leave)."
    )


def test_no_support_for_the_own_side_and_a_card_that_cannot_win() -> None:
    s = position(
        {"harrenhal": "lannister k", "riverrun": "lannister k", "seagard": "greyjoy k"},
        orders={"seagard": "march_0", "harrenhal": "support_0"},
    )
    s.blade_used = True
    driven = march(s, "greyjoy", ("march", ("seagard", (("knight", 1, "riverrun"),), False)))
    assert driven.topic == "support"
    assert "would go without this support" in told(s, "support", "lannister", None)
    assert told(s, "support", "lannister", "lannister") == ""
    driven.answer("support", "lannister")
    assert driven.topic == "house_card"
    weak = min(s.hands["greyjoy"], key=lambda card: E.house_cards[card].strength)
    text = told(s, "house_card", "greyjoy", weak)
    assert "loses against every card there" in text
    assert text.endswith("Asha Greyjoy, Euron Crow's Eye and Theon Greyjoy may win.")
    assert told(s, "house_card", "lannister", "tywin_lannister") == ""


def test_a_bid_of_all_the_power_while_bids_follow() -> None:
    s = position({}, power=4)
    s.auction = Auction("iron_throne")
    text = told(s, "bid", "stark", 4)
    assert text == "That is all your power; the bids for the Fiefdoms and the King's Court are still to come."
    assert told(s, "bid", "stark", 3) == ""
    s.auction = Auction("kings_court")
    assert told(s, "bid", "stark", 4) == ""


def test_a_castle_that_wildlings_empty() -> None:
    """W2.8c: no token may be placed in an area emptied this way; the home area stays one's own."""
    s = position({"riverrun": "lannister f", "lannisport": "lannister f", "stoney_sept": "lannister f"})
    s.attack = Attack(8)
    assert told(s, "wildling_losses", "lannister", (("riverrun", "footman"),)) == "You would lose control of Riverrun."
    assert told(s, "wildling_losses", "lannister", (("lannisport", "footman"), ("stoney_sept", "footman"))) == ""


def test_a_card_that_is_not_taken_back() -> None:
    """W2.8b, Luwin: nothing, where something could be had."""
    s = position({})
    s.discards["stark"] = ["robb_stark"]
    for topic in ("wildling_reward", "recover_card"):
        assert told(s, topic, "stark", None) == "No card would come back, and you have played Robb Stark."
        assert told(s, topic, "stark", "robb_stark") == ""
        assert told(s, topic, "lannister", None) == ""


def test_a_raven_that_brings_a_raid_for_nothing() -> None:
    s = position(
        {"winterfell": "stark f", "white_harbor": "greyjoy f"}, orders={"winterfell": "march_0", "white_harbor": "raid"}
    )
    assert told(s, "raven", "stark", ("winterfell", "raid")) == ""
    s.orders["white_harbor"] = "defense_plus_1"
    assert "find no order" in told(s, "raven", "stark", ("winterfell", "raid"))
    assert told(s, "raven", "stark", None) == ""
