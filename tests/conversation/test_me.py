"""The page of oneself in a real Chromium: name, settings and data, in effect at once and in every window."""

import re

import pytest
from playwright.async_api import Page, expect

from tests.conversation.chat_platforms import PHONE, ChatPlatforms
from tests.conversation.clients import WebClient
from tests.suites import deep

GAPS = """() => [...document.querySelectorAll('.own form')].flatMap((form) => {
    const lines = [...form.children].filter((each) => each.checkVisibility());
    const edges = lines.map((each) => each.getBoundingClientRect());
    return edges.slice(1).map(({ top }, number) => top - edges[number].bottom);
})"""
"""Pixels between each two lines of the forms in which something is typed."""
FOCUS = 5
"""Pixels that the frame around what has the focus takes outside it."""


async def in_group(page: Page, name: str) -> None:
    """Show a group of settings."""
    await page.locator("#me-groups").get_by_role("link", name=name).click()


async def sits(page: Page, name: str) -> None:
    """Give a name on the page of oneself, where none was given."""
    await page.get_by_role("button", name="Give a name").click()
    await page.fill("#name", name)
    await page.click("#sit button[type=submit]")
    await expect(page.locator("#me-name")).to_have_value(name)


@deep("all settings are chosen with keys in the quick suite")
@pytest.mark.long("a browser starts")
async def test_settings_are_in_effect_at_once_and_in_every_window(chats: ChatPlatforms) -> None:
    context = await chats.browser(viewport=PHONE)
    page = await context.new_page()
    await page.goto(f"{chats.url}me/settings")
    await sits(page, "Siti")
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is cut at the side"
    other = await context.new_page()
    await other.goto(f"{chats.url}g/dam-8")
    start = other.locator("#game-start .wood")
    await expect(start).to_have_attribute("src", re.compile("/kayu/"))
    await page.get_by_label("Night market").check()
    await expect(start).to_have_attribute("src", re.compile("/pasar/"))
    await page.get_by_label("Bahasa Indonesia").check()
    await expect(page.get_by_role("link", name="Perangkat ini")).to_be_visible()
    await expect(page.get_by_label("Pasar malam")).to_be_checked()
    await expect(page.get_by_label("Bahasa Indonesia")).to_be_focused()
    await expect(other.get_by_role("heading", name="Papan dan tujuan")).to_be_visible()
    await page.reload()
    await expect(page.get_by_label("Bahasa Indonesia")).to_be_checked()
    await page.get_by_role("link", name="Beranda").click()
    await expect(page.get_by_role("button", name="Mulai di sini")).to_be_visible()


@deep("each setting is chosen in the tests of the room without a browser")
@pytest.mark.long("a browser starts")
async def test_all_settings_are_chosen_with_keys_and_hold_in_the_chat(chats: ChatPlatforms) -> None:
    page = await (await chats.browser(viewport=PHONE)).new_page()
    await page.goto(f"{chats.url}me/settings")
    await sits(page, "Siti")
    await in_group(page, "Time")
    zone, quiet = page.get_by_label("What time is it for you now?"), page.get_by_label("Quiet hours")
    await expect(zone).to_have_value("")
    await expect(zone).to_have_accessible_description(re.compile("^Your time zone is not known yet"))
    await expect(quiet).to_be_disabled()
    await expect(quiet).to_have_accessible_description("Quiet hours need your time zone.")
    await in_group(page, "Moves")
    await expect(page.get_by_role("group", name="When the computer is losing")).to_be_visible()
    await page.get_by_label("The computer plays to the end").focus()
    await page.keyboard.press("ArrowRight")
    await expect(page.get_by_label("The computer may resign")).to_be_checked()
    await expect(page.get_by_label("The computer may resign")).to_be_focused()
    await in_group(page, "Time")
    await zone.focus()
    for _ in range(3):
        await page.keyboard.press("ArrowDown")
    await expect(zone).to_have_value("Asia/Jakarta")
    await expect(quiet).to_be_enabled()
    await expect(zone).to_be_focused()
    await zone.evaluate("(zone) => { window.zone = zone; }")
    await page.keyboard.press("Tab")
    await expect(quiet).to_be_focused()
    await quiet.select_option(label="23:00-07:00")
    await expect(quiet).to_have_accessible_description(re.compile("^Quiet hours: 23:00-07:00"))
    await page.get_by_label("No days away by themselves").check()
    assert await page.evaluate("window.zone.isConnected"), "a choice is not lost while the page is drawn again"
    await in_group(page, "People")
    told = page.get_by_role("group", name="Where are you told that it is your turn?")
    await expect(told.get_by_label("Here, beside the board")).to_be_checked()
    await told.get_by_label("In private", exact=True).check()
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is cut at the side"
    await in_group(page, "Name")
    await page.fill("#me-key", "wrong")
    await page.keyboard.press("Enter")
    await expect(page.locator("#me-key-refused")).to_contain_text("That is not the key")
    gaps = await page.evaluate(GAPS)
    assert len(gaps) > 4, "the name, and the key of the room with its refusal"
    assert min(gaps) > FOCUS, "the frame around a field covers no words"
    await in_group(page, "Moves")
    await page.reload()
    await expect(page.get_by_label("The computer may resign")).to_be_checked()
    await in_group(page, "Time")
    await expect(zone).to_have_value("Asia/Jakarta")
    await expect(quiet.locator("option:checked")).to_have_text("23:00-07:00")
    await expect(page.get_by_label("No days away by themselves")).to_be_checked()
    await in_group(page, "People")
    await expect(told.get_by_label("In private", exact=True)).to_be_checked()
    await page.get_by_role("link", name="Talk").click()
    siti = WebClient(page, "Siti")
    await siti.types("/settings zone:Asia/Kathmandu")
    panel = page.locator("#log")
    for line in (
        "as in Kathmandu",
        "Quiet hours: 23:00-07:00",
        "When your time runs out: No days away by themselves",
    ):
        await expect(panel).to_contain_text(line)
    await page.get_by_role("button", name="Moves", exact=True).click()
    await expect(panel).to_contain_text("The computer may resign")
    await page.goto(f"{chats.url}me/settings/time")
    await expect(zone.locator("option:checked")).to_have_text(re.compile("Kathmandu"))


