"""The card of the week on real platforms: a host has it come, all read it, and its buttons answer whoever presses."""

import io
from pathlib import Path

import pytest
from PIL import Image
from sqlalchemy import update

from bot.services.services import Services
from bot.store.tables import weeklies
from bot.workers.errands import courier
from loopback.discord import DiscordServer
from tests.bot.kit import event, play
from tests.bot.platforms.test_discord import Table, papan
from tests.bot.platforms.village import Village
from tests.conversation.clients import Client, DiscordClient, TelegramClient
from tests.suites import deep


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Papan looks often whether something is due."""
    monkeypatch.setattr(courier, "SWEEP_EVERY", 0.05)
    monkeypatch.setattr(courier, "LOOK_AGAIN", 0.05)


async def is_due_after_a_match(host: Client, code: str, services: Services) -> None:
    """A host has the card come; a match is played, and its hour has just come."""
    await host.types("/setup")
    await host.presses("Contests")
    await host.presses("On Sundays")
    await host.reads("A card of the week: On Sundays")
    match = await services.matches.get(code)
    players = [player for seat in match.seats if (player := await services.people.by_id(seat or ""))]
    await play(services, match, *players, moves=6)
    loser = players[0].id
    await services.matches.act(event(), players[0], code, lambda now, at: now.resign(loser, at))
    change = update(weeklies).values(due=services.clock())
    found = await services.database.write(lambda connection: connection.execute(change))
    assert found.rowcount == 1


def is_film(content: bytes) -> bool:
    """Does it move, turn by turn?"""
    film = Image.open(io.BytesIO(content), formats=("GIF",))
    return getattr(film, "n_frames", 1) == 10


async def test_in_a_group_of_telegram(village: Village) -> None:
    group, services = village.group, village.running.services
    for person in (village.adi, village.ros):
        person.start()
    group.admins.add(village.adi.id)
    board = await village.begin()
    await is_due_after_a_match(TelegramClient(village.server, village.adi, group), board.shown.split()[0], services)
    card = await village.ros.gets(group, text="The week here", key="Film")
    assert "The match of the week: Adi against Siti, Malaysian checkers 8x8." in card.shown
    await village.ros.answer(village.ros.press(card, "Film"))
    film = await village.ros.gets(village.ros.private, text="as a film")
    assert film.file
    assert film.file.kind == "animation"
    assert is_film(film.file.data)
    assert len([each for each in group.from_bot() if "The week here" in each.shown]) == 1


@deep("the card comes to a group of Telegram in the quick suite")
async def test_in_a_channel_of_discord(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    table.adi.user.manager = True
    async with papan(discord, tmp_path) as running:
        board = await table.begin()
        await is_due_after_a_match(DiscordClient(table.adi), board.content.split()[0].strip("*"), running.services)
        card = await table.stranger.until(lambda each: not each.only_for and "The week here" in each.content)
        assert "The match of the week: Adi against Siti, Malaysian checkers 8x8." in card.content
        await table.stranger.press(card, "Film")
        film = await table.stranger.until(lambda each: bool(each.only_for) and "as a film" in each.content)
        assert film.only_for == table.stranger.user.id
        (content,) = film.files.values()
        assert is_film(content)
