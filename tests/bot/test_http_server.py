"""The HTTP server under the pages: it waits for nobody for ever, and answers to its own address."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from aiohttp import ClientSession, web

from bot.http_server import HttpServer
from loopback.waiting import patience

LARGE = 20_000_000
"""Bytes: more than the system keeps for a connection that is not read."""


async def small(_: web.Request) -> web.Response:
    return web.Response(text="well")


async def large(_: web.Request) -> web.Response:
    return web.Response(body=bytes(LARGE))


@pytest.fixture
async def server(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[HttpServer]:
    monkeypatch.setattr("bot.http_server.HEAD_WITHIN", 0.2)
    monkeypatch.setattr("bot.http_server.READ_WITHIN", 0.2)
    made = HttpServer([web.get("/", small), web.get("/large", large)], "127.0.0.1", 0)
    await made.start()
    yield made
    await made.stop()


async def test_a_head_that_is_half_sent_ends_the_connection(server: HttpServer) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(b"GET / HTTP/1.1\r\nHost: 127")
    async with patience("the end of the connection"):
        assert await reader.read() == b""
    writer.close()


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


async def test_other_names_for_the_address_are_not_served(server: HttpServer) -> None:
    async with ClientSession() as session:
        async with session.get(f"http://127.0.0.1:{server.port}/") as response:
            assert response.status == 200
        for host in ("evil.example", f"evil.example:{server.port}", "127.0.0.1", "127.0.0.1:1"):
            async with session.get(f"http://127.0.0.1:{server.port}/", headers={"Host": host}) as response:
                assert response.status == 421
