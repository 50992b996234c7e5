"""The lobby in a real Chromium: a newcomer's first minute, and a friend by link."""

import re
from dataclasses import replace

import pytest
from playwright.async_api import Page, expect

from bot.matches.communities import CASUAL
from bot.matches.identity import Person, Place
from bot.matches.invitation import Venue
from engine.games import rulesets
from tests.bot.kit import DAM_8
from tests.conversation.chat_platforms import DESKTOP, PHONE, ChatPlatforms
from tests.conversation.live_boards import at_ply, begin, begin_live, choose, moves_of, resize, touch
from tests.suites import deep


async def arrives(chats: ChatPlatforms, **context: object) -> Page:
    page = await (await chats.browser(**context)).new_page()
    await page.goto(chats.url)
    await expect(page.locator(".game")).to_have_count(len(rulesets()))
    return page


TOP = "(part) => part.getBoundingClientRect().top"


@pytest.mark.long("a browser starts")
async def test_a_newcomer_is_at_the_board_after_one_press(chats: ChatPlatforms) -> None:
    page = await arrives(chats, viewport=PHONE)
    await expect(page.locator("#games section").first.locator("h3")).to_have_text(
        ["Main tapal empat", "Permainan-Tabal", "Malaysian checkers"]
    )
    for width, height, seen in ((320, 568, 1), (390, 844, 3), (844, 390, 3), (1366, 657, 3)):
        await resize(page, width, height)
        for number in range(seen):
            await expect(page.locator(".game:visible button.main").nth(number)).to_be_in_viewport(ratio=1)
    await page.get_by_role("button", name="Play now: Permainan-Tabal").first.click()
    await expect(page.locator("papan-board [role=application]")).to_be_visible()
    await expect(page.locator("#words")).to_contain_text("Computer 1")
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is cut at the side"
    await page.goto(chats.url)
    await expect(page.locator("#mine a")).to_have_count(1)
    for window in (PHONE, DESKTOP):
        await resize(page, window["width"], window["height"])
        widths = "card => [...card.children].map((part) => part.clientWidth)"
        board, words = await page.locator("#mine .card").evaluate(widths)
        assert board < words, "the words of a match have the most of its card"
        above = [await page.locator(each).evaluate(TOP) for each in ("#mine", "#today", "#games")]
        assert above == sorted(above), "what one goes on with is first now"
    await page.fill("#find", "tiger")
    found = page.locator(".game:visible h3")
    assert "Main tapal empat" in await found.all_inner_texts()
    assert "Malaysian checkers" not in await found.all_inner_texts()
    await page.fill("#find", "zzzz")
    await expect(page.locator("#none")).to_be_visible()


@pytest.mark.long("two browsers play")
async def test_a_friend_sits_down_by_a_link(chats: ChatPlatforms) -> None:
    host, friend = await arrives(chats, viewport=DESKTOP), await (await chats.browser(viewport=PHONE)).new_page()
    await host.fill("#find", "Malaysian checkers 8x8")
    tile = host.locator(".game", has=host.get_by_role("button", name="Play now: Malaysian checkers 8x8", exact=True))
    await choose(host, tile.get_by_role("button", name="With a friend"), "A friend, by a link")
    await expect(host.locator("#invite")).to_be_visible()
    await friend.goto(await host.input_value("#link"))
    await friend.get_by_role("button", name="Sit down as White").click()
    await expect(friend.locator("#door")).to_be_visible()
    assert await friend.input_value("#name"), "a name is proposed"
    await friend.click("#sit button[type=submit]")
    await expect(friend.locator("#ask")).to_have_text("Which piece?")
    await expect(friend.get_by_role("application", name="Malaysian checkers 8x8", exact=True)).to_be_visible()
    await expect(host.locator("#invite")).to_be_hidden()
    await touch(friend, "c3")
    await touch(friend, "d4")
    await at_ply(host, 1)
    assert await moves_of(host) == ["c3-d4"]


