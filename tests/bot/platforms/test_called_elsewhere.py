"""A call that cannot be made is made in the next place: thread, channel or group, private chat. Where none is left, the
clock stands, and the other reads that nobody sees their move and how to go on.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.matches.clock import Halt
from bot.services.services import Services
from loopback.discord import DiscordServer, Member
from loopback.discord.server import until
from loopback.discord.world import ALL, DM, OPEN_THREADS, SEND_IN_THREADS, VIEW, Channel, Message
from loopback.waiting import eventually
from tests.bot.platforms.notices_harness import in_its_thread
from tests.bot.platforms.test_discord import Table, papan
from tests.bot.platforms.village import Village
from tests.suites import quick_first

CALL = "Adi played c3-d4 in"
NOBODY_SEES = "cannot be shown in its chat any more, so nobody sees a move there. To go on, each of you types"
STOPPED = "The clock is stopped."


@dataclass
class OnDiscord:
    """A match on Discord in which Adi is to move. ``inside`` is Siti where its board stands: in its thread, or in the
    channel where it has none.
    """

    table: Table
    services: Services
    code: str
    board: Message
    inside: Member

    def private(self, member: Member) -> Member:
        """Somebody in their private chat with Papan."""
        server, user = member.server, member.user
        known = (each for each in server.world.channels.values() if each.kind == DM and each.recipient is user)
        return Member(server, user, next(known, None) or server.add_channel("dm", kind=DM, recipient=user))

    async def adi_plays(self) -> None:
        """Adi moves, from the private chat with Papan."""
        await self.private(self.table.adi).slash("move", move="c3-d4", match=self.code)

    async def is_told(self, member: Member, *words: str) -> Message:
        """The message with these words in somebody's private chat."""
        return await self.private(member).until(lambda each: all(word in each.content for word in words))


async def stands(services: Services, code: str, halt: Halt | None) -> None:
    """Wait until the clock of a match stands for this reason, or runs for None, after Adi's move."""
    await eventually(
        lambda: services.matches.get(code), lambda now: now.clock and (now.clock.halt, now.game.ply) == (halt, 1)
    )


async def all_is_told(services: Services, code: str) -> None:
    """Wait until nothing is to be told to anybody of a match."""
    await eventually(
        lambda: services.views.snapshots([code]), lambda found: all(each.told for each in found[0].notices)
    )


@asynccontextmanager
async def begun(
    discord: DiscordServer, folder: Path, allowed: int = ALL, pace: str = "relaxed"
) -> AsyncIterator[OnDiscord]:
    """A match in a channel where the bot has these permissions; Adi has been called."""
    table = Table(discord, allowed=allowed)
    table.siti.locale = "en-US"
    async with papan(discord, folder) as running:
        await table.adi.slash("play", opponent=table.siti.user, game="malaysian-checkers-8", side="first", pace=pace)
        card = await table.stranger.until(lambda each: "Adi invites Siti" in each.content)
        await table.siti.press(card, "Accept")
        threads = allowed & OPEN_THREADS
        (inside,) = await in_its_thread(discord, card, table.siti) if threads else (table.siti,)
        board = await inside.until(lambda each: bool(each.files) and "Adi (White) to move" in each.content)
        match = OnDiscord(table, running.services, board.content.removeprefix("**").split(" ")[0], board, inside)
        called = match.private(table.adi) if allowed == VIEW else inside
        await called.until(lambda each: "It is your turn." in each.content)
        yield match


async def test_where_the_thread_takes_nothing_the_channel_has_the_call(discord: DiscordServer, tmp_path: Path) -> None:
    async with begun(discord, tmp_path) as match:
        siti, thread = match.table.siti, match.inside.channel
        thread.allowed &= ~SEND_IN_THREADS
        await match.adi_plays()
        call = await siti.until(lambda each: CALL in each.content)
        assert call.content == f"<@{siti.user.id}>, {CALL} {match.code}.\n<#{thread.id}>"
        assert call.body["allowed_mentions"]["users"] == [int(siti.user.id)]
        await match.inside.until(lambda each: each is match.board and "Adi played c3-d4" in each.content)
        assert not match.private(siti).sees(), "they are called once"
        await stands(match.services, match.code, None)
        await siti.slash("move", move="b6-a5", match=match.code)
        await until(lambda: call not in siti.sees(), discord.world)


def deleted(thread: Channel) -> None:
    """Somebody deletes the thread."""
    thread.deleted = True


def locked(thread: Channel) -> None:
    """A moderator closes the thread for good."""
    thread.archived = thread.locked = True


def hidden(thread: Channel) -> None:
    """The bot may not see the thread any more."""
    thread.allowed = 0


