"""Previews and marks for supply, musters, orders, raids, marches and bids, by worked examples; line mode shows them."""

from collections import Counter

import pytest

from client.play.cells import width_of
from client.words import agot_asks, agot_cautions, agot_places, agot_previews
from engine.agot.events import TOPICS
from engine.westeros.state import Attack, Auction
from protocol.events import Asked
from tests.agot.board import E, position
from tests.client.desk import Desk
from tests.client.previews import N, shown, text


def test_every_topic_that_people_answer_has_a_preview() -> None:
    asked = {topic for topic, answer in TOPICS.items() if not answer.startswith("chance")}
    assert set(agot_previews.PREVIEWS) == asked
    assert set(agot_places.MARKINGS) <= asked
    assert set(agot_cautions.CAUTIONS) <= asked


# ------------------------------------------------------------ supply, musters, orders, raids
def test_WX05_losses_until_the_armies_fit() -> None:
    s = position(
        {
            "harrenhal": "lannister kkff",
            "golden_sound": "lannister sss",
            "searoad_marches": "lannister kk",
            "stoney_sept": "lannister ff",
        },
        supply={"lannister": 3},
    )
    assert shown(s, "supply_losses", "lannister") == [
        "Still 2 units too many.",
        "Supply feeds 3 2 2 2; armies 4 3 2 2: too large.",
    ]
    one = (("golden_sound", "ship"),)
    assert shown(s, "supply_losses", "lannister", one)[0] == "Still 1 unit too many."
    assert shown(s, "supply_losses", "lannister", one, ("harrenhal", "footman")) == [
        "Supply feeds 3 2 2 2; armies 3 2 2 2: all fed."
    ]
    assert agot_places.overlay(E, s, "supply_losses", (*one, ("harrenhal", "footman"))) == {
        "golden_sound": "-S",
        "harrenhal": "-F",
    }


def test_WX07_points_and_armies_while_mustering() -> None:
    s = position(
        {
            "lannisport": "lannister f",
            "harrenhal": "lannister ff",
            "riverrun": "lannister kkk",
            "stoney_sept": "lannister f",
            "sunset_sea": "lannister s",
        },
        supply={"lannister": 3},
    )
    pieces = (
        ("lannisport", "footman", "lannisport"),
        ("lannisport", "ship", "golden_sound"),
        ("harrenhal", "upgrade", "harrenhal"),
    )
    told = text(s, "muster", "lannister", pieces, ("riverrun", "ship", "golden_sound"))
    assert told.startswith("Points left: Riverrun 1. Supply feeds 3 2 2 2; armies 3 2 2 2: all fed.")
    assert agot_places.overlay(E, s, "muster", (*pieces, ("riverrun", "ship", "golden_sound"))) == {
        "lannisport": "+F",
        "golden_sound": "+S2",
        "harrenhal": "+K-F",
    }


@pytest.mark.parametrize(("place", "stars"), [(2, 2), (4, 0)])
def test_WX16_WX17_stars_of_the_place_at_court(place: int, stars: int) -> None:
    s = position({"lannisport": "lannister f", "golden_sound": "lannister s"})
    court = [house for house in s.tracks["kings_court"] if house != "lannister"]
    s.tracks["kings_court"] = [*court[:place], "lannister", *court[place:]]
    told = f"Stars: 0 of {stars} used" if stars else "No stars for you"
    assert shown(s, "orders", "lannister")[0] == f"{told}; areas left: 2."
    asked = agot_asks.PROMPTS["orders"](N, s, "lannister")
    assert asked == f"place your orders, {f'at most {stars}' if stars else 'none'} of them starred."
    s.bans = ["raid"]
    told = text(s, "orders", "lannister", (("golden_sound", "march_plus_1"),), None)
    assert told.startswith(f"Stars: 1 of {stars} used; areas left: 1.")
    assert agot_asks.PROMPTS["orders"](N, s, "lannister").endswith("No raid orders this round (W2.10).")
    assert " M+1" not in told.partition("Tokens left:")[2]
    assert "R" not in told.partition("Tokens left:")[2].partition(".")[0].split()


