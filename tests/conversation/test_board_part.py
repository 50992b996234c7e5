"""The board as a part of a page: properties, events, coming and going, and several on one page."""

import asyncio

import pytest
from playwright.async_api import Route, expect

from tests.conversation.chat_platforms import PHONE, ChatPlatforms
from tests.conversation.live_boards import BOARD, at_ply, begin, moves_of, practice, resize, set_on, stands, told, touch
from tests.suites import deep, quick_first

SMALLEST = {"width": 320, "height": 568}
TWO_WAYS = "4/4/4/1mm1/4/1mm1/1M2/M3 w - 0 1"
"""A man on d2 goes to d6 by b4 or by f4."""
PRICES = (
    ("malaysian-checkers-8", "4/4/4/2m1/1M2/4/M1M1/4 w - 0 1", "f2", "g3"),
    ("malaysian-checkers-8", "4/4/4/2m1/1MM1/4/M3/4 w - 0 1", "b2", "a3"),
)


@pytest.mark.long("a browser starts, and moves are made in it")
async def test_a_turn_is_proposed_and_played_or_taken_back(chats: ChatPlatforms) -> None:
    adi, siti = await begin(chats, "dam-8")
    await set_on(adi, asks=True)
    told_of = "(name) => document.querySelector('papan-board').addEventListener(name, () => (window[name] = 1))"
    await adi.evaluate(told_of, "turn")
    for back in ("Escape", "touch", "takeBack"):
        await touch(adi, "c3")
        await touch(adi, "d4")
        await expect(adi.locator(f"{BOARD} .pending .lifted")).to_have_count(1)
        assert await adi.evaluate("document.querySelector('papan-board').proposed.picks.length") == 2
        if back == "Escape":
            await adi.keyboard.press("Escape")
        elif back == "touch":
            await touch(adi, "e3")
        else:
            await adi.evaluate("document.querySelector('papan-board').takeBack()")
        await expect(adi.locator(f"{BOARD} .pending")).to_have_count(0)
        await expect(adi.locator(f"{BOARD} .marks .picked")).to_have_count(0)
        assert await adi.evaluate("document.querySelector('papan-board').proposed") is None
    assert not await adi.evaluate("window.turn"), "nothing is sent"
    await touch(adi, "c3")
    await touch(adi, "b4")
    await adi.evaluate("document.querySelector('papan-board').confirm()")
    await at_ply(siti, 1)
    assert await moves_of(siti) == ["c3-b4"]


RECTS = """(names) => {
    const board = document.querySelector('papan-board');
    const rect = (element) => (({ left, top, right, bottom }) => [left, top, right, bottom])(
        element.getBoundingClientRect());
    const points = names.map((name) => rect(board.buttons[board.measures.names.indexOf(name)]));
    return [rect(board), rect(document.getElementById('price')), ...points];
}"""


POSE = """() => {
    const wood = document.querySelector('papan-board .wood');
    return [wood.src.includes('-upright'), wood.complete && wood.naturalWidth > 0];
}"""


@deep("a board is drawn and played on in the quick suite")
@pytest.mark.long("a browser starts")
async def test_the_old_board_stays_until_the_pictures_of_a_turned_window_are_there(chats: ChatPlatforms) -> None:
    adi, _ = await begin(chats, "sholo-guti")
    may_answer = asyncio.Event()

    async def answer(route: Route) -> None:
        await may_answer.wait()
        await route.continue_()

    await adi.wait_for_function(f"() => ({POSE})()[1]")
    assert await adi.evaluate(POSE) == [False, True]
    await adi.route("**/ground/**", answer)
    async with adi.expect_request(lambda request: "/ground/" in request.url and "-upright" in request.url):
        await adi.set_viewport_size({"width": 700, "height": 1000})
    assert await adi.evaluate(POSE) == [False, True]
    may_answer.set()
    await adi.wait_for_function(f"() => String(({POSE})()) === 'true,true'")


