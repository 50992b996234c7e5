"""The words of screen readers in the web room, and the place of the keyboard while the page changes around it."""

import pytest
from playwright.async_api import Page, expect

from tests.conversation.chat_platforms import ChatPlatforms
from tests.conversation.live_boards import BOARD, at_ply, begin, practice, touch
from tests.suites import deep

LISTEN = """(wanted) => {
    window.heard = [];
    for (const id of wanted) {
        const region = document.getElementById(id);
        new MutationObserver((changes) => {
            const added = changes.flatMap((each) => [...each.addedNodes].map((node) => node.textContent.trim()));
            window.heard.push(...added.filter(Boolean).map((text) => [id, text]));
        }).observe(region, { childList: true, subtree: true, characterData: true });
    }
}"""
FOCUSED = "() => [document.activeElement.tagName, document.activeElement.textContent || document.activeElement.id]"


async def focused(page: Page) -> list[str]:
    return list(await page.evaluate(FOCUSED))


async def heard(page: Page) -> list[list[str]]:
    return list(await page.evaluate("heard"))


@deep("axe looks through the screens in the quick suite")
@pytest.mark.long("two browsers play")
async def test_what_happened_is_told_once_and_the_buttons_keep_the_focus(chats: ChatPlatforms) -> None:
    adi, siti = await begin(chats, "dam-8")
    assert await siti.get_attribute("#words", "aria-live") == "polite"
    assert await siti.get_attribute("#ask", "aria-live") == "assertive"
    assert await siti.get_attribute("#log", "aria-live") == "polite"
    await expect(siti.locator("#ask")).to_have_text("Adi to move.")
    await siti.evaluate(LISTEN, ["words", "ask", "log"])
    await siti.get_by_role("button", name="Rules").focus()
    await touch(adi, "c3")
    await touch(adi, "d4")
    await at_ply(siti, 1)
    await expect(siti.locator("#ask")).to_have_text("Which piece?")
    await expect(siti.locator("#words")).to_contain_text("Adi played c3-d4")
    new = [["ask", "Which piece?"], ["words", "Adi played c3-d4."], ["words", "Siti (Black) to move."]]
    assert sorted(await heard(siti)) == new, "each line that is new, once"
    assert await focused(siti) == ["BUTTON", "Rules"]
    # A button that has gone leaves the focus beside the board, where Enter presses nothing.
    await siti.get_by_role("button", name="Draw", exact=True).focus()
    await adi.get_by_role("button", name="More").click()
    await adi.get_by_role("button", name="Resign").click()
    await adi.locator("#answers button.danger").click()
    await expect(siti.get_by_role("button", name="Draw", exact=True)).to_have_count(0)
    assert await siti.evaluate("document.activeElement.id") == "actions"


@deep("the buttons keep the focus, and somebody looks back through the moves, in the quick suite")
@pytest.mark.long("a browser starts")
async def test_stepping_through_the_moves_keeps_the_focus(chats: ChatPlatforms) -> None:
    page = await practice(chats)
    await touch(page, "c3")
    await touch(page, "d4")
    await at_ply(page, 1)
    await page.focus("#earlier")
    await page.keyboard.press("Enter")
    await at_ply(page, 0)
    assert await page.evaluate("document.activeElement.id") == "moves", "the button is switched off at the beginning"
    await page.focus("#now")
    await page.keyboard.press("Enter")
    await at_ply(page, 1)
    assert await page.evaluate("document.activeElement.id") == "moves", "the button has gone"
    await page.locator("#moves button").focus()
    await touch(page, "f6")
    await page.locator("#moves button").focus()
    await touch(page, "e5")
    await at_ply(page, 2)
    await expect(page.locator("#moves button")).to_have_count(2)
    assert await page.evaluate("document.activeElement.matches('#moves button, papan-board button')")


