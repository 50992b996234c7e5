"""Faults that the web room once had, each where one finds it. Others of them have their tests elsewhere:

dead over plain http on another name than localhost: test_web_room.py; the printed address 0.0.0.0:
tests/bot/platforms/test_web_addresses.py; a new language only after a reload: test_me.py.
"""

import re

from playwright.async_api import Page, expect

from tests.conversation.chat_platforms import PHONE, ChatPlatforms
from tests.conversation.clients import WebClient
from tests.conversation.live_boards import BOARD, at_ply, begin, moves_of, practice, touch
from tests.suites import deep

LOW = {"width": 844, "height": 390}
AT_END = """() => {
    const scroller = document.querySelector('[data-scrolls]');
    return scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1;
}"""
AT = """() => {
    const { id, dataset, tagName, parentElement } = document.activeElement;
    if (dataset.point) return 'board';
    return id || document.activeElement.closest('#moves')?.id || parentElement.id || tagName;
}"""


async def second_window(page: Page) -> Page:
    """Another window of the person of a page."""
    other = await page.context.new_page()
    await other.goto(page.url)
    return other


@deep("the talk is scrolled by each whole match")
async def test_a_card_higher_than_the_window_scrolls_to_its_end(chats: ChatPlatforms) -> None:
    adi = await chats.window("Adi", viewport=LOW)
    await adi.types("/play main-tapal-empat")
    await adi.presses("Practice board")
    await adi.reads("Goats in hand")
    await adi.presses("Your move")
    grid = adi.page.locator("#log > li.private .five button")
    await expect(grid).to_have_count(25)
    await adi.page.locator("[data-scrolls]").hover()
    while not await adi.page.evaluate(AT_END):
        await adi.page.mouse.wheel(0, 200)
    await expect(grid.last).to_be_in_viewport()
    line = await adi.line.bounding_box()
    button = await grid.last.bounding_box()
    assert line
    assert button
    assert button["y"] + button["height"] <= line["y"], "the last row is above the line in which one writes"


@deep("somebody looks on before they sit down in the quick suite")
async def test_esc_in_the_dialog_of_names_loses_nothing_typed(chats: ChatPlatforms) -> None:
    page = await (await chats.browser()).new_page()
    await page.goto(f"{chats.url}me")
    await page.get_by_role("button", name="Give a name").click()
    await page.fill("#name", "Siti Nurhaliza")
    await page.keyboard.press("Escape")
    await expect(page.locator("#door")).to_be_hidden()
    await page.get_by_role("link", name="Home").click()
    await expect(page.locator(".game").first).to_be_visible()
    await page.get_by_role("link", name="You").click()
    await page.get_by_role("button", name="Give a name").click()
    await expect(page.locator("#name")).to_have_value("Siti Nurhaliza")
    await page.keyboard.press("Enter")
    await expect(page.locator("#person-name")).to_have_text("Siti Nurhaliza")


@deep("what a name may be is tested below the browser")
async def test_names_in_other_scripts_are_seen_on_the_board_and_in_the_strip(chats: ChatPlatforms) -> None:
    host, guest = await chats.window("سيتي نورهاليزا"), await chats.window("李小龍")
    await host.types(f"/play @{guest.name} dam-8 first")
    await guest.presses("Accept")
    await guest.reads("to move")
    for client, other in ((host, guest), (guest, host)):
        await client.page.locator("#log a.live").last.click()
        await expect(client.page.locator("#seat-below")).to_contain_text(client.name)
        await expect(client.page.locator("#seat-above")).to_contain_text(other.name)
        await client.page.get_by_role("link", name="Home").click()
        await expect(client.page.locator("#tabs a")).to_contain_text(other.name)


@deep("a phone plays in the quick suite")
async def test_what_is_said_for_a_moment_is_not_squeezed_on_a_phone(chats: ChatPlatforms) -> None:
    adi = await chats.window("Adi", viewport=PHONE)
    await adi.types("/play tabal first")
    await adi.presses("Invite by link")
    toast = adi.page.locator("#toast")
    await expect(toast).to_contain_text("Adi invites you")
    box = await toast.bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["width"]
    assert box["width"] > 0.8 * PHONE["width"]


@deep("settings reach two windows of one person in the quick suite")
async def test_two_windows_of_one_person_are_both_live_and_both_told(chats: ChatPlatforms) -> None:
    adi, siti = await begin(chats, "dam-8")
    other = await second_window(siti)
    await expect(other.locator(f"{BOARD} [role=application]")).to_be_visible()
    await touch(adi, "c3")
    await touch(adi, "d4")
    for window in (siti, other):
        await at_ply(window, 1)
        await expect(window).to_have_title(re.compile(r"^\(1\) "))
    await touch(other, "f6")
    await touch(other, "e5")
    for window in (adi, siti):
        await at_ply(window, 2)
        assert await moves_of(window) == ["c3-d4", "f6-e5"]
    # In the talk and in oneself's page: one person in two windows, under one name, that changes in both.
    await siti.goto(f"{chats.url}talk")
    await other.goto(f"{chats.url}me/settings/name")
    await expect(siti.locator("#people")).to_have_text(re.compile("^(Adi, )?Siti(, Adi)?$"))
    await other.fill("#me-name", "Siti Nurhaliza")
    await other.keyboard.press("Enter")
    await expect(other.locator("#toast")).to_have_text("You are called Siti Nurhaliza now.")
    await expect(siti.locator("#people")).to_have_text(re.compile("^(Adi, )?Siti Nurhaliza(, Adi)?$"))
    client = WebClient(siti, "Siti Nurhaliza")
    await client.types("my new name")
    await expect(siti.locator(".said.mine .author")).to_have_text("Siti Nurhaliza")


