"""Adi and Siti in a chat of one loopback platform with Papan running, and the notices they are sent."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.bootstrap.assembly import RunningApp, run_app
from loopback.discord import DiscordServer, Member
from loopback.discord.server import until
from loopback.discord.world import ALL
from loopback.discord.world import Message as DiscordMessage
from loopback.telegram import Chat, Message, Person, TelegramServer
from tests.bot.connected import to_discord
from tests.bot.database_files import file_in

GAME = "malaysian-checkers-8"


class Kampung:
    """Adi and Siti in a Telegram group with Papan running."""

    def __init__(self, server: TelegramServer, running: RunningApp) -> None:
        self.server, self.running = server, running
        self.adi = server.person("Adi", "adi_k", started=True)
        self.siti = server.person("Siti", "siti_b", started=True)
        self.group: Chat = server.group("Kampung", self.adi, self.siti)
        self.code = ""

    async def invite(self) -> Message:
        self.siti.start()
        await self.siti.gets(self.siti.private)
        self.adi.say(self.group, f"/play @siti_b {GAME} first")
        card = await self.adi.gets(self.group, key="Accept", photo=True)
        self.code = card.shown.split()[0]
        return card

    async def begin(self) -> Message:
        card = await self.invite()
        self.siti.press(card, "Accept")
        await self.told(f"Adi, Siti plays with you in {self.code}. It is your turn.", "Your move")
        return card

    async def told(self, text: str, *labels: str) -> Message:
        """The notice with these words, once it is the only one; it answers the board."""

        def notices() -> list[Message]:
            return [each for each in self.adi.from_bot(self.group) if not each.photo]

        def only() -> Message | None:
            found = notices()
            return found[0] if len(found) == 1 and found[0].shown.startswith(text) else None

        told = await self.server.world.until(
            only, lambda: [(each.shown, each.keys) for each in self.adi.from_bot(self.group)]
        )
        assert set(labels) <= {key.label for key in told.keys}
        assert told.reply_to
        assert told.reply_to.photo
        return told

    def types(self, person: Person, line: str) -> None:
        person.say(self.group, line)


class Table:
    """Adi and Siti in a Discord channel where threads may be opened."""

    def __init__(self, server: DiscordServer, allowed: int = ALL) -> None:
        self.server = server
        self.channel = server.add_channel("serambi", server.add_guild("Kampung"), allowed=allowed)
        self.adi = Member(server, server.add_user("Adi"), self.channel)
        self.siti = Member(server, server.add_user("Siti"), self.channel)

    async def told(self, text: str) -> DiscordMessage:
        """The notice with these words, once it is the only message without a picture."""

        def only() -> DiscordMessage | None:
            found = [each for each in self.adi.sees() if not each.files and not each.only_for and not each.loading]
            return found[0] if len(found) == 1 and text in found[0].content else None

        found: DiscordMessage = await until(only, self.server.world)
        return found


async def in_its_thread(server: DiscordServer, card: DiscordMessage, *members: Member) -> list[Member]:
    """Members in the thread that was opened at a card, once it is."""
    await until(lambda: card.id in server.world.channels, server.world)
    return [Member(server, each.user, server.world.channels[card.id]) for each in members]


@asynccontextmanager
async def on_discord(server: DiscordServer, folder: Path) -> AsyncIterator[RunningApp]:
    settings = to_discord(server, file_in(folder))
    async with run_app(settings) as running:
        yield running
