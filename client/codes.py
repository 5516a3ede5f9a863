"""The code that a host chooses for a private table."""

from client.errors import UsageError

LEAST = 6
"""Letters and digits of a code. A false host who has heard one answer can guess at it as often as he likes."""


def read_code(text: str) -> str:
    """A code as it was typed. Raises UsageError for one that strangers would soon have guessed."""
    if sum(letter.isalnum() for letter in text) < LEAST:
        raise UsageError(
            f"a code has at least {LEAST} letters, as strangers could guess a shorter one; without one of your own "
            "the table gets three words"
        )
    return text
