"""The page and its connection in a real Chromium: what is played while the line is down is kept, and sent once."""

import json
import re
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, WebSocketRoute, expect
from structlog.testing import capture_logs

from bench.live import match_of, new_event, watch
from bench.stops import serving
from bot.bootstrap.assembly import RunningApp
from bot.platforms.web import WebRoom, files
from bot.platforms.web import page as page_file
from loopback.dead_line import Line
from loopback.ports import hand_out
from loopback.waiting import until
from loopback.windows import Room
from tests.conversation.chat_platforms import ChatPlatforms
from tests.conversation.live_boards import BOARD, at_ply, begin, choose, moves_of, says, touch
from tests.suites import deep, quick_first

OFFLINE = re.compile(
    r"^No connection since (?:[01]\d|2[0-3]):[0-5]\d\. What you play or press is kept, and sent once\.$"
)
PENDING = f"{BOARD} .pending"


@asynccontextmanager
async def cut_off(running: RunningApp, page: Page, name: str) -> AsyncIterator[None]:
    """The line between somebody's page and the server is down."""
    hub = next(each for each in running.platforms if isinstance(each, WebRoom)).hub
    member = await hub.archive.member_by_name(name)
    assert member
    await page.context.set_offline(True)
    for window in hub.windows.of(member.id):
        window.close()
    await expect(page.locator("#offline")).to_have_text(OFFLINE)
    yield
    await page.context.set_offline(False)
    await expect(page.locator("#offline")).to_be_hidden()


@pytest.mark.long("a server is started twice, and a browser")
async def test_what_is_played_and_said_while_the_server_is_away_is_sent_once(platforms: ChatPlatforms) -> None:
    async with platforms.running_app():
        adi, siti = await begin(platforms, "dam-8")
        await touch(adi, "c3")
    await expect(adi.locator("#offline")).to_have_text(OFFLINE)
    await touch(adi, "d4")
    await expect(adi.locator(PENDING)).to_have_count(1)
    await says(adi, "back soon")
    async with platforms.running_app():
        await at_ply(siti, 1)
        await expect(adi.locator(PENDING)).to_have_count(0)
        for page in (adi, siti):
            await expect(page.locator("#offline")).to_be_hidden()
            await expect(page.locator("#log .said")).to_have_text(["Adiback soon"])
            assert await moves_of(page) == ["c3-d4"]
        await touch(siti, "b6")
        await touch(siti, "a5")
        await at_ply(adi, 2)
        assert await moves_of(adi) == ["c3-d4", "b6-a5"]


RESIGN_IS_THERE = "() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/parts/resign.js'))"


@deep("a turn that is overtaken goes back with words in the quick suite")
@pytest.mark.long("a browser starts, and moves are made in it")
async def test_what_was_pressed_before_the_other_moved_is_dropped_with_words(platforms: ChatPlatforms) -> None:
    async with platforms.running_app() as running:
        adi, siti = await begin(platforms, "dam-8")
        await touch(adi, "c3")
        await touch(adi, "d4")
        await at_ply(siti, 1)
        await adi.wait_for_function(RESIGN_IS_THERE)
        async with cut_off(running, adi, "Adi"):
            await adi.get_by_role("button", name="More").click()
            await adi.get_by_role("button", name="Resign").click()
            await adi.get_by_role("button", name="Yes, resign").click()
            await touch(siti, "b6")
            await touch(siti, "a5")
            await expect(siti.locator("#moves button")).to_have_count(2)
        words = "The match has gone on since you pressed Resign. It was not done."
        await expect(adi.locator("#answers")).to_contain_text(words)
        await at_ply(adi, 2)
        # One that is pressed and sent in the same position acts.
        async with cut_off(running, adi, "Adi"):
            await adi.get_by_role("button", name="More").click()
            await adi.get_by_role("button", name="Resign").click()
            await adi.get_by_role("button", name="Yes, resign").click()
        await expect(adi.locator("#ask")).to_have_text("Siti wins: Adi has resigned.")
        await expect(siti.locator("#answers .private")).to_have_count(0)


async def both_sides(page: Page, address: str) -> None:
    """Have a practice board on a page that is not open yet."""
    await page.goto(f"http://{address}/")
    await page.fill("#find", "Malaysian checkers 8x8")
    tile = page.locator(".game", has=page.get_by_role("button", name="Play now: Malaysian checkers 8x8"))
    await choose(page, tile.first.get_by_role("button", name="With a friend"), "Both sides yourself")
    await expect(page.locator(f"{BOARD} [role=application]")).to_be_visible()


