"""The end of a match is a moment: the result stands on the board, until it is touched; the line says why."""

import re

import pytest
from playwright.async_api import expect

from tests.conversation.chat_platforms import ChatPlatforms
from tests.conversation.live_boards import at_ply, begin, touch
from tests.suites import deep
from tests.unhurried import hurry

TALL = {"width": 390, "height": 844}
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


@pytest.mark.long("a browser starts")
async def test_whoever_has_lost_is_led_to_the_lesson_of_the_rule(
    chats: ChatPlatforms, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurry(monkeypatch)
    adi, siti = await chats.window("Adi"), await chats.window("Siti", viewport=TALL, has_touch=True)
    await adi.types("/play @Siti dam-8 first pace:none from:4/4/4/4/1m2/1M2/4/4 w - 0 1")
    await siti.presses("Accept")
    await siti.reads("to move")
    for client in (adi, siti):
        await client.page.locator("#log a.live").last.click()
    await touch(adi.page, "c3")
    await touch(adi.page, "e5")
    phone = siti.page
    await expect(phone.locator("#ask")).to_have_text("What happened?")
    await expect(phone.locator("#agreed")).to_contain_text("Adi wins")
    await expect(adi.page.locator("#ask")).to_contain_text("Adi wins")
    await phone.get_by_role("button", name="Show me").click()
    await expect(phone).to_have_url(re.compile("/learn/malaysian-checkers-8/7$"))
    await expect(phone.locator(".study h2")).to_have_text("Lesson 7 of 7 · Winning")


@deep("what comes next is told without a browser in the quick suite")
@pytest.mark.long("a browser starts")
async def test_one_goes_on_against_the_computer_in_one_press(chats: ChatPlatforms) -> None:
    siti = await chats.window("Siti", viewport=TALL, has_touch=True)
    phone = siti.page
    await siti.types("/play dam-8 level:2 first")
    await phone.locator("#log li", has_text="Computer 2").locator("a.live").click()
    await phone.get_by_role("button", name="More").click()
    await phone.get_by_role("button", name="Resign").click()
    await phone.get_by_role("button", name="Yes, resign").click()
    await expect(phone.locator(".chip")).to_have_text(["A gentler one", "A stronger one"])
    for chip in await phone.locator(".chip").all():
        await expect(chip).to_be_in_viewport(ratio=1)
    await phone.locator(".parts").get_by_role("button", name="Next").click()
    await expect(phone.locator(".way b")).to_have_text(["A gentler one", "A stronger one", "The other side"])
    await phone.set_viewport_size({"width": 1280, "height": 800})
    await phone.locator(".parts").get_by_role("button", name="Moves").click()
    await expect(phone.locator(".what-next")).to_be_hidden()
    await phone.locator(".parts").get_by_role("button", name="Next").click()
    over = phone.url
    await phone.get_by_role("button", name="The other side You play Black.").click()
    await expect(phone).not_to_have_url(over)
    await expect(phone.locator("#seat-below .has")).to_have_text("Black")
