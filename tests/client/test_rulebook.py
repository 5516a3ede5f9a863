"""The game in short, the contents, and what a number, a name or any words lead to."""

import re
from collections.abc import Mapping

import pytest

from client.matches import match_for_reading
from client.play.cells import width_of
from client.play.rulebook import CONTENTS, chapters, everything, lookup, overview, paragraphs, search, topics
from client.screen.actions import registered
from client.words.general import GameWords
from client.words.library import MODULES, words_for
from engine.agot.edition import edition
from tests.client.hoard_words import HoardWords

CITED = re.compile(r"[A-Z]\d+\.\d+[a-z]?")
E = edition(5)


def words_of(name: str = "agot") -> GameWords:
    return words_for(match_for_reading(name), ())


def introduction() -> str:
    """That of the first edition, in one line."""
    return " ".join(words_of().introduction.split())


# ------------------------------------------------------------ the game in short
@pytest.mark.parametrize("name", MODULES)
def test_each_clause_that_the_introduction_cites_exists(name: str) -> None:
    words = words_of(name)
    cited = CITED.findall(words.introduction)
    assert len(set(cited)) > 30 or not words.introduction
    assert set(cited) <= set(words.clauses)


@pytest.mark.parametrize(
    "sentence",
    [
        f"controls {E.victory_areas} castle areas ({edition(3).victory_areas} with three players) it wins (W8.1)",
        f"by the end of round {E.rounds}, the house with most castle areas wins",
        "if tied, the one with more supply, then the one with more available power (W8.2)",
        *(f"{unit} {E.units[unit].strength}" for unit in ("footman", "knight", "ship")),
        f"footman and ship cost {E.units['footman'].muster_cost}, a knight {E.units['knight'].muster_cost} (W2.6a)",
    ],
)
def test_its_figures_are_those_of_the_data(sentence: str) -> None:
    assert sentence in introduction()


def test_its_figures_of_castles_and_tokens_are_those_of_the_data() -> None:
    points = {area.castle_kind: area.muster_points for area in E.board.areas.values() if area.castle}
    assert f"a stronghold gives {points['stronghold']} points, a city {points['city']} (W0.1)" in introduction()
    assert E.units["ship"].muster_cost == E.units["footman"].muster_cost
    assert edition(4).victory_areas == E.victory_areas
    tokens = [token for token in E.tokens.values() for _ in range(token.count)]
    starred = sum(token.star for token in tokens)
    number: Mapping[int, str] = {5: "Five", 15: "fifteen"}
    assert f"{number[starred]} of your {number[len(tokens)]} tokens are starred" in introduction()


def test_it_names_every_kind_of_order_once_in_a_line() -> None:
    items = [part.text for part in paragraphs(words_of().introduction)]
    for kind in ("March", "Defense", "Support", "Raid", "Consolidate Power"):
        assert len([item for item in items if item.startswith(f"- {kind}")]) == 1
    assert len({token.type for token in E.tokens.values()}) == 5


def test_the_keys_that_it_names_are_the_usual_ones() -> None:
    table, rules = registered()["at the table"], registered()["in the rules"]
    for name, key in (("rules_search", "/"), ("rules_cards", "c"), ("rules_all", "a")):
        assert key in rules[name].keys
        assert f"`{key}`" in introduction()
    for name, key in (("rules", "R"), ("card", "C"), ("why", "W")):
        assert key in table[name].keys
        assert f"`{key}`" in introduction()
    assert rules["rules_open"].keys == ("enter",)


def test_paragraphs_are_whole_and_items_hang() -> None:
    parts = paragraphs("## One\nfirst line\nand more\n\n- an item\n  goes on\n- another\n\n## Two\nlast\n")
    assert [(part.text, part.hang, part.heading) for part in parts] == [
        ("One", "", True),
        ("first line and more", "", False),
        ("", "", False),
        ("- an item goes on", "  ", False),
        ("- another", "  ", False),
        ("", "", False),
        ("Two", "", True),
        ("last", "", False),
    ]
    assert paragraphs("") == []


# ------------------------------------------------------------ chapters
@pytest.mark.parametrize("name", MODULES)
def test_every_clause_stands_in_one_chapter_in_the_order_of_the_rules(name: str) -> None:
    words = words_of(name)
    assert [number for chapter in chapters(words) for number in chapter.clauses] == list(words.clauses)
    assert [chapter.ident for chapter in chapters(words)] == list(words.chapters)


