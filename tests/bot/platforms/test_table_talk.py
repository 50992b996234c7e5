"""*Say...* on real platforms: chosen in a panel of one's own, read by all beside the board, in each their language."""

from pathlib import Path

from loopback.discord import DiscordServer
from loopback.windows import Room
from tests.bot.platforms.test_discord import Table, papan
from tests.bot.platforms.village import Village
from tests.bot.platforms.web_boards import begins, table
from tests.suites import deep


async def test_on_telegram(village: Village) -> None:
    village.ros.start()
    board = await village.begin()
    village.ros.press(board, "My view")
    view = await village.ros.gets(village.ros.private, key="Say...")
    village.ros.press(view, "Say...")
    asked = await village.ros.gets(village.ros.private, text="What do you want to say", key="While we wait")
    village.ros.press(asked, "While we wait")
    rain = "Sorry, rain and no line."
    waiting = await village.ros.gets(village.ros.private, text="What do you want to say", key=rain)
    village.ros.press(waiting, rain)
    await village.server.until(lambda: "Ros: Sorry, rain and no line." in board.shown)


@deep("something is said on Telegram and in the room in the quick suite")
async def test_on_discord(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path):
        board = await table.begin()
        await table.stranger.press(board, "My view")
        view = await table.stranger.until(lambda each: each.only_for == table.stranger.user.id)
        await table.stranger.press(view, "Say...")
        asked = await table.stranger.until(lambda each: "What do you want to say" in each.content)
        assert asked.only_for == table.stranger.user.id
        await table.stranger.choose(asked, "A good match to both sides!")
        await table.stranger.until(lambda each: each is board and "A good match to both sides!" in each.content)


async def test_in_the_web_room_it_stands_on_all_open_boards_at_once(room: Room) -> None:
    adi, siti, code = await begins(room, "talks")
    first = await table(adi, code)
    assert "Say..." in [action["label"] for action in first["actions"] if action["place"] == "more"]
    await siti.say(type="wish", event="wish-00001", code=code, ply=0, kind="say", choice="trap", label="Say...")
    seen = await adi.hears("board")
    assert "Sititalks: Nice trap." in seen["text"].split("\n")
    assert seen["talk"] == "Sititalks: Nice trap."
    assert seen["version"] == first["version"], "what is touched or planned is not out of date"
    await siti.say(type="wish", event="wish-00002", code=code, ply=0, kind="say", choice="", label="Say...")
    await siti.card("You have said something in this turn.")
    # A page that comes back has that version, but not what was said meanwhile.
    ros = await room.sits("Rostalks")
    assert "Sititalks: Nice trap." in (await table(ros, code, first["version"]))["text"]
