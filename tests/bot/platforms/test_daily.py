"""The puzzle of the day on all platforms: who may switch it on, and that what is answered stays private."""

from pathlib import Path

import pytest
from aiohttp import ClientSession
from pydantic import SecretStr
from sqlalchemy import update

from bot.bootstrap.assembly import run_app
from bot.bootstrap.settings import Address, Settings
from bot.matches.identity import Place
from bot.platforms.web import WebRoom
from bot.services.services import Services
from bot.store.tables import dailies
from bot.workers.errands import courier
from bot.workers.errands import dailies as errands
from loopback.discord import DiscordServer
from loopback.waiting import eventually
from tests.bot.database_files import file_in
from tests.bot.platforms.test_discord import Table, papan
from tests.bot.platforms.village import Village
from tests.bot.platforms.web_rig import OpenRoom
from tests.suites import quick_first


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Papan looks often whether something is due."""
    monkeypatch.setattr(courier, "SWEEP_EVERY", 0.05)
    monkeypatch.setattr(courier, "LOOK_AGAIN", 0.05)
    monkeypatch.setattr(errands, "EDIT_AGAIN_AFTER", 0.0)


async def is_due(services: Services) -> None:
    """The hour of each chat has just come."""
    now = services.clock()
    change = update(dailies).values(due=now, hour=now.hour, zone="UTC")
    await services.database.write(lambda connection: connection.execute(change))


async def hour_of(services: Services, place: Place) -> int | None:
    """The hour that a chat has asked for."""
    found = await services.dailies.of_chat(place)
    return found.hour if found and found.due else None


@pytest.mark.parametrize("started", quick_first([True, False], "without a private chat the panel is not met"))
async def test_in_a_group_of_telegram(village: Village, started: bool) -> None:
    services, place = village.running.services, Place("telegram", str(village.group.id))
    if started:
        village.adi.start()
        village.siti.start()
    village.group.admins.add(village.adi.id)
    gateway = village.running.platforms[0]
    assert await gateway.may_manage(place, str(village.adi.id))
    assert not await gateway.may_manage(place, str(village.siti.id))
    village.siti.say(village.group, "/daily hour:17 game:dam-8")
    village.adi.say(village.group, "/daily hour:18 game:dam-8")
    await eventually(lambda: hour_of(services, place), lambda hour: hour == 18)
    if started:  # the panel stands in the private chat, and is about the group
        panel = await village.adi.gets(village.adi.private, key="Switch off")
        village.adi.press(panel, "Switch off")
        panel = await village.adi.gets(village.adi.private, text="Puzzle of the day · Kampung", key="Switch on")
        village.adi.press(panel, "7:00")
        panel = await village.adi.gets(village.adi.private, text="Off. It would come at 7:00")
        village.adi.press(panel, "Switch on")
        await eventually(lambda: hour_of(services, place), lambda hour: hour == 7)
    await is_due(services)
    asked = await village.ros.gets(
        village.group, text="Puzzle of the day · Malaysian checkers 8x8", key="Solve", photo=True
    )
    press = village.siti.press(asked, "Solve")
    await village.siti.answer(press)
    if not started:
        village.siti.start()
        village.siti.say(village.siti.private, "/daily")
    panel = await village.siti.gets(village.siti.private, key="Show", photo=True)
    village.siti.press(panel, "Show")
    await village.siti.gets(village.siti.private, text="1 day. A day off a week costs nothing.")
    after = await village.ros.gets(village.group, text="Solved by 0 of 1.", key="Solve")
    assert after.id == asked.id
    assert not [each for each in village.group.from_bot() if "The line" in each.shown]


async def test_in_a_channel_of_discord(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    table.adi.user.manager = True
    place = Place("discord", table.channel.id)
    async with papan(discord, tmp_path) as running:
        await table.siti.slash("daily", hour="17", game="dam-8")
        assert await hour_of(running.services, place) is None
        await table.adi.slash("daily", hour="18", game="dam-8")
        await eventually(lambda: hour_of(running.services, place), lambda hour: hour == 18)
        await is_due(running.services)
        asked = await table.stranger.until(lambda each: "Puzzle of the day" in each.content and each.files)
        await table.siti.press(asked, "Solve")
        panel = await table.siti.until(lambda each: each.only_for == table.siti.user.id and each.files)
        await table.siti.press(panel, "Perlihatkan")
        after = await table.stranger.until(lambda each: "Solved by 0 of 1." in each.content)
        assert after.id == asked.id


async def test_in_the_room_who_manages_it_may_ask_for_it(tmp_path: Path) -> None:
    wanted = Settings(papan_web=Address("127.0.0.1", 0), database_url=SecretStr(file_in(tmp_path)))
    async with run_app(wanted) as running, ClientSession() as session:
        (platform,) = running.platforms
        assert isinstance(platform, WebRoom)
        room = OpenRoom(platform, session, running.services, running.new_room_key)
        adi, ros = await room.sits("Adi"), await room.sits("Ros")
        await adi.say(type="manage", event="key-0001", key=room.key)
        await adi.say(type="say", text="/daily hour:18 game:dam-8")
        await adi.card("On: each day at 18:00")
        await is_due(running.services)
        asked = await ros.card("Puzzle of the day · Malaysian checkers 8x8")
        solve = next(key for row in asked["rows"] for key in row["buttons"])
        await ros.say(type="press", message=asked["id"], payload=solve["payload"], values=[])
        panel = await ros.card("to move and")
        show = next(key for row in panel["rows"] for key in row.get("buttons", ()) if key["label"] == "Show")
        await ros.say(type="press", message=panel["id"], payload=show["payload"], values=[])
        after = await adi.card("Solved by 0 of 1.")
        assert after["id"] == asked["id"]
        await room.empty()
