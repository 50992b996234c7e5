"""Profiles in chats: for whoever asks alone, with a way to the matches they may see and to the head to head."""

from pathlib import Path

from loopback.discord import DiscordServer
from loopback.discord.world import ALL, OPEN_THREADS, Message
from tests.bot.platforms.test_discord import Table, papan
from tests.bot.platforms.village import Village
from tests.suites import deep


async def test_on_telegram_it_stands_in_the_private_chat(village: Village) -> None:
    board = await village.begin()
    code, private = board.shown[:4], village.siti.private
    village.siti.start()
    await village.siti.gets(private)
    village.adi.say(village.group, "/move c3-d4")
    await village.adi.gets(village.group, text="played c3-d4", photo=True)
    village.siti.say(private, f"/resign {code}")
    village.siti.press(await village.siti.gets(private, key="Yes, resign"), "Yes, resign")
    await village.adi.gets(village.group, text="has resigned", photo=True)
    village.siti.say(private, f"/profile @{village.adi.account.username}")
    shown = await village.siti.gets(private, text="Against people: 1 won, 0 drawn, 0 lost")
    village.siti.press(shown, "Against me")
    await village.siti.gets(private, text="You 0 – 1 Adi")
    assert shown.deleted, "the card goes with the profile"
    village.siti.say(private, "/profile")
    own = await village.siti.gets(private, text="Against people: 0 won, 0 drawn, 1 lost")
    village.siti.press(own, code)
    await village.siti.gets(private, text="1. c3-d4 (Adi)")


@deep("a profile is asked for on Telegram in the quick suite")
async def test_on_discord_only_who_asked_sees_it(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord, allowed=ALL & ~OPEN_THREADS)
    async with papan(discord, tmp_path):
        board = await table.begin()
        await table.adi.slash("move", move="c3-b4")
        await table.stranger.until(lambda each: each is board and "Siti (Black) to move" in each.content)
        await table.adi.slash("resign")
        sure = await table.adi.until(lambda each: "Give up" in each.content)
        await table.adi.press(sure, "Yes, resign")
        await table.stranger.until(lambda each: each is board and "has resigned" in each.content)

        async def reads(text: str) -> Message:
            return await table.stranger.until(lambda each: each.only_for is not None and text in each.content)

        await table.stranger.slash("profile", who=table.siti.user)
        shown = await reads("Against people: 1 won, 0 drawn, 0 lost")
        assert shown.only_for == table.stranger.user.id
        assert "**Siti**" in shown.content
        code = board.content.replace("*", "").split()[0]
        await table.stranger.choose(shown, code)
        await reads("1. c3-b4 (Adi)")


async def test_a_person_is_named_in_each_way_in_which_an_opponent_is(village: Village) -> None:
    """By the handle, with or without @, by answering what they said, and by a mention."""
    await village.begin()
    for person in (village.adi, village.siti):
        person.start()
        await person.gets(person.private)
    group, handle = village.group, village.siti.account.username
    said = village.siti.say(group, "good game")
    for line, further in (
        (f"/profile @{handle}", {}),
        (f"/profile {handle}", {}),
        (f"/profile who:@{handle}", {}),
        ("/profile", {"reply_to": said}),
        ("/profile Siti", {"mention": village.siti}),
    ):
        before = len(village.adi.from_bot(village.adi.private))
        village.adi.say(group, line, **further)
        assert (await village.told_in_private(before)).startswith("Siti"), line
    before = len(village.adi.from_bot(village.adi.private))
    village.adi.say(group, f"/h2h @{handle}")
    assert "not finished a match with Siti" in await village.told_in_private(before)
