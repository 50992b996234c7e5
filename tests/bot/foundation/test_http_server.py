"""The HTTP server under the pages: it waits for nobody for ever, and answers to its own address."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from ipaddress import ip_network
from typing import Any

import pytest
from aiohttp import ClientSession, web

from bot.foundation.http_server import Handler, HttpServer
from bot.foundation.proxies import FORWARDED_FOR, Proxies
from loopback.waiting import patience

LARGE = 20_000_000
"""Bytes: more than the system keeps for a connection that is not read."""


async def small(_: web.Request) -> web.Response:
    return web.Response(text="well")


async def read(request: web.Request) -> web.Response:
    return web.Response(body=await request.read())


async def whose(request: web.Request) -> web.Response:
    return web.Response(text=request.remote)


async def fails(_: web.Request) -> web.Response:
    raise ArithmeticError


async def large(_: web.Request) -> web.Response:
    return web.Response(body=bytes(LARGE))


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server waits for nobody; only for tests of that, as a busy machine is slower."""
    monkeypatch.setattr("bot.foundation.http_server.HEAD_WITHIN", 0.2)
    monkeypatch.setattr("bot.foundation.http_server.READ_WITHIN", 0.2)


@pytest.fixture
async def server() -> AsyncIterator[HttpServer]:
    routes = [web.get("/", small), web.get("/large", large), web.post("/read", read), web.get("/fails", fails)]
    made = HttpServer(routes, "127.0.0.1", 0)
    await made.start()
    yield made
    await made.stop()


@asynccontextmanager
async def behind(*networks: str, **more: Handler) -> AsyncIterator[HttpServer]:
    """A server behind the proxies that it names."""
    routes = [web.get("/", whose), *(web.get(f"/{name}", handler) for name, handler in more.items())]
    made = HttpServer(routes, "127.0.0.1", 0, proxies=Proxies([ip_network(each) for each in networks]))
    await made.start()
    yield made
    await made.stop()


@pytest.mark.usefixtures("hurried")
async def test_a_head_that_is_half_sent_ends_the_connection(server: HttpServer) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(b"GET / HTTP/1.1\r\nHost: 127")
    async with patience("the end of the connection"):
        assert await reader.read() == b""
    writer.close()


