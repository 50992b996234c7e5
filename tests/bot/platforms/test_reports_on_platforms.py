"""A report on real platforms: told to the hosts alone, with words that call nobody."""

from pathlib import Path

from bot.matches.identity import Place
from loopback.discord import DiscordServer, Member
from loopback.waiting import eventually
from tests.bot.platforms.test_discord import Table, papan
from tests.bot.platforms.village import Village
from tests.suites import deep

HOSTILE = "@everyone <@{id}> **loud** [here](https://evil.example) \u202eturned"


@deep("the quick suite reports on Telegram, and has the log channel of Discord with rulings")
async def test_on_discord(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    adi, siti, ros = table.adi, table.siti, table.stranger
    guild = table.channel.guild or ""
    log = discord.add_channel("staff-log", guild)
    adi.user.manager = True
    there, place = Member(discord, adi.user, log), Place("discord", table.channel.id, server=guild)
    async with papan(discord, tmp_path) as running:
        board = await table.begin()
        code = board.content.split("**")[1].split()[0]
        await adi.slash("setup")
        panel = await adi.until(lambda each: each.only_for and "Games run in" in each.content)
        await adi.choose(panel, "Decisions of the staff")
        await adi.until(lambda each: "is told in: no channel" in each.content)
        await adi.choose_channel(panel, log.id, "staff-log")
        await adi.until(lambda each: "is told in: #staff-log" in each.content)

        await ros.press(board, "My view")
        await ros.press(await ros.until(lambda each: each.only_for == ros.user.id), "More")
        more = await ros.until(lambda each: any(item.get("label") == "Report..." for item in each.components))
        await ros.press(more, "Report...")
        asked = await ros.until(lambda each: "Whom do you want to report" in each.content)
        await ros.forge(asked, asked.components[1]["custom_id"], ["rude"])  # the second menu is about Siti
        pressed = await ros.press(await ros.until(lambda each: "The hosts have it." in each.content), "Add words")
        assert (await ros.form(pressed))["max_length"] == 300
        await ros.submits(pressed, HOSTILE.format(id=siti.user.id))
        reports = running.services.reports
        await eventually(lambda: reports.of_place(place, ""), lambda found: any(each.words for each in found))
        told = await there.until(lambda each: "was reported to you" in each.content)
        assert told.content.startswith(f"In {code} somebody was reported to you: Rude talk. </mod:")

        await adi.slash("mod", act="reports")
        listed = await adi.until(lambda each: each.only_for == adi.user.id and "by Ros" in each.content)
        for harm in ("@everyone", f"<@{siti.user.id}>", " **loud**", "https://", "\u202e"):
            assert harm not in listed.content
        assert "everyone" in listed.content
        assert [each for each in siti.sees() if "report" in each.content.casefold()] == []


async def test_on_telegram(village: Village) -> None:
    """In a group without a topic for decisions its hosts hear of it in ``/mod`` and ``/setup``, the group nothing."""
    siti, ros, group = village.siti, village.ros, village.group
    for person in (ros, siti):
        person.start()
    group.admins.add(ros.id)
    board = await village.begin()
    code = board.shown.split()[0]
    siti.press(board, "My view")
    siti.press(await siti.gets(siti.private, key="More"), "More")
    siti.press(await siti.gets(siti.private, key="Report..."), "Report...")
    asked = await siti.gets(siti.private, text="Whom do you want to report", key="Rude talk")
    before = len(group.from_bot())
    siti.press(asked, "Rude talk")
    siti.press(await siti.gets(siti.private, text="The hosts have it.", key="Add words"), "Add words")
    field = await siti.gets(siti.private, text="Reply to this message with your words.")
    siti.say(siti.private, "@everyone /mod <b>loud</b> https://evil.example \u202eturned" + "x" * 4_000, reply_to=field)
    await village.server.until(
        lambda: len([each for each in siti.from_bot(siti.private) if "have it" in each.shown]) > 1
    )
    ros.say(group, "/setup")
    await ros.gets(ros.private, text="Reports: 1. /mod reports shows them.")
    ros.say(group, "/mod")
    ros.press(await ros.gets(ros.private, key="Reports: 1"), "Reports: 1")
    listed = await ros.gets(ros.private, text="by Siti", key=code)
    assert "<b>loud<" in listed.shown, "as it was written"
    assert not [harm for harm in ("@everyone", "https://", "\u202e") if harm in listed.shown]
    assert len(group.from_bot()) == before
    siti.say(group, "/mod reports")
    await siti.gets(siti.private, text="Only those who manage this chat can do that.")
