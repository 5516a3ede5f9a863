"""The audit on the full screen: one loud line, what stands behind it, and who is still waited for (21)."""

import pytest

from client.checking import UNKNOWN
from client.home import Home
from client.screen.audit import AuditView, open_audit
from client.screen.records import Source, saved
from client.screen.replaying import ReplayView
from client.screen.shell import Shell
from client.screen.views import View
from protocol.identity import fingerprint
from protocol.log import Proven
from protocol.record import assemble, evidence_item
from tests.client.screen.kept import (
    SIZES,
    new_shell,
    new_table,
    picture,
    press,
    record,
    source,
    talked,
    with_flaw,
    without_end,
)
from tests.client.screen.keyboard import Nothing
from tests.protocol.table import identity_of


def opened(data: bytes) -> tuple[Shell, AuditView]:
    """The audit of a record."""
    shell = new_shell()
    return shell, open_audit(shell, source(data))


def shown(shell: Shell) -> View:
    """The view that fills the screen."""
    return shell.view


def whole(shell: Shell, width: int = 100) -> str:
    """All that the audit tells, in one line."""
    return " ".join(shell.draw(width, 200).text.replace("│", " ").split())


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_pictures(width: int, height: int) -> None:
    shell, _ = opened(talked())
    picture(f"audit-{width}x{height}", shell.draw(width, height).text)


def test_a_good_record() -> None:
    shell, view = opened(record())
    seen = whole(shell)
    checked = view._study.checked
    assert checked is not None
    counts = checked.report.counts
    assert seen.count("secret open, everything fits") == 5
    assert f"{counts.entries} entries, {counts.signatures} signatures" in seen
    assert f"{counts.derived} values derived again" in seen
    for seat in range(5):
        assert " ".join(fingerprint(identity_of(seat, 11).public)) in seen
    assert "holds" in seen.partition("All hands")[2]
    canvas = shell.draw(80, 24)
    assert canvas.text.splitlines()[1].startswith("│ VERIFIED. Nobody cheated")
    assert canvas.styles[1][3] == "good", "and it is said in colour, too"


def test_a_damaged_file_accuses_nobody() -> None:
    shell, view = opened(with_flaw(record()))
    seen = whole(shell)
    checked = view._study.checked
    assert checked is not None
    found = checked.report.findings[0]
    assert f"BAD. Slot {found.slot}: " in seen
    assert f"byte {found.offset} of the record" in seen
    assert "proves nothing against a player" in seen
    assert seen.count("secret not open") == 5
    assert shell.draw(80, 24).styles[1][3] == "bad"


def test_a_proven_cheat_is_named_with_the_evidence() -> None:
    table = new_table(11)
    table.run(lambda: table.session(0).slot == 5)
    session = table.session(0)
    place = next(closed for closed in reversed(session.log.closed) if len(closed.entries) == 5)
    one = next(signed for signed in place.entries if signed.entry.seat == 3)
    two = table.forge(3, one.entry, body=one.entry.body[::-1])
    with pytest.raises(Proven) as proven:
        session.log.offer(two)
    data = assemble(table.agreement, [*table.states[0].journal, evidence_item(proven.value.verdict.evidence)])
    shell, _ = opened(data)
    seen = whole(shell)
    assert f"BAD. Slot {place.place.slot}: seat 4 (name 3): it signed two different moves for one place." in seen
    assert "Only the player of this seat can have signed that." in seen
    assert "evidence: signed two different entries for one place" in seen
    assert "(name 3): it signed two different moves for one place (slot" in seen
    assert "proves nothing" not in seen


def test_whose_secret_is_missing() -> None:
    shell, _ = opened(without_end(record(), 2))
    seen = whole(shell)
    assert "INCOMPLETE. The game is over, but the secret of seat 4 (name 3) and seat 5 (name 4) is missing" in seen
    assert seen.count("secret not open") == 2
    assert seen.count("secret open") == 3


