"""A simul on real platforms: one card for all, and boards where they disturb nobody."""

from functools import partial
from pathlib import Path

import pytest

from bot.matches.identity import Person
from bot.services.services import Services
from loopback.discord import DiscordServer, Member
from loopback.discord.server import until
from loopback.discord.world import ALL
from loopback.telegram import Message
from loopback.telegram import Person as Reader
from tests.bot.platforms.test_discord import Table, papan
from tests.bot.platforms.village import Village
from tests.conversation.clients import DiscordClient, TelegramClient
from tests.conversation.simul_story import two_join
from tests.suites import deep


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card is edited at once."""
    monkeypatch.setattr("bot.workers.errands.courier.LOOK_AGAIN", 0.0)
    monkeypatch.setattr("bot.workers.errands.contest_cards.EDIT_AGAIN_AFTER", 0.0)


async def codes_of(services: Services, platform: str, account: str) -> list[str]:
    player = await services.people.known(Person(platform, account, ""))
    assert player
    return [match.code for match in await services.matches.of_player(player.id)]


def _boards(person: Reader, code: str) -> list[Message]:
    return [each for each in person.from_bot(person.private) if code in each.shown]


def _threads(discord: DiscordServer, named: str) -> list[str]:
    return [each.name for each in discord.world.channels.values() if each.name.startswith(named)]


async def test_on_telegram_the_group_stays_quiet(village: Village) -> None:
    group, people = village.group, (village.adi, village.siti, village.ros)
    group.admins.add(village.adi.id)
    for person in people:
        person.start()
    adi, siti, ros = (TelegramClient(village.server, each, group) for each in people)
    await two_join(adi, siti, ros)
    assert siti.alerts == ["You are in: 1 of 2."], "the group has no panel of each who comes"
    first, second = await codes_of(village.running.services, "telegram", str(village.adi.id))
    for code in (first, second):
        await village.server.until(partial(_boards, village.adi, code))
    assert not [each for each in village.ros.from_bot(group) if each.photo], "boards stand in private chats"
    assert len([each for each in village.ros.from_bot(group) if each.shown.startswith("Simul")]) == 1, "it is edited"
    await adi.types(f"/move {first} c3-d4")
    await adi.types(f"/move {second} c3-d4")
    (hers,) = await codes_of(village.running.services, "telegram", str(village.siti.id))
    await siti.types(f"/resign {hers}")
    await siti.presses("Yes, resign")
    await ros.reads("1 board under way.", "Adi 1 – 0")


@deep("the same is played on Telegram in the quick suite")
async def test_on_discord_each_board_has_its_thread(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord, allowed=ALL)
    table.adi.user.manager = True
    async with papan(discord, tmp_path):
        members = [
            Member(discord, each.user, table.channel, "en-US") for each in (table.adi, table.siti, table.stranger)
        ]
        adi, siti, ros = (DiscordClient(each) for each in members)
        await two_join(adi, siti, ros)
        for name in ("Adi v Siti", "Adi v Ros"):
            await until(partial(_threads, discord, name), discord.world)
