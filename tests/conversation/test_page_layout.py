"""The page of a match in every window: the whole board without scrolling, and nothing jumps while moves are made."""

from itertools import product
from random import Random

import pytest
from playwright.async_api import Browser, Page, expect

from bench.live import DESKTOP, PHONE, SHOWN, match_of, page_of, practice, turn_by_chance
from bench.touches import touch
from engine.game import Game
from engine.games import find_ruleset
from engine.position import start_position
from engine.ruleset import Ruleset
from engine.turns import choices, first_choice
from loopback.windows import Room
from tests.conversation.live_boards import at_ply, resize
from tests.suites import deep, quick_first

BOARDS = ("sholo-guti", "game-of-solomon", "dutch-queens-20")
"""The widest lying and the tallest standing upright; the smallest, which is taller than wide; one of most points."""
PLIES = 10
WINDOWS = ((390, 844), (844, 390), (640, 360), (320, 568), (768, 1024), (1280, 800), (1920, 1080))
OUTSIDE = """async () => {
    const board = document.querySelector('papan-board');
    await new Promise(requestAnimationFrame);
    await board.showing;
    await new Promise(requestAnimationFrame);
    const box = (id) => document.getElementById(id).getBoundingClientRect();
    const head = document.querySelector('.top').getBoundingClientRect().bottom;
    const seen = ['board', 'seat-above', 'seat-below', 'ask', 'actions'];
    if (!document.getElementById('proposal').hidden) seen.push('play-it', 'not-yet');
    const found = [];
    const hem = parseFloat(getComputedStyle(document.querySelector('.top'), '::after').height);
    for (const name of document.querySelectorAll('.tabs .names')) {
        if (name.getBoundingClientRect().bottom > head - hem) found.push(`the hem covers ${name.textContent}`);
    }
    if (scrollY || scrollX) found.push(`scrolled by ${scrollX}, ${scrollY}`);
    for (const id of seen) {
        const { left, top, right, bottom } = box(id);
        if (left < 0 || top < head) found.push(`${id} begins at ${left}, ${top}`);
        if (right > innerWidth || bottom > innerHeight) found.push(`${id} ends at ${right}, ${bottom}`);
        if (id === 'board') continue;
        const { left: boardLeft, top: boardTop, right: boardRight, bottom: boardBottom } = box('board');
        const apart = right <= boardLeft || left >= boardRight || bottom <= boardTop || top >= boardBottom;
        if (!apart) found.push(`${id} covers the board`);
    }
    const { width, height } = box('board');
    if (Math.max(width / innerWidth, height / innerHeight) < 0.5) found.push(`is only ${width} x ${height}`);
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page is wider than the window');
    return found;
}"""
SHIFTS = """() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries()) {
            const moved = sources.map(({ node }) => node).filter((node) => !node?.parentElement?.closest('#words'));
            const names = moved.map((node) => node?.id || node?.className || node?.nodeName);
            if (moved.length) window.shifts.push([value, ...names]);
        }
    }).observe({ type: 'layout-shift' });
}"""
"""The shifts of anything but the lines of words beside the board, among which one comes and goes in their own place."""

PLACES = """() => Object.fromEntries([...document.querySelectorAll('.match :is(button, input, summary)')].filter(
    (each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest('papan-board, #moves, #log'),
).map((each) => {
    const { left, top } = each.getBoundingClientRect();
    return [each.id || each.textContent, [left + scrollX, top + scrollY]];
}))"""
"""Where each button and each field beside the board is, also those below the edge of the window."""


async def shown(page: Page) -> Page:
    await expect(page.locator(SHOWN)).to_be_visible()
    await page.wait_for_load_state("networkidle")
    return page


@pytest.mark.parametrize(
    ("key", "tabs"),
    quick_first(product(BOARDS, (True, False)), "beside tabs the tallest board has the least room"),
)
@pytest.mark.long("a browser starts, and shows a board in many windows")
async def test_the_whole_board_is_seen_without_scrolling(room: Room, browser: Browser, key: str, *, tabs: bool) -> None:
    person = await room.sits("W" * 24)
    code = await practice(person, key)
    if tabs:  # every match that waits for somebody has one
        await practice(person, "malaysian-checkers-8")
    page = await shown(await page_of(browser, room, person.secret, f"m/{code}"))
    await expect(page.locator("#tabs:visible")).to_have_count(int(tabs))
    faults = await faults_of(page, key)
    await propose(page, find_ruleset(key))
    faults += await faults_of(page, f"{key}, with a proposed move,")
    assert not faults, "\n".join(faults)


async def faults_of(page: Page, name: str) -> list[str]:
    faults = []
    for width, height in WINDOWS:
        await resize(page, width, height)
        faults += [f"{name} at {width}x{height} {fault}" for fault in await page.evaluate(OUTSIDE)]
    return faults


async def propose(page: Page, ruleset: Ruleset) -> None:
    """A move stands on the board, and waits for its confirmation."""
    await page.evaluate("document.querySelector('papan-board').asks = true")
    move = turn_by_chance(first_choice(ruleset, start_position(ruleset)), Random(1)).stop
    assert move is not None
    for point in choices(move):
        if await page.locator("#proposal").is_hidden():  # a piece with one way goes it at once
            await page.locator(f"papan-board [data-point='{point}']").evaluate("(point) => point.click()")
    await expect(page.locator("#proposal")).to_be_visible()


