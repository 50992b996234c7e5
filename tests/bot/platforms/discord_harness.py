"""Matches in many channels of one loopback Discord, concurrently, with one fault injected into each."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest

from bot.bootstrap.assembly import RunningApp, run_app
from bot.matches.status import Status
from loopback.discord import DiscordServer, Member
from loopback.discord.world import ALL, OPEN_THREADS, Channel, Message
from loopback.waiting import eventually, until
from tests.bot.connected import to_discord
from tests.bot.database_files import file_in
from tests.bot.platforms.faults import Log, Outcome, listening, settled
from tests.unhurried import hurry

REASONS = {
    "429": ("429",),
    "429 global": ("429",),
    "429 of the guard": ("reason=429",),
    "500": ("500",),
    "502": ("502",),
    "503": ("503",),
    "close before": ("ServerDisconnectedError",),
    "close after": ("ServerDisconnectedError",),
    "slow": ("TimeoutError",),
    "expired token": ("answer_lost", "401"),
    "unknown interaction": ("answer_lost", "404"),
}
"""What the log says of each kind of fault, all of it in one line."""
SLOW = 4.0
SEND_WITHIN = 3.0
"""Seconds; an answer that is slow comes later than this."""


@dataclass
class FaultHarness:
    """A Discord, Papan on it, and what is logged."""

    server: DiscordServer
    running: RunningApp
    log: Log
    guild: str


class Table:
    """A channel with two players and a spectator."""

    def __init__(
        self, harness: FaultHarness, allowed: int = ALL & ~OPEN_THREADS, channel: Channel | None = None
    ) -> None:
        server = harness.server
        self.harness = harness
        self.channel = channel or server.add_channel("serambi", harness.guild, allowed=allowed)
        self.adi, self.siti, self.ros = (
            Member(server, server.add_user(name), self.channel) for name in ("Adi", "Siti", "Ros")
        )
        self.code = ""
        self.events: list[str] = []

    async def begin(self) -> Message:
        """Adi, with the first side, invites Siti, who accepts; the board, once all is quiet."""
        asked = await self.adi.slash("play", opponent=self.siti.user, game="malaysian-checkers-8", side="first")
        card = await self.ros.until(lambda each: "Adi invites Siti" in each.content)
        self.code = card.content.removeprefix("**").split(" ")[0]
        self.events += [asked.id, (await self.siti.press(card, "Accept")).id]
        services = self.harness.running.services
        await eventually(lambda: services.matches.get(self.code), lambda match: match.status is Status.PLAYING)
        (view,) = (await settled(services, self.code)).views
        return self.harness.server.world.messages[view.message or ""]

    def goes_wrong(self, method: str, path: str, kind: str) -> None:
        """Inject a fault into the next such request about this channel."""
        self.harness.server.fail_next(method, path, kind, self.channel.id, SLOW)

    async def plays(self, member: Member | None = None, move: str = "c3-d4") -> None:
        """The player to move makes a move, and it is stored."""
        services = self.harness.running.services
        before = (await services.matches.get(self.code)).game.ply
        self.events.append((await (member or self.adi).slash("move", move=move, match=self.code)).id)
        await eventually(lambda: services.matches.get(self.code), lambda match: match.game.ply > before)

    async def is_noted(self, kind: str) -> None:
        """Wait until the log names a fault of this kind, and the last interaction has its answer or never gets one."""
        interactions = self.harness.server.world.interactions.values()
        (last,) = [each for each in interactions if each.id == self.events[-1]]

        def lines() -> list[str]:
            return self.harness.log.about(self.code, self.channel.id, *self.events)

        def noted() -> bool:
            over = last.answered or any("answer_lost" in line for line in lines())
            return over and any(all(word in line for word in REASONS[kind]) for line in lines())

        await until(noted, lines)

    async def outcome_frozen(self) -> Outcome:
        """The outcome once a view is given up."""
        services = self.harness.running.services
        await eventually(lambda: services.views.of_match(self.code), lambda views: any(view.frozen for view in views))
        return await self.outcome()

    async def outcome(self, seen: Callable[[], bool] = lambda: True) -> Outcome:
        """The outcome once nothing is left to do."""
        snapshot = await settled(self.harness.running.services, self.code, seen)
        visible = self.ros.sees()
        channels = {view.place.chat for view in snapshot.views} | {self.channel.id, self.channel.parent or ""}
        messages = self.harness.server.world.messages.values()
        boards = [each for each in messages if each.channel in channels and each.files]
        told = [each.content for each in self.adi.sees() if each.only_for == self.adi.user.id and not each.loading]
        return Outcome(
            plies=snapshot.match.game.ply,
            boards=[each.content for each in boards if not each.only_for],
            calls=len([each for each in visible if f"<@{self.siti.user.id}>" in each.content]),
            frozen=sum(view.frozen for view in snapshot.views),
            told=told,
            lines=self.harness.log.about(self.code, *channels, *self.events),
        )


Scenario = Callable[[FaultHarness], Awaitable[Outcome]]


@asynccontextmanager
async def harness(folder: Path, patch: pytest.MonkeyPatch, patience: float = 1.8) -> AsyncIterator[FaultHarness]:
    """The harness; ``patience`` is after how many seconds an answer is deferred."""
    hurry(patch)
    patch.setattr("bot.workers.gateways.SEND_WITHIN", SEND_WITHIN)
    patch.setattr("bot.workers.views.match_threads.OPEN_WITHIN", SEND_WITHIN)
    patch.setattr("bot.services.views.ANSWER_WITHIN", timedelta(seconds=4))
    patch.setattr("bot.platforms.discord.answering.ANSWER_WITHIN", SEND_WITHIN)
    patch.setattr("bot.platforms.discord.answering.PATIENCE", patience)
    server = DiscordServer()
    await server.start()
    guild = server.add_guild("Kampung")
    settings = to_discord(server, file_in(folder))
    try:
        with listening("discord") as log:
            async with run_app(settings) as running:
                yield FaultHarness(server, running, log, guild)
    finally:
        await server.stop()
    assert server.violations == []
