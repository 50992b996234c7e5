"""A match as somebody hears it who cannot see: Orca reads out the web room in Firefox and in Chromium.

The sentences wanted are those that the server gives for the same person.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bench.live import match_of, watch
from bench.stops import serving
from bot.platforms.web.texts import page_texts
from loopback.orca import Ear, MissingOrca, orca
from loopback.ports import hand_out
from loopback.webdriver import Browser, MissingBrowser, chromium, firefox
from loopback.windows import Client, Room
from tests.conversation.test_other_browsers import IS_PLAYED, IS_SHOWN, answer
from tests.suites import deep

FOCUS = """(selector, text) => {
    [...document.querySelectorAll(selector)].find((each) => each.textContent.includes(text)).focus();
}"""
HINT = """() => {
    const { textContent: asks } = document.getElementById('ask');
    const told = document.querySelector('#spoken p:last-child')?.textContent ?? '';
    return asks && told.startsWith(asks) && /\\b[a-h][1-8]\\b/.test(told.slice(asks.length)) && told;
}"""
"""The hint as the log of the page has it: the sentence of the line, and its points."""
TURNS = (("c3", "d4"), ("f6", "e5"), ("d4", "f6"), ("g7", "e5"))
"""Siti and Adi by turns; each takes once."""


@pytest_asyncio.fixture(loop_scope="session")
async def ear(tmp_path: Path) -> AsyncIterator[Ear]:
    folder = tmp_path / "orca"
    folder.mkdir(mode=0o700)  # as what runs of a session has to be kept
    try:
        async with orca(folder) as ear:
            yield ear
    except MissingOrca as missing:
        pytest.skip(str(missing))


@pytest_asyncio.fixture(loop_scope="session", params=[firefox, chromium], ids=lambda each: each.__name__)
async def read_out(ear: Ear, tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Browser]:
    folder = tmp_path / "profile"
    folder.mkdir()
    try:
        async with request.param(folder, ear.environment) as browser:
            yield browser
    except MissingBrowser as missing:
        pytest.skip(str(missing))


async def presses(browser: Browser, selector: str, text: str = "") -> None:
    """Press what a selector finds with the keyboard, the first that has such a text."""
    await browser.until(IS_SHOWN, selector)
    await browser.runs(FOCUS, selector, text)
    await browser.presses("Enter")


async def told(client: Client, code: str, ply: int) -> str:
    """The sentences of the server for this person after so many turns: the last of them, and what it awaits."""
    while (board := await watch(client, code))["ply"] != ply:
        pass
    return " ".join(filter(None, (board["moved"], *board["awaits"])))


@deep("the sentences of the page and their order are tested in the quick suite")
@pytest.mark.long("a screen reader and another browser start, and a match is played")
async def test_a_match_is_told_once_and_in_order(tmp_path: Path, ear: Ear, read_out: Browser) -> None:
    browser, port = read_out, hand_out()
    url = f"http://127.0.0.1:{port}/"
    async with serving(tmp_path, f"127.0.0.1:{port}", PAPAN_WEB_URL=url), Room.at(url) as room:
        adi, siti = await room.sits("Adi"), await room.sits("Siti")
        code = await match_of(adi, siti, "malaysian-checkers-8")
        await browser.goes(url)
        await browser.runs("(secret) => { localStorage.person = secret; }", siti.secret)
        await browser.goes(url)
        await presses(browser, "#mine a")
        await browser.until(IS_PLAYED, [])
        wanted = [(await watch(siti, code))["arrival"]]
        await ear.hears(wanted[-1])
        names = await browser.runs("() => document.querySelector('papan-board').measures.names")
        for ply, turn in enumerate(TURNS):
            await answer((siti, adi)[ply % 2], code, ply, *(names.index(point) for point in turn))
            wanted.append(await told(siti, code, ply + 1))
            await ear.hears(wanted[-1])

        await presses(browser, "#actions button", "Hint")
        wanted.append(await browser.until(HINT))
        await ear.hears(wanted[-1])

        await presses(browser, "#actions button", "More")
        await presses(browser, "#more button", "Resign")
        wanted.append(page_texts("en")["resign_ask"])
        await ear.hears(wanted[-1])
        await presses(browser, "#resign-yes")
        wanted.append("Adi wins: Siti has resigned.")
        await ear.hears(wanted[-1])
        heard = ear.heard
        # The heading is read with the page, and may be once more as the focus comes to it; the question is the name of
        # its dialog, and what *No* is about.
        often = (wanted[0], page_texts("en")["resign_ask"])
        assert {each: heard.count(each) for each in wanted if each not in often and heard.count(each) != 1} == {}, heard
        assert sorted(wanted, key=heard.index) == wanted, heard
