"""Rated matches in chats, with the real clients: agreed, played, told, and listed in the chat."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import update

from bot.matches.rating import LISTED_AFTER
from bot.services.services import Services
from bot.store.connection import Connection
from bot.store.tables import members, ratings
from engine.notation import format_move
from loopback.discord import DiscordServer
from loopback.discord.world import ALL, OPEN_THREADS, Message
from tests.bot.kit import play
from tests.bot.platforms.test_discord import Table, papan
from tests.bot.platforms.village import Village
from tests.suites import deep


async def unseen_for_a_week(connection: Connection) -> None:
    """Nobody has played rated for eight days."""
    await connection.execute(update(members).values(seen=datetime.now(UTC) - timedelta(days=8)))


async def met_others(connection: Connection) -> None:
    """Everybody has met enough people to be listed."""
    await connection.execute(update(ratings).values(opponents=LISTED_AFTER, played=LISTED_AFTER))


async def moved(services: Services, code: str, moves: int) -> str:
    """Some moves, made behind the platform; and the next one, to be made on it."""
    match = await services.matches.get(code)
    players = [await services.people.by_id(seat or "") for seat in match.seats]
    match = await play(services, match, *(player for player in players if player), moves=moves)
    return format_move(match.game.ruleset, match.game.legal_moves[0])


@deep("a rated match is played on Discord in the quick suite")
async def test_on_telegram(village: Village) -> None:
    adi, siti, group, services = village.adi, village.siti, village.group, village.running.services
    adi.say(group, f"/play @{siti.account.username} dam-8 first pace:coffee rated:yes")
    card = await siti.gets(group, text="rated", key="Accept")
    await siti.answer(siti.press(card, "Accept"))
    code = (await siti.gets(group, key="Your move", photo=True)).shown[:4]
    last = await moved(services, code, 6)
    adi.say(group, f"/move {code} {last}")
    await adi.gets(group, text=f"played {last}", photo=True)
    siti.start()
    await siti.gets(siti.private)
    siti.say(siti.private, f"/resign {code}")
    siti.press(await siti.gets(siti.private, key="Yes, resign"), "Yes, resign")
    await adi.gets(group, text="Rating: Adi from 1500? to 1512?, Siti from 1500? to 1488?", photo=True)
    adi.start()
    await adi.gets(adi.private)
    await services.database.write(met_others)
    before = len(adi.from_bot(adi.private))
    adi.say(group, "/top")
    assert "1. Adi (you) · 1512?\n2. Siti · 1488?" in await village.told_in_private(before)
    siti.say(siti.private, "/profile")
    await siti.gets(siti.private, text="Rating in Malaysian checkers 8x8: 1488?")


async def test_on_discord(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord, allowed=ALL & ~OPEN_THREADS)
    async with papan(discord, tmp_path) as running:
        game = "malaysian-checkers-8"
        await table.adi.slash("play", opponent=table.siti.user, game=game, side="first", pace="coffee", rated="yes")
        card = await table.stranger.until(lambda each: "rated" in each.content)
        await table.siti.press(card, "Accept")
        board = await table.stranger.until(lambda each: "to move" in each.content)
        code = board.content.replace("*", "").split()[0]
        await moved(running.services, code, 7)
        await table.adi.slash("resign")
        sure = await table.adi.until(lambda each: "Give up" in each.content)
        await table.adi.press(sure, "Yes, resign")
        result = "Rating: Adi from 1500? to 1488?, Siti from 1500? to 1512?"
        await table.stranger.until(lambda each: each is board and result in each.content)

        async def reads(text: str) -> Message:
            return await table.stranger.until(lambda each: each.only_for is not None and text in each.content)

        await running.services.database.write(met_others)
        await table.stranger.slash("top", game=game)
        shown = await reads("1. Siti · 1512?")
        assert shown.only_for == table.stranger.user.id
        await table.stranger.press(shown, "This month")
        await reads("1. Siti · 1 of 1")
        table.siti.leaves()
        await table.stranger.slash("top", game=game)
        await reads("2. Adi · 1488?")
        await running.services.database.write(unseen_for_a_week)
        await table.stranger.slash("top", game=game)
        await reads("1. Adi · 1488?")
