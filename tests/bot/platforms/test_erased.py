"""After *Delete it all* nothing that a person gave is kept: not in a table, not in a file, not in a log."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession
from pydantic import SecretStr
from sqlalchemy import select

from bot.bootstrap.assembly import run_app
from bot.bootstrap.settings import Address, Settings
from bot.cli.database import back_up
from bot.platforms.web import WebRoom
from bot.services.integrity import check
from bot.store import Database
from bot.store.connection import Connection
from bot.store.tables import metadata
from loopback.discord import DiscordServer, Member
from loopback.discord.world import ALL, OPEN_THREADS
from loopback.telegram import TelegramServer
from loopback.waiting import eventually
from loopback.windows import Client, Room
from tests.bot.connected import to_discord, to_telegram
from tests.suites import deep, either_database

NAME, HANDLE, SECRET = "Zulkhairi Qasim", "zulkhairi_q", "rahsia-empat-tujuh"
GIVEN = ("zulkhairi", "qasim", "rahsia")


async def traces(url: str, words: Sequence[str] = GIVEN) -> list[str]:
    """The rows of tables in which any of these words is still kept."""

    async def rows(connection: Connection) -> list[str]:
        found = []
        for table in metadata.tables.values():
            for row in await connection.execute(select(table)):
                found += [f"{table.name}: {row}" for word in words if word in repr(tuple(row)).casefold()]
        return found

    database = await Database.look(url)
    try:
        return await database.read(rows)
    finally:
        await database.close()


def traces_in_files(url: str, words: Sequence[str] = GIVEN) -> list[str]:
    """The files of a database in which any of these words is still kept."""
    if not url.startswith("sqlite"):
        return []
    file = Path(url.removeprefix("sqlite:///"))
    contents = {kept.name: kept.read_bytes().lower() for kept in file.parent.glob(f"{file.name}*")}
    return [f"{name}: {word}" for name, content in contents.items() for word in words if word.encode() in content]


async def traces_in_backup(url: str, folder: Path, words: Sequence[str] = GIVEN) -> list[str]:
    """The same in a backup that is made now."""
    copied = folder / "later-backup.db"
    await back_up(url, copied)
    return traces_in_files(f"sqlite:///{copied}", words)


@pytest.mark.parametrize("backend", either_database(), indirect=True)
async def test_in_the_room(url: str, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture) -> None:
    wanted = Settings(papan_web=Address("127.0.0.1", 0), database_url=SecretStr(url))
    async with run_app(wanted) as running, ClientSession() as session:
        (platform,) = running.platforms
        assert isinstance(platform, WebRoom)
        room = Room(platform.url, session)
        siti, person = await room.sits("Siti"), await room.sits(NAME)
        await person.say(type="say", text=f"{SECRET} to all", reply="")
        await person.card(SECRET)
        await person.say(type="say", text="/play @Siti dam-8 first", reply="")
        card = await siti.card("invites Siti")
        await siti.say(type="press", message=card["id"], payload=card["rows"][0]["buttons"][0]["payload"], values=[])
        await person.card("to move")
        for line in (
            "c3-d4",
            f"/move {SECRET}",
            f"/play @{SECRET}",
            f"/analyse {SECRET}",
            "/draw",
            "/resign",
            "/games",
        ):
            await person.say(type="say", text=line, reply="")
        await person.card("Your matches")
        assert await traces(url)
        await person.say(type="say", text="/privacy delete", reply="")
        asked = await person.card("cannot be undone")
        payload = asked["rows"][0]["buttons"][0]["payload"]
        await person.say(type="press", message=asked["id"], payload=payload, values=[])
        await eventually(lambda: traces(url), lambda left: not left)
        await running.services.people.overwrite_erased()
        assert traces_in_files(url) == []
        await room.empty()
    assert await traces(url) == []
    assert traces_in_files(url) == []
    said = "".join(capsys.readouterr()) + caplog.text
    assert not [word for word in GIVEN if word in said.casefold()]


@pytest.mark.parametrize("backend", either_database(), indirect=True)
async def test_on_telegram(
    url: str, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    async with TelegramServer() as server, run_app(to_telegram(server, url)) as running:
        person, siti = server.person(NAME, HANDLE, started=True), server.person("Siti", "siti", started=True)
        group = server.group("Kampung", person, siti)
        person.say(group, "/play @siti dam-8 first")
        card = await siti.gets(group, key="Accept")
        siti.press(card, "Accept")
        await siti.gets(group, text="to move")
        siti.say(group, f"/play @{HANDLE} tabal")
        await siti.gets(group, text=f"invites {NAME}")
        person.say(person.private, f"/move {SECRET}")
        person.say(person.private, f"/analyse {SECRET}")
        person.say(person.private, SECRET)
        person.say(person.private, "/privacy delete")
        asked = await person.gets(person.private, key="Delete it all")
        assert await traces(url)
        person.press(asked, "Delete it all")
        await person.gets(person.private, text="Done.")
        words = (*GIVEN, f"'{person.id}'")
        await eventually(lambda: traces(url, words), lambda left: not left)
        await running.services.people.overwrite_erased()
        assert traces_in_files(url) == []
        assert await traces_in_backup(url, tmp_path) == []
    assert await traces(url, words) == []
    assert traces_in_files(url) == []
    said = "".join(capsys.readouterr()) + caplog.text
    assert not [word for word in GIVEN if word in said.casefold()]


@deep("somebody is erased on Telegram and in the room in the quick suite")
@pytest.mark.parametrize("backend", either_database(), indirect=True)
async def test_on_discord(
    url: str, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    server = DiscordServer()
    await server.start()
    channel = server.add_channel("serambi", server.add_guild("Kampung"), allowed=ALL & ~OPEN_THREADS)
    person, siti = (Member(server, server.add_user(name), channel) for name in (NAME, "Siti"))
    try:
        async with run_app(to_discord(server, url)) as running:
            await person.slash("play", opponent=siti.user, game="malaysian-checkers-8", side="first")
            await siti.press(await siti.until(lambda each: f"{NAME} invites" in each.content), "Accept")
            await siti.until(lambda each: "to move" in each.content)
            await person.slash("move", move=SECRET)
            await person.slash("analyse", text=SECRET)
            assert await traces(url)
            await person.slash("privacy", what="delete")
            await person.press(await person.until(lambda each: "cannot be undone" in each.content), "Delete it all")
            words = (*GIVEN, str(person.user.id))
            await eventually(lambda: traces(url, words), lambda left: not left)
            await running.services.people.overwrite_erased()
            assert traces_in_files(url, words) == []
            assert await traces_in_backup(url, tmp_path, words) == []
    finally:
        await server.stop()
    assert await traces(url, words) == []
    assert traces_in_files(url, words) == []
    said = "".join(capsys.readouterr()) + caplog.text
    assert not [word for word in GIVEN if word in said.casefold()]


async def until(client: Client, kind: str, fits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The next frame of a kind that fits."""
    while not fits(frame := await client.hears(kind)):
        pass
    return frame


