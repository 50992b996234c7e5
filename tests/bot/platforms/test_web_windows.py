"""The queue for one page is bounded: a page that reads too slowly is disconnected, and none before that."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import aiohttp
from aiohttp import web

from bot.platforms.web.windows import FULL, Window
from loopback.waiting import patience

PIECE = "x" * (FULL // 10)

Sender = Callable[[Window, asyncio.Transport], Awaitable[None]]


@asynccontextmanager
async def page_of(send: Sender) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    """A page that is connected to a server, which sends it something."""

    async def serve(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(compress=False)
        await socket.prepare(request)
        assert isinstance(request.transport, asyncio.Transport)
        window = Window(socket, request.transport)
        await send(window, request.transport)
        await socket.receive()
        window.end()
        return socket

    app = web.Application()
    app.router.add_get("/", serve)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    url = f"http://127.0.0.1:{runner.addresses[0][1]}/"
    try:
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(url, max_msg_size=0) as page,
            patience("what the page is sent"),
        ):
            yield page
    finally:
        await runner.cleanup()


async def test_a_page_for_which_too_much_waits_is_disconnected() -> None:
    closing: list[bool] = []

    async def send(window: Window, transport: asyncio.Transport) -> None:
        for _ in range(12):  # nothing leaves in between: the first eleven fill it
            window.send_text(PIECE)
            closing.append(transport.is_closing())

    async with page_of(send) as page:
        assert (await page.receive()).type in (aiohttp.WSMsgType.CLOSED, aiohttp.WSMsgType.ERROR)
    assert closing == [False] * 11 + [True]


async def test_what_a_page_has_read_does_not_count_any_more() -> None:
    read = asyncio.Event()

    async def send(window: Window, transport: asyncio.Transport) -> None:
        for _ in range(10):
            window.send_text(PIECE)
        await read.wait()
        for _ in range(10):
            window.send_text(PIECE)
        assert not transport.is_closing()

    async with page_of(send) as page:
        for number in range(20):
            assert len(await page.receive_str()) == len(PIECE)
            if number == 9:
                read.set()
