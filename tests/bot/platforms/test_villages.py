"""A village on real platforms: a chat votes in panels of each one's own, and its one board counts the voices."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.matches.identity import Person, Place
from bot.matches.status import Status
from bot.matches.table_talk import EDITED_AFTER
from bot.matches.village import awaited_village
from loopback.discord import DiscordServer, Member
from loopback.waiting import eventually
from tests.bot.moved_time import moved_time
from tests.bot.platforms.test_discord import Table, papan
from tests.bot.platforms.village import village_in
from tests.conversation.clients import DiscordClient, TelegramClient
from tests.conversation.village_story import begin_village, live, nobody_votes, one_against_all
from tests.suites import deep


@deep("a Telegram group and a Discord server vote in the quick suite, in test_chat_matches")
@pytest.mark.long("days pass, and Papan notes every hour of them")
async def test_on_telegram(tmp_path: Path) -> None:
    with moved_time() as time:
        async with village_in(tmp_path) as village:
            village.group.admins.add(village.adi.id)
            people = (village.adi, village.siti, village.ros)
            for person in people:
                person.start()
            services = village.running.services
            adi, siti, ros = (TelegramClient(village.server, each, village.group) for each in people)

            async def forward(hours: float) -> None:
                await time.forward(services, hours)

            await begin_village(adi)
            code = await one_against_all(adi, siti, ros, forward, services)
            boards = [each for each in village.siti.from_bot(village.group) if each.photo and code in each.shown]
            assert len(boards) == 1, "it is edited, and nothing is posted beside it"
            await nobody_votes(siti, ros, forward, services, code)


@deep("a Telegram group and a Discord server vote in the quick suite, in test_chat_matches")
async def test_on_discord(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    table.adi.user.manager = True
    with moved_time() as time:
        async with papan(discord, tmp_path) as running:
            members = [
                Member(discord, each.user, table.channel, "en-US") for each in (table.adi, table.siti, table.stranger)
            ]
            adi, siti, ros = (DiscordClient(each) for each in members)

            async def forward(hours: float) -> None:
                await time.forward(running.services, hours)

            await begin_village(adi)
            code = await one_against_all(adi, siti, ros, forward, running.services)
            await siti.reads(f"{discord.world.guilds[table.channel.guild or '']} played ")
            await nobody_votes(siti, ros, forward, running.services, code)


@deep("how often boards are edited is asked of table talk in the quick suite, by the same moments")
@pytest.mark.long("500 people vote within ten seconds")
async def test_500_votes_within_ten_seconds_are_few_edits_and_one_turn(tmp_path: Path) -> None:
    async with village_in(tmp_path) as village:
        services = village.running.services
        place = Place("telegram", str(village.group.id))
        await services.communities.change(place, lambda found: replace(found, settings={"village": "1h"}))
        village.ros.start()
        village.ros.say(village.group, "/village against game:dam-8")
        (code,) = await eventually(lambda: live(services), lambda codes: codes)
        match = await eventually(lambda: services.matches.get(code), lambda each: each.status is Status.PLAYING)
        if not awaited_village(match):
            village.ros.say(village.group, f"/move {code} c3-d4")
            match = await eventually(lambda: services.matches.get(code), awaited_village)
        board = await village.server.until(
            lambda: next((each for each in village.siti.from_bot(village.group) if "press Vote." in each.shown), None)
        )
        moves, edits = match.game.legal_moves, board.edits
        began = asyncio.get_running_loop().time()
        for number in range(500):
            voter = await services.people.player(Person("telegram", f"9{number}", f"Voter {number}"))
            await services.villages.vote(f"vote {number}", voter, code, moves[number % 3 and 1], match.game.ply)
            await asyncio.sleep(max(began + number / 50 - asyncio.get_running_loop().time(), 0))
        await village.server.until(lambda: "500 voices so far." in board.shown)
        took = asyncio.get_running_loop().time() - began
        assert board.edits - edits <= 2 + took / EDITED_AFTER.total_seconds()
        assert (await services.matches.get(code)).game.ply == match.game.ply
