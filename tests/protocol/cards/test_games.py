"""Whole games of closed cards: all peers agree, each seat knows what it may and nothing more, the audit is green."""

import pytest

from tests.protocol.cards.dealt import CardTable


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_game_in_calm_weather(seats: int) -> None:
    table = CardTable(seats, seed=seats, turns=3)
    table.run()
    table.assert_fair()
    table.assert_knowledge()
