"""The clocks at the seats of a board: what both see before a live match begins, and how time goes on in the page."""

import re
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from playwright.async_api import Locator, Page, expect

from bot.words import LANGUAGES
from tests.conversation.chat_platforms import ChatPlatforms
from tests.conversation.live_boards import BOARD, at_ply, begin_live, resize, touch
from tests.suites import deep

REGIONS = "[aria-live]:not([aria-live=off]), [role=status], [role=alert], [role=log]"
LISTEN = """(regions) => {
    window.heard = [];
    for (const region of document.querySelectorAll(regions)) {
        new MutationObserver(() => {
            if (region.textContent.trim()) window.heard.push(region.textContent.trim());
        }).observe(region, { childList: true, subtree: true, characterData: true });
    }
}"""
LATER = "(more) => { performance.now = () => Performance.prototype.now.call(performance) + more; }"
SPILLED = """async ({ looks, language }) => {
    const [{ Seat }, { face }, texts] = await Promise.all([
        import('/static/parts/seat.js'),
        import('/static/parts/clock.js'),
        fetch(`/texts/${language}`).then((answer) => answer.json()),
    ]);
    document.documentElement.lang = language;
    const frame = document.importNode(document.getElementById('match-screen').content, true).firstElementChild;
    const place = frame.querySelector('#seat-above');
    document.body.dataset.screen = 'match';
    document.getElementById('screen').replaceChildren(frame);
    const seat = new Seat(place, texts, () => document.createElement('picture'));
    const faults = [];
    for (const [live, move, bank] of looks) {
        seat.drawClock(face({ live, runs: 0, sides: [{ move, bank }] }, 0, 0, texts));
        for (const line of seat.clock.querySelectorAll(':not(.lag)')) {
            const range = document.createRange();
            range.selectNodeContents(line);
            const [words, box] = [range.getBoundingClientRect(), seat.clock.getBoundingClientRect()];
            if (words.left < box.left || words.right > box.right) faults.push(line.textContent);
            if (words.top < box.top || words.bottom > box.bottom) faults.push(`${line.textContent} in height`);
        }
    }
    frame.remove();
    return faults;
}"""
HOUR = 3_600_000
LONG = [
    (True, 9_999, 600_000),
    (True, 0, 599_000),
    (False, 24 * HOUR, 72 * HOUR),
    (False, 47 * HOUR, 47 * HOUR),
    (False, 0, HOUR - 1),
]
"""Whether both sit at the board, with milliseconds for the move and in the bank."""


def times(page: Page, seat: str) -> Locator:
    """The time for the move at a seat, and the bank: what is told there of a slow line is none."""
    return page.locator(f"#seat-{seat} .clock > :not(.lag)")


async def later(page: Page, seconds: float) -> None:
    """Let time pass for a page alone: the server tells it nothing."""
    await page.evaluate(LATER, seconds * 1000)


@deep("clocks of live matches are read as the app gives them in the quick suite")
@pytest.mark.long("two browsers play")
async def test_both_say_that_they_are_ready_and_time_goes_on_in_the_page(chats: ChatPlatforms) -> None:
    adi, siti = await begin_live(chats)
    await expect(adi.locator("#ask")).to_have_text("Are you ready?")
    await expect(adi.locator("#agreed")).to_have_text("White · Blitz: 0:30 a move, 1:00 in the bank")
    assert await adi.locator(f"{BOARD} button.can").count() == 0, "no move before"
    await siti.click("#offered button")
    await expect(siti.locator("#offered button")).to_be_hidden()
    await expect(siti.locator("#ask")).to_have_text("You are ready. Waiting for Adi.")
    await expect(adi.locator("#ask")).to_have_text("Siti is ready. Are you?")
    await expect(adi.locator("#seat-above .has")).to_have_text("ready")
    await expect(adi.locator("#seat-below .has")).to_have_text("not ready yet")
    await adi.click("#offered button")
    await expect(adi.locator("#ask")).to_have_text("Which piece?")
    await expect(siti.locator("#seat-above")).to_have_class(re.compile("to-move"))
    await expect(times(siti, "below")).to_have_text(["0:30", "bank 1:00"])
    own, own_times = adi.locator("#seat-below .clock"), times(adi, "below")
    await adi.evaluate(LISTEN, REGIONS)
    await later(adi, 12)
    await expect(own_times).to_have_text([re.compile(r"^0:1\d$"), "bank 1:00"])
    await expect(own).not_to_have_class(re.compile("low"))
    await later(adi, 24)
    await expect(own_times).to_have_text([re.compile(r"^0:0\d\.\d$"), "bank 1:00"])
    await expect(own).not_to_have_class(re.compile("low"))  # the bank is full
    assert await adi.evaluate("heard") == [], "seconds are seen, and not read out"
    await later(adi, 70)
    await expect(own_times).to_have_text([re.compile(r"^0:[12]\d$"), "from the bank"])
    await later(adi, 100)
    await expect(own_times).to_have_text(["0:00.0", "from the bank"])
    await expect(own).to_have_class(re.compile("low"))
    assert await adi.evaluate("heard") == ["30 seconds left", "10 seconds left"]
    # The server's word is the one that counts.
    await touch(adi, "c3")
    await touch(adi, "d4")
    await at_ply(siti, 1)
    await expect(times(siti, "above").first).to_have_text("0:30")
    await expect(times(siti, "below")).to_have_text([re.compile(r"^0:[23]\d$"), "bank 1:00"])


@deep("why a clock stands still is seen without a browser in the quick suite")
@pytest.mark.long("two browsers play")
async def test_who_sleeps_does_so_until_a_time_of_the_readers_zone(chats: ChatPlatforms) -> None:
    adi, siti = await chats.window("Adi"), await chats.window("Siti", timezone_id="Asia/Tokyo")
    hour = datetime.now(ZoneInfo("Asia/Jakarta")).hour
    await adi.types(f"/settings zone:Asia/Jakarta quiet:{hour}-{(hour + 3) % 24}")
    await adi.reads("Quiet hours")
    await adi.types("/play @Siti dam-8 first pace:relaxed")
    await siti.presses("Accept")
    await siti.reads("to move")
    await siti.page.locator("#log a.live").last.click()
    await expect(siti.page.locator("#seat-above .has")).to_have_text(f"asleep until {(hour + 3 + 2) % 24:02}:00")
    await expect(times(siti.page, "above")).to_have_text(["24 hours", "then 3 days"])
    await expect(times(siti.page, "below")).to_have_text(["24 hours", "then 3 days"])


@deep("the clocks of a match in English are seen in the quick suite")
@pytest.mark.long("a browser starts")
async def test_times_fit_their_place_in_every_language(chats: ChatPlatforms) -> None:
    page = await (await chats.browser()).new_page()
    await page.goto(chats.url)
    faults = []
    for width, height in ((320, 568), (390, 844), (844, 390), (1280, 800)):
        await resize(page, width, height)
        for language in LANGUAGES:
            found = await page.evaluate(SPILLED, {"looks": LONG, "language": language})
            faults += [f"{each} at {width} in {language}" for each in found]
    assert not faults
