"""Papan is thrown out of a server and added again: each board goes on where it stands, and nobody reads much of it."""

from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest

from bot.matches.clock import Halt
from loopback.discord import DiscordServer
from loopback.discord.world import ALL, SEND, Channel, Message
from loopback.waiting import eventually
from tests.bot.platforms.notices_harness import in_its_thread
from tests.bot.platforms.test_discord import Table, papan
from tests.suites import quick_first

MATCHES = 3


async def invitations(table: Table, old: set[str]) -> list[Message]:
    """The invitations that stand in the channel and are not old."""
    return [each for each in table.stranger.sees() if "Adi invites Siti" in each.content and each.id not in old]


@pytest.mark.parametrize(
    ("settled", "greeted"),
    quick_first(
        [(True, False), (True, True), (False, True)], "without a greeting it is the same, and hangs on nothing"
    ),
)
async def test_on_discord_each_board_goes_on_in_its_thread(
    discord: DiscordServer, tmp_path: Path, settled: bool, greeted: bool
) -> None:
    """``settled``: the library knows which servers it was in before, and takes none that comes for one of these."""
    table = Table(discord, allowed=ALL)
    table.siti.locale = "en-US"
    async with papan(discord, tmp_path) as running:
        client = vars(running.platforms[0])["_client"]

        async def ready() -> bool:
            return bool(client.is_ready())

        threads: list[Channel] = []
        codes: list[str] = []
        for _ in range(MATCHES):
            old = {each.id for each in table.stranger.sees()}
            await table.adi.slash(
                "play", opponent=table.siti.user, game="malaysian-checkers-8", side="first", pace="relaxed"
            )
            (card,) = await eventually(
                partial(invitations, table, old), lambda found: len(found) == 1 and bool(found[0].components)
            )
            await table.siti.press(card, "Accept")
            (inside,) = await in_its_thread(discord, card, table.siti)
            board = await inside.until(lambda each: bool(each.files) and "Adi (White) to move" in each.content)
            threads.append(inside.channel)
            codes.append(board.content.removeprefix("**").split(" ")[0])
        guild = table.channel.guild
        assert guild
        if settled:
            await eventually(ready, lambda found: found)
        for channel in (table.channel, *threads):
            channel.allowed = 0
        await discord.gateway.leave(guild)
        matches, views = running.services.matches, running.services.views

        async def halts() -> set[Halt | None]:
            found = [await matches.get(code) for code in codes]
            return {each.clock.halt if each.clock else None for each in found}

        await eventually(halts, lambda found: found == {Halt.FROZEN})

        async def told() -> list[str]:
            """The channels in which it was told, by a line that names a command to be pressed."""
            lines = [each for each in discord.world.messages.values() if "cannot be shown in its chat" in each.content]
            assert all("types </join:" in each.content for each in lines)
            assert all("lists all your matches." in each.content for each in lines)
            return [each.channel for each in lines]

        await eventually(told, lambda found: len(found) == 1)
        before = {each.id for each in discord.world.messages.values()}
        for channel in (table.channel, *threads):
            channel.allowed = ALL
        if not greeted:
            table.channel.allowed &= ~SEND
        await discord.gateway.join(guild, datetime.now(UTC).isoformat())
        await eventually(halts, lambda found: found == {None})

        async def places() -> list[str]:
            found = [await views.of_match(code) for code in codes]
            return [view.place.chat for (view,) in found if view.shown_version == view.match_version]

        await eventually(places, lambda found: found == [thread.id for thread in threads])
        new = [each for each in discord.world.messages.values() if each.id not in before]
        assert not [each for each in new if each.files], "no board is posted again"
        (where,) = await told()
        assert discord.world.channels[where].recipient is table.siti.user, "one line, of three matches"
