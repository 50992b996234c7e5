"""The chats that have a puzzle a day, these puzzles, and who has tried them from there."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, Table, and_, case, func, literal, or_, select, tuple_, update

from bot.matches.identity import Place
from bot.matches.preferences import NOWHERE
from bot.store import people
from bot.store.connection import AnyRow, Connection, unless_there
from bot.store.personal import PersonalData, dropped
from bot.store.tables import ON, OPEN, attempts, dailies, daily_puzzles, daily_tries, players
from bot.store.types import Flag
from bot.words import N_


@dataclass(frozen=True)
class Daily:
    """The daily puzzle of a chat: at which ``hour`` of its ``zone``, of which games (none for all).

    ``due`` is None where it is switched off.
    """

    platform: str
    chat: str
    thread: str
    language: str
    zone: str
    hour: int
    games: tuple[str, ...]
    due: datetime | None
    server: str = ""

    @property
    def place(self) -> Place:
        """The place where its puzzles are posted."""
        return Place(self.platform, self.chat, self.thread, server=self.server)


@dataclass(frozen=True)
class DailyPuzzle:
    """The puzzle of a day in a chat, and how many there have tried and solved it."""

    platform: str
    chat: str
    day: str
    puzzle: str
    at: datetime
    until: datetime
    message: str | None
    shown: str
    closed: bool
    tried: int = 0
    solved: int = 0

    @property
    def key(self) -> tuple[str, str, str]:
        """The fields that tell it from others."""
        return self.platform, self.chat, self.day


_same_try = and_(attempts.c.player == daily_tries.c.player, attempts.c.puzzle == daily_tries.c.puzzle)


async def of_chat(connection: Connection, platform: str, chat: str, *, lock: bool = False) -> Daily | None:
    """The daily puzzle that a chat has asked for."""
    query = select(dailies).where(dailies.c.platform == platform, dailies.c.chat == chat)
    row = (await connection.execute(query.with_for_update(key_share=True) if lock else query)).one_or_none()
    return _daily(row) if row else None


async def save(connection: Connection, daily: Daily) -> None:
    """Write what a chat asks for."""
    row = {"thread": daily.thread, "language": daily.language, "zone": daily.zone, "hour": daily.hour}
    row |= {"games": ",".join(daily.games), "due": daily.due, "server": daily.server}
    key = {"platform": daily.platform, "chat": daily.chat}
    await connection.execute(unless_there(connection.dialect.name, dailies), key | row)
    one = update(dailies).where(dailies.c.platform == daily.platform, dailies.c.chat == daily.chat)
    await connection.execute(one.values(row))


async def due(connection: Connection, now: datetime, limit: int) -> list[Daily]:
    """The chats whose next puzzle is due."""
    query = select(dailies).where(ON, dailies.c.due <= now).order_by(dailies.c.due).limit(limit)
    return [_daily(row) for row in await connection.execute(query)]


async def next_due(connection: Connection, now: datetime) -> datetime | None:
    """The time when the next puzzle is due in any chat after now."""
    query = select(dailies.c.due).where(ON, dailies.c.due > now).order_by(dailies.c.due).limit(1)
    return (await connection.execute(query)).scalar_one_or_none()


async def move_due(connection: Connection, daily: Daily, to: datetime) -> None:
    """Note when the next puzzle of a chat is due."""
    one = update(dailies).where(dailies.c.platform == daily.platform, dailies.c.chat == daily.chat)
    await connection.execute(one.values(due=to))


async def add(connection: Connection, row: DailyPuzzle) -> None:
    """Write the puzzle of a day, unless there is one of that day."""
    values = {"platform": row.platform, "chat": row.chat, "day": row.day, "puzzle": row.puzzle, "at": row.at}
    values |= {"until": row.until, "message": row.message, "shown": row.shown, "closed": row.closed}
    await connection.execute(unless_there(connection.dialect.name, daily_puzzles), values)


async def given(connection: Connection, platform: str, chat: str, limit: int) -> list[str]:
    """The latest puzzles of a chat, at most ``limit``."""
    here = and_(daily_puzzles.c.platform == platform, daily_puzzles.c.chat == chat)
    query = select(daily_puzzles.c.puzzle).where(here).order_by(daily_puzzles.c.day.desc()).limit(limit)
    return list((await connection.execute(query)).scalars())


async def open_ones(connection: Connection, limit: int) -> list[DailyPuzzle]:
    """The puzzles of a day whose message may still change, with their counts."""
    rows = (await connection.execute(select(daily_puzzles).where(OPEN).order_by(daily_puzzles.c.at).limit(limit))).all()
    return await _counted(connection, rows)


async def of_day(connection: Connection, platform: str, chat: str, day: str) -> DailyPuzzle | None:
    """The puzzle of a day in a chat."""
    row = (await connection.execute(select(daily_puzzles).where(_is(daily_puzzles, (platform, chat, day))))).first()
    return (await _counted(connection, [row]))[0] if row else None


async def latest_of_chat(connection: Connection, platform: str, chat: str) -> DailyPuzzle | None:
    """The latest puzzle of a day in a chat."""
    here = and_(daily_puzzles.c.platform == platform, daily_puzzles.c.chat == chat)
    query = select(daily_puzzles).where(here).order_by(daily_puzzles.c.day.desc()).limit(1)
    row = (await connection.execute(query)).first()
    return (await _counted(connection, [row]))[0] if row else None


async def posted(connection: Connection, key: tuple[str, str, str], message: str, shown: str) -> None:
    """Note where a puzzle of a day stands."""
    one = update(daily_puzzles).where(_is(daily_puzzles, key))
    await connection.execute(one.values(message=message, shown=shown))


async def shows(connection: Connection, key: tuple[str, str, str], shown: str, *, closed: bool) -> None:
    """Note what the message of a puzzle of a day shows, and whether it will ever show another thing."""
    await connection.execute(update(daily_puzzles).where(_is(daily_puzzles, key)).values(shown=shown, closed=closed))


async def opens(connection: Connection, player: str, daily: DailyPuzzle, *, solved: bool | None) -> bool:
    """Note that a player opens a puzzle of a day, which they may have tried before; nothing changes the second time.

    True where they count among those who have tried it from now on.
    """
    platform, chat, day = daily.key
    row = {"platform": platform, "chat": chat, "day": day, "player": player, "puzzle": daily.puzzle, "solved": solved}
    made = await connection.execute(unless_there(connection.dialect.name, daily_tries), row)
    return solved is not None and bool(made.rowcount)


async def tried(connection: Connection, player: str, puzzle: str, *, solved: bool) -> bool:
    """Note the first try of a player at a puzzle that they have opened as one of a day; False where they have not."""
    mine = and_(daily_tries.c.player == player, daily_tries.c.puzzle == puzzle, daily_tries.c.solved.is_(None))
    return bool((await connection.execute(update(daily_tries).where(mine).values(solved=solved))).rowcount)


async def solvers(connection: Connection, key: tuple[str, str, str], limit: int) -> list[str]:
    """The names of those in lists who have solved the puzzle of a day, at most so many, the earliest first."""
    query = (
        select(daily_tries.c.player)
        .join(players, players.c.id == daily_tries.c.player)
        .outerjoin(attempts, _same_try)
        .where(_is(daily_tries, key), daily_tries.c.solved == literal(True, Flag))
        .where(or_(players.c.listed.is_(None), players.c.listed != NOWHERE))
        .order_by(attempts.c.at, daily_tries.c.player)
        .limit(limit)
    )
    found = list((await connection.execute(query)).scalars())
    known = await people.names(connection, found) if found else {}
    return [known[each] for each in found if each in known]


async def last_try(connection: Connection, player: str, puzzle: str) -> tuple[str, bool] | None:
    """The latest day of which a player has tried a puzzle as the one of a chat, and whether they solved it."""
    mine = and_(daily_tries.c.player == player, daily_tries.c.puzzle == puzzle, daily_tries.c.solved.is_not(None))
    query = select(daily_tries.c.day, daily_tries.c.solved).where(mine).order_by(daily_tries.c.day.desc()).limit(1)
    row = (await connection.execute(query)).one_or_none()
    return (row.day, row.solved) if row else None


async def days_of(connection: Connection, player: str, since: str) -> set[str]:
    """The days since a day on which a player has tried the puzzle of some chat."""
    mine = and_(daily_tries.c.player == player, daily_tries.c.day >= since, daily_tries.c.solved.is_not(None))
    return set((await connection.execute(select(daily_tries.c.day).where(mine))).scalars())


async def days_offered(connection: Connection, player: str, since: str) -> set[str]:
    """The days since a day on which there was a puzzle in some chat from which a player has tried one."""
    theirs = select(daily_tries.c.platform, daily_tries.c.chat).where(daily_tries.c.player == player).distinct()
    here = tuple_(daily_puzzles.c.platform, daily_puzzles.c.chat).in_(theirs)
    posted = and_(daily_puzzles.c.day >= since, daily_puzzles.c.message.is_not(None))
    return set((await connection.execute(select(daily_puzzles.c.day).where(here, posted))).scalars())


async def opened_last(connection: Connection, player: str) -> str | None:
    """The puzzle of a day that a player has opened last and not tried yet."""
    query = select(daily_tries.c.puzzle).where(daily_tries.c.player == player, daily_tries.c.solved.is_(None))
    return (await connection.execute(query.order_by(daily_tries.c.day.desc()).limit(1))).scalar_one_or_none()


async def zone_of_open(connection: Connection, player: str, puzzle: str, now: datetime) -> str | None:
    """The zone of a chat whose puzzle of the day this is by now, if the player has opened it from there."""
    mine = and_(daily_tries.c.player == player, daily_tries.c.puzzle == puzzle)
    same = and_(*(daily_tries.c[name] == daily_puzzles.c[name] for name in ("platform", "chat", "day")))
    chat = and_(dailies.c.platform == daily_puzzles.c.platform, dailies.c.chat == daily_puzzles.c.chat)
    query = select(dailies.c.zone).select_from(daily_tries.join(daily_puzzles, same).join(dailies, chat))
    query = query.where(mine, daily_puzzles.c.until > now).order_by(daily_puzzles.c.at.desc()).limit(1)
    return (await connection.execute(query)).scalar_one_or_none()


async def all_of(connection: Connection, player: str) -> list[dict[str, object]]:
    """The puzzles of a day that a player has opened, as plain values for JSON."""
    query = select(daily_tries).where(daily_tries.c.player == player).order_by(daily_tries.c.day, daily_tries.c.chat)
    names = ("platform", "day", "puzzle", "solved")
    return [{name: getattr(row, name) for name in names} for row in await connection.execute(query)]


async def _counted(connection: Connection, rows: Sequence[AnyRow]) -> list[DailyPuzzle]:
    """Puzzles of a day with their counts."""
    found: list[DailyPuzzle] = []
    for row in rows:
        key = row.platform, row.chat, row.day
        won = case((daily_tries.c.solved == literal(True, Flag), 1))
        query = select(func.count(daily_tries.c.solved), func.count(won))
        tried, solved = (await connection.execute(query.where(_is(daily_tries, key)))).one()
        values = (row.puzzle, row.at, row.until, row.message, row.shown, row.closed)
        found.append(DailyPuzzle(*key, *values, tried=tried, solved=solved))
    return found


def _is(table: Table, key: tuple[str, str, str]) -> ColumnElement[bool]:
    platform, chat, day = key
    return and_(table.c.platform == platform, table.c.chat == chat, table.c.day == day)


def _daily(row: AnyRow) -> Daily:
    games: Collection[str] = row.games.split(",") if row.games else ()
    key = row.platform, row.chat, row.thread
    return Daily(*key, row.language, row.zone, row.hour, tuple(games), row.due, row.server)


PERSONAL = PersonalData(
    N_("Which puzzles of the day you have opened, in which chat, and whether you solved them."),
    forgotten=(daily_tries.c.player,),
    export={"puzzles_of_the_day": all_of},
    erase=dropped(daily_tries.c.player),
)