def test_WX46_what_consolidating_would_bring() -> None:
    s = position({"dragonstone": "baratheon f"})
    assert "Dragonstone P: 2 power." in shown(s, "orders", "baratheon", (), ("dragonstone", "consolidate"))
    s.power["baratheon"] = 20  # WX47
    assert "Dragonstone P: 0 power." in shown(s, "orders", "baratheon", (), ("dragonstone", "consolidate"))


def test_WX20_a_raid_names_what_goes_and_what_it_brings() -> None:
    s = position(
        {"sunset_sea": "greyjoy s", "highgarden": "tyrell f"},
        orders={"sunset_sea": "raid", "highgarden": "consolidate"},
        power=5,
    )
    assert shown(s, "raid", "greyjoy", (), ("sunset_sea", ("highgarden",))) == [
        "Power: +1, then 6.",
        "Tyrell loses P in Highgarden.",
        "Raids of yours to come: 0.",
    ]
    assert agot_places.overlay(E, s, "raid", (("sunset_sea", ("highgarden",)),)) == {
        "sunset_sea": "xR",
        "highgarden": "xP",
    }


def test_WX22_a_march_that_splits() -> None:
    s = position(
        {"lannisport": "lannister fff", "searoad_marches": "lannister f"},
        orders={"lannisport": "march_minus_1"},
        supply={"lannister": 2},
    )
    pieces = ("lannisport", ("footman", 1, "stoney_sept"))
    lines = shown(s, "march", "lannister", pieces, ("footman", 1, "searoad_marches"))
    assert lines == ["Supply feeds 3 2 2; armies 2: all fed.", "The Searoad Marches: joins F1."] or lines == [
        "Supply feeds 3 2 2; armies 2: all fed.",
        "Searoad Marches: joins F1.",
    ]
    assert agot_places.overlay(E, s, "march", (*pieces, ("footman", 1, "searoad_marches"))) == {
        "lannisport": "-F2",
        "stoney_sept": "+F",
        "searoad_marches": "+F",
    }


def test_WX50_a_castle_that_is_left_and_a_token_that_keeps_it() -> None:
    s = position({"harrenhal": "lannister f"}, orders={"harrenhal": "march_0"}, power=3)
    pieces = ("harrenhal", ("footman", 1, "stoney_sept"))
    assert "Harrenhal is left to nobody. Castles: 2, then 1 of 7." in text(s, "march", "lannister", pieces)
    kept = text(s, "march", "lannister", pieces, ("leave_token",))
    assert "Power: 2 left." in kept
    assert "Castles" not in kept
    assert agot_places.overlay(E, s, "march", (*pieces, ("leave_token",)))["harrenhal"] == "-F+"
    assert agot_places.place(E, s, "march", pieces, ("leave_token",)) == "harrenhal"


def test_E07_leaving_a_home_area_that_gives_the_game_away_is_told() -> None:
    """W11.4, W8.1: Stark holds six castles, and Winterfell is his again the moment Greyjoy leaves it."""
    castles = ["white_harbor", "moat_cailin", "seagard", "riverrun", "harrenhal", "eyrie"]
    units = {area: "stark f" for area in castles if area in E.board.castles}
    assert len(units) == 6 or pytest.fail("the castles of this test")
    s = position({**units, "winterfell": "greyjoy f"}, orders={"winterfell": "march_0"}, power=0)
    value = ("winterfell", (("footman", 1, "karhold"),), False)
    assert agot_cautions.caution(N, s, "march", "greyjoy", value) == "This gives the game to Stark."
    assert shown(s, "march", "greyjoy", ("winterfell", value[1][0]))[0] == "This gives the game to Stark."


