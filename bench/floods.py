"""Measures what one person, or a crowd of strangers at one address, can do to the waits of others in the web room, by
sending as much as they can of one kind.

The real program runs in a process of its own, the flooder in another one of low priority and at another address, so
that what is measured is the program and not the machine. Ten people say something or ask for suggestions once a second
each, and wait for the answer: first calmly, then beside the flood, then calmly again from a second after it on.
Promised: nobody waits more than twice as long, and after it no more than 1.2 times. The last column is the share of one
processor that the program uses beside the flood: on a machine that is busy with other things it says more than the
waits.
"""

import asyncio
import json
import multiprocessing
import os
import tempfile
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from itertools import count, cycle
from pathlib import Path
from random import Random
from statistics import quantiles
from time import perf_counter
from urllib.parse import urlsplit

from aiohttp import ClientError, ClientSession, TCPConnector, WSMsgType

from bench.live import new_event, practice, walk, watch
from bench.stops import serving
from bench.used import processor_seconds
from engine.games import rulesets
from loopback.windows import JSON, Client, Room

PEOPLE = 10
CALM, FLOODED = 5.0, 8.0
"""Seconds of each measurement; it is calm before and after the flood."""
SOCKETS = 40
CROWD = 60
FLOODER = "127.0.0.2"
"""Where the flood comes from; the others are at 127.0.0.1."""
SAID = 150
"""Messages that stand in the room, so that coming in has its price."""
TO_MANY_TURNS = ("T@c2,T@c8", "d6-c5", "c2-b2", "d6-c6", "c8-d8", "c5-c4", "d8-e9", "b6-a6", "b2-c3", "d4-d3")
"""Ten turns of Bagh bandi of Basirhat, after which 40,601 are legal."""
BEGUN = 8.0
"""Seconds until a flood has begun, and what may be sent at once is used up."""
GAME = "malaysian-checkers-8"
"""The game on the live board that is flooded."""
SMALLEST = {"kinds": ("say", "turn"), "calm": 1.0, "flooded": 1.0}


async def _send(client: Client, frames: AsyncIterator[str]) -> None:
    """Send frames as fast as they are taken, and drop what comes."""

    async def read() -> None:
        async for _ in client.socket:
            pass

    reading = asyncio.create_task(read())
    with suppress(ConnectionError):
        async for frame in frames:
            await client.socket.send_str(frame)
    reading.cancel()


async def _frames(kind: str, secret: str) -> AsyncIterator[str]:
    """Frames of one kind without end."""
    hello: dict[str, object] = {"type": "hello", "secret": secret, "room": "", "since": 0}
    for number in count():
        all_kinds: dict[str, dict[str, object] | str] = {
            "hello": hello,
            "hello of nobody": hello | {"secret": f"{number}"},
            "presence": hello | {"room": ("", "elsewhere")[number % 2], "since": 10**6},
            "sit": {"type": "sit", "name": f"F{os.getpid()} {number}", "language": "en", "room": ""},
            "say": {"type": "say", "text": f"line {number}", "reply": ""},
            "say a command": {"type": "say", "text": "/play dam-8", "reply": ""},
            "press": {"type": "press", "message": "none", "payload": "1:AAAA:0:pl:.0", "values": []},
            "complete": {"type": "complete", "line": "/move "},
            "dismiss": {"type": "dismiss", "message": f"{number}"},
            "nonsense": "[" * 30_000,
        }
        made = all_kinds[kind]
        yield made if isinstance(made, str) else json.dumps(made)


async def _flood_windows(room: Room, kind: str, secret: str) -> None:
    """Many windows of one person that send one kind of frame."""
    windows = [await room.stranger() for _ in range(SOCKETS)]
    if kind not in ("hello", "hello of nobody", "presence", "sit"):
        for window in windows:
            await window.say(type="hello", secret=secret, room="", since=10**6)
    await asyncio.gather(*(_send(window, _frames(kind, secret)) for window in windows))


