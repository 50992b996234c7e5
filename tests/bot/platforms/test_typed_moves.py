"""Moves as people write them, over the whole app: the code before the move, behind it, or left out."""

from pathlib import Path

import pytest

from loopback.discord import DiscordServer
from tests.bot.platforms.test_discord import Table, papan
from tests.bot.platforms.village import Village

WITH_CODE = ["{code} c3-d4", "c3-d4 {code}", "c3-d4"]


@pytest.mark.parametrize("line", ["@papan_bot {move}", "/move {move}", "reply"])
@pytest.mark.parametrize("move", WITH_CODE)
async def test_a_code_is_read_before_a_move_and_behind_it(village: Village, line: str, move: str) -> None:
    board = await village.begin()
    move = move.format(code=board.shown.split()[0])
    if line == "reply":
        village.adi.say(village.group, move, reply_to=board)
    else:
        village.adi.say(village.group, line.format(move=move))
    await village.server.until(lambda: "Adi played c3-d4" in board.shown)


async def test_it_is_read_so_on_discord(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path):
        board = await table.begin()
        code = board.content.split()[0].strip("*")
        await table.adi.says(f"{code} c3-d4", reply_to=board)
        await table.stranger.until(lambda each: each.id == board.id and "Adi played c3-d4" in each.content)
        await table.siti.says(f"b6-a5 {code}", mention=True)
        await table.stranger.until(lambda each: each.id == board.id and "Siti played b6-a5" in each.content)
        await table.adi.slash("move", move=f"g3-h4 {code}")
        await table.stranger.until(lambda each: each.id == board.id and "Adi played g3-h4" in each.content)