def test_a_game_that_was_left() -> None:
    shell, _ = opened(without_end(record(), 100))
    seen = whole(shell)
    assert "INCOMPLETE. The record ends in slot" in seen
    assert "It waits for" in seen
    assert "Not ended: Round" in seen


def test_no_record_at_all() -> None:
    shell, _ = opened(b"")
    seen = whole(shell)
    assert "is no record of a game" in seen
    assert "These keys" not in seen
    press(shell, "r")
    assert "cannot be read" in shell.draw(80, 24).text
    press(shell, "q", "q")
    assert isinstance(shell.view, Nothing)


def test_the_table_waits_for_the_last_secret() -> None:
    shell = new_shell()
    missing = ["Stark", "Tyrell"]
    loaded: list[bytes] = []

    def load() -> bytes:
        loaded.append(record())
        return record()

    open_audit(shell, Source("game", load), missing=lambda: missing)
    seen = shell.draw(80, 24).text
    assert "Secrets still missing: Stark and Tyrell." in seen
    assert "Waiting for: Stark and Tyrell, to open their secret" in seen
    press(shell, "c")
    assert "not all secrets are open yet" in shell.draw(80, 24).text
    missing.remove("Stark")
    assert "Waiting for: Tyrell, to open the secret" in shell.draw(80, 24).text
    assert not loaded, "nothing is read before all is there"
    missing.clear()
    shell.draw(80, 24)
    assert "VERIFIED" in shell.draw(80, 24).text
    assert len(loaded) == 1


def test_how_far_the_check_is() -> None:
    shell = new_shell()
    jobs = []
    shell.aside = lambda work, done: jobs.append((work, done))
    view = open_audit(shell, source(record()))
    assert "Waiting for: the verifier" in shell.draw(80, 24).text
    view._study.done, view._study.total = 1, 2
    assert f"[{'=' * 20}{' ' * 20}]" in shell.draw(80, 24).text
    press(shell, "c")
    assert "it is being checked" in shell.draw(80, 24).text
    assert len(jobs) == 1, "one check at a time"
    jobs[0][0]()
    jobs[0][1]()
    assert "VERIFIED" in shell.draw(80, 24).text


def test_it_is_checked_again_as_it_is_now() -> None:
    shell = new_shell()
    data = [without_end(record(), 2)]
    open_audit(shell, Source("game", lambda: data[0]))
    assert "INCOMPLETE" in shell.draw(80, 24).text
    data[0] = record()
    press(shell, "c")
    assert "VERIFIED" in shell.draw(80, 24).text


def test_what_to_do_next() -> None:
    shell, view = opened(record())
    press(shell, "v")
    assert "kept with your tables" in shell.draw(80, 24).text
    press(shell, "escape", "r")
    assert isinstance(shown(shell), ReplayView)
    press(shell, "v")
    assert shown(shell) is view
    press(shell, "r", "q")
    assert shown(shell) is view
    press(shell, "q")
    assert isinstance(shell.view, Nothing)


def test_every_size_can_be_drawn_and_scrolled() -> None:
    shell, _ = opened(record())
    for width, height in [(1, 1), (2, 40), (40, 2), (20, 9), (79, 23), (110, 12), (116, 24), (240, 70)]:
        for key in ("end", "pageup", "home", "down"):
            press(shell, key)
            canvas = shell.draw(width, height)
            assert (canvas.width, canvas.height) == (width, height)
    press(shell, "end")
    assert "may hold several keys" in " ".join(shell.draw(80, 24).text.replace("│", " ").split())


def test_a_record_of_the_store_or_of_a_file(tmp_path: object) -> None:
    home = Home.find(str(tmp_path))
    home.data.mkdir(exist_ok=True)
    file = home.data / "game.moot"
    file.write_bytes(record())
    one = saved(home, str(file))
    assert one.path == str(file)
    assert one.load() == record()
    assert UNKNOWN not in one.known().values()
    shell = new_shell()
    open_audit(shell, saved(home, str(home.data / "none.moot")))
    assert "It cannot be checked" in shell.draw(100, 24).text
    assert "cannot read" in shell.draw(100, 24).text
