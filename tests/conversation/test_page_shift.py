"""The cumulative layout shift of each screen: what stands there stays where it is while the rest comes."""

import json
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, ViewportSize

from bench.live import DESKTOP, PHONE, SHOWN, match_of, practice
from bench.shifts import LOADED, note_shifts, shifted
from loopback.waiting import PATIENCE
from loopback.windows import Room
from tests.suites import deep, quick_first

MOST = 0.02
STILL = "#{list} li:not([hidden]) papan-board .wood"
HOME = ("#people a", STILL.format(list="mine"), "#today papan-board .wood", STILL.format(list="watched"))
"""What is there once the home is whole."""
GAMES = ("main-tapal-empat", "permainan-tabal", "malaysian-checkers-8")

pytestmark = pytest.mark.parametrize(
    "window", quick_first((PHONE, DESKTOP), "what is beside each other on a desktop is below each other on a phone")
)


@pytest_asyncio.fixture(loop_scope="session")
async def context(browser: Browser, window: ViewportSize) -> AsyncIterator[BrowserContext]:
    async with await browser.new_context(viewport=window, locale="en-GB") as context:
        context.set_default_timeout(1000 * PATIENCE)  # the first page of all may come while everything else begins
        yield context


async def moved(context: BrowserContext, address: str, *whole: str) -> float:
    """The part that moves at an address until all these parts are there."""
    page = await context.new_page()
    await note_shifts(page)
    await page.goto(address)
    for part in whole:
        await page.locator(part).first.wait_for()
    await page.wait_for_function(LOADED)
    found = await shifted(page)
    await page.close()
    return found


@pytest.mark.long("a browser starts")
async def test_nothing_moves_for_a_stranger(room: Room, context: BrowserContext) -> None:
    await room.sits("Ros")
    assert await moved(context, room.url, "#games li img", "#people a") <= MOST


@deep("nothing moves for a stranger in the quick suite")
@pytest.mark.long("a browser starts, and shows many screens")
async def test_nothing_moves_for_whoever_has_matches(room: Room, context: BrowserContext) -> None:
    await match_of(await room.sits("Ros"), await room.sits("Tom"), GAMES[0])
    dewi = await room.sits("Dewi")
    codes = [await practice(dewi, game) for game in GAMES]
    await context.add_init_script(f"localStorage.person ??= {json.dumps(dewi.secret)}")
    found = {
        address: await moved(context, f"{room.url}{address}", *whole)
        for address, whole in {
            "": HOME,
            "?again": HOME,
            "puzzles": (SHOWN, ".controls button"),
            "learn/dam-8": (".controls button",),
            f"m/{codes[0]}": (SHOWN, "#actions button"),
        }.items()
    }
    assert all(each <= MOST for each in found.values()), found