async def _board_frames(kind: str, table: JSON) -> AsyncIterator[str]:
    """Frames of one kind without end about a match that somebody plays against themselves."""
    code = {"code": table["code"]}
    picks = walk(table["steps"], Random(1))
    games = cycle(each.key for each in rulesets())
    while True:
        event = {"event": new_event()}
        all_kinds: dict[str, dict[str, object]] = {
            "watch": code | {"version": 0},
            "look": code,
            "turn": code | event | {"ply": 0, "picks": picks, "price": True},
            "wish": code | event | {"kind": "hint", "choice": "1"},
            "lobby": {},
            "begin": event | {"game": next(games), "opponent": "practice", "corner": True},
        }
        yield json.dumps({"type": kind} | all_kinds[kind])


async def _flood_board(room: Room, kind: str, secret: str) -> None:
    """Many windows of one person that send one kind of frame about a match."""
    windows = [await room.stranger() for _ in range(SOCKETS)]
    for window in windows:
        await window.say(type="hello", secret=secret, room="", since=10**6)
    await windows[0].hears("seated")
    table = await watch(windows[0], await practice(windows[0], GAME))
    await asyncio.gather(*(_send(window, _board_frames(kind, table)) for window in windows))


async def _flood_crowd(room: Room, kind: str, secret: str) -> None:
    """Many strangers who sit down, and then each send one kind of frame."""

    async def send(number: int) -> None:
        stranger = await room.sits(f"Stranger {os.getpid()} {number}")
        await _send(stranger, _frames(kind.removeprefix("a crowd: "), ""))

    await asyncio.gather(*map(send, range(CROWD)))


async def _flood_pings(room: Room, kind: str, secret: str) -> None:
    windows = [await room.stranger() for _ in range(SOCKETS)]
    for window in windows:
        await window.say(type="hello", secret=secret, room="", since=10**6)

    async def send(client: Client) -> None:
        while True:
            await client.socket.send_frame(b"", WSMsgType.PING)

    await asyncio.gather(*(send(window) for window in windows), return_exceptions=True)


async def _flood_heads(room: Room, kind: str, secret: str) -> None:
    """Connections with half a head, without end."""
    at = urlsplit(room.url)
    held = []
    while True:
        with suppress(OSError):
            _, writer = await asyncio.open_connection(at.hostname, at.port, local_addr=(FLOODER, 0))
            writer.write(b"GET / HTTP/1.1\r\nHost: ")
            held.append(writer)
        if len(held) > 500:
            for writer in held:
                writer.close()
            held.clear()


async def _flood_sockets(room: Room, kind: str, secret: str) -> None:
    """Windows that are opened, greeted and closed again, without end."""

    async def come_and_go() -> None:
        while True:
            with suppress(ClientError, OSError):
                window = await room.stranger()
                await window.say(type="hello", secret=secret, room="", since=0)
                await window.socket.close()

    await asyncio.gather(*(come_and_go() for _ in range(SOCKETS)))


async def _flood_pages(room: Room, kind: str, secret: str) -> None:
    """Requests for the files of the page, without end."""

    async def ask() -> None:
        while True:
            with suppress(ClientError, OSError):
                async with room.session.get(f"{room.url}static/room.js") as response:
                    await response.read()

    await asyncio.gather(*(ask() for _ in range(SOCKETS)))


async def _flood_match(room: Room, kind: str, secret: str) -> None:
    """A match in which 40,601 turns are legal: its panel is opened and gone through, moves are typed and suggested."""
    window = await room.stranger()
    await window.say(type="hello", secret=secret, room="", since=10**6)
    await window.say(type="press", message="none", payload="1:-:0:np:bbb", values=[])
    for move in TO_MANY_TURNS:
        await window.say(type="say", text=f"/move {move}", reply="")
        await asyncio.sleep(0.5)

    async def read() -> None:
        """Press the first button of every panel that comes."""
        async for message in window.socket:
            for card in json.loads(message.data).get("messages", ()):
                if card.get("private") and card.get("rows"):
                    row = card["rows"][0]
                    payload, values = row.get("payload"), [option["value"] for option in row.get("options", ())[:1]]
                    await window.say(type="press", message=card["id"], payload=payload or values[0], values=values)

    reading = asyncio.create_task(read())
    with suppress(ConnectionError):
        for number in count():
            await window.say(type="complete", line="/move c")
            await window.say(type="say", text=("/move", "/move c3 e9", "/move c3 a1 e9")[number % 3], reply="")
            await asyncio.sleep(0.1)
    reading.cancel()


