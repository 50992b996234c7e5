"""The room as one place in a real Chromium: looking on without a name, several matches side by side, addresses."""

import asyncio
import re

import pytest
from playwright.async_api import Page, expect

from bot.app.entry.live_boards import LiveBoards
from tests.conversation.chat_platforms import PHONE, ChatPlatforms
from tests.conversation.live_boards import BOARD, at_ply, begin, choose, moves_of, says, touch
from tests.suites import deep

GRID = f"{BOARD} [role=application]"


async def arrives(chats: ChatPlatforms, path: str = "", **context: object) -> Page:
    page = await (await chats.browser(**context)).new_page()
    await page.goto(f"{chats.url}{path}")
    return page


async def begins(page: Page, chats: ChatPlatforms, label: str, game: str = "Malaysian checkers 8x8") -> str:
    """Begin a match by the sheet of a game in the lobby, against whom it says; its code."""
    await page.goto(chats.url)
    await page.fill("#find", game)
    play = page.get_by_role("button", name=f"Play now: {game}", exact=True)
    tile = page.locator(".game", has=play).first
    await choose(page, tile.get_by_role("button", name="With a friend"), label)
    await expect(page.locator(GRID)).to_be_visible()
    return page.url.rpartition("/")[2]


async def sits(page: Page, name: str) -> None:
    """Give a name where one is asked for."""
    await expect(page.locator("#door")).to_be_visible()
    await page.fill("#name", name)
    await page.click("#sit button[type=submit]")
    await expect(page.locator("#door")).to_be_hidden()


@deep("an onlooker's press asks for a name on the page of a game in the quick suite")
@pytest.mark.long("browsers start, and a match is begun in them")
async def test_an_onlooker_is_seated_by_the_one_press_that_asked_for_a_name(chats: ChatPlatforms) -> None:
    adi = (await chats.window("Adi")).page
    code = await begins(adi, chats, "Anybody here")
    siti = await arrives(chats, f"m/{code}")
    await expect(siti.locator("#door")).to_be_hidden()
    await siti.get_by_role("button", name="Sit down as White").click()
    await siti.keyboard.press("Escape")
    await expect(siti.locator("#door")).to_be_hidden()
    await expect(siti.locator("#words")).to_contain_text("Adi invites anybody")
    await siti.get_by_role("button", name="Sit down as White").click()
    await sits(siti, "Siti")
    await expect(siti.locator("#ask")).to_have_text("Which piece?")
    await expect(siti.locator("#seat-below")).to_contain_text("Siti")
    # Another one watches, to whom nobody gives a name.
    ros = await arrives(chats, f"m/{code}")
    await expect(ros.locator(GRID)).to_be_visible()
    await touch(siti, "c3")
    await touch(siti, "d4")
    for page in (adi, ros):
        await at_ply(page, 1)
    assert await moves_of(ros) == ["c3-d4"]
    await expect(ros.locator("#actions")).not_to_contain_text("Resign")
    await expect(ros.locator("#door")).to_be_hidden()


@deep("a tab of its own, with its title, is seen in the quick suite")
@pytest.mark.long("browsers start, and matches are played in them")
async def test_matches_stand_side_by_side_in_tabs(chats: ChatPlatforms) -> None:
    adi, siti = await begin(chats, "dam-8")
    first = adi.url.rpartition("/")[2]
    await expect(adi).to_have_title(re.compile(r"^\(1\) "))
    second = await begins(adi, chats, "Both sides yourself", "Permainan-Tabal")
    tabs = adi.locator("#tabs li")
    await expect(tabs).to_have_count(2)
    await expect(adi).to_have_title(re.compile(r"^\(2\) "))
    await expect(tabs.filter(has_text="Siti").locator("strong")).to_have_text("Your turn", ignore_case=True)
    await tabs.filter(has_text="Siti").locator("a").click()
    await touch(adi, "c3")
    await touch(adi, "d4")
    await at_ply(siti, 1)
    await expect(adi).to_have_title(re.compile(r"^\(1\) "))
    await tabs.nth(1).locator("a").click()
    await expect(adi).to_have_url(f"{chats.url}m/{second}")
    # Others begin a match: mine stays where it is.
    ros = await arrives(chats)
    await begins(ros, chats, "Both sides yourself")
    await touch(siti, "b6")
    await touch(siti, "a5")
    await expect(adi).to_have_title(re.compile(r"^\(2\) "))
    await expect(tabs.filter(has_text="Siti").locator("strong")).to_have_count(1)
    await expect(adi).to_have_url(f"{chats.url}m/{second}")
    await expect(tabs).to_have_count(2)
    # A tab that is closed stays closed, though its match waits; the match goes on.
    await tabs.filter(has_text="Siti").get_by_role("button").click()
    await expect(adi.locator("#tabs")).to_be_hidden()
    await adi.get_by_role("link", name="Home").first.click()
    await expect(adi.locator("#mine a")).to_have_count(2)
    await adi.reload()
    await expect(adi.locator("#mine a")).to_have_count(2)
    await expect(tabs).to_have_count(1)
    await expect(adi).to_have_title(re.compile(r"^\(2\) "))
    await adi.locator(f"#mine a[href='/m/{first}']").click()
    await at_ply(adi, 2)
    await expect(tabs).to_have_count(2)


