"""Fixed bytes of hidden cards: `vectors.json` and the part of it in SPEC.md. No command writes either of them.

Whoever changes a byte of a proof changes these by hand, and with them the version of the protocol.
"""

import hashlib
import json
from functools import cache
from pathlib import Path

import protocol
from protocol.absence import check_absence, prove_absence
from protocol.encoding import u16, u32
from protocol.group import context, prove_known, statement, times
from protocol.secret import GameSecret
from protocol.sharing import check_remask, check_share, check_shares, prove_remask, prove_share, prove_shares, view
from protocol.shuffle import (
    Deck,
    check_shuffle,
    deck_key,
    face_points,
    joint_key,
    laid_open,
    prove_shuffle,
)
from protocol.shuffle.generators import generator
from protocol.shuffle.masking import mixing
from tests.protocol.shuffle import logarithms, wikstrom

SPEC = (Path(protocol.__file__).parent / "SPEC.md").read_text(encoding="utf-8")
VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text(encoding="utf-8"))
GAME, PREV, DECK = b"\xaa" * 32, b"\xbb" * 32, 3
CTX = context(GAME, 7, 0, 1, PREV, DECK, 0)
HANDLE = u16(DECK) + u32(1) + u16(0)
OTHER, MINE = GameSecret(bytes(range(32, 64))), GameSecret(bytes(range(32)))
KEYS = [deck_key(secret, DECK, 0) for secret in (OTHER, MINE)]
JOINT = joint_key([key.point for key in KEYS])


@cache
def shuffles() -> dict[int, bytes]:
    """By number of cards: the shuffle by seat 1 of the deck as it is laid open."""
    return {n: prove_shuffle(MINE, CTX, JOINT, opened(n)) for n in (2, 3, 25, 82)}


def opened(count: int) -> Deck:
    return tuple(laid_open(face, JOINT) for face in face_points(GAME, DECK, count))


def made() -> dict[str, str]:
    """What the code gives, by the names of the vectors."""
    faces = list(face_points(GAME, DECK, 2))
    known = statement("pok", CTX, KEYS[1].point)
    deck = check_shuffle(CTX, JOINT, opened(2), shuffles()[2])
    mine = view(deck[0], [times(KEYS[0].scalar, deck[0].a)])
    how = mixing(MINE, CTX, opened(5))
    values = {
        "ctx": CTX,
        "h": generator(0),
        "h_1": generator(1),
        "h_90": generator(90),
        "M_0": faces[0],
        "M_1": faces[1],
        "Y_0": KEYS[0].point,
        "Y_1": KEYS[1].point,
        "Y": JOINT,
        "knowledge of x_1": prove_known(KEYS[1].scalar, MINE.scalar("sigma", known, u32(0)), known),
        "shuffle of 2": shuffles()[2],
        "shuffle of 3": shuffles()[3],
        "share in the first card": prove_share(MINE, KEYS[1], CTX, deck[0]),
        "shares in both cards": prove_shares(MINE, KEYS[1], CTX, deck),
        "re-masking of the first card": prove_remask(MINE, CTX, HANDLE, 1, JOINT, deck[0]),
        "first card as seat 1 sees it": mine.a + mine.b,
        "one of both faces": prove_absence(MINE, KEYS[1], CTX, [mine], faces),
    }
    return {name: value.hex() for name, value in values.items()} | {
        "order of 5": " ".join(map(str, how.order)),
        "r_1 of 5": how.masks[0].to_bytes(32, "little").hex(),
        "SHA-256 of the shuffle of 25": hashlib.sha256(shuffles()[25]).hexdigest(),
        "SHA-256 of the shuffle of 82": hashlib.sha256(shuffles()[82]).hexdigest(),
    }


def test_the_code_gives_the_fixed_bytes() -> None:
    assert made() == VECTORS


def test_the_specification_tells_some_of_them() -> None:
    told = dict(line.split(" = ") for line in SPEC.split("```card vectors\n")[1].split("\n```")[0].splitlines())
    assert len(told) > 12
    assert told == {name: VECTORS[name] for name in told}


def test_they_hold_for_the_shipped_verifiers_and_for_the_second_ones() -> None:
    vector = {name: bytes.fromhex(VECTORS[name]) for name in VECTORS if not name.startswith("order")}
    key, joint, faces = vector["Y_1"], vector["Y"], [vector["M_0"], vector["M_1"]]
    before = tuple(laid_open(face, joint) for face in faces)
    deck = check_shuffle(vector["ctx"], joint, before, vector["shuffle of 2"])
    claim, said = wikstrom.parse(joint, before, vector["shuffle of 2"])
    assert wikstrom.holds(claim, vector["ctx"], said)
    body = vector["share in the first card"]
    check_share(vector["ctx"], key, deck[0], body)
    assert logarithms.share_holds(vector["ctx"], key, deck[0], body)
    body = vector["shares in both cards"]
    check_shares(vector["ctx"], key, deck, body)
    assert logarithms.batch_holds(vector["ctx"], key, deck, body)
    body = vector["re-masking of the first card"]
    check_remask(vector["ctx"], joint, deck[0], body)
    assert logarithms.remask_holds(vector["ctx"], joint, deck[0], body)
    body, seen = vector["one of both faces"], vector["first card as seat 1 sees it"]
    mine = view(deck[0], [times(KEYS[0].scalar, deck[0].a)])
    assert seen == mine.a + mine.b
    check_absence(vector["ctx"], key, [mine], faces, body)
    assert logarithms.absence_holds(vector["ctx"], key, mine, faces, body)
