"""The line below a board asks and tells; the row of actions keeps its cells; talk that was not seen is counted."""

import pytest
from playwright.async_api import Page, expect

from tests.conversation.chat_platforms import ChatPlatforms
from tests.conversation.live_boards import BOARD, at_ply, begin, moves_of, says, stands, told, touch
from tests.suites import deep


async def hears(page: Page) -> None:
    """Read all that stood there when the page of a phone came, so that the test begins once the page has it."""
    await says(page, "Here I am.")
    await expect(page.locator("#log")).to_contain_text("Here I am.")
    await page.locator(".parts [data-part=board]").click()


@pytest.mark.long("a browser starts")
async def test_offers_are_answered_in_the_line_and_unseen_talk_is_counted(chats: ChatPlatforms) -> None:
    adi, siti = await begin(chats, "dam-8")
    await expect(adi.locator("#ask")).to_have_text("Which piece?")
    await expect(siti.locator("#ask")).to_have_text("Adi to move.")
    await touch(siti, "c3")
    await expect(siti.locator("#ask")).to_have_text("It is not your turn.")
    await expect(siti.locator("#spoken p").last).to_have_text("It is not your turn.")
    await adi.get_by_role("button", name="Take back").click(force=True)
    await expect(adi.locator("#ask")).to_have_text("You have no move to take back.")

    await hears(siti)
    await says(adi, "A draw?")
    await expect(siti.locator("#unread")).to_have_text("1")
    await siti.locator(".parts [data-part=talk]").click()
    await expect(siti.locator("#unread")).to_be_hidden()
    await expect(siti.locator("#log [data-new=New]")).to_contain_text("A draw?")
    await siti.locator(".parts [data-part=board]").click()

    await adi.get_by_role("button", name="Draw", exact=True).click()
    await expect(adi.locator("#ask")).to_have_text("You offer a draw, until your opponent moves.")
    await expect(siti.locator("#ask")).to_have_text("Adi offers a draw.")
    await expect(siti.locator("#offered button")).to_have_text(["Play on", "Accept the draw"])
    await expect(adi.locator("#toast")).to_be_hidden()  # the line says it
    await expect(adi.locator("#offered button")).to_have_text(["Withdraw offer"])
    await touch(adi, "c3")
    await expect(adi.locator("#ask")).to_have_text("Where to?")
    await siti.get_by_role("button", name="Play on").click()
    await expect(siti.locator("#offered button")).to_have_count(0)
    await expect(adi.locator("#ask")).to_have_text("Where to?")


@deep("offers of the other are answered in the line in the quick suite")
@pytest.mark.long("a browser starts")
async def test_ones_own_offer_is_withdrawn_in_the_line(chats: ChatPlatforms) -> None:
    adi, siti = await begin(chats, "dam-8")
    await adi.get_by_role("button", name="Draw", exact=True).click()
    await expect(siti.locator("#ask")).to_have_text("Adi offers a draw.")
    await adi.get_by_role("button", name="Withdraw offer").click()
    await expect(siti.locator("#ask")).to_have_text("Adi to move.")
    await expect(siti.locator("#offered button")).to_have_count(0)
    await expect(adi.locator("#ask")).to_have_text("Which piece?")
    await expect(adi.locator("#offered button")).to_have_count(0)


@deep("what the line asks and tells is tested with an offer in the quick suite")
@pytest.mark.long("a browser starts")
async def test_a_reason_is_never_told_beside_the_buttons_of_an_offer_which_comes_back(chats: ChatPlatforms) -> None:
    adi, siti = await begin(chats, "dam-8")
    await adi.get_by_role("button", name="Draw", exact=True).click()
    await expect(siti.locator("#offered button")).to_have_count(2)
    await siti.get_by_role("button", name="Take back").click(force=True)
    await expect(siti.locator("#ask")).to_have_text("You have no move to take back.")
    await expect(siti.locator("#offered")).to_be_hidden()
    await expect(siti.locator("#ask")).to_have_text("Adi offers a draw.")
    await expect(siti.locator("#offered")).to_be_visible()


