"""The web room in a real Chromium: what a newcomer does in the first minutes, and the faults that may occur."""

import re
from pathlib import Path

import pytest
from playwright.async_api import Dialog, expect

from tests.conversation.chat_platforms import PHONE, ChatPlatforms
from tests.conversation.clients import WebClient
from tests.conversation.shared_browser import SharedBrowser
from tests.conversation.whole_games import WHOLE_GAMES
from tests.suites import deep, quick_first

ENDINGS = {
    "permainan-tabal": "Adi wins: Siti has no pieces left",
    "permainan-tabal-globe-joueur": "Adi wins: Siti has no pieces left",
    "main-tapal-empat": "Siti wins: only 10 goats are left",
    "malaysian-checkers-8": "Adi wins: Siti has no pieces left",
    "malaysian-checkers": "Siti wins: Adi has no pieces left",
}


async def begin(adi: WebClient, siti: WebClient, game: str, side: str = "first") -> None:
    """Adi, with the first side, and Siti have a match under way."""
    await adi.types(f"/play @{siti.name} {game} {side}")
    await siti.presses("Accept")
    await siti.reads("to move")


@deep("a conversation is held in the web room in the quick suite, and matches are played on its boards")
@pytest.mark.parametrize(
    ("game", "ending"), quick_first([*ENDINGS.items()], "one whole match is played in the quick suite")
)
@pytest.mark.long("a browser starts, and a whole conversation is held in it")
async def test_a_whole_match_is_played_to_its_end(chats: ChatPlatforms, game: str, ending: str) -> None:
    adi, siti = await chats.window("Adi"), await chats.window("Siti")
    await expect(adi.line).to_be_focused()
    first = "Siti" if game == "main-tapal-empat" else "Adi"
    await begin(adi, siti, game, "first")
    clients = {"Adi": adi, "Siti": siti}
    mover, other = clients.pop(first), clients.popitem()[1]
    *_, last = turns = WHOLE_GAMES[game].split()
    for move in turns:
        await mover.types(f"/move {move}")
        await other.reads(f"{other.name} (" if move is not last else ending)
        mover, other = other, mover
    await siti.page.reload()
    for client in (adi, siti):
        await client.reads(ending)
        assert "The game is over" in await client.picture()
        assert await client.page.locator("#log > li.public").count() == 1, "one board, brought up to date"
    await adi.presses("Rematch")
    await siti.presses("Rematch")
    await adi.reads("to move", "White: Siti" if "tapal" not in game else "Goats: Siti")
    await expect(adi.line).to_be_focused()
    await adi.presses("Your move")
    await expect(adi.page.get_by_text("Only you see this")).to_be_visible()
    await expect(adi.line).to_be_focused()


@deep("a whole match and a reload are played in the quick suite")
async def test_a_press_is_heard_though_the_board_changes_under_the_finger(chats: ChatPlatforms) -> None:
    adi, siti = await chats.window("Adi"), await chats.window("Siti")
    await begin(adi, siti, "malaysian-checkers-8", "first")
    await siti.page.get_by_role("button", name="More", exact=True).hover()
    await siti.page.mouse.down()
    await adi.types("/move c3-d4")
    await expect(siti.page.locator("#toast")).to_contain_text("Adi played c3-d4")  # the board comes before
    await siti.page.mouse.up()
    await expect(siti.page.locator("#toast")).to_contain_text("This button is no longer in use")
    await siti.reads("Adi played c3-d4", "Siti (")


@deep("a whole match with a reload is played in the quick suite; restarts are tested below the browser")
async def test_a_reload_and_a_restart_lose_nothing(platforms: ChatPlatforms) -> None:
    async with platforms.running_app():
        adi, siti = await platforms.window("Adi"), await platforms.window("Siti")
        await begin(adi, siti, "dam-8")
        await adi.types("good luck")
        await adi.presses("Your move")
        await adi.reads("Which piece?")
        await adi.page.reload()
        await adi.reads("Which piece?")
        await adi.reads("good luck")
        await siti.reads("good luck")
        await siti.sees_no("Which piece?")
    async with platforms.running_app():
        await adi.presses("c3 · ")
        await adi.reads("Where to?")
        await adi.presses("c3-d4")
        for client in (adi, siti):
            await client.reads("Adi played c3-d4", "Siti (Black) to move")
        await siti.page.reload()
        await siti.reads("Adi played c3-d4")
        window, address = await siti.page.context.new_page(), siti.page.url
        await siti.page.close()
        await window.goto(address)
        await expect(window).to_have_title(re.compile(r"Siti - Papan$"))


@deep("a whole match, a reload and hostile names are played in the quick suite")
async def test_what_is_told_to_one_is_told_to_nobody_else(chats: ChatPlatforms) -> None:
    adi, siti = await chats.window("Adi"), await chats.window("Siti")
    await begin(adi, siti, "dam-8")
    await siti.types("/move b6-a5")
    await siti.reads("Only you see this", "It is not your turn")
    await adi.types("/help")
    await adi.reads("Only you see this", "/takeback")
    await siti.sees_no("/takeback")
    await adi.sees_no("It is not your turn")
    await adi.page.get_by_role("button", name="Dismiss").click()
    await expect(adi.page.locator("#log > li.private")).to_have_count(0)


