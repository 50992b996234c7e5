"""A private view of a match follows it on every platform, for as long as the platform lets it change."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from bot.platforms.discord import DiscordPlatform
from loopback.discord import DiscordServer
from loopback.telegram import Message
from loopback.waiting import eventually, until
from loopback.windows import JSON, Client
from tests.bot.platforms.test_discord import Table, papan
from tests.bot.platforms.village import Village, village_in
from tests.bot.platforms.web_rig import OpenRoom
from tests.suites import deep

NO_MORE = "does not change any more"


async def _looks_in_private(village: Village) -> tuple[str, Message]:
    """Siti has the board of a match shown in a private chat: the code of the match, and the board."""
    code = (await village.begin()).shown[:4]
    siti = village.siti
    siti.start()
    await siti.gets(siti.private)
    siti.say(siti.private, f"/board {code}")
    return code, await siti.gets(siti.private, text="to move", photo=True)


async def test_in_a_private_chat_on_telegram_it_follows_to_the_end(village: Village) -> None:
    code, view = await _looks_in_private(village)
    siti = village.siti
    village.adi.say(village.group, f"/move {code} c3-d4")
    await village.server.until(lambda: "Adi played c3-d4" in view.shown)
    siti.say(siti.private, f"/resign {code}")
    siti.press(await siti.gets(siti.private, key="Yes, resign"), "Yes, resign")
    await village.server.until(lambda: "Siti has resigned" in view.shown)


async def test_when_papan_stops_it_says_that_it_does_not_change_any_more(tmp_path: Path) -> None:
    async with village_in(tmp_path) as village:
        code, view = await _looks_in_private(village)
        village.adi.say(village.group, f"/move {code} c3-d4")
        await village.server.until(lambda: "Adi played c3-d4" in view.shown)
        assert NO_MORE not in view.shown
    assert NO_MORE in view.shown
    assert "My view" in [key.label for key in view.keys]


async def test_a_newer_one_takes_its_place(village: Village) -> None:
    code, first = await _looks_in_private(village)
    siti = village.siti
    siti.say(siti.private, f"/board {code}")
    await village.server.until(lambda: NO_MORE in first.shown)
    assert NO_MORE not in siti.private.from_bot()[-1].shown
    assert "My view" in [key.label for key in first.keys]


@deep("it follows on Telegram in the quick suite")
async def test_on_discord_it_follows_for_a_quarter_of_an_hour(
    discord: DiscordServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    brief = replace(DiscordPlatform.capabilities, answers_change_for=timedelta(seconds=6))
    monkeypatch.setattr(DiscordPlatform, "capabilities", brief)
    table = Table(discord)
    async with papan(discord, tmp_path):
        board = await table.begin()
        await table.siti.press(board, "My view")
        view = await table.siti.until(lambda each: each.only_for == table.siti.user.id and bool(each.files))
        await table.adi.slash("move", move="c3-d4")
        await table.siti.until(lambda each: each is view and "c3-d4" in each.content)
        await table.siti.until(lambda each: each is view and "tidak berubah lagi" in each.content)


async def _looks_in_the_room(adi: Client, siti: Client) -> tuple[str, JSON]:
    """Siti has the board of a match with Adi shown to her alone: the code of the match, and the message."""
    await adi.say(type="say", text="/play @Siti dam-8 first", reply="")
    card = await siti.card("Adi invites Siti")
    await siti.say(type="press", message=card["id"], payload=card["rows"][0]["buttons"][0]["payload"], values=[])
    board = await siti.card("to move")
    code = str(board["title"][:4])
    await siti.say(type="say", text=f"/board {code}", reply="")
    while (view := await siti.card("to move"))["id"] == board["id"]:
        pass
    return code, view


async def test_in_the_web_room(room: OpenRoom) -> None:
    adi, siti = await room.sits("Adi"), await room.sits("Siti")
    _, view = await _looks_in_the_room(adi, siti)
    await adi.say(type="say", text="/move c3-d4", reply="")
    while (await siti.card("Adi played c3-d4"))["id"] != view["id"]:
        pass


async def test_in_the_web_room_it_ends_when_something_else_takes_its_place(room: OpenRoom) -> None:
    adi, siti = await room.sits("Adi"), await room.sits("Siti")
    _, view = await _looks_in_the_room(adi, siti)
    assert view["id"] in room.platform.hub.follow_ups
    await siti.say(type="say", text="/help", reply="")
    await until(lambda: view["id"] not in room.platform.hub.follow_ups)


async def test_in_the_web_room_it_is_gone_after_a_move_where_its_person_has_left(room: OpenRoom) -> None:
    adi, siti = await room.sits("Adi"), await room.sits("Siti")
    _, view = await _looks_in_the_room(adi, siti)
    await siti.socket.close()
    await until(lambda: room.platform.hub.windows.present("serambi") == ["Adi"])
    await adi.say(type="say", text="/move c3-d4", reply="")
    await eventually(lambda: room.archive.get(view["id"]), lambda message: message is None)
    await until(lambda: view["id"] not in room.platform.hub.follow_ups)
