"""The board inside Telegram, and the same page as an activity on Discord: from a touch there to the boards of the match
in the chats, and from a move typed there to the board in the page.

Adi plays in the page, in Chromium, Siti by typing on Discord; each turn begins when the chats' own limits let a board
be edited at once again. The page inside Telegram is opened from a group there, the activity in the channel where Siti
types. Promised: 95 of 100 within 150 ms.
"""

import asyncio
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from playwright.async_api import Frame, Page, expect

from bench.live import SHOWN, turn_by_chance
from bench.room import NOTE_TOUCHES, PAINTED
from bench.touches import touch
from bench.traffic import quiet
from engine.game import Game
from engine.games import find_ruleset
from engine.notation import format_move
from loopback.discord.activities import open_activity
from tests.conversation.activity_frame import in_activity
from tests.conversation.chat_platforms import ChatPlatforms
from tests.conversation.clients import Client, DiscordClient, TelegramClient
from tests.conversation.mini_app import opened, running
from tests.conversation.shared_browser import SharedBrowser

MOVES = 40
RESTS = 3.2
"""Seconds after which a group of Telegram takes an edit at once again: 20 a minute."""
SMALLEST = {"moves": 2, "rests": 1.2}
GAME = "malaysian-checkers-8-strict"


@dataclass
class _Page:
    """The page under Adi's hand: in a window of its own, or in a frame that fills Discord's."""

    window: Page
    frame: Frame | None = None

    @property
    def shown(self) -> Page | Frame:
        """The page or frame that has the board."""
        return self.frame or self.window


@dataclass
class _Waits:
    """Seconds of each move: from a touch to the board of each client, and from a typed one to the page."""

    touched: list[list[float]]
    typed: list[float]


def run(moves: int = MOVES, rests: float = RESTS) -> None:
    """Print how long boards take: in the chats, the later of the two, and in the page; then those of the activity."""
    quiet()
    found = asyncio.run(_measure("telegram", moves, rests))
    one, other = zip(*found.touched, strict=True)
    _tell("Telegram", one)
    _tell("Discord", other)
    _tell("both", [max(each) for each in found.touched])
    _tell("page", found.typed)
    found = asyncio.run(_measure("discord", moves, rests))
    _tell("channel", [wait for (wait,) in found.touched])
    _tell("frame", found.typed)


def _tell(name: str, waits: Sequence[float]) -> None:
    p95 = quantiles(waits, n=20)[-1]
    print(f"{name:<12}{1000 * median(waits):>8.0f} ms median{1000 * p95:>8.0f} ms p95", flush=True)


async def _measure(platform: str, moves: int, rests: float) -> _Waits:
    """The waits of so many touched and so many typed moves, with the page opened on a platform."""
    waits = _Waits([], [])
    with TemporaryDirectory() as folder:
        async with (
            SharedBrowser() as browser,
            ChatPlatforms(Path(folder), browser) as platforms,
            running(platforms) as chats,
        ):
            adi, siti = await chats.client(platform, "Adi"), await chats.client("discord", "Siti")
            while min(len(waits.touched), len(waits.typed)) < moves:
                await _match(chats, adi, siti, moves, rests, waits)
    return waits


async def _match(chats: ChatPlatforms, adi: Client, siti: Client, moves: int, rests: float, waits: _Waits) -> None:
    """Add the waits of a match, until there are so many of both kinds."""
    chance, game = Random(1), Game.begin(find_ruleset(GAME))
    await adi.types(f"/play {GAME} first pace:none")
    (code,) = re.findall(r"/join\S* ([A-Z0-9]{4})", await adi.reads("invites anybody"))
    await siti.types(f"/join {code}")
    page = await _opened(chats, adi, siti, code)
    readers = [siti] if page.frame else [adi, siti]
    await page.shown.evaluate(NOTE_TOUCHES)
    await asyncio.sleep(rests)  # besides the rest before each move: the invitation has become a board just now
    while not game.outcome and min(len(waits.touched), len(waits.typed)) < moves:
        move = turn_by_chance(game.first_choice, chance).stop
        assert move is not None
        told = format_move(game.ruleset, move)
        await asyncio.sleep(rests)
        if game.turn == 0:
            seen = [asyncio.create_task(_seen(each, code, f"Adi played {told}")) for each in readers]
            await touch(page.window, game, move, page.frame)
            began = await page.shown.evaluate("window.touchedAt / 1000")
            waits.touched.append([each - began for each in await asyncio.gather(*seen)])
        else:
            painted = asyncio.ensure_future(page.shown.evaluate(PAINTED, game.ply + 1))
            began = time.time()
            await siti.types(f"/move {code} {told}")
            waits.typed.append(await painted / 1000 - began)
        game = game.play(move)
    await page.window.context.close()


async def _opened(chats: ChatPlatforms, adi: Client, siti: Client, code: str) -> _Page:
    """The page at a match, as Adi opens it where Adi is."""
    if isinstance(adi, TelegramClient):
        return _Page(await opened(chats, adi.person, code))
    assert isinstance(adi, DiscordClient)
    await siti.reads(code, "to move")
    await adi.presses("Open the board")
    instance = open_activity(chats.discord.world, chats.channel, adi.member.user)
    page, frame = await in_activity(chats, adi.member.user, instance)
    await expect(frame.locator(SHOWN)).to_be_visible()
    return _Page(page, frame)


async def _seen(client: Client, code: str, told: str) -> float:
    """The moment at which a board tells something."""
    await client.reads(code, told)
    return time.time()
