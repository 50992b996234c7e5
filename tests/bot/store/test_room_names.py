"""A name of the web room belongs to one person, until they have not been there for long."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.chat import NameTaken, RenamedTooOften
from bot.matches.identity import Person
from bot.services.services import Services
from bot.store import Database
from bot.store.room import SEEN_EVERY, RoomStore
from bot.store.room_names import MOST_NAMES, NAME_IS_KEPT
from tests.bot.kit import Clock, check_file

LONG = NAME_IS_KEPT + timedelta(minutes=1)


@pytest.fixture
def room(database: Database, clock: Clock) -> RoomStore:
    return RoomStore(database, clock)


async def test_a_name_is_kept_for_whoever_was_there(room: RoomStore, clock: Clock) -> None:
    siti, _ = await room.add_member("Siti", "en")
    clock.forward(seconds=(NAME_IS_KEPT - SEEN_EVERY).total_seconds())
    await room.note_seen(siti.id)
    clock.forward(seconds=(NAME_IS_KEPT - SEEN_EVERY).total_seconds())
    with pytest.raises(NameTaken):
        await room.add_member("S\u0456ti", "en")
    assert await room.member_by_name("SITI") == siti


async def test_a_name_that_was_left_is_given_to_the_next(
    room: RoomStore, services: Services, database: Database, clock: Clock
) -> None:
    siti, secret = await room.add_member("Siti", "en")
    taken, _ = await room.add_member("Siti 2", "en")
    player = await services.people.player(Person("web", siti.id, "Siti", "siti"))
    clock.forward(seconds=LONG.total_seconds())
    await room.note_seen(taken.id)
    after, _ = await room.add_member("siti", "en")
    assert await room.member_by_name("Siti") == after
    back = await room.member_by_secret(secret)
    assert back is not None
    assert (back.id, back.name) == (siti.id, "Siti 3")
    known = await services.people.by_id(player.id)
    assert known is not None
    assert known.name == "Siti 3"
    assert await check_file(database) == []


async def test_a_person_takes_another_name_and_goes_back(room: RoomStore, services: Services) -> None:
    siti, secret = await room.add_member("Siti", "en")
    player = await services.people.player(Person("web", siti.id, "Siti", "siti"))
    assert await room.rename(siti.id, "Ros") == replace(siti, name="Ros")
    assert await room.member_by_secret(secret) == replace(siti, name="Ros")
    known = await services.people.by_id(player.id)
    assert known is not None
    assert (known.name, known.handle) == ("Ros", "ros")
    with pytest.raises(NameTaken):
        await room.add_member("SITI", "en")
    assert await room.rename(siti.id, "SITI") == replace(siti, name="SITI")
    with pytest.raises(NameTaken):
        await room.add_member("Ros", "en")
    assert await room.rename("nobody", "Nur") is None


async def test_a_name_of_somebody_else_is_not_taken(room: RoomStore, clock: Clock) -> None:
    siti, _ = await room.add_member("Siti", "en")
    adi, _ = await room.add_member("Adi", "en")
    with pytest.raises(NameTaken):
        await room.rename(siti.id, "ADI")
    await room.rename(adi.id, "Nur")
    with pytest.raises(NameTaken):
        await room.rename(siti.id, "Adi")
    clock.forward(seconds=LONG.total_seconds())
    renamed = await room.rename(siti.id, "Adi")
    assert renamed is not None
    assert renamed.name == "Adi"


async def test_nobody_keeps_many_names(room: RoomStore, clock: Clock, database: Database) -> None:
    siti, _ = await room.add_member("Siti", "en")
    for number in range(MOST_NAMES):
        await room.rename(siti.id, f"Siti{'abc'[number]}")
    with pytest.raises(RenamedTooOften):
        await room.rename(siti.id, "Ros")
    assert await room.member(siti.id) == replace(siti, name=f"Siti{'abc'[MOST_NAMES - 1]}")
    await room.rename(siti.id, "Siti")
    clock.forward(seconds=LONG.total_seconds())
    assert await room.rename(siti.id, "Ros") == replace(siti, name="Ros")
    assert await check_file(database) == []
