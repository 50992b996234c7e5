"""The numbers of each two people for the lists of chats, so that a list reads a few rows: how many pieces in hand make
them even, by game, in each chat in which a match for it stood for others to see when it ended.

Nothing is added to a number: whatever changes the matches of two has it counted again, in the same transaction. One row
of the two has no chat. It is there as long as any, and locked first: so of two transactions the second counts what the
first has written. Who has had their data deleted is in no row.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cache

from sqlalchemy import ColumnElement, and_, delete, exists, func, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from bot.matches.identity import Place
from bot.matches.match import Match
from bot.matches.our_number import OurNumber
from bot.store.connection import AnySelect, Connection
from bot.store.events import key_of
from bot.store.our_numbers import between, numbers_of
from bot.store.personal import PersonalData, dropped
from bot.store.tables import accounts, matches, pair_numbers, views
from bot.store.tables.play import FOR_NUMBER
from bot.store.top import COMMUNITY, RULESET, not_hidden
from bot.words import N_

ANYWHERE = ""
"""The chat of the row that each two have."""
_NOTHING = {"next": 0, "half_pieces": 0}
_LISTED = (
    pair_numbers.c.community == COMMUNITY,
    *(not_hidden(player) for player in (pair_numbers.c.one, pair_numbers.c.two)),
)
_KEYS = ["community", "ruleset", "one", "two"]


@dataclass(frozen=True)
class NumbersHere:
    """The number of pairs of people who have played for it in a game, and the ids of those who need the fewest pieces,
    each pair with its number.
    """

    count: int
    best: list[tuple[str, str, OurNumber]]


async def note(connection: Connection, match: Match) -> None:
    """Count the number of two again whose match for it has just ended, and note the chats where it stands."""
    first, second = match.seats
    if match.terms.our_number and first and second:
        chats = await _chats(connection, [match.code]) if match.terms.watched else set()
        await _count(connection, match.game.ruleset.key, (first, second), chats)


async def recount_players(connection: Connection, of: Collection[str]) -> None:
    """Count again all numbers of some players; the chats are those in which their matches for them stand."""
    await connection.execute(delete(pair_numbers).where(or_(pair_numbers.c.one.in_(of), pair_numbers.c.two.in_(of))))
    query = select(matches.c.code, matches.c.ruleset, matches.c.seat_0, matches.c.seat_1, matches.c.watched)
    query = query.where(FOR_NUMBER, or_(matches.c.seat_0.in_(of), matches.c.seat_1.in_(of)))
    watched: dict[tuple[str, str, str], list[str]] = {}
    for row in await connection.execute(query):
        one, two = sorted((row.seat_0, row.seat_1))
        watched.setdefault((row.ruleset, one, two), []).extend([row.code] if row.watched else [])
    for ruleset, one, two in sorted(watched):
        await _count(connection, ruleset, (one, two), await _chats(connection, watched[ruleset, one, two]))


async def in_chat(connection: Connection, place: Place, limit: int) -> dict[str, NumbersHere]:
    """The numbers of each two in a chat, by game, that which most have played for theirs first. Nobody is among them
    who wants to be listed nowhere.
    """
    here = {"community": key_of(place.platform, place.community or place.chat)}
    found: dict[str, NumbersHere] = {}
    for key, count in (await connection.execute(count_query(), here)).all():
        if numbers_of(key):
            rows = await connection.execute(best_query().limit(limit), here | {"ruleset": key})
            found[key] = NumbersHere(count, [(row.one, row.two, OurNumber(row.next, row.half_pieces)) for row in rows])
    return found


@cache  # to put a statement together takes time too
def count_query() -> AnySelect:
    """The games in which people have numbers in a chat, and how many pairs do, the most first."""
    count = func.count()
    query = select(pair_numbers.c.ruleset, count).where(*_LISTED).group_by(pair_numbers.c.ruleset)
    return query.order_by(count.desc(), pair_numbers.c.ruleset)


@cache
def best_query() -> AnySelect:
    """The numbers in a chat in a game, who needs the fewest pieces first; of those who need as many, by their ids."""
    columns = pair_numbers.c.half_pieces, pair_numbers.c.one, pair_numbers.c.two
    return select(*columns, pair_numbers.c.next).where(*_LISTED, pair_numbers.c.ruleset == RULESET).order_by(*columns)


async def _chats(connection: Connection, codes: Collection[str]) -> set[str]:
    """The servers, groups and rooms in which some matches stand, as digests."""
    query = select(views.c.platform, views.c.server, views.c.parent, views.c.chat)
    rows = await connection.execute(query.where(views.c.match.in_(codes), views.c.private == 0).distinct())
    return {key_of(platform, chat) for platform, *chats in rows for chat in chats if chat}


async def _count(connection: Connection, ruleset: str, two: tuple[str, str], chats: Iterable[str]) -> None:
    numbers, (one, other) = numbers_of(ruleset), sorted(two)
    if numbers is None or numbers.hunted is None:
        return
    key = {"ruleset": ruleset, "one": one, "two": other}
    insert = (sqlite if connection.dialect.name == "sqlite" else postgresql).insert(pair_numbers)
    locked = insert.on_conflict_do_update(index_elements=_KEYS, set_={"next": pair_numbers.c.next})
    for community in (ANYWHERE, *sorted(chats)):
        await connection.execute(locked, key | _NOTHING | {"community": community})
    theirs = and_(*(pair_numbers.c[name] == value for name, value in key.items()))
    number = (await between(connection, one, other)).get(ruleset)
    if number is None or not await _are_there(connection, one, other):
        await connection.execute(delete(pair_numbers).where(theirs))
        return
    counted = update(pair_numbers).where(theirs)
    await connection.execute(counted.values(next=number.next, half_pieces=number.half_pieces))


async def _are_there(connection: Connection, *players: str) -> bool:
    has_account: list[ColumnElement[bool]] = [exists().where(accounts.c.player == player) for player in players]
    return bool((await connection.execute(select(and_(*has_account)))).scalar())


async def _export(connection: Connection, player: str) -> list[dict[str, object]]:
    query = select(pair_numbers).where(or_(pair_numbers.c.one == player, pair_numbers.c.two == player))
    query = query.where(pair_numbers.c.community == ANYWHERE)
    query = query.order_by(pair_numbers.c.ruleset, pair_numbers.c.one, pair_numbers.c.two)
    return [{"game": row.ruleset, "next": row.next} for row in await connection.execute(query)]


PERSONAL = PersonalData(
    N_("The number of pieces in hand at which you and an opponent are even, in games in which you played for it."),
    forgotten=(pair_numbers.c.one, pair_numbers.c.two),
    export={"numbers_of_two": _export},
    erase=dropped(pair_numbers.c.one, pair_numbers.c.two),
)
