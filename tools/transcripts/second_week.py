"""The second week of a group: a troll's evening, a forum, the comments of a channel's post."""

from bot.words import words
from loopback.discord import Member
from loopback.discord.world import ALL, OPEN_THREADS
from tools.transcripts.on_discord import discord
from tools.transcripts.on_telegram import telegram
from tools.transcripts.transcript import Transcript

NONSENSE = ("a1-a99", "😀😀😀", "<b>c3</b>-d4", "c3-d4; DROP TABLE matches", "/join ZZZZ", "/play @siti_n nothing")
BANS = "Ban, and take down what is open"


async def troll_on_telegram(language: str = "en") -> Transcript:
    """Somebody pesters a player and a match that are not theirs, until they are blocked."""
    say = words(language)
    async with telegram("A troll's evening on Telegram", ephemeral=True) as on:
        adi, siti, ros = (
            on.server.person(name, handle, language, started=True)
            for name, handle in (("Adi", "adi_k"), ("Siti", "siti_n"), ("Ros", "ros_m"))
        )
        group = on.server.group("Kampung", adi, siti, ros)
        await on.says(adi, group, "/play @siti_n malaysian-checkers-8 first")
        await on.presses(siti, await siti.gets(group, key=say("Accept")), say("Accept"))
        board = await siti.gets(group, photo=True, key=say("Your move"))
        code = board.shown.split()[0]
        await on.presses(ros, board, say("Your move"))
        for line in (f"/move {code} c3-d4", f"/resign {code}", f"/draw {code}", "/takeback"):
            await on.says(ros, group, line)
        for line in NONSENSE:
            await on.says(ros, group, line)
        for _ in range(4):
            await on.says(ros, group, "/play @siti_n tapal")
            for card in ros.from_bot(group):
                if any(key.label == say("Withdraw") for key in card.keys):
                    await on.presses(ros, card, say("Withdraw"))
        await on.says(siti, siti.private, "/block @ros_m")
        await on.says(ros, group, "/play @siti_n tapal")
        await on.says(ros, ros.private, "/profile @siti_n")
        await on.says(adi, group, "/move c3-d4")
        group.admins.add(adi.id)
        await on.says(adi, group, "/mod ban @ros_m until:7d why:spam")
        await on.presses(adi, await adi.gets(adi.private, key=say(BANS)), say(BANS))
        await on.says(ros, group, "/play @siti_n tapal")
        await on.says(adi, group, "/mod log")
        return on.transcript


async def forum_on_telegram(language: str = "en") -> Transcript:
    """A forum: a match in a topic, a closed topic, and a move typed in another topic."""
    say = words(language)
    async with telegram("A forum on Telegram") as on:
        adi, siti = (
            on.server.person(name, handle, language, started=True)
            for name, handle in (("Adi", "adi_k"), ("Siti", "siti_n"))
        )
        forum = on.server.group("Kampung", adi, siti, forum=True)
        boards, news = on.server.topic(forum, "Papan", adi), on.server.topic(forum, "Berita", adi)
        await on.says(adi, forum, "/play @siti_n malaysian-checkers-8 first", topic=boards)
        await on.presses(siti, await siti.gets(forum, key=say("Accept")), say("Accept"))
        code = (await siti.gets(forum, photo=True, key=say("Your move"))).shown.split()[0]
        await on.says(adi, forum, "/move c3-d4", topic=boards)
        await on.says(siti, forum, f"/move {code} b6-a5", topic=news)
        await on.says(adi, forum, "/board", topic=news)
        news.closed = True
        on.transcript.did("The topic Berita is closed")
        await on.says(adi, forum, "/play anybody tapal", topic=news)
        boards.closed = True
        on.transcript.did("The topic Papan is closed")
        await on.says(adi, adi.private, f"{code} e3-f4")
        return on.transcript


async def comments_on_telegram(language: str = "en") -> Transcript:
    """A match in the comments of a channel's post."""
    say = words(language)
    async with telegram("Comments of a channel on Telegram") as on:
        adi, siti = (
            on.server.person(name, handle, language, started=True)
            for name, handle in (("Adi", "adi_k"), ("Siti", "siti_n"))
        )
        group = on.server.group("Kampung", adi, siti)
        channel = on.server.channel("Berita Kampung", group)
        on.server.post(channel, "Malam dam hari Sabtu")
        post = next(each for each in group.messages.values() if each.text == "Malam dam hari Sabtu")
        on.transcript.did("The channel posts: Malam dam hari Sabtu")
        await on.says(adi, group, "/play anybody malaysian-checkers-8 first", reply_to=post)
        await on.presses(siti, await siti.gets(group, photo=True), say("Sit down as {side}", side=say("Black")))
        await on.says(adi, group, "c3-d4", reply_to=await adi.gets(group, photo=True, key=say("Your move")))
        await on.says(siti, group, "b6-a5", reply_to=await siti.gets(group, photo=True, key=say("Your move")))
        return on.transcript


async def troll_on_discord(language: str = "en") -> Transcript:
    """Somebody pesters a player and a match that are not theirs, until a player and the staff keep them away."""
    say, locale = words(language), "en-US" if language == "en" else language
    async with discord("A troll's evening on Discord", ALL & ~OPEN_THREADS) as on:
        adi, siti, ros = (Member(on.server, each.user, on.channel, locale) for each in (on.adi, on.siti, on.ros))
        await on.slash(adi, "play", opponent=siti.user, game="malaysian-checkers-8", side="first")
        await on.presses(siti, say("Accept"))
        await on.presses(ros, say("Your move"))
        for name, given in (("resign", {}), ("draw", {}), ("move", {"move": "c3-d4"}), ("join", {"code": "ZZZZ"})):
            await on.slash(ros, name, **given)
        for _ in range(3):
            await on.slash(ros, "play", opponent=siti.user, game="main-tapal-empat", side="first")
            await on.presses(ros, say("Withdraw"))
        await on.slash(ros, "play", opponent=siti.user, game="main-tapal-empat", side="first")
        await on.slash(siti, "block", who=ros.user)
        await on.slash(ros, "play", opponent=siti.user, game="main-tapal-empat", side="first")
        await on.slash(ros, "profile", who=siti.user)
        await on.slash(adi, "move", move="c3-d4")
        await on.slash(ros, "play", opponent=adi.user, game="permainan-tabal", side="first")
        on.transcript.did("Adi manages the server")
        adi.user.manager = True
        await on.slash(adi, "mod", act="ban", who=ros.user, until="7d", why="spam")
        await on.presses(adi, say(BANS))
        await on.slash(ros, "play", opponent=adi.user, game="permainan-tabal", side="first")
        await on.slash(adi, "mod", act="log")
        return on.transcript