@deep("moves by keys alone are made in the quick suite")
async def test_the_tab_key_goes_from_the_board_to_its_line_to_the_actions_to_the_moves_to_the_tabs(
    chats: ChatPlatforms,
) -> None:
    page = await practice(chats)
    await touch(page, "c3")
    await touch(page, "d4")
    await at_ply(page, 1)
    await page.locator(f"{BOARD} button[tabindex='0']").focus()
    found = []
    for _ in range(40):
        found.append(await page.evaluate(AT))
        if found[-1] == "BODY":
            break
        await page.keyboard.press("Tab")
    order = list(dict.fromkeys(found))
    assert order[:2] == ["board", "A"], "the name at the seat below it leads to its person"
    assert order[2:7] == ["offered", "first", "earlier", "slider", "actions"]
    assert order[7:13] == ["flip", "pencil", "sound", "alone", "moves", "typed-move"]
    assert order[13:15] == ["DIV", "BUTTON"], "the words about the match, then the tabs"
    count = await page.locator("#actions button:not(:disabled)").count()
    assert found.count("actions") == count, "each button is come to"


@deep("a move is typed in the quick suite")
async def test_a_letter_opens_the_field_for_a_typed_move_and_a_digit_does_not(chats: ChatPlatforms) -> None:
    page = await practice(chats)
    typed = page.locator("#typed")
    await page.keyboard.press("3")
    await expect(typed).to_be_hidden()
    await touch(page, "c3")
    await page.keyboard.press("1")
    await expect(typed).to_be_hidden()
    await page.keyboard.press("c")
    await expect(typed).to_be_focused()
    await page.keyboard.type("3-d4")
    await expect(typed).to_have_value("c3-d4")
    await page.keyboard.press("Enter")
    await at_ply(page, 1)
    assert await moves_of(page) == ["c3-d4"]


@deep("the words of the page in another language are read in the quick suite")
async def test_a_page_in_malay_says_so_on_every_screen(chats: ChatPlatforms) -> None:
    page = await (await chats.browser(locale="ms-MY")).new_page()
    await page.goto(chats.url)
    html = page.locator("html")
    await expect(html).to_have_attribute("lang", "ms")
    for name in ("Anda", "Laman utama", "Sembang"):
        await page.locator("nav.rooms").first.get_by_role("link", name=name).click()
        await expect(html).to_have_attribute("lang", "ms")
    await page.goto(chats.url)
    await page.locator(".game button.main").first.click()
    await expect(page.locator(f"{BOARD} [role=application]")).to_be_visible()
    await expect(html).to_have_attribute("lang", "ms")
    # The language that is set for oneself comes before that of the browser, also after another start.
    await page.goto(f"{chats.url}me/settings")
    await page.locator("#language-id").check()
    await expect(html).to_have_attribute("lang", "id")
    await page.goto(chats.url)
    await expect(html).to_have_attribute("lang", "id")
    await page.locator("#mine a").click()
    await expect(page.locator(f"{BOARD} [role=application]")).to_be_visible()
    await expect(html).to_have_attribute("lang", "id")


NO_NOTICES = """() => {
    localStorage.setItem('device', JSON.stringify({ notify: true }));
    Object.defineProperty(document, 'hidden', { get: () => true });
    window.Notification = class {
        static permission = 'granted';
        constructor() {
            window.tried = true;
            throw new TypeError('Illegal constructor');
        }
    };
    Object.defineProperty(navigator, 'serviceWorker', { value: undefined });
}"""
"""As in Chrome on Android, where a page itself has no notices; and there is no worker yet."""


async def test_a_move_is_shown_where_the_browser_refuses_to_tell_of_it(chats: ChatPlatforms) -> None:
    adi, siti = await begin(chats, "dam-8")
    await siti.add_init_script(f"({NO_NOTICES})()")
    await siti.reload()
    await at_ply(siti, 0)
    await touch(adi, "c3")
    await touch(adi, "d4")
    await at_ply(siti, 1)
    await siti.wait_for_function("() => window.tried")


NO_POPOVERS = """() => {
    for (const name of ['popover', 'showPopover', 'hidePopover']) delete HTMLElement.prototype[name];
    delete HTMLButtonElement.prototype.popoverTargetElement;
}"""


async def test_more_opens_in_a_browser_without_popovers(chats: ChatPlatforms) -> None:
    page = await practice(chats)
    await page.add_init_script(f"({NO_POPOVERS})()")
    await page.reload()
    await page.get_by_role("button", name="More", exact=True).click()
    await expect(page.locator("#more.open button").first).to_be_attached()