@deep("the line has the keyboard in the whole match of the quick suite")
async def test_whoever_goes_by_keyboard_or_marks_text_keeps_their_place(chats: ChatPlatforms) -> None:
    adi, siti = await chats.window("Adi"), await chats.window("Siti")
    await begin(adi, siti, "dam-8")
    button = adi.page.get_by_role("button", name="Your move").last
    await button.focus()
    await adi.page.keyboard.press("Tab")
    await adi.page.keyboard.press("Shift+Tab")
    await adi.page.keyboard.press("Enter")
    await adi.reads("Which piece?")
    await expect(button).to_be_focused()
    await siti.types("/help")
    await siti.reads("/takeback")
    await siti.page.evaluate("document.activeElement.blur()")
    await siti.page.locator("#log").get_by_text("(White) to move").last.select_text()
    await siti.page.get_by_role("button", name="Your move").last.dispatch_event("click")
    await siti.reads("It is not your turn")
    await expect(siti.line).not_to_be_focused()


@deep("a whole match, a reload and hostile names are played in the quick suite")
async def test_someone_alone_plays_both_sides(chats: ChatPlatforms) -> None:
    adi = await chats.window("Adi")
    await adi.page.get_by_role("link", name="Practice corner").click()
    await expect(adi.page.locator("[data-room='@'][aria-current]")).to_be_visible()
    await adi.types("/play tabal")
    await adi.presses("Practice board")
    await adi.reads("to move")
    await adi.types("c4-c5")
    await adi.reads("played c4-c5", "(Black) to move")
    await adi.types("c6xc4")
    await adi.reads("played c6xc4")


@deep("a whole match, a reload and hostile names are played in the quick suite")
async def test_tigers_and_goats_are_placed_on_a_live_board(chats: ChatPlatforms) -> None:
    adi, siti = await chats.window("Adi"), await chats.window("Siti")
    await begin(adi, siti, "main-tapal-empat", "second")
    await adi.presses("Your move")
    grid = adi.page.locator("#log > li.private .five button")
    await expect(grid).to_have_count(25)
    names = await grid.all_inner_texts()
    assert names[5:10] == ["·", "d2", "c2", "b2", "·"], "as the tigers see it; they begin in the middle"
    await adi.page.locator("#log > li.private .five button", has_text="b2").click()
    await expect(grid.locator("img")).to_have_count(1)
    await adi.page.locator("#log > li.private .five button", has_text="d4").click()
    await siti.reads("Adi put the tigers on b2 and d4")
    await siti.presses("Your move")
    await siti.page.locator("#log > li.private .five button", has_text="c3").click()
    await adi.reads("Siti put the goat on c3")


@deep("a whole match, a reload and hostile names are played in the quick suite")
async def test_an_invitation_link_leads_to_the_board(chats: ChatPlatforms) -> None:
    adi = await chats.window("Adi")
    await adi.types("/play tabal first")
    card = await adi.reads("invites anybody")
    code = re.findall(r"/join ([A-Z0-9]{4})", card)[0]
    await adi.presses("Invite by link")
    words = "Adi invites you to play Permainan-Tabal. You play Black."
    await expect(adi.page.locator("#toast")).to_contain_text(f"{words} {chats.url}join/{code}")
    page = await (await chats.browser()).new_page()
    await page.goto(f"{chats.url}join/{code}")
    await expect(page.locator("#words")).to_contain_text("Adi invites anybody to sit down.")
    await page.get_by_role("button", name="Sit down as Black").click()
    await page.fill("#name", "Siti")
    await page.keyboard.press("Enter")
    await expect(page.locator("#words")).to_contain_text("Adi (White) to move")
    await adi.reads(code, "White: Adi · Black: Siti")


@deep("a whole match, a reload and hostile names are played in the quick suite")
async def test_commands_and_moves_complete_themselves(chats: ChatPlatforms) -> None:
    adi, siti = await chats.window("Adi"), await chats.window("Siti")
    line, listed = adi.page.locator("#line"), adi.page.locator("#suggestions li")
    await line.press_sequentially("/pl")
    await expect(listed).to_have_count(1)
    await line.press("Tab")
    await expect(line).to_have_value("/play ")
    await expect(listed.first).to_have_text("@Siti")
    await line.press("Escape")
    await line.fill("")
    await begin(adi, siti, "dam-8")
    await line.press_sequentially("/move d4")
    await expect(listed).to_have_text(["c3-d4", "e3-d4"])
    await line.press("ArrowDown")
    await line.press("ArrowDown")
    await expect(listed.nth(1)).to_have_attribute("aria-selected", "true")
    await line.press("Enter")
    await expect(line).to_have_value("/move e3-d4")
    await line.press("Enter")
    await siti.reads("Adi played e3-d4")


