"""Messages that are no longer needed are deleted: used panels, refusals in a group, and what only confirms a move."""

from pathlib import Path

import pytest

from loopback.discord import DiscordServer
from loopback.discord.server import until
from loopback.windows import Room
from tests.bot.platforms.test_discord import Table, papan
from tests.bot.platforms.village import Village
from tests.suites import deep


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let what is taken away after a while go at once."""
    monkeypatch.setattr("bot.platforms.passing.STANDS_FOR", 1.0)
    monkeypatch.setattr("bot.platforms.discord.answering.TOAST", 1.0)


async def refused(village: Village) -> None:
    """Adi, who has no private chat, tries what is not possible, and reads why in the group."""
    village.adi.say(village.group, "/move c3-c5")
    await village.adi.gets(village.group, text="For Adi alone.")


def refusals(village: Village) -> list[str]:
    """The refusals that stand in the group."""
    return [each.shown for each in village.group.from_bot() if "For Adi alone." in each.shown]


@pytest.mark.usefixtures("soon")
async def test_a_refusal_in_a_telegram_group_goes_after_a_while(village: Village) -> None:
    await village.begin()
    await refused(village)
    await village.server.until(lambda: not refusals(village))


async def test_a_refusal_in_a_telegram_group_goes_when_the_move_is_made(village: Village) -> None:
    board = await village.begin()
    await refused(village)
    village.adi.say(village.group, "/move c3-d4")
    await village.server.until(lambda: "Adi played c3-d4" in board.shown and not refusals(village))


async def test_a_newer_refusal_takes_the_place_of_the_one_before(village: Village) -> None:
    await village.begin()
    await refused(village)
    village.adi.say(village.group, "/move a1-a8")
    await village.server.until(lambda: len(refusals(village)) == 1 and "a8" in refusals(village)[0])


async def test_a_refusal_in_a_discord_channel_goes_when_the_move_is_made(
    discord: DiscordServer, tmp_path: Path
) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path):
        board = await table.begin()
        await table.adi.says("c3-c5", reply_to=board)
        told = await table.stranger.until(lambda each: "Not possible" in each.content)
        await table.adi.says("c3-d4", reply_to=board)
        await until(lambda: told.id not in discord.world.messages, discord.world)


@deep("a refusal goes after a while in the quick suite")
@pytest.mark.usefixtures("soon")
async def test_what_a_slash_command_and_a_panel_confirm_goes_on_discord(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path):
        board = await table.begin()
        await table.adi.slash("move", move="c3-d4")
        told = await table.adi.until(lambda each: "You played c3-d4" in each.content)
        await until(lambda: told.id not in discord.world.messages, discord.world)
        await table.siti.press(board, "Your move")
        panel = await table.siti.until(lambda each: each.only_for == table.siti.user.id and each.components)
        await table.siti.choose(panel, "b6-a5")
        await until(lambda: panel.id not in discord.world.messages, discord.world)
        assert "Siti played b6-a5" in board.content


async def test_a_panel_of_the_web_room_goes_when_the_game_has_begun(room: Room) -> None:
    adi = await room.sits("Adi")
    await adi.say(type="say", text="/play dam-8", reply="")
    panel = await adi.card("on which side?")
    anybody = next(item for row in panel["rows"] for item in row.get("buttons", []) if item["label"] == "Anybody")
    await adi.say(type="press", message=panel["id"], payload=anybody["payload"], values=[])
    gone = False
    while not gone:
        for message in (await adi.hears("messages"))["messages"]:
            gone |= message["id"] == panel["id"] and message.get("deleted", False)


async def test_an_old_board_on_telegram_that_cannot_be_deleted_leads_to_the_new_one(village: Village) -> None:
    board = await village.begin()
    shown = board.photo
    board.date -= 49 * 3600
    village.adi.say(village.group, f"/board {board.shown[:4]} public")
    await village.server.until(lambda: board.shown == "The board is further down.")
    newer = await village.siti.gets(village.group, key="Your move", photo=True)
    assert not board.keys
    assert board.photo != shown
    links = [entity["url"] for entity in board.entities if entity["type"] == "text_link"]
    assert [link.rpartition("/")[2] for link in links] == [str(newer.id)]


async def test_a_move_panel_that_a_group_sees_goes_when_the_match_moves_on(village: Village) -> None:
    board = await village.begin()
    village.adi.press(board, "Your move")
    panel = await village.adi.gets(village.group, text="For Adi alone.")
    village.adi.say(village.group, "c3-d4", reply_to=board)
    await village.server.until(lambda: "Adi played c3-d4" in board.shown and panel.deleted)
    assert not board.deleted


async def test_a_panel_that_was_pressed_on_goes_with_its_new_question(village: Village) -> None:
    board = await village.begin()
    village.adi.press(board, "Your move")
    panel = await village.adi.gets(village.group, text="For Adi alone.")
    before = panel.shown, panel.rows
    village.adi.press(panel, data=next(key.data for key in panel.keys if "c3" in key.label))
    await village.server.until(lambda: (panel.shown, panel.rows) != before)
    village.adi.say(village.group, "c3-d4", reply_to=board)
    await village.server.until(lambda: panel.deleted)


@deep("a refusal goes after a while in the quick suite")
async def test_a_hint_goes_and_rules_stay_when_the_match_moves_on(village: Village) -> None:
    board = await village.begin()
    rules = await village.asks("/rules dam-8")
    hint = await village.asks("/hint")
    assert "Look around here." in hint.shown
    village.adi.say(village.group, "c3-d4", reply_to=board)
    await village.server.until(lambda: hint.deleted)
    assert not rules.deleted


async def test_a_panel_goes_when_the_match_is_over(village: Village) -> None:
    board = await village.begin()
    village.adi.press(board, "Your move")
    panel = await village.adi.gets(village.group, text="For Adi alone.")
    village.siti.start()
    village.siti.say(village.siti.private, f"/resign {board.shown[:4]}")
    village.siti.press(await village.siti.gets(village.siti.private, key="Yes, resign"), "Yes, resign")
    await village.server.until(lambda: panel.deleted)
