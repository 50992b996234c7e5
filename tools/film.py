"""Take a film strip of a capture of five leaps, as the opponent sees it: ``python -m tools.film FILE``.

It takes Chromium. One wide picture: the board every 60 ms, until its motion has ended.
"""

import asyncio
import base64
import io
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.async_api import FloatRect, Page

from bench.live import AT_PLY, SHOWN, chromium, match_of, new_event, page_of, unhurried_room
from bench.touches import touch
from bench.traffic import quiet
from engine.game import Game
from engine.games import find_ruleset
from engine.parser import parse_move
from engine.turns import choices
from loopback.windows import Client, Room

RULESET = find_ruleset("permainan-tabal")
BEFORE = "d4-c5 b6xd4 d3xd5 d6xd4 e3xc5 e7-d6 c5xe7xe5 a7-b6 b4-a5 c7-d6"
CAPTURE = "e5xc7xa7xc5xc7xe7"
EVERY = 0.06
LASTS = 0.9
VIEWPORT = {"width": 300, "height": 600}


class _Film:
    """The pictures of a page, each with its moment in seconds, from now on."""

    def __init__(self) -> None:
        self.pictures: list[tuple[float, bytes]] = []

    @classmethod
    async def of(cls, page: Page) -> "_Film":
        """Begin a film of a page."""
        film, wire = cls(), await page.context.new_cdp_session(page)

        async def take(frame: dict[str, Any]) -> None:
            film.pictures.append((frame["metadata"]["timestamp"], base64.b64decode(frame["data"])))
            await wire.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

        wire.on("Page.screencastFrame", lambda frame: asyncio.ensure_future(take(frame)))
        await wire.send("Page.startScreencast", {"format": "png", "everyNthFrame": 1})
        return film

    def strip(self, began: float, box: FloatRect) -> Image.Image:
        """The newest picture at each moment from a beginning on, side by side, of a part of the page."""
        moments = [began + EVERY * number for number in range(round(LASTS / EVERY))]
        shown = [max((each for each in self.pictures if each[0] <= moment), default=self.pictures[0])
                 for moment in moments]  # fmt: skip
        left, top = round(box["x"]), round(box["y"])
        edges = (left, top, left + round(box["width"]), top + round(box["height"]))
        boards = [Image.open(io.BytesIO(png)).crop(edges) for _, png in shown]
        whole = Image.new("RGB", (sum(each.width for each in boards), boards[0].height))
        for number, board in enumerate(boards):
            whole.paste(board, (number * board.width, 0))
        return whole


async def take(file: Path) -> None:
    """Play up to the capture, film it, and save the strip."""
    with tempfile.TemporaryDirectory() as folder:
        async with unhurried_room(Path(folder)) as room, chromium() as browser:
            people = [await room.sits("Siti"), await room.sits("Adi")]
            code = await match_of(people[1], people[0], RULESET.key)
            game = await _play(room, people, code)
            mover, other = [
                await page_of(browser, room, each.secret, f"m/{code}", viewport=VIEWPORT)
                for each in (people[game.turn], people[1 - game.turn])
            ]
            for page in (mover, other):
                await page.locator(SHOWN).wait_for()
                await page.wait_for_load_state("networkidle")
            film = await _Film.of(other)
            seen = asyncio.create_task(_seen(other, game.ply + 1))
            await touch(mover, game, parse_move(RULESET, game.position, CAPTURE).move)
            began = await seen
            await asyncio.sleep(LASTS)
            box = await other.locator("papan-board").bounding_box()
            assert box
            film.strip(began - EVERY, box).save(file)


async def _seen(page: Page, ply: int) -> float:
    """The moment at which a page is told of a move, in seconds."""
    await page.wait_for_function(AT_PLY, arg=ply)
    return float(await page.evaluate("Date.now()")) / 1000


async def _play(room: Room, people: list[Client], code: str) -> Game:
    game = Game.begin(RULESET)
    for text in BEFORE.split():
        move, person = parse_move(RULESET, game.position, text).move, people[game.turn]
        turn = {"type": "turn", "event": new_event(), "code": code, "ply": game.ply, "picks": choices(move)}
        await person.say(**turn, price=True)
        await person.hears("done")
        game = game.play(move)
    return game


if __name__ == "__main__":
    quiet()
    asyncio.run(take(Path(sys.argv[1])))
