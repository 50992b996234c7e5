"""A match taken along as a file, with the real clients: on every platform for whoever asks alone."""

import io
import json
from base64 import b64decode
from pathlib import Path

from PIL import Image

from engine.game_json import parse_json
from engine.record import parse_record
from loopback.discord import DiscordServer
from loopback.discord.world import ALL, OPEN_THREADS, Message
from loopback.telegram.world import Message as Sent
from loopback.windows import Room
from tests.bot.platforms.test_discord import Table, papan
from tests.bot.platforms.village import Village
from tests.suites import deep


@deep("a file goes to the private chat without a client in the quick suite, and a film with one")
async def test_on_telegram_it_is_a_document_in_the_private_chat(village: Village) -> None:
    board = await village.begin()
    code, private = board.shown[:4], village.siti.private
    village.siti.start()
    await village.siti.gets(private)
    village.adi.say(village.group, "/move c3-d4")
    await village.adi.gets(village.group, text="played c3-d4", photo=True)
    village.siti.say(private, f"/export {code}")
    panel = await village.siti.gets(private, text="Which form do you want", key="JSON")
    village.siti.press(panel, "JSON")

    def kept(name: str) -> bytes | None:
        files = [each.file for each in village.siti.from_bot(private) if each.file]
        return next((file.data for file in files if file.name == name), None)

    content = await village.server.until(lambda: kept(f"{code}.json"))
    assert parse_json(content.decode()).game.ply == 1
    village.siti.press(panel, "Picture")
    assert Image.open(io.BytesIO(await village.server.until(lambda: kept(f"{code}.png")))).format == "PNG"


async def test_on_telegram_a_film_plays_in_the_chat_or_is_a_file_where_animations_may_not_go(village: Village) -> None:
    board = await village.begin()
    village.adi.say(village.group, "/move c3-d4")
    await village.adi.gets(village.group, text="played c3-d4", photo=True)
    code, private = board.shown[:4], village.adi.private
    for person in (village.adi, village.siti):
        person.start()
        await person.gets(person.private)
    village.siti.say(village.siti.private, f"/resign {code}")
    sure = await village.siti.gets(village.siti.private, key="Yes, resign")
    village.siti.press(sure, "Yes, resign")
    await village.server.until(lambda: "has resigned" in board.shown)

    async def film(count: int) -> Sent:
        village.adi.say(private, f"/export {code} film")

        def sent() -> list[Sent]:
            return [each for each in village.adi.from_bot(private) if "as a film" in each.shown]

        await village.server.until(lambda: len(sent()) == count)
        return sent()[-1]

    plays = await film(1)
    assert plays.file
    assert (plays.file.kind, plays.file.name) == ("animation", f"{code}.gif")
    assert Image.open(io.BytesIO(plays.file.data)).format == "GIF"
    private.no_animations = True
    kept = await film(2)
    assert kept.file
    assert (kept.file.kind, kept.file.data) == ("document", plays.file.data)


async def test_on_discord_only_who_asked_sees_it(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord, allowed=ALL & ~OPEN_THREADS)
    async with papan(discord, tmp_path):
        board = await table.begin()
        await table.adi.slash("move", move="c3-b4")
        await table.stranger.until(lambda each: each is board and "Siti (Black) to move" in each.content)
        await table.stranger.slash("export", form="record")

        def is_file(each: Message) -> bool:
            return each.only_for is not None and "The record of this match" in each.content

        shown = await table.stranger.until(is_file)
        assert shown.only_for == table.stranger.user.id
        (content,) = shown.files.values()
        assert parse_record(content.decode()).game.ply == 1
        await table.adi.slash("resign")
        sure = await table.adi.until(lambda each: "Give up" in each.content)
        await table.adi.press(sure, "Yes, resign")
        await table.stranger.until(lambda each: each is board and "has resigned" in each.content)
        await table.stranger.slash("export", form="film")
        film = await table.stranger.until(lambda each: each.only_for is not None and "as a film" in each.content)
        (content,) = film.files.values()
        (attached,) = film.body["attachments"]
        assert attached["filename"].endswith(".gif"), "Discord plays what is named so"
        assert Image.open(io.BytesIO(content)).format == "GIF"


async def test_in_the_room_a_picture_is_kept_like_a_text(room: Room) -> None:
    adi = await room.sits("Adi")
    await adi.say(type="say", text="/play dam-8 practice", reply="")
    code = (await adi.card("Malaysian checkers"))["match"]
    await adi.say(type="say", text=f"/export {code} image", reply="")
    file = (await adi.card("as a picture"))["file"]
    assert file["name"] == f"{code}.png"
    kind, _, content = file["address"].partition(",")
    assert kind == "data:image/png;base64"
    assert Image.open(io.BytesIO(b64decode(content))).format == "PNG"
    await adi.say(type="say", text=f"/export {code} json", reply="")
    assert json.loads((await adi.card("in JSON"))["file"]["text"])["ruleset"]