FLOODS: dict[str, Callable[[Room, str, str], Awaitable[None]]] = {
    **dict.fromkeys(
        (
            "hello", "hello of nobody", "presence", "sit", "say", "say a command", "press", "complete", "dismiss",
            "nonsense",
        ),
        _flood_windows,
    ),
    **dict.fromkeys(("a crowd: say", "a crowd: say a command"), _flood_crowd),
    **dict.fromkeys(("watch", "look", "turn", "wish", "lobby", "begin"), _flood_board),
    "a match of many turns": _flood_match,
    "pings": _flood_pings,
    "heads half sent": _flood_heads,
    "windows come and go": _flood_sockets,
    "pages": _flood_pages,
}  # fmt: skip


def _flooder(kind: str, url: str, secret: str) -> None:
    """A process that floods until it is ended."""
    os.nice(19)

    async def flood() -> None:
        async with ClientSession(connector=TCPConnector(limit=0, local_addr=(FLOODER, 0))) as session:
            await FLOODS[kind](Room(url, session), kind, secret)

    asyncio.run(flood())


@asynccontextmanager
async def _flooded(kind: str, url: str, secret: str) -> AsyncIterator[None]:
    process = multiprocessing.get_context("spawn").Process(target=_flooder, args=(kind, url, secret), daemon=True)
    process.start()
    try:
        await asyncio.sleep(BEGUN)
        yield
    finally:
        process.kill()
        process.join()
        await asyncio.sleep(1.0)


async def _waits(people: list[Client], seconds: float) -> list[float]:
    """Seconds that each answer took: each person asks once a second, one after the other."""

    async def ask(number: int, person: Client) -> list[float]:
        waits = []
        for turn in range(int(seconds)):
            await asyncio.sleep(max(0.0, began + turn + number / len(people) - perf_counter()))
            asked = perf_counter()
            if (number + turn) % 2:
                await person.say(type="complete", line="/pl")
                await person.hears("suggestions")
            else:
                text = f"Is it {asked}?"
                await person.say(type="say", text=text, reply="")
                await person.card(text)
            waits.append(perf_counter() - asked)
        return waits

    began = perf_counter()
    found = await asyncio.gather(*(ask(number, person) for number, person in enumerate(people)))
    return [wait for waits in found for wait in waits]


async def _measure(
    process: Process, room: Room, people: list[Client], kind: str, flooded: float, before: list[float], calm: float
) -> list[float]:
    """Print the line of a flood; the waits in the calm after it, which is the calm before the next."""
    flooder = await room.sits(f"Flooder {kind}"[:24])
    await flooder.socket.close()
    async with _flooded(kind, room.url, flooder.secret):
        used = processor_seconds(process.pid)
        waits = await _waits(people, flooded)
        used = (processor_seconds(process.pid) - used) / flooded
    after = await _waits(people, calm)
    cells = []
    for at in (49, 94):
        alone, beside, again = (quantiles(each, n=100)[at] for each in (before, waits, after))
        cells += [f"{1000 * alone:.1f} ms", f"{1000 * beside:.1f} ms", f"{beside / alone:.2f}", f"{again / alone:.2f}"]
    cells.append(f"{100 * used:.0f} %")
    print(f"{kind:<24}" + "".join(f"{cell:>11}" for cell in cells), flush=True)
    return after


async def _measure_all(kinds: Iterable[str], number_of_people: int, calm: float, flooded: float) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with serving(Path(folder)) as (process, room):
            people = [await room.sits(f"Person {number}") for number in range(number_of_people)]
            for number in range(SAID):
                person, text = people[number % len(people)], f"Line {number} " + "x" * 200
                await person.say(type="say", text=text, reply="")
                await person.card(text)
            before = await _waits(people, calm)
            for kind in kinds:
                before = await _measure(process, room, people, kind, flooded, before, calm)


def run(
    kinds: Iterable[str] = tuple(FLOODS), people: int = PEOPLE, calm: float = CALM, flooded: float = FLOODED
) -> None:
    """Print a line for each kind of flood."""
    heads = ("median", "flooded", "ratio", "after", "95th", "flooded", "ratio", "after", "processor")
    print(f"{'flood of':<24}" + "".join(f"{head:>11}" for head in heads), flush=True)
    asyncio.run(_measure_all(kinds, people, calm, flooded))
