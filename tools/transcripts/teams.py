"""People of a chat who share a side, in turn and in consultation: against the computer, and against others of them."""

from bot.services.services import Services
from loopback.discord import Member
from loopback.discord.world import ALL, OPEN_THREADS
from tests.bot.moved_time import moved_time
from tests.conversation.clients import Client, DiscordClient, TelegramClient
from tests.conversation.together_story import each_other, gives_up, in_consultation, in_turn
from tests.conversation.two_days import Forward
from tests.conversation.village_story import begin_village
from tools.transcripts.on_discord import discord
from tools.transcripts.on_telegram import telegram
from tools.transcripts.transcript import Transcript
from tools.transcripts.witnessed import Witnessed, passing


async def on_telegram(language: str = "en") -> Transcript:
    """In a group on Telegram."""
    with moved_time() as time:
        async with telegram("A team on Telegram") as on:
            people = [
                on.server.person(name, f"{name.casefold()}_k", language, started=True)
                for name in ("Adi", "Siti", "Ros")
            ]
            group = on.server.group("Kampung Baru", *people)
            group.admins.add(people[0].id)
            clients = [TelegramClient(on.server, person, group) for person in people]
            adi, siti, ros = (Witnessed(client, on.transcript, on.quiet, language) for client in clients)
            await _play(adi, siti, ros, passing(time, on.services, on.transcript, on.quiet), on.services)
            return on.transcript


async def on_discord(language: str = "en") -> Transcript:
    """In a channel on Discord."""
    with moved_time() as time:
        async with discord("A team on Discord", ALL & ~OPEN_THREADS) as on:
            locale = "en-US" if language == "en" else language
            on.adi.user.manager = True
            members = [Member(on.server, each.user, on.channel, locale) for each in (on.adi, on.siti, on.ros)]
            adi, siti, ros = (Witnessed(DiscordClient(each), on.transcript, on.quiet, language) for each in members)
            await _play(adi, siti, ros, passing(time, on.services, on.transcript, on.quiet), on.services)
            return on.transcript


async def _play(adi: Client, siti: Client, ros: Client, forward: Forward, services: Services) -> None:
    await begin_village(adi)
    code = await in_turn(adi, siti, ros, forward, services)
    await gives_up(adi, siti, services, code)
    await each_other(adi, siti, ros, services)
    await in_consultation(adi, siti, ros, services)
