"""A player who leaves the chat of a match does not lose on time unseen: the whole way, on Telegram and on Discord."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.matches.clock import Halt, Stage
from bot.matches.match import Match
from loopback.discord import DiscordServer
from loopback.telegram import Message
from loopback.waiting import eventually
from tests.bot.moved_time import MovedTime, moved_time
from tests.bot.platforms.test_discord import Table, papan
from tests.bot.platforms.village import Village, village_in


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


async def test_after_three_days_the_other_may_call_it_off(village: Village, time: MovedTime) -> None:
    code, _ = await relaxed(village)
    village.siti.leave(village.group)
    await becomes(village, code, Halt.LEFT_CHAT)
    await time.forward(village.running.services, 73)
    board = await village.adi.gets(village.group, text="Siti left the chat days ago", key="Call it off")
    await village.adi.answer(village.adi.press(board, "Call it off"))
    await village.adi.gets(village.group, text="called off")
    assert village.server.count("getChatMember") == 1, "once more before the wait is over"


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
        table.siti.returns()
        await table.siti.slash("move", move="c3-d4")
        await table.adi.until(lambda each: each is board and "has left the chat" not in each.content)
        asked = [path for method, path in discord.requests if "/members/" in path]
        assert asked == [f"/guilds/{table.channel.guild}/members/{table.siti.user.id}"]