@deep("a turn is proposed and played in the quick suite")
@pytest.mark.parametrize(
    "size", quick_first((SMALLEST, PHONE, {"width": 844, "height": 390}), "the smallest window has the least room")
)
@pytest.mark.long("a browser starts")
async def test_a_price_is_asked_by_the_piece_and_over_nothing_of_it(chats: ChatPlatforms, size: dict[str, int]) -> None:
    page = await practice(chats, viewport=size)
    for key, position, piece, target in PRICES:
        await resize(page, 700, 700)
        await stands(page, key, position)
        await touch(page, piece)
        await touch(page, target)
        await expect(page.get_by_role("alertdialog")).to_be_focused()
        await resize(page, **size)  # whoever turns their phone is asked on
        board, box, *points = await page.evaluate(RECTS, [piece, target])
        assert board[0] <= box[0] < box[2] <= board[2]
        assert board[1] <= box[1] < box[3] <= board[3]
        for left, top, right, bottom in points:
            assert right <= box[0] + 4 or left >= box[2] - 4 or bottom <= box[1] + 4 or top >= box[3] - 4
        await page.click("#price-no")
        await expect(page.locator("#price")).to_be_hidden()
        assert await page.evaluate("document.activeElement.matches('papan-board .points button')")
        await touch(page, piece)
        await touch(page, target)
        await page.keyboard.press("Escape")
        await expect(page.locator("#price")).to_be_hidden()
        assert await told(page) == []
        await set_on(page, asks=True)
        await touch(page, piece)
        await touch(page, target)
        await page.click("#price-yes")
        assert await told(page) == ["turn"], "to accept the price is to confirm the turn"


@deep("the cases of touches have parting ways in the quick suite")
@pytest.mark.long("a browser starts")
async def test_where_ways_part_they_are_numbered(chats: ChatPlatforms) -> None:
    page = await practice(chats)
    for number, way in ((1, "b4"), (2, "f4")):
        await stands(page, "english-draughts", TWO_WAYS)
        await touch(page, "d2")
        await expect(page.locator(f"{BOARD} text.part")).to_have_count(0)
        await touch(page, "d6")
        await expect(page.locator(f"{BOARD} text.part")).to_have_text(["1", "2"])
        await expect(page.get_by_role("button", name=f"{way}, free, can go there, way {number}")).to_have_count(1)
        await page.keyboard.press("3")
        assert await told(page) == []
        await page.keyboard.press(str(number))
        picks = await page.evaluate("document.querySelector('papan-board').pending.picks")
        names = await page.evaluate("document.querySelector('papan-board').measures.names")
        assert [names[pick] for pick in picks] == ["d2", way, "d6"]


TAKE_OUT = """() => {
    window.taken = document.querySelector('papan-board');
    window.place = taken.parentElement;
    taken.remove();
}"""
COUNT_TOUCHED = """() => {
    window.touches = 0;
    taken.addEventListener('touched', () => { window.touches += 1; });
}"""


@deep("a reload and a way back to a board are taken in the quick suite")
@pytest.mark.long("a browser starts, and moves are made in it")
async def test_a_board_leaves_the_page_and_comes_back(chats: ChatPlatforms) -> None:
    adi, siti = await begin(chats, "dam-8")
    await touch(siti, "c3")
    await touch(adi, "c3")
    await adi.evaluate(TAKE_OUT)
    await siti.evaluate(TAKE_OUT)
    assert await adi.evaluate("taken.at.picks.length") == 0, "what was in hand is put down"
    await adi.evaluate(COUNT_TOUCHED)
    await adi.keyboard.press("Escape")
    assert await adi.evaluate("window.touches") == 0
    for _ in range(3):
        await adi.evaluate("() => { taken.remove(); place.append(taken); }")
    await touch(adi, "c3")
    before = await adi.evaluate("window.touches")
    await adi.keyboard.press("Escape")
    assert await adi.evaluate("window.touches") == before + 1, "each key is heard once"
    await touch(adi, "c3")
    await touch(adi, "d4")
    await at_ply(adi, 1)
    await expect(siti.locator("#moves button")).to_have_count(1)
    await siti.evaluate("place.append(taken)")
    await at_ply(siti, 1)
    await expect(siti.get_by_role("button", name="d4, White: man")).to_have_count(1)
    await touch(siti, "f6")
    await touch(siti, "e5")
    await at_ply(adi, 2)


