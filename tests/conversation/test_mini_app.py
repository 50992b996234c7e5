"""The live board inside Telegram: the same match as in the group, under the hand of the person of the chat."""

import re
from collections.abc import Mapping

import pytest
from playwright.async_api import Frame, Page, expect

from bench.room import FetchedBytes
from tests.conversation.chat_platforms import PHONE, ChatPlatforms
from tests.conversation.clients import TelegramClient
from tests.conversation.live_boards import at_ply, touch
from tests.conversation.mini_app import DAY, NIGHT, fragment, launch_data, opened, running
from tests.conversation.test_axe import AXE, FAULTS, GRAVE
from tests.suites import deep, quick_first

WORDS = 80_000
"""The most bytes of the page without its pictures, until the first board."""
SCREENS = {
    "": "papan-board [role=application]",
    "a[href='/me']": "#person-parts h2",
    "a[href='/me/settings']": "#me-settings fieldset",
    "a[href='/']": "#mine a",
    "a[href^='/g/']": "#game-start .wood",
}
"""What each screen shows, by the link that leads to it from the one before."""
HEARS = """window.told = [];
window.TelegramWebviewProxy = { postEvent: (type, data) => window.told.push([type, JSON.parse(data)]) };"""


async def begun(chats: ChatPlatforms) -> tuple[TelegramClient, TelegramClient, str]:
    """Adi and Siti have a match under way in the group; Adi is to move."""
    adi, siti = await chats.client("telegram", "Adi"), await chats.client("telegram", "Siti")
    assert isinstance(adi, TelegramClient)
    assert isinstance(siti, TelegramClient)
    await adi.types("/play dam-8 first pace:none")
    card = await adi.reads("invites anybody")
    code = re.findall(r"/join\S* ([A-Z0-9]{4})", card)[0]
    await siti.types(f"/join {code}")
    await adi.reads("Adi (White) to move")
    return adi, siti, code


@pytest.mark.long("a browser starts")
async def test_a_match_between_the_page_and_the_group(platforms: ChatPlatforms) -> None:
    async with running(platforms) as chats:
        adi, siti, code = await begun(chats)
        page = await opened(chats, adi.person, code)
        await expect(page).to_have_url(f"{chats.app_url}/m/{code}")
        for ply, (mine, hers) in enumerate((("c3 d4", "f6-e5"), ("d4 f6", "g7-e5"), ("e3 d4", "e5-c3"))):
            for point in mine.split():
                await touch(page, point)
            await siti.reads("Adi played", "Siti (Black) to move")
            await at_ply(page, 2 * ply + 1)
            await siti.answers_board(hers)
            await at_ply(page, 2 * ply + 2)
        await page.get_by_role("button", name="More").click()
        await page.get_by_role("button", name="Resign").click()
        await page.get_by_role("button", name="Yes, resign").click()
        await siti.reads("Adi has resigned")
        await expect(page.locator("#end")).to_be_visible()


async def told(page: Page, kind: str) -> list[dict[str, object]]:
    """The messages of a kind that the page has sent Telegram."""
    return [data for name, data in await page.evaluate("window.told") if name == kind]


@deep("a match is played in it in the quick suite")
@pytest.mark.long("a browser starts")
async def test_it_looks_and_feels_like_telegram(platforms: ChatPlatforms) -> None:
    async with running(platforms) as chats:
        adi, siti, code = await begun(chats)
        profile = await chats.browser(viewport={"width": 360, "height": 720}, has_touch=True)
        await profile.add_init_script(HEARS)
        page = await profile.new_page()
        fetched = await FetchedBytes.of(page)
        await page.goto(f"{chats.app_url}/app#{fragment(launch_data(chats, adi.person, code), NIGHT)}")
        await expect(page.locator("papan-board [role=application]")).to_be_visible()
        assert 0 < fetched.words <= WORDS
        assert "tgWebAppData" not in page.url
        assert await page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(35, 46, 60)"
        assert await told(page, "web_app_ready")
        assert (await told(page, "web_app_setup_back_button"))[-1] == {"is_visible": True}
        assert (await told(page, "web_app_setup_closing_behavior"))[-1] == {"need_confirmation": True}
        await page.evaluate("Telegram.WebView.receiveEvent('safe_area_changed', { top: 40, bottom: 20 })")
        assert await page.evaluate("getComputedStyle(document.body).paddingTop") == "40px"
        await page.evaluate("theme => Telegram.WebView.receiveEvent('theme_changed', { theme_params: theme })", DAY)
        assert await page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(239, 239, 244)"
        await touch(page, "c3")
        await touch(page, "d4")
        await siti.reads("Siti (Black) to move")
        await siti.answers_board("f6-e5")
        await at_ply(page, 2)
        assert await told(page, "web_app_trigger_haptic_feedback")
        await page.evaluate("Telegram.WebView.receiveEvent('back_button_pressed')")
        await expect(page).to_have_url(f"{chats.app_url}/")
        await expect(page.locator("#mine a")).to_be_visible()
        assert (await told(page, "web_app_setup_back_button"))[-1] == {"is_visible": False}
        await page.goto(f"{chats.app_url}/m/{code}")
        await page.reload()
        await expect(page.locator("papan-board [role=application]")).to_be_visible()
        await page.goto(f"{chats.app_url}/me/settings/name")
        await page.get_by_role("button", name="Leave").click()
        await expect(page.locator("#refused")).to_contain_text("You have left here")
        await page.reload()
        await expect(page.locator("#refused")).to_contain_text("You have left here")


