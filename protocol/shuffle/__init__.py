"""Hidden cards: masked decks, and shuffles that everybody can check (SPEC.md section 20). Pure functions, no I/O.

The proof is that of Terelius and Wikström ("Proofs of Restricted Shuffles", AFRICACRYPT 2010) in the form of Haenni,
Locher, Koenig and Dubuis ("Pseudo-Code Algorithms for Verifiable Re-Encryption Mix-Nets", FC 2017 workshops), made
non-interactive. Prover and verifier share the layout of bytes and the generators, and no equation.
"""

from protocol.shuffle.layout import shuffle_size
from protocol.shuffle.masking import (
    Deck,
    KeyPair,
    Masked,
    deck_key,
    face_point,
    face_points,
    joint_key,
    laid_open,
)
from protocol.shuffle.prover import prove_shuffle
from protocol.shuffle.verifier import check_shuffle

__all__ = [
    "Deck",
    "KeyPair",
    "Masked",
    "check_shuffle",
    "deck_key",
    "face_point",
    "face_points",
    "joint_key",
    "laid_open",
    "prove_shuffle",
    "shuffle_size",
]
