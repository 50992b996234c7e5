"""The menus on people and messages of Discord: each does what its command does, and says when there is no board."""

from pathlib import Path

from bot.chat.menus import MENUS
from loopback.discord import DiscordServer, Member
from loopback.discord.world import Message
from tests.bot.platforms.test_discord import Table, papan


def labels(message: Message) -> list[str]:
    """The labels of the buttons of a message."""
    return [item["label"] for item in message.components if item.get("label")]


async def answer(member: Member, menu: str, message: Message) -> Message:
    """The answer that a person alone reads when they use a menu on a message."""
    known = {each.id for each in member.sees()}
    await member.uses(menu, message)
    return await member.until(lambda each: each.only_for and each.id not in known)


async def test_they_are_registered_beside_the_commands(discord: DiscordServer, tmp_path: Path) -> None:
    async with papan(discord, tmp_path):
        menus = [command for command in discord.world.commands if command["type"] != 1]
        assert {(each["name"], each["type"]) for each in menus} == {
            (menu.label, 2 if menu.of_person else 3) for menu in MENUS
        }
        challenge = next(each for each in menus if each["name"] == "Challenge")
        assert challenge["name_localizations"]["id"] != "Challenge"
        assert set(challenge["contexts"]) == {0, 1, 2}


async def test_on_a_person(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path):
        board = await table.begin()
        await table.stranger.uses("Challenge", table.adi.user)
        asked = await table.stranger.until_told()
        assert "Which game do you want to play with Adi?" in asked.content
        await table.stranger.uses("Profile", table.adi.user)
        told = await table.stranger.until(lambda each: each.only_for and each.id != asked.id)
        assert "Adi" in told.content
        assert board in table.stranger.sees()


async def test_on_a_board_and_on_any_other_message(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path):
        board = await table.begin()
        code = board.content.removeprefix("**").split(" ")[0]
        await table.adi.slash("move", move="c3-d4")
        await table.stranger.until(lambda each: "Adi played c3-d4" in each.content and each.id == board.id)
        talk = await table.siti.says("Good luck!")
        for menu in ("My view", "Continue from here", "Replay"):
            refused = await answer(table.stranger, menu, talk)
            assert refused.content == "That is no board of Papan.", menu
        view = await answer(table.stranger, "My view", board)
        assert code in view.content
        await table.adi.slash("resign", match=code)
        sure = await table.adi.until(lambda each: each.only_for and any("Yes" in name for name in labels(each)))
        await table.adi.press(sure, next(name for name in labels(sure) if "Yes" in name))
        await table.stranger.until(lambda each: each.id == board.id and "resigned" in each.content)
        replay = await answer(table.stranger, "Replay", board)
        assert code in replay.content
        go_on = await answer(table.stranger, "Continue from here", board)
        assert "That is no board" not in go_on.content