@deep("the lobby is opened in the quick suite")
@pytest.mark.long("two browsers play")
async def test_the_lobby_shows_each_match_as_it_stands(chats: ChatPlatforms) -> None:
    adi, siti = await begin(chats, "dam-8")
    await siti.goto(chats.url)
    board = siti.locator("#mine papan-board")
    await expect(board.locator(".pieces img")).to_have_count(24)
    await expect(board.locator(".marks .last")).to_have_count(0)
    await touch(adi, "c3")
    await touch(adi, "d4")
    await expect(board.locator(".marks .last")).to_have_count(2)
    said = "Malaysian checkers 8x8 with Adi your turn"
    await expect(siti.locator("#mine .card")).to_have_accessible_name(said)
    await board.click()
    await expect(siti.locator("#ask")).to_have_text("Which piece?")


@deep("the lobby is opened in the quick suite")
async def test_open_seats_and_matches_to_watch_stand_in_the_lobby(chats: ChatPlatforms) -> None:
    host, other = await arrives(chats), await arrives(chats)
    await host.fill("#find", "Malaysian checkers 8x8")
    tile = host.locator(".game", has=host.get_by_role("button", name="Play now: Malaysian checkers 8x8", exact=True))
    await choose(host, tile.get_by_role("button", name="With a friend"), "Anybody here")
    await expect(host.locator("#invite")).to_be_visible()
    await choose(other, other.locator(".game").first.get_by_role("button", name="With a friend"), "Both sides yourself")
    await expect(other.locator("papan-board [role=application]")).to_be_visible()
    await other.goto(chats.url)
    await other.locator("#invitations a").click()
    await other.get_by_role("button", name="Sit down as Black").click()
    await expect(other.locator("#words")).to_contain_text("to move")
    watcher = await chats.window("Ros")
    await watcher.page.goto(chats.url)
    await expect(watcher.page.locator("#watched a")).to_have_count(1)
    await watcher.page.locator("#watched a").click()
    await expect(watcher.page.locator("papan-board [role=application]")).to_be_visible()
    await expect(watcher.page.locator("#actions")).not_to_contain_text("Resign")


SMALL = """(page) => [...page.querySelectorAll('#mine li:not([hidden]) .card')].flatMap((card) => {
    const [board, words] = [...card.children].map((part) => part.getBoundingClientRect());
    const own = card.getBoundingClientRect();
    const faults = [];
    if (words.bottom > own.bottom + 1 || words.right > own.right + 1) faults.push('its words are cut');
    if (board.width < 60 || board.height < 36) faults.push(`its board is ${board.width} x ${board.height}`);
    if (own.width > innerWidth || own.height > innerHeight * 0.35) faults.push('it is too large');
    return faults.map((fault) => `${card.textContent}: ${fault}`);
})"""


@deep("two matches are shown in the quick suite")
@pytest.mark.long("a browser starts, and twenty matches are begun")
async def test_twenty_matches_of_ones_own_stay_usable_on_a_phone(chats: ChatPlatforms) -> None:
    siti, adi = await chats.window("Siti"), await chats.window("Adi")
    page = adi.page
    await adi.types("/play @Siti dam-8 first pace:relaxed")
    await siti.presses("Accept")
    await siti.reads("Adi (White) to move")
    for number, game in enumerate([each.key for each in rulesets()][:18], 2):
        await adi.types(f"/play practice {game}")
        await expect(page.locator("#log a.live")).to_have_count(number)
    await adi.types("/play @Siti dam-12 first pace:blitz")
    await siti.presses("Accept")
    await siti.presses("Ready")
    await adi.presses("Ready 1/2")
    await adi.reads("1:00 in the bank: all is used up")
    await page.goto(chats.url)
    mine = page.locator("#mine")
    await expect(mine.locator(".card")).to_have_count(20)
    await expect(mine.locator(".card:visible")).to_have_count(3)
    for width, height in ((390, 844), (320, 568)):
        await resize(page, width, height)
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert await page.locator("body").evaluate(SMALL) == []
        await page.evaluate("scrollTo(0, 0)")
        await expect(mine.locator(".card:visible").last).to_be_in_viewport(ratio=0.9)
        await expect(mine.locator("li.waits .mark").first).to_have_text(re.compile("^your turn, .* left$"))
    await mine.get_by_role("button", name="all 20").click()
    await expect(mine.locator(".card:visible")).to_have_count(20)
    last = mine.locator(".card").last
    await last.scroll_into_view_if_needed()
    await expect(last.locator("papan-board .pieces img").first).to_be_visible()
    await resize(page, 1366, 657)
    lefts = await mine.locator(".card").evaluate_all("(all) => all.map((each) => each.getBoundingClientRect().left)")
    assert len(set(lefts)) == 3, "all of them fill a wide window"
    for name, shown in (("fewer", 3), ("all 20", 20)):
        await mine.get_by_role("button", name=name).click()
        await expect(mine.locator(".card:visible")).to_have_count(shown)
    slow = mine.locator("li", has_text="Siti").locator(".mark", has_text="left")
    await expect(slow).to_have_text(re.compile("^your turn, .* left$"))
    clock = mine.locator(".left")
    await expect(clock).to_have_text(re.compile(r"^\d:\d\d$"))
    before = await clock.inner_text()
    await expect(clock).not_to_have_text(before)
    await mine.locator(".card", has_text="Siti").first.click()
    await expect(page.locator("#ask")).to_have_text("Which piece?")


