"""Very many updates in one chat, and people in other chats meanwhile."""

import asyncio
from pathlib import Path

import pytest

from bot.chat import Answer, Request
from bot.platforms.telegram.precedence import CROWD
from loopback.telegram import TelegramServer
from loopback.waiting import until
from tests.bot.platforms.telegram_rig import ScriptedHandler, kept, running

MANY, FEW = 3 * CROWD, 10
HELD = "c3-d4"


class Holding(ScriptedHandler):
    """Answers nothing, and holds one line until it may go on."""

    def __init__(self) -> None:
        super().__init__()
        self.goes_on = asyncio.Event()

    async def text(self, request: Request, text: str) -> Answer | None:
        await super().text(request, text)
        if text == HELD:
            await self.goes_on.wait()
        return None

    def count(self, text: str) -> int:
        """The number of times that a line has come."""
        return sum(each.what == text for each in self.asked)

    async def heard(self, text: str, times: int) -> None:
        """Wait until a line has come so often."""
        await until(lambda: self.count(text) >= times)


@pytest.mark.parametrize("longest", [100.0, 0.01], ids=["waits", "goes on"])
async def test_a_crowd_waits_while_somebody_elsewhere_is_served_for_a_moment_at_most(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, longest: float
) -> None:
    monkeypatch.setattr("bot.platforms.telegram.precedence.LONGEST", longest)
    handler = Holding()
    async with TelegramServer() as server, kept(tmp_path, server) as inbox, running(server, inbox, handler):
        crowd, adi, siti = (server.person(name, name.casefold(), started=True) for name in ("Ani", "Adi", "Siti"))
        adi.say(adi.private, HELD)
        await handler.heard(HELD, 1)
        for _ in range(MANY):
            crowd.say(crowd.private, "many")
        for number in range(FEW):  # meanwhile others are served, one after another
            siti.say(siti.private, "few")
            await handler.heard("few", number + 1)
        if longest < 1:
            await handler.heard("many", MANY)
        # Whoever has come before it was a crowd was served at once.
        assert handler.count("many") < CROWD or longest < 1
        handler.goes_on.set()
        await handler.heard("many", MANY)
