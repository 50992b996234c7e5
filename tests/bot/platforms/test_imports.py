"""Records in files, with the real clients: beside a command on Discord; below or before one on Telegram."""

from pathlib import Path

import pytest

from loopback.discord import DiscordServer
from loopback.discord.world import ALL, OPEN_THREADS, Message, SentFile
from loopback.telegram.world import Upload
from tests.bot.platforms.test_discord import Table, papan
from tests.bot.platforms.village import Village
from tests.suites import deep

RECORD = b'[White "Pak Dollah"]\n[GameType "25"]\n\n1. c3-d4 d6-e5 *\n'


@pytest.mark.long("a game is analysed")
async def test_on_telegram_the_command_stands_below_the_file_or_answers_it(village: Village) -> None:
    private = village.siti.private
    village.siti.start()
    await village.siti.gets(private)
    village.siti.say(private, "/import", document=Upload("game.pdn", "text/plain", RECORD))
    await village.siti.gets(private, text="Russian")
    sent = village.siti.say(private, "My position", document=Upload("a.txt", "text/plain", b"dam-8 W:Wc3:Ba7,b8"))
    village.siti.say(private, "/analyse", reply_to=sent)
    await village.siti.gets(private, text="Malaysian checkers")
    village.siti.say(private, "/import", document=Upload("a.png", "image/png", b"\x89PNG\0\0"))
    await village.siti.gets(private, text="That file is no text.")
    village.siti.say(private, "/import")
    await village.siti.gets(private, text="Give me a file")
    village.siti.say(private, "", document=Upload("game.pdn", "text/plain", RECORD))
    await village.siti.gets(private, text="Russian")


@deep("clocks of records are read and written by the engine in the quick suite")
@pytest.mark.long("a game is analysed")
async def test_on_telegram_the_clocks_of_a_file_come_out_as_they_came_in(village: Village) -> None:
    private = village.siti.private
    clocked = b"1. c3-d4 {[%clk 0:59:58]} d6-e5 {[%emt 0:00:03]} 2. a3-b4 {[%egt 0:01:30]} *"
    village.siti.start()
    await village.siti.gets(private)
    record = b'[GameType "25"]\n\n' + clocked
    village.siti.say(private, "/import", document=Upload("game.pdn", "text/plain", record))
    village.siti.press(await village.siti.gets(private, key="Export..."), "Export...")
    forms = await village.siti.gets(private, key="PDN")
    village.siti.press(forms, "Record")
    village.siti.press(forms, "PDN")

    def written() -> list[bytes] | None:
        files = [message.file.data for message in village.siti.from_bot(private) if message.file]
        return files if len(files) > 1 else None

    files = await village.server.until(written)
    assert [clocked in b" ".join(data.split()) for data in files] == [True, True]


@pytest.mark.long("a game is analysed")
async def test_on_telegram_a_rich_message_is_read(village: Village) -> None:
    moves = (["c3-d4 ", {"type": "bold", "text": "d6-e5"}], "a3-b4")
    items = [
        {"label": f"{number}.", "blocks": [{"type": "paragraph", "text": text}]}
        for number, text in enumerate(moves, start=1)
    ]
    command = {"type": "heading", "size": 2, "text": [{"type": "code", "text": "/import"}, " dam-8"]}
    village.siti.say(village.siti.private, "", rich=[command, {"type": "divider"}, {"type": "list", "items": items}])
    await village.siti.gets(village.siti.private, text="Malaysian checkers 8x8")
    village.siti.say(village.siti.private, "", rich=[{"type": "divider"}])
    look = {"align": "left", "valign": "top"}
    cells = [[{"text": "/join", **look}, {"text": [["ZZ", {"type": "spoiler", "text": "ZZ"}]], **look}]]
    table = {"type": "table", "cells": cells}
    village.siti.say(village.siti.private, "", rich=[{"type": "details", "summary": "", "blocks": [table]}])
    await village.siti.gets(village.siti.private, text="ZZZZ")


@pytest.mark.long("a game is analysed")
async def test_on_discord_it_is_an_option(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord, allowed=ALL & ~OPEN_THREADS)
    async with papan(discord, tmp_path):
        await table.adi.slash("import", file=SentFile("game.pdn", RECORD.decode().encode("utf-16")))

        async def reads(text: str) -> Message:
            return await table.adi.until(lambda each: each.only_for is not None and text in each.content)

        await reads("Russian")
        await table.adi.slash("analyse", file=SentFile("long.pdn", b"x" * 70_000))
        await reads("too long: at most 64 KB")
        await table.adi.slash("import", file=SentFile("bad.pdn", RECORD.replace(b"c3-d4", b"c3-c4")))
        await reads("I cannot read that")
        await table.adi.slash("import", text="dam-8 W:Wc3:Ba7,b8")
        await reads("Malaysian checkers")
