"""Live boards in the web room as people see them in Chromium, while the real program runs in a process of its own.

- From a touch to the painted board of the other, with twenty matches open that forty people play, a move a second in
  each. Promised: 95 of 100 within 150 ms.
- The lobby's first paint, and what a page takes over the network with nothing kept from before. Promised: 1 s; 80 kB
  without pictures; 400 kB until the first board stands there.
- What a page with open matches costs the machine of its person. Promised: 60 MB of JavaScript, 2 % of a processor
  while nobody moves, and no growth from the 200th move to the 1,000th.
"""

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median, quantiles
from urllib.parse import urlsplit

from playwright.async_api import Browser, CDPSession, Page

from bench.live import (
    AT_PLY,
    SHOWN,
    chromium,
    match_of,
    new_event,
    page_of,
    practice,
    turn_by_chance,
    unhurried_room,
    walk,
    watch,
)
from bench.loading import loading
from bench.stops import serving
from bench.touches import touch
from bench.traffic import quiet
from engine.game import Game
from engine.games import find_ruleset, rulesets
from loopback.windows import JSON, Client, Room

MATCHES = 20
MOVES = 100
"""The moves that are measured from a touch to the other's board."""
EVERY = 1.0
"""Seconds between the moves of each of the other matches."""
GAMES = ("malaysian-checkers-8", "permainan-tabal", "main-tapal-empat")
PER_ADDRESS = 5
"""Matches that are played from one address: each may do so much at a time."""
OPEN = rulesets()[::8]
"""The games of the matches that one person has open: six."""
IDLE = 20.0
PLAYED = 1000
BACK_AFTER = 20
"""Moves until the played ones are taken back again, so that the list of moves does not grow meanwhile."""
SMALLEST = {"matches": 2, "moves": 3, "idle": 1.0, "played": 40}

NOTE_TOUCHES = """addEventListener('pointerdown', (event) => {
    window.touchedAt = performance.timeOrigin + event.timeStamp;
}, true);"""
PAINTED = """async (ply) => {
    const frame = () => new Promise(requestAnimationFrame);
    const board = document.querySelector('papan-board');
    while (board.state.ply < ply) await frame();
    await frame();
    await frame();
    return performance.timeOrigin + performance.now();
}"""
"""The moment at which a board has painted a move, in milliseconds: after two frames that began with it."""
FIRST_PAINT = """async () => {
    for (;;) {
        const [paint] = performance.getEntriesByName('first-contentful-paint');
        if (paint) return paint.startTime;
        await new Promise(requestAnimationFrame);
    }
}"""


# ---- from a touch to the other's board


async def _waits(browser: Browser, room: Room, matches: int, moves: int) -> list[float]:
    """Milliseconds from each touch of one to the painted board of the other, while others play too."""
    ruleset = find_ruleset(GAMES[0])
    waits: list[float] = []
    async with _others(room.url, matches - 1):
        people = [await room.sits("Adi"), await room.sits("Siti")]
        while len(waits) < moves:
            guest, host = people  # the guest has the first side
            code = await match_of(host, guest, ruleset.key)
            pages = [await page_of(browser, room, person.secret, f"m/{code}") for person in people]
            for page in pages:
                await page.locator(SHOWN).wait_for()
                await page.evaluate(NOTE_TOUCHES)
            waits += await _measured(pages, Game.begin(ruleset), moves - len(waits))
            for page in pages:
                await page.context.close()
    return waits


async def _measured(pages: list[Page], game: Game, moves: int) -> list[float]:
    chance = Random(1)
    waits: list[float] = []
    while not game.outcome and len(waits) < moves:
        mover, other = pages[game.turn], pages[1 - game.turn]
        move = turn_by_chance(game.first_choice, chance).stop
        assert move is not None
        painted = asyncio.create_task(other.evaluate(PAINTED, game.ply + 1))
        await touch(mover, game, move)
        waits.append(await painted - await mover.evaluate("window.touchedAt"))
        game = game.play(move)
    return waits


