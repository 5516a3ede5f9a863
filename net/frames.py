"""Frames: u32be length, then so many bytes (SPEC.md, links). No I/O."""

from net.faults import HalfFrame, Oversize
from protocol.encoding import u32

HEADER = 4
"""Bytes of the length in front of each payload."""


def frame(payload: bytes) -> bytes:
    """`payload` as it goes on the wire."""
    return u32(len(payload)) + payload


class FrameReader:
    """Cuts a byte stream into payloads, in whatever pieces the bytes arrive.

    Attributes:
        limit: bytes allowed in one payload. It may be changed between two frames: it binds the next frame whose
            length is judged, also if its bytes are here already.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._buffer = bytearray()

    def feed(self, data: bytes | bytearray) -> None:
        """Take bytes as they come. The caller takes all frames out before it feeds more, which bounds the memory."""
        self._buffer += data

    def next_frame(self) -> bytes | None:
        """The next payload, or None until more bytes come.

        Raises:
            Oversize: the next length is above `limit`. It is raised as soon as the four bytes of the length are here,
                and again at every later call.
        """
        if len(self._buffer) < HEADER:
            return None
        length = int.from_bytes(self._buffer[:HEADER], "big")
        if length > self.limit:
            raise Oversize(None, f"announced a message of {length} bytes where {self.limit} are allowed")
        end = HEADER + length
        if len(self._buffer) < end:
            return None
        payload = bytes(self._buffer[HEADER:end])
        del self._buffer[:end]
        return payload

    def end(self) -> None:
        """The stream has closed. Raises HalfFrame if it did so in the middle of a frame."""
        if self._buffer:
            raise HalfFrame(None, f"closed the connection in the middle of a message ({len(self._buffer)} bytes of it)")
