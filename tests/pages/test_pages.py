"""What people read is what the program plays by."""

import pytest

from tests.pages.rules import GAMES, page, path_of


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_page_is_made_from_the_clauses_that_errors_cite(name: str) -> None:
    """Run `python -m tests.pages` after a change of clauses."""
    assert path_of(name).read_text(encoding="utf-8") == page(name)
