"""A typed move that was not understood may be put right by an edit, within a minute; what has acted stays as it is."""

from pathlib import Path

from bot.platforms.misread import READ_FOR
from loopback.discord import DiscordServer
from loopback.discord.server import until
from loopback.discord.world import Message
from tests.bot.platforms.test_discord import Table, papan
from tests.bot.platforms.village import Village
from tests.suites import deep


async def test_a_refused_move_that_is_edited_in_time_is_played_and_the_refusal_goes(village: Village) -> None:
    board = await village.begin()
    typed = village.adi.say(village.group, "c3-c5", reply_to=board)
    refused = await village.adi.gets(village.group, text="For Adi alone.")
    village.adi.edit(typed, "c3-d4")
    await village.server.until(lambda: "Adi played c3-d4" in board.shown)
    await village.server.until(lambda: refused.deleted)
    assert typed.reaction


async def test_a_line_that_was_talk_is_read_once_it_is_a_move(village: Village) -> None:
    board = await village.begin()
    typed = village.adi.say(village.group, "hm, let me see", reply_to=board)
    village.adi.edit(typed, "c3-d4")
    await village.server.until(lambda: "Adi played c3-d4" in board.shown)


async def test_a_line_in_private_that_was_not_understood_is_read_again(village: Village) -> None:
    board = await village.begin()
    village.adi.start()
    typed = village.adi.say(village.adi.private, "the left one up")
    await village.adi.gets(village.adi.private, text="I did not understand that.")
    village.adi.edit(typed, f"{board.shown.split()[0]} c3-d4")
    await village.server.until(lambda: "Adi played c3-d4" in board.shown)


async def test_an_edit_of_a_line_that_has_moved_and_one_after_a_minute_do_nothing(village: Village) -> None:
    board = await village.begin()
    late = village.adi.say(village.group, "c3-c5", reply_to=board)
    refused = await village.adi.gets(village.group, text="For Adi alone.")
    village.adi.edit(late, "c3-b4", after=int(READ_FOR) + 1)
    moved = village.adi.say(village.group, "c3-d4", reply_to=board)
    await village.server.until(lambda: "Adi played c3-d4" in board.shown)
    await village.server.until(lambda: refused.deleted)
    village.siti.say(village.group, "b6-a5", reply_to=board)
    await village.server.until(lambda: "Siti played b6-a5" in board.shown)
    before = len(village.group.from_bot())
    village.adi.edit(moved, "g3-h4")
    village.adi.say(village.group, "/games")  # in the same queue: once it is answered, the edit has been read
    await village.server.until(lambda: len(village.group.from_bot()) > before)
    assert (await village.match(board)).game.ply == 2


async def test_an_edit_that_says_the_same_is_not_answered_again(village: Village) -> None:
    board = await village.begin()
    typed = village.adi.say(village.group, "c3-c5", reply_to=board)
    await village.adi.gets(village.group, text="For Adi alone.")
    village.adi.edit(typed, "c3-c5")
    village.adi.edit(typed, "c3-d4")
    await village.server.until(lambda: "Adi played c3-d4" in board.shown)
    said = [call.parameters.get("caption", "") for call in village.server.calls if not call.refused]
    assert len([each for each in said if "Not possible" in each]) == 1


async def refused_on_discord(table: Table) -> tuple[Message, Message, Message]:
    """The board, a move that is not possible, and the sentence that says so."""
    board = await table.begin()
    typed = await table.adi.says("c3-c5", reply_to=board)
    return board, typed, await table.stranger.until(lambda each: "Not possible" in each.content)


async def test_a_refused_move_that_is_edited_in_time_is_played_on_discord(
    discord: DiscordServer, tmp_path: Path
) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path):
        board, typed, refused = await refused_on_discord(table)
        await table.adi.edits(typed, "c3-d4", board, times=2)
        await until(lambda: "Adi played c3-d4" in board.content, discord.world)
        await until(lambda: refused.id not in discord.world.messages, discord.world)


@deep("one line is edited on Discord in the quick suite, and all of them on Telegram")
async def test_an_edit_that_is_wrong_too_is_answered_once_and_talk_becomes_a_move_on_discord(
    discord: DiscordServer, tmp_path: Path
) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path):
        board, typed, refused = await refused_on_discord(table)
        await table.adi.edits(typed, "a1-a8", board, times=2)
        again = await table.stranger.until(lambda each: "a8" in each.content and each.author is discord.world.bot)
        await until(lambda: refused.id not in discord.world.messages, discord.world)
        await table.adi.edits(typed, "", board)
        talk = await table.adi.says("hm, let me see", reply_to=board)
        await table.adi.edits(talk, "c3-d4", board)
        await until(lambda: "Adi played c3-d4" in board.content, discord.world)
        await until(lambda: again.id not in discord.world.messages, discord.world)


@deep("one line is edited on Discord in the quick suite, and all of them on Telegram")
async def test_an_edit_of_a_line_that_has_moved_and_one_after_a_minute_do_nothing_on_discord(
    discord: DiscordServer, tmp_path: Path
) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path) as running:
        board, late, _ = await refused_on_discord(table)
        await table.adi.edits(late, "c3-b4", board, after=READ_FOR + 1)
        moved = await table.adi.says("c3-d4", reply_to=board)
        await until(lambda: "Adi played c3-d4" in board.content, discord.world)
        await table.siti.says("b6-a5", reply_to=board)
        await until(lambda: "Siti played b6-a5" in board.content, discord.world)
        await table.adi.edits(moved, "g3-h4", board)
        await table.siti.says("a7-b6", reply_to=board)  # refused: it is not Siti's turn, so the edit was not played
        await table.stranger.until(lambda each: "Siti" in each.content or "turn" in each.content)
        code = board.content.removeprefix("**").split(" ")[0]
        assert (await running.services.matches.get(code)).game.ply == 2


async def test_who_edits_a_move_that_was_played_is_told_that_it_stands(village: Village) -> None:
    board = await village.begin()
    moved = village.adi.say(village.group, "c3-d4", reply_to=board)
    await village.server.until(lambda: "Adi played c3-d4" in board.shown)
    village.adi.edit(moved, "g3-h4")
    await village.adi.gets(village.group, text="what it did stands")
    assert (await village.match(board)).game.ply == 1


@deep("one line is edited on Discord in the quick suite, and all of them on Telegram")
async def test_who_edits_a_move_that_was_played_is_told_so_on_discord(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path):
        board = await table.begin()
        moved = await table.adi.says("c3-d4", reply_to=board)
        await table.stranger.until(lambda each: each.id == board.id and "Adi played c3-d4" in each.content)
        await table.adi.edits(moved, "g3-h4", board, times=1)
        await table.stranger.until(lambda each: "what it did stands" in each.content)
