"""The ladder of a chat on real platforms: its one card follows all that happens, and is there again once deleted."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.matches.communities import CASUAL
from bot.matches.identity import Person, Place
from bot.matches.invitation import Venue
from bot.services.news import Errand
from bot.services.services import Services
from bot.store import Player
from loopback.discord import DiscordServer
from loopback.discord.server import until
from loopback.telegram import Message
from loopback.windows import Client
from tests.bot.kit import DAM_8
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
    monkeypatch.setattr("bot.workers.errands.contest_cards.EDIT_AGAIN_AFTER", 0.0)


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
    assert not [each for each in village.ros.from_bot(group) if " alone." in each.shown], "panels stand in private"
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


class Shields:
    """A ladder of a chat, and the ends of months on it."""

    def __init__(self, services: Services, place: Place, *people: Person) -> None:
        self.services, self.place, self.people = services, place, people
        self.now = services.clock()

    async def begin(self) -> None:
        """All of them stand on it, the first at the top."""
        await self.services.communities.change(self.place, lambda found: replace(found, settings={"ladder": CASUAL}))
        for each in self.people:
            await self.services.ladders.join(await self.player(each), Venue(self.place, "en"), DAM_8.key)

    async def month_ends(self) -> None:
        """Have the shield be given to the first."""
        self.now += timedelta(days=31)
        then = Services.over(self.services.database, lambda: self.now, Random(1))
        await then.shields.advance(lambda platform, chat: True)
        self.services.news.errands.publish(Errand.LADDER)

    async def first_leaves(self) -> None:
        """Leave the ladder; whoever was second is first."""
        await self.services.ladders.leave((await self.player(self.people[0])).id, self.place, DAM_8.key)
        self.people = self.people[1:]

    async def player(self, each: Person) -> Player:
        """Somebody as a player."""
        return await self.services.people.player(each)


async def test_on_telegram_the_holder_of_the_shield_has_a_tag_where_the_bot_may_give_one(village: Village) -> None:
    group, server = village.group, village.server
    adi, siti, ros = (
        Person("telegram", str(each.id), each.account.name) for each in (village.adi, village.siti, village.ros)
    )
    ladder = Shields(village.running.services, Place("telegram", str(group.id)), adi, siti, ros)
    told = "I may not give the holder of the shield a tag."

    def times_told() -> int:
        return len([each for each in village.ros.from_bot(group) if told in each.shown])

    await ladder.begin()
    await ladder.month_ends()
    await server.until(times_told)
    await ladder.first_leaves()
    await ladder.month_ends()
    await server.until(
        lambda: [each for each in village.ros.from_bot(group) if "Siti has held the shield" in each.shown]
    )
    group.bot_is_admin = group.bot_edits_tags = True
    await ladder.first_leaves()
    await ladder.month_ends()
    await server.until(lambda: group.tags == {village.ros.id: "Shield"})
    assert times_told() == 1
    group.tags[village.ros.id] = "Auntie"
    ladder.people = (ros, adi)
    await ladder.services.ladders.join(await ladder.player(adi), Venue(ladder.place, "en"), DAM_8.key)
    await ladder.first_leaves()
    await ladder.month_ends()
    await server.until(lambda: group.tags.get(village.adi.id))
    assert group.tags == {village.ros.id: "Auntie", village.adi.id: "Shield"}, "one that is not ours stays"


async def test_on_discord_the_holder_of_the_shield_has_the_role_that_hosts_have_chosen(
    discord: DiscordServer, tmp_path: Path
) -> None:
    table, role, other = Table(discord), "123", "124"
    table.adi.user.manager = True
    discord.world.roles[role] = True
    adi, siti, ros = members = table.adi.user, table.siti.user, table.stranger.user
    place = Place("discord", table.channel.id, server=table.channel.guild or "")

    def told() -> list[object]:
        return [each for each in table.stranger.sees() if "could not give the holder of the shield" in each.content]

    async def chooses(number: str, name: str, then: str = "") -> None:
        await table.adi.slash("setup")
        panel = await table.adi.until(lambda each: "Games run in" in each.content)
        await table.adi.choose(panel, "Contests")
        await table.adi.until(lambda each: each.id == panel.id and "has the role: " in each.content)
        await table.adi.choose_role(panel, number, name, "holds the shield")
        await table.adi.until(lambda each: each.id == panel.id and f"has the role: {then or name}\n" in each.content)

    async with papan(discord, tmp_path) as running:
        people = (Person("discord", each.id, each.name) for each in members)
        ladder = Shields(running.services, place, *people)
        await ladder.begin()
        await ladder.month_ends()
        await chooses(role, "Champion")
        await until(lambda: adi.roles == [role], discord.world)
        await ladder.first_leaves()
        await ladder.month_ends()
        await until(lambda: (adi.roles, siti.roles) == ([], [role]), discord.world)
        discord.world.left.add((place.server, siti.id))
        await ladder.first_leaves()
        await ladder.month_ends()
        await until(lambda: ros.roles == [role], discord.world)
        assert not told(), "who has left needs nobody's care"
        del discord.world.roles[role]
        discord.world.roles[other] = False
        await chooses(other, "Above me")
        await until(told, discord.world)
        discord.world.roles[other] = True
        await chooses(other, "Above me", then="no role")
        await chooses(other, "Above me")
        await until(lambda: other in ros.roles, discord.world)
        assert len(told()) == 1


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
    home, place = await room.sits("Ros", quiet=True), Place("web", "serambi")
    await adi.say(type="manage", event="key-0001", key=room.key)
    await adi.hears("done")
    await adi.say(type="say", text="/setup")
    await _presses(adi, await adi.card("The language of what I post"), "Contests")
    await _presses(adi, await adi.card("A ladder for each game: Off"), "On, its matches are casual")
    await adi.card("A ladder for each game: On")
    await adi.say(type="say", text="/ladder join dam-8")
    await _presses(siti, await siti.card("1. Adi"), "Join")
    assert (await siti.hears("toast"))["text"] == "You are on rung 2."
    await siti.say(type="say", text="/top")
    await _presses(siti, await siti.card("Nobody is listed"), "Ladder")
    await _presses(siti, await siti.card("2. Siti (you)"), "Adi")
    await adi.card("Siti invites Adi")
    await siti.card("Siti challenges Adi: ")
    await home.say(type="say", text="/ladder")
    await _presses(home, await home.card("1. Adi"), "Join")
    await _presses(home, await home.card("3. Ros (you)"), "Adi")
    assert (await home.hears("done"))["match"]
    await adi.card("Ros invites Adi"), "it stands where all see it"
    await home.say(type="say", text="/top")
    await _presses(home, await home.card("Nobody is listed"), "Ladder")
    await _presses(home, await home.card("Ros challenges Adi: "), "Leave")
    await _presses(home, await home.card("You are on rung 3."), "Leave")
    await home.card("You have left this ladder.")
    await home.say(type="say", text="/profile who:Adi")
    await _presses(home, await home.card("Adi"), "Follow")
    await home.card("I write to you in private when a match of Adi ends that stands here.")
    ros = await room.archive.member_by_name("Ros")
    assert ros
    asked = [(place, ros.id), (place, "nobody"), (Place("web", "@nobody", private=True), ros.id)]
    assert [await room.platform.is_member(*each) for each in asked] == [True, None, None]


async def _presses(who: Client, card: dict[str, Any], label: str) -> None:
    for row in card["rows"]:
        for each in row.get("options") or row.get("buttons") or ():
            if each["label"] == label:
                values = [each["value"]] if "value" in each else []
                payload = row["payload"] if values else each["payload"]
                await who.say(type="press", message=card["id"], payload=payload, values=values)
                return
    raise AssertionError(f"no {label} in {card['rows']}")