@pytest.mark.usefixtures("hurried")
async def test_a_client_that_does_not_read_its_answer_is_disconnected(server: HttpServer) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port, limit=1024)
    writer.write(f"GET /large HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
    async with patience("the connection to be closed"):
        while not writer.transport.is_closing():
            writer.write(b"\r\n")  # who does not read learns by writing that nobody is there
            await asyncio.sleep(0.01)
    with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
        await reader.readexactly(LARGE)
    writer.close()


@pytest.mark.parametrize("listening", ["0.0.0.0", "::"])
def test_where_every_address_is_served_a_name_of_somebody_else_is_not(listening: str) -> None:
    own = HttpServer([], listening, 8080)
    machine = socket.gethostname().lower()
    for host in ("127.0.0.1", "[::1]", "localhost", "192.168.1.7", "[fe80::1]", "LocalHost", machine):
        assert own.is_own(f"{host}:8080"), host
    for host in ("evil.example:8080", "127.0.0.1.evil.example:8080", "7:8080", "[evil]:8080", "127.0.0.1", "", ":8080"):
        assert not own.is_own(host), host
    assert not own.is_own("192.168.1.7:8081")


async def test_a_page_that_rebinds_its_name_gets_nothing_from_a_server_on_every_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loop = asyncio.get_running_loop()
    listen = loop.create_server

    async def on_loopback(factory: Any, _: str, port: int, **options: Any) -> asyncio.Server:
        """Tests open no port to the network."""
        return await listen(factory, "127.0.0.1", port, **options)

    monkeypatch.setattr(loop, "create_server", on_loopback)
    open_to_all = HttpServer([web.get("/", small)], "0.0.0.0", 0)
    await open_to_all.start()
    async with ClientSession() as session:
        for path, host, status in (("", "evil.example", 421), ("none", "evil.example", 421), ("", "127.0.0.1", 200)):
            asked = session.get(
                f"http://127.0.0.1:{open_to_all.port}/{path}", headers={"Host": f"{host}:{open_to_all.port}"}
            )
            async with asked as response:
                assert response.status == status
    await open_to_all.stop()


@pytest.mark.parametrize(
    "request_",
    [
        b"GET / HTTP/1.1\r\nHost : x\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\r\n\r\n", b"GET / HTTP/1.1\r\nX: " + b"a" * 9_000 + b"\r\n\r\n",
        b"POST /read HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ],
)  # fmt: skip
async def test_what_is_no_request_is_refused_without_a_line_in_the_log(
    server: HttpServer, request_: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(request_.replace(b"%d", b"%d" % server.port))
    async with patience("the refusal"):
        assert b" 400 " in await reader.readline()
    writer.close()
    assert caplog.records == []


async def test_a_fault_of_ours_is_an_error_in_the_log(server: HttpServer, caplog: pytest.LogCaptureFixture) -> None:
    async with ClientSession() as session, session.get(f"http://127.0.0.1:{server.port}/fails") as response:
        assert response.status == 500
    assert [record.levelname for record in caplog.records] == ["ERROR"]


async def test_other_names_for_the_address_are_not_served(server: HttpServer) -> None:
    async with ClientSession() as session:
        async with session.get(f"http://127.0.0.1:{server.port}/") as response:
            assert response.status == 200
        for host in ("evil.example", f"evil.example:{server.port}", "127.0.0.1", "127.0.0.1:1"):
            async with session.get(f"http://127.0.0.1:{server.port}/", headers={"Host": host}) as response:
                assert response.status == 421


@pytest.mark.parametrize(
    ("networks", "forwarded", "client"),
    [
        (["127.0.0.0/8"], ["192.0.2.7"], "192.0.2.7"),
        (["::1/128", "127.0.0.1/32"], ["198.51.100.1, 2001:db8::7"], "2001:db8::7"),
        (["127.0.0.1/32"], ["192.0.2.7", "192.0.2.8"], "192.0.2.8"),
        (["127.0.0.1/32"], ["192.0.2.7, unknown"], "127.0.0.1"),
        (["127.0.0.1/32"], [], "127.0.0.1"),
        (["10.0.0.0/8"], ["192.0.2.7"], "127.0.0.1"),
        ([], ["192.0.2.7"], "127.0.0.1"),
    ],
)
async def test_the_last_hop_of_a_proxy_that_is_named_is_believed_and_nothing_else(
    networks: list[str], forwarded: list[str], client: str
) -> None:
    async with behind(*networks) as server, ClientSession() as session:
        headers = [(FORWARDED_FOR, each) for each in forwarded]
        async with session.get(f"http://127.0.0.1:{server.port}/", headers=headers) as response:
            assert await response.text() == client


async def test_a_proxy_that_is_not_named_is_told_of_once(caplog: pytest.LogCaptureFixture) -> None:
    async with behind() as server, ClientSession() as session:
        for _ in range(2):
            await session.get(f"http://127.0.0.1:{server.port}/", headers={FORWARDED_FOR: "192.0.2.7"})
    (line,) = [record.getMessage() for record in caplog.records]
    assert "a proxy at 127.0.0.1 hands on requests" in line
    assert "PAPAN_PROXIES=127.0.0.1" in line
    assert "192.0.2.7" not in line


async def test_behind_a_proxy_the_requests_under_way_of_an_address_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.foundation.http_server.PER_ADDRESS", 2)
    may_end, under_way = asyncio.Event(), asyncio.Semaphore(0)

    async def waits(_: web.Request) -> web.Response:
        under_way.release()
        await may_end.wait()
        return web.Response()

    async with behind("127.0.0.1/32", waits=waits) as server, ClientSession() as session:
        url = f"http://127.0.0.1:{server.port}"

        async def status(path: str, client: str) -> int:
            async with session.get(f"{url}/{path}", headers={FORWARDED_FOR: client}) as response:
                return response.status

        held = [asyncio.create_task(status("waits", "192.0.2.7")) for _ in range(2)]
        async with patience("both requests"):
            for _ in held:
                await under_way.acquire()
        assert await status("", "192.0.2.7") == 429
        assert await status("", "192.0.2.8") == 200
        may_end.set()
        assert await asyncio.gather(*held) == [200, 200]
        assert await status("", "192.0.2.7") == 200
