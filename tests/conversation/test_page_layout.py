"""The page of a match in every window: the whole board without scrolling, and nothing jumps while moves are made."""

from itertools import product
from random import Random

import pytest
from playwright.async_api import Browser, Page, expect

from bench.live import DESKTOP, PHONE, SHOWN, match_of, page_of, practice, turn_by_chance
from bench.shifts import LOADED
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
WINDOWS = (
    (390, 844),
    (360, 640),
    (320, 568),
    (768, 1024),
    (844, 390),
    (1024, 600),
    (1366, 657),
    (1280, 720),
    (1280, 800),
    (1920, 1080),
    (640, 360),
    (533, 300),
    (400, 225),
    (320, 180),
)
OUTSIDE = """async () => {
    const board = document.querySelector('papan-board');
    await new Promise(requestAnimationFrame);
    await board.showing;
    await new Promise(requestAnimationFrame);
    const found = [];
    const top = document.querySelector('.top'), { bottom: head } = top.getBoundingClientRect();
    const hem = head && parseFloat(getComputedStyle(top, '::after').height);
    for (const name of document.querySelectorAll('.tabs .names')) {
        const { bottom } = name.getBoundingClientRect();
        if (bottom > Math.max(head - hem, 0)) found.push(`the hem covers ${name.textContent}`);
    }
    const isLow = innerHeight < 300;
    const wantedHead = isLow ? 0 : innerHeight < 480 ? 42 : innerHeight < 700 ? 50 : 60;
    if (head !== wantedHead) found.push(`the head is ${head}`);
    const wanted = ['#board', '#seat-above', '#seat-below'];
    if (!isLow) wanted.push('.next', '.replay');
    const isAsked = !document.getElementById('proposal').hidden;
    if (isAsked && !isLow) wanted.push('#play-it', '#not-yet');
    if (!isLow && !isAsked) wanted.push('#actions');
    const others = ['.parts', '.panel.record'].filter((each) => document.querySelector(each).checkVisibility());
    const boxes = [...wanted, ...others].map((each) => [each, document.querySelector(each).getBoundingClientRect()]);
    for (const [name, { left, top, right, bottom, width, height }] of boxes) {
        if (width < 20 || height < (others.includes(name) ? 0 : 20)) found.push(`${name} is ${width} x ${height}`);
        if (left < 0 || top < head) found.push(`${name} begins at ${left}, ${top}`);
        if (right > innerWidth || bottom > innerHeight + 0.5) found.push(`${name} ends at ${right}, ${bottom}`);
    }
    const apart = boxes.filter(([name]) => !name.startsWith('#play') && !name.startsWith('#not'));
    apart.forEach(([name, one], index) => apart.slice(index + 1).forEach(([other, two]) => {
        const across = Math.min(one.right, two.right) - Math.max(one.left, two.left);
        const down = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
        if (across > 1 && down > 1) found.push(`${name} covers ${other}`);
    }));
    const { scrollHeight, clientHeight } = document.querySelector('.match');
    if (scrollHeight > clientHeight || scrollY || scrollX) found.push(`scrolls: ${scrollHeight} of ${clientHeight}`);
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page is wider than the window');
    const { width, height } = boxes[0][1];
    const share = Math.max(width, height) / Math.min(innerWidth, innerHeight);
    if (share < 0.8) found.push(`has a board of only ${width} x ${height}`);
    return found;
}"""
"""What is wrong: the board takes four fifths of the smaller side, nothing scrolls, nothing covers anything else."""
LONGEST = "Nothing can be put on c3. The marked points are free for it. "
CUT_LINE = """async (text) => {
    const [ask, line] = [document.getElementById('ask'), document.querySelector('.next')];
    const board = document.getElementById('board').getBoundingClientRect().top;
    const before = ask.textContent;
    ask.textContent = text;
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    const range = document.createRange();
    range.selectNodeContents(line);
    const [words, box] = [range.getBoundingClientRect(), line.getBoundingClientRect()];
    const isCut = words.bottom > box.bottom || words.right > box.right || box.bottom > innerHeight;
    const found = isCut ? ['cuts a sentence'] : [];
    if (document.getElementById('board').getBoundingClientRect().top !== board) found.push('moves the board');
    const { height } = document.getElementById('actions').getBoundingClientRect();
    if (height && height < 39.9) found.push(`leaves ${height} px of the actions`);
    const parts = document.querySelector('.parts').getBoundingClientRect().bottom;
    if (parts > innerHeight + 0.5) found.push(`moves the parts to ${parts}`);
    for (const other of document.querySelectorAll('#seat-below, .replay, .actions > *, .parts')) {
        const { left, right, top, bottom } = other.getBoundingClientRect();
        if (!other.checkVisibility({ visibilityProperty: true }) || other.contains(line)) continue;
        const across = Math.min(right, box.right) - Math.max(left, box.left);
        const down = Math.min(bottom, box.bottom) - Math.max(top, box.top);
        if (across > 1 && down > 1) found.push(`covers ${other.className}`);
    }
    ask.textContent = before;
    await new Promise(requestAnimationFrame);
    return found;
}"""
"""What goes wrong where the line has much to say: it takes the place of the moves, or of the actions as a whole."""
SHIFTS = """() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries()) {
            const nodes = sources.map(({ node }) => node);
            const others = nodes.filter((node) => node?.className !== 'next');
            const moved = others.filter((node) => !node?.parentElement?.closest('#words, #moves, .next'));
            const names = moved.map((node) => node?.id || node?.className || node?.nodeName);
            if (moved.length) window.shifts.push([value, ...names]);
        }
    }).observe({ type: 'layout-shift' });
}"""
"""The shifts of anything but words and moves that come and go in their own place, and of the line that grows."""

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
    await resize(page, 390, 844)
    await expect(page.locator(".others:visible")).to_have_count(int(tabs))
    await expect(page.locator("#tabs:visible")).to_have_count(0)
    faults = await faults_of(page, key)
    await resize(page, 1280, 800)
    await propose(page, find_ruleset(key))
    faults += await faults_of(page, f"{key}, with a proposed move,")
    assert not faults, "\n".join(faults)