@deep("a rematch is tested below the browser; tabs and onlookers are in the quick suite")
@pytest.mark.long("browsers start")
async def test_both_go_on_to_the_rematch_and_those_who_watch_stay(chats: ChatPlatforms) -> None:
    adi, siti = await begin(chats, "dam-8")
    over = adi.url
    ros = await arrives(chats, over.removeprefix(chats.url))
    await adi.get_by_role("button", name="More").click()
    await adi.get_by_role("button", name="Resign").click()
    await adi.get_by_role("button", name="Yes, resign").click()
    for page in (adi, siti):
        await page.get_by_role("button", name=re.compile("^Rematch")).first.click()
    for page in (adi, siti):
        await expect(
            page.locator("#seat-below, #seat-above").filter(has_text=re.compile("Siti.*White", re.DOTALL))
        ).to_be_visible()
        await expect(page).not_to_have_url(over)
    assert adi.url == siti.url
    await expect(ros.locator("#words")).to_contain_text("Rematch: ")
    await expect(ros).to_have_url(over)


@deep("a turn is proposed, played and taken back in the quick suite")
@pytest.mark.long("a browser starts, and a move is made in it")
async def test_over_days_a_finger_proposes_a_move_before_it_is_played(chats: ChatPlatforms) -> None:
    adi, siti = await chats.window("Adi"), await chats.window("Siti", viewport=PHONE, has_touch=True, is_mobile=True)
    await adi.types("/play @Siti dam-8 second")
    await siti.presses("Accept")
    await siti.reads("to move")
    for client in (adi, siti):
        await client.page.locator("#log a.live").last.click()
        await expect(client.page.locator(GRID)).to_be_visible()
    page = siti.page
    await touch(page, "c3")
    await touch(page, "d4")
    await expect(page.get_by_role("button", name="Play it")).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(page.locator("#proposal")).to_be_hidden()
    await expect(page.locator(f"{BOARD} .pending")).to_have_count(0)
    await touch(page, "c3")
    await touch(page, "b4")
    await page.reload()
    await expect(page.locator(GRID)).to_be_visible()
    assert await moves_of(adi.page) == [], "nothing is played yet, and a proposed move is gone after a reload"
    await touch(page, "c3")
    await touch(page, "b4")
    await page.get_by_role("button", name="Play it").click()
    await at_ply(adi.page, 1)
    assert await moves_of(adi.page) == ["c3-b4"]


@deep("people talk and play at once in the whole match of the quick suite")
@pytest.mark.long("browsers start")
async def test_what_is_said_beside_a_board_stays_there(chats: ChatPlatforms) -> None:
    adi, siti = await begin(chats, "dam-8")
    ros = await chats.window("Ros")
    await says(adi, "good luck")
    for page in (adi, siti):
        await expect(page.locator("#log .said")).to_have_text(["Adigood luck"])
    await siti.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert await siti.evaluate("scrollY") == 0, "what others say takes no board away"
    await siti.get_by_role("button", name="More").click()
    await siti.get_by_role("button", name="Resign").click()
    await expect(siti.get_by_role("button", name="Yes, resign")).to_be_in_viewport()
    await siti.reload()
    await expect(siti.locator("#log .said")).to_have_text(["Adigood luck"])
    watching = await arrives(chats, adi.url.removeprefix(chats.url))
    await expect(watching.locator("#log .said")).to_have_text(["Adigood luck"])
    await says(watching, "who wins?")
    await sits(watching, "Tom")
    await expect(adi.locator("#log .said")).to_have_text(["Adigood luck", "Tomwho wins?"])
    await ros.types("good morning")
    await ros.reads("good morning")
    await ros.sees_no("good luck")
    await expect(adi.locator("#log .said")).to_have_count(2)


