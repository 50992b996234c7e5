"""A text that is asked for, on real platforms: the note of somebody on a match, in a form, by a reply, in a field."""

from pathlib import Path

import pytest

from bot.platforms.discord import answering
from loopback.discord import DiscordServer
from loopback.discord.world import Message
from loopback.windows import Room
from tests.bot.platforms.test_discord import Table, papan
from tests.bot.platforms.village import Village
from tests.bot.platforms.web_boards import begins, table


async def view_of(people: Table) -> Message:
    """*My view* of somebody who looks on."""
    board = await people.begin()
    await people.stranger.press(board, "My view")
    return await people.stranger.until(lambda each: each.only_for == people.stranger.user.id)


async def test_on_discord_a_form_opens_with_what_stands_there(discord: DiscordServer, tmp_path: Path) -> None:
    people = Table(discord)
    ros = people.stranger
    async with papan(discord, tmp_path):
        view = await view_of(people)
        pressed = await ros.press(view, "Note")
        field = await ros.form(pressed)
        assert (field.get("value"), field["max_length"], field["required"]) == (None, 500, False)
        await ros.submits(pressed, "guard c3")
        kept = await ros.until(lambda each: "guard c3" in each.content)
        assert kept.only_for == ros.user.id
        pressed = await ros.press(kept, "Write it")
        assert (await ros.form(pressed))["value"] == "guard c3"
        await ros.submits(pressed, "")
        await ros.until(lambda each: "You have noted nothing on this match." in each.content)


async def test_on_discord_what_comes_too_late_for_a_form_has_a_button_that_opens_it(
    discord: DiscordServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = Table(discord)
    ros = people.stranger
    async with papan(discord, tmp_path):
        view = await view_of(people)
        monkeypatch.setattr(answering, "PATIENCE", 0.0)
        await ros.press(view, "Note")
        late = await ros.until(lambda each: any("Your note on" in item["label"] for item in each.components))
        monkeypatch.undo()
        pressed = await ros.press(late, late.components[0]["label"])
        await ros.form(pressed)
        await ros.submits(pressed, "guard c3")
        await ros.until(lambda each: "guard c3" in each.content)


async def test_on_telegram_a_reply_is_asked_for_in_private(village: Village) -> None:
    ros = village.ros
    ros.start()
    board = await village.begin()
    ros.press(board, "My view")
    ros.press(await ros.gets(ros.private, key="Note"), "Note")
    asked = await ros.gets(ros.private, text="Reply to this message with your words.")
    assert asked.asks_reply
    ros.say(ros.private, "guard c3\nand d4", reply_to=asked)
    kept = await ros.gets(ros.private, text="guard c3\nand d4", key="Delete the note")
    assert not kept.asks_reply
    ros.press(kept, "Write it")
    again = await village.server.until(
        lambda: next((each for each in ros.from_bot(ros.private) if each.asks_reply and each is not asked), None)
    )
    assert "guard c3" in again.shown
    assert "Reply to this message" not in kept.shown, "what is edited cannot ask"


async def test_in_the_web_room_there_is_a_field_in_the_card(room: Room) -> None:
    adi, _, code = await begins(room, "notes")
    await table(adi, code)
    await adi.say(type="wish", event="wish-00001", code=code, ply=0, kind="note", choice="", label="Note")
    card = await adi.card("You have noted nothing on this match.")
    field = card["field"]
    assert (field["value"], field["most"]) == ("", 500)
    await adi.say(type="press", event="wish-00002", message=card["id"], payload=field["payload"], values=["guard c3"])
    kept = await adi.card("guard c3")
    assert "field" not in kept
    await adi.say(type="press", event="wish-00003", message=kept["id"], payload=field["payload"], values=["forged"])
    assert "no longer in use" in (await adi.hears("toast"))["text"]