@pytest.mark.parametrize(
    ("locale", "language", "sit", "accept"), [("ms-MY", "ms", "Sertai", "Terima"), ("id-ID", "id", "Gabung", "Terima")]
)
@deep("what is said in each language is tested below the browser")
async def test_the_room_speaks_the_language_of_the_browser(
    chats: ChatPlatforms, locale: str, language: str, sit: str, accept: str
) -> None:
    adi = await chats.window("Adi")
    siti = await chats.window("Siti", locale=locale)
    assert await siti.page.get_attribute("html", "lang") == language
    assert (await siti.page.locator("#sit button[type=submit]").text_content() or "").startswith(sit)
    await siti.types("/play @Adi dam-8")
    await siti.reads(accept)
    await adi.reads(accept)


@deep("a whole match, a reload and hostile names are played in the quick suite")
async def test_it_fits_a_phone_and_fingers(chats: ChatPlatforms) -> None:
    adi = await chats.window("Adi", viewport=PHONE, has_touch=True, is_mobile=True)
    siti = await chats.window("Siti")
    await begin(adi, siti, "main-tapal-empat", "second")
    await adi.presses("Your move")
    await expect(adi.page.locator(".five button").first).to_be_visible()
    await expect(adi.line).not_to_be_focused()  # it would bring up the keys over half the board
    width = await adi.page.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE["width"], "nothing stands out to the side"
    for button in await adi.page.locator("#log button:visible").all():
        box = await button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 36, await button.inner_text()


@deep("a whole match and a reload are played in the quick suite")
async def test_names_and_lines_are_words_and_never_code(chats: ChatPlatforms) -> None:
    surprises: list[str] = []

    async def surprised(dialog: Dialog) -> None:
        surprises.append(dialog.message)
        await dialog.dismiss()

    adi = await chats.window("<b>Adi</b>")
    siti = await chats.window("Siti")
    siti.page.on("dialog", surprised)
    siti.page.on("pageerror", lambda error: surprises.append(str(error)))
    line = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    await adi.types(line)
    assert line in await siti.reads(line)
    assert await siti.page.locator("#log img").count() == 0
    await expect(siti.page.locator("#people")).to_contain_text("<b>Adi</b>")
    await begin(adi, siti, "dam-8")
    await siti.page.locator("#log a.live").last.click()
    await expect(siti.page.locator("#seat-above")).to_contain_text(re.compile("<b>Adi</\u2060?b>"))  # no command
    assert await siti.page.locator(".who b b").count() == 0
    assert surprises == []


@deep("a whole match, a reload and hostile names are played in the quick suite")
async def test_everything_that_can_be_pressed_or_seen_has_a_name(chats: ChatPlatforms) -> None:
    adi, siti = await chats.window("Adi"), await chats.window("Siti")
    await begin(adi, siti, "dam-8")
    await adi.presses("Your move")
    await adi.reads("Which piece?")
    for control in await adi.page.locator("button:visible, input:visible, a:visible").all():
        name = await control.evaluate(
            """each => (each.getAttribute('aria-label') || each.labels?.[0]?.textContent || each.textContent
                || each.querySelector('[aria-label]')?.getAttribute('aria-label') || '').trim()"""
        )
        assert name, await control.evaluate("each => each.outerHTML")
    pictures = [await each.get_attribute("alt") or "" for each in await adi.page.locator("#log .card > img").all()]
    boards = [await each.get_attribute("aria-label") or "" for each in await adi.page.locator("#log papan-board").all()]
    assert pictures
    assert boards
    assert min(map(len, pictures + boards)) > 40
    await adi.page.keyboard.press("Tab")
    assert await adi.page.evaluate("document.activeElement !== document.body"), "the keyboard reaches the controls"


@pytest.mark.long("a browser starts")
async def test_over_plain_http_on_another_name_people_sit_down_and_ask(
    tmp_path: Path, shared_browser: SharedBrowser
) -> None:
    async with ChatPlatforms(tmp_path, shared_browser, host="papan.test") as chats, chats.running_app():
        page = await (await chats.browser()).new_page()
        await page.goto(f"{chats.url}talk")
        assert not await page.evaluate("isSecureContext"), "the browser takes this address for a safe one"
        await page.fill("#name", "Adi")
        await page.keyboard.press("Escape")
        await expect(page.locator("#door")).to_be_hidden()
        adi = WebClient(page, "Adi")
        await adi.types("/play tabal first")
        await expect(page.locator("#door")).to_be_visible()
        await expect(page.locator("#name")).to_have_value("Adi")
        await page.dblclick("#sit button[type=submit]")
        await adi.reads("invites anybody")
        await expect(page.locator("#door")).to_be_hidden()
        piece = page.locator("#log papan-board .pieces img").first
        await expect(piece).to_have_css("background-color", "rgba(0, 0, 0, 0)")
        await adi.types("/rules tabal")
        await adi.reads("Only you see this", "Board and goal")
        picture = page.locator("#log > li.private img").last
        await expect(picture).to_have_js_property("complete", True)
        given, loaded = await picture.evaluate("image => [[image.width, image.height], image.naturalHeight]")
        attributes = [int(await picture.get_attribute(name) or 0) for name in ("width", "height")]
        assert attributes[1] == loaded, "the place that is kept free is not that of the picture"
        assert given[0] * attributes[1] == pytest.approx(given[1] * attributes[0], rel=0.02)
