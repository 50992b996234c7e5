"""On SIGTERM in mid-traffic the real program ends in order, and no request is lost."""

import asyncio
import json
import os
import signal
import sys
from pathlib import Path
from random import Random
from typing import Any

from engine.game import Game
from engine.games import find_ruleset
from engine.notation import format_move
from loopback.telegram import TelegramServer
from loopback.waiting import patience, until
from tests.bot.conftest import in_file
from tests.suites import deep

PEOPLE, MOVES = 10, 10


def moves(seed: int) -> list[str]:
    """The first moves of a game, chosen by chance."""
    game, chance = Game.begin(find_ruleset("dam-8-strict")), Random(seed)
    found: list[str] = []
    while len(found) < MOVES:
        move = chance.choice(game.legal_moves)
        found.append(format_move(game.ruleset, move))
        game = game.play(move)
    return found


@deep("the program stops in test_stops, and is killed in test_kills")
async def test_sigterm_under_load_ends_in_order_and_loses_nothing(tmp_path: Path) -> None:
    file = tmp_path / "papan.db"

    def plies() -> list[int]:
        return [int(ply) for ply in in_file(file, "SELECT ply FROM matches").split()]

    async with TelegramServer() as server:
        ours = {"TELEGRAM_TOKEN": server.token, "TELEGRAM_API_URL": server.api_url}

        async def start() -> asyncio.subprocess.Process:
            return await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "bot", "run"),
                env={**os.environ, **ours, "DATABASE_URL": f"sqlite:///{file}"},
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.PIPE,
            )

        async def end(process: asyncio.subprocess.Process) -> list[dict[str, Any]]:
            process.send_signal(signal.SIGTERM)
            async with patience("the end of the program"):
                _, log = await process.communicate()
            assert process.returncode == 0
            return [line for line in map(json.loads, log.splitlines()) if line["level"] == "error"]

        papan = await start()
        people = [server.person(f"Person {number}", started=True) for number in range(PEOPLE)]
        for person in people:
            person.say(person.private, "/play dam-8-strict")
            person.press(await person.gets(person.private, key="Practice board"), "Practice board")
        for person in people:
            await person.gets(person.private, key="Your move")
        games = [moves(number) for number in range(PEOPLE)]
        for texts in zip(*games, strict=True):
            for person, text in zip(people, texts, strict=True):
                person.say(person.private, f"/move {text}")
        await until(lambda: sum(plies()) >= PEOPLE)
        assert sum(plies()) < PEOPLE * MOVES, "it is asked to end while there is still something to do"
        assert await end(papan) == []
        papan = await start()
        await server.until(lambda: plies() == [MOVES] * PEOPLE)
        for person, played in zip(people, games, strict=True):
            await person.gets(person.private, text=played[-1])
        assert await end(papan) == []
        assert server.violations == []