WIDE_WINDOWS = ((844, 390), (768, 1024), (1280, 800), (1920, 1080))
ROW = """() => {
    const [list] = document.querySelectorAll('#games .games');
    const boxes = [...list.children].map((each) => each.getBoundingClientRect());
    const { right } = list.getBoundingClientRect();
    return [new Set(boxes.map((each) => each.top)).size, right - boxes.at(-1).right];
}"""
"""How many rows the first games have, and how much stays empty beside the last of them."""


@deep("the lobby is opened in the quick suite")
@pytest.mark.long("a browser starts")
async def test_where_to_begin_fills_its_row_and_can_be_pressed_without_scrolling(chats: ChatPlatforms) -> None:
    page = await arrives(chats)
    for width, height, most in ((390, 844, 3), (320, 568, 3), *((*window, 1) for window in WIDE_WINDOWS)):
        await resize(page, width, height)
        rows, left_over = await page.evaluate(ROW)
        assert rows == most
        assert left_over < 2, f"{left_over} px stay empty at {width}"
        plays = await page.locator(".game:visible button.main").all()
        for play in plays[: None if width > 320 else 1]:
            await expect(play).to_be_in_viewport(ratio=1)


@deep("an invitation is accepted beside the board in the quick suite")
@pytest.mark.long("two browsers play")
async def test_whoever_accepts_in_the_talk_is_led_to_the_board(chats: ChatPlatforms) -> None:
    adi, siti = await chats.window("Adi"), await chats.window("Siti")
    await adi.types("/play @Siti dam-8 first")
    await siti.page.locator("#log").get_by_role("button", name="Accept", exact=True).click()
    await expect(siti.page).to_have_url(re.compile("/m/"))
    await expect(siti.page.locator("papan-board [role=application]")).to_be_visible()
    await expect(siti.page.locator("#ask")).to_have_text("Adi to move.")
    await expect(adi.page).to_have_url(re.compile("/talk"))  # only they are led
    await siti.page.go_back()
    await expect(siti.page.locator("#log a.live")).to_be_visible()


@deep("refusals are compared in the quick suite below the browser")
@pytest.mark.long("a browser starts")
async def test_where_there_are_squares_refusals_speak_of_squares(chats: ChatPlatforms) -> None:
    page, _ = await begin(chats, "dam-8")
    for move, told in (
        ("c3-c5", "do not lie in one line in which pieces move"),
        ("c3-e5", "it goes to the next square only"),
        ("c3-d9", "There is no square"),
    ):
        await page.locator("#typed-move summary").click()
        await page.fill("#typed", move)
        await page.press("#typed", "Enter")
        await expect(page.locator("#answers")).to_contain_text(told)
        await expect(page.locator("#answers")).not_to_contain_text("point")
        await page.reload()


ACTED = ((1280, 800), (1366, 768), (390, 844), (320, 568), (844, 390))
BROKEN = """() => [...document.querySelectorAll('#actions .cell, #offered button')].flatMap((cell) => {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) {
        for (const { 0: word, index } of texts.currentNode.data.matchAll(/\\S+/g)) {
            const range = document.createRange();
            range.setStart(texts.currentNode, index);
            range.setEnd(texts.currentNode, index + word.length);
            if (range.getClientRects().length > 1) found.push(word);
        }
    }
    return found;
})"""


