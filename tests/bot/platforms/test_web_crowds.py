"""Each of many people has a share, those at one address who have not come in have one, and none waits for the others.

What a page that is gone has sent is not acted on.
"""

import asyncio
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest
from aiohttp import ClientSession, TCPConnector, WSMsgType

from bot.platforms.web.limits import Budget, Budgets, FairQueue
from bot.platforms.web.windows import FLOOD, FRAMES
from loopback.waiting import eventually, patience, until
from loopback.windows import Client, Room
from tests.bot.platforms.web_rig import OpenRoom
from tests.suites import deep

NEVER = 1e-6
"""A frame in eleven days: what is not allowed at a time is not allowed in a test."""
ENOUGH = 10_000.0


class WatchedQueue(FairQueue):
    """A queue that tells who waits in it just now."""

    def __init__(self, each: Budgets, together: Budget) -> None:
        super().__init__(each, together)
        self.waits: set[str] = set()

    async def turn(self, asker: str, cost: float) -> None:
        """Wait, and be seen to."""
        self.waits.add(asker)
        await super().turn(asker, cost)
        self.waits.remove(asker)


@asynccontextmanager
async def at(address: str, room: Room) -> AsyncIterator[Room]:
    """The same room for people at another address."""
    async with ClientSession(connector=TCPConnector(local_addr=(address, 0))) as session:
        there = Room(room.url, session)
        yield there
        await there.empty()


async def flood(client: Client, frames: int) -> None:
    """Say something again and again, unless one is disconnected meanwhile."""
    with suppress(ConnectionError):
        for number in range(frames):
            await client.say(type="say", text=f"line {number}", reply="")


async def lines_of(room: OpenRoom, names: set[str]) -> int:
    """The number of messages these people have said in the room."""
    said = await room.archive.changed_since("serambi", "", 0)
    return sum(message.body.get("author") in names for message in said)


async def test_each_person_of_a_crowd_at_one_address_has_a_share(room: OpenRoom) -> None:
    crowd = [await room.sits(f"Ali {number}") for number in range(8)]
    room.platform.hub.queue = FairQueue(Budgets(burst=5, per_second=NEVER), Budget(ENOUGH, ENOUGH))
    await asyncio.gather(*(flood(client, 8) for client in crowd))
    adi = await room.sits("Adi")
    await adi.say(type="say", text="I am heard all the same", reply="")
    await adi.card("I am heard all the same")
    # The last of them may still be on its way into the room; one more never is.
    names = {f"Ali {number}" for number in range(8)}
    assert await eventually(lambda: lines_of(room, names), lambda found: found >= 16) == 16, "a line costs 2"


async def test_who_comes_in_waits_for_nobody_who_is_there_and_for_those_at_the_same_door(room: OpenRoom) -> None:
    adi = await room.sits("Adi")
    room.platform.hub.queue = WatchedQueue(Budgets(ENOUGH, ENOUGH), Budget(burst=1, per_second=NEVER))
    door = room.platform.hub.door = WatchedQueue(Budgets(burst=17, per_second=NEVER), Budget(ENOUGH, ENOUGH))
    await flood(adi, 4)
    for _ in range(2):
        guest = await room.stranger()
        await guest.say(type="visit")
        await guest.hears("visiting")
    third = await room.stranger()
    await third.say(type="visit")
    await until(lambda: door.waits == {"127.0.0.1"})
    async with at("127.0.0.3", room) as there:
        elsewhere = await there.stranger()
        await elsewhere.say(type="visit")
        await elsewhere.hears("visiting")


async def test_an_address_takes_so_many_new_names(room: OpenRoom) -> None:
    room.platform.hub.newcomers = Budgets(2, NEVER)
    for name in ("Ali", "Abu"):
        await room.sits(name)
    third = await room.stranger()
    await third.say(type="sit", name="Siti", language="en", room="")
    assert "too fast" in (await third.hears("refused"))["text"]
    async with at("127.0.0.3", room) as there:
        await there.sits("Siti")


