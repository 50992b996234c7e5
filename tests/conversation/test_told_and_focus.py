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


async def spoken(page: Page, *sentences: str) -> None:
    """Wait until these have been told to whoever hears the page, and nothing else."""
    await expect(page.locator("#spoken p")).to_have_text([*sentences])


@pytest.mark.long("two browsers play")
async def test_each_event_is_told_once_and_resigning_is_asked_by_a_dialog(chats: ChatPlatforms) -> None:
    adi, siti = await begin(chats, "dam-8")
    for silent in ("#words", "#ask"):
        assert await siti.locator(silent).evaluate("(each) => each.closest('[aria-live], [role=status]') === null")
    assert await siti.get_attribute("#log", "aria-live") == "polite"
    await expect(siti.locator("#arrival")).to_have_text("Malaysian checkers 8x8 against Adi. You play Black.")
    await expect(siti.locator("#arrival")).to_be_focused()
    await expect(siti.locator("[aria-current=page]").first).to_be_attached()
    await siti.get_by_role("button", name="Rules").focus()
    told = ["c3 to d4. Your turn."]
    await touch(adi, "c3")
    await touch(adi, "d4")
    await at_ply(siti, 1)
    await spoken(siti, *told)
    assert await focused(siti) == ["BUTTON", "Rules"]
    await touch(siti, "f6")
    await touch(siti, "e5")
    await at_ply(adi, 2)
    await touch(adi, "d4")
    await touch(adi, "f6")
    told += ["Where to?", "f6 to e5. Adi to move."]
    told.append(
        "d4 takes e5, to f6. Your turn. You can capture. A quiet move instead costs one of the pieces that could."
    )
    await spoken(siti, *told)
    await spoken(
        adi,
        "Where to?",
        "c3 to d4. Siti to move.",
        "f6 to e5. " + told[-1].partition(". ")[2],
        *["Where to?", "d4 takes e5, to f6. Siti to move."],
    )
    # A button that has gone leaves the focus beside the board, where Enter presses nothing.
    await siti.get_by_role("button", name="Draw", exact=True).focus()
    await adi.get_by_role("button", name="More").press("Enter")
    resign = adi.get_by_role("button", name="Resign", exact=True)
    await expect(resign).to_have_accessible_description("You give up and your opponent wins. You are asked once more.")
    await resign.press("Enter")
    await expect(adi.get_by_role("alertdialog", name="Give up this match?")).to_be_visible()
    await expect(adi.get_by_role("button", name="Play on")).to_be_focused()
    await adi.keyboard.press("Enter")
    await expect(adi.get_by_role("alertdialog")).to_be_hidden()
    await adi.get_by_role("button", name="More").press("Enter")
    await resign.press("Enter")
    await expect(adi.get_by_role("button", name="Play on")).to_be_focused()  # a key is no sooner than the question
    await adi.locator("#resign-yes").press("Enter")
    await expect(siti.get_by_role("button", name="Draw", exact=True)).to_have_count(0)
    await spoken(siti, *told, "Siti wins: Adi has resigned.")
    assert await siti.evaluate("document.activeElement.id") == "actions"
    await expect(adi.get_by_role("button", name="Rematch")).to_be_visible()
    assert await adi.evaluate("document.activeElement !== document.body")


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
    assert not await siti.evaluate("document.activeElement.old"), "the list is a new one"
    await siti.get_by_role("link", name="Next board (1)").click()
    await at_ply(siti, 1)
    await touch(siti, "f6")
    await touch(siti, "e5")
    await at_ply(siti, 2)
    await siti.goto(f"{chats.url}")
    await siti.get_by_role("button", name="Your matches").click()
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
    await expect(page.locator(f"{BOARD} [role=application]")).to_be_visible()
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
