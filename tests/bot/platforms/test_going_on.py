"""An analysis goes on by itself, on every platform, and costs a group one edit at most."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app.analysis import analyses
from bot.chat import Answer, Button, PrivatePanel
from loopback.discord import DiscordServer
from loopback.windows import Room
from tests.bot.platforms.telegram_rig import Rig, picture, rig_in
from tests.bot.platforms.test_discord import Table, papan

POSITION = "dam-8 W:Wc3,e3,g3:Bb6,d6,f6"


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first answer comes before anything is found."""
    monkeypatch.setattr(analyses, "FIRST_WAIT", 0.0)
    monkeypatch.setattr(analyses, "NEXT_WAIT", 0.2)


async def _steps() -> AsyncIterator[PrivatePanel]:
    for step in (2, 3):
        yield PrivatePanel(text=f"step {step}", replace=True)
    yield PrivatePanel(text="found", picture=picture(3), rows=((Button("Next", "an:1"),),), replace=True)


def going_on() -> Answer:
    """An answer that goes on twice and then has found something."""
    return PrivatePanel(title="Analysis", text="step 1 " * 40, replace=True, updates=_steps())


@pytest.fixture
async def rig(tmp_path: Path) -> AsyncIterator[Rig]:
    async with rig_in(tmp_path) as made:
        yield made


async def test_in_a_private_chat_on_telegram(rig: Rig) -> None:
    adi = rig.server.person("Adi", started=True)
    rig.handler.answers["analyse"] = going_on()
    adi.say(adi.private, "/analyse")
    found = await adi.gets(adi.private, text="found", key="Next", photo=True)
    assert adi.from_bot(adi.private) == [found]
    assert rig.server.count("sendMessage", "sendPhoto") == 1


async def test_for_all_to_see_in_a_group_on_telegram_only_the_end_is_shown(rig: Rig) -> None:
    adi = rig.server.person("Adi")
    group = rig.server.group("Kampung", adi)
    rig.handler.answers["analyse"] = going_on()
    adi.say(group, "/analyse")
    found = await adi.gets(group, text="found", key="Next", photo=True)
    assert "For Adi alone." in found.shown
    assert (adi.from_bot(group), found.edits) == ([found], 1)


async def test_what_one_person_sees_in_a_group_on_telegram(tmp_path: Path) -> None:
    async with rig_in(tmp_path, ephemeral=True) as rig:
        adi = rig.server.person("Adi")
        group = rig.server.group("Kampung", adi)
        rig.handler.answers["analyse"] = going_on()
        adi.say(group, "/analyse")
        await adi.gets(group, text="found", key="Next", photo=True)
        assert rig.server.count("sendMessage", "sendPhoto") == 1


async def test_a_message_that_shows_something_else_by_now_does_not_change_any_more(rig: Rig) -> None:
    adi = rig.server.person("Adi", started=True)

    async def without_end() -> AsyncIterator[PrivatePanel]:
        step = 1
        while True:
            step += 1
            yield PrivatePanel(text=f"step {step}", rows=((Button("Rules", "rl"),),), replace=True)

    rig.handler.answers |= {
        "analyse": PrivatePanel(text="step 1", rows=((Button("Rules", "rl"),),), replace=True, updates=without_end()),
        "rl": PrivatePanel(text="The rules", rows=((Button("Goal", "rg"),),), replace=True),
    }
    adi.say(adi.private, "/analyse")
    adi.press(await adi.gets(adi.private, text="step 3", key="Rules"), "Rules")
    shown = await adi.gets(adi.private, text="The rules", key="Goal")
    edits = shown.edits
    adi.say(adi.private, "/help")
    await adi.gets(adi.private, text="no script for help")
    assert (shown.shown, shown.edits) == ("The rules", edits)


@pytest.mark.usefixtures("quick")
async def test_on_discord(tmp_path: Path, discord: DiscordServer) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path):
        await table.adi.slash("analyse", text=POSITION)
        first = await table.adi.until(lambda each: "positions looked at" in each.content or "ready" in each.content)
        found = await table.adi.until(lambda each: "Best move" in each.content)
        assert found.id == first.id
        assert found.only_for == table.adi.user.id
        assert found.files


@pytest.mark.usefixtures("quick")
async def test_in_the_web_room(room: Room) -> None:
    adi = await room.sits("Adi")
    await adi.say(type="say", text=f"/analyse {POSITION}", reply="")
    first = await adi.card("Malaysian checkers 8x8")
    assert "Best move" not in first["text"]
    found = await adi.card("Best move")
    assert found["id"] == first["id"]
    assert found["picture"]
