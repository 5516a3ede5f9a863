"""Line mode, line by line."""

import re
from random import Random

import pytest
from prompt_toolkit.utils import get_cwidth

from engine.agot.edition import clauses, edition
from protocol.events import Asked
from tests.client.desk import Desk

STARK, LANNISTER, BARATHEON = 0, 1, 2


def planning(seat: int = STARK) -> Desk:
    desk = Desk(seat)
    desk.to("orders")
    return desk


def test_the_status_says_what_i_must_do() -> None:
    assert planning().mode.status() == ["Round 1 of 10, planning. You: place your orders, at most 3 of them starred."]


def test_the_status_says_whom_we_wait_for_and_since_when() -> None:
    desk = planning()
    assert "Without an order: The Shivering Sea" in desk.type("seal")
    assert desk.hear("seal").choice is not None
    desk.now = 75.0
    status = " ".join(" ".join(desk.mode.status()).split())
    assert "Waiting for: Lannister (player 1), Baratheon (player 2)" in status
    assert "(since 1:15)" in status


@pytest.mark.parametrize("command", ["map", "board"])
def test_position_and_map_tell_each_area_once_in_a_line_of_its_own(command: str) -> None:
    """Product 6.3: a line an area, for a screen reader."""
    desk = planning()
    areas = [desk.mode.words.area_name(area) for area in edition(5).board.areas]
    lines = [line.strip() for line in desk.hear(command).lines if line.startswith(" ")]
    for name in areas:
        short = name.removeprefix("The ") if command == "board" else name
        assert len([line for line in lines if re.match(rf"{re.escape(short)}\b(?! Bay| Marches)", line)]) == 1, name
    assert len(lines) == len(areas)


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        ("help", "Tab completes"),
        ("?", "why"),
        ("board", "Winterfell            #bc S  K1F1"),
        ("board", "Mountains of the Moon b"),
        ("map", "Winterfell, stronghold, 1 barrel, 1 crown: Stark, 1 knight and 1 footman."),
        ("map", "Karhold, 1 crown: nobody."),
        ("legend", "K knight, F footman, S ship"),
        ("status", "You: place your orders"),
        ("fairness", "This table needs no proof"),
        ("area winterfell", "Borders on Bay of Ice"),
        ("area wintrefell", "near it: Winterfell"),
        ("area", "area NAME"),
        ("hand", "Stark holds Eddard Stark 3"),
        ("card robb", "Each of your attacking knights is worth 3"),
        ("card tywin", "No text."),
        ("card mustering", "Every house musters"),
        ("card rob strak", "Robb Stark"),
        ("tracks", "Iron Throne:  1. Baratheon"),
        ("log", "Nothing has happened"),
        ("log 1", "Nothing has happened"),
        ("why", clauses()["W3.1"].split()[0]),
        ("rules W5.3", "neutral force"),
        ("rules w2.7", "W2.7a"),
        ("rules W99.9", "near it"),
        ("rules xyzzy", "There is no clause or card `xyzzy`"),
        ("rules tywn", "near it: Tywin Lannister"),
        ("rules wildlngs", "`wildlings`"),
        ("rules tywin", "Lannister, strength 3"),
        ("rules w7", "W7  Consolidate Power and the end of a round"),
        ("rules battle", "Chapter W6  Battle"),
        ("rules", "Contents"),
        ("dice", "Nothing has been drawn"),
        ("hint", "A bot in your place would answer: "),
        ("", "You: place your orders"),
        ("list", "Type an area and an order"),
        ("undo", "nothing to take back"),
        ("yes", "nothing to confirm"),
    ],
)
def test_commands_answer_at_any_time(command: str, shown: str) -> None:
    desk = planning()
    heard = desk.hear(command)
    assert shown in "\n".join(heard.lines)
    assert heard.choice is None
    assert not heard.leave


@pytest.mark.parametrize(
    "command", ["help", "board", "hand", "tracks", "log", "why", "dice", "hint", "area pyke", "card loras"]
)
def test_commands_answer_out_of_turn(command: str) -> None:
    desk = Desk(STARK)
    assert not desk.mode.mine
    assert desk.hear(command).lines
    assert "no command" in "\n".join(desk.hear("winterfell march +1").lines)


def test_no_line_is_wider_than_the_window() -> None:
    desk = planning()
    for command in ("help", "board", "hand", "tracks", "list", "area shipbreaker bay", "card queen", "rules march"):
        assert all(len(line) <= 80 for line in desk.hear(command).lines), desk.hear(command).lines


def test_quit_leaves() -> None:
    assert planning().hear("quit").leave


def test_a_secret_is_sealed_by_a_word_of_its_own() -> None:
    desk = planning()
    heard = desk.hear("winterfell m+1, white harbor d+1, shivering s")
    assert heard.choice is None
    assert "can't be changed" in "\n".join(heard.lines)
    sent = desk.hear("seal").choice
    assert sent is not None
    assert sent[1] == (
        ("shivering_sea", "support_0"),
        ("white_harbor", "defense_plus_1"),
        ("winterfell", "march_plus_1"),
    )


