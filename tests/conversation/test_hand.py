"""The hand on a live board: dragging, putting down, why something cannot be done, and turns that come to nothing."""

import json

import pytest
from playwright.async_api import Page, WebSocketRoute, expect

from tests.conversation.chat_platforms import ChatPlatforms
from tests.conversation.live_boards import BOARD, at_ply, begin, moves_of, spot, touch
from tests.suites import deep


class Wire:
    """The frames between a page and the server, of which some types are held back until they are let go."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        """The types of the frames that the page has sent."""
        self._holds: frozenset[str] = frozenset()
        self._held: list[tuple[str, str]] = []

    @classmethod
    async def of(cls, page: Page) -> "Wire":
        """The wire of a page, which is loaded again for it."""
        wire = cls()
        await page.route_web_socket("**/socket", wire._join)
        await page.reload()
        await expect(page.locator(f"{BOARD} [role=application]")).to_be_visible()
        return wire

    def hold(self, *types: str) -> None:
        self._holds = frozenset(types)

    def let_go(self, kind: str) -> None:
        """Let the frames of a type pass, those first that have been held back."""
        self._holds -= {kind}
        while self.held(kind):
            self.let_one_go(kind)

    def let_one_go(self, kind: str) -> None:
        found = next(each for each in self._held if each[0] == kind)
        self._held.remove(found)
        self._ways[kind in self.sent](found[1])

    def held(self, kind: str) -> int:
        """The number of frames of a type that are held back."""
        return [each for each, _ in self._held].count(kind)

    def _join(self, page: WebSocketRoute) -> None:
        server = page.connect_to_server()
        self._ways = {True: server.send, False: page.send}
        page.on_message(lambda text: self._heard(str(text), from_page=True))
        server.on_message(lambda text: self._heard(str(text), from_page=False))

    def _heard(self, text: str, *, from_page: bool) -> None:
        kind = json.loads(text)["type"]
        if from_page:
            self.sent.append(kind)
        if kind in self._holds:
            self._held.append((kind, text))
        else:
            self._ways[from_page](text)


async def drag(page: Page, start: str, *way: tuple[float, float]) -> None:
    """Drag a piece with the mouse."""
    await page.mouse.move(*await spot(page, start))
    await page.mouse.down()
    for x, y in way:
        await page.mouse.move(x, y, steps=3)
    await expect(page.locator(f"{BOARD} .dragged")).to_have_count(1)
    await page.mouse.up()
    await expect(page.locator(f"{BOARD} .dragged")).to_have_count(0)


async def drag_by_finger(page: Page, start: str, end: str) -> None:
    wire = await page.context.new_cdp_session(page)
    (x, y), there = await spot(page, start), await spot(page, end)
    for kind, at in (("touchStart", (x, y)), ("touchMove", (x + 9, y + 9)), ("touchMove", there), ("touchEnd", None)):
        points = [] if at is None else [{"x": at[0], "y": at[1]}]
        await wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    await wire.detach()


async def holds(page: Page, pieces: int) -> None:
    """Check how many points are picked."""
    await expect(page.locator(f"{BOARD} .marks .picked")).to_have_count(pieces)


@pytest.mark.long("a browser starts, and a match is played in it")
async def test_a_piece_is_dragged_and_put_down_and_why_it_cannot_go_is_said(chats: ChatPlatforms) -> None:
    adi, siti = await begin(chats, "dam-8")
    wire = await Wire.of(adi)
    await expect(adi.locator("#ask")).to_have_text("Which piece?")
    await drag(adi, "c3", await spot(adi, "d4"))
    await at_ply(siti, 1)
    await drag_by_finger(siti, "f6", "e5")
    await at_ply(adi, 2)
    assert await moves_of(adi) == ["c3-d4", "f6-e5"]

    # Whatever is in hand is put down by Esc, a touch elsewhere, a second touch, and where it is dropped beside.
    await touch(adi, "g3")
    await holds(adi, 1)
    await expect(adi.locator("#ask")).to_have_text("Where to?")
    await adi.keyboard.press("Escape")
    await holds(adi, 0)
    await touch(adi, "g3")
    await adi.locator("#seat-above .medal").click()
    await holds(adi, 0)
    await touch(adi, "g3")
    await touch(adi, "g3")
    await holds(adi, 0)
    await drag(adi, "g3", (5, 5))
    await holds(adi, 0)
    # A piece with one turn is only lifted while the finger is down.
    x, y = await spot(adi, "a3")
    await drag(adi, "a3", (x + 30, y), (x, y))
    await holds(adi, 1)
    await adi.keyboard.press("Escape")
    # Esc ends a drag; a mouse that was let go outside the window is not waited for.
    x, y = await spot(adi, "g3")
    for _ in range(2):
        await adi.mouse.move(x, y)
        await adi.mouse.down()
        await adi.mouse.move(*await spot(adi, "h4"), steps=3)
        await adi.keyboard.press("Escape")
        await adi.mouse.up()
        await holds(adi, 0)
    await adi.evaluate(
        "([clientX, clientY]) => document.querySelector('papan-board .points').dispatchEvent("
        "new PointerEvent('pointerdown', { pointerId: 1, pointerType: 'mouse', clientX, clientY }))",
        [x, y],
    )
    await holds(adi, 1)
    # A turn with a price is put down with its question.
    await touch(adi, "a3")
    await expect(adi.locator("#price")).to_be_visible()
    await adi.keyboard.press("Escape")
    await expect(adi.locator("#price")).to_be_hidden()

    # Nothing of this asks the app, and neither does a touch without a piece in hand.
    await touch(adi, "e5")
    await touch(adi, "h6")
    assert "why" not in wire.sent
    await touch(adi, "g3")
    await touch(adi, "h6")
    await expect(adi.locator("#ask")).to_contain_text("g3, h6")
    assert wire.sent.count("why") == 1
    await holds(adi, 0)


PLACES = """() => {
    const board = document.querySelector('papan-board');
    const named = [...board.pieces].map(([point, piece]) => {
        const away = Object.entries(board.spot(point))
            .some(([side, value]) => Math.abs(parseFloat(value) - parseFloat(piece.style[side])) > 0.01);
        return !away && !piece.getAnimations().length ? board.measures.names[point] : 'nowhere';
    });
    return named.sort();
}"""
SHOULD = """() => {
    const { state, measures } = document.querySelector('papan-board');
    return measures.names.filter((_, point) => state.cells[point] !== '.').sort();
}"""


async def stands_as_told(page: Page) -> None:
    """Wait until every piece rests on its point."""
    await page.wait_for_function(f"() => String(({PLACES})()) === String(({SHOULD})())")


@deep("what is played while a page is offline is met in the quick suite")
@pytest.mark.long("a browser starts, and a match is played in it")
async def test_a_turn_that_is_overtaken_goes_back_and_the_words_say_why(chats: ChatPlatforms) -> None:
    adi, siti = await begin(chats, "dam-8")
    wire = await Wire.of(adi)
    wire.hold("turn", "board")
    await touch(adi, "c3")
    await touch(adi, "d4")
    await expect(adi.locator(f"{BOARD} .pending .lifted")).to_have_count(1)
    await adi.keyboard.press("c")
    await adi.fill("#typed", "c3-b4")
    await adi.keyboard.press("Enter")
    await at_ply(siti, 1)
    wire.let_go("turn")
    await expect(adi.locator(f"{BOARD} .pending")).to_have_count(0)
    await expect(adi.locator("#answers li")).not_to_have_count(0)
    await stands_as_told(adi)
    assert "c3" in await adi.evaluate(PLACES)
    wire.let_go("board")
    await at_ply(adi, 1)
    await stands_as_told(adi)
    assert await moves_of(adi) == ["c3-b4"]


COUNT_MOTIONS = """
    window.motions = 0;
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...rest) { window.motions += 1; return animate.apply(this, rest); };
"""


@deep("the quick suite waits for motion in every match")
@pytest.mark.long("a browser starts, and a match is played in it")
async def test_ones_own_piece_glides_and_what_it_takes_fades_unless_motion_is_not_wanted(chats: ChatPlatforms) -> None:
    adi, siti = await begin(chats, "dam-8")
    await siti.emulate_media(reduced_motion="reduce")
    for page in (adi, siti):
        await page.evaluate(f"() => {{ {COUNT_MOTIONS} }}")
    seen = []
    for page, number, points in ((adi, 1, ("c3", "d4")), (siti, 2, ("f6", "e5")), (adi, 3, ("d4", "f6"))):
        await page.evaluate("window.motions = 0")
        for point in points:
            await touch(page, point)
        for each in (adi, siti):
            await at_ply(each, number)
            await stands_as_told(each)
        seen.append(await page.evaluate("motions"))
    assert seen[0] == 2, "it goes, and is lifted"
    assert seen[1] == 0, "motion is not wanted"
    assert seen[2] == 3, "what it takes fades"


@deep("the quick suite has the board with each change in its turn, and motion in every match")
@pytest.mark.long("a browser starts, and a match is played in it")
async def test_the_newest_state_wins_over_a_motion(chats: ChatPlatforms) -> None:
    adi, siti = await begin(chats, "dam-8")
    ros, dewi = await chats.window("Ros"), await chats.window("Dewi", reduced_motion="reduce")
    for page in (ros.page, dewi.page):
        await page.add_init_script(COUNT_MOTIONS)
        await page.goto(adi.url)
    wire = await Wire.of(ros.page)
    wire.hold("board")
    for page, number, points in ((adi, 1, ("c3", "d4")), (siti, 2, ("f6", "e5")), (adi, 3, ("d4", "f6"))):
        for point in points:
            await touch(page, point)
        await at_ply(siti if page is adi else adi, number)
    await at_ply(dewi.page, 3)
    while wire.held("board") < 3:
        await ros.page.evaluate("() => new Promise(requestAnimationFrame)")
    wire.let_one_go("board")
    await ros.page.wait_for_function("() => motions > 0")
    wire.let_go("board")
    await at_ply(ros.page, 3)
    for page in (ros.page, dewi.page):
        await stands_as_told(page)
        assert await moves_of(page) == await moves_of(adi)
    assert not await dewi.page.evaluate("motions"), "motion is not wanted"


@deep("the cases of touches have stacks, and whole matches of them are played in the deep suite")
@pytest.mark.long("a browser starts, and a match is played in it")
async def test_one_piece_of_a_stack_is_dragged_and_the_others_stay(chats: ChatPlatforms) -> None:
    adi, siti = await begin(chats, "bagh-bandi")
    x, y = await spot(adi, "b2")
    await adi.mouse.move(x, y)
    await adi.mouse.down()
    await adi.mouse.move(x - 30, y - 30, steps=3)
    await expect(adi.locator(f"{BOARD} .dragged[data-letter=G]")).to_have_count(1)
    stack = adi.get_by_role("button", name="b2, Goats: goat × 4")
    await expect(stack).to_have_count(1)
    await adi.mouse.move(*await spot(adi, "a2"))
    await adi.mouse.up()
    await at_ply(siti, 1)
    assert await moves_of(siti) == ["b2-a2"]
    await stands_as_told(siti)
    await expect(siti.get_by_role("button", name="a2, Goats: goat")).to_have_count(1)
    # What is said for a while lies below the finger.
    assert await adi.evaluate("getComputedStyle(document.getElementById('toast')).pointerEvents") == "none"
