"""A simul in the web room whose host plays on a telephone (390 by 844, Chromium), while everybody answers at once.

After each move of the host the board that has waited longest comes up by itself. Promised: no press between a move and
the next board, and 95 of 100 within a second from the touch that moves.
"""

import asyncio
import tempfile
from collections import Counter
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from random import Random
from statistics import median, quantiles

from playwright.async_api import Page

from bench.live import PHONE, SHOWN, chromium, new_event, page_of, turn_by_chance, unhurried_app
from bench.touches import NEXT
from bench.traffic import quiet
from bot.bootstrap.assembly import RunningApp
from bot.matches.identity import Person, Place
from bot.matches.invitation import Venue
from bot.matches.match import Match
from bot.matches.simul import SimulSide
from bot.matches.status import Status
from bot.platforms.web import WebRoom
from bot.platforms.web.entrances import PLATFORM
from bot.platforms.web.windows import COMMON_ROOM
from bot.services.contests.simuls import SimulWish
from bot.services.services import Services
from bot.store import Player
from engine.moves import Move
from engine.turns import choices
from loopback.waiting import eventually

BOARDS = 30
MOVES = 120
"""Moves of the host that are measured: four on each board."""
GAME = "malaysian-checkers-8"
ANSWERS_AFTER = 0.5
"""Seconds until somebody who is to move has moved."""
HERE = Place(PLATFORM, COMMON_ROOM)
SMALLEST = {"boards": 3, "moves": 6}

NOTE_TOUCHES = """addEventListener('pointerdown', (event) => {
    window.touchedAt = performance.timeOrigin + event.timeStamp;
}, true);"""
NEXT_HERE = f"async (args) => location.pathname === args.path ? await ({NEXT})(args) : null"
"""The place of the next touch; also null once the page has gone on."""
GONE_ON = """async (path) => {
    const frame = () => new Promise(requestAnimationFrame);
    const stands = () => {
        const board = document.querySelector('papan-board');
        return location.pathname !== path && board?.state && `/m/${board.state.code}` === location.pathname;
    };
    while (!stands()) await frame();
    await frame();
    await frame();
    return performance.timeOrigin + performance.now();
}"""
"""The moment at which another board is painted, in milliseconds."""
READY = """() => {
    const { state, settling } = document.querySelector('papan-board');
    return state && `/m/${state.code}` === location.pathname && !settling;
}"""


async def _begun(running: RunningApp, host: Player, guests: list[Player], boards: int) -> None:
    """A simul in the common room, all of whose boards are open."""
    services = running.services
    await services.communities.change(HERE, lambda found: replace(found, settings={"simul": "on"}))
    simul = await services.simuls.open(host, Venue(HERE, "en"), SimulWish(GAME, SimulSide.TURNS, None, boards))
    for each in guests:
        await services.simuls.join(each, simul)
    await services.simuls.begin(host.id, simul)
    await eventually(lambda: services.matches.of_player(host.id), lambda found: len(found) == boards)


def _moving(player: str, move: Move, match: Match, now: datetime) -> Match:
    return match.move(player, move, None, now)


async def _answer(services: Services, guests: list[Player], chance: Random) -> None:
    """Everybody who is to move does, again and again."""
    while True:
        for each in guests:
            for match in await services.matches.of_player(each.id):
                late = services.clock() - (match.moved_at or match.created)
                if match.status is Status.PLAYING and each.id in match.to_act and late.total_seconds() > ANSWERS_AFTER:
                    move = turn_by_chance(match.game.first_choice, chance).stop
                    assert move is not None
                    played = partial(_moving, each.id, move)
                    await services.matches.act(new_event(), each, match.code, played)
        await asyncio.sleep(ANSWERS_AFTER / 5)


async def _touched(page: Page, services: Services, code: str, chance: Random) -> int:
    """Make a turn by chance on the board that stands there; the touches it took."""
    match = await services.matches.get(code)
    move = turn_by_chance(match.game.first_choice, chance).stop
    assert move is not None
    wanted = choices(move)
    start = len(wanted) - len(move.path) if move.path else len(wanted)
    asked = {"ply": match.game.ply, "wanted": wanted, "start": start, "path": f"/m/{code}"}
    touches = 0
    while spot := await page.evaluate(NEXT_HERE, asked):
        if spot == "price":
            await page.click("#price-yes")
        else:
            await page.touchscreen.tap(*spot)
        touches += 1
    return touches


async def _measure(boards: int, moves: int) -> tuple[list[float], list[int], Counter[str]]:
    """Milliseconds from the touch that moves to the next board, the touches of each move, and how often each came."""
    chance = Random(1)
    waits, touches, came = list[float](), list[int](), Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        async with chromium() as browser, unhurried_app(Path(folder)) as (room, running):
            services = running.services
            secret = (await room.sits("Siti")).secret
            host = await services.people.player(await _person(running, "Siti"))
            guests = []
            for number in range(boards):
                await room.sits(f"Guest {number + 1}")
                guests.append(await services.people.player(await _person(running, f"Guest {number + 1}")))
            await _begun(running, host, guests, boards)
            mine = await services.matches.of_player(host.id)
            code = next(match.code for match in mine if host.id in match.to_act)
            page = await page_of(browser, room, secret, f"m/{code}", viewport=PHONE, has_touch=True, is_mobile=True)
            await page.locator(SHOWN).wait_for()
            await page.evaluate(NOTE_TOUCHES)
            answering = asyncio.create_task(_answer(services, guests, chance))
            for _ in range(moves):
                await page.wait_for_function(READY)
                code = (await page.evaluate("location.pathname")).removeprefix("/m/")
                came[code] += 1
                gone_on = asyncio.create_task(page.evaluate(GONE_ON, f"/m/{code}"))
                touches.append(await _touched(page, services, code, chance))
                waits.append(await gone_on - await page.evaluate("window.touchedAt"))
            answering.cancel()
    return waits, touches, came


async def _person(running: RunningApp, name: str) -> Person:
    hub = next(each for each in running.platforms if isinstance(each, WebRoom)).hub
    member = await hub.archive.member_by_name(name)
    assert member is not None
    return hub.who.person_of(member)


def run(boards: int = BOARDS, moves: int = MOVES) -> None:
    """Print what the host of a simul waits for the next board."""
    quiet()
    waits, touches, came = asyncio.run(_measure(boards, moves))
    late = quantiles(waits, n=20)[-1]
    print(f"{boards} boards, {len(waits)} moves of the host: {sum(touches) / len(touches):.2f} touches a move")
    print(
        f"to the next board: median {median(waits):.0f} ms, 95 of 100 within {late:.0f} ms, longest {max(waits):.0f} ms"
    )
    print(f"boards that came: {len(came)}; how often each: {min(came.values())} to {max(came.values())}")
