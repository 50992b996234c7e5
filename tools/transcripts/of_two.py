"""The story of two people, on each of the platforms: the same in a group, in a channel and in a room."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.services.services import Services
from bot.store import room_key
from bot.words import Words, words
from loopback.discord import Member
from loopback.discord.world import ALL, OPEN_THREADS
from tests.conversation.chat_platforms import ChatPlatforms
from tests.conversation.clients import DiscordClient, TelegramClient, WebClient
from tests.conversation.shared_browser import SharedBrowser
from tools.transcripts.in_room import Room
from tools.transcripts.on_discord import discord
from tools.transcripts.on_telegram import telegram
from tools.transcripts.transcript import Transcript
from tools.transcripts.witnessed import Witnessed

Play = Callable[[Witnessed, Witnessed, Services, Words, bool], Awaitable[None]]
"""What Adi and Siti do, the first of whom manages the chat, by these services and words; may they play rated there?"""


KEY = "the key of the room"


@dataclass(frozen=True)
class SceneOfTwo:
    """A scene of two people: its title, without the platform, and what they do."""

    title: str
    play: Play

    async def on_telegram(self, language: str = "en") -> Transcript:
        """In a group on Telegram."""
        async with telegram(f"{self.title} on Telegram") as on:
            people = [
                on.server.person(name, handle, language, started=True)
                for name, handle in (("Adi", "adi_k"), ("Siti", "siti_n"))
            ]
            group = on.server.group("Kampung", *people)
            group.admins.add(people[0].id)
            clients = [TelegramClient(on.server, person, group) for person in people]

            async def quiet() -> None:
                await on.quiet()
                for client in clients:
                    for alert in client.alerts:
                        on.transcript.said(alert)
                    client.alerts.clear()

            adi, siti = (Witnessed(client, on.transcript, quiet, language) for client in clients)
            await self.play(adi, siti, on.services, words(language), True)
            return on.transcript

    async def on_discord(self, language: str = "en") -> Transcript:
        """In a channel on Discord."""
        async with discord(f"{self.title} on Discord", ALL & ~OPEN_THREADS) as on:
            locale = "en-US" if language == "en" else language
            on.adi.user.manager = True
            members = [Member(on.server, each.user, on.channel, locale) for each in (on.adi, on.siti)]
            adi, siti = (Witnessed(DiscordClient(each), on.transcript, on.quiet, language) for each in members)
            await self.play(adi, siti, on.services, words(language), True)
            return on.transcript

    async def in_room(self, language: str = "en") -> Transcript:
        """In a web room, where nobody plays rated."""
        with TemporaryDirectory() as folder:
            async with (
                SharedBrowser() as browser,
                ChatPlatforms(Path(folder), browser) as chats,
                chats.running_app() as running,
            ):
                locale = {} if language == "en" else {"locale": language}
                windows = [await chats.window(name, **locale) for name in ("Adi", "Siti")]
                await _manages(windows[0], chats.url, running.services)
                room = Room(f"{self.title} in the web room", *windows)
                adi, siti = (Witnessed(each, room.transcript, room.quiet, language) for each in room.windows)
                await self.play(adi, siti, running.services, words(language), False)
                return room.transcript


async def _manages(window: WebClient, url: str, services: Services) -> None:
    """Have the person of a window manage the common room, as whoever has its key does."""
    await services.database.write(lambda connection: room_key.change(connection, KEY))
    await window.page.goto(f"{url}me")
    await window.page.fill("#me-key", KEY)
    await window.page.keyboard.press("Enter")
    await window.page.locator("#me-key").wait_for(state="detached")
    await window.page.goto(f"{url}talk")
    await window.page.locator("#line").wait_for()
