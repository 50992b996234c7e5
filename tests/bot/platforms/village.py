"""A Telegram group with two players and a spectator, and the whole app."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.bootstrap.assembly import RunningApp, run_app
from bot.bootstrap.settings import Address
from bot.matches.match import Match
from loopback.telegram import Chat, Message, Person, TelegramServer
from tests.bot.connected import to_telegram
from tests.bot.database_files import file_in


@dataclass
class Village:
    """A group with two players and a spectator."""

    server: TelegramServer
    running: RunningApp
    group: Chat
    adi: Person
    siti: Person
    ros: Person

    async def begin(self) -> Message:
        """Adi, with the first side, and Siti have a match under way; its board."""
        self.adi.say(self.group, f"/play @{self.siti.account.username} dam-8 first")
        card = await self.siti.gets(self.group, key="Accept")
        await self.siti.answer(self.siti.press(card, "Accept"))
        return await self.siti.gets(self.group, key="Your move", photo=True)

    async def match(self, board: Message) -> Match:
        """The match as it is stored."""
        return await self.running.services.matches.get(board.shown.split()[0])

    async def is_for_adi(self, person: Person, message: Message, data: str) -> str:
        """A press is answered with an alert that says for whom the button is, and changes nothing; the alert."""
        before = message.shown, message.rows
        press = await person.answer(person.press(message, data=data))
        assert press.is_alert
        assert (message.shown, message.rows) == before
        assert not [each for each in self.group.from_bot() if f"For {person.account.name} alone." in each.shown]
        said = press.text or ""
        assert re.match(r"This is for (Adi|somebody else)\. Ask for your own: /", said)
        return said

    async def told_in_private(self, before: int) -> str:
        """The message to Adi in the private chat after so many messages there."""

        def newer() -> Message | None:
            return next(iter(self.adi.from_bot(self.adi.private)[before:]), None)

        return (await self.server.until(newer)).shown

    async def asks(self, line: str, key: str = "Open a private chat") -> Message:
        """Adi types a line in the group; the answer there, for all to see."""
        return await self.answer_to(self.adi.say(self.group, line), key)

    async def answer_to(self, said: Message, key: str = "") -> Message:
        """The answer to a line in the group, for all to see, with such a button."""

        def answer() -> Message | None:
            found = [each for each in self.adi.from_bot(self.group) if each.reply_to is said]
            return next((each for each in found if not key or any(key in one.label for one in each.keys)), None)

        return await self.server.until(answer)


@asynccontextmanager
async def village_in(folder: Path, *, ephemeral: bool = False, health: Address | None = None) -> AsyncIterator[Village]:
    """The whole app on a loopback Telegram with this group. Nobody has a private chat with Papan yet."""
    async with TelegramServer(ephemeral=ephemeral) as server:
        settings = to_telegram(server, file_in(folder), papan_health=health)
        adi, siti, ros = (server.person(name, f"{name.casefold()}_k") for name in ("Adi", "Siti", "Ros"))
        group = server.group("Kampung", adi, siti, ros)
        async with run_app(settings) as running:
            yield Village(server, running, group, adi, siti, ros)
        assert server.violations == []
