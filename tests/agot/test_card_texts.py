"""W12.1, W15.1: the table of texts, and the cards of an absent seat."""

from engine.agot.effects import EFFECTS
from engine.westeros.state import Army, Kings
from tests.agot.board import HOUSES, E, march, position, said
from tests.agot.fights import FIELD, fight


def test_every_word_has_one_function_and_every_function_a_card() -> None:
    words = [card.ability.effect for card in E.house_cards.values() if card.ability is not None]
    assert len(words) == 15
    assert sorted(dict.fromkeys(words)) == sorted(EFFECTS)


def test_W12_1_five_decks_of_the_same_strengths() -> None:
    for house in HOUSES:
        mine = [card for card in E.house_cards.values() if card.house == house]
        assert sorted(card.strength for card in mine) == [0, 0, 1, 1, 2, 2, 3]
        assert all(card.ability is None or not card.swords + card.fortifications for card in mine)


def test_W15_1_an_absent_seat_uses_no_text_it_need_not_use() -> None:
    def spent(s: Kings) -> None:
        s.discards["stark"] = [s.hands["stark"].pop()]

    beaten = ("tyrell", "f", "margaery_tyrell")
    near = {"harrenhal": "tyrell f"}
    for house, figures, card, topic in (
        ("stark", "kk", "maester_luwin", "recover_card"),
        ("lannister", "kk", "cersei_lannister", "remove_order"),
        ("baratheon", "kf", "renly_baratheon", "upgrade_footman"),
        ("baratheon", "kk", "melisandre", "discard_card"),
        ("greyjoy", "kk", "asha_greyjoy", "remove_adjacent_order"),
    ):
        done = fight((house, figures, card), beaten, more=near, orders={"harrenhal": "consolidate"}, setup=spent)
        assert done.topic == topic
        assert done.question is not None
        assert done.question.options(done.question.seats[0]).default() is None
        done.answer(topic, None)
        assert said(done.s, "AbilityUsed") == []


def test_W15_1_compulsory_texts_take_the_first_choice() -> None:
    done = fight(("tyrell", "kk", "ser_loras_tyrell"), ("lannister", "fk/f", "tywin_lannister"))
    assert done.question is not None
    assert done.question.options(done.question.seats[0]).default() == "routed"


def test_W15_1_the_card_of_an_absent_seat() -> None:
    s = position({"reach": "tyrell k", FIELD: "lannister f"}, orders={"reach": "march_0"})
    s.armies["oldtown"] = Army("tyrell", {"footman": 1})
    done = march(s, "tyrell", ("march", ("reach", (("knight", 1, FIELD),), False)))
    assert done.question is not None
    defaults = {seat: done.question.options(seat).default() for seat in done.question.seats}
    assert defaults == {s.seats["tyrell"]: "brienne_of_tarth", s.seats["lannister"]: "cersei_lannister"}