@asynccontextmanager
async def _others(url: str, matches: int) -> AsyncIterator[None]:
    """So many matches of people without a browser go on meanwhile."""
    playing = [asyncio.create_task(_play_on(url, number)) for number in range(matches)]
    try:
        yield
    finally:
        for task in playing:
            task.cancel()
        ended = await asyncio.gather(*playing, return_exceptions=True)
        broken = [each for each in ended if not isinstance(each, asyncio.CancelledError)]
        assert not broken, broken


async def _play_on(url: str, number: int) -> None:
    """Two people play one match after the other."""
    chance = Random(number)
    async with Room.at(url, f"127.0.0.{2 + number // PER_ADDRESS}") as room:
        host, guest = await room.sits(f"Ros {number}"), await room.sits(f"Tom {number}")
        while True:
            code = await match_of(host, guest, GAMES[number % len(GAMES)])
            await asyncio.gather(*(_move_on(person, code, chance) for person in (host, guest)))


async def _move_on(person: Client, code: str, chance: Random) -> None:
    """Make the moves of one side until the match is over."""
    table = await watch(person, code)
    while table["status"] == "playing":
        if table["steps"]:
            await asyncio.sleep(EVERY)
            await _turn(person, table, chance)
        table = await person.hears("board")


async def _turn(person: Client, table: JSON, chance: Random) -> None:
    picks = walk(table["steps"], chance)
    wish = {"type": "turn", "event": new_event(), "code": table["code"], "ply": table["ply"]}
    await person.say(**wish, picks=picks, price=True)


# ---- what comes over the network


_LATER = "/parts/shell.js"
"""The script that keeps the page for a time without a connection: two seconds later, whether or not a board stands."""


class FetchedBytes:
    """The bytes that a page has fetched so far, as they came over the network, for what it shows."""

    def __init__(self) -> None:
        self.words = self.pictures = self.frames = 0
        self.paths: list[str] = []
        """What was asked of the server."""
        self._found: dict[str, tuple[str, str]] = {}
        """The kind and the path of each answer."""

    @classmethod
    async def of(cls, page: Page) -> "FetchedBytes":
        """The traffic of a page from now on."""
        found, wire = cls(), await page.context.new_cdp_session(page)
        wire.on("Network.responseReceived", found._answered)
        wire.on("Network.loadingFinished", lambda now: found._add(now["requestId"], round(now["encodedDataLength"])))
        wire.on("Network.webSocketFrameReceived", lambda now: found._hear(now["response"]["payloadData"]))
        await wire.send("Network.enable")
        return found

    def _answered(self, now: JSON) -> None:
        self._found[now["requestId"]] = now["type"], urlsplit(now["response"]["url"]).path

    def _add(self, request: str, size: int) -> None:
        kind, path = self._found.get(request, ("", ""))
        if path.endswith(_LATER):
            return
        self.paths += [path] if size else []
        if kind == "Image":
            self.pictures += size
        else:
            self.words += size

    def _hear(self, text: str) -> None:
        self.frames += len(text.encode())

    def __str__(self) -> str:
        kinds = {"without pictures": self.words, "pictures": self.pictures, "all": self.words + self.pictures}
        told = ", ".join(f"{kind} {size / 1000:.1f} kB" for kind, size in kinds.items())
        return f"{told}; over the socket {self.frames / 1000:.1f} kB"


async def _first_visit(browser: Browser, room: Room) -> None:
    """Print what somebody waits for and fetches who comes for the first time, and plays."""
    paints = []
    for _ in range(5):
        page = await (await browser.new_context(locale="en-GB")).new_page()
        await page.goto(room.url)
        paints.append(await page.evaluate(FIRST_PAINT))
        await page.context.close()
    print(f"first paint of the lobby: median {median(paints):.0f} ms, worst {max(paints):.0f} ms")
    page = await (await browser.new_context(locale="en-GB")).new_page()
    traffic = await FetchedBytes.of(page)
    await page.goto(room.url)
    await page.wait_for_load_state("networkidle")
    print(f"the lobby: {traffic}")
    await page.locator("#games button.main").first.click()
    await page.locator(SHOWN).wait_for()
    await page.wait_for_load_state("networkidle")
    print(f"from the lobby to the first board: {traffic}")
    address = page.url.removeprefix(room.url)
    again = await page.context.new_page()
    traffic = await FetchedBytes.of(again)
    await again.goto(room.url)
    await again.wait_for_load_state("networkidle")
    print(f"a second visit: {traffic}; {len(traffic.paths)} requests")
    secret = await page.evaluate("localStorage.getItem('person')")
    await page.context.close()
    page = await page_of(browser, room, secret, "static/icon.svg")
    traffic = await FetchedBytes.of(page)
    await page.goto(f"{room.url}{address}")
    await page.locator(SHOWN).wait_for()
    await page.wait_for_load_state("networkidle")
    print(f"a board alone: {traffic}")


