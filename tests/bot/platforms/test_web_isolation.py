"""One window in trouble, or one that makes it, is nobody else's: deaf windows, floods, places."""

import asyncio
from contextlib import suppress
from typing import Any

import pytest
from aiohttp import ClientConnectionError, ClientSession, TCPConnector

from bot.platforms.web.dispatcher import PER_PERSON
from loopback.waiting import patience, until
from loopback.windows import Client, Room, deaf, shout
from tests.bot.platforms.web_rig import OpenRoom
from tests.suites import deep

FILLED = 4_000_000
"""Characters of a room's history: more than the system keeps for a connection that is not read."""


async def fill(room: OpenRoom) -> None:
    """Let much have been said in the room."""
    body = {"kind": "said", "author": "Ros", "text": "x" * (FILLED // 200)}
    for number in range(200):
        await room.archive.add(f"filler-{number}", "serambi", None, None, body)


async def ended(reader: asyncio.StreamReader) -> None:
    """Read on until the connection ends."""
    async with patience("the end of the connection"):
        with suppress(ConnectionError):
            while await reader.read(65536):
                pass


def person_of(client: Client) -> str:
    """The account of whoever has joined in a window."""
    return next(str(frame["id"]) for frame in client.heard if frame["type"] == "seated")


async def windows(room: OpenRoom, person: str, count: int) -> None:
    """Wait until a person has so many windows."""
    await until(lambda: len(room.platform.hub.windows.of(person)) == count)


@deep("what comes over a socket is counted in the quick suite")
async def test_a_window_that_does_not_read_holds_up_nobody_and_is_disconnected(room: OpenRoom) -> None:
    adi, siti, ros = await room.sits("Adi"), await room.sits("Siti"), await room.sits("Ros")
    await fill(room)
    hello: dict[str, Any] = {"type": "hello", "secret": adi.secret, "room": "", "since": 0}
    _, writer = await deaf(room.url, **hello)
    shout(writer, **hello)
    await siti.say(type="say", text="Anybody there?", reply="", event="event-siti-1")
    await ros.card("Anybody there?")
    for _ in range(3):
        shout(writer, **hello)
    await windows(room, person_of(adi), 1)
    await siti.say(type="say", text="/help", reply="", event="event-siti-2")
    await siti.card("/play")
    writer.close()


@deep("it waits for a real minute's share; floods are slowed in test_web_protocol")
async def test_greetings_are_counted_in_all_windows_of_a_person_together(room: Room) -> None:
    adi, siti = await room.sits("Adi"), await room.sits("Siti")
    windows = [await room.stranger() for _ in range(4)]
    for window in windows:
        for _ in range(3):
            await window.say(type="hello", secret=adi.secret, room="", since=0)
    for window in windows:
        await window.hears("seated")
    assert [message for window in windows for message in window.heard if "too fast" in message.get("text", "")]
    await siti.say(type="complete", line="/pl")
    await siti.hears("suggestions")
    assert "too fast" not in str(siti.heard)


@deep("what comes over a socket is counted in the quick suite")
async def test_a_person_has_so_many_windows_and_no_more(room: Room) -> None:
    adi = await room.sits("Adi")
    windows: list[Client] = [adi]
    for _ in range(PER_PERSON - 1):
        windows.append(await room.stranger())
        await windows[-1].say(type="hello", secret=adi.secret, room="", since=0)
        await windows[-1].hears("seated")
    one_more = await room.stranger()
    await one_more.say(type="hello", secret=adi.secret, room="", since=0)
    assert str(PER_PERSON) in (await one_more.hears("refused"))["text"]
    await windows[0].socket.close()
    # A page that has closed its socket has a window until the server has seen that.
    while one_more.heard[-1]["type"] == "refused":
        await one_more.say(type="hello", secret=adi.secret, room="", since=0)
        await one_more.hears_one_of("seated", "refused")


@deep("frames and their costs are counted in test_web_frames.py")
async def test_everything_that_comes_over_a_socket_is_counted(room: Room) -> None:
    adi = await room.sits("Adi")
    for number in range(60):
        if number % 2:
            await adi.socket.ping(b"")
        else:
            await adi.socket.send_bytes(b"not a frame")
    await adi.say(type="complete", line="/pl")
    assert "too fast" in (await adi.hears("toast"))["text"]
    await adi.hears("suggestions")


async def test_one_address_cannot_hold_all_places(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.foundation.http_server.PER_ADDRESS", 4)
    port = int(room.url.rstrip("/").rpartition(":")[2])
    held = [await asyncio.open_connection("127.0.0.1", port, local_addr=("127.0.0.3", 0)) for _ in range(5)]
    await ended(held[4][0])
    async with ClientSession(connector=TCPConnector(local_addr=("127.0.0.3", 0))) as same:
        with pytest.raises(ClientConnectionError):
            await same.get(room.url)
    connector = TCPConnector(local_addr=("127.0.0.4", 0))
    async with ClientSession(connector=connector) as other, other.get(room.url) as response:
        assert response.status == 200
    for _, writer in held:
        writer.close()


async def test_people_who_come_and_go_are_told_of_together(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.platforms.web.windows.PEOPLE_AFTER", 0.5)
    adi = await room.sits("Adi")
    await told_of(adi, 1)
    guests = [await room.sits(f"Guest {number}") for number in range(5)]
    assert await told_of(adi, 6) < 5
    for guest in guests:
        await guest.socket.close()
    assert await told_of(adi, 1) < 5


async def told_of(client: Client, people: int) -> int:
    """Wait until a window has been told of so many people; how often it was told of some until then."""
    times = 1
    while len((await client.hears("people"))["people"]) != people:
        times += 1
    return times