# ------------------------------------------------------------ power
def test_WX13_WX15_bids_for_the_watch() -> None:
    s = position({}, power={"stark": 3, "lannister": 2, "baratheon": 2, "greyjoy": 1, "tyrell": 0})
    s.attack = Attack(8)
    assert shown(s, "wildling_bid", "stark", (), 3)[:2] == [
        "Power: 0 left of 3.",
        "It takes 5 more from the others, who have 5.",
    ]
    assert "The Watch cannot hold: 7 at most to 8." in text(s, "wildling_bid", "stark", (), 2)
    assert agot_cautions.caution(N, s, "wildling_bid", "stark", 2).startswith("The Watch cannot hold")
    assert not agot_cautions.caution(N, s, "wildling_bid", "stark", 3)
    assert "2 points each, lowest 4 (W2.8c)" in text(s, "wildling_bid", "stark")


def test_WX10_bids_and_their_ties() -> None:
    s = position({}, power={"lannister": 4, "baratheon": 3, "stark": 3, "tyrell": 2, "greyjoy": 0},
                 iron_throne=["greyjoy"])  # fmt: skip
    s.auction = Auction("fiefdoms")
    told = text(s, "bid", "lannister", (), 4)
    assert told.startswith("Power: 0 left of 4. Sure to be before")
    assert all(house in told.split("They have")[0] for house in ("Baratheon", "Stark", "Tyrell", "Greyjoy"))
    assert "Ties: Greyjoy decides (W2.7b)." in told
    s.auction.bids = {"greyjoy": 0, "lannister": 4, "baratheon": 3, "stark": 3, "tyrell": 2}
    s.auction.places = ["lannister"]
    told = text(s, "bid_order", "greyjoy", (), ("baratheon", "stark"))
    assert told.startswith("The track: 1. Lannister (4), 2. Baratheon (3), 3. Stark (3).")
    assert "To come: Greyjoy 0, Tyrell 2." in told


# ------------------------------------------------------------ line mode
def test_the_line_mode_previews_the_answer_so_far_and_one_piece_more() -> None:
    desk = Desk(0)
    desk.to("orders")
    assert "Stars: 0 of 3 used; areas left: 3." in desk.type("preview")
    assert "Winterfell M+1 goes to" in desk.type("preview winterfell m+1")
    shown_after = desk.type("winterfell m+1")
    assert "So far: Winterfell March +1.\n  Stars: 1 of 3 used; areas left: 2." in shown_after
    assert "Not allowed: Winterfell has its order already; undo, or Enter" in desk.type("preview winterfell m+1")
    offered = [line for line, _ in desk.mode.completions("preview wh")]
    assert offered
    assert all(line.startswith("preview White Harbor") for line in offered)
    assert all(width_of(line) <= 80 for line in desk.type("list").splitlines())


def test_the_line_mode_has_no_preview_for_somebody_who_is_not_asked() -> None:
    assert "not asked now" in Desk(0).type("preview")


def test_E06_line_mode_answers_a_needless_question_itself_once() -> None:
    met: Counter[bool] = Counter()
    for seed in range(40):
        desk = Desk(3, seed)
        while desk.table.match.question is not None:
            question = desk.question
            if not desk.table.asks(question):
                desk.mode.happened(desk.table.step())
                continue
            lines = desk.mode.happened(Asked(desk.table.slot, question, question.seats))
            if question.topic == "blade":
                needless = desk.mode.words.needless(desk.mode.match, question, 3) is not None
                met[needless] += 1
                assert desk.mode.mine != needless
                assert ("you keep it" in " ".join(lines)) == needless
                assert desk.mode.unasked() == ((desk.table.slot, "no") if needless else None)
                assert desk.mode.unasked() is None
            desk.answer(question.options(3).sample(desk.table.oracle.draw, desk.table.known))
    assert met[True] > 5, met
    assert met[False] > 1, met
