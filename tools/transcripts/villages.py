"""A chat that plays as one person: one of its people against all the others, who vote."""

from bot.services.services import Services
from loopback.discord import Member
from loopback.discord.world import ALL, OPEN_THREADS
from tests.bot.moved_time import moved_time
from tests.conversation.chat_match_story import challenge, play
from tests.conversation.clients import Client, DiscordClient, TelegramClient
from tests.conversation.two_days import Forward
from tests.conversation.village_story import begin_village, nobody_votes, one_against_all
from tools.transcripts.linked import town_in
from tools.transcripts.on_discord import discord
from tools.transcripts.on_telegram import telegram
from tools.transcripts.transcript import Transcript
from tools.transcripts.witnessed import Witnessed, passing


async def on_telegram(language: str = "en") -> Transcript:
    """In a group on Telegram."""
    with moved_time() as time:
        async with telegram("A village on Telegram") as on:
            people = [
                on.server.person(name, f"{name.casefold()}_k", language, started=True)
                for name in ("Adi", "Siti", "Ros")
            ]
            group = on.server.group("Kampung Baru", *people)
            group.admins.add(people[0].id)
            clients = [TelegramClient(on.server, person, group) for person in people]
            adi, siti, ros = (Witnessed(client, on.transcript, on.quiet, language) for client in clients)
            forward = passing(time, on.services, on.transcript, on.quiet)
            await _play(adi, siti, ros, forward, on.services)
            return on.transcript


async def on_discord(language: str = "en") -> Transcript:
    """In a channel on Discord."""
    with moved_time() as time:
        async with discord("A village on Discord", ALL & ~OPEN_THREADS) as on:
            locale = "en-US" if language == "en" else language
            on.adi.user.manager = True
            members = [Member(on.server, each.user, on.channel, locale) for each in (on.adi, on.siti, on.ros)]
            adi, siti, ros = (Witnessed(DiscordClient(each), on.transcript, on.quiet, language) for each in members)
            forward = passing(time, on.services, on.transcript, on.quiet)
            await _play(adi, siti, ros, forward, on.services)
            return on.transcript


async def two_chats(language: str = "en") -> Transcript:
    """A group on Telegram against a server on Discord."""
    async with town_in(language, "A chat against another one") as town:
        adi, siti = (town.on_telegram(name, manages=name == "Adi")[0] for name in ("Adi", "Siti"))
        budi, dewi = (town.on_discord(name, manages=name == "Budi") for name in ("Budi", "Dewi"))
        await challenge((adi, siti), (budi, dewi), town.services)
        await play((adi, siti), (budi, dewi), town.forward, town.services)
        await adi.types("/village")
        await dewi.types("/top chats")
        return town.transcript


async def _play(adi: Client, siti: Client, ros: Client, forward: Forward, services: Services) -> None:
    await begin_village(adi)
    code = await one_against_all(adi, siti, ros, forward, services)
    await nobody_votes(siti, ros, forward, services, code)
