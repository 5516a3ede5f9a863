"""A whole game on a fake wire, played by bots: what is measured as a game."""

from client.bots.bot import Question
from client.bots.kinds import make_bot
from engine.core.match import Match
from engine.registry import game
from protocol.agreement import Form, Seat
from protocol.events import Asked
from protocol.session import Session
from tests.protocol.table import Table, Wire, identity_of

AGOT = game("agot")
SEATS = 5


def agreed_table(seed: int) -> Table:
    """Five sessions of the whole game on a fake wire, played to the end by plain-sense bots."""
    seats = tuple(Seat(seat, f"player {seat}", identity_of(seat, seed).public) for seat in range(SEATS))
    form = Form("agot", (), AGOT.version, AGOT.data_digest(), 0, 0, seats)
    table = Table(SEATS, seed, form=form, match=lambda form: Match.start(AGOT, SEATS, {}), wire=Wire(1, 3))
    bots = {seat: make_bot("steady", "agot", seed + seat) for seat in range(SEATS)}

    def choose(session: Session, asked: Asked) -> object:
        return bots[session.seat].choose(Question.of(session.match, session.seat, {}))

    table.choosers = dict.fromkeys(range(SEATS), choose)
    table.run(limit_ms=100_000_000)
    if not table.ended():
        raise RuntimeError("the table did not end")
    return table
