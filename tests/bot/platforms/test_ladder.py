"""The ladder of a chat on real platforms: its one card follows all that happens, and is there again once deleted."""

from pathlib import Path
from typing import Any

import pytest

from loopback.discord import DiscordServer
from loopback.telegram import Message
from loopback.windows import Client
from tests.bot.platforms.test_discord import Table, papan
from tests.bot.platforms.village import Village
from tests.bot.platforms.web_rig import OpenRoom
from tests.conversation.clients import DiscordClient, TelegramClient
from tests.conversation.ladder_story import begin_ladder, one_plays_one_declines
from tests.suites import deep


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card is edited at once."""
    monkeypatch.setattr("bot.workers.errands.courier.LOOK_AGAIN", 0.0)
    monkeypatch.setattr("bot.workers.errands.ladders.EDIT_AGAIN_AFTER", 0.0)


async def test_on_telegram(village: Village) -> None:
    group, people = village.group, (village.adi, village.siti, village.ros)
    group.admins.add(village.adi.id)
    for person in people:
        person.start()
    adi, siti, ros = (TelegramClient(village.server, each, group) for each in people)

    def cards() -> list[Message]:
        return [each for each in village.ros.from_bot(group) if each.shown.startswith("Ladder") and _is_card(each)]

    await begin_ladder(adi, siti, ros)
    assert siti.alerts == ["You are on rung 2."], "the group has no panel of each who comes"
    (card,) = cards()
    await one_plays_one_declines(adi, siti, ros)
    assert cards() == [card], "it is edited, and nothing is posted beside it"
    village.siti.leave(group)
    await village.server.until(lambda: "1. Ros\n2. Adi\n2 people" in card.shown)
    village.ros.delete(card)
    await ros.types("/ladder")
    again = await village.server.until(lambda: next(iter(cards()), None))
    village.ros.delete(again)
    await ros.types("/ladder leave")
    await ros.reads("Whoever comes back begins at the bottom.")
    await ros.presses("Leave")
    await village.server.until(lambda: [each for each in cards() if "1. Adi\n1 person" in each.shown])
    assert len(cards()) == 1


def _is_card(message: Message) -> bool:
    return not message.deleted and any(key.label == "Challenge" for key in message.keys)


@deep("the same story on Telegram is in the quick suite")
async def test_on_discord(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    table.adi.user.manager = True
    table.siti.locale = "en-US"
    adi, siti, ros = (DiscordClient(each) for each in (table.adi, table.siti, table.stranger))
    async with papan(discord, tmp_path):
        await begin_ladder(adi, siti, ros)
        card = await table.adi.until(lambda each: not each.only_for and "Ladder" in each.content)
        await one_plays_one_declines(adi, siti, ros)
        await table.adi.until(lambda each: each is card and "1. Ros" in each.content and "3. Adi" in each.content)
        assert len([each for each in table.adi.sees() if not each.only_for and "Ladder" in each.content]) == 1
        del discord.world.messages[card.id]
        await ros.types("/ladder")
        await table.adi.until(lambda each: not each.only_for and "1. Ros" in each.content)


async def test_in_the_web_room(room: OpenRoom) -> None:
    adi, siti = await room.sits("Adi"), await room.sits("Siti")
    await adi.say(type="manage", event="key-0001", key=room.key)
    await adi.hears("done")
    await adi.say(type="say", text="/setup")
    await _presses(adi, await adi.card("The language of what I post"), "Contests")
    await _presses(adi, await adi.card("A ladder for each game: Off"), "On, its matches are casual")
    await adi.card("A ladder for each game: On")
    await adi.say(type="say", text="/ladder join dam-8")
    await _presses(siti, await siti.card("1. Adi"), "Join")
    await siti.say(type="say", text="/top")
    await _presses(siti, await siti.card("Nobody is listed"), "Ladder")
    await _presses(siti, await siti.card("2. Siti ←"), "Adi")
    await adi.card("Siti invites Adi")
    await siti.card("Siti challenges Adi: ")


async def _presses(who: Client, card: dict[str, Any], label: str) -> None:
    for row in card["rows"]:
        for each in row.get("options") or row.get("buttons") or ():
            if each["label"] == label:
                values = [each["value"]] if "value" in each else []
                payload = row["payload"] if values else each["payload"]
                await who.say(type="press", message=card["id"], payload=payload, values=values)
                return
    raise AssertionError(f"no {label} in {card['rows']}")