SLACK = """() => {
    const rows = new Map();
    for (const tile of document.querySelectorAll('.lobby .game:not([hidden])')) {
        if (!tile.checkVisibility()) continue;
        const { top } = tile.getBoundingClientRect();
        const words = tile.querySelector('.words');
        const room = words.getBoundingClientRect().bottom - words.lastElementChild.getBoundingClientRect().bottom;
        rows.set(top, Math.min(rows.get(top) ?? Infinity, room));
    }
    return [...rows.values()];
}"""
"""What stays free below the words of the fullest tile of each row, in pixels."""
PICTURED = """() => [...document.querySelectorAll('.lobby .game img')].filter(
    (each) => !each.src.includes('/midgame/'),
).map((each) => each.src)"""


@deep("the lobby is opened in the quick suite, and the positions are tested below the browser")
@pytest.mark.long("a browser starts")
async def test_tiles_show_games_under_way_and_are_as_high_as_what_is_in_them(chats: ChatPlatforms) -> None:
    page = await arrives(chats)
    assert await page.evaluate(PICTURED) == []
    families = await page.locator("#families button").all()
    for width, height in ((1280, 800), (390, 844)):
        await resize(page, width, height)
        for family in (*families, families[0]):
            await family.click()
            free = await page.evaluate(SLACK)
            assert free, "each family has tiles"
            assert max(free) < 24, f"{free} px stay free in the rows at {width}"


UNREAD = """() => [...document.querySelectorAll('input[placeholder]')].filter((each) => {
    if (!each.checkVisibility({ visibilityProperty: true })) return false;
    const { font, paddingLeft, paddingRight } = getComputedStyle(each);
    const pen = Object.assign(document.createElement('canvas').getContext('2d'), { font });
    const room = each.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    return pen.measureText(each.placeholder).width > room;
}).map((each) => each.placeholder)"""
"""What stands in empty fields, and is cut there."""


@deep("the match is opened in the quick suite")
@pytest.mark.long("a browser starts")
async def test_what_stands_in_an_empty_field_is_read_whole(chats: ChatPlatforms) -> None:
    for locale in ("en-GB", "ms-MY", "id-ID"):
        page = await arrives(chats, locale=locale)
        lobby = await page.evaluate(UNREAD)
        await page.locator(".game:visible button.main").nth(1).click()  # its board leaves the least beside it
        await expect(page.locator("papan-board [role=application]")).to_be_visible()
        await page.locator(".parts [data-part=talk]").click()
        await expect(page.locator(".said-beside input")).to_be_visible()
        for width, height in ((1000, 700), (1280, 800), (1100, 1400)):
            await resize(page, width, height)
            assert [*lobby, *await page.evaluate(UNREAD)] == [], f"at {width} x {height}, {locale}"
        await resize(page, 320, 568)
        await page.goto(f"{chats.url}talk")
        await expect(page.locator("#line")).to_be_visible()
        assert await page.evaluate(UNREAD) == []


@deep("the match is opened in the quick suite")
@pytest.mark.long("a browser starts")
async def test_no_word_of_the_actions_is_broken_beside_a_wide_board(chats: ChatPlatforms) -> None:
    page = await arrives(chats, locale="ms-MY")
    await page.locator(".game:visible button.main").nth(1).click()
    await expect(page.locator("papan-board [role=application]")).to_be_visible()
    await expect(page.locator("#actions .cell")).to_have_count(5)
    for width, height in ACTED:
        await resize(page, width, height)
        assert await page.evaluate(BROKEN) == [], f"broken at {width} x {height}"


CUT_BELOW = """() => ['#ask', '#agreed', '.next'].flatMap((id) => {
    const part = document.querySelector(id);
    const range = document.createRange();
    range.selectNodeContents(part);
    const [words, { bottom, right }] = [range.getBoundingClientRect(), part.closest('.next').getBoundingClientRect()];
    return words.bottom > bottom || words.right > right ? [`${id}: ${part.textContent}`] : [];
})"""
"""What does not fit into the line, which has one height."""


