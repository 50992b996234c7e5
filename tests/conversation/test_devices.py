"""One person on two devices in a real Chromium: a newcomer gets there by presses, and by what a camera reads."""

import re
from io import BytesIO

import pytest
import zxingcpp
from PIL import Image
from playwright.async_api import expect

from tests.conversation.chat_platforms import PHONE, ChatPlatforms
from tests.suites import deep


@deep("codes that are wrong, and right, are answered below the browser in the quick suite")
@pytest.mark.long("a browser starts")
async def test_a_newcomer_is_on_a_second_device_with_three_presses_and_a_camera(chats: ChatPlatforms) -> None:
    page = await (await chats.browser()).new_page()
    await page.goto(chats.url)
    await page.locator(".game button.main").first.click()
    await expect(page.locator("papan-board [role=application]")).to_be_visible()
    await page.get_by_role("link", name="You", exact=True).click()
    await page.get_by_role("link", name="On another device").click()
    await expect(page.locator(".devices .qr svg")).to_be_visible()
    (seen,) = zxingcpp.read_barcodes(Image.open(BytesIO(await page.screenshot())))
    assert re.fullmatch(rf"{re.escape(chats.url)}you#[2-9A-Z]{{4}}-[2-9A-Z]{{4}}", seen.text)

    phone = await (await chats.browser(viewport=PHONE)).new_page()
    await phone.goto(seen.text)
    await expect(phone.get_by_role("status").filter(has_text="Now confirm it where you made the code")).to_be_visible()
    asked = page.get_by_role("alertdialog", name="Is this you?")
    await expect(asked).to_contain_text("Chrome on Linux")
    await asked.get_by_role("button", name="Yes, it is me").click()
    await expect(phone.locator("#mine .card")).to_have_count(1)
    await expect(page.locator(".devices .list li")).to_have_count(2)

    await page.locator(".devices .list").get_by_role("button", name="Sign out").click()
    await expect(phone.locator("#mine")).to_be_hidden()
    await expect(phone.locator("#explain")).to_be_visible()


@deep("codes that are wrong, and right, are answered below the browser in the quick suite")
@pytest.mark.long("a browser starts")
async def test_a_code_that_is_typed_can_be_wrong_and_then_right(chats: ChatPlatforms) -> None:
    page = await (await chats.browser()).new_page()
    await page.goto(f"{chats.url}me/device")
    await expect(page.get_by_text("You have no name here yet.")).to_be_visible()
    await page.get_by_role("button", name="Sit down").click()
    await page.locator("#name").press("Enter")
    code = await page.locator(".devices .code").inner_text()

    phone = await (await chats.browser(viewport=PHONE)).new_page()
    await phone.goto(chats.url)
    await phone.get_by_role("link", name="You", exact=True).click()
    await phone.get_by_role("link", name="I play on another device").click()
    field = phone.get_by_label("The code")
    await field.fill("2222-2222")
    await field.press("Enter")
    await expect(phone.get_by_role("status").filter(has_text="This code is not in use.")).to_be_visible()
    await field.fill(code.lower())
    await phone.get_by_role("button", name="Go on").click()
    await page.get_by_role("button", name="No, keep it out").click()
    await expect(phone.get_by_role("status").filter(has_text="has not agreed")).to_be_visible()
    await expect(page.locator(".devices .list li")).to_have_count(1)
