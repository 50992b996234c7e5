"""The end of a match is a moment: the result stands on the board, until it is touched; the line says why."""

import re

import pytest
from playwright.async_api import expect

from tests.conversation.chat_platforms import ChatPlatforms
from tests.conversation.live_boards import at_ply, begin, touch
from tests.suites import deep

BOX = "(id) => { const box = document.querySelector(id).getBoundingClientRect(); return [box.top, box.height]; }"


@pytest.mark.long("a browser starts")
async def test_the_result_stands_on_the_board_until_it_is_touched(chats: ChatPlatforms) -> None:
    adi, siti = await begin(chats, "dam-8")
    before = [await siti.evaluate(BOX, part) for part in ("#board", "#seat-below", "#actions")]
    await adi.get_by_role("button", name="More").click()
    await adi.get_by_role("button", name="Resign").click()
    await adi.get_by_role("button", name="Yes, resign").click()
    for page, stamp in ((adi, "You lost"), (siti, "You won")):
        await expect(page.locator("#end .stamp")).to_have_text(stamp)
        await expect(page.locator("#ask")).to_have_text("Siti wins: Adi has resigned.")
        await expect(page.locator("#board")).to_have_class("over")
        await expect(page.locator("#typed-move")).to_be_hidden()
        await page.keyboard.press("c")
        await expect(page.locator("#typed")).to_be_hidden()
        await expect(page.locator(".match")).to_have_attribute("data-part", "board")
    await expect(adi.locator("#toast")).to_be_hidden()  # the board and its line say it
    await expect(adi.locator("#answers")).to_be_hidden()
    assert [await siti.evaluate(BOX, part) for part in ("#board", "#seat-below", "#actions")] == before, "nothing jumps"
    for page in (adi, siti):
        await expect(page.locator("#actions .cell")).to_have_text(["Rematch", "Share", "More"])
    await siti.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await siti.evaluate("() => { Object.defineProperty(Navigator.prototype, 'share', { value: undefined }); }")
    await siti.get_by_role("button", name="Share").click()
    await expect(siti.locator("#toast")).to_contain_text(f"The link is copied.\n{siti.url}")
    assert await siti.evaluate("navigator.clipboard.readText()") == siti.url
    await adi.evaluate("() => { Navigator.prototype.share = async (given) => { window.given = given; }; }")
    await adi.get_by_role("button", name="Share").click()
    await adi.wait_for_function("() => window.given")
    given = await adi.evaluate("window.given")
    assert (given["url"], given["text"]) == (adi.url, "Siti wins: Adi has resigned.")
    await touch(siti, "c3")
    await expect(siti.locator("#end")).to_be_hidden()
    await expect(siti.locator("#board")).not_to_have_class("over")
    await expect(adi.locator("#end")).to_be_visible()


@deep("what a film is made of, and its way to the chats, is tested in the quick suite")
@pytest.mark.long("two browsers play")
async def test_a_film_is_shown_where_it_is_asked_for_and_begins_at_a_press_where_motion_is_not_wanted(
    chats: ChatPlatforms,
) -> None:
    adi, siti = await begin(chats, "dam-8")
    await touch(adi, "c3")
    await touch(adi, "d4")
    await at_ply(siti, 1)
    await adi.get_by_role("button", name="More").click()
    await adi.get_by_role("button", name="Resign").click()
    await adi.get_by_role("button", name="Yes, resign").click()
    await siti.emulate_media(reduced_motion="reduce")
    for page, asks in ((adi, False), (siti, True)):
        await expect(page.locator("#end .stamp")).to_be_visible()
        await page.get_by_role("button", name="More").click()
        await page.get_by_role("button", name="Film").click()
        film = page.get_by_role("img", name="The match as a film.")
        await expect(page.locator("#answers a[download]")).to_have_attribute("download", re.compile(r"\.gif$"))
        if asks:
            await expect(film).to_have_count(0)
            await page.get_by_role("button", name="Show the film").click()
        await expect(film).to_be_in_viewport(ratio=1)
        assert await film.evaluate("async (film) => { await film.decode(); return film.naturalWidth; }") == 400
        assert await film.evaluate("({ width, height }) => width / height > 0.5 && width > 200")
        await expect(page.locator("#answers a[download]")).to_be_in_viewport(ratio=1)