def test_orders_are_changed_until_they_are_sealed() -> None:
    desk = planning()
    desk.hear("winterfell m+1")
    assert "Taken back: Winterfell March +1" in desk.type("undo")
    desk.hear("winterfell r, white harbor p")
    desk.hear("clear")
    assert desk.hear("seal").choice is None  # what it costs is said first
    heard = desk.hear("seal")
    assert heard.choice is not None
    assert heard.choice[1] == ()


@pytest.mark.parametrize(
    ("typed", "clause", "said"),
    [
        (("pyke march +1",), "W3.1", "you have no unit in Pyke"),
        (("winterfell m+1", "white harbor m+1"), "W3.2", "no March +1 left"),
        (("shivering sea p",), "W3.4", "can only lie on land"),
        (("winterfell m+1", "winterfell m0"), "W3.1", "has its order already"),
    ],
)
def test_an_illegal_order_is_not_taken_and_its_clause_is_shown(typed: tuple[str, ...], clause: str, said: str) -> None:
    desk = planning()
    for line in typed[:-1]:
        desk.hear(line)
    before = desk.mode._ask.building.pieces if desk.mode._ask else None
    heard = desk.hear(typed[-1])
    text = " ".join(line.strip() for line in heard.lines)
    assert heard.choice is None
    assert said in text
    assert f"{clause}: {clauses()[clause]}" in text
    assert desk.mode._ask is not None
    assert desk.mode._ask.building.pieces == before
    assert said in " ".join(desk.hear("why").lines)


def test_stars_are_counted() -> None:
    desk = planning(BARATHEON)
    desk.hear("dragonstone m+1")
    desk.hear("kingswood d+2")
    text = " ".join(line.strip() for line in desk.hear("shipbreaker r*").lines)
    assert "of starred orders your place at the King's Court allows 2 at most" in text
    assert clauses()["W3.3"].split(".")[0] in text


def test_a_march_that_gives_a_castle_away_is_confirmed() -> None:
    desk = Desk(STARK, seed=5)
    desk.to("orders")
    desk.answer((("white_harbor", "march_0"),))
    desk.to("march")
    desk.hear("white harbor")
    heard = desk.hear("1 footman to widows watch")
    assert heard.choice is None
    heard = desk.hear("done")
    text = " ".join(line.strip() for line in heard.lines)
    assert heard.choice is None
    assert "White Harbor, a castle, would be nobody's" in text
    heard = desk.hear("no")
    assert heard.choice is None
    assert "So far: White Harbor, 1 footman to Widow's Watch." in heard.lines[0], "no takes nothing back"
    assert "nothing to confirm" in desk.type("no")
    assert desk.hear("leave token").choice is None
    choice = desk.hear("done").choice
    assert choice is not None
    assert choice[1] == ("white_harbor", (("footman", 1, "widows_watch"),), True)


def test_an_answer_of_several_pieces_is_sent_by_a_word_of_its_own() -> None:
    """Its last piece is seen, and can be taken back; one pick is sent at once."""
    desk = Desk(STARK, seed=5)
    desk.to("orders")
    desk.answer((("white_harbor", "march_0"),))
    desk.to("march")
    heard = desk.hear("white harbor, 1 footman to winterfell, leave token")
    assert heard.choice is None
    assert desk.mode.ask is not None
    assert desk.mode.ask.building.whole
    assert "done sends this; undo takes back." in heard.lines[-1]
    assert "Taken back: leave a power token." in desk.type("undo")
    desk.hear("leave token")
    choice = desk.hear("done").choice
    assert choice is not None
    assert choice[1] == ("white_harbor", (("footman", 1, "winterfell"),), True)


def test_a_number_and_a_name_are_a_name_before_they_count_choices() -> None:
    """W5.4 is told to `1 footman to Sunspear`, though 1 is a choice, too."""
    desk = Desk(STARK, seed=5)
    desk.to("orders")
    desk.answer((("winterfell", "march_0"),))
    desk.to("march")
    desk.hear("winterfell")
    for line in ("1 footman to sunspear", "footman to sunspear"):
        assert "Sunspear cannot be reached from Winterfell" in desk.type(line)
    desk.hear("1")
    assert desk.mode.ask is not None
    assert desk.mode.ask.building.labels[-1].text == "1 footman to Castle Black"


def test_where_no_numbers_are_shown_none_is_taken() -> None:
    desk = planning()
    assert " 1)" not in desk.type("list")
    assert "`1` is none of the choices" in desk.type("1")
    assert "`1` is none of the choices" in desk.type("preview 1")
    assert desk.mode.ask is not None
    assert desk.mode.ask.building.pieces == ()


