"""The words of the page against what is behind them, and boards of most contrast for whoever asks for it."""

import re
from typing import Literal

import pytest
from playwright.async_api import expect

from tests.conversation.chat_platforms import ChatPlatforms
from tests.conversation.live_boards import at_ply, choose, practice, says, touch
from tests.suites import deep

WORDS = {
    "tab that is shown": ".tabs li:has([aria-current]) a > span",
    "tab that waits": ".tabs li.waits:not(:has([aria-current])) strong",
    "tab of an invitation": ".tabs li:not(.waits) a > span",
    "cross of a tab": ".tabs li.waits:not(:has([aria-current])) button",
    "side to move": ".seat.to-move b",
    "other side": ".seat:not(.to-move) .has",
    "own words": ".said.mine .bubble > span:last-child",
    "own name": ".said.mine .author",
    "button that is switched off": "#later:disabled",
    "text of an empty field": "#said",
}
LEAST = 4.5
CONTRAST = """(selector) => {
    const element = document.querySelector(selector);
    const part = element.value === '' && element.placeholder ? '::placeholder' : null;
    const lightness = (colour) => {
        const linear = (each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4);
        const shares = colour.map((each) => linear(each / 255));
        return 0.2126 * shares[0] + 0.7152 * shares[1] + 0.0722 * shares[2];
    };
    const read = (colour) => {
        const found = /^rgba?\\(([^)]*)\\)$/.exec(colour);
        if (!found) throw Error(`cannot read ${colour} of ${selector}`);
        return found[1].split(',').map(Number);
    };
    let ground = null;
    for (let each = element; each && !ground; each = each.parentElement) {
        const style = getComputedStyle(each);
        if (style.opacity !== '1') throw Error(`${selector} is seen through`);
        const [red, green, blue, share = 1] = read(style.backgroundColor);
        if (share === 1) ground = [red, green, blue];
    }
    const [one, other] = [read(getComputedStyle(element, part).color), ground].map(lightness);
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}"""
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
CONTRASTS: tuple[Literal["no-preference", "more"], ...] = ("no-preference", "more")
THEMES = {"no-preference": "/kayu/", "more": "/kontras/"}


@deep("axe judges the contrast of each screen in the quick suite")
@pytest.mark.long("a browser starts")
async def test_words_that_lie_on_a_colour_are_read_in_every_scheme(chats: ChatPlatforms) -> None:
    page = await practice(chats)
    for against in ("Both sides yourself", "Anybody here"):
        await page.goto(chats.url)
        await choose(page, page.locator(".game").first.get_by_role("button", name="With a friend"), against)
        await expect(page.locator("papan-board [role=application]")).to_be_visible()
    await page.locator(".tabs a", has_text="8x8").click()
    await says(page, "good luck")
    await expect(page.locator(".said.mine")).to_be_visible()
    low = []
    for scheme in SCHEMES:
        for contrast in CONTRASTS:
            await page.emulate_media(color_scheme=scheme, contrast=contrast)
            for name, selector in WORDS.items():
                if (found := await page.evaluate(CONTRAST, selector)) < LEAST:
                    low.append(f"{name}: {found:.2f} in the {scheme}, contrast {contrast}")
    assert not low


@deep("the board of a match and the page of a game are drawn by one element; axe looks at the rest in the quick suite")
async def test_whoever_asks_for_contrast_sees_every_board_in_it(chats: ChatPlatforms) -> None:
    page = await practice(chats)
    await touch(page, "c3")
    await touch(page, "d4")
    await at_ply(page, 1)
    for path, boards in (
        (page.url, "papan-board"),
        (f"{chats.url}talk", "#log papan-board"),
        (f"{chats.url}g/dam-8", "#game-start"),
    ):
        await page.emulate_media(contrast="no-preference")
        await page.goto(path)
        pictures = [page.locator(f"{boards} .wood"), page.locator(f"{boards} .pieces img").first]
        for contrast in (*CONTRASTS, CONTRASTS[0]):
            await page.emulate_media(contrast=contrast)
            for picture in pictures:
                await expect(picture).to_have_attribute("src", re.compile(THEMES[contrast]))
    await page.goto(chats.url)
    for contrast in CONTRASTS:
        await page.emulate_media(contrast=contrast)
        await expect(page.locator("#mine .wood")).to_have_attribute("src", re.compile(THEMES[contrast]))
        shown = [await page.locator(".game img").first.element_handle(), THEMES[contrast]]
        await page.wait_for_function("([image, theme]) => image.currentSrc.includes(theme)", arg=shown)
    await page.emulate_media(contrast="more", color_scheme="dark")
    await expect(page.locator("#mine .wood")).to_have_attribute("src", re.compile("/kontras-gelap/"))
    shown = [await page.locator(".game img").first.element_handle(), "/kontras-gelap/"]
    await page.wait_for_function("([image, theme]) => image.currentSrc.includes(theme)", arg=shown)


@deep("themes are chosen among the settings, and axe looks at a screen by night in the quick suite")
@pytest.mark.long("a browser starts")
async def test_by_night_boards_are_those_of_the_night_unless_another_theme_was_chosen(chats: ChatPlatforms) -> None:
    page = await practice(chats)
    match = page.url
    wood, tile = page.locator("papan-board .wood").first, page.locator(".game img").first
    for scheme, theme in (("dark", "/pasar/"), ("light", "/kayu/")):
        await page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # it is one of the two
        await expect(wood).to_have_attribute("src", re.compile(theme))
        await expect(page.locator("papan-board .pieces img").first).to_have_attribute("src", re.compile(theme))
    await page.goto(chats.url)
    await page.emulate_media(color_scheme="dark")
    await page.wait_for_function("(image) => image.currentSrc.includes('/pasar/')", arg=await tile.element_handle())
    await page.goto(f"{chats.url}me/settings")
    await expect(page.locator(".pictured :checked")).to_have_id("theme-pasar")
    await page.locator(".pictured label", has_text="Wood").click()
    await expect(page.locator(".pictured :checked")).to_have_id("theme-kayu")
    # The page shows what was pressed at once; a page that is left in the same moment may not have sent it yet.
    await page.get_by_role("link", name="Home").click()
    await expect(page.locator(".game source[media*=dark][srcset*='/kayu/']").first).to_be_attached()
    await page.goto(match)
    await expect(wood).to_have_attribute("src", re.compile("/kayu/"))
