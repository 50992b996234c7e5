"""The board inside Telegram: from a touch there to the boards of the match in a group of Telegram and on Discord.

Adi plays in the page, in Chromium, Siti by typing on Discord; each turn begins when the chats' own limits let a board
be edited at once again. Promised: 95 of 100 within 150 ms.
"""

import asyncio
import re
import time
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from bench.live import AT_PLY, turn_by_chance
from bench.room import NOTE_TOUCHES
from bench.touches import touch
from bench.traffic import quiet
from engine.game import Game
from engine.games import find_ruleset
from engine.notation import format_move
from tests.conversation.chat_platforms import ChatPlatforms
from tests.conversation.clients import Client, TelegramClient
from tests.conversation.mini_app import opened, running
from tests.conversation.shared_browser import SharedBrowser

MOVES = 40
RESTS = 3.2
"""Seconds after which a group of Telegram takes an edit at once again: 20 a minute."""
SMALLEST = {"moves": 2, "rests": 1.2}
GAME = "malaysian-checkers-8-strict"


def run(moves: int = MOVES, rests: float = RESTS) -> None:
    """Print how long each board takes, and the later of the two."""
    quiet()
    waits = asyncio.run(_measure(moves, rests))
    columns = ([one for one, _ in waits], [other for _, other in waits], [max(each) for each in waits])
    for name, column in zip(("Telegram", "Discord", "both"), columns, strict=True):
        p95 = quantiles(column, n=20)[-1]
        print(f"{name:<12}{1000 * median(column):>8.0f} ms median{1000 * p95:>8.0f} ms p95", flush=True)


async def _measure(moves: int, rests: float) -> list[tuple[float, float]]:
    """The seconds from each touch that ends a turn to the board in the group, and to that on Discord."""
    waits: list[tuple[float, float]] = []
    with TemporaryDirectory() as folder:
        async with (
            SharedBrowser() as browser,
            ChatPlatforms(Path(folder), browser) as platforms,
            running(platforms) as chats,
        ):
            adi, siti = await chats.client("telegram", "Adi"), await chats.client("discord", "Siti")
            assert isinstance(adi, TelegramClient)
            while len(waits) < moves:
                waits += await _match(chats, adi, siti, moves - len(waits), rests)
    return waits


async def _match(
    chats: ChatPlatforms, adi: TelegramClient, siti: Client, moves: int, rests: float
) -> list[tuple[float, float]]:
    """The waits of a match, of so many of Adi's moves at most."""
    waits: list[tuple[float, float]] = []
    chance, game = Random(1), Game.begin(find_ruleset(GAME))
    await adi.types(f"/play {GAME} first pace:none")
    (code,) = re.findall(r"/join\S* ([A-Z0-9]{4})", await adi.reads("invites anybody"))
    await siti.types(f"/join {code}")
    page = await opened(chats, adi.person, code)
    await page.evaluate(NOTE_TOUCHES)
    while not game.outcome and len(waits) < moves:
        move = turn_by_chance(game.first_choice, chance).stop
        assert move is not None
        told = format_move(game.ruleset, move)
        await asyncio.sleep(rests)
        if game.turn == 0:
            await page.wait_for_function(AT_PLY, arg=game.ply)
            seen = [asyncio.create_task(_seen(each, code, f"Adi played {told}")) for each in (adi, siti)]
            await touch(page, game, move)
            began = await page.evaluate("window.touchedAt / 1000")
            one, other = await asyncio.gather(*seen)
            waits.append((one - began, other - began))
        else:
            await siti.types(f"/move {code} {told}")
        game = game.play(move)
    await page.context.close()
    return waits


async def _seen(client: Client, code: str, told: str) -> float:
    """The moment at which a board tells something."""
    await client.reads(code, told)
    return time.time()