@pytest.mark.parametrize("lose", quick_first([deleted, locked, hidden], "a thread is lost in the same way"))
async def test_a_match_whose_thread_is_lost_goes_on_in_the_channel(
    discord: DiscordServer, tmp_path: Path, lose: Callable[[Channel], None]
) -> None:
    async with begun(discord, tmp_path) as match:
        lose(match.inside.channel)
        await match.adi_plays()
        siti = match.table.siti
        await siti.until(lambda each: bool(each.files) and "Adi played c3-d4" in each.content)
        await siti.until(lambda each: each.content == f"<@{siti.user.id}>, {CALL} {match.code}.")
        await stands(match.services, match.code, None)


async def test_where_neither_thread_nor_channel_takes_anything_the_call_comes_in_private(
    discord: DiscordServer, tmp_path: Path
) -> None:
    async with begun(discord, tmp_path) as match:
        match.inside.channel.allowed = match.table.channel.allowed = VIEW
        await match.adi_plays()
        await match.is_told(match.table.siti, f"Siti, {CALL} {match.code}.")
        await stands(match.services, match.code, None)


@pytest.mark.parametrize("where", quick_first(["channel", "thread"], "a thread is a channel"))
async def test_who_can_be_called_nowhere_loses_no_time_and_the_other_reads_it(
    discord: DiscordServer, tmp_path: Path, where: str
) -> None:
    async with begun(discord, tmp_path, ALL if where == "thread" else ALL & ~OPEN_THREADS) as match:
        match.inside.channel.allowed = match.table.channel.allowed = VIEW
        match.table.siti.user.dm_closed = True
        await match.adi_plays()
        await stands(match.services, match.code, Halt.FROZEN)
        await match.is_told(match.table.adi, f"Adi, the board of {match.code}", NOBODY_SEES, STOPPED)
        await match.inside.until(
            lambda each: each is match.board and "Siti cannot be reached; the clock is stopped." in each.content
        )
        edits = match.board.edits
        await match.private(match.table.adi).slash("games")
        await match.private(match.table.adi).until(lambda each: "Your matches" in each.content)
        assert match.board.edits == edits, "once"


async def test_when_the_channel_is_deleted_both_are_told_in_private(discord: DiscordServer, tmp_path: Path) -> None:
    async with begun(discord, tmp_path, ALL & ~OPEN_THREADS) as match:
        match.table.channel.deleted = True
        await match.adi_plays()
        await match.is_told(match.table.siti, f"Siti, {CALL} {match.code}.")
        await match.is_told(match.table.adi, f"Adi, the board of {match.code}", NOBODY_SEES, STOPPED)
        await stands(match.services, match.code, Halt.FROZEN)
        # What they read is true: so the match goes on.
        siti = match.private(match.table.siti)
        await siti.slash("join", code=match.code)
        await siti.until(lambda each: bool(each.files) and "Adi played c3-d4" in each.content)
        await stands(match.services, match.code, None)


async def test_where_the_bot_may_never_write_people_are_called_in_private(
    discord: DiscordServer, tmp_path: Path
) -> None:
    async with begun(discord, tmp_path, VIEW) as match:
        assert "people are called in private, where they take messages from me" in match.board.content
        await match.adi_plays()
        await match.table.siti.until(lambda each: each is match.board and "Adi played c3-d4" in each.content)
        await match.is_told(match.table.siti, f"Siti, {CALL} {match.code}.")
        await all_is_told(match.services, match.code)
        await stands(match.services, match.code, None)
        (view,) = await match.services.views.of_match(match.code)
        assert not view.frozen, "the board tells"


async def test_where_the_bot_may_never_write_who_takes_no_calls_loses_no_time(
    discord: DiscordServer, tmp_path: Path
) -> None:
    async with begun(discord, tmp_path, VIEW) as match:
        adi, siti = match.table.adi, match.table.siti
        siti.user.dm_closed = True
        await match.adi_plays()
        await stands(match.services, match.code, Halt.FROZEN)
        await siti.until(lambda each: each is match.board and "Adi played c3-d4" in each.content)
        await siti.until(lambda each: each is match.board and "Siti cannot be reached; the clock is" in each.content)
        stopped = f"Siti cannot be reached: the clock of {match.code} is stopped. It goes on once they press a button"
        await match.is_told(adi, stopped)
        await adi.press(match.board, "My view")
        await adi.until(lambda each: each.only_for == adi.user.id and match.code in each.content)
        await stands(match.services, match.code, Halt.FROZEN)
        await siti.press(match.board, "Your move")
        await stands(match.services, match.code, None)
        await all_is_told(match.services, match.code)
        await stands(match.services, match.code, None)
        assert len([each for each in match.private(adi).sees() if stopped in each.content]) <= 1