@deep("the page of oneself is opened in the quick suite; names are tested below the browser")
@pytest.mark.long("two browsers start")
async def test_a_name_is_changed_and_nobody_takes_the_one_before(chats: ChatPlatforms) -> None:
    page = await (await chats.browser()).new_page()
    await page.goto(f"{chats.url}me/settings")
    await sits(page, "Siti")
    await in_group(page, "Name")
    adi = await chats.window("Adi")
    await page.fill("#me-name", "ADI")
    await page.keyboard.press("Enter")
    await expect(page.locator("#me-refused")).to_contain_text("belongs to somebody else")
    await page.fill("#me-name", "Siti Nurhaliza")
    await page.get_by_role("button", name="Change").click()
    await expect(page.locator("#toast")).to_have_text("You are called Siti Nurhaliza now.")
    await expect(page.locator("#me-refused")).to_be_hidden()
    await expect(adi.page.locator("#people")).to_contain_text("Siti Nurhaliza")
    await page.reload()
    await expect(page.locator("#me-name")).to_have_value("Siti Nurhaliza")
    await adi.page.goto(f"{chats.url}me/settings/name")
    await expect(adi.page.locator("#me-name")).to_have_value("Adi")
    await adi.page.fill("#me-name", "Siti")
    await adi.page.keyboard.press("Enter")
    await expect(adi.page.locator("#me-refused")).to_contain_text("belongs to somebody else")


INSTALLABLE = """() => {
    window.asked = 0;
    dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt: async () => { window.asked += 1; } }));
}"""


@deep("the page of oneself is opened in the quick suite")
async def test_settings_of_the_device_need_no_name_and_are_kept(chats: ChatPlatforms) -> None:
    page = await (await chats.browser(permissions=[])).new_page()
    await page.goto(f"{chats.url}me/settings")
    await page.get_by_label("Sounds").check()
    await page.get_by_label("Always").check()
    await page.get_by_label("Drag it").check()
    await page.get_by_label("Letters and numbers beside the board").uncheck()
    await page.get_by_label("Notify me").click()
    await expect(page.locator("#me-notify")).to_contain_text("does not let this page notify you")
    await expect(page.get_by_label("Notify me")).not_to_be_checked()
    await page.reload()
    for label in ("Sounds", "Always", "Drag it"):
        await expect(page.get_by_label(label)).to_be_checked()
    await expect(page.get_by_label("Letters and numbers beside the board")).not_to_be_checked()

    # A browser that can install the page says so with an event, and asks when it is told to.
    install = page.get_by_role("button", name="Put Papan among the apps of this device")
    await expect(install).to_have_count(0)
    await page.evaluate(INSTALLABLE)
    await page.get_by_label("Sounds").uncheck()
    await install.click()
    await expect(install).to_have_count(0)
    assert await page.evaluate("asked") == 1


@deep("the page of oneself is opened in the quick suite")
async def test_ones_data_is_told_given_and_deleted(chats: ChatPlatforms) -> None:
    page = await (await chats.browser()).new_page()
    await page.goto(f"{chats.url}me/settings")
    await sits(page, "Siti")
    await in_group(page, "My data")
    await page.get_by_role("button", name="What is kept about me").click()
    await expect(page.locator("#log")).to_contain_text("Your matches, with all moves and their times")
    await page.locator("[data-line='/privacy export']").click()
    await expect(page.locator("#log a[download]")).to_be_visible()
    await page.locator("[data-line='/privacy delete']").click()
    await page.get_by_role("button", name="Delete it all").click()
    await expect(page.locator("#log")).to_contain_text("Nothing in my database says who you are")
    await page.reload()
    await expect(page.get_by_role("button", name="Give a name")).to_be_visible()