async def test_a_window_that_says_nothing_ends(room: OpenRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.platforms.web.dispatcher.GREETS_WITHIN", 0.1)
    onlooker = await room.stranger()
    await onlooker.say(type="visit")
    await onlooker.hears("visiting")
    silent = await room.stranger()
    await silent.say(type="ping")
    await until(lambda: room.platform.hub.windows.count == 1)
    await onlooker.say(type="ping")
    await onlooker.hears("pong")


async def test_all_together_have_an_end_too_and_take_turns(room: OpenRoom) -> None:
    people = [await room.sits(name) for name in ("Ali", "Abu", "Siti")]
    together = Budget(burst=12, per_second=NEVER)
    room.platform.hub.queue = queue = WatchedQueue(Budgets(ENOUGH, ENOUGH), together)
    await asyncio.gather(*(flood(client, 10) for client in people))
    await until(lambda: not together.has(2) and len(queue.waits) == len(people))
    room.platform.hub.queue = FairQueue(Budgets(ENOUGH, ENOUGH), Budget(ENOUGH, ENOUGH))
    late = await room.sits("Late")
    await late.say(type="say", text="six lines stand above", reply="")
    await late.card("six lines stand above")
    names = {"Ali", "Abu", "Siti"}
    assert await eventually(lambda: lines_of(room, names), lambda found: found >= 6) == 6


async def test_turns_go_round() -> None:
    """One person wants ten turns before another wants one, and two are free: each has one of them."""
    together = Budget(burst=2, per_second=NEVER)
    queue = FairQueue(Budgets(ENOUGH, ENOUGH), together)
    together.take(2)
    went: list[str] = []

    async def wants(person: str) -> None:
        await queue.turn(person, 1)
        went.append(person)

    async with asyncio.TaskGroup() as tasks:
        waiting = [tasks.create_task(wants(person)) for person in [*["Ali"] * 10, "Siti"]]
        await asyncio.sleep(0)
        together.take(-2)
        await until(lambda: len(went) == 2)
        for task in waiting:
            task.cancel()
    assert sorted(went) == ["Ali", "Siti"]


async def test_what_a_page_that_is_gone_has_sent_is_not_acted_on(room: OpenRoom) -> None:
    room.platform.hub.people = Budgets(burst=5, per_second=1)
    adi = await room.sits("Adi")
    person = next(str(frame["id"]) for frame in adi.heard if frame["type"] == "seated")
    await flood(adi, FRAMES)
    await adi.socket.close()
    await until(lambda: not room.platform.hub.windows.of(person))
    assert await lines_of(room, {"Adi"}) < 15


async def test_a_page_that_sends_much_too_much_is_disconnected(room: OpenRoom) -> None:
    room.platform.hub.people = Budgets(burst=5, per_second=NEVER)
    adi, siti = await room.sits("Adi"), await room.sits("Siti")
    await flood(adi, 5 + FRAMES + FLOOD + 1)
    async with patience("the end of the connection"):
        while (await adi.socket.receive()).type not in (WSMsgType.CLOSED, WSMsgType.CLOSE, WSMsgType.ERROR):
            pass
    await siti.say(type="complete", line="/pl")
    await siti.hears("suggestions")


async def test_a_page_that_goes_in_the_middle_of_a_flood_is_no_error(
    room: OpenRoom, caplog: pytest.LogCaptureFixture
) -> None:
    adi = await room.sits("Adi")
    person = next(str(frame["id"]) for frame in adi.heard if frame["type"] == "seated")
    for _ in range(20):
        await adi.socket.ping(b"")
    # It goes without a word: what is under way there is lost.
    adi.socket.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    await flood(adi, 20)
    adi.socket._response.close()
    await until(lambda: not room.platform.hub.windows.of(person))
    assert [line.getMessage() for line in caplog.records if line.levelname == "ERROR"] == []


@deep("the budget of everybody together is in the quick suite")
async def test_files_have_a_budget_for_all_addresses_and_each_has_its_turn(room: OpenRoom) -> None:
    queue = room.platform.pages.requests = WatchedQueue(Budgets(ENOUGH, ENOUGH), Budget(2.0, NEVER))

    async def fetch(local: str) -> int:
        async with Room.at(room.url, local) as there, there.session.get(f"{there.url}static/main.js") as response:
            return response.status

    assert [await fetch(f"127.0.0.{number}") for number in (2, 3)] == [200, 200]
    third = asyncio.create_task(fetch("127.0.0.4"))
    await until(lambda: "127.0.0.4" in queue.waits)
    assert not third.done()
    third.cancel()
    with suppress(asyncio.CancelledError):
        await third
