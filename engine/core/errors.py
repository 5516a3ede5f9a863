"""What rules raise: a refusal of an answer, the end of the game, a fault in the data or in ourselves."""

from engine.core.plain import Plain, Seat


class Refused(Exception):
    """The answer breaks a rule and nothing has changed.

    `clause` is the clause that forbids it (`W5.3`), `code` a stable word for it (`two_battles`), `data` what the
    sentence for the player needs. The sentence itself is made in the client.
    """

    def __init__(self, clause: str, code: str, **data: Plain) -> None:
        super().__init__(f"{clause}: {code} {data}" if data else f"{clause}: {code}")
        self.clause = clause
        self.code = code
        self.data = data


class Over(Exception):
    """The game has ended. Raised by rules from any depth, caught by `Match` alone, kept as its outcome.

    `ranking` is a tuple of groups of seats, best first; seats in one group are tied. Every seat stands in it once.
    """

    def __init__(self, ranking: tuple[tuple[Seat, ...], ...], clause: str) -> None:
        super().__init__(clause)
        self.ranking = ranking
        self.clause = clause


class DataError(Exception):
    """A data file of a game is wrong. The text names file, place and cause."""


class MatchDead(Exception):
    """The rules failed in a way that is our fault, not a player's; this match answers nothing more."""
