"""Commands are named as each platform shows them, and boards are linked where the platform has such links."""

import ast
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from discord import Client, Intents

from bot.chat import BoardMessage, Button, Menu, MessageLink, Option, PrivatePanel
from bot.matches.identity import Place
from bot.platforms.discord.directory import Directory
from bot.platforms.discord.formatting import CONTENT, content_of
from loopback.discord import DiscordServer
from loopback.waiting import eventually
from loopback.windows import Room
from tests.bot.platforms.telegram_rig import Rig, rig_in
from tests.bot.platforms.test_discord import Table, papan
from tests.sources import tree_of

ROOT = Path(__file__).parents[3]

_BUTTON = Button("Your move", "mv")


@pytest.fixture
async def rig(tmp_path: Path) -> AsyncIterator[Rig]:
    async with rig_in(tmp_path) as made:
        yield made


@pytest.mark.parametrize(
    ("language", "command"), [("en", "/takeback"), ("ms", "/undur"), ("id", "/tarik"), ("", "/takeback")]
)
async def test_telegram_names_commands_as_its_menu_does(rig: Rig, language: str, command: str) -> None:
    adi = rig.server.person("Adi", started=True)
    text = "... /takeback K7QM, not https://example.org/takeback/ " + 50 * "word "
    rig.handler.answers["help"] = PrivatePanel(text=text, code="/takeback", language=language)
    adi.say(adi.private, "/help")
    shown = (await adi.gets(adi.private)).shown
    assert shown.startswith(f"... {command} K7QM, not https://example.org/takeback/ word")
    assert shown.endswith("/takeback")


async def test_an_alert_names_commands_so_as_well(rig: Rig) -> None:
    adi = rig.server.person("Adi", started=True)
    rig.handler.answers |= {
        "play": BoardMessage(text="Board", rows=((_BUTTON,),)),
        "mv": PrivatePanel(text="/play begins one.", language="id"),
    }
    adi.say(adi.private, "/play")
    pressed = adi.press(await adi.gets(adi.private, key="Your move"), "Your move")
    assert (await adi.answer(pressed)).text == "/main begins one."


async def test_telegram_links_messages_of_supergroups(rig: Rig) -> None:
    adi = rig.server.person("Adi", started=True)
    links = (
        MessageLink("K7QM", Place("telegram", "-1001234567890"), "42"),
        MessageLink("WLLG", Place("telegram", "-1001234567890", "7"), "43"),
        MessageLink("T2T2", Place("telegram", "-4411"), "44"),
        MessageLink("P3P3", Place("telegram", "5511", private=True), "45"),
    )
    rig.handler.answers["games"] = PrivatePanel(text="K7QM <b>\nWLLG\nT2T2\nP3P3", links=links)
    adi.say(adi.private, "/games")
    listed = await adi.gets(adi.private)
    assert listed.shown == "K7QM <b>\nWLLG\nT2T2\nP3P3"
    assert [each["url"] for each in listed.entities if each["type"] == "text_link"] == [
        "https://t.me/c/1234567890/42",
        "https://t.me/c/1234567890/7/43",
    ]


async def test_discord_lets_commands_be_pressed_and_links_boards(tmp_path: Path, discord: DiscordServer) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path):
        board = await table.begin()
        code = board.content.removeprefix("**").split(" ")[0]
        await table.adi.slash("games")
        listed = await table.adi.until(lambda each: "with Siti" in each.content)
        link = f"[{code}](https://discord.com/channels/{table.channel.guild}/{table.channel.id}/{board.id})"
        assert listed.content.splitlines()[1].startswith(f"{link} · ")
        await table.stranger.slash("games")
        none = await table.stranger.until(lambda each: "no match under way" in each.content)
        ids = {command["name"]: command["id"] for command in discord.world.commands}
        assert f"</play:{ids['play']}> begins one." in none.content


def test_discord_links_as_many_boards_as_there_is_room_for() -> None:
    codes = [f"K{number:02}M" for number in range(25)]
    links = tuple(MessageLink(code, Place("discord", "1" * 19, private=True), "2" * 19) for code in codes)
    text = "\n".join(f"{code} · Malaysian checkers · with Siti" for code in codes)
    shown = content_of(PrivatePanel(text=text, links=links), Directory(Client(intents=Intents.none())))
    assert CONTENT - 100 < len(shown) <= CONTENT
    lines = shown.splitlines()
    linked = [line.startswith(f"[{code}](https://") for code, line in zip(codes, lines, strict=True)]
    assert 0 < sum(linked) < len(codes)
    assert linked == sorted(linked, reverse=True), "the first ones"


async def test_the_web_room_links_the_boards_of_its_rooms(room: Room) -> None:
    adi = await room.sits("Adi")
    await adi.say(type="say", text="/play dam-8 first", reply="")
    card = await adi.card("invites anybody")

    async def links() -> list[dict[str, str]]:
        await adi.say(type="say", text="/games", reply="")
        found: list[dict[str, str]] = (await adi.card("you invited anybody"))["links"]
        return found

    code = card["title"].split()[0]
    # The board is linked once it is noted which message shows it, soon after people see it.
    assert await eventually(links, bool) == [{"words": code, "room": card["room"], "message": card["id"]}]


async def test_what_is_chosen_is_marked_on_telegram(rig: Rig) -> None:
    adi = rig.server.person("Adi", started=True)
    options = (Option("Wood", "kayu", chosen=True), Option("Ink on paper", "kertas"))
    rig.handler.answers["settings"] = PrivatePanel(text="Yours", rows=(Menu("st:theme", "Theme", options),))
    adi.say(adi.private, "/settings")
    assert [key.label for key in (await adi.gets(adi.private)).keys] == ["✓ Wood", "Ink on paper"]


async def test_what_is_chosen_is_marked_in_the_web_room(room: Room) -> None:
    adi = await room.sits("Adi")
    await adi.say(type="say", text="/settings", reply="")
    menus = (await adi.card("Your settings"))["rows"][1:]
    assert [[each["label"] for each in menu["options"] if each["chosen"]] for menu in menus][1] == ["Wood"]


async def test_what_is_chosen_is_marked_on_discord(tmp_path: Path, discord: DiscordServer) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path):
        await table.adi.slash("settings")
        panel = await table.adi.until(lambda each: "Your settings" in each.content)
        menus = [each["options"] for each in panel.components if "options" in each]
        chosen = [[each["label"] for each in options if each.get("default")] for options in menus]
        assert chosen[1] == ["Wood"]


def test_the_commands_are_read_when_something_is_said_not_when_the_program_is_loaded() -> None:
    """The order in which files import one another is nobody's to know: the app adds the commands as it is loaded."""
    found = [
        f"{path.relative_to(ROOT)}:{name.lineno}"
        for path in (*(ROOT / "bot" / "platforms").rglob("*.py"), *(ROOT / "bot" / "chat").rglob("*.py"))
        for statement in tree_of(path).body
        if not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        for name in ast.walk(statement)
        if isinstance(name, ast.Name) and name.id == "COMMANDS" and isinstance(name.ctx, ast.Load)
    ]
    assert found == []