@deep("the line is read in the quick suite")
@pytest.mark.long("two browsers play")
async def test_what_is_agreed_and_what_is_offered_fits_the_line(chats: ChatPlatforms) -> None:
    adi, siti = await begin_live(chats)
    for ready in (False, True):
        if ready:
            await siti.click("#offered button")
            await adi.click("#offered button")
            await expect(adi.locator("#seat-below .clock.runs")).to_be_visible()
            await touch(adi, "c3")
            await touch(adi, "d4")
            await at_ply(siti, 1)
            await siti.get_by_role("button", name="Draw", exact=True).click()
            await expect(adi.locator("#ask")).to_have_text("Siti offers a draw.")
        for width, height in ACTED:
            await resize(adi, width, height)
            assert await adi.evaluate(BROKEN) == [], f"broken at {width} x {height}"
            assert await adi.evaluate(CUT_BELOW) == [], f"at {width} x {height}"


async def test_the_lobby_has_all_of_it_whichever_way_one_comes_back(chats: ChatPlatforms) -> None:
    page = (await chats.window("Adi")).page
    await page.get_by_role("link", name="Home").click()
    games = page.get_by_role("link", name="Papan")

    async def by_link() -> None:
        await games.click()

    async def by_back() -> None:
        await page.go_back()

    ways = [
        (page.locator(".game:visible h3 a").first, by_back),
        (page.locator(".game:visible h3 a").first, by_link),
        (page.get_by_role("link", name="You"), by_link),
        (page.get_by_role("button", name="Play now").first, by_link),
    ]
    for away, back in ways:
        await away.click()
        await expect(page).not_to_have_url(chats.url)
        await expect(page.locator("main:not(.lobby)")).to_be_visible()
        await back()
        await expect(page.locator(".game").first).to_be_visible()
        await expect(page.locator("#finished")).to_be_visible()
        await expect(page.locator("#people")).to_have_text("Adi")
        await expect(page.locator("#explain")).to_be_hidden()
    await expect(page.locator("#mine a")).to_have_count(1)


@deep("the lobby is come back to in the quick suite")
async def test_back_leads_to_where_one_was_in_the_lobby(chats: ChatPlatforms) -> None:
    page = await arrives(chats, viewport=PHONE)
    await page.get_by_role("button", name="Draughts on lines").click()
    last = page.locator(".game:visible h3 a").last
    await last.scroll_into_view_if_needed()
    before = await page.evaluate("scrollY")
    assert before > 0
    await last.click()
    await expect(page.locator("#game")).to_be_visible()
    assert await page.evaluate("scrollY") == 0
    await page.go_back()
    await expect(last).to_be_in_viewport()
    assert await page.evaluate("scrollY") == before
    await page.get_by_role("link", name="You").click()
    await page.get_by_role("link", name="Home").click()
    assert await page.evaluate("scrollY") == 0
    await expect(page.get_by_role("button", name="Draughts on lines")).to_have_attribute("aria-pressed", "true")


@pytest.mark.long("a browser starts")
@deep("the quick suite has that the lobby says where there is a ladder, and the presses of its panel at home")
async def test_the_ladder_of_the_room_is_one_press_away(platforms: ChatPlatforms) -> None:
    async with platforms.running_app() as running:
        services, room = running.services, Place("web", "serambi")
        await services.communities.change(room, lambda found: replace(found, settings={"ladder": CASUAL}))
        adi = await services.people.player(Person("web", "adi", "Adi"))
        await services.ladders.join(adi, Venue(room, "en"), DAM_8.key)
        page = await arrives(platforms, viewport=PHONE)
        ladder, log = page.locator("#ladder"), page.locator("#log")
        await ladder.click()
        await expect(log).to_contain_text("Whoever joins begins at the bottom.")
        await log.get_by_role("button", name="Join").click()
        await expect(log).to_contain_text("2 people are on it.")
        await log.get_by_role("button", name="Adi").click()
        await page.wait_for_url("**/m/*")
        await page.goto(platforms.url)
        await ladder.click()
        await expect(log).to_contain_text(" challenges Adi: ")
        await log.get_by_role("button", name="Leave").click()
        await expect(log).to_contain_text("Whoever comes back begins at the bottom.")
        await log.get_by_role("button", name="Leave").click()
        await expect(log).to_contain_text("You have left this ladder.")
        await page.goto(f"{platforms.url}talk")
        await expect(log).to_contain_text("1. Adi")
        await expect(log).to_contain_text("invites Adi")
