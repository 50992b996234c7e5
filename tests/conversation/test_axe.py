"""Each screen of the web room, looked through by axe-core in a real Chromium: nothing there shuts anybody out."""

from collections.abc import Awaitable, Callable, Sequence
from importlib.resources import files
from itertools import product
from typing import Any, Literal

import pytest
from playwright.async_api import Page, ViewportSize, expect

from tests.conversation.chat_platforms import DESKTOP, PHONE, ChatPlatforms
from tests.conversation.clients import WebClient
from tests.conversation.live_boards import BOARD, at_ply, begin_live, touch
from tests.suites import deep, quick_first

AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
GRAVE = ("serious", "critical")
FAULTS = """async (grave) => {
    const { violations } = await axe.run({ resultTypes: ['violations'] });
    return violations.filter(({ impact }) => grave.includes(impact)).flatMap(({ id, nodes }) => nodes.map(
        ({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary.split('\\n').slice(1).join(' ')}`
    ));
}"""


async def in_lobby(chats: ChatPlatforms, page: Page) -> None:
    await page.goto(chats.url)
    await expect(page.locator("#mine a").first).to_be_visible()


async def sheet(chats: ChatPlatforms, page: Page) -> None:
    await page.get_by_role("button", name="With a friend").first.click()
    await expect(page.locator(".sheet")).to_be_visible()


async def piece_in_hand(chats: ChatPlatforms, page: Page) -> None:
    await page.keyboard.press("Escape")
    await page.locator("#mine a", has_text="8x8").click()
    await expect(page.locator(f"{BOARD} [role=application]")).to_be_visible()
    await touch(page, "c3")
    await expect(page.locator(f"{BOARD} .marks .target").first).to_be_visible()


async def price_asked(chats: ChatPlatforms, page: Page) -> None:
    await touch(page, "d4")
    await at_ply(page, 1)
    await touch(page, "f6")
    await touch(page, "e5")
    await at_ply(page, 2)
    await touch(page, "a3")
    await expect(page.locator("#price")).to_be_visible()
    if await page.locator(".parts").is_visible():  # on a phone the moves are a part of their own
        await page.locator(".parts [data-part=moves]").click()
    await page.locator("#typed-move summary").click()


async def game_page(chats: ChatPlatforms, page: Page) -> None:
    await page.goto(f"{chats.url}g/dam-8")
    await expect(page.locator("#game-start .wood")).to_be_visible()
    await page.locator("details summary").last.click()


async def editor(chats: ChatPlatforms, page: Page) -> None:
    await page.goto(f"{chats.url}edit/rimau-rimau")
    await expect(page.locator(".edit[data-stands]")).to_be_visible()


async def lesson(chats: ChatPlatforms, page: Page) -> None:
    await page.goto(f"{chats.url}learn/dam-8/5")
    await expect(page.locator(".study .touched[data-stands]")).to_be_visible()


async def puzzle(chats: ChatPlatforms, page: Page) -> None:
    await page.goto(f"{chats.url}puzzles")
    await expect(page.locator(".study .controls button").first).to_be_visible()


async def ended(chats: ChatPlatforms, page: Page) -> None:
    await page.goto(f"{chats.url}talk")
    await WebClient(page, "Adi").types("/play dam-8 level:1 first")
    await page.locator("#log li", has_text="Computer 1").last.locator("a.live").click()
    await at_ply(page, 0)
    for point in ("c3", "d4"):
        await touch(page, point)
    await at_ply(page, 2)
    await page.get_by_role("button", name="More").click()
    await page.get_by_role("button", name="Resign").click()
    await page.locator("#resign-yes").click()
    await expect(page.locator(".way").first).to_be_attached()


async def analysis(chats: ChatPlatforms, page: Page) -> None:
    await page.get_by_role("button", name="Analyse").click()
    await expect(page.locator(".graph .field")).to_be_visible(timeout=60_000)


async def talk(chats: ChatPlatforms, page: Page) -> None:
    await page.goto(f"{chats.url}talk")
    adi = WebClient(page, "Adi")
    await adi.types("hello")
    await adi.types("/play main-tapal-empat")
    await adi.presses("Practice board")
    await adi.reads("Goats in hand")
    await adi.presses("Your move")
    await expect(page.locator("#log > li.private .five button").first).to_be_visible()
    await expect(page.locator("#log a.live .wood").last).to_be_visible()
    await page.locator("#line").press_sequentially("/pl")
    await expect(page.locator("#suggestions li")).to_have_count(1)
    await page.keyboard.press("ArrowDown")


