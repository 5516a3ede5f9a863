"""Commitments to a hidden choice (SPEC.md section 7)."""

from protocol.encoding import digest, lp, u8, u32

NONCE = 32


def commit(game_id: bytes, seat: int, slot: int, prev: bytes, nonce: bytes, payload: bytes) -> bytes:
    """C, 32 bytes: binds `seat` to `payload` in `slot` on the past `prev`.

    Game, seat, slot and past are inside, so a copied commitment is of no use to anybody else, elsewhere or later.
    """
    return digest("commit", game_id, u8(seat), u32(slot), prev, nonce, payload)


def opening(nonce: bytes, payload: bytes) -> bytes:
    """Body of the entry that opens a commitment: nonce ‖ LP(payload)."""
    return nonce + lp(payload)
