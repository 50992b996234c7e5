"""The sheet before a match: what is chosen there is begun, and stands there again for the next match of the game."""

from io import BytesIO

import pytest
import zxingcpp
from PIL import Image
from playwright.async_api import Page, expect

from tests.conversation.chat_platforms import PHONE, ChatPlatforms
from tests.suites import deep

GAME = "Malaysian checkers 8x8"


async def opened(page: Page, address: str, game: str = GAME) -> None:
    await page.goto(address)
    await page.fill("#find", game)
    tile = page.locator(".game", has=page.get_by_role("button", name=f"Play now: {game}", exact=True))
    await tile.get_by_role("button", name="With a friend").click()
    await expect(page.locator(".sheet h2")).to_have_text(game)


@pytest.mark.long("a browser starts")
async def test_opponent_level_side_and_pace_are_chosen_and_kept(chats: ChatPlatforms) -> None:
    page = (await chats.window("Adi", viewport=PHONE)).page
    await page.add_init_script("Navigator.prototype.share = async (given) => { window.given = given; };")
    await opened(page, chats.url)
    sheet = page.locator(".sheet")
    await expect(sheet.get_by_role("radio", name="A friend, by a link")).to_be_checked()
    await sheet.locator("label", has_text="The computer").click()
    await expect(sheet.locator("select[name=pace]")).to_be_hidden()
    await sheet.locator("select[name=level]").select_option("3")
    await sheet.locator("label", has_text="Black").click()
    await sheet.get_by_role("button", name="Play", exact=True).click()
    await expect(page.locator("#seat-below")).to_contain_text("Adi")
    await expect(page.locator("#seat-below")).to_contain_text("Black")
    await expect(page.locator("#seat-above")).to_contain_text("Computer 3")

    await opened(page, chats.url)
    await expect(sheet.locator("select[name=level]")).to_have_value("3")
    await sheet.locator("label", has_text="A friend, by a link").click()
    await expect(sheet.locator("select[name=level]")).to_be_hidden()
    await sheet.locator("select[name=pace]").select_option("blitz")
    await sheet.locator("label", has_text="Nobody watches").click()
    await sheet.get_by_role("button", name="Play", exact=True).click()
    await expect(page.locator("#invite")).to_be_visible()
    await expect(page.locator("#words")).to_contain_text("Blitz: 30 seconds a move")
    await expect(page.locator("#words")).to_contain_text("nobody watches")
    await expect(page.locator("#invite .qr svg")).to_be_in_viewport(ratio=1)
    (seen,) = zxingcpp.read_barcodes(Image.open(BytesIO(await page.screenshot())))
    assert seen.text == page.url.replace("/m/", "/join/")
    await page.get_by_role("button", name="Pass it on").click()
    await page.wait_for_function("(url) => window.given?.url === url", arg=seen.text)
    friend = await (await chats.browser(viewport=PHONE)).new_page()
    await friend.goto(seen.text)
    await expect(friend.locator("#invited p")).to_contain_text("It is live. Blitz: 0:30 a move, 1:00 in the bank.")


@deep("chosen in chats in the quick suite, which opens the sheet for another match")
@pytest.mark.long("a browser starts")
async def test_a_mirror_match_is_offered_where_the_sides_are_not_alike(chats: ChatPlatforms) -> None:
    page = (await chats.window("Adi", viewport=PHONE)).page
    sheet = page.locator(".sheet")
    mirror = sheet.locator("label", has_text="Mirror match: two at once, the sides swapped")
    await opened(page, chats.url)
    await sheet.locator("label", has_text="Anybody").click()
    await expect(sheet.locator("select[name=pace]")).to_be_visible()
    await expect(mirror).to_be_hidden()

    await opened(page, chats.url, "Main tapal empat")
    await sheet.locator("label", has_text="The computer").click()
    await expect(mirror).to_be_hidden()
    await sheet.locator("label", has_text="A friend, by a link").click()
    await expect(mirror).to_be_visible()
    await sheet.locator("select[name=pace]").select_option("blitz")
    await expect(mirror).to_be_hidden()
    await sheet.locator("select[name=pace]").select_option("coffee")
    await mirror.click()
    await sheet.get_by_role("button", name="Play", exact=True).click()
    await expect(page.locator("#words")).to_contain_text("mirror match: two at once, the sides swapped")


@deep("bid in chats in the quick suite, which opens the sheet for another match")
@pytest.mark.long("a browser starts")
async def test_a_bid_is_offered_where_pieces_are_in_hand(chats: ChatPlatforms) -> None:
    page = (await chats.window("Adi", viewport=PHONE)).page
    sheet = page.locator(".sheet")
    bid = sheet.locator("select[name=bid]")
    await opened(page, chats.url)
    await sheet.locator("label", has_text="Anybody").click()
    await expect(sheet.locator("select[name=pace]")).to_be_visible()
    await expect(bid).to_be_hidden()

    await opened(page, chats.url, "Main tapal empat")
    await sheet.locator("label", has_text="The computer").click()
    await expect(bid).to_be_hidden()
    await sheet.locator("label", has_text="A friend, by a link").click()
    await bid.select_option(label="16 goats in hand")
    await expect(sheet.locator("label", has_text="Mirror match")).to_be_hidden()
    await sheet.get_by_role("button", name="Play", exact=True).click()
    await expect(page.locator("#words")).to_contain_text("plays Goats with 16 in hand (usual: 18).")


@deep("the sheet is opened in the quick suite")
@pytest.mark.long("a browser starts")
async def test_what_begins_the_match_is_in_sight_however_low_the_window_is(chats: ChatPlatforms) -> None:
    page = (await chats.window("Adi", viewport=PHONE)).page
    await opened(page, chats.url)
    for width, height in ((320, 568), (844, 390), (390, 844)):
        await page.set_viewport_size({"width": width, "height": height})
        await expect(page.locator(".sheet").get_by_role("button", name="Play", exact=True)).to_be_in_viewport(ratio=1)
