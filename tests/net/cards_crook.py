"""`python -m tests.net.cards_crook LIE GAME SEAT SEATS SEED HOME`: a seat of a table of cards that lies about cards.

It is a process like those of `cards_seat`, but for one kind of proof, which it forges and believes itself.
"""

import sys
from collections.abc import Callable

from protocol.deck.parts import SharesPart, ShufflePart
from protocol.group import POINT, plus
from protocol.secret import GameSecret
from protocol.shuffle import Deck
from protocol.shuffle.layout import write
from protocol.shuffle.masking import BASE, Mixing, mixed, mixing
from protocol.shuffle.prover import prove_mixing
from tests.net.cards_seat import main


def false_shuffle() -> None:
    """One card twice and another not at all, with a proof made as if that were a permutation."""

    def make(part: ShufflePart, secret: GameSecret) -> bytes:
        honest = mixing(secret, part.ctx, part.before)
        how = Mixing((honest.order[1], *honest.order[1:]), honest.masks)
        after = mixed(part.before, part.joint, how)
        return write(after, prove_mixing(secret, part.ctx, part.joint, part.before, after, honest))

    def check(part: ShufflePart, body: bytes) -> Deck:
        return part.after(body)

    ShufflePart.make = make  # type: ignore[method-assign,assignment]  # the crook's own program
    ShufflePart.check = check  # type: ignore[method-assign,assignment]


def false_share() -> None:
    """A share that makes another card of the one that the reader is dealt."""
    honest = SharesPart.make

    def make(part: SharesPart, secret: GameSecret) -> bytes:
        body = honest(part, secret)
        return plus(body[:POINT], BASE) + body[POINT:]

    def check(part: SharesPart, body: bytes) -> tuple[bytes, ...]:
        return tuple(body[POINT * at : POINT * (at + 1)] for at in range(len(part.cards)))

    SharesPart.make = make  # type: ignore[method-assign,assignment]
    SharesPart.check = check  # type: ignore[method-assign,assignment]


LIES: dict[str, Callable[[], None]] = {"shuffle": false_shuffle, "share": false_share}
"""By what is forged."""

if __name__ == "__main__":
    lie, *arguments = sys.argv[1:]
    LIES[lie]()
    main(arguments)
