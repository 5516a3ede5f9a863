"""What a report of a fault should hold of a table: where it stands, and the links. Every player may know all of it."""

from client.play.cells import table
from client.play.line import LineMode
from net.table import Table
from protocol.session import Session


def table_facts(mode: LineMode) -> list[str]:
    """Slot, head of the log and peers; little for a table that is on one computer."""
    session = getattr(mode.table, "session", None)
    rows = [("table", mode.kept.id if mode.kept is not None else "not kept"), ("slot", str(mode.match.index + 1))]
    if isinstance(session, Session):
        rows = [rows[0], ("slot", str(session.slot)), ("head", session.log.prev.hex()), *_peers(mode, session)]
    return table(rows)


def _peers(mode: LineMode, session: Session) -> list[tuple[str, str]]:
    """Each other seat: whether there is a link, over what, and when it was last heard."""
    heard = mode.table.heard if isinstance(mode.table, Table) else {}
    relayed = mode.table.relayed if isinstance(mode.table, Table) else ()
    rows = []
    for seat in session.agreement.seats:
        if seat != session.seat:
            link = "linked" if seat in session.linked else "no link"
            way = ", over the relay" if seat in relayed else ""
            ago = f", heard {heard[seat]:.1f} s ago" if seat in heard else ""
            rows.append((f"seat {seat + 1}", f"{mode.table.names[seat]}: {link}{way}{ago}"))
    return rows
