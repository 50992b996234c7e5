"""Three people of a chat: its ladder, and what whoever looks on or waits may do beside a match."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from bot.matches.communities import SHIELD_ROLE
from bot.matches.identity import Place
from bot.matches.table_talk import BOARD, GROUPS, SENTENCES
from bot.services.services import Services
from loopback.discord import Member
from loopback.discord.world import ALL, OPEN_THREADS
from tests.bot.moved_time import MovedTime, moved_time
from tests.conversation.clients import Client, DiscordClient, TelegramClient
from tests.conversation.ladder_story import begin_ladder, one_gets_the_shield, one_plays_one_declines, one_stays_silent
from tools.transcripts.on_discord import discord
from tools.transcripts.on_telegram import telegram
from tools.transcripts.transcript import Transcript
from tools.transcripts.witnessed import Witnessed, passing

GAME = "malaysian-checkers-8"
LOOKED_AT = 0.2
"""Seconds after which a card has been edited."""


@asynccontextmanager
async def _at_once() -> AsyncIterator[MovedTime]:
    """Hours pass, and the card of a ladder is edited at once."""
    with moved_time() as time, pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.workers.errands.courier.LOOK_AGAIN", LOOKED_AT)
        patch.setattr("bot.workers.errands.contest_cards.EDIT_AGAIN_AFTER", 0.0)
        yield time


async def on_telegram(language: str = "en") -> Transcript:
    """In a group on Telegram."""
    async with _at_once() as time, telegram("Together on Telegram") as on:
        people = [
            on.server.person(name, f"{name.casefold()}_k", language, started=True) for name in ("Adi", "Siti", "Ros")
        ]
        group = on.server.group("Kampung", *people)
        group.admins.add(people[0].id)
        group.bot_is_admin = group.bot_edits_tags = True
        clients = [TelegramClient(on.server, person, group) for person in people]

        async def quiet() -> None:
            await on.quiet()
            for client in clients:
                for alert in client.alerts:
                    on.transcript.said(f"{client.name}: {alert}")
                client.alerts.clear()

        adi, siti, ros = (Witnessed(client, on.transcript, quiet, language) for client in clients)
        forward = passing(time, on.services, on.transcript, quiet)
        await begin_ladder(adi, siti, ros)
        await one_plays_one_declines(adi, siti, ros)
        await one_stays_silent(adi, siti, forward)
        await one_gets_the_shield(ros, forward)
        for number, tag in group.tags.items():
            on.transcript.said(f"{group.members[number].name} has the tag {tag}")
        await _beside_a_match(adi, siti, ros, on.services)
        return on.transcript


async def on_discord(language: str = "en") -> Transcript:
    """In a channel on Discord."""
    async with _at_once() as time, discord("Together on Discord", ALL & ~OPEN_THREADS) as on:
        locale = "en-US" if language == "en" else language
        on.adi.user.manager = True
        members = [Member(on.server, each.user, on.channel, locale) for each in (on.adi, on.siti, on.ros)]
        adi, siti, ros = (Witnessed(DiscordClient(each), on.transcript, on.quiet, language) for each in members)
        forward = passing(time, on.services, on.transcript, on.quiet)
        await begin_ladder(adi, siti, ros)
        await one_plays_one_declines(adi, siti, ros)
        await one_stays_silent(adi, siti, forward)
        role = "123"
        on.server.world.roles[role] = True
        await on.services.communities.change(
            Place("discord", on.channel.id, server=on.channel.guild or ""),
            lambda found: replace(found, settings={**found.settings, SHIELD_ROLE: f"{role} Champion"}),
        )
        await one_gets_the_shield(ros, forward)
        for each in members:
            if role in each.user.roles:
                on.transcript.said(f"{each.user.name} has the role Champion")
        await _beside_a_match(adi, siti, ros, on.services)
        return on.transcript


async def _beside_a_match(adi: Client, siti: Client, ros: Client, services: Services) -> None:
    """Ros looks on at Adi and Siti: she guesses and follows; Siti says something and notes something; Adi goes on to
    the board that waits for him.
    """
    await ros.types(f"/play {adi.tag} {GAME} second")
    await adi.presses("Accept")
    await adi.types(f"/play {siti.tag} {GAME} first")
    await siti.presses("Accept")
    code = max(
        [await services.matches.get(each.row.code) for each in await services.matches.live_rows("", 9)],
        key=lambda each: each.created,
    ).code
    await ros.types(f"/guess match:{code} move:c3-d4")
    for label in ("My view", "Follow", "Tell me each move"):
        await ros.presses(label)
    for label in ("My view", "Say...", GROUPS[BOARD], next(iter(SENTENCES[BOARD].values()))):
        await siti.presses(label)
    for line in ("", " text:b6-a5 opens the corner", ""):
        await siti.types(f"/note match:{code}{line}")
    await adi.types(f"/move {code} c3-d4")
    await asyncio.sleep(LOOKED_AT)
    await adi.presses("My view")
    await adi.presses("Next board")
    await ros.types("/top guess")
    await siti.types("/resign " + code)
    await siti.presses("Yes, resign")
    await ros.presses("Stop following")
