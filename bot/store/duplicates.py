"""Duplicate: what chats play in a week. Whoever changes what one chat plays has locked its row: after people and
matches, and after the week where that is locked too.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, and_, bindparam, exists, func, or_, select, update

from bot.matches.duplicate import POSITIONS, DuplicateEntrant, DuplicateGame, DuplicateStanding, DuplicateState
from bot.matches.identity import Place
from bot.matches.status import LIVE, Status
from bot.store.connection import AnyRow, Connection, unless_there
from bot.store.personal import Leaver, PersonalData, moment
from bot.store.tables import (
    CARD_BEHIND,
    blocks,
    duplicate_entrants,
    duplicate_games,
    duplicate_weeks,
    duplicates,
    matches,
)
from bot.words import N_

_PLAYING, _OVER = DuplicateState.PLAYING.value, DuplicateState.OVER.value


@dataclass(frozen=True)
class DuplicateWeek:
    """A week (*2026-W49*): its game, its positions as texts, and when it is over."""

    week: str
    ruleset: str
    positions: tuple[str, ...]
    until: datetime
    state: DuplicateState


@dataclass(frozen=True)
class Duplicate:
    """The duplicate of a community in a week; it is ``account`` on its platform, and its card is as that of a simul.

    ``rank`` is its place among the chats, once the week is over.
    """

    id: str
    week: str
    community: str
    account: str
    place: Place
    language: str
    state: DuplicateState
    rank: int | None
    message: str | None
    version: int
    shown: int
    edited: datetime


_PLAIN = ("id", "week", "community", "account", "language", "message", "version", "shown", "edited")


async def draw(connection: Connection, week: DuplicateWeek) -> DuplicateWeek:
    """The week as it stands, locked; written as given where nobody has drawn its positions."""
    row: dict[str, object] = {"week": week.week, "ruleset": week.ruleset, "positions": "\n".join(week.positions)}
    row |= {"until": week.until, "state": week.state.value}
    await connection.execute(unless_there(connection.dialect.name, duplicate_weeks), row)
    found = await week_named(connection, week.week, lock=True)
    assert found, "it has just been written"
    return found


async def week_named(connection: Connection, week: str, *, lock: bool = False) -> DuplicateWeek | None:
    """A week; with ``lock`` no other transaction changes it before this one ends."""
    query = select(duplicate_weeks).where(duplicate_weeks.c.week == week)
    row = (await connection.execute(query.with_for_update(key_share=True) if lock else query)).one_or_none()
    return _week(row) if row else None


async def drawn_before(connection: Connection, ruleset: str, weeks: int) -> set[str]:
    """The positions of the latest weeks of a game."""
    query = select(duplicate_weeks.c.positions).where(duplicate_weeks.c.ruleset == ruleset)
    query = query.order_by(duplicate_weeks.c.until.desc()).limit(weeks)
    return {each for text in (await connection.execute(query)).scalars() for each in text.split("\n")}


async def make(connection: Connection, duplicate: Duplicate) -> None:
    """Write what a community plays in a week."""
    at = duplicate.place
    row = {name: getattr(duplicate, name) for name in _PLAIN}
    row |= {"platform": at.platform, "chat": at.chat, "thread": at.thread, "threads": at.can_thread}
    await connection.execute(duplicates.insert().values(**row, state=duplicate.state.value, place=duplicate.rank))


async def get(connection: Connection, duplicate: str, *, lock: bool = False) -> Duplicate | None:
    """The duplicate of a chat in a week; with ``lock`` no other transaction changes it before this one ends."""
    query = select(duplicates).where(duplicates.c.id == duplicate)
    row = (await connection.execute(query.with_for_update(key_share=True) if lock else query)).one_or_none()
    return _duplicate(row) if row else None


async def of_community(connection: Connection, community: str, week: str) -> Duplicate | None:
    """The duplicate of a community in a week."""
    query = select(duplicates).where(duplicates.c.community == community, duplicates.c.week == week)
    row = (await connection.execute(query.order_by(duplicates.c.id).limit(1))).one_or_none()
    return _duplicate(row) if row else None


async def latest_of(connection: Connection, community: str) -> Duplicate | None:
    """The latest duplicate of a community."""
    query = select(duplicates).where(duplicates.c.community == community)
    row = (await connection.execute(query.order_by(duplicates.c.week.desc()).limit(1))).one_or_none()
    return _duplicate(row) if row else None


async def entrants(connection: Connection, duplicate: str) -> list[DuplicateEntrant]:
    """Those who have joined, in the order of their numbers."""
    row = duplicate_entrants.c
    query = select(duplicate_entrants).where(row.duplicate == duplicate).order_by(row.number)
    return [
        DuplicateEntrant(
            each.number, each.player, each.joined, each.pair, bool(each.gone), each.made, each.possible, each.place
        )
        for each in await connection.execute(query)
    ]


async def plays_in(connection: Connection, week: str, player: str) -> Duplicate | None:
    """The duplicate that somebody has joined in a week."""
    row = duplicate_entrants.c
    query = select(duplicates).join(duplicate_entrants, row.duplicate == duplicates.c.id)
    query = query.where(duplicates.c.week == week, row.player == player).order_by(row.joined).limit(1)
    found = (await connection.execute(query)).one_or_none()
    return _duplicate(found) if found else None


async def join(connection: Connection, duplicate: str, number: int, player: str, now: datetime) -> None:
    """Write that somebody is in what a chat plays, which is locked."""
    row = {"duplicate": duplicate, "number": number, "player": player, "joined": now, "gone": False}
    await connection.execute(duplicate_entrants.insert().values(row))
    await show_again(connection, duplicate)


async def come_back(connection: Connection, duplicate: str, number: int) -> None:
    """Write that somebody who has left waits for a partner again."""
    await _set_entrant(connection, duplicate, [number], gone=False, pair=None)


async def leave(connection: Connection, duplicate: str, numbers: Collection[int]) -> None:
    """Write that some begin nothing more in what a chat plays, which is locked."""
    await _set_entrant(connection, duplicate, numbers, gone=True)


async def pair(connection: Connection, duplicate: str, numbers: Collection[int], number: int | None) -> None:
    """Write that two are a pair, or that some wait for a partner."""
    await _set_entrant(connection, duplicate, numbers, pair=number)


async def _set_entrant(connection: Connection, duplicate: str, numbers: Collection[int], **values: object) -> None:
    row = duplicate_entrants.c
    here = update(duplicate_entrants).where(row.duplicate == duplicate, row.number.in_(numbers))
    await connection.execute(here.values(values))
    await show_again(connection, duplicate)


async def games(connection: Connection, duplicate: str) -> list[DuplicateGame]:
    """The games of what a chat plays, by pairs and positions."""
    row = duplicate_games.c
    query = select(duplicate_games, matches.c.status).outerjoin(matches, matches.c.code == row.match)
    query = query.where(row.duplicate == duplicate).order_by(row.pair, row.position, row.leg)
    return [_game(each) for each in await connection.execute(query)]


async def add_game(connection: Connection, duplicate: str, game: DuplicateGame) -> None:
    """Write a game that is to be opened."""
    row = {name: getattr(game, name) for name in ("pair", "position", "leg", "first", "second")}
    await connection.execute(duplicate_games.insert().values(**row, duplicate=duplicate, refused=False))
    await show_again(connection, duplicate)


async def opened(connection: Connection, duplicate: str, game: DuplicateGame, match: str | None) -> None:
    """Write the match of a game; None where it cannot be opened."""
    row = duplicate_games.c
    one = update(duplicate_games).where(
        *(row[name] == getattr(game, name) for name in ("pair", "position", "leg")), row.duplicate == duplicate
    )
    await connection.execute(one.values(match=match, refused=match is None))
    await show_again(connection, duplicate)


async def show_again(connection: Connection, duplicate: str) -> None:
    """Have the card show what has changed."""
    here = update(duplicates).where(duplicates.c.id == duplicate)
    await connection.execute(here.values(version=duplicates.c.version + 1))


async def to_advance(connection: Connection, now: datetime) -> list[Duplicate]:
    """Those in which something may be due: somebody waits, has left while their matches go on, or a pair plays nothing.

    A query that finds too many costs little: ``next_of_duplicate`` says what is due.
    """
    row, here = duplicate_entrants.c, duplicate_games.c
    waits = exists().where(
        here.duplicate == row.duplicate,
        here.pair == row.pair,
        or_(and_(here.match.is_(None), here.refused == 0), _match_in(LIVE)),
    )
    seen = (
        select(func.max(here.position))
        .where(here.duplicate == row.duplicate, or_(here.first == row.number, here.second == row.number))
        .scalar_subquery()
    )
    idle = and_(row.gone == 0, ~waits, func.coalesce(seen, -1) < POSITIONS - 1)
    stays = and_(row.gone == 1, row.pair.is_not(None), waits)
    due = exists().where(row.duplicate == duplicates.c.id, or_(idle, stays))
    query = select(duplicates).join(duplicate_weeks, duplicate_weeks.c.week == duplicates.c.week)
    query = query.where(duplicates.c.state == _PLAYING, duplicate_weeks.c.until > now, due)
    return [_duplicate(row) for row in await connection.execute(query.order_by(duplicates.c.id))]


def _match_in(status: Collection[Status]) -> ColumnElement[bool]:
    return exists().where(
        matches.c.code == duplicate_games.c.match, matches.c.status.in_([each.value for each in status])
    )


async def to_open(connection: Connection, now: datetime, limit: int) -> list[tuple[Duplicate, DuplicateGame]]:
    """The games that are to be opened."""
    row = duplicate_games.c
    here = exists().where(row.duplicate == duplicates.c.id, row.match.is_(None), row.refused == 0)
    query = select(duplicates).join(duplicate_weeks, duplicate_weeks.c.week == duplicates.c.week)
    query = query.where(duplicates.c.state == _PLAYING, duplicate_weeks.c.until > now, here)
    found = [_duplicate(each) for each in (await connection.execute(query.order_by(duplicates.c.id).limit(limit)))]
    return [
        (each, game)
        for each in found
        for game in await games(connection, each.id)
        if game.match is None and not game.refused
    ]


async def apart(connection: Connection, players: Collection[str]) -> set[frozenset[str]]:
    """The pairs among some people of whom one has blocked the other."""
    query = select(blocks.c.player, blocks.c.other).where(blocks.c.player.in_(players), blocks.c.other.in_(players))
    return {frozenset((each.player, each.other)) for each in await connection.execute(query)}


async def any_goes_on(connection: Connection) -> bool:
    """Does any week go on, or has a card something to show? Where none does nothing more is asked."""
    going = select(duplicate_weeks.c.week).where(duplicate_weeks.c.state == _PLAYING).exists()
    behind = select(duplicates.c.id).where(CARD_BEHIND).exists()
    return bool((await connection.execute(select(or_(going, behind)))).scalar_one())


async def to_close(connection: Connection, now: datetime) -> list[str]:
    """The weeks that are over and not closed yet."""
    row = duplicate_weeks.c
    query = select(row.week).where(row.state == _PLAYING, row.until <= now).order_by(row.week)
    return list((await connection.execute(query)).scalars())


async def next_due(connection: Connection, now: datetime) -> datetime | None:
    """The next moment at which a week is over."""
    row = duplicate_weeks.c
    query = select(func.min(row.until)).where(row.state == _PLAYING, row.until > now)
    found: datetime | None = (await connection.execute(query)).scalar_one()
    return found


async def of_week(connection: Connection, week: str, *, lock: bool = False) -> list[Duplicate]:
    """The duplicates of all chats in a week."""
    query = select(duplicates).where(duplicates.c.week == week).order_by(duplicates.c.id)
    return [
        _duplicate(row) for row in await connection.execute(query.with_for_update(key_share=True) if lock else query)
    ]


async def freeze(connection: Connection, week: str) -> list[tuple[str, DuplicateGame]]:
    """Write what the games of a week are worth that are over now; all of its games, each with its duplicate."""
    row = duplicate_games.c
    query = select(row.duplicate, row.pair, row.position, row.leg, matches.c.winner, matches.c.host, matches.c.seat_1)
    query = query.join(duplicates, duplicates.c.id == row.duplicate).join(matches, matches.c.code == row.match)
    query = query.where(duplicates.c.week == week, matches.c.status == Status.OVER.value)
    values = []
    for each in (await connection.execute(query)).all():
        first = int(each.seat_1 == each.host)
        worth = 1 if each.winner is None else 2 * (each.winner == first)
        key = {f"{name}_": getattr(each, name) for name in ("duplicate", "pair", "position", "leg")}
        values.append(key | {"worth": worth})
    if values:
        of_key = (row[name] == bindparam(f"{name}_") for name in ("duplicate", "pair", "position", "leg"))
        await connection.execute(update(duplicate_games).where(*of_key).values(worth=bindparam("worth")), values)
    return await games_of_week(connection, week)


async def games_of_week(connection: Connection, week: str) -> list[tuple[str, DuplicateGame]]:
    """All games of a week, each with its duplicate."""
    query = select(duplicate_games, matches.c.status).outerjoin(matches, matches.c.code == duplicate_games.c.match)
    query = query.join(duplicates, duplicates.c.id == duplicate_games.c.duplicate).where(duplicates.c.week == week)
    return [(each.duplicate, _game(each)) for each in await connection.execute(query)]


async def close(connection: Connection, week: str, standing: DuplicateStanding) -> None:
    """Write how all have done in a week, which is locked with what all chats play in it."""
    for each in await of_week(connection, week):
        values = {"state": _OVER, "place": standing.chats.get(each.id), "version": duplicates.c.version + 1}
        await connection.execute(update(duplicates).where(duplicates.c.id == each.id).values(values))
    row = duplicate_entrants.c
    for (duplicate, number), points in sorted(standing.points.items(), key=lambda item: item[0]):
        one = update(duplicate_entrants).where(row.duplicate == duplicate, row.number == number)
        place = standing.places.get((duplicate, number))
        await connection.execute(one.values(made=points.made, possible=points.possible, place=place))
    await connection.execute(update(duplicate_weeks).where(duplicate_weeks.c.week == week).values(state=_OVER))


async def chats_with_place(connection: Connection, week: str) -> int:
    """The number of chats that have a place in a week."""
    query = select(func.count()).where(duplicates.c.week == week, duplicates.c.place.is_not(None))
    return int((await connection.execute(query)).scalar_one())


async def not_shown(connection: Connection, limit: int) -> list[Duplicate]:
    """Those whose card shows another state of them, or is not there yet."""
    query = select(duplicates).where(CARD_BEHIND).order_by(duplicates.c.edited).limit(limit)
    return [_duplicate(row) for row in await connection.execute(query)]


async def shown(connection: Connection, duplicate: Duplicate, message: str | None, now: datetime) -> None:
    """Note that the card shows it as it was read."""
    values = {"message": message, "shown": duplicate.version, "edited": now}
    await connection.execute(update(duplicates).where(duplicates.c.id == duplicate.id).values(values))


async def stand(connection: Connection, duplicate: str, place: Place) -> None:
    """Have the card be posted in another place of its community."""
    values = {"chat": place.chat, "thread": place.thread, "message": None, "version": duplicates.c.version + 1}
    await connection.execute(update(duplicates).where(duplicates.c.id == duplicate).values(values))


async def move(connection: Connection, before: str, after: str, place: Place) -> None:
    """A community lives on as another one: what it plays too."""
    values: Mapping[str, object] = {
        "community": after,
        "account": place.community,
        "chat": place.chat,
        "thread": "",
        "message": None,
    }
    here = update(duplicates).where(duplicates.c.community == before)
    await connection.execute(here.values(**values, version=duplicates.c.version + 1))


def _week(row: AnyRow) -> DuplicateWeek:
    return DuplicateWeek(row.week, row.ruleset, tuple(row.positions.split("\n")), row.until, DuplicateState(row.state))


def _duplicate(row: AnyRow) -> Duplicate:
    server = row.account if row.account != row.chat else ""
    at = Place(row.platform, row.chat, row.thread, can_thread=bool(row.threads), server=server)
    known = {name: getattr(row, name) for name in _PLAIN}
    return Duplicate(place=at, state=DuplicateState(row.state), rank=row.place, **known)


def _game(row: AnyRow) -> DuplicateGame:
    status = Status(row.status) if row.status else None
    key = (row.pair, row.position, row.leg, row.first, row.second)
    return DuplicateGame(*key, row.match, bool(row.refused), status, row.worth)


async def _erase(connection: Connection, leaver: Leaver) -> None:
    row = duplicate_entrants.c
    joined: Sequence[str] = list(
        (await connection.execute(select(row.duplicate).where(row.player == leaver.player))).scalars()
    )
    for each in sorted(set(joined)):
        await show_again(connection, each)
    await connection.execute(update(duplicate_entrants).where(row.player == leaver.player).values(gone=True))


async def _export(connection: Connection, player: str) -> list[dict[str, object]]:
    row = duplicate_entrants.c
    query = select(duplicate_entrants, duplicates.c.week).join(duplicates, duplicates.c.id == row.duplicate)
    query = query.where(row.player == player).order_by(row.joined, row.duplicate)
    return [
        {
            "week": each.week,
            "joined": moment(each.joined),
            "number": each.number,
            "made": each.made,
            "of": each.possible,
        }
        for each in await connection.execute(query)
    ]


PERSONAL = PersonalData(
    N_("The weeks of duplicate that you have joined in a chat, and how you did in them."),
    stays=(duplicate_entrants.c.player,),
    export={"duplicates": _export},
    erase=_erase,
)
