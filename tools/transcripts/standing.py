"""How two people stand: short rated matches, what is told of them, a mirror match that ends in halves, and a bid."""

from pathlib import Path
from tempfile import TemporaryDirectory

from bot.services.services import Services
from bot.words import Words, words
from loopback.discord import Member
from loopback.discord.world import ALL, OPEN_THREADS
from tests.conversation.chat_platforms import ChatPlatforms
from tests.conversation.clients import Client, DiscordClient, TelegramClient
from tests.conversation.shared_browser import SharedBrowser
from tools.transcripts.in_room import Room
from tools.transcripts.on_discord import discord
from tools.transcripts.on_telegram import telegram
from tools.transcripts.transcript import Transcript
from tools.transcripts.witnessed import Witnessed

MOVES = ("c3-d4", "b6-a5", "e3-f4", "a7-b6", "d2-c3", "b8-a7")
"""So many turns that a rated match counts."""


async def play_standing(adi: Client, siti: Client, services: Services, say: Words, *, rated: bool) -> None:
    """Two matches of draughts, won by each; how the two stand; then tigers and goats, on both sides, and by a bid."""
    word = " rated" if rated else ""
    await adi.types(f"/play {siti.tag} malaysian-checkers-8 first{word}")
    await siti.presses("Accept")
    await _played(adi, siti, services)
    await siti.presses("Rematch")
    await adi.presses("Rematch")
    await _played(siti, adi, services)
    for line in (f"/h2h {siti.tag}", "/profile", "/top"):
        await adi.types(line)
    await adi.types(f"/play {siti.tag} main-tapal-empat first coffee{word}")
    await siti.presses("Mirror match")
    await siti.presses(say("Send to {guest}", guest=adi.name))
    await adi.presses("Accept")
    half, other = await _under_way(services)
    await siti.types(f"/resign {half}")
    await siti.presses("Yes, resign")
    await adi.types(f"/board {other}")
    await adi.types(f"/resign {other}")
    await adi.presses("Yes, resign")
    await adi.types(f"/play {siti.tag} main-tapal-empat bid:16")
    await siti.presses(say("Bid {count}", count=15))
    await adi.presses("Accept")


async def _played(first: Client, second: Client, services: Services) -> None:
    """A match in which each makes a few moves, and one resigns."""
    (code,) = await _under_way(services)
    for number, move in enumerate(MOVES):
        await (first, second)[number % 2].types(f"/move {code} {move}")
    await second.types(f"/resign {code}")
    await second.presses("Yes, resign")


async def _under_way(services: Services) -> list[str]:
    """The codes of the matches that are not over."""
    return [rows.row.code for rows in await services.matches.live_rows("", 10)]


async def on_telegram(language: str = "en") -> Transcript:
    """The same in a group on Telegram."""
    async with telegram("How two stand on Telegram") as on:
        people = [
            on.server.person(name, handle, language, started=True)
            for name, handle in (("Adi", "adi_k"), ("Siti", "siti_n"))
        ]
        group = on.server.group("Kampung", *people)
        clients = [TelegramClient(on.server, person, group) for person in people]

        async def quiet() -> None:
            await on.quiet()
            for client in clients:
                for alert in client.alerts:
                    on.transcript.said(alert)
                client.alerts.clear()

        adi, siti = (Witnessed(client, on.transcript, quiet, language) for client in clients)
        await play_standing(adi, siti, on.services, words(language), rated=True)
        return on.transcript


async def on_discord(language: str = "en") -> Transcript:
    """The same in a channel on Discord."""
    async with discord("How two stand on Discord", ALL & ~OPEN_THREADS) as on:
        locale = "en-US" if language == "en" else language
        members = [Member(on.server, each.user, on.channel, locale) for each in (on.adi, on.siti)]
        adi, siti = (Witnessed(DiscordClient(each), on.transcript, on.quiet, language) for each in members)
        await play_standing(adi, siti, on.services, words(language), rated=True)
        return on.transcript


async def in_room(language: str = "en") -> Transcript:
    """The same in a web room, where nobody plays rated."""
    with TemporaryDirectory() as folder:
        async with (
            SharedBrowser() as browser,
            ChatPlatforms(Path(folder), browser) as chats,
            chats.running_app() as running,
        ):
            locale = {} if language == "en" else {"locale": language}
            windows = [await chats.window(name, **locale) for name in ("Adi", "Siti")]
            room = Room("How two stand in the web room", *windows)
            adi, siti = (Witnessed(each, room.transcript, room.quiet, language) for each in room.windows)
            await play_standing(adi, siti, running.services, words(language), rated=False)
            return room.transcript
