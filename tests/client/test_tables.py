"""The folder of a table: what is on the disk, and when."""

import os
from pathlib import Path

import pytest

from client.errors import ClientError, UsageError
from client.home import Home
from client.tables import TableFolder, copy_record
from protocol.record import MAGIC, assemble, choice_item, evidence_item, table_item
from protocol.secret import SeatKeys
from tests.protocol.table import make_agreement, make_form

AGREEMENT = make_agreement(make_form(3, 1), 1)


@pytest.fixture
def folder(tmp_path: Path) -> TableFolder:
    """A fresh folder; the journal is closed by the test or with the process."""
    return TableFolder(Home.find(str(tmp_path), {}))


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_keys_are_on_the_disk_for_their_owner_alone(folder: TableFolder) -> None:
    keys, nonce = folder.draw_keys()
    kept = folder.path / "keys"
    assert mode(kept) == 0o600
    assert mode(folder.path) == 0o700
    assert SeatKeys.from_bytes(kept.read_bytes()[:96]).to_bytes() == keys.to_bytes()
    assert kept.read_bytes()[96:] == nonce


def test_two_tables_never_share_a_folder(tmp_path: Path) -> None:
    home = Home.find(str(tmp_path), {})
    assert len({TableFolder(home).path for _ in range(5)}) == 5


def test_the_journal_holds_all_items_in_their_order_and_the_record_no_secret(
    folder: TableFolder, tmp_path: Path
) -> None:
    items = [choice_item(1, b"secret"), evidence_item(())]
    folder.begin(AGREEMENT)
    folder.write(items)
    folder.sync()
    assert (folder.path / "journal.moot").read_bytes() == MAGIC + table_item(AGREEMENT) + b"".join(items)
    out = tmp_path / "deep" / "game.moot"
    assert folder.finish(str(out)) == out
    assert folder.finish(str(out)) == out  # once is enough
    assert out.read_bytes() == assemble(AGREEMENT, items)
    assert b"secret" not in out.read_bytes()
    assert mode(folder.path / "journal.moot") == 0o600
    folder.close()


def test_before_an_agreement_there_is_no_record(folder: TableFolder) -> None:
    assert folder.finish(None) is None


def test_a_disk_that_fails_stops_us(folder: TableFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    folder.begin(AGREEMENT)
    with monkeypatch.context() as broken:
        broken.setattr(os, "write", full)
        with pytest.raises(ClientError, match="No space left"):
            folder.write([evidence_item(())])
    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", full)
        with pytest.raises(ClientError, match="nothing was sent"):
            folder.sync()
    folder.close()


def test_a_record_that_cannot_be_copied_is_not_lost(tmp_path: Path) -> None:
    file = tmp_path / "record.moot"
    file.write_bytes(b"x")
    (tmp_path / "flat").write_bytes(b"")
    with pytest.raises(UsageError, match="the record is kept in"):
        copy_record(file, tmp_path / "flat" / "out.moot")
