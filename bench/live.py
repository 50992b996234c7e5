"""Live boards of the web room for measurements: matches of people without a browser, and their pages in Chromium."""

import json
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.async_api import Browser, Page, async_playwright
from pydantic import SecretStr

from bot.bootstrap.assembly import RunningApp, run_app
from bot.bootstrap.settings import Address, Settings
from bot.platforms.web import WebRoom
from bot.platforms.web.limits import Budget, Budgets, FairQueue
from engine.turns import PartialMove
from loopback import programs
from loopback.windows import JSON, Client, Room
from tests.bot.database_files import file_in
from tests.unhurried import hurry

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 800}
PLENTY = 10.0**9
AT_PLY = """(ply) => document.querySelector('papan-board').state?.ply === ply"""
"""Does the board stand there? It may not take touches yet."""
SHOWN = "papan-board [role=application]"


@asynccontextmanager
async def chromium(*arguments: str) -> AsyncIterator[Browser]:
    """A browser, with more arguments of its command line. Raises MissingProgram."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=programs.chromium(), args=["--no-sandbox", *arguments]
        )
        yield browser
        await browser.close()


@asynccontextmanager
async def unhurried_room(folder: Path) -> AsyncIterator[Room]:
    """A room in this process in which people may move as fast as they can."""
    async with unhurried_app(folder) as (room, _):
        yield room


@asynccontextmanager
async def unhurried_app(folder: Path) -> AsyncIterator[tuple[Room, RunningApp]]:
    """The same, with the app whose room it is."""
    wanted = Settings(papan_web=Address("127.0.0.1", 0), database_url=SecretStr(file_in(folder)))
    with pytest.MonkeyPatch.context() as patch:
        hurry(patch)
        async with run_app(wanted) as running:
            platform = next(each for each in running.platforms if isinstance(each, WebRoom))
            platform.hub.people = Budgets(PLENTY, PLENTY)
            platform.hub.queue = FairQueue(Budgets(PLENTY, PLENTY), Budget(PLENTY, PLENTY))
            platform.hub.door = FairQueue(Budgets(PLENTY, PLENTY), Budget(PLENTY, PLENTY))
            platform.hub.newcomers = Budgets(PLENTY, PLENTY)
            async with Room.at(platform.url) as room:
                yield room, running


def new_event() -> str:
    """The name of something that is to act once."""
    return secrets.token_hex(16)


async def practice(person: Client, game: str) -> str:
    """A match of somebody against themselves; its code."""
    return await _begin(person, game=game, opponent="practice", corner=True)


async def match_of(host: Client, guest: Client, game: str, **terms: str) -> str:
    """A match of two in the common room, which has begun, or waits until both are ready; its code."""
    code = await _begin(host, game=game, opponent="anybody", **terms)
    seat = next(each for each in (await watch(guest, code))["actions"] if each["label"].startswith("Sit down"))
    await guest.say(type="wish", event=new_event(), code=code, kind=seat["kind"], choice=seat["choice"])
    done = await guest.hears("done")
    assert done["done"], done
    return code


async def _begin(person: Client, **fields: Any) -> str:
    await person.say(type="begin", event=new_event(), **fields)
    done = await person.hears("done")
    assert done["done"], done
    code: str = done["match"]
    return code


async def watch(person: Client, code: str) -> JSON:
    """Have somebody told of a match from now on; its board as it is."""
    await person.say(type="watch", code=code, version=0)
    while (board := await person.hears("board"))["code"] != code:
        pass
    return board


async def page_of(browser: Browser, room: Room, secret: str, address: str, **context: Any) -> Page:
    """The page of somebody with this secret at an address of the room; ``context`` as Playwright takes it."""
    made = await browser.new_context(**{"viewport": DESKTOP, "locale": "en-GB"} | context)
    page = await made.new_page()
    await page.add_init_script(f"sessionStorage.setItem('secret', {json.dumps(secret)})")
    await page.goto(f"{room.url}{address}")
    return page


def walk(steps: list[Any], chance: Random) -> list[int]:
    """The points of a turn that somebody may touch (``steps`` of a table), by chance."""
    picks: list[int] = []
    node = 0
    while True:
        ends, count, following = steps[node]
        free = [step for step in following if not (len(step) > 4 and step[4]) or step[0] in picks]
        if not free or (ends and chance.random() < 0.5):
            return picks
        chosen = chance.sample(free, count)
        picks += [step[0] for step in chosen]
        node = chosen[0][1]


def turn_by_chance(first: PartialMove, chance: Random) -> PartialMove:
    """A whole turn, each of its points by chance."""
    here = first
    while here.following and not (here.stop and chance.random() < 0.5):
        here = here.then(chance.choice(here.following))
    return here
