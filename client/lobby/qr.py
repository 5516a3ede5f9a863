"""An invitation as a QR code in the terminal."""

import io


def qr_lines(line: str) -> list[str]:
    """The code of an invitation. Capitals make it smaller, and invitations do not mind them."""
    import segno

    out = io.StringIO()
    segno.make(line.upper(), error="l", micro=False).terminal(out=out, border=2, compact=True)
    return out.getvalue().splitlines()