async def shut_out(shown: Page | Frame) -> list[str]:
    """The faults that shut a person out of the page at a match, then of their own page, the lobby, and a game."""
    await shown.add_script_tag(content=AXE)
    found: list[str] = []
    for link, seen in SCREENS.items():
        if link:
            await shown.locator(link).first.evaluate("link => link.click()")
        await expect(shown.locator(seen).first).to_be_visible()
        found += await shown.evaluate(FAULTS, GRAVE)
        if not await shown.evaluate("document.documentElement.scrollWidth <= innerWidth"):
            found.append(f"{seen} is wider than its frame")
    return found


@pytest.mark.parametrize(
    ("theme", "width"),
    quick_first([(NIGHT, 320), (DAY, 430), (DAY, 320), (NIGHT, 430)], "the narrowest stands for all"),
)
@pytest.mark.long("a browser starts")
async def test_nobody_is_shut_out(platforms: ChatPlatforms, theme: Mapping[str, str], width: int) -> None:
    async with running(platforms) as chats:
        adi, _, code = await begun(chats)
        page = await opened(chats, adi.person, code, theme, viewport={"width": width, "height": 700}, bypass_csp=True)
        assert await shut_out(page) == []


@pytest.mark.long("a browser starts")
async def test_a_link_from_the_chat_opens_the_match_in_a_browser_once(platforms: ChatPlatforms) -> None:
    async with running(platforms) as chats:
        adi, siti, code = await begun(chats)
        await adi.presses("More")
        await adi.presses("Play in the browser")
        told = await adi.reads(f"{chats.app_url}/app#")
        (link,) = re.findall(r"http\S+#\S+", told)
        page = await (await chats.browser(viewport=PHONE)).new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(f"{request.url} {request.headers.get('referer', '')}"))
        await page.goto(link)
        await expect(page).to_have_url(f"{chats.app_url}/m/{code}")
        await expect(page.locator("papan-board [role=application]")).to_be_visible()
        await touch(page, "c3")
        await touch(page, "d4")
        await siti.reads("Adi played", "Siti (Black) to move")
        await page.reload()
        await at_ply(page, 1)
        assert not any(link.rpartition("&link=")[2] in each for each in asked[1:])
        other = await (await chats.browser()).new_page()
        await other.goto(link)
        await expect(other.locator("#refused")).to_contain_text("This link has been used")


@deep("in the quick suite somebody of Telegram comes by a link, and links of Discord are read by the server")
@pytest.mark.long("a browser starts")
async def test_people_of_discord_come_by_a_link_too(platforms: ChatPlatforms) -> None:
    async with running(platforms) as chats:
        adi, siti = await chats.client("discord", "Adi"), await chats.client("discord", "Siti")
        await adi.types("/play dam-8 first pace:none")
        (code,) = re.findall(r"/join\S* ([A-Z0-9]{4})", await adi.reads("invites anybody"))
        await siti.types(f"/join {code}")
        await adi.presses("More")
        await adi.presses("Play in the browser")
        (link,) = re.findall(r"http\S+#\S+", await adi.reads(f"{chats.app_url}/app#"))
        page = await (await chats.browser(viewport=PHONE)).new_page()
        await page.goto(link)
        await expect(page.locator("papan-board [role=application]")).to_be_visible()
        await touch(page, "c3")
        await touch(page, "d4")
        await siti.reads("Adi played", "Siti (Black) to move")


@pytest.mark.long("a browser starts")
async def test_who_is_not_let_in_reads_why(platforms: ChatPlatforms) -> None:
    async with running(platforms) as chats:
        profile = await chats.browser()
        await profile.add_init_script(HEARS)
        page = await profile.new_page()
        await page.goto(f"{chats.app_url}/app")
        await expect(page.locator("#refused")).to_contain_text("Telegram has not opened this page")
        await page.get_by_role("button", name="Close this page").click()
        assert await told(page, "web_app_close")
        assert (await told(page, "web_app_setup_closing_behavior"))[-1] == {"need_confirmation": False}
        framed = await (await chats.browser()).new_page()
        await framed.set_content("<p>Another site</p>")
        await framed.evaluate(
            """url => new Promise(done => {
                const frame = document.createElement('iframe');
                Object.assign(frame, { src: url, onload: done });
                document.body.append(frame);
            })""",
            f"{chats.app_url}/app",
        )
        assert f"{chats.app_url}/app" not in [frame.url for frame in framed.frames]
        assert "Papan" not in await framed.frames[1].content()
