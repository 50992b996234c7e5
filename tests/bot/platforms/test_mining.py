"""A night of a whole Papan: a match was finished, nobody plays, and ``/puzzle`` gives what was overlooked."""

from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest
from aiohttp import ClientSession
from pydantic import SecretStr

from bot.bootstrap.assembly import run_app
from bot.bootstrap.settings import Address, Settings
from bot.computer import puzzle_miner, search_pool
from bot.foundation.hours import Hours
from bot.platforms.web import WebRoom
from bot.services.services import Services
from bot.store import Database
from engine.games import find_ruleset
from engine.parser import parse_move
from loopback.waiting import eventually
from tests.bot.database_files import file_in
from tests.bot.kit import begun, event, moving
from tests.bot.platforms.web_rig import OpenRoom
from tests.suites import deep

RULESET = find_ruleset("komikan-forward")
"""No puzzle of it ships."""
PLAYED = "e11-e10 g3-g5 e10-e9 i5-i7 e9-g7 g1-g3 g7-i5 g5-g7 i5xi9xe5 c3-c5 e5-c7 e1-c3 c7-e5 c5-c7"
"""Two pieces can be taken now."""


async def finished(url: str) -> None:
    """A match that ended before Papan starts: the hunter has resigned where two pieces could be taken."""
    database = await Database.open(url)
    services = Services.over(database, lambda: datetime.now(UTC), Random(7))
    match, adi, siti, _ = await begun(services, RULESET)
    seats = {adi.id: adi, siti.id: siti}
    for text in PLAYED.split():
        mover = seats[str(match.seats[match.game.turn])]
        move = parse_move(RULESET, match.game.position, text).move
        match = await services.matches.act(event(), mover, match.code, moving(mover, move))
    loser = seats[str(match.seats[match.game.turn])]
    await services.matches.act(event(), loser, match.code, lambda match, now: match.resign(loser.id, now))
    await database.close()


@deep("the process, the worker and the rows are tested each by itself")
async def test_what_was_overlooked_is_a_puzzle_in_the_morning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_pool, "WARM_AFTER", 0.0)
    monkeypatch.setattr(puzzle_miner, "LOOK_EVERY", 0.1)
    monkeypatch.setattr(puzzle_miner, "QUIET", 0.1)
    await finished(file_in(tmp_path))
    night = Settings(
        papan_web=Address("127.0.0.1", 0), database_url=SecretStr(file_in(tmp_path)), papan_puzzles=Hours(0, 24)
    )
    async with run_app(night) as running, ClientSession() as session:
        (platform,) = running.platforms
        assert isinstance(platform, WebRoom)
        (found,) = await eventually(lambda: running.services.site_puzzles.of(RULESET), bool)
        assert found.line == (("e5xe1xi5",),)
        room = OpenRoom(platform, session, running.services)
        ros = await room.sits("Ros")
        await ros.say(type="say", text=f"/puzzle {RULESET.key}")
        await ros.card("to move and")
        await room.empty()
