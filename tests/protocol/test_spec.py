"""SPEC.md says what the code does: messages, machines, faults, items, vectors."""

import re
from pathlib import Path

import protocol
from protocol.commitment import commit, opening
from protocol.dice import commit_share, joint_seed, permutation, roll
from protocol.encoding import lp, pack
from protocol.entry import Entry, Signed, next_prev
from protocol.faults import FaultKind
from protocol.identity import SigningKey, fingerprint, words
from protocol.lobby import LobbyKind
from protocol.machines.chance import ChanceMachine
from protocol.machines.end import EndMachine
from protocol.machines.open import OpenMachine
from protocol.machines.secret import SealMachine, TogetherMachine, UnsealMachine
from protocol.machines.setup import SetupMachine, setup_body
from protocol.record import Item
from protocol.secret import GameSecret
from protocol.talk import Line, Spoken
from protocol.wire import LAYOUTS

SPEC = (Path(protocol.__file__).parent / "SPEC.md").read_text(encoding="utf-8")


def rows(heading: str) -> list[list[str]]:
    """The cells of every table row in one section."""
    section = SPEC.split(f"\n## {heading}")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_the_table_of_messages() -> None:
    told = {row[0]: row[1:] for row in rows("4. Messages") if row[1].isdigit()}
    assert set(told) == {kind.name for kind in LAYOUTS}
    for kind, layout in LAYOUTS.items():
        number, limit, fields = told[kind.name]
        assert (int(number), int(limit)) == (kind, layout.limit)
        assert [re.split(r" (?:u\d+|\d+|bin|bool|array.*)(?:,|$)", f)[0] for f in _split(fields)] == [
            name for name, _ in layout.fields
        ]


def test_the_table_of_lobby_messages() -> None:
    told = {row[0]: int(row[1]) for row in rows("8. Before the form") if len(row) == 4 and row[1].isdigit()}
    assert told == {kind.name: int(kind) for kind in LobbyKind}


def _split(fields: str) -> list[str]:
    return re.split(r", (?![^\[]*\])(?!ascending)", fields)


def test_the_table_of_machines() -> None:
    told: dict[str, list[str]] = {}
    slot = ""
    for row in rows("11. The machines"):
        if len(row) == 5 and row[1].isdigit():
            slot = row[0] or slot
            told.setdefault(slot, []).append(row[2])
    assert {name: tuple(phases) for name, phases in told.items()} == {
        "SETUP": SetupMachine.names,
        "OPEN": OpenMachine.names,
        "SECRET: Together": TogetherMachine.names,
        "SECRET: Seal": SealMachine.names,
        "SECRET: Unseal": UnsealMachine.names,
        "CHANCE": ChanceMachine.names,
        "END": EndMachine.names,
    }


def test_the_tables_of_faults_and_items() -> None:
    assert [row[0] for row in rows("13. Faults") if row[0].isupper()] == [kind.name for kind in FaultKind]
    told = {row[0]: int(row[1]) for row in rows("14. Record and audit") if row[1].isdigit()}
    assert told == {item.name: item.value for item in Item}


def test_vectors() -> None:
    told = dict(line.split(" = ") for line in SPEC.split("```vectors\n")[1].split("\n```")[0].splitlines())
    secret, game, prev = GameSecret(bytes(range(32))), b"\xaa" * 32, b"\xbb" * 32
    key = SigningKey(bytes(range(32, 64)))
    payload = pack(("march", 3, (True, None, "Österreich")))
    nonce = secret.nonce(1, 7, prev, payload)
    signed = Signed.make(Entry(game, 7, 0, 1, prev, b"\xcc" * 32, lp(payload)), key)
    spoken = Spoken.make(Line(game, 1, 0, game, 7, "Für Winterfell!"), key)
    seed = joint_seed(game, 8, prev, [(0, b"\x01" * 32), (1, secret.share(0))])
    made = {
        "secret": secret.value,
        "game": game,
        "prev": prev,
        "payload": payload,
        "root": secret.root(1),
        "nonce in slot 7": nonce,
        "commitment in slot 7": commit(game, 1, 7, prev, nonce, payload),
        "opening in slot 7": opening(nonce, payload),
        "dice share 0": secret.share(0),
        "dice share 1": secret.share(1),
        "c_0": commit_share(game, 1, 0, secret.share(0)),
        "setup body": setup_body(secret, game, 1),
        "game key seed": key.seed,
        "game pk": key.public,
        "entry": signed.data,
        "entry hash": signed.hash,
        "signature": signed.signature,
        "prev after it alone in slot 7": next_prev(prev, signed.place, [signed]),
        "seed in slot 8": seed,
        "line": spoken.data,
        "line hash": spoken.hash,
        "line signature": spoken.signature,
    }
    texts = {name: value.hex() for name, value in made.items()} | {
        "roll of 6 6 20 9223372036854775809": " ".join(map(str, roll(seed, (6, 6, 20, 2**63 + 1)))),
        "permutation of 10": " ".join(map(str, permutation(seed, 10))),
        "fingerprint": " ".join(fingerprint(key.public)),
        "table words": " ".join(words(game, 3)),
    }
    assert texts == told
