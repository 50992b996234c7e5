"""The web room in Firefox and in WebKitGTK, the engine of Safari.

From the home to a board, a match by touch and by keys, two tabs, a line that is cut, *More*, resigning.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bench.live import SHOWN, match_of, new_event, watch
from bench.stops import serving
from loopback.dead_line import Line
from loopback.ports import hand_out
from loopback.webdriver import BROWSERS, Browser, MissingBrowser
from loopback.windows import Client, Room
from tests.conversation.live_boards import SPOT
from tests.suites import deep

IS_SHOWN = "(selector) => document.querySelector(selector)?.checkVisibility()"
IS_GONE = "(selector) => !document.querySelector(selector)?.checkVisibility()"
IS_SAID = "(selector, text) => document.querySelector(selector)?.textContent.includes(text)"
IS_PLAYED = """(moves) => {
    const { state, settling } = document.querySelector('papan-board') ?? {};
    return !settling && String(state?.moves) === String(moves);
}"""
FOCUSED = "() => document.activeElement.getAttribute('aria-label') ?? document.activeElement.id"
LOOSE = """() => {
    const menu = document.getElementById('more');
    return menu.offsetHeight - [...menu.children].reduce((all, { offsetHeight }) => all + offsetHeight, 0);
}"""
"""The pixels of the menu between its entries: a browser may stretch a grid that is no higher than so much."""
CENTRE = """(selector, text = '') => {
    const found = [...document.querySelectorAll(selector)].find((each) => each.textContent.includes(text));
    found.scrollIntoView({ block: 'nearest' });
    const { left, top, width, height } = found.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
}"""


@pytest_asyncio.fixture(loop_scope="session", params=[*BROWSERS])
async def other_browser(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Browser]:
    folder = tmp_path / "profile"
    folder.mkdir()
    try:
        async with BROWSERS[request.param](folder) as browser:
            yield browser
    except MissingBrowser as missing:
        pytest.skip(str(missing))


async def press(browser: Browser, selector: str, text: str = "") -> None:
    """Touch what a selector finds, the first that has such a text."""
    await browser.touches(*await browser.runs(CENTRE, selector, text))


async def answer(client: Client, code: str, ply: int, *picks: int) -> None:
    """Have somebody without a browser play a turn, after so many others."""
    while (await watch(client, code))["ply"] != ply:
        pass
    await client.say(type="turn", event=new_event(), code=code, ply=ply, picks=picks, price=True)
    done = await client.hears("done")
    assert done["done"], done


async def plays(browser: Browser, room: Room) -> None:
    """A newcomer comes to a board; then a match is played by touch, by keys, and in a second tab."""
    # A newcomer, from the home to a board.
    await browser.goes(room.url)
    await browser.until(IS_SHOWN, "#games button.main")
    await press(browser, "#games button.main")
    await browser.until(IS_SHOWN, SHOWN)

    # A match, with the first side: by touch, by keys, and in a second tab.
    adi, siti = await room.sits("Adi"), await room.sits("Siti")
    code = await match_of(adi, siti, "malaysian-checkers-8")
    await browser.runs("(secret) => { localStorage.person = secret; }", siti.secret)
    address = f"{room.url}m/{code}"
    await browser.goes(address)
    await browser.until(IS_PLAYED, [])
    for point in ("c3", "d4"):
        await browser.touches(*await browser.runs(SPOT, point))
    await browser.until(IS_PLAYED, ["c3-d4"])
    names = await browser.runs("() => document.querySelector('papan-board').measures.names")
    await answer(adi, code, 1, names.index("b6"), names.index("a5"))
    await browser.until(IS_PLAYED, ["c3-d4", "b6-a5"])
    focus = "(point) => document.querySelector('papan-board').focusOn(point)"
    await browser.runs(focus, names.index("g3"))
    await browser.presses("Enter", "ArrowUp")
    assert await browser.runs(FOCUSED) == "f4, free, can go there"
    await browser.presses("Enter")
    first_three = ["c3-d4", "b6-a5", "g3-f4"]
    await browser.until(IS_PLAYED, first_three)
    before = await browser.new_tab()
    await browser.goes(address)
    await browser.until(IS_PLAYED, first_three)
    await answer(adi, code, 3, names.index("h6"), names.index("g5"))
    await browser.until(IS_PLAYED, [*first_three, "h6-g5"])
    await browser.turns_to(before)
    await browser.until(IS_PLAYED, [*first_three, "h6-g5"])


async def resigns(browser: Browser) -> None:
    """Resign, as *More* has it; its question is first answered with no."""
    for answer in ("#resign-no", "#resign-yes"):
        await press(browser, "#actions button", "More")
        await browser.until(IS_SHOWN, "#more button")
        assert await browser.runs(LOOSE) < 60
        await press(browser, "#more button", "Resign")
        await browser.until(IS_SHOWN, "#resigning")
        assert await browser.runs(FOCUSED) == "resign-no"
        await press(browser, answer)
        await browser.until(IS_GONE, "#resigning")
    await browser.until(IS_SAID, "#ask", "Adi wins: Siti has resigned.")


@deep("all of it is tried in Chromium in the quick suite")
@pytest.mark.long("another browser starts, and a match is played in it")
async def test_a_match_is_played_as_in_chromium(tmp_path: Path, other_browser: Browser) -> None:
    browser, inner, outer = other_browser, hand_out(), hand_out()
    url = f"http://127.0.0.1:{outer}/"
    async with serving(tmp_path, f"127.0.0.1:{inner}", PAPAN_WEB_URL=url):
        async with Line.between(outer, inner), Room.at(url) as room:
            await plays(browser, room)

        # The line is cut, and comes back.
        await browser.until(IS_SHOWN, "#offline")
        async with Line.between(outer, inner):
            await browser.until(IS_GONE, "#offline")
            await resigns(browser)
