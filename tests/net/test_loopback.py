"""Real sockets on this computer; nothing here waits for a clock."""

import dataclasses
import os
import socket
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import trio

from net.address import Address
from net.events import Frame, LinkDown, LinkUp, NoLink
from net.faults import Left, Unreachable
from net.mesh import Mesh, open_mesh
from net.sockets import connect_tcp, listen_tcp, port_of, remote_name
from tests.net.wire import LARGE, LIMITS, SMALL, keys, move, tls

LOCAL = ("127.0.0.1", "::1")
PROMPT = dataclasses.replace(LIMITS, head_start=0.0)


def open_files() -> set[str]:
    """The numbers of all files and sockets that this process holds, where the system tells."""
    numbers = Path("/proc/self/fd")
    return set(os.listdir(numbers)) if numbers.exists() else set()


async def free_port() -> int:
    listeners = await listen_tcp(0, LOCAL)
    port = port_of(listeners[0])
    for listener in listeners:
        await listener.aclose()
    return port


async def test_five_meshes_are_all_connected_and_nothing_is_left_open() -> None:
    files = open_files()
    everybody = keys(5)
    heard: list[set[tuple[bytes, bytes]]] = [set() for _ in everybody]

    async def follow(mesh: Mesh, into: set[tuple[bytes, bytes]]) -> None:
        # A call that crosses with another one replaces a link; so say it again on each.
        async for event in mesh.events:
            if isinstance(event, LinkUp):
                mesh.send(event.peer, move(7))
            if isinstance(event, Frame):
                into.add((event.peer, event.payload))
            if len(into) == 4 and len(mesh.linked) == 4:
                break

    with trio.fail_after(10):
        tasks = trio.lowlevel.current_statistics().tasks_living
        async with AsyncExitStack() as stack:
            listening = [await listen_tcp(0, LOCAL[:1]) for _ in everybody]
            meshes = [
                await stack.enter_async_context(open_mesh(key, listeners=listeners, tls=tls()))
                for key, listeners in zip(everybody, listening, strict=True)
            ]
            for mesh in meshes:
                for key, listeners in zip(everybody, listening, strict=True):
                    if key.public != mesh.me:
                        mesh.want(key.public, [Address("127.0.0.1", port_of(listeners[0]))])
            async with trio.open_nursery() as nursery:
                for mesh, into in zip(meshes, heard, strict=True):
                    nursery.start_soon(follow, mesh, into)
        assert trio.lowlevel.current_statistics().tasks_living == tasks
    for key, into in zip(everybody, heard, strict=True):
        assert into == {(other.public, move(7)) for other in everybody if other is not key}
    assert open_files() == files


async def test_the_last_frames_and_the_goodbye_arrive_although_both_ends_have_more_to_say() -> None:
    listeners = await listen_tcp(0, LOCAL[:1])
    with trio.fail_after(10):
        async with open_mesh(SMALL, listeners=listeners, tls=tls()) as host:
            host.want(LARGE.public)
            async with open_mesh(LARGE, tls=tls(), limits=PROMPT) as leaver:
                leaver.want(SMALL.public, [Address("127.0.0.1", port_of(listeners[0]))])
                event = await host.events.receive()
                assert isinstance(event, LinkUp)
                assert event.address.startswith("127.0.0.1:")
                while not leaver.linked:
                    await trio.lowlevel.checkpoint()
                for n in range(50):
                    host.send(LARGE.public, move(n, 10_000))
                    leaver.send(SMALL.public, move(n, 10_000))
            for n in range(50):
                event = await host.events.receive()
                assert event == Frame(LARGE.public, move(n, 10_000))
            event = await host.events.receive()
            assert isinstance(event, LinkDown)
            assert isinstance(event.fault, Left)


async def test_both_families_listen_on_one_port() -> None:
    listeners = await listen_tcp(0, LOCAL)
    if len(listeners) < 2:
        pytest.skip("this computer has one address family only")
    port = port_of(listeners[0])
    assert [port_of(listener) for listener in listeners] == [port, port]
    for host, shown in zip(LOCAL, ("127.0.0.1:", "[::1]:"), strict=True):
        async with await connect_tcp(Address(host, port)) as stream, await accept(listeners, host) as other:
            assert remote_name(stream) == Address(host, port).text
            assert remote_name(other).startswith(shown)
    for listener in listeners:
        await listener.aclose()
    assert remote_name(stream) == ""


async def accept(listeners: list[trio.SocketListener], host: str) -> trio.SocketStream:
    return await listeners[LOCAL.index(host)].accept()


async def test_a_taken_port_is_an_error_and_opens_nothing() -> None:
    listeners = await listen_tcp(0, LOCAL[:1])
    with pytest.raises(OSError, match="in use"):
        await listen_tcp(port_of(listeners[0]), LOCAL[:1])
    for listener in listeners:
        await listener.aclose()


async def test_a_computer_without_ipv6_listens_on_ipv4(monkeypatch: pytest.MonkeyPatch) -> None:
    def lacking(family: int, *more: int) -> trio.socket.SocketType:
        if family == socket.AF_INET6:
            raise OSError(97, "Address family not supported by protocol")
        return real(family, *more)

    real = trio.socket.socket
    monkeypatch.setattr(trio.socket, "socket", lacking)
    listeners = await listen_tcp(0, LOCAL)
    assert [listener.socket.family for listener in listeners] == [socket.AF_INET]
    await listeners[0].aclose()
    with pytest.raises(OSError, match="support"):
        await listen_tcp(0, LOCAL[1:])


async def test_why_an_address_cannot_be_reached_is_said() -> None:
    port = await free_port()
    with pytest.raises(Unreachable, match=f"127.0.0.1:{port}: nobody listens there"):
        await connect_tcp(Address("127.0.0.1", port))


async def test_a_name_that_does_not_exist_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    async def nowhere(*_: object, **__: object) -> None:
        await trio.lowlevel.checkpoint()
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(trio, "open_tcp_stream", nowhere)
    with pytest.raises(Unreachable, match="there is no computer of that name"):
        await connect_tcp(Address("nowhere.example", 4000))


async def test_an_unreachable_peer_is_an_event() -> None:
    port = await free_port()
    async with open_mesh(SMALL, tls=tls()) as mesh:
        mesh.want(LARGE.public, [Address("127.0.0.1", port)])
        with trio.fail_after(5):
            event = await mesh.events.receive()
    assert isinstance(event, NoLink)
    assert isinstance(event.fault, Unreachable)
    assert (event.peer, event.address) == (LARGE.public, f"127.0.0.1:{port}")
