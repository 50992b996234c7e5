"""A note to oneself in a real Chromium: it is written in a field of the card, which has what stands there."""

import pytest
from playwright.async_api import expect

from tests.conversation.chat_platforms import PHONE, ChatPlatforms
from tests.conversation.live_boards import practice


@pytest.mark.long("a browser starts")
async def test_a_note_is_written_in_a_field(chats: ChatPlatforms) -> None:
    adi = await practice(chats, viewport=PHONE)
    field = adi.locator("#answers textarea")
    await adi.locator("#actions").get_by_role("button", name="More").click()
    await adi.get_by_role("button", name="Note").click()
    await field.fill("guard c3")
    save = adi.locator("#answers").get_by_role("button", name="Save")
    assert await save.evaluate("(button) => getComputedStyle(button).backgroundColor") != "rgba(0, 0, 0, 0)"
    await save.click()
    await expect(adi.locator("#answers")).to_contain_text("Delete the note")
    await expect(field).to_have_count(0)
    await adi.locator("#answers").get_by_role("button", name="Write it").click()
    await expect(field).to_have_value("guard c3")
    await expect(field).to_have_attribute("maxlength", "500")
