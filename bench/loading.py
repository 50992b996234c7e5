"""The page of the web room while it loads and is touched in Chromium, by the figures that are promised for it.

Promised: a second visit asks for no scripts and takes 12 kB; at 400 kbit/s and 400 ms the first paint comes within 2 s
and, on a second visit, the cards within 2.5 s; on a processor four times slower a touch is painted within 100 ms at the
median, 200 ms at worst; a dead line is told within 6 s while a clock of minutes runs; no screen shifts by
more than 0.02.
"""

import json
from random import Random
from statistics import median
from time import perf_counter

from playwright.async_api import Browser, BrowserContext, Page, WebSocketRoute

from bench.live import (
    AT_PLY,
    DESKTOP,
    PHONE,
    SHOWN,
    match_of,
    new_event,
    page_of,
    practice,
    turn_by_chance,
    watch,
)
from bench.shifts import LOADED, note_shifts, shifted
from bench.touches import touch
from engine.game import Game
from engine.games import find_ruleset
from loopback.windows import Client, Room

GAMES = ("main-tapal-empat", "permainan-tabal", "malaysian-checkers-8")
FAR = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
"""A line of 400 kbit/s."""
SLOWER = 4
"""So many times slower is the processor of a cheap phone."""
CARDS = "#mine papan-board .wood"
PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
NOTE_PAINTS = """window.painted = [];
addEventListener('pointerdown', ({ timeStamp }) => requestAnimationFrame(() => {
    setTimeout(() => painted.push(performance.now() - timeStamp));
}), true);"""


async def _home_of(browser: Browser, secret: str, **context: object) -> BrowserContext:
    """A browser in which somebody sits."""
    made = await browser.new_context(**{"viewport": PHONE, "locale": "en-GB"} | context)  # type: ignore[arg-type]
    await made.add_init_script(f"localStorage.person ??= {json.dumps(secret)}")
    return made


async def _far(page: Page) -> None:
    wire = await page.context.new_cdp_session(page)
    await wire.send("Network.enable")
    await wire.send("Network.emulateNetworkConditions", FAR)


async def visits(browser: Browser, room: Room, person: Client) -> None:
    """Print the paints of a first and a second visit over a slow line."""
    context = await _home_of(browser, person.secret)
    for visit in ("first", "second"):
        page = await context.new_page()
        await _far(page)
        began = perf_counter()
        await page.goto(room.url, wait_until="commit")
        await page.wait_for_function(PAINT)
        paint = await page.evaluate(PAINT)
        await page.locator(CARDS).first.wait_for()
        cards = perf_counter() - began
        print(f"{visit} visit at 400 kbit/s and 400 ms: first paint {paint / 1000:.1f} s, cards {cards:.1f} s")
        await page.wait_for_function(LOADED)
        await page.close()
    await context.close()


async def touches(browser: Browser, room: Room, person: Client, code: str, count: int) -> None:
    """Print the time from a touch to its frame on a slow processor."""
    page = await page_of(browser, room, person.secret, f"m/{code}")
    await page.locator(SHOWN).wait_for()
    await page.evaluate(NOTE_PAINTS)
    wire = await page.context.new_cdp_session(page)
    await wire.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    chance, game = Random(1), Game.begin(find_ruleset(GAMES[2]))
    waits: list[float] = []
    while len(waits) < count and not game.outcome:
        move = turn_by_chance(game.first_choice, chance).stop
        assert move is not None
        await touch(page, game, move)
        game = game.play(move)
        await page.wait_for_function(AT_PLY, arg=game.ply)
        waits = await page.evaluate("painted")
    print(f"a touch at a processor {SLOWER} times slower: median {median(waits):.0f} ms, worst {max(waits):.0f} ms")
    await page.context.close()


async def dead_line(browser: Browser, room: Room, host: Client, guest: Client) -> None:
    """Print the seconds for which a line is dead in a match by the clock until it is told."""
    code = await match_of(host, guest, GAMES[2], pace="blitz")
    for person in (host, guest):
        ready = (await watch(person, code))["ready"]["button"]
        await person.say(type="wish", event=new_event(), code=code, kind=ready["kind"], choice=ready["choice"])
        await person.hears("done")
    context = await _home_of(browser, host.secret)
    page, lines = await context.new_page(), [True]

    def pass_on(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        line.on_message(lambda words: server.send(words) if lines[-1] else None)
        server.on_message(lambda words: line.send(words) if lines[-1] else None)

    await page.route_web_socket("**/socket", pass_on)
    await page.goto(f"{room.url}m/{code}")
    await page.locator(".runs").first.wait_for()
    lines.append(False)
    began = perf_counter()
    await page.locator("#offline").wait_for()
    print(f"a dead line in a match by the clock is told after {perf_counter() - began:.1f} s")
    await context.close()


async def shifts(browser: Browser, room: Room, person: Client, code: str) -> None:
    """Print the layout shift of each screen, on a phone and on a desktop."""
    screens = {"": CARDS, "?again": CARDS, "puzzles": SHOWN, "learn/dam-8": ".controls button", f"m/{code}": SHOWN}
    for window in (PHONE, DESKTOP):
        context = await _home_of(browser, person.secret, viewport=window)
        told = []
        for address, whole in screens.items():
            page = await context.new_page()
            await note_shifts(page)
            await page.goto(f"{room.url}{address}")
            await page.locator(whole).first.wait_for()
            await page.wait_for_function(LOADED)
            told.append(f"/{address.partition('/')[0]} {await shifted(page):.3f}")
            await page.close()
        print(f"layout shift at {window['width']}: {', '.join(told)}")
        await context.close()


async def loading(browser: Browser, room: Room, count: int) -> None:
    """Print all of it; so many touches are measured."""
    dewi, guest = await room.sits("Dewi"), await room.sits("Tom")
    codes = [await practice(dewi, game) for game in GAMES]
    await visits(browser, room, dewi)
    await touches(browser, room, dewi, codes[2], count)
    await shifts(browser, room, dewi, codes[0])
    await dead_line(browser, room, dewi, guest)
