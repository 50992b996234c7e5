"""Tries of updates: counted where a transaction is made anyway, taken back; what is set aside is kept for a while."""

from collections.abc import Callable
from datetime import timedelta

from bot.services.requests import EVENTS_KEPT
from bot.services.services import Services
from bot.store import Database, Inbox, Update, events
from bot.store.inbox import set_aside_updates
from tests.bot.kit import Clock

Sql = Callable[[str], str]
TRIES = "SELECT number, tries, set_aside FROM inbox ORDER BY number"


async def test_what_begins_at_once_is_counted_where_it_is_kept(database: Database, clock: Clock, sql: Sql) -> None:
    inbox = Inbox(database, "telegram", clock)
    assert await inbox.receive({1: "a", 2: "b"}, {1}) == [Update(1, "a", 1, begun=True), Update(2, "b")]
    assert sql(TRIES) == "1|1|0\n2|0|0"
    # One that is known was not begun by being given again; a new one beside it is.
    again = await inbox.receive({1: "a", 3: "c"}, {1, 3})
    assert again == [Update(1, "a", 1), Update(3, "c", 1, begun=True)]
    assert sql(TRIES) == "1|1|0\n2|0|0\n3|1|0"


async def test_a_try_is_counted_with_the_note_of_what_was_before(database: Database, clock: Clock, sql: Sql) -> None:
    inbox = Inbox(database, "telegram", clock)
    await inbox.receive({1: "a", 2: "b"}, {1})
    await inbox.begin(2, finished=1)
    assert sql(TRIES) == "1|1|0\n2|1|0"
    assert await inbox.waiting() == [Update(2, "b", 1)]
    # What is worked off is neither begun nor set aside any more.
    await inbox.begin(1)
    assert not await inbox.set_aside(1)
    assert sql(TRIES) == "1|1|0\n2|1|0"


async def test_a_try_is_given_back_once_and_only_to_what_is_open(database: Database, clock: Clock, sql: Sql) -> None:
    inbox, other = Inbox(database, "telegram", clock), Inbox(database, "other", clock)
    await inbox.receive({1: "a", 2: "b", 3: "c"}, {1, 2})
    await other.receive({1: "a"}, {1})
    await inbox.done(2, at_once=True)
    await inbox.give_back([1, 2, 3])
    assert sql(TRIES + ", platform DESC") == "1|0|0\n1|1|0\n2|1|0\n3|0|0"


async def test_what_is_set_aside_is_kept_as_long_as_what_is_done(database: Database, clock: Clock, sql: Sql) -> None:
    inbox = Inbox(database, "telegram", clock)
    await inbox.receive({1: "a", 2: "b"}, {1})
    assert await inbox.set_aside(1)
    assert not await inbox.set_aside(1), "it is told once"
    assert not await inbox.set_aside(2), "what was never tried is not given up"
    assert await inbox.waiting() == [Update(2, "b")]
    assert await inbox.receive({1: "a"}, {1}) == []
    assert await database.read(set_aside_updates) == [("telegram", 1)]
    await database.write(lambda connection: events.forget(connection, clock() - EVENTS_KEPT))
    assert sql(TRIES) == "1|1|1\n2|0|0"
    clock.forward(seconds=(EVENTS_KEPT + timedelta(seconds=1)).total_seconds())
    await database.write(lambda connection: events.forget(connection, clock() - EVENTS_KEPT))
    assert sql(TRIES) == ""


async def test_of_an_update_that_is_done_only_its_number_is_kept(database: Database, clock: Clock, sql: Sql) -> None:
    inbox = Inbox(database, "telegram", clock)
    await inbox.receive({1: "one", 2: "two", 3: "three"}, {1, 2})
    await inbox.done(1)
    await inbox.set_aside(2)
    assert sql("SELECT number, payload FROM inbox ORDER BY number") == "1|\n2|\n3|three"
    await inbox.begin(3, finished=3)
    assert await inbox.receive({3: "three"}) == [], "what is known is not worked off again"
    assert sql("SELECT payload FROM inbox WHERE number = 3") == ""


async def test_updates_that_cannot_be_read_expire(
    database: Database, services: Services, clock: Clock, sql: Sql
) -> None:
    inbox = Inbox(database, "telegram", clock)
    await inbox.receive({1: "cannot be read"})
    clock.forward(days=29)
    await inbox.receive({2: "neither can this"})
    await services.requests.forget_old()
    assert sql("SELECT count(*) FROM inbox") == "2"
    clock.forward(days=1, minutes=1)
    await services.requests.forget_old()
    assert sql("SELECT number FROM inbox") == "2"
