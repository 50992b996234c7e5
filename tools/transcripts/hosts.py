"""A server and a group are set up from nothing, and a member tries to play elsewhere."""

from bot.words import words
from loopback.discord import Member
from loopback.discord.world import ALL, OPEN_THREADS
from tools.transcripts.on_discord import discord
from tools.transcripts.on_telegram import telegram
from tools.transcripts.transcript import Transcript

MALAY = "Bahasa Melayu"
ORGANISERS = "501"


async def on_discord(language: str = "en") -> Transcript:
    """Games only in #games, in Malay, relaxed where nobody names a pace; organisers may rule."""
    say, locale = words(language), "en-US" if language == "en" else language
    async with discord("A server is set up on Discord", ALL & ~OPEN_THREADS) as on:
        log = on.server.add_channel("staff-log", on.channel.guild or "", allowed=ALL & ~OPEN_THREADS)
        games = on.server.add_channel("games", on.channel.guild or "", allowed=ALL & ~OPEN_THREADS)
        adi, siti = (Member(on.server, each.user, on.channel, locale) for each in (on.adi, on.siti))
        on.transcript.did("Adi, who manages the server, adds Papan")
        adi.user.manager = True
        await on.server.gateway.join(on.channel.guild or "")
        await on.quiet()
        await on.slash(siti, "setup")
        await on.slash(adi, "setup")
        panel = await adi.until(lambda each: say("Set up") in each.content)
        on.transcript.did("Adi chooses the channel #games")
        await adi.choose_channel(panel, games.id, "games")
        await on.quiet()
        await on.chooses(adi, say("Language and look"))
        await on.chooses(adi, MALAY)
        await on.chooses(adi, say("Pace"))
        await on.chooses(adi, say("Relaxed"))
        await on.chooses(adi, say("People"))
        on.transcript.did("Adi chooses the role Organisers among those who may rule")
        await adi.choose_role(panel, ORGANISERS, "Organisers", say("Choose a role that may rule in matches"))
        await on.quiet()
        on.transcript.did("Adi chooses the same role among those who may organise")
        await adi.choose_role(panel, ORGANISERS, "Organisers", say("Choose a role that may organise"))
        await on.quiet()
        await on.chooses(adi, say("Decisions of the staff"))
        on.transcript.did("Adi chooses the channel #staff-log")
        await adi.choose_channel(panel, log.id, "staff-log")
        await on.quiet()
        await on.chooses(adi, say("Those who look on"))
        await on.chooses(adi, say("On"))
        await on.chooses(adi, say("Check"))
        await on.slash(siti, "play", opponent=adi.user, game="malaysian-checkers-8")
        await on.slash(adi, "play", opponent=siti.user, game="malaysian-checkers-8")
        there = Member(on.server, siti.user, games, locale)
        await on.slash(there, "play", opponent=adi.user, game="malaysian-checkers-8", side="first")
        on.transcript.did("Adi no longer manages the server")
        adi.user.manager = False
        await on.chooses(adi, say("Features"))
        return on.transcript


async def on_telegram(language: str = "en") -> Transcript:
    """The same in a group, which has no channels or roles: in Malay, and only administrators may play."""
    say = words(language)
    async with telegram("A group is set up on Telegram") as on:
        adi, siti = (
            on.server.person(name, handle, language, started=True)
            for name, handle in (("Adi", "adi_k"), ("Siti", "siti_n"))
        )
        group = on.server.group("Kampung", adi, siti)
        group.admins.add(adi.id)
        await on.says(siti, group, "/setup")
        await on.says(adi, group, "/setup")
        staff = (say("Decisions of the staff"), say("In this group"))
        onlookers = (say("Those who look on"), say("On"))
        for label in (
            say("Language and look"),
            MALAY,
            *onlookers,
            *staff,
            say("People"),
            say("Only administrators may play"),
        ):
            await on.presses(adi, await adi.gets(adi.private, key=label), label)
        await on.says(siti, group, "/play anybody malaysian-checkers-8")
        await on.says(adi, group, "/play anybody malaysian-checkers-8 first")
        on.transcript.did("Adi is no administrator any more")
        group.admins.discard(adi.id)
        label = say("Everybody may play")
        await on.presses(adi, await adi.gets(adi.private, key=label), label)
        return on.transcript