SCREENS = {"": "#games", "talk": "#composer", "talk?corner": "#composer", "g/dam-8": "#game-rules"}
SCREENS |= {"edit/malaysian-checkers-8": ".edit .tray legend"}
SCREENS |= {"me": "#person-parts", "me/settings": "#me-settings .pictured", "me/settings/device": "#device-sound"}


@deep("tabs are opened, closed and kept over a reload in the quick suite")
@pytest.mark.long("a browser starts")
async def test_back_and_reload_work_on_each_address(chats: ChatPlatforms) -> None:
    page = (await chats.window("Adi")).page
    code = await begins(page, chats, "Both sides yourself")
    screens = SCREENS | {f"m/{code}": "#moves"}
    for path in screens:
        await page.evaluate(
            "path => { const a = document.createElement('a'); a.href = path; "
            "document.body.append(a); a.click(); a.remove(); }",
            f"/{path}",
        )
        await expect(page).to_have_url(f"{chats.url}{path}")
    loads = await page.evaluate("performance.getEntriesByType('navigation').length + performance.timeOrigin")
    for path, part in reversed(screens.items()):
        await expect(page).to_have_url(f"{chats.url}{path}")
        await expect(page.locator(part)).to_be_attached()
        await expect(page.locator("#screen > *")).to_have_count(1)
        await page.go_back()
    assert await page.evaluate("performance.getEntriesByType('navigation').length + performance.timeOrigin") == loads
    for path, part in screens.items():
        await page.goto(f"{chats.url}{path}")
        await page.reload()
        await expect(page.locator(part)).to_be_attached()
        await expect(page.locator("#door")).to_be_hidden()


@deep("tabs are tested with one person in the quick suite")
@pytest.mark.long("a browser starts")
async def test_another_person_who_sits_here_again_has_not_the_tabs_of_the_one_before(chats: ChatPlatforms) -> None:
    page = (await chats.window("Adi")).page
    for game in ("Malaysian checkers 8x8", "Permainan-Tabal"):
        await begins(page, chats, "Both sides yourself", game)
    await expect(page.locator("#tabs li")).to_have_count(2)
    await page.goto(f"{chats.url}me/settings/name")
    await page.get_by_role("button", name="Somebody else in this tab").click()
    await sits(page, "Siti")
    await expect(page.locator("#me-name")).to_have_value("Siti")
    await expect(page.locator("#tabs li")).to_have_count(0)
    assert await page.evaluate("JSON.parse(sessionStorage.getItem('tabs')).codes") == []
    await page.get_by_role("button", name="Sit here again as Adi").click()
    await expect(page.locator("#tabs li")).to_have_count(2)


@deep("events that come twice act once in the quick suite, below the browser")
@pytest.mark.long("a browser starts")
async def test_two_quick_presses_begin_one_match_for_one_person(chats: ChatPlatforms) -> None:
    page = await arrives(chats)
    await page.get_by_role("button", name="Play now: Permainan-Tabal").first.dblclick()
    await expect(page.locator(GRID)).to_be_visible()
    await page.goto(chats.url)
    await expect(page.locator("#mine a")).to_have_count(1)
    assert await page.evaluate("Object.keys(JSON.parse(localStorage.getItem('people'))).length") == 1


