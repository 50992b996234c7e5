"""A name of the web room belongs to one person, until they have not been there for long."""

from datetime import timedelta

import pytest

from bot.chat import NameTaken
from bot.matches.people import Person
from bot.services.integrity import check
from bot.services.services import Services
from bot.store import Database
from bot.store.room import NAME_IS_KEPT, SEEN_EVERY, RoomStore
from tests.bot.kit import Clock

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
    assert await check(database) == []
