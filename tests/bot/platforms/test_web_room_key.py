"""Management of the common room of the web room: for those who have entered its key, and for nobody else."""

from pathlib import Path

from pydantic import SecretStr

from bot.bootstrap.assembly import run_app
from bot.bootstrap.settings import Address, Settings
from bot.cli.database import new_room_key
from bot.platforms.web import WebRoom
from bot.platforms.web.profiles import KEYS
from loopback.windows import JSON, Client
from tests.bot.database_files import file_in
from tests.bot.platforms.web_rig import OpenRoom, open_room

NOT_THEIRS = "Only those who manage this place may set it up."
NOT_STAFF = "Only those who manage this chat"


async def enters(client: Client, key: str) -> JSON:
    """The response to a key that is entered."""
    await client.say(type="manage", event="key-0001", key=key)
    return await client.hears_one_of("refused_key", "done")


async def offered(client: Client) -> set[str]:
    """The commands that are suggested to somebody."""
    await client.say(type="complete", line="/")
    return {each["line"].strip() for each in (await client.hears("suggestions"))["suggestions"]}


async def test_a_stranger_decides_nothing_in_the_room(room: OpenRoom) -> None:
    ros = await room.sits("Ros")
    for line, told in (("/setup", NOT_THEIRS), ("/mod log", NOT_STAFF)):
        await ros.say(type="say", text=line)
        await ros.card(told)
    await ros.say(type="say", text="/help")
    told = (await ros.card("/play - "))["text"]
    assert "/help - " in told
    assert "/setup" not in told
    assert "/mod" not in told
    assert not {"/setup", "/mod"} & await offered(ros)
    await ros.say(type="me")
    assert (await ros.hears("me"))["manages"] is False


async def test_the_key_is_of_the_person_and_survives_a_reload(room: OpenRoom) -> None:
    ros, siti = await room.sits("Ros"), await room.sits("Siti")
    assert room.key
    await ros.say(type="manage", event="key-0001", key=f" {room.key.upper()} ")
    assert (await ros.hears("me"))["manages"] is True
    again = await room.stranger()
    await again.say(type="hello", secret=ros.secret, room="", since=0)
    await again.hears("seated")
    assert {"/setup", "/mod"} <= await offered(again)
    await again.say(type="say", text="/mod log")
    await again.card("Nothing was decided here so far.")
    assert not {"/setup", "/mod"} & await offered(siti)


async def test_wrong_keys_are_limited_and_the_right_one_waits_too(room: OpenRoom) -> None:
    ros, siti = await room.sits("Ros"), await room.sits("Siti")
    for _ in range(KEYS):
        assert (await enters(ros, "wrong"))["text"].startswith("That is not the key")
        await ros.hears("done")
    assert (await enters(ros, room.key))["text"].startswith("These were too many wrong keys")
    assert (await enters(siti, room.key))["type"] == "done", "each person has their own tries"


async def test_with_a_new_key_nobody_manages_any_more(tmp_path: Path) -> None:
    async with open_room(tmp_path) as room:
        first, ros = room.key, await room.sits("Ros")
        await enters(ros, first)
    second = await new_room_key(file_in(tmp_path), tmp_path)
    assert second != first
    async with open_room(tmp_path) as room:
        assert room.key == "", "it is told once only"
        back = await room.stranger()
        await back.say(type="hello", secret=ros.secret, room="", since=0)
        await back.hears("seated")
        await back.say(type="say", text="/setup")
        await back.card(NOT_THEIRS)
        assert (await enters(back, first))["type"] == "refused_key"
        await back.hears("done")
        assert (await enters(back, second))["type"] == "done"


async def test_the_setting_is_the_key_and_none_is_made(tmp_path: Path) -> None:
    wanted = Settings(
        papan_web=Address("127.0.0.1", 0),
        papan_room_key=SecretStr("a-key-of-the-operator"),
        database_url=SecretStr(file_in(tmp_path)),
    )
    async with run_app(wanted) as running:
        assert running.new_room_key == ""
        (platform,) = running.platforms
        assert isinstance(platform, WebRoom)
        archive = platform.hub.archive
        member, _ = await archive.add_member("Ros", "en")
        assert await archive.let_manage(member.id, "a-key-of-the-operator")