ADD_SMALL = """async () => {
    const board = document.querySelector('papan-board');
    const small = document.createElement('papan-board');
    small.still = true;
    small.setAttribute('aria-label', 'dam 8, after 1 move');
    small.style.width = '120px';
    document.querySelector('.facts').append(small);
    await small.show(board.state, board.build);
}"""


@deep("the page of a game shows such a board in the quick suite")
@pytest.mark.long("a browser starts, and moves are made in it")
async def test_a_still_board_is_a_picture_that_disturbs_no_other(chats: ChatPlatforms) -> None:
    adi, siti = await begin(chats, "dam-8")
    await adi.locator(".parts [data-part=about]").click()
    await adi.evaluate(ADD_SMALL)
    await adi.evaluate(ADD_SMALL)
    small = adi.get_by_role("img", name="dam 8, after 1 move")
    await expect(small).to_have_count(2)
    for inside, count in (("button", 0), ("[id]", 0), (".pieces img", 24), ("[srcset]", 0)):
        await expect(small.first.locator(inside)).to_have_count(count)
    assert await small.first.evaluate("(board) => board.querySelector('.wood').src.endsWith('@1.webp')")
    ids = await adi.evaluate("[...document.querySelectorAll('[id]')].map((each) => each.id)")
    assert len(ids) == len(set(ids))
    box = await small.first.bounding_box()
    assert box
    assert box["width"] == 120
    await small.first.click(position={"x": 40, "y": 80})
    await expect(adi.locator(f"{BOARD} .marks .picked")).to_have_count(0)
    await touch(adi, "c3")
    await touch(adi, "d4")
    await at_ply(siti, 1)


@deep("what happened is told once in the quick suite")
@pytest.mark.long("a browser starts, and moves are made in it")
async def test_each_new_move_is_told_once_and_focus_stays(chats: ChatPlatforms) -> None:
    adi, siti = await begin(chats, "dam-8")
    await siti.evaluate(
        "() => { window.moved = []; document.querySelector('papan-board').addEventListener('moved', ({ detail }) =>"
        " moved.push([detail.ply, detail.captures, detail.mine, detail.by])); }"
    )
    turns = ((adi, "c3", "d4"), (siti, "f6", "e5"), (adi, "d4", "f6"))
    for ply, (page, start, end) in enumerate(turns[:2], 1):
        await touch(page, start)
        await touch(page, end)
        await at_ply(adi if page is siti else siti, ply)
    await at_ply(siti, 2)
    await siti.locator(".parts [data-part=moves]").click()  # the phone is too low to have them below the line
    await siti.click("#earlier")
    await at_ply(siti, 1)
    await touch(adi, "d4")
    await touch(adi, "f6")
    await expect(siti.locator("#moves button")).to_have_count(3)
    assert await siti.evaluate("moved") == [[1, 0, False, 0], [2, 0, True, 1]]
    await siti.click("#now")
    await at_ply(siti, 3)
    await siti.click("#earlier")
    await at_ply(siti, 2)
    await siti.click("#now")
    await at_ply(siti, 3)
    assert await siti.evaluate("moved") == [[1, 0, False, 0], [2, 0, True, 1], [3, 1, False, 0]]

    # A board that turns or is drawn again keeps the point that has the focus.
    await touch(siti, "a5")
    focused = "document.querySelector('papan-board').measures.names[document.activeElement.dataset.point]"
    assert await siti.evaluate(focused) == "a5"
    await siti.evaluate("document.getElementById('flip').click()")
    await expect(siti.locator("#seat-below")).to_contain_text("Adi")
    await siti.evaluate("document.querySelector('papan-board').showing")
    assert await siti.evaluate(focused) == "a5"
    await expect(siti.locator(f"{BOARD} button[tabindex='0']")).to_have_count(1)