@deep("the whole board is seen in every window in the quick suite")
@pytest.mark.parametrize(
    ("key", "viewport"),
    quick_first(
        product(("malaysian-checkers-8", "rimau"), (PHONE, DESKTOP)), "a phone has the least room for what may jump"
    ),
)
@pytest.mark.long("a browser starts, and moves are made in it")
async def test_nothing_jumps_while_moves_are_made(
    room: Room, browser: Browser, key: str, viewport: dict[str, int]
) -> None:
    ruleset = find_ruleset(key)
    people = [await room.sits("Siti"), await room.sits("Adi")]
    code = await match_of(people[1], people[0], ruleset.key)
    pages = [await shown(await page_of(browser, room, each.secret, f"m/{code}", viewport=viewport)) for each in people]
    for page in pages:
        await page.evaluate(SHIFTS)
    places = [await page.evaluate(PLACES) for page in pages]
    game, chance = Game.begin(ruleset), Random(1)
    while game.ply < PLIES or not any(move.captured for move in game.moves):
        turn = turn_by_chance(game.first_choice, chance)
        if turn.stop is None or turn.price:
            continue
        await touch(pages[game.turn], game, turn.stop)
        game = game.play(turn.stop)
        for page, known in zip(pages, places, strict=True):
            await at_ply(page, game.ply)
            await page.wait_for_function("() => !document.getAnimations().length")
            now = await page.evaluate(PLACES)
            assert {name: now[name] for name in now if name in known} == {
                name: known[name] for name in known if name in now
            }
            known.update(now)
    for page in pages:
        shifts = await page.evaluate("shifts")
        assert not shifts, "\n".join(map(str, shifts))


COLUMNS = """() => ['.left', 'papan-board', '.record'].map((part) => {
    const { left, right, top, bottom } = document.querySelector(part).getBoundingClientRect();
    return { left, right, top, bottom };
})"""


@deep("other windows are looked at in the quick suite")
@pytest.mark.parametrize("key", BOARDS)
@pytest.mark.long("a browser starts")
async def test_a_tablet_that_stands_has_three_columns(room: Room, browser: Browser, key: str) -> None:
    person = await room.sits("Adi")
    code, window = await practice(person, key), {"width": 1024, "height": 1366}
    page = await shown(await page_of(browser, room, person.secret, f"m/{code}", viewport=window))
    for part in (".said-beside", ".record", "#actions", ".replay", "#ask"):
        await expect(page.locator(part)).to_be_in_viewport(ratio=1)
    await expect(page.locator(".parts")).to_be_hidden()
    talk, board, moves = await page.evaluate(COLUMNS)
    assert talk["right"] <= board["left"]
    assert board["right"] <= moves["left"]
    assert board["right"] - board["left"] >= 480 or board["bottom"] - board["top"] >= 480
    for side in (talk, moves):
        assert side["right"] - side["left"] >= 240
        assert side["bottom"] - side["top"] > 1000
    assert await page.evaluate("scrollY === 0 && document.documentElement.scrollHeight <= innerHeight")
    await resize(page, 1000, 1010)
    await expect(page.locator(".replay")).to_be_in_viewport(ratio=1)
    await expect(page.locator("#seat-above")).to_be_in_viewport(ratio=1)
    assert await page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    await page.set_viewport_size(window)  # type: ignore[arg-type]
    await page.locator("#alone").click()
    await page.wait_for_function("() => document.querySelector('papan-board').getBoundingClientRect().width > 560")


TWICE = "() => { document.documentElement.style.fontSize = '200%'; }"
CUT = """() => [...document.querySelectorAll('body *')].filter((each) => {
    if (!each.checkVisibility({ visibilityProperty: true }) || each.closest('papan-board, .hidden, svg')) return false;
    if (each.closest('.row, .families, .tabs')) return false; // these are swiped
    const { left, right, width } = each.getBoundingClientRect();
    return width > 1 && (left < -1 || right > innerWidth + 1);
}).map((each) => `${each.tagName} ${each.id} ${each.className} ${each.textContent.slice(0, 20)}`)"""


@deep("text of the usual size is looked at in the quick suite")
@pytest.mark.long("a browser starts")
async def test_the_page_is_usable_with_text_twice_as_large(room: Room, browser: Browser) -> None:
    person = await room.sits("W" * 24)
    code = await practice(person, "main-tapal-empat")
    page = await shown(await page_of(browser, room, person.secret, f"m/{code}", viewport=PHONE))
    await resize(page, 390, 844)
    await page.evaluate(TWICE)
    faults = []
    for part in ("#board", "#ask", "#seat-below"):
        await expect(page.locator(part)).to_be_in_viewport(ratio=0.95)
    for address in (f"m/{code}", "", "talk", "me", "g/main-tapal-empat"):
        await page.goto(f"{room.url}{address}")
        await page.evaluate(TWICE)
        await page.wait_for_load_state("networkidle")
        if await page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            faults.append(f"/{address} is scrolled sideways")
        faults += [f"/{address}: {each}" for each in await page.evaluate(CUT)]
    assert not faults, "\n".join(faults)
