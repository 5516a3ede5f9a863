"""TLS 1.3 over any stream, with a certificate that proves nothing by itself (SPEC.md, links).

TLS gives secrecy and integrity; who the other end is, is settled afterwards by signatures of identity keys over the
server's certificate (`handshake`). So the certificate is made afresh in each process and nobody signs it.
"""

import contextlib
import datetime
import hashlib
import os
import ssl
import tempfile
from dataclasses import dataclass

import trio
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ed25519

from net.faults import Damaged, Gone, LinkFault, NoTls

ALPN = "kingsmoot/1"
COMMON_NAME = "kingsmoot"

TlsStream = trio.SSLStream[trio.abc.Stream]


@dataclass(frozen=True)
class Tls:
    """One process's end of every TLS connection.

    Attributes:
        server: context for accepted connections.
        client: context for dialled ones.
        certificate: what the server context shows, DER.
    """

    server: ssl.SSLContext
    client: ssl.SSLContext
    certificate: bytes


def fresh_tls() -> Tls:
    """A new key and self-signed Ed25519 certificate, in contexts ready for use.

    Resource handling: `ssl` reads keys from files only, so key and certificate go through one temporary file that
    nobody else may read, and which is gone when this returns.
    """
    key = ed25519.Ed25519PrivateKey.generate()
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, COMMON_NAME)])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        # Players' clocks may be years off, and the certificate is trusted for nothing that a date could guard.
        .not_valid_before(datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC))
        .not_valid_after(datetime.datetime(2090, 1, 1, tzinfo=datetime.UTC))
        .sign(key, None)
    )
    server = _context(ssl.PROTOCOL_TLS_SERVER)
    # A session ticket would let a client come back without seeing the certificate that its signature is bound to.
    server.num_tickets = 0
    _load(server, key, certificate)
    client = _context(ssl.PROTOCOL_TLS_CLIENT)
    client.check_hostname = False
    client.verify_mode = ssl.CERT_NONE
    return Tls(server, client, certificate.public_bytes(serialization.Encoding.DER))


def _context(side: int) -> ssl.SSLContext:
    context = ssl.SSLContext(side)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.set_alpn_protocols([ALPN])
    return context


def _load(context: ssl.SSLContext, key: ed25519.Ed25519PrivateKey, certificate: x509.Certificate) -> None:
    pem = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ) + certificate.public_bytes(serialization.Encoding.PEM)
    handle, path = tempfile.mkstemp(prefix="kingsmoot-")  # readable by this user only
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(pem)
        context.load_cert_chain(path)
    finally:
        os.unlink(path)


async def secure(stream: trio.abc.Stream, tls: Tls, *, server: bool) -> tuple[TlsStream, bytes]:
    """The TLS connection over `stream`, and the binding B: SHA-256 of the server's certificate as this end sees it.

    Args:
        stream: any two-way byte stream; it belongs to the returned one from now on.
        tls: this process's contexts.
        server: whether this end accepted the connection.

    Raises:
        NoTls: the other end does not speak TLS 1.3 with our protocol name.
        Gone: it closed the connection meanwhile.

    Resource handling: closes nothing; on a fault the caller closes `stream`.
    """
    secured = trio.SSLStream(stream, tls.server if server else tls.client, server_side=server)
    try:
        await secured.do_handshake()
    except trio.BrokenResourceError as error:
        fault = broken(None, error)
        if isinstance(fault, Damaged):
            fault = NoTls(None, "does not speak the encrypted protocol of this program")
        raise fault from error
    if secured.selected_alpn_protocol() != ALPN:
        raise NoTls(None, "speaks TLS, but is no program for this game")
    shown = tls.certificate if server else secured.getpeercert(binary_form=True)
    return secured, hashlib.sha256(shown).digest()


def broken(peer: bytes | None, error: trio.BrokenResourceError) -> LinkFault:
    """Why a TLS stream broke: cut (Gone), or changed on its way (Damaged)."""
    cause = error.__cause__
    if isinstance(cause, ssl.SSLError) and not isinstance(cause, ssl.SSLEOFError | ssl.SSLSyscallError):
        return Damaged(peer, "and you hear different bytes: somebody on the way changes them")
    return Gone(peer, "was cut off")


async def hang_up(stream: trio.abc.AsyncResource, seconds: float) -> None:
    """Close `stream` politely if that takes no longer than `seconds`, else at once. Never raises, nor is cancelled."""
    with (
        trio.CancelScope(shield=True, deadline=trio.current_time() + seconds),
        contextlib.suppress(trio.BrokenResourceError, trio.BusyResourceError, ssl.SSLError),
    ):
        await stream.aclose()