@deep("an offer of a draw is answered in the quick suite")
@pytest.mark.long("a browser starts")
async def test_a_move_that_is_asked_back_stands_where_the_other_one_refuses(chats: ChatPlatforms) -> None:
    adi, siti = await begin(chats, "dam-8")
    for ply, (page, *points) in enumerate(((adi, "c3", "d4"), (siti, "b6", "a5")), 1):
        for point in points:
            await touch(page, point)
        for each in (adi, siti):
            await at_ply(each, ply)
    await adi.get_by_role("button", name="Take back").click()
    await expect(adi.locator("#ask")).to_have_text("You ask to take your move back.")
    await expect(siti.locator("#ask")).to_have_text("Adi asks to take back a move.")
    refuse, allow = await siti.locator("#offered button").all()
    await expect(refuse).to_have_text("Refuse")
    await expect(allow).to_have_class("good")
    await refuse.click()
    await expect(siti.get_by_role("button", name="Refuse")).to_have_count(0)
    await expect(adi.locator("#ask")).to_have_text("Which piece?")
    for page in (adi, siti):
        assert await moves_of(page) == ["c3-d4", "b6-a5"]


HIDE = """(isHidden) => {
    Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


@deep("unseen talk is counted in the quick suite, with an offer in the line")
@pytest.mark.long("a browser starts")
async def test_talk_is_unread_until_it_is_in_sight_however_that_comes(chats: ChatPlatforms) -> None:
    adi, siti = await begin(chats, "dam-8")
    unread, newer = siti.locator("#unread"), siti.locator("#log [data-new=New]")

    async def hears_of(text: str) -> None:
        await says(adi, text)
        await expect(siti.locator("#log")).to_contain_text(text)

    await hears(siti)
    await hears_of("one")
    await expect(unread).to_have_text("1")
    await siti.set_viewport_size({"width": 1280, "height": 800})
    await expect(unread).to_have_text("1")  # the moves stand beside the board
    await siti.locator(".parts [data-part=talk]").click()
    await expect(unread).to_have_text("")
    await hears_of("two")
    await expect(unread).to_have_text("")
    await expect(newer).to_contain_text("one")

    await siti.evaluate(HIDE, True)
    await hears_of("three")
    await expect(unread).to_have_text("1")
    await expect(newer).to_contain_text("three")
    await siti.evaluate(HIDE, False)
    await expect(unread).to_have_text("")


@deep("a turn on the board is taken in the quick suite, and the line says what it does")
@pytest.mark.long("a browser starts")
async def test_a_way_is_shown_before_it_is_played_and_a_point_that_takes_nothing_is_told(chats: ChatPlatforms) -> None:
    page, _ = await begin(chats, "dam-8")
    await stands(page, "malaysian-checkers-8", "mmmm/mmmm/mmmm/4/4/MMMM/MMMM/MMMM w - 0 1")
    await touch(page, "a3")
    await expect(page.locator(f"{BOARD} .marks .target")).to_have_count(1)
    assert await told(page) == [], "it has one way, which is only shown"
    await touch(page, "a3")
    assert await told(page) == ["turn"]

    await stands(page, "main-tapal-empat", "5/5/5/5/5 t T2G18 0 0")
    open_points = page.locator(f"{BOARD} .marks .dot")
    await expect(open_points).not_to_have_count(0)
    await touch(page, "c3")
    await expect(page.locator(f"{BOARD} .marks .picked:not(.casing)")).to_have_count(1)
    await touch(page, "a1")
    assert await told(page) == ["unplaceable"]
    await expect(page.locator(f"{BOARD} .marks .picked:not(.casing)")).to_have_count(1)  # it stays where it was put
    # As the setting of the device has it, the first touch is enough.
    here = page.url
    await page.goto(f"{chats.url}me/settings/device")
    await page.get_by_label("One touch").check()
    await page.goto(here)
    await page.reload()
    await expect(page.locator(f"{BOARD} [role=application]")).to_be_visible()
    await stands(page, "malaysian-checkers-8", "mmmm/mmmm/mmmm/4/4/MMMM/MMMM/MMMM w - 0 1")
    await touch(page, "a3")
    assert await told(page) == ["turn"]