def test_figures_are_told_of_beside_the_question_and_shown_in_full_width() -> None:
    desk = Desk(STARK, 0)
    shown = desk.to("house_card")
    assert any("preview CHOICE" in line for line in shown)
    told = desk.type("preview eddard").splitlines()
    assert "  Eddard Stark: wins " in told[0]
    assert len(told) == len([line for line in told if line.startswith(("  ", "    "))])
    assert not any(line.startswith("      ") for line in told), "nothing is folded"


def test_doing_nothing_is_the_last_choice() -> None:
    """W6.4: what is taken in haste is support, not nobody."""
    desk, at = Desk(LANNISTER, 1), ""
    while at != "support":
        desk.to()
        at = desk.question.topic
        ask = desk.mode.ask
        assert ask is not None
        labels = [choice.label for choice in ask.building.choices]
        assert [label.last for label in labels] == sorted(label.last for label in labels)
        if at != "support":
            desk.answer(desk.question.options(desk.table.seat).sample(desk.table.oracle.draw, {}))
    assert labels[-1].text == "nobody"
    assert labels[0].text != "nobody"


def test_a_hopeless_attack_is_confirmed() -> None:
    desk = Desk(BARATHEON, seed=3)
    desk.to("orders")
    desk.answer((("kingswood", "march_0"),))
    desk.to("march")
    desk.hear("kingswood")
    desk.hear("1 footman to kings landing")
    text = " ".join(line.strip() for line in desk.hear("done").lines)
    assert "hopeless: strength 1" in text
    assert "against 5" in text
    choice = desk.hear("yes").choice
    assert choice is not None
    assert choice[1] == ("kingswood", (("footman", 1, "kings_landing"),), False)


@pytest.mark.parametrize("seed", range(3))
def test_every_completion_is_taken(seed: int) -> None:
    desk = Desk(seed, seed)
    for _ in range(25):
        if desk.table.match.outcome is not None:
            break
        desk.to()
        ask = desk.mode._ask
        assert ask is not None
        offered = [line for line, _ in ask.building.completions("")]
        assert len(offered) == len(ask.building.choices)
        for line, choice in zip(offered, ask.building.choices, strict=True):
            building = ask.building
            building.put(line)
            assert building.pieces[-1] == choice.piece
            building.undo()
        question = desk.question
        desk.answer(question.options(desk.table.seat).sample(desk.table.oracle.draw, {}))


def test_completion_offers_commands_and_follows_pieces() -> None:
    desk = planning()
    lines = [line for line, _ in desk.mode.completions("winterfell m+1, wh")]
    assert lines
    assert all(line.startswith("winterfell m+1, White Harbor") for line in lines)
    assert ("seal", "commit it") in desk.mode.completions("sea")


def test_asking_again_after_a_refusal_of_the_table() -> None:
    from protocol.faults import IllegalFault, NotAskedFault

    desk = planning()
    desk.hear("seal")
    assert desk.hear("seal").choice is not None
    lines = desk.mode.not_taken(IllegalFault("W3.1", "no_unit_there", "x"))
    assert desk.mode.mine
    assert "W3.1" in "\n".join(lines)
    assert "Not sent" in "\n".join(desk.mode.not_taken(NotAskedFault("not now")))


def test_a_second_question_of_the_same_slot_is_not_lost() -> None:
    desk = planning()
    question = desk.question
    assert desk.mode.happened(Asked(desk.table.slot, question, question.seats))
    assert desk.mode.mine


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_typed_nothing_illegal_leaves(seed: int) -> None:
    draw = Random(seed)
    desk = Desk(seed, seed)
    words = [
        "seal",
        "done",
        "undo",
        "clear",
        "yes",
        "no",
        "list",
        ",",
        "-1",
        "+1",
        "*",
        "0",
        "99",
        "\x1b[2J",
        "龍",
        "'",
        "",
    ]
    for _ in range(60):
        if desk.table.match.outcome is not None:
            break
        if not desk.mode.mine:
            desk.to()
        ask = desk.mode._ask
        assert ask is not None
        near = [word for choice in ask.building.choices for word in choice.label.text.split()]
        line = " ".join(draw.choice(words + near) for _ in range(draw.randrange(6)))
        heard = desk.hear(line)
        assert all(get_cwidth(shown) <= 80 for shown in heard.lines), heard.lines
        if heard.choice is not None:
            assert heard.choice[0] == desk.table.slot
            desk.answer(heard.choice[1])  # judged there


def test_what_must_be_confirmed_is_told_again_by_list() -> None:
    """Else somebody who has looked something up would not know what is waited for."""
    desk = planning()
    assert "Type seal to commit it" in desk.type("seal")
    assert "Type seal to commit it" in desk.type("list").splitlines()[-1]
    desk.type("winterfell p")
    assert "Type seal to commit it" not in desk.type("list")
    desk.type("clear")
    assert "nothing to confirm" in desk.type("yes"), "what was asked was another answer"
    desk.type("seal")
    heard = desk.hear("yes")
    assert heard.lines == ["  Sealed."]
    assert heard.choice is not None
