"""The log channel: what the staff decides is told there once, calling nobody; where it is gone the ruling stands."""

from dataclasses import replace
from pathlib import Path

from bot.matches.identity import Place
from loopback.discord import DiscordServer, Member
from loopback.discord.world import Message
from loopback.waiting import eventually
from tests.bot.platforms.test_discord import Table, papan
from tests.bot.platforms.village import village_in
from tests.suites import deep


async def _ban(table: Table, act: str, why: str) -> None:
    await table.adi.slash("mod", act=act, who=table.siti.user, why=why)
    if act == "ban":
        asked = await table.adi.until(lambda each: each.only_for and f"Reason: {why}." in each.content)
        await table.adi.press(asked, "Ban")


async def test_on_discord_in_the_channel_that_hosts_have_chosen(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    guild = table.channel.guild or ""
    log = discord.add_channel("staff-log", guild)
    adi, there = table.adi, Member(discord, table.adi.user, log)
    adi.user.manager = True

    def told() -> list[Message]:
        return [each for each in there.sees() if "Reason:" in each.content]

    async def count() -> int:
        return len(told())

    async with papan(discord, tmp_path) as running:
        await table.begin()
        await adi.slash("setup")
        panel = await adi.until(lambda each: "Games run in" in each.content)
        await adi.choose(panel, "Decisions of the staff")
        await adi.until(lambda each: "is told in: no channel" in each.content)
        await adi.choose_channel(panel, log.id, "staff-log")
        await adi.until(lambda each: "is told in: #staff-log" in each.content)
        place = Place("discord", log.id, server=guild)
        assert (await running.services.communities.of_place(place)).opens_in(replace(place, chat="1"))
        await _ban(table, "ban", "spam")
        await eventually(count, lambda found: found == 1)
        (line,) = told()
        assert line.content == "Siti will not play here, for good. Reason: spam. By Adi."
        assert "<@" not in line.content
    async with papan(discord, tmp_path) as running:
        await _ban(table, "unban", "a mistake")
        await eventually(count, lambda found: found == len(("ban", "unban")))
        assert told()[-1].content == "Siti may play here again. Reason: a mistake. By Adi."

        await adi.slash("setup")
        panel = await adi.until(lambda each: each.only_for and "Games run in" in each.content)
        await adi.choose(panel, "Decisions of the staff")
        await adi.until(lambda each: each.id == panel.id and "is told in: #staff-log" in each.content)
        await adi.choose_channel(panel, "123456789012345678", "lost")
        await adi.until(lambda each: "is told in: #lost" in each.content)
        await _ban(table, "ban", "spam again")
        place = Place("discord", table.channel.id, server=guild)

        async def settings() -> dict[str, str]:
            return dict((await running.services.communities.of_place(place)).settings)

        await eventually(settings, lambda found: "log_lost" in found)
        await adi.choose(panel, "Check")
        await adi.until(lambda each: "the staff decides is gone, or closed to me." in each.content)
        await table.siti.slash("play", opponent=adi.user, game="dam-8")
        await table.siti.until(lambda each: "Alasan: spam again." in each.content)


@deep("it comes to a topic in the quick suite")
async def test_on_telegram_in_the_group(tmp_path: Path) -> None:
    async with village_in(tmp_path) as village:
        village.group.admins.add(village.adi.id)
        village.adi.say(village.group, "/setup")
        panel = await village.adi.gets(village.group, key="Decisions of the staff")
        village.adi.press(panel, "Decisions of the staff")
        panel = await village.adi.gets(village.group, key="In this group")
        village.adi.press(panel, "In this group")
        await village.adi.gets(village.group, text="decides? In this group")
        village.siti.say(village.group, "/play dam-8 anybody")
        await village.siti.gets(village.group, text="invites anybody")
        village.adi.say(village.group, f"/mod ban @{village.siti.account.username} why:spam")
        asked = await village.adi.gets(village.group, key="take down")
        village.adi.press(asked, "Ban")
        await village.ros.gets(village.group, text="will not play here, for good. Reason: spam. By Adi.")


async def test_on_telegram_in_a_topic_of_a_forum(tmp_path: Path) -> None:
    async with village_in(tmp_path) as village:
        adi, siti = village.adi, village.siti
        forum = village.server.group("Kampung", adi, siti, forum=True)
        staff, talk = (village.server.topic(forum, name, adi) for name in ("Staff", "Talk"))
        forum.admins.add(adi.id)
        adi.say(forum, "/setup", topic=talk)
        adi.press(await adi.gets(forum, text="Games run in", key="Decisions of the staff"), "Decisions of the staff")
        adi.press(await adi.gets(forum, text="Where is it told", key="Staff"), "Staff")
        await adi.gets(forum, text="The topic: Staff", key="✓ Staff")
        siti.say(forum, "/play dam-8 anybody", topic=talk)
        card = await siti.gets(forum, text="invites anybody")
        adi.say(forum, f"/mod {card.shown.split()[0]} none why:spam", topic=talk)
        adi.press(await adi.gets(forum, text="Reason: spam", key="Decide so"), "Decide so")
        told = await adi.gets(forum, text="By Adi.")
        assert told.thread == staff.id
        adi.say(forum, "/setup", topic=talk)
        adi.press(await adi.gets(forum, text="Games run in", key="Decisions of the staff"), "Decisions of the staff")
        adi.press(await adi.gets(forum, text="The topic: Staff", key="Nowhere"), "Nowhere")
        await adi.gets(forum, text="Where is it told what the staff decides? Nowhere")
