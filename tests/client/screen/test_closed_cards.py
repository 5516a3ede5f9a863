"""Closed cards on the full screen: the replay, the audit and the table of a game with hidden hands (20, 21).

The game is the hoard, a toy; its words are in `hoard_words`.
"""

from typing import Any

import pytest

from client.play.line import LineMode
from client.screen.audit import BLAME, DAMAGE, AuditView, open_audit
from client.screen.fairness import fairness_lines
from client.screen.records import Source
from client.screen.replay import open_replay
from client.screen.replaying import ReplayView
from client.screen.shell import Shell
from client.screen.sitting import stage
from client.screen.terminal import ScreenTerminal
from client.timeline import OWN, PUBLIC
from client.words.library import words_for
from protocol.agreement import LATER
from tests.client.hoard_words import the_hoard_is_known
from tests.client.screen.kept import SIZES, new_shell, picture, press
from tests.client.screen.test_fairness import Chair
from tests.client.test_closed_cards import at_table, own, played
from tests.protocol.cards.crooks import liar
from tests.protocol.cards.dealt import CardTable


@pytest.fixture(autouse=True)
def _hoard(monkeypatch: pytest.MonkeyPatch) -> None:
    the_hoard_is_known(monkeypatch)


def replayed(table: CardTable, seat: int | None = None) -> tuple[Shell, ReplayView]:
    """The replay of what there is of a game, for the player of a seat or for a stranger."""
    shell, data = new_shell(), table.record(0)
    find_own = own(table, seat) if seat is not None else None
    return shell, open_replay(shell, Source("game", lambda: data, find_own=find_own))


def audited(table: CardTable) -> tuple[Shell, AuditView]:
    """The audit of what there is of a game."""
    shell, data = new_shell(), table.record(0)
    return shell, open_audit(shell, Source("game", lambda: data))


def whole(shell: Shell) -> str:
    """All that is shown, in one line."""
    return " ".join(shell.draw(100, 200).text.replace("│", " ").split())


# ------------------------------------------------------------ the replay
@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("until", [0, 16])
def test_pictures_of_the_replay(until: int, width: int, height: int) -> None:
    shell, view = replayed(played(until))
    view.walk.jump("13")
    press(shell, "tab")
    when = "before" if until else "after"
    picture(f"hoard-replay-{when}-{width}x{height}", shell.draw(width, height).text)


def test_hands_are_those_of_the_step_that_is_looked_at() -> None:
    table = played()
    shell, view = replayed(table)
    press(shell, "tab")
    truth = table.truth()
    for n in range(1, 24):
        view.walk.jump(str(n))
        assert view.walk.position is not None
        hands = view.walk.position.match.state.hands
        seen = whole(shell)
        for seat, hand in enumerate(hands):
            number = f" ({len(hand)})" if len(hand) > 1 else ""
            faces = ", ".join(truth[handle] for handle in hand) or "no card"
            assert f"The hand of player {seat}{number}: {faces}." in seen


def test_what_happened_to_a_card_is_found_in_the_log() -> None:
    shell, view = replayed(played())
    view.walk.find("from the road to the hand of player 0:")
    assert view.n > 0
    assert ": From the road to the hand of player 0: " in whole(shell)
    view.walk.find("mixed: relics")
    assert "mixed: relics" in whole(shell).lower()


def test_before_the_audit_a_player_sees_his_own_cards_and_a_stranger_none() -> None:
    table = played(9)
    for seat, sight in ((None, PUBLIC), (1, OWN)):
        shell, view = replayed(table, seat)
        view.walk.jump("1")
        press(shell, "tab")
        seen = whole(shell)
        assert sight in seen
        assert ("The hand of player 1 (4): fool, knife, thief, fool." in seen) == (seat == 1)
        assert "The relics: 3 closed cards." in seen


def test_who_is_asked_next_where_cards_are_dealt() -> None:
    shell, view = replayed(played())
    view.walk.jump("1")
    assert "Next: closed cards, with the help of all" in shell.draw(120, 40).text


# ------------------------------------------------------------ the audit
@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("until", [0, 16])
def test_pictures_of_the_audit(until: int, width: int, height: int) -> None:
    shell, _ = audited(played(until))
    press(shell, "end")
    when = "before" if until else "after"
    picture(f"hoard-audit-{when}-{width}x{height}", shell.draw(width, height).text)


def test_the_audit_shows_all_hands() -> None:
    table = played()
    shell, view = audited(table)
    seen, truth = whole(shell), table.truth()
    for seat, hand in enumerate(table.session(0).match.state.hands):
        assert f"The hand of player {seat}: {', '.join(truth[handle] for handle in hand)}." in seen
    assert view._study.checked is not None
    counts = view._study.checked.report.counts
    assert counts.opened == counts.cards == len(truth)
    assert f"{counts.cards} of {counts.cards} closed cards opened" in seen
    assert "Closed cards, all open" in seen


def test_a_false_claim_is_the_players_own_and_puts_him_last() -> None:
    table = CardTable(3, seed=6, turns=3, proofs=LATER)
    lied = liar(table, 1)
    table.run()
    assert lied
    shell, view = audited(table)
    seen = whole(shell)
    assert "it held a card that it claimed not to hold" in seen
    assert BLAME in seen
    assert DAMAGE not in seen
    assert view._study.checked is not None
    ranking = view._study.checked.report.ranking
    assert ranking is not None
    assert ranking[-1] == (1,)
    assert f"{len(ranking)}. player 1" in seen


# ------------------------------------------------------------ the table
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_pictures_of_the_table(width: int, height: int) -> None:
    desk, shell = at_table(), new_shell()
    desk.to("play")
    ScreenTerminal(shell, stage).attend(desk.mode)
    press(shell, "f5")
    picture(f"hoard-table-{width}x{height}", shell.draw(width, height).text)
    for size in ((1, 1), (30, 8), (200, 60)):
        shell.draw(*size)


# ------------------------------------------------------------ the mixing
def at_chair(table: CardTable) -> LineMode:
    """The mode of seat 0 at a fake wire."""
    chair: Any = Chair(table, 0)
    return LineMode(chair, chair.match, words_for(chair.match, chair.names), lambda: 0.0)


def test_how_far_the_mixing_is_stands_in_the_pane_and_in_the_line_below() -> None:
    table = CardTable(3, 5, turns=2)
    seen: list[tuple[str, str]] = []

    def look() -> bool:
        session = table.session(0)
        mode = at_chair(table)
        if session.progress.mixed is not None:
            pane, line = " ".join(fairness_lines(mode, 200)), " ".join(mode.status())
            done, of = session.progress.mixed
            if session.progress.name == "shuffle":
                assert f"mixed the cards, {done} of {of} turns in all" in pane
            assert f"Mixing the cards: {done} of {of} turns done. Waiting for: " in line
            seen.append((pane, line))
        return session.slot > 1

    table.run(look)
    assert len(set(seen)) > 3
    assert table.session(0).progress.mixed is None
    assert "Mixing" not in " ".join(at_chair(table).status())