@pytest.mark.parametrize("name", MODULES)
def test_the_overview_is_introduction_and_contents_and_fits(name: str) -> None:
    words = words_of(name)
    lines = overview(words)
    rows = lines[lines.index(CONTENTS) + 1 :]
    assert [row.split()[0] for row in rows] == list(words.chapters)
    assert all(chapter.clauses[0] in row for chapter, row in zip(chapters(words), rows, strict=True))
    assert all(width_of(line) <= 76 for line in lines)
    assert "The goal" in lines


def test_a_game_without_introduction_and_chapters_says_how_many_clauses_it_has() -> None:
    words = HoardWords(())
    assert "1 clauses" in " ".join(lookup(words, ""))
    assert lookup(words, "c1") == ["C1  Shuffle and deal."]


# ------------------------------------------------------------ looking up
@pytest.mark.parametrize("ident", words_of().chapters)
def test_a_chapter_is_found_by_its_number(ident: str) -> None:
    words = words_of()
    found = search(words, ident.lower())
    assert found.exact
    assert [chapter.ident for chapter in found.chapters] == [ident]
    lines = lookup(words, ident)
    assert lines[0] == f"{ident}  {words.chapters[ident]}"
    assert all(any(line.startswith(f"{number}  ") for line in lines) for number in found.clauses)


@pytest.mark.parametrize("number", ["W2.7", "W8.1", "W6.11e"])
def test_a_clause_has_its_parts_and_no_card_beside_it(number: str) -> None:
    found = search(words_of(), number)
    assert found.clauses[0] == number
    assert all(each.startswith(number) for each in found.clauses)
    assert not found.card
    assert not found.chapters


def test_a_card_comes_with_the_clauses_that_name_it() -> None:
    found = search(words_of(), "Robb Stark")
    assert "strength 2" in found.card[0]
    assert found.clauses == ["W12.2"]


@pytest.mark.parametrize(
    ("typed", "near"),
    [("tywn", "Tywin Lannister"), ("W5.33", "W5.3"), ("wildlngs", "`wildlings`"), ("musterring", "Mustering")],
)
def test_what_is_mistyped_has_near_it_cards_clauses_and_words(typed: str, near: str) -> None:
    found = search(words_of(), typed)
    assert not found.anything
    assert near in found.near
    assert f"There is no clause or card `{typed}`; near it:" in " ".join(lookup(words_of(), typed))


@pytest.mark.parametrize("typed", ["", "   ", "W", ".", "(", "\\", "🐺", "w5.3 ", "a" * 500])
def test_anything_can_be_looked_up(typed: str) -> None:
    assert lookup(words_of(), typed)


def test_chapters_clauses_and_cards_are_offered() -> None:
    offered = dict(topics(words_of()))
    assert offered["W6"] == "Battle"
    assert "Tywin Lannister" in offered
    assert offered["W5.3"].startswith("At most one")


def test_all_clauses_stand_below_the_titles_of_their_chapters() -> None:
    words = words_of()
    lines = everything(words)
    titles = [lines.index(f"{chapter.ident}  {chapter.title}") for chapter in chapters(words)]
    assert titles == sorted(titles)
    firsts = [
        next(at for at, line in enumerate(lines) if line.startswith(f"{c.clauses[0]}  ")) for c in chapters(words)
    ]
    assert [first - title for first, title in zip(firsts, titles, strict=True)] == [2] * len(titles)
    assert len([line for line in lines if re.match(r"W\d+\.\d+[a-z]?  ", line)]) == len(words.clauses)


# ------------------------------------------------------------ what comes first
def test_whole_words_come_before_beginnings_and_the_middle_of_words_does_not_count() -> None:
    words = words_of()
    found = search(words, "tie").clauses
    texts = [words.clauses[number].casefold() for number in found]
    whole = [bool(re.search(r"\btie\b", text)) for text in texts]
    assert whole == sorted(whole, reverse=True)
    assert whole[0]
    assert all(re.search(r"\btie", text) for text in texts)
    assert any("casualties" in text for number, text in words.clauses.items() if number not in found)


def test_what_stands_only_inside_words_is_found_all_the_same() -> None:
    words = words_of()
    assert not any(re.search(r"\bsualt", text) for text in words.clauses.values())
    assert all("sualt" in words.clauses[number] for number in search(words, "sualt").clauses)
    assert search(words, "sualt").anything


@pytest.mark.parametrize(("typed", "number"), [("6.8", "W6.8"), ("w6.8", "W6.8"), ("6", "W6")])
def test_a_number_needs_no_letter(typed: str, number: str) -> None:
    found = search(words_of(), typed)
    assert found.exact
    assert [chapter.ident for chapter in found.chapters] == ([number] if "." not in number else [])
    assert found.clauses[0].startswith(number)