@deep("what is sent again after a break is done once in the quick suite")
@pytest.mark.long("a browser starts")
async def test_what_is_wanted_while_the_page_greets_anew_is_done_once(chats: ChatPlatforms) -> None:
    """To go to the talk says hello anew; for a moment nobody sits in the window."""
    adi = await chats.window("Adi")
    page = adi.page
    await begins(page, chats, "Both sides yourself")
    await page.goto(f"{chats.url}g/dam-8")
    await expect(page.locator("#game-begin button").first).to_be_visible()
    await page.evaluate("""async () => {
        const shown = async () => {
            while (!document.getElementById('line')) await new Promise((done) => setTimeout(done));
        };
        document.querySelector('a[href="/talk"]').click();
        await shown();
        document.getElementById('line').value = 'one';
        document.getElementById('composer').requestSubmit();
        document.querySelector('.rooms a[href="/"]').click();
        document.querySelector('.rooms a[href="/talk"]').click();
        await shown();
        document.getElementById('line').value = 'two';
        document.getElementById('composer').requestSubmit();
    }""")
    await expect(page.locator("#log .said")).to_have_text(["Adione", "Aditwo"])
    await page.reload()
    await expect(page.locator("#log .said")).to_have_text(["Adione", "Aditwo"])


@deep("somebody sits down by one press in the quick suite")
@pytest.mark.long("a browser starts")
async def test_a_proposed_name_that_is_taken_is_no_hindrance(chats: ChatPlatforms) -> None:
    await chats.window("Kancil 10")
    page = await (await chats.browser()).new_page()
    await page.add_init_script("let times = 0; Math.random = () => (times++ < 2 ? 0 : 0.5);")
    await page.goto(chats.url)
    await page.get_by_role("button", name="Play now: Permainan-Tabal").first.click()
    await expect(page.locator(GRID)).to_be_visible()
    await expect(page.locator("#door")).to_be_hidden()
    (name,) = await page.evaluate("Object.keys(JSON.parse(localStorage.getItem('people')))")
    assert name != "Kancil 10"
    await expect(page.locator("#words")).to_contain_text(name)


@deep("settings reach every window in the quick suite")
@pytest.mark.long("a browser starts")
async def test_another_language_is_spoken_in_all_tabs(chats: ChatPlatforms) -> None:
    page = (await chats.window("Adi")).page
    codes = [
        await begins(page, chats, "Both sides yourself", game) for game in ("Malaysian checkers 8x8", "Permainan-Tabal")
    ]
    await page.get_by_role("link", name="You", exact=True).click()
    await page.get_by_role("link", name="Settings").click()
    await page.get_by_label("Bahasa Melayu").check()
    tabs = page.locator("#tabs li")
    await expect(tabs.locator("strong")).to_have_text(["Giliran anda"] * 2, ignore_case=True)
    await page.locator(f"#tabs a[href='/m/{codes[0]}']").click()
    await expect(page.locator("#words")).to_contain_text("Putih: Adi")
    await touch(page, "c3")
    await touch(page, "d4")
    await at_ply(page, 1)
    await expect(tabs).to_have_count(2)
    await page.reload()
    await expect(page.locator("#words")).to_contain_text("Putih: Adi")
    await expect(tabs).to_have_count(2)


@deep("a turn that is overtaken goes back in the quick suite")
@pytest.mark.long("a browser starts")
async def test_a_turn_that_failed_while_another_tab_is_looked_at_goes_back(
    chats: ChatPlatforms, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (await chats.window("Adi")).page
    codes = [
        await begins(page, chats, "Both sides yourself", game) for game in ("Permainan-Tabal", "Malaysian checkers 8x8")
    ]
    gone = asyncio.Event()

    async def fails(*_: object, **__: object) -> None:
        await gone.wait()
        raise RuntimeError("the disk is full")

    with monkeypatch.context() as trouble:
        trouble.setattr(LiveBoards, "turn", fails)
        await touch(page, "c3")
        await touch(page, "d4")
        await expect(page.locator(f"{BOARD} .pending")).to_have_count(1)
        await page.locator(f"#tabs a[href='/m/{codes[0]}']").click()
        gone.set()
        await expect(page.locator("#toast")).to_contain_text("Something went wrong here.")
    await page.locator(f"#tabs a[href='/m/{codes[1]}']").click()
    await expect(page.locator(f"{BOARD} .pending")).to_have_count(0)
    await touch(page, "c3")
    await touch(page, "d4")
    await at_ply(page, 1)