@deep("a server that goes away and comes back is met in the quick suite")
@pytest.mark.parametrize(
    "sign",
    [
        "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))",
        *(
            pytest.param(each, marks=deep("one way of coming back stands for all in the quick suite"))
            for each in (
                "dispatchEvent(new Event('online'))",
                "document.dispatchEvent(new Event('visibilitychange'))",
                "undefined",  # nothing: what is to be done is unanswered for some seconds
            )
        ),
    ],
)
@pytest.mark.long("a server in a process of its own, a browser, and a line that is given up after some seconds")
async def test_a_line_that_is_dead_without_a_word_is_made_anew(browser: Browser, tmp_path: Path, sign: str) -> None:
    inner, outer = hand_out(), hand_out()
    address = f"127.0.0.1:{outer}"
    async with Line.between(outer, inner) as line:
        page = await browser.new_page(locale="en-GB")
        async with serving(tmp_path, f"127.0.0.1:{inner}", PAPAN_WEB_URL=f"http://{address}"):
            await both_sides(page, address)
            await touch(page, "c3")
            await touch(page, "d4")
            await at_ply(page, 1)
            line.go_dead()
            await touch(page, "b6")
            await touch(page, "a5")
            await expect(page.locator(PENDING)).to_have_count(1)
            await page.evaluate(sign)
            await at_ply(page, 2)
            await expect(page.locator(PENDING)).to_have_count(0)
            assert await moves_of(page) == ["c3-d4", "b6-a5"]