async def window_of(room: Room, client: Client, **first: Any) -> Client:
    """One more window of a person, in which a frame is sent at once."""
    other = await room.stranger()
    await other.say(type="hello", secret=client.secret, room="", since=0, quiet=first["type"] in ("lobby", "me"))
    await other.hears("seated")
    await other.say(**first)
    await other.hears({"watch": "board"}.get(first["type"], first["type"]))
    return other


@deep("the quick suite has it on Telegram")
@pytest.mark.parametrize("backend", either_database(), indirect=True)
async def test_every_window_of_the_room(url: str, tmp_path: Path) -> None:
    wanted = Settings(papan_web=Address("127.0.0.1", 0), database_url=SecretStr(url))
    async with run_app(wanted) as running, ClientSession() as session:
        (platform,) = running.platforms
        assert isinstance(platform, WebRoom)
        room = Room(platform.url, session)
        siti, person = await room.sits("Siti"), await room.sits(NAME)
        member = await platform.hub.archive.member_by_name(NAME)
        assert member is not None
        await person.say(type="say", text="/play @Siti dam-8 first", reply="")
        card = await siti.card("invites Siti")
        await siti.say(type="press", message=card["id"], payload=card["rows"][0]["buttons"][0]["payload"], values=[])
        code = (await person.card("to move"))["match"]
        await person.say(type="say", text="c3-d4", reply="")
        await siti.card("Siti (Black) to move")
        await siti.say(type="say", text="b6-a5", reply="")
        await person.card(f"{NAME} (White) to move")
        await siti.say(type="say", text="/resign", reply="")
        sure = await siti.card("Give up")
        await siti.say(type="press", message=sure["id"], payload=sure["rows"][0]["buttons"][0]["payload"], values=[])
        await person.card("wins")
        await person.say(type="begin", event="begin-0001", game="dam-8", opponent="practice", corner=True)
        await until(person, "done", lambda frame: bool(frame["match"]))
        await person.say(type="say", text="salam to all", reply="")
        said = await siti.card("salam to all")
        await siti.say(type="say", text="/games all", reply="")
        await siti.say(type="say", text="/rules dam-8", reply="")
        others = [
            await window_of(room, siti, type="watch", code=code, version=0),
            await window_of(room, siti, type="lobby", open=True),
            await window_of(room, siti, type="me"),
        ]
        own = [
            person,
            await window_of(room, person, type="watch", code=code, version=0),
            await window_of(room, person, type="lobby", open=True),
            await window_of(room, person, type="me"),
        ]
        words = (*GIVEN, member.id, person.secret.casefold())
        assert await traces(url, words)
        await person.say(type="say", text="/privacy delete", reply="")
        asked = await person.card("cannot be undone")
        payload = asked["rows"][0]["buttons"][0]["payload"]
        await person.say(type="press", message=asked["id"], payload=payload, values=[])
        told = [(await window.hears("erased"))["text"] for window in own]
        assert told[0].startswith("Done. Nothing in my database")
        assert {text.split(".")[0] for text in told[1:]} == {"Your data has been deleted"}
        for window in own:  # as their pages do
            await window.say(type="hello", secret=person.secret, room="", since=0)
            await window.hears("stranger")
            await window.say(type="visit", language="en", room="", since=0)
            await window.hears("visiting")
            await window.say(type="watch", code=code, version=0)
            assert (await window.hears("board"))["mine"] == []
            await window.say(type="lobby", open=True)
            await window.hears("lobby")
        await until(siti, "people", lambda frame: frame["people"] == ["Siti"])
        gone = [each for frame in siti.heard if frame["type"] == "messages" for each in frame["messages"]]
        if not any(each["id"] == said["id"] and each["deleted"] for each in gone):
            await until(
                siti,
                "messages",
                lambda frame: any(each["id"] == said["id"] and each["deleted"] for each in frame["messages"]),
            )
        await until(others[0], "board", lambda frame: frame["names"] == ["Former player", "Siti"])
        await eventually(lambda: traces(url, words), lambda left: not left)
        back = await window_of(room, siti, type="watch", code=code, version=0)
        shown = [frame for frame in back.heard if frame["type"] in ("messages", "board")]
        assert "zulkhairi" not in repr(shown).casefold()
        await running.services.people.overwrite_erased()
        assert traces_in_files(url, words) == []
        assert await traces_in_backup(url, tmp_path, words) == []
        assert await check(running.services.database) == []
        await room.empty()
    assert await traces(url, words) == []
    assert traces_in_files(url, words) == []
