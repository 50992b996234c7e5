"""The pages of a person, of oneself and of one's settings keep their places from the first paint."""

import pytest
from playwright.async_api import Browser, expect

from bench.live import DESKTOP, PHONE, match_of, page_of
from loopback.windows import Room
from tests.suites import deep, quick_first

SHIFTS = """window.shifts = []; new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries()) {
        if (!hadRecentInput) window.shifts.push([value, sources.map(({ node }) => node?.outerHTML?.slice(0, 80))]);
    }
}).observe({ type: 'layout-shift', buffered: true });
const painted = new Promise((done) => {
    const look = () => {
        if (!document.querySelector('main h1')?.checkVisibility()) requestAnimationFrame(look);
        else requestAnimationFrame(() => requestAnimationFrame(done));
    };
    requestAnimationFrame(look);
});
const listen = WebSocket.prototype.addEventListener;
WebSocket.prototype.addEventListener = function (type, act, ...rest) {
    const late = (event) => painted.then(() => act(event));
    listen.call(this, type, type === 'message' ? late : act, ...rest);
};"""
"""How much was moved, in parts of the window, and what; nothing is told before the screen has been painted."""
MOST = 0.02
WIDE = """(lines) => lines.filter((each) => each.checkVisibility()).map((each) => {
    return [each.textContent, each.clientWidth / parseFloat(getComputedStyle(each).fontSize)];
})"""
"""How wide each line is, in its letters."""
ROOM_FOR = 5.5
SCREENS = {"me": "#person-parts h2", "p/Siti": "#person-parts h2", "me/settings": "#me-board .wood"}
SETTLED = """async () => {
    for (const board of document.querySelectorAll('papan-board')) await board.showing;
    await document.fonts.ready;
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
}"""


@deep("that nothing moves is measured for a stranger in the quick suite")
@pytest.mark.parametrize("size", quick_first((PHONE, DESKTOP), "the narrow one has the least room"))
@pytest.mark.long("a browser starts, and shows each screen")
async def test_nothing_moves_when_what_is_told_of_a_person_comes(
    room: Room, browser: Browser, size: dict[str, int]
) -> None:
    adi, siti = await room.sits("Adi"), await room.sits("Siti")
    await match_of(adi, siti, "dam-8")
    for address, shown in SCREENS.items():
        page = await page_of(browser, room, adi.secret, "talk", viewport=size)
        await page.add_init_script(SHIFTS)
        await page.goto(f"{room.url}{address}")
        await expect(page.locator(shown).first).to_be_visible()
        await page.evaluate(SETTLED)
        shifts = await page.evaluate("window.shifts")
        assert sum(value for value, _ in shifts) <= MOST, f"/{address}: {shifts}"
        await page.context.close()


@pytest.mark.long("a browser starts")
async def test_text_twice_as_large_is_read_in_words_on_a_phone(room: Room, browser: Browser) -> None:
    adi, siti = await room.sits("Adi"), await room.sits("Siti Wan Nurhaliza")
    await match_of(adi, siti, "dam-8")
    page = await page_of(browser, room, adi.secret, "", viewport=PHONE)
    for address, lines in (("", "#mine .words > *"), ("me/settings", "#me-preview > div > *"), ("me", "#person-name")):
        await page.goto(f"{room.url}{address}")
        await expect(page.locator(lines).first).not_to_be_empty()
        await page.evaluate("document.documentElement.style.fontSize = '200%'")
        for words, wide in await page.locator(lines).evaluate_all(WIDE):
            assert wide >= ROOM_FOR, f"/{address}: {words} has room for {wide} letters"