@deep("the buttons beside the board are tested in the quick suite")
async def test_the_lists_of_the_lobby_and_the_strip_of_matches_keep_the_focus(chats: ChatPlatforms) -> None:
    adi, siti = await begin(chats, "dam-8")
    await siti.goto(f"{chats.url}")
    await siti.locator("#mine a").focus()
    await siti.evaluate("document.activeElement.old = true")
    await touch(adi, "c3")
    await touch(adi, "d4")
    await expect(siti.locator("#mine .waits a")).to_be_focused()
    await expect(siti.locator("#waiting")).to_be_visible()
    assert not await siti.evaluate("document.activeElement.old"), "the list is a new one"
    await siti.locator("#waiting").click()
    await siti.locator("#tabs a").focus()
    await siti.evaluate("document.activeElement.old = true")
    other = await chats.window("Ros")
    await other.types("/play @Adi dam-8")
    await adi.goto(f"{chats.url}m/{(await siti.get_attribute('#tabs a', 'href') or '')[3:]}")
    await adi.get_by_role("button", name="Draw", exact=True).click()
    await siti.wait_for_function("() => !document.activeElement.old")
    await expect(siti.locator("#tabs a")).to_be_focused()
    await siti.locator("#tabs button").focus()
    await siti.keyboard.press("Enter")
    await expect(siti.locator("#tabs")).to_be_hidden()
    assert await siti.evaluate("document.activeElement.id") == "screen", "the strip has gone"


@deep("what is told beside the board is tested in the quick suite")
async def test_a_board_in_the_talk_tells_what_is_new_and_stays(chats: ChatPlatforms) -> None:
    adi, siti = await chats.window("Adi"), await chats.window("Siti")
    await adi.types("/play @Siti dam-8 first")
    await siti.presses("Accept")
    await siti.reads("to move")
    await expect(siti.page.locator("#log a.live .pieces img").first).to_be_visible()
    await siti.page.evaluate(LISTEN, ["log"])
    await siti.page.evaluate("document.querySelector('#log papan-board').old = true")
    await siti.page.evaluate("document.querySelector('#log .controls').parentElement.dataset.old = ''")
    await adi.types("/move c3-d4")
    await siti.reads("Adi played c3-d4")
    told = [text for _, text in await heard(siti.page) if "Adi" in text]
    assert "White: Adi · Black: Siti" not in "\n".join(told), "only new lines are told"
    assert await siti.page.evaluate("document.querySelector('#log papan-board').old"), "the board goes on"
    assert await siti.page.locator("#log .controls").get_attribute("aria-live") == "off"


@deep("axe looks at the regions in the quick suite")
async def test_the_focus_is_somewhere_after_each_way_through_the_screens(chats: ChatPlatforms) -> None:
    page = await practice(chats)
    await page.locator(f"{BOARD} button[tabindex='0']").focus()
    await page.go_back()
    await expect(page.locator("#line")).to_be_visible()
    await page.go_forward()
    await expect(page.locator(f"{BOARD} [role=grid]")).to_be_visible()
    await page.locator(f"{BOARD} button[tabindex='0']").focus()
    await page.evaluate("history.back()")
    await expect(page.locator("#line")).to_be_visible()
    assert await page.evaluate("document.activeElement !== document.body")


async def test_a_press_in_the_talk_leaves_no_listener_behind(chats: ChatPlatforms) -> None:
    page = (await chats.window("Adi")).page
    devtools = await page.context.new_cdp_session(page)
    document = await devtools.send("Runtime.evaluate", {"expression": "document"})

    async def listeners() -> list[str]:
        found = await devtools.send(
            "DOMDebugger.getEventListeners", {"objectId": document["result"]["objectId"], "depth": 0}
        )
        return sorted(each["type"] for each in found["listeners"])

    before = await listeners()
    for event in ("pointerdown", "pointerup") * 3:
        await page.locator("#log").dispatch_event(event, {"bubbles": True})
    assert await listeners() == before