async def test_who_takes_no_calls_is_called_at_another_board_of_the_match(
    discord: DiscordServer, tmp_path: Path
) -> None:
    async with begun(discord, tmp_path, VIEW) as match:
        siti = match.table.siti
        siti.user.dm_closed = True
        other = Member(discord, siti.user, discord.add_channel("balai", match.table.channel.guild, allowed=ALL))
        await other.slash("board", match=match.code, public=True)
        await other.until(lambda each: bool(each.files) and match.code in each.content)
        await match.adi_plays()
        await other.until(lambda each: each.content == f"<@{siti.user.id}>, {CALL} {match.code}.")
        await siti.until(lambda each: each is match.board and "Adi played c3-d4" in each.content)
        await stands(match.services, match.code, None)
        assert not [view for view in await match.services.views.of_match(match.code) if view.frozen]


async def test_without_a_clock_both_are_told_as_well(discord: DiscordServer, tmp_path: Path) -> None:
    async with begun(discord, tmp_path, ALL & ~OPEN_THREADS, "none") as match:
        match.table.channel.deleted = True
        await match.adi_plays()
        await match.is_told(match.table.siti, f"Siti, {CALL} {match.code}.")
        for member in (match.table.adi, match.table.siti):
            told = await match.is_told(member, f"the board of {match.code}", NOBODY_SEES)
            assert STOPPED not in told.content


@pytest.mark.parametrize("stays", quick_first([True, False], "they look at the board no more"))
async def test_on_discord_who_closes_the_private_chat_with_the_board_loses_no_time(
    discord: DiscordServer, tmp_path: Path, stays: bool
) -> None:
    table = Table(discord)
    table.siti.locale = "en-US"
    async with papan(discord, tmp_path) as running:
        adi, siti = (
            Member(discord, each.user, discord.add_channel("dm", kind=DM, recipient=each.user))
            for each in (table.adi, table.siti)
        )
        await adi.slash("play", game="malaysian-checkers-8", side="first", pace="relaxed")
        card = await adi.until(lambda each: bool(each.files))
        code = card.content.removeprefix("**").split(" ")[0]
        await siti.slash("join", code=code)
        board = await siti.until(lambda each: bool(each.files) and "to move" in each.content)
        siti.user.dm_closed = True
        if not stays:
            del discord.world.messages[board.id]
        await adi.slash("move", move="c3-d4", match=code)
        await stands(running.services, code, Halt.FROZEN)
        await adi.until(lambda each: f"Adi, Siti cannot be reached: the clock of {code} is stopped." in each.content)
        await adi.until(lambda each: bool(each.files) and "Siti cannot be reached; the clock is" in each.content)
        if stays:  # they look at the board all the same
            await siti.press(board, "Your move")
            await stands(running.services, code, None)
            await siti.until(lambda each: each is board and "Adi played c3-d4" in each.content)
            await all_is_told(running.services, code)
            await stands(running.services, code, None)


async def in_group(village: Village) -> str:
    """The code of a relaxed match in the group; both private chats are open."""
    for person in (village.adi, village.siti):
        person.start()
        await person.gets(person.private)
    village.adi.say(village.group, f"/play @{village.siti.account.username} dam-8 first relaxed")
    card = await village.siti.gets(village.group, key="Accept")
    await village.siti.answer(village.siti.press(card, "Accept"))
    board = await village.siti.gets(village.group, key="Your move", photo=True)
    await village.adi.gets(village.group, text="It is your turn.")
    return board.shown.split()[0]


async def test_when_papan_is_thrown_out_of_the_group_both_are_told_in_private(village: Village) -> None:
    code = await in_group(village)
    village.ros.kick_bot(village.group)
    village.adi.say(village.adi.private, f"/move {code} c3-d4")
    await village.siti.gets(village.siti.private, text=f"Siti, {CALL} {code}.", key="Your move")
    told = await village.adi.gets(village.adi.private, text=f"Adi, the board of {code} {NOBODY_SEES}")
    assert STOPPED in told.shown
    await stands(village.running.services, code, Halt.FROZEN)
    village.siti.say(village.siti.private, f"/join {code}")
    await village.siti.gets(village.siti.private, text="Adi played c3-d4", photo=True)
    await stands(village.running.services, code, None)


@pytest.mark.parametrize("blocked", quick_first([False, True], "one of the two can be told, which is tried on Discord"))
async def test_where_papan_is_silenced_in_the_group_both_are_told_in_private(village: Village, blocked: bool) -> None:
    code = await in_group(village)
    village.group.muted = True
    if blocked:
        village.siti.block()
    village.adi.say(village.adi.private, f"/move {code} c3-d4")
    if not blocked:
        await village.siti.gets(village.siti.private, text=f"Siti, {CALL} {code}.", key="Your move")
    told = await village.adi.gets(village.adi.private, text=f"Adi, the board of {code} {NOBODY_SEES}")
    assert STOPPED in told.shown
    await stands(village.running.services, code, Halt.FROZEN)
