"""A reply to a plain message on Discord is seen by all: its buttons are for who wrote, and nobody spreads a match."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.bootstrap.assembly import RunningApp, run_app
from loopback.discord import DiscordServer, Member
from loopback.discord.world import ALL, OPEN_THREADS, Message
from loopback.waiting import eventually
from tests.bot.connected import to_discord
from tests.bot.database_files import file_in


class Village:
    """Two servers: Adi and Siti play in a channel of the first, Ros is in both."""

    def __init__(self, server: DiscordServer, running: RunningApp) -> None:
        self.server, self.running = server, running
        guilds = [server.add_guild(name) for name in ("Kampung", "Bandar")]
        self.channels = [
            server.add_channel(f"room-{number}", guilds[number % 2], allowed=ALL & ~OPEN_THREADS) for number in range(5)
        ]
        self.users = {name: server.add_user(name) for name in ("Adi", "Siti", "Ros")}

    def member(self, name: str, channel: int = 0) -> Member:
        """Somebody in a channel."""
        return Member(self.server, self.users[name], self.channels[channel])

    async def begin(self) -> Message:
        """A match under way in the first channel; its board."""
        adi, siti = self.member("Adi"), self.member("Siti")
        await adi.slash("play", opponent=self.users["Siti"], game="malaysian-checkers-8", side="first")
        card = await siti.until(lambda each: "Adi invites Siti" in each.content)
        await siti.press(card, "Accept")
        return await adi.until(lambda each: "Adi (White) to move" in each.content)


@pytest.fixture
async def village(tmp_path: Path) -> AsyncIterator[Village]:
    server = DiscordServer()
    await server.start()
    settings = to_discord(server, file_in(tmp_path))
    try:
        async with run_app(settings) as running:
            yield Village(server, running)
    finally:
        await server.stop()
    assert server.violations == []


async def test_a_reply_that_all_see_is_for_who_wrote(village: Village) -> None:
    board = await village.begin()
    code = board.content[2:6]
    adi, siti = village.member("Adi"), village.member("Siti")
    await adi.says("c3-c5", reply_to=board)
    answer = await siti.until(lambda each: "Not possible" in each.content and not each.only_for)
    move = next(item for item in answer.components if "-" in item.get("label", ""))
    await siti.press(answer, move["label"])
    told = await siti.until(lambda each: each.only_for == siti.user.id and "This is for Adi" in each.content)
    assert re.fullmatch(rf"This is for Adi\. Ask for your own: </move:\d+> {code}", told.content)
    assert (await village.running.services.matches.get(code)).game.ply == 0
    await adi.press(answer, move["label"])
    await eventually(lambda: village.running.services.matches.get(code), lambda match: match.game.ply == 1)


async def test_a_bystander_with_the_code_opens_no_board_anywhere(village: Village) -> None:
    board = await village.begin()
    code = board.content[2:6]
    for channel in range(1, 5):
        ros = village.member("Ros", channel)
        await ros.slash("board", match=code, public=True)
        told = await ros.until(lambda each, ros=ros: each.only_for == ros.user.id)  # type: ignore[misc]
        assert f"No match with the code {code} is open to you" in told.content
        assert [each for each in ros.sees() if each.files] == []
    views = await village.running.services.views.of_match(code)
    assert [view.place.chat for view in views] == [village.channels[0].id]
