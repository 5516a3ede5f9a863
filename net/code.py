"""The code of a private table: told from mouth to mouth, never sent, proven on the authenticated link (SPEC.md, links).

```
key   = scrypt(code, salt = table id, N = 2^15, r = 8, p = 1), 32 bytes
proof = HMAC-SHA256(key, "kingsmoot/1/code" | B | host key | joiner key | nonce_s)
```

The proof holds for one connection, one host and one joiner, so nobody can pass it on. A short code can be guessed by a
*false host* who got one proof: so a joiner answers only to the key of his invitation, and is shown its words first.
"""

import hashlib
import hmac
import secrets
import unicodedata
from dataclasses import dataclass, field

from net.faults import CodeClosed, CodeNeeded, WrongCode
from protocol.encoding import LABEL
from protocol.identity import wordlist

CODE_WORDS = 3
CODE_LIMIT = 100
"""Characters of a code."""
TRIES_EACH = 5
"""Wrong codes that one key may try."""
TRIES_IN_ALL = 30
"""Wrong codes that all keys together may try: keys cost nothing."""
COST, BLOCK, LANES, MEMORY = 1 << 15, 8, 1, 1 << 26


def new_code() -> str:
    """Three words: 33 bits, far more than all tries."""
    return " ".join(secrets.choice(wordlist()) for _ in range(CODE_WORDS))


def code_key(code: str, table: bytes) -> bytes:
    """The key that a code gives at the table of that id. Capitals, hyphens and extra blanks do not matter.

    Takes a tenth of a second on purpose: a guess shall cost something.
    """
    spoken = " ".join(unicodedata.normalize("NFKC", code[:CODE_LIMIT]).casefold().replace("-", " ").split())
    return hashlib.scrypt(spoken.encode(), salt=table, n=COST, r=BLOCK, p=LANES, maxmem=MEMORY, dklen=32)


def prove(key: bytes, binding: bytes, host: bytes, joiner: bytes, nonce: bytes) -> bytes:
    """The proof for one connection: `binding` names the server's certificate, `nonce` is the server's."""
    return hmac.digest(key, LABEL + b"code" + binding + host + joiner + nonce, "sha256")


@dataclass
class CodeLock:
    """What the door of a private table asks for, and how often that was answered wrongly.

    Attributes:
        key: of the code.
        wrong: how many wrong codes were tried.
    """

    key: bytes = field(repr=False)
    wrong: int = 0
    _by_key: dict[bytes, int] = field(default_factory=dict)

    def judge(self, binding: bytes, host: bytes, joiner: bytes, nonce: bytes, proof: bytes | None) -> None:
        """Raises CodeNeeded, WrongCode or CodeClosed unless the joiner has proven that it knows the code."""
        if proof is None:
            raise CodeNeeded(joiner, "has an invitation, but gave no code")
        if self.wrong >= TRIES_IN_ALL:
            raise CodeClosed(joiner, f"comes after {TRIES_IN_ALL} wrong codes: give the table another code")
        if self._by_key.get(joiner, 0) >= TRIES_EACH:
            raise CodeClosed(joiner, f"has tried {TRIES_EACH} wrong codes")
        if not hmac.compare_digest(proof, prove(self.key, binding, host, joiner, nonce)):
            self.wrong += 1
            self._by_key[joiner] = self._by_key.get(joiner, 0) + 1
            raise WrongCode(joiner, "tried a wrong code")