# ---- what a page costs its machine


@dataclass
class _Cost:
    """The cost of a page once all that it needs no more is thrown away: bytes of JavaScript, nodes, seconds of work."""

    heap: float
    nodes: float
    worked: float

    @classmethod
    async def of(cls, wire: CDPSession) -> "_Cost":
        """The cost of a page so far."""
        await wire.send("HeapProfiler.collectGarbage")
        found = {each["name"]: each["value"] for each in (await wire.send("Performance.getMetrics"))["metrics"]}
        return cls(found["JSHeapUsedSize"], found["Nodes"], found["TaskDuration"])

    def __str__(self) -> str:
        return f"{self.heap / 1e6:.2f} MB of JavaScript, {self.nodes:.0f} nodes"


async def _page_costs(browser: Browser, room: Room, idle: float, played: int) -> None:
    """Print what a page with open matches costs, at rest and after many moves."""
    person = await room.sits("Sari")  # whoever was measured before may not have left yet
    codes = [await practice(person, each.key) for each in OPEN]
    page = await page_of(browser, room, person.secret, "")
    for code in reversed(codes):
        await page.goto(f"{room.url}m/{code}")
        await page.locator(SHOWN).wait_for()
    await page.wait_for_load_state("networkidle")
    wire = await page.context.new_cdp_session(page)
    await wire.send("Performance.enable")
    before = await _Cost.of(wire)
    await asyncio.sleep(idle)
    after = await _Cost.of(wire)
    print(f"a page with {len(OPEN)} open matches: {after}")
    print(f"  {100 * (after.worked - before.worked) / idle:.2f} % of a processor while nobody moves")
    for until in (played // 5, played - played // 5):
        await _move_and_take_back(page, person, codes[0], until)
        cost = await _Cost.of(wire)
        print(f"  after {until if until < played / 2 else played} moves: {cost}")


async def _move_and_take_back(page: Page, person: Client, code: str, moves: int) -> None:
    """Make so many moves, and take them all back."""
    chance, table = Random(1), await watch(person, code)
    for number in range(1, moves + 1):
        await _turn(person, table, chance)
        table = await _shown(page, person, table["ply"] + 1)
        while table["ply"] and (number % BACK_AFTER == 0 or number == moves or table["status"] == "over"):
            await person.say(type="wish", event=new_event(), code=code, kind="takeback")
            table = await _shown(page, person, table["ply"] - 1)


async def _shown(page: Page, person: Client, ply: int) -> JSON:
    """The table after so many moves, once the page shows it."""
    while (table := await person.hears("board"))["ply"] != ply:
        pass
    await page.wait_for_function(AT_PLY, arg=ply)
    return table


def run(matches: int = MATCHES, moves: int = MOVES, idle: float = IDLE, played: int = PLAYED) -> None:
    """Print the figures."""
    quiet()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_measure(Path(folder), matches, moves, idle, played))


async def _measure(folder: Path, matches: int, moves: int, idle: float, played: int) -> None:
    async with chromium() as browser:
        async with serving(folder) as (_, room):
            await _first_visit(browser, room)
            waits = await _waits(browser, room, matches, moves)
            p95 = quantiles(waits, n=20, method="inclusive")[18]
            print(f"{matches} matches, {len(waits)} moves, from a touch to the other's board: ", end="")
            print(f"median {median(waits):.0f} ms, p95 {p95:.0f} ms, worst {max(waits):.0f} ms", flush=True)
        with tempfile.TemporaryDirectory() as another:
            async with unhurried_room(Path(another)) as room:
                await loading(browser, room, moves)
                await _page_costs(browser, room, idle, played)