async def faults_of(page: Page, name: str) -> list[str]:
    faults = []
    for width, height in WINDOWS:
        await resize(page, width, height)
        found = await page.evaluate(OUTSIDE)
        if height > 300:
            found += await page.evaluate(CUT_LINE, LONGEST)
        faults += [f"{name} at {width}x{height} {fault}" for fault in found]
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


ROWS = """() => {
    const list = document.getElementById('moves'), { top, bottom } = list.getBoundingClientRect();
    const boxes = [...list.querySelectorAll('li')].map((each) => each.getBoundingClientRect());
    const inSight = boxes.filter((each) => each.top >= top - 1 && each.bottom <= bottom + 1);
    return new Set(inSight.map((each) => each.top)).size;
}"""
CUT_NUMBERS = """() => {
    const list = document.getElementById('moves');
    const made = (name, textContent) => Object.assign(document.createElement(name), { textContent });
    list.replaceChildren(...Array.from({ length: 120 }, (_, index) => {
        const line = document.createElement('li');
        line.append(made('span', `${index + 1}.`), made('button', 'a1-b2'), made('button', 'b8-a7'));
        return line;
    }));
    return [...list.children].filter(({ firstChild }) => firstChild.scrollWidth > firstChild.clientWidth + 1).length;
}"""


@deep("the whole board is seen in every window in the quick suite")
@pytest.mark.long("a browser starts")
async def test_a_part_takes_the_place_of_the_line_and_the_moves_have_four_rows(room: Room, browser: Browser) -> None:
    person = await room.sits("Adi")
    code = await practice(person, "malaysian-checkers-8")
    page = await shown(await page_of(browser, room, person.secret, f"m/{code}", viewport=PHONE))
    before = await page.evaluate(PLACES)
    await page.locator(".parts [data-part=moves]").click()
    await expect(page.locator("#slider")).to_be_in_viewport(ratio=1)
    assert await page.evaluate(CUT_NUMBERS) == 0
    assert await page.evaluate(ROWS) >= 4
    for part, shows in (("talk", "#said"), ("about", "#words")):
        await page.locator(f".parts [data-part={part}]").click()
        await expect(page.locator(shows)).to_be_in_viewport(ratio=0.9)
        await expect(page.locator("#seat-below")).to_be_in_viewport(ratio=1)
    await page.locator(".parts [data-part=board]").click()
    assert await page.evaluate(PLACES) == before
    await page.locator(".parts").get_by_role("link", name="Home").click()
    await expect(page.locator("#mine .card")).to_be_visible()
    await page.go_back()
    await expect(page.locator("#board")).to_be_visible()
    await resize(page, 1280, 800)
    await expect(page.locator(".parts button:visible")).to_have_count(3)
    await expect(page.locator(".parts [data-part=moves]")).to_have_attribute("aria-pressed", "true")
    await expect(page.locator("#typed-move")).to_be_visible()
    await page.locator("#alone").click()
    await expect(page.locator(".parts")).to_be_hidden()
    await expect(page.locator("#board")).to_be_in_viewport(ratio=1)


TWICE = "() => { document.documentElement.style.fontSize = '200%'; }"
LINES = """(selector) => {
    const words = document.createRange();
    words.selectNodeContents(document.querySelector(selector));
    return new Set([...words.getClientRects()].map(({ top }) => top)).size;
}"""
CUT = """() => [...document.querySelectorAll('body *')].filter((each) => {
    if (!each.checkVisibility({ visibilityProperty: true }) || each.closest('papan-board, .hidden, svg')) return false;
    if (each.closest('.row, .families, .tabs, .people, #me-groups')) return false; // these are swiped
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
    for address in (f"m/{code}", "", "talk", "me", "me/settings", "g/main-tapal-empat"):
        await page.goto(f"{room.url}{address}")
        await page.evaluate(TWICE)
        await page.wait_for_load_state("networkidle")
        if await page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            faults.append(f"/{address} is scrolled sideways")
        if await page.evaluate(LINES, ".top h1 span") > 1:
            faults.append(f"/{address} breaks the name in the head")
        faults += [f"/{address}: {each}" for each in await page.evaluate(CUT)]
    assert not faults, "\n".join(faults)


FOOT_ROOM = """() => {
    scrollTo(0, document.documentElement.scrollHeight);
    const last = [...document.querySelectorAll('#screen :is(a, button, input, p)')]
        .filter((each) => each.checkVisibility())
        .map((each) => each.getBoundingClientRect())
        .filter(({ height }) => height > 1)
        .map(({ bottom }) => bottom);
    return document.querySelector('.rooms').getBoundingClientRect().top - Math.max(...last);
}"""


@deep("the quick suite presses what stands on these screens")
@pytest.mark.long("a browser starts")
@pytest.mark.parametrize("path", ["", "edit/dam-8", "g/dam-8", "me/settings"])
async def test_nothing_stands_below_the_ways_at_the_foot_of_a_phone(room: Room, browser: Browser, path: str) -> None:
    page = await (await browser.new_context(viewport={"width": 360, "height": 720})).new_page()
    await page.goto(f"{room.url}{path}")
    await expect(page.locator("#screen :is(a, button):visible").first).to_be_visible()
    await page.wait_for_function(LOADED)
    assert await page.evaluate(FOOT_ROOM) >= 0