@pytest.fixture
def another_build(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """Has the files of the page be of another build once it is called."""

    def begin_anew() -> None:
        for made in (files.build, page_file.parts):
            made.cache_clear()

    def deploy() -> None:
        monkeypatch.setitem(files.FILES, "robots.txt", b"another")
        begin_anew()

    yield deploy
    monkeypatch.undo()
    begin_anew()


@deep("another build is told to a page without a browser in the quick suite")
@pytest.mark.long("a server is started twice, and a browser")
async def test_a_page_that_is_older_than_its_server_is_loaded_anew_once(
    platforms: ChatPlatforms, another_build: Callable[[], None]
) -> None:
    old = files.build()
    async with platforms.running_app():
        page = await (await platforms.browser(locale="en-GB")).new_page()
        await page.goto(platforms.url)
        await expect(page.locator("#games button.main").first).to_be_visible()
        await expect(page.locator("#people")).to_be_attached()
    await expect(page.locator("#offline")).to_have_text(OFFLINE)
    another_build()
    async with platforms.running_app():
        await expect(page.locator("#offline")).to_be_hidden()
        await page.locator('.room[data-screen="me"]').click()
        await expect(page.locator("#person-sit")).to_be_visible()
        assert page.url == f"{platforms.url}me"
        scripts = await page.evaluate("performance.getEntriesByType('resource').map((each) => each.name)")
        assert f"{platforms.url}static/{files.build()}/screens/person.js" in scripts
        assert not [each for each in scripts if old in each]


@pytest.mark.long("a browser starts")
async def test_a_line_that_is_dead_is_told_within_seconds_while_a_clock_of_minutes_runs(
    room: Room, browser: Browser
) -> None:
    host, guest = await room.sits("Adi"), await room.sits("Siti")
    code = await match_of(host, guest, "malaysian-checkers-8", pace="blitz")
    for person in (host, guest):
        ready = (await watch(person, code))["ready"]["button"]
        await person.say(type="wish", event=new_event(), code=code, kind=ready["kind"], choice=ready["choice"])
        await person.hears("done")
    page = await (await browser.new_context(locale="en-GB")).new_page()
    lines = [True]

    def passed_on(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        line.on_message(lambda words: server.send(words) if lines[-1] else None)
        server.on_message(lambda words: line.send(words) if lines[-1] else None)

    await page.route_web_socket("**/socket", passed_on)
    await page.clock.install()
    await page.add_init_script(f"sessionStorage.setItem('secret', {json.dumps(host.secret)})")
    await page.goto(f"{room.url}m/{code}")
    await expect(page.locator(".seat.runs, .seat .runs").first).to_be_visible()
    lines.append(False)
    await page.clock.run_for(6000)
    assert await page.locator("#offline").is_visible()


BLOCKED = """for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { get() { throw new DOMException('denied', 'SecurityError'); } });"""
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"


@deep("people play over plain HTTP, where less can be kept too, in the quick suite")
@pytest.mark.parametrize("storage", quick_first((BLOCKED, FULL), "what cannot be looked at cannot be written either"))
@pytest.mark.long("a browser starts, and moves are made in it")
async def test_where_the_browser_keeps_nothing_people_play_all_the_same(
    browser: Browser, tmp_path: Path, storage: str
) -> None:
    page = await browser.new_page(locale="en-GB")
    await page.add_init_script(storage)
    address = f"127.0.0.1:{hand_out()}"
    async with serving(tmp_path, address):
        await both_sides(page, address)
        await expect(page.locator("#toast")).to_contain_text("This browser keeps nothing for this page.")
        await touch(page, "c3")
        await touch(page, "d4")
        await at_ply(page, 1)
        await page.goto(f"http://{address}/talk")
        await expect(page.locator("#log")).to_be_visible()


BROKEN = """if (!localStorage.people) {
    Object.assign(localStorage, { people: '["Adi"]', device: '{"sound": tr', home: '7', 'sheet dam-8': 'null' });
    sessionStorage.tabs = '{';
}"""


@pytest.mark.long("a browser starts")
async def test_what_is_kept_and_cannot_be_read_is_set_aside_and_told(room: Room, browser: Browser) -> None:
    page = await browser.new_page(locale="en-GB")
    await page.add_init_script(BROKEN)
    await page.goto(room.url)
    await expect(page.locator("#toast")).to_contain_text("could not be read, and was set aside")
    await page.get_by_role("button", name="Play now: Main tapal empat", exact=True).click()
    await expect(page.locator(f"{BOARD} [role=application]")).to_be_visible()
    assert await page.evaluate("localStorage['device (broken)']") == '{"sound": tr'
    await page.reload()
    await expect(page.locator(f"{BOARD} [role=application]")).to_be_visible()
    assert await page.locator("#toast").is_hidden()


@pytest.mark.long("a browser starts")
async def test_an_error_of_a_script_is_told_once_without_what_it_says(room: Room, browser: Browser) -> None:
    page = await browser.new_page(locale="en-GB")
    await page.goto(room.url)
    await expect(page.locator("#games button.main").first).to_be_visible()
    fail = """(line) => new Promise((done) => {
        const error = new Error('Adi has typed this');
        error.stack = `Error: Adi\\n    at play (${location.origin}/static/${'0'.repeat(16)}/parts/seat.js:${line}:3)`;
        addEventListener('unhandledrejection', done, { once: true });
        Promise.reject(error);
    })"""
    with capture_logs() as logs:
        for line in (12, 12, 7):
            await page.evaluate(fail, line)
        await until(lambda: [each for each in logs if each.get("line") == 7])
    told = [each for each in logs if each["event"] == "page_script_failed"]
    assert [(each["kind"], each["file"], each["line"]) for each in told] == [
        ("unhandledrejection", "parts/seat.js", line) for line in (12, 7)
    ]
    assert "Adi" not in str(told)


@deep("servers are killed below the browser in the quick suite, and one goes away from a browser and comes back")
@pytest.mark.long("a server in a process of its own is killed, and a browser starts")
async def test_a_turn_under_way_when_the_server_is_killed_is_made_once(browser: Browser, tmp_path: Path) -> None:
    address = f"127.0.0.1:{hand_out()}"
    page = await browser.new_page(locale="en-GB")
    async with serving(tmp_path, address) as (process, _):
        await both_sides(page, address)
        await touch(page, "c3")
        await touch(page, "d4")
        process.kill()
        await process.wait()
    await expect(page.locator("#offline")).to_have_text(OFFLINE)
    async with serving(tmp_path, address):
        await expect(page.locator("#offline")).to_be_hidden()
        await at_ply(page, 1)
        await expect(page.locator(PENDING)).to_have_count(0)
        await touch(page, "b6")
        await touch(page, "a5")
        await at_ply(page, 2)
        assert await moves_of(page) == ["c3-d4", "b6-a5"]
