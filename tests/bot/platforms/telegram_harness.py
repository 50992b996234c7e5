"""Matches in many groups of one loopback Telegram, concurrently, with one fault injected into each."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from itertools import count
from pathlib import Path

import pytest

from bot.bootstrap.assembly import RunningApp, run_app
from bot.matches.status import Status
from loopback.telegram import Message, Mishap, Person, TelegramServer
from loopback.waiting import eventually
from tests.bot.connected import to_telegram
from tests.bot.database_files import file_in
from tests.bot.platforms.faults import Log, Outcome, listening, settled
from tests.unhurried import hurry

SLOW = 4.0
SEND_WITHIN = 3.0
"""Seconds; an answer that is slow comes later than this."""
_numbers = count(1)


@dataclass
class FaultHarness:
    """A Telegram, Papan on it, and what is logged."""

    server: TelegramServer
    running: RunningApp
    log: Log


class Table:
    """A group of two who also have private chats with Papan."""

    def __init__(self, harness: FaultHarness, *, supergroup: bool = True, forum: bool = False) -> None:
        number = next(_numbers)
        self.harness = harness
        self.adi, self.siti = (
            harness.server.person(name, f"{name.casefold()}_{number}", started=True) for name in ("Adi", "Siti")
        )
        self.group = harness.server.group(f"Kampung {number}", self.adi, self.siti, supergroup=supergroup, forum=forum)
        self.topic = harness.server.topic(self.group, "Dam", self.adi) if forum else None
        self.code = ""

    async def begin(self) -> Message:
        """Adi, with the first side, invites Siti, who accepts; the board, once all is quiet."""
        self.adi.say(self.group, f"/play @{self.siti.account.username} dam-8 first", topic=self.topic)
        card = await self.adi.gets(self.group, key="Accept", photo=True)
        self.code = card.shown.split()[0]
        self.siti.press(card, "Accept")
        services = self.harness.running.services
        await eventually(lambda: services.matches.get(self.code), lambda match: match.status is Status.PLAYING)
        (view,) = (await settled(services, self.code)).views
        return self.group.messages[int(view.message or 0)]

    def goes_wrong(self, method: str, mishap: Mishap) -> None:
        """Inject a fault into the next such request about this group."""
        self.harness.server.fail_next(method, mishap, SLOW if mishap is Mishap.SLOW else 1, chat=self.group)

    async def plays(self, person: Person | None = None, move: str = "c3-d4") -> None:
        """The player to move makes a move, and it is stored."""
        services = self.harness.running.services
        before = (await services.matches.get(self.code)).game.ply
        (person or self.adi).say(self.group, f"/move {self.code} {move}", topic=self.topic)
        await eventually(lambda: services.matches.get(self.code), lambda match: match.game.ply > before)

    async def given_up(self) -> Outcome:
        """The outcome once a view is given up."""
        services = self.harness.running.services
        await eventually(lambda: services.views.of_match(self.code), lambda views: any(view.frozen for view in views))
        return await self.outcome()

    async def outcome(self, seen: Callable[[], bool] = lambda: True) -> Outcome:
        """The outcome once nothing is left to do."""
        snapshot = await settled(self.harness.running.services, self.code, seen)
        world = self.harness.server.world
        updates = self.harness.server.state.updates.chats
        chats = {self.group.id, self.adi.id, self.siti.id}
        groups = {self.group.id, *(int(view.place.chat) for view in snapshot.views if not view.place.private)}
        messages = [each for group in groups for each in world.chats[group].from_bot()]
        private = [each.shown for each in self.adi.from_bot(self.adi.private)]
        toasts = [
            press.text for press in self.harness.server.state.presses.values() if press.person is self.adi.account
        ]
        return Outcome(
            plies=snapshot.match.game.ply,
            boards=[each.shown for each in messages if each.photo],
            calls=len([each for each in messages if each.shown.startswith("Siti, Adi played")]),
            frozen=sum(view.frozen for view in snapshot.views),
            told=private + [toast for toast in toasts if toast],
            lines=self.harness.log.about(self.code, *(str(each) for each, chat in updates.items() if chat in chats)),
        )


@asynccontextmanager
async def harness(folder: Path, patch: pytest.MonkeyPatch) -> AsyncIterator[FaultHarness]:
    """The harness; sends are given up after three seconds."""
    hurry(patch)
    patch.setattr("bot.workers.gateways.SEND_WITHIN", SEND_WITHIN)
    patch.setattr("bot.services.views.ANSWER_WITHIN", timedelta(seconds=1))
    patch.setattr("bot.platforms.telegram.receiving.LONGEST_PAUSE", 1.2)
    async with TelegramServer() as server:
        settings = to_telegram(server, file_in(folder))
        with listening("telegram") as log:
            async with run_app(settings) as running:
                yield FaultHarness(server, running, log)
        assert server.violations == []
        assert server.faults.planned == [], server.faults.planned