async def settings(chats: ChatPlatforms, page: Page) -> None:
    await page.goto(f"{chats.url}me/settings")
    await expect(page.locator("#me-settings .pictured")).to_be_visible()
    await expect(page.locator("#me-board .wood")).to_be_visible()


async def own_device(chats: ChatPlatforms, page: Page) -> None:
    await page.locator("#me-groups a", has_text="This device").click()
    await expect(page.locator("#device-sound")).to_be_visible()


async def own_page(chats: ChatPlatforms, page: Page) -> None:
    await page.goto(f"{chats.url}me")
    await expect(page.locator("#person-parts h2").first).to_be_visible()


async def person(chats: ChatPlatforms, page: Page) -> None:
    await page.goto(f"{chats.url}p/Adi")
    await expect(page.get_by_role("heading", name="Adi", exact=True)).to_be_visible()


async def name_dialog(chats: ChatPlatforms, page: Page) -> None:
    await page.evaluate("localStorage.clear()")
    await page.goto(f"{chats.url}talk")
    await expect(page.locator("#door")).to_be_visible()


Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
Screen = Callable[[ChatPlatforms, Page], Awaitable[None]]
SCREENS: tuple[Screen, ...] = (
    in_lobby,
    sheet,
    piece_in_hand,
    price_asked,
    game_page,
    editor,
    talk,
    settings,
    own_device,
    own_page,
    person,
    lesson,
    puzzle,
    ended,
    analysis,
    name_dialog,
)
QUICK: tuple[Screen, ...] = (in_lobby, talk)
"""Those that the quick suite looks at, by turns in the light and in the dark."""


async def faults(page: Page, contrast: Any, schemes: Sequence[Scheme] = SCHEMES) -> list[str]:
    """The faults that axe finds on a page in the light and in the dark."""
    found = []
    for scheme in schemes:
        await page.emulate_media(color_scheme=scheme, contrast=contrast)
        await page.evaluate("document.querySelector('papan-board')?.showing")
        found += [f"{scheme}: {each}" for each in await page.evaluate(FAULTS, GRAVE)]
    return found


@pytest.mark.parametrize(
    ("screens", "size", "contrast"),
    quick_first(
        ((QUICK, DESKTOP, "no-preference"), *product((SCREENS,), (DESKTOP, PHONE), ("no-preference", "more"))),
        "one size in the quick suite; axe looks at some screens, by turns in the light and in the dark",
    ),
    ids=lambda each: "" if isinstance(each, dict) else each if isinstance(each, str) else f"{len(each)}-screens",
)
@pytest.mark.long("axe looks through each screen")
async def test_no_screen_shuts_anybody_out(
    chats: ChatPlatforms, screens: tuple[Screen, ...], size: ViewportSize, contrast: str
) -> None:
    adi = await chats.window("Adi", viewport=size)
    page = adi.page
    await page.add_init_script(AXE)
    for game in ("tabal", "dam-8"):
        await adi.types(f"/play {game}")
        await adi.presses("Practice board")
        await adi.reads("to move")
    await expect(page.locator("#log a.live")).to_have_count(2)
    found = []
    for number, screen in enumerate(screens):
        await screen(chats, page)
        schemes = SCHEMES[number % 2 :][:1] if screens is QUICK else SCHEMES
        found += [f"{screen.__name__} in the {each}" for each in await faults(page, contrast, schemes)]
    assert not found, "\n".join(found)


@deep("a board without a clock is looked through in the quick suite")
@pytest.mark.long("axe looks through a board four times")
async def test_clocks_and_the_call_for_ready_shut_nobody_out(chats: ChatPlatforms) -> None:
    adi, siti = await begin_live(chats)
    for page in (adi, siti):
        await page.evaluate(AXE)
    found = [f"before both are ready in the {each}" for each in await faults(adi, "no-preference")]
    for page in (adi, siti):
        await page.click("#offered button")
    for page in (adi, siti):
        await expect(page.locator("#agreed")).to_be_hidden()
        found += [f"while time runs in the {each}" for each in await faults(page, "no-preference")]
    await adi.evaluate("{ const now = performance.now.bind(performance); performance.now = () => now() + 82_000; }")
    await expect(adi.locator("#seat-below .clock.low")).to_be_visible()
    found += [f"while time is low in the {each}" for each in await faults(adi, "no-preference")]
    assert not found, "\n".join(found)
