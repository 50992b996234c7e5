"""*Follow* on real platforms: the news come to the private chat, and nothing to the chat of the match."""

from pathlib import Path

import pytest

from loopback.discord import DiscordServer
from loopback.waiting import eventually
from tests.bot.platforms.test_discord import Table, papan
from tests.bot.platforms.village import Village
from tests.suites import deep


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Papan looks often whether somebody is to be told."""
    monkeypatch.setattr("bot.workers.errands.courier.LOOK_AGAIN", 0.05)
    monkeypatch.setattr("bot.workers.errands.followed.TOLD_AGAIN_AFTER", 0.0)


async def test_on_telegram(village: Village) -> None:
    village.ros.start()
    board = await village.begin()
    village.ros.press(board, "My view")
    view = await village.ros.gets(village.ros.private, key="Follow")
    village.ros.press(view, "Follow")
    asked = await village.ros.gets(village.ros.private, key="Tell me each move")
    village.ros.press(asked, "Tell me each move")
    await village.ros.gets(village.ros.private, text="when somebody has moved")
    village.adi.say(village.group, "/move c3-d4")
    told = await village.ros.gets(village.ros.private, text="Adi: c3-d4. Siti to move.", key="Stop following")
    assert not [each for each in village.group.from_bot() if "Adi: c3-d4" in each.shown]
    village.ros.press(told, "Stop following")
    await village.ros.gets(village.ros.private, text="You do not follow")
    before = len([each for each in village.ros.from_bot(village.ros.private) if "to move." in each.shown])
    village.siti.say(village.group, "/move b6-a5")
    await village.server.until(lambda: "b6-a5" in board.shown)
    assert len([each for each in village.ros.from_bot(village.ros.private) if "to move." in each.shown]) == before


@deep("somebody follows a match on Telegram in the quick suite")
async def test_on_discord(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path):
        board = await table.begin()
        code = board.content.removeprefix("**").split(" ")[0]
        await table.stranger.press(board, "My view")
        view = await table.stranger.until(lambda each: each.only_for and code in each.content)
        await table.stranger.press(view, "Follow")
        asked = await table.stranger.until(lambda each: each.only_for and "Shall I tell you" in each.content)
        await table.stranger.press(asked, "Tell me the end")
        await table.stranger.until(lambda each: each.only_for and "when it is over" in each.content)
        await table.adi.slash("move", move="c3-d4", match=code)
        await table.adi.slash("resign", match=code)
        sure = await table.adi.until(
            lambda each: each.only_for and any(item.get("label") == "Yes, resign" for item in each.components)
        )
        await table.adi.press(sure, "Yes, resign")

        async def private() -> list[str]:
            channels = {table.channel.id}
            messages = discord.world.messages.values()
            return [each.content for each in messages if each.channel not in channels and code in each.content]

        said = await eventually(private, bool)
        assert len(said) == 1, "the end alone"
        assert "resigned" in said[0]
