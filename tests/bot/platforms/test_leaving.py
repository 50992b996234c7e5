"""A player who leaves the chat of a match does not lose on time unseen: the whole way, on Telegram and on Discord."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.bootstrap.assembly import run_app
from bot.matches.clock import Halt, Stage
from bot.matches.match import Match
from loopback.discord import DiscordServer
from loopback.telegram import Message, TelegramServer
from loopback.waiting import eventually, until
from tests.bot.connected import to_telegram
from tests.bot.database_files import file_in
from tests.bot.moved_time import MovedTime, moved_time
from tests.bot.platforms.test_discord import Table, papan
from tests.bot.platforms.village import Village, village_in
from tests.suites import quick_first


@pytest.fixture
def time() -> Iterator[MovedTime]:
    with moved_time() as moved:
        yield moved


@pytest.fixture
async def village(time: MovedTime, tmp_path: Path) -> AsyncIterator[Village]:
    """Here hours pass."""
    async with village_in(tmp_path) as here:
        yield here


async def relaxed(village: Village) -> tuple[str, Message]:
    """A relaxed match in the group in which Siti is to move: its code and board."""
    village.adi.say(village.group, f"/play @{village.siti.account.username} dam-8 first relaxed")
    card = await village.siti.gets(village.group, key="Accept")
    await village.siti.answer(village.siti.press(card, "Accept"))
    board = await village.siti.gets(village.group, key="Your move", photo=True)
    code = board.shown.split()[0]
    village.adi.say(village.group, f"/move {code} c3-d4")
    await village.siti.gets(village.group, text=f"Siti, Adi played c3-d4 in {code}")
    return code, board


async def becomes(village: Village, code: str, halt: Halt | None, stage: Stage = Stage.BEGUN) -> Match:
    """The match once its clock stands for this reason, or runs."""

    def fits(match: Match) -> bool:
        return match.clock is not None and (match.clock.halt, match.clock.stage) == (halt, stage)

    return await eventually(lambda: village.running.services.matches.get(code), fits)


async def test_a_member_leaves_and_comes_back_to_move(village: Village, time: MovedTime) -> None:
    code, board = await relaxed(village)
    village.siti.leave(village.group, told=False)
    await time.forward(village.running.services, 17)
    assert village.server.count("getChatMember") == 0, "nobody is asked before something falls due"
    await time.forward(village.running.services, 2)
    await becomes(village, code, Halt.LEFT_CHAT)
    await village.adi.gets(village.group, text=f"Adi, Siti has left the chat: the clock of {code} is stopped.")
    await village.server.until(lambda: "Siti has left the chat; the clock is stopped. From" in board.shown)
    assert village.server.count("getChatMember") == 1
    village.siti.join(village.group, told=False)
    village.siti.say(village.group, f"/games@{village.server.world.bot.username}")
    await becomes(village, code, None, Stage.REMINDED)  # the time that was left is less than a quarter
    await village.siti.gets(village.group, text="Siti, ", key="Your move")
    village.siti.say(village.group, f"/move {code} b6-a5")
    await village.adi.gets(village.group, text=f"Adi, Siti played b6-a5 in {code}")
    match = await becomes(village, code, None)
    assert match.clock
    assert match.clock.turn == 0


async def test_a_service_message_tells_at_once_who_leaves_and_who_is_back(village: Village) -> None:
    code, board = await relaxed(village)
    village.siti.leave(village.group)
    await becomes(village, code, Halt.LEFT_CHAT)
    await village.adi.gets(village.group, text=f"Adi, Siti has left the chat: the clock of {code} is stopped.")
    village.siti.join(village.group)
    await becomes(village, code, None)
    await village.server.until(lambda: "has left the chat" not in board.shown)
    assert village.server.count("getChatMember") == 0


async def test_whoever_has_left_is_told_in_private_once_and_goes_on_there(village: Village, time: MovedTime) -> None:
    village.siti.start()
    code, board = await relaxed(village)
    village.siti.leave(village.group)
    told = await village.siti.gets(village.siti.private, text="you are no longer in the chat", key="Go on here")
    assert "From 4 Mar on Adi may claim the win or call it off." in told.shown
    await village.server.until(lambda: "on Adi may claim the win or call the match off." in board.shown)
    await time.forward(village.running.services, 30)
    await village.siti.answer(village.siti.press(told, "Go on here"))
    own = await village.siti.gets(village.siti.private, key="Your move", photo=True)
    assert code in own.shown
    await becomes(village, code, None)
    await village.adi.gets(village.group, text=f"Adi, the clock of {code} goes on.")
    village.siti.say(village.siti.private, f"/move {code} b6-a5")
    await village.adi.gets(village.group, text=f"Adi, Siti played b6-a5 in {code}")
    assert sum("no longer in the chat" in each.shown for each in village.siti.from_bot(village.siti.private)) == 1


async def test_papan_is_ended_before_it_has_told_and_the_next_one_tells_once(time: MovedTime, tmp_path: Path) -> None:
    async with TelegramServer() as server:
        settings = to_telegram(server, file_in(tmp_path))
        adi, siti, ros = (server.person(name, f"{name.casefold()}_k", started=True) for name in ("Adi", "Siti", "Ros"))
        group = server.group("Kampung", adi, siti, ros)
        async with run_app(settings) as running:
            code, _ = await relaxed(village := Village(server, running, group, adi, siti, ros))
            siti.leave(group)
            await becomes(village, code, Halt.LEFT_CHAT)
        async with run_app(settings) as anew:
            await siti.gets(siti.private, text="you are no longer in the chat")
            await time.forward(anew.services, 73)
            await adi.gets(group, text="Siti left the chat days ago", key="Claim the win")
        assert sum("no longer in the chat" in each.shown for each in siti.from_bot(siti.private)) == 1


@pytest.mark.parametrize(
    ("label", "result"),
    quick_first(
        [("Call it off", "called off"), ("Claim the win", "Adi wins")], "either result is decided by the services"
    ),
)
async def test_after_three_days_the_other_may_end_it(
    village: Village, time: MovedTime, label: str, result: str
) -> None:
    code, _ = await relaxed(village)
    village.siti.leave(village.group)
    await becomes(village, code, Halt.LEFT_CHAT)
    await time.forward(village.running.services, 73)
    board = await village.adi.gets(village.group, text="Siti left the chat days ago", key=label)
    await village.adi.answer(village.adi.press(board, label))
    await village.adi.gets(village.group, text=result)
    assert village.server.count("getChatMember") == 1, "once more before the wait is over"
    assert not [each for each in village.group.from_bot() if "Siti, you are no longer" in each.shown], (
        "they are not there"
    )


async def test_the_bot_is_thrown_out_and_the_clock_stands_at_once(village: Village) -> None:
    code, _ = await relaxed(village)
    village.adi.kick_bot(village.group)
    await becomes(village, code, Halt.FROZEN)
    village.adi.add_bot(village.group)
    village.siti.say(village.group, f"/games@{village.server.world.bot.username}")
    await becomes(village, code, None)


async def test_on_discord_the_bot_is_thrown_out_and_the_clock_stands_at_once(
    time: MovedTime, discord: DiscordServer, tmp_path: Path
) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path) as running:
        await table.adi.slash(
            "play", opponent=table.siti.user, game="malaysian-checkers-8", side="second", pace="relaxed"
        )
        card = await table.stranger.until(lambda each: "Adi invites Siti" in each.content)
        await table.siti.press(card, "Accept")
        board = await table.stranger.until(lambda each: "to move" in each.content)
        code = board.content.removeprefix("**").split(" ")[0]
        assert table.channel.guild
        table.channel.allowed = 0
        table.siti.user.dm_closed = True
        await discord.gateway.leave(table.channel.guild)
        await eventually(
            lambda: running.services.matches.get(code), lambda now: now.clock and now.clock.halt is Halt.FROZEN
        )


async def test_on_discord_a_member_leaves_and_comes_back_to_move(
    time: MovedTime, discord: DiscordServer, tmp_path: Path
) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path) as running:
        await table.adi.slash(
            "play", opponent=table.siti.user, game="malaysian-checkers-8", side="second", pace="relaxed"
        )
        card = await table.stranger.until(lambda each: "Adi invites Siti" in each.content)
        await table.siti.press(card, "Accept")
        board = await table.stranger.until(lambda each: "to move" in each.content)
        table.siti.leaves()
        await time.forward(running.services, 19)
        await table.adi.until(lambda each: "has left the chat: the clock of" in each.content)
        await table.adi.until(lambda each: each is board and "Siti has left the chat; the clock is" in each.content)
        told = await until(
            lambda: [each for each in discord.world.messages.values() if "Siti, kamu tidak lagi berada" in each.content]
        )
        assert [discord.world.channels[each.channel].recipient for each in told] == [table.siti.user]
        table.siti.returns()
        await table.siti.slash("move", move="c3-d4")
        await table.adi.until(lambda each: each is board and "has left the chat" not in each.content)
        asked = [path for method, path in discord.requests if "/members/" in path]
        assert asked == [f"/guilds/{table.channel.guild}/members/{table.siti.user.id}"]
