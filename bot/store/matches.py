"""Matches and their moves: the moves are the record, a game is what replaying them gives."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import structlog
from sqlalchemy import case, select, text, update
from sqlalchemy.exc import IntegrityError

from bot.foundation.bounded import BoundedMemory
from bot.matches.happening import Happening
from bot.matches.history import HistoryFilter
from bot.matches.identity import Place
from bot.matches.match import Match
from bot.matches.refusals import UnknownMatch, UnreadableMatch
from bot.matches.status import Status
from bot.store import guesses, people, plans, seat_marks, table_talk, villages
from bot.store import match_queries as queries
from bot.store.clock_records import in_present_era, is_clock_of
from bot.store.connection import AnyRow, Connection
from bot.store.moves import moves_of, save_moves
from bot.store.records import BrokenMatch, BrokenRecord, MadeMove, columns_of, read_match
from bot.store.set_aside import SetAside
from bot.store.tables import matches
from bot.store.views import set_match_version

NEWEST = 10
"""At most so many matches of a place are read to find one that a person may see."""
CACHED_MATCHES = 2_000
"""The matches in memory, whose games need not be replayed for each move (about 30 KB each)."""

_log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class MatchRows:
    """The stored parts of a match: its row, and its moves with their plies."""

    row: AnyRow
    made: list[MadeMove]

    @property
    def code(self) -> str:
        """The code of the match."""
        return str(self.row.code)

    def read(self) -> Match | BrokenMatch:
        """The match that they make, or what keeps them from making one."""
        try:
            return read_match(self.row, self.made)
        except BrokenRecord as error:
            return BrokenMatch(self.code, error.problem)


_OF_LIVE = (
    *("expires", "draw_offer", "takeback", "swap", "ending", "winner", "wake"),
    *("runs_since", "halt", "halt_until", "ready", "pause_asked", "pause_until"),
)
"""Columns that are empty in a match that was ended without a result."""


class Matches:
    """Reads and writes matches in the transaction it is given; keeps those last used in memory.

    A match whose rows do not make one is ``set_aside``: it is no exception where others are read with it.
    """

    def __init__(self) -> None:
        self.set_aside = SetAside("match")
        self._cached = BoundedMemory[str, Match](CACHED_MATCHES)

    def cached(self, code: str) -> Match | None:
        """A match as it was last cached, which may be old; None if it is not in memory."""
        return self._cached.peek(code)

    def cache(self, match: Match) -> None:
        """Keep a committed match in memory. An older version of it never replaces a newer one."""
        known = self._cached.peek(match.code)
        self._cached.put(match.code, known if known and known.version > match.version else match)

    async def load(self, connection: Connection, code: str, *, lock: bool = False) -> Match:
        """The match with this code; with ``lock`` no other transaction changes it before this one ends, and its clock
        is in the present era.

        Raises UnknownMatch, and UnreadableMatch for rows that do not make a match.
        """
        row = (await connection.execute(queries.ONE_LOCKED if lock else queries.ONE, {"wanted": code})).one_or_none()
        if row is None:
            raise UnknownMatch(code)
        found = readable((await self.of_rows(connection, [row]))[0])
        if not lock:
            return found
        resting = row.rested and await people.rests(connection, (*found.seats, found.host, found.invited))
        clock = in_present_era(found.clock, row) if found.clock else None
        plan = plans.read(found.game, row.planned) if row.planned else ()
        return replace(found, era=row.present_era or 0, clock=clock, rests=resting or {}, plan=plan)

    async def by_message(self, connection: Connection, place: Place, message: str) -> Match | None:
        """The match of which this message of a chat (in any thread) is a view, or was before the view was posted again.

        A ping beside a view counts as well. Raises UnreadableMatch.
        """
        where = {"platform": place.platform, "chat": place.chat, "message": message}
        rows = (await connection.execute(queries.BY_MESSAGE, where)).all()
        found = await self.of_rows(connection, rows)
        return readable(found[0]) if found else None

    async def add(self, connection: Connection, match: Match) -> None:
        """Write a new match; it has no moves yet."""
        await connection.execute(matches.insert(), columns_of(match))

    async def save(self, connection: Connection, before: Match, after: Match) -> None:
        """Write what has changed: the row, moves made, moves taken back.

        Raises UnreadableMatch for a row that breaks a rule of its table, as one that was changed by hand may.
        """
        try:
            await connection.execute(queries.SAVE, columns_of(after) | {"wanted": after.code})
        except IntegrityError as error:
            _log.error("row_breaks_rule", match=after.code, problem=str(error.orig).partition("\n")[0])
            raise UnreadableMatch(after.code) from error
        await set_match_version(connection, after.code, after.version)
        await save_moves(connection, before, after)
        await guesses.settle(connection, before, after)
        await table_talk.settle(connection, before, after)
        if before.plan or after.plan:
            await plans.save(connection, before, after)

    async def of_player(
        self, connection: Connection, player: str, *, live: bool, limit: int = queries.LISTED
    ) -> list[Match | BrokenMatch]:
        """A player's matches, invitations to and by them included, the latest changed first; at most ``limit``."""
        query = queries.LIVE_OF_PLAYER if live else queries.OVER_OF_PLAYER
        found = await connection.execute(query.limit(limit), {"player": player})
        return await self.of_rows(connection, found.all())

    async def of_player_here(
        self, connection: Connection, player: str, place: Place
    ) -> tuple[list[Match | BrokenMatch], frozenset[str]]:
        """A player's live matches as in ``of_player``, and the codes of those that stand in a place."""
        where = {"platform": place.platform, "chat": place.chat, "thread": place.thread}
        rows = (await connection.execute(queries.LIVE_WITH_PLACE, {"player": player} | where)).all()
        return await self.of_rows(connection, rows), frozenset(row.code for row in rows if row.here)

    async def history(
        self, connection: Connection, player: str, wanted: HistoryFilter, skipped: int, limit: int
    ) -> list[Match | BrokenMatch]:
        """The matches that a player has finished and that are ``wanted``, the latest first."""
        query = queries.history(player, wanted, skipped, limit)
        return await self.of_rows(connection, (await connection.execute(query)).all())

    async def newest_in(self, connection: Connection, place: Place, limit: int) -> list[Match | BrokenMatch]:
        """At most ``limit`` open invitations in a place, then matches played there; each the latest changed first."""
        where = {"platform": place.platform, "chat": place.chat, "thread": place.thread}
        rows: list[AnyRow] = []
        for query in (queries.OPEN_IN, queries.PLAYED_IN):
            rows += (await connection.execute(query.limit(limit), where)).all()
        return await self.of_rows(connection, rows)

    async def played_around(self, connection: Connection, place: Place, limit: int) -> list[Match | BrokenMatch]:
        """The matches under way that all in a chat may read, in it or in its threads, the latest changed first."""
        rows = (await connection.execute(queries.played_around(place, limit))).all()
        return await self.of_rows(connection, rows)

    async def played_in(self, connection: Connection, place: Place) -> list[Match | BrokenMatch]:
        """A few matches that stand in a place and have moves, under way or over, the latest changed first."""
        where = {"platform": place.platform, "chat": place.chat, "thread": place.thread}
        rows = (await connection.execute(queries.WITH_MOVES_IN.limit(NEWEST), where)).all()
        return await self.of_rows(connection, rows)

    async def invitation(
        self, connection: Connection, host: str, invited: str, ruleset: str, now: datetime
    ) -> Match | None:
        """The open invitation of one player to another for a game, if there is one that can be read.

        No other transaction changes it.
        """
        query = queries.open_invitation(host, invited, ruleset, now)
        rows = (await connection.execute(query)).all()
        return next((found for found in await self.of_rows(connection, rows) if isinstance(found, Match)), None)

    async def meet(self, connection: Connection, player: str, platform: str, handle: str) -> list[str]:
        """Address the invitations to a handle to the player who has it; their codes."""
        locked = await connection.execute(queries.waits_for_handle(player, platform, handle))
        query = (
            update(matches)
            .where(matches.c.code.in_(locked.scalars().all()))
            .values(invited=player, version=queries.NEXT_VERSION)
            .returning(matches.c.code, matches.c.version)
        )
        met = (await connection.execute(query)).all()
        for code, version in met:
            await set_match_version(connection, code, version)
        return [code for code, _ in met]

    async def rematch_of(self, connection: Connection, code: str) -> Match | None:
        """The match that was played next by the same two, sides swapped; no other transaction changes it.

        Raises UnreadableMatch.
        """
        query = select(matches).where(matches.c.rematch_of == code).with_for_update(key_share=True)
        found = await self.of_rows(connection, (await connection.execute(query)).all())
        return readable(found[0]) if found else None

    async def end_unread(self, connection: Connection, code: str, player: str) -> None:
        """End a live match that cannot be read, because a player leaves: it is as if it had been called off."""
        playing, hosted = matches.c.status == Status.PLAYING.value, matches.c.host == player
        ended = case((playing, Status.CALLED_OFF.value), (hosted, Status.WITHDRAWN.value), else_=Status.DECLINED.value)
        how = case(
            (playing, Happening.CALLED_OFF.value), (hosted, Happening.WITHDRAWN.value), else_=Happening.DECLINED.value
        )
        # What only a match of another state may have, and what may be the very thing that cannot be read.
        nothing = dict.fromkeys(_OF_LIVE)
        values = {"status": ended, "happened": how, "version": queries.NEXT_VERSION, "actor": player} | nothing
        query = update(matches).where(matches.c.code == code).values(**values)
        version = (await connection.execute(query.returning(matches.c.version))).scalar_one()
        await set_match_version(connection, code, version)
        await guesses.drop_open(connection, code)
        await villages.stop(connection, code)
        await seat_marks.settle(connection, code, None)

    async def live_rows(self, connection: Connection, after: str, at_most: int) -> list[MatchRows]:
        """The rows of live matches, in the order of their codes, beginning behind the code ``after``."""
        query = (
            select(matches)
            .where(matches.c.status.in_(queries.LIVE_STATUSES), matches.c.code > after)
            .order_by(matches.c.code)
        )
        rows = (await connection.execute(query.limit(at_most))).all()
        made = await moves_of(connection, [row.code for row in rows])
        return [MatchRows(row, made[row.code]) for row in rows]

    async def of_rows(self, connection: Connection, rows: Sequence[AnyRow]) -> list[Match | BrokenMatch]:
        """The matches of some rows, in their order; games that are not in memory are replayed."""
        kept = {row.code: match for row in rows if (match := self._same(row))}
        unknown = [row.code for row in rows if row.code not in kept]
        made = await moves_of(connection, unknown) if unknown else {}
        # Not cached here: this transaction may have changed the match, and be rolled back.
        return [self._read(row, made[row.code]) if row.code in made else kept[row.code] for row in rows]

    def _read(self, row: AnyRow, made: list[MadeMove]) -> Match | BrokenMatch:
        found = MatchRows(row, made).read()
        if isinstance(found, BrokenMatch):
            self.set_aside.note(found.code, found.problem)
        else:
            self.set_aside.clear(found.code)
        return found

    def _same(self, row: AnyRow) -> Match | None:
        """The match in memory, if it is the row's version. Only reads, as transactions may run in other threads."""
        kept = self._cached.peek(row.code)
        return kept if kept and kept.version == row.version and is_clock_of(kept.clock, row) else None


async def apart(connection: Connection, work: Callable[[], Awaitable[None]]) -> None:
    """Do a part of a transaction, or nothing of it where a row breaks a rule of its table."""
    await connection.execute(text("SAVEPOINT apart"))
    try:
        await work()
    except (IntegrityError, UnreadableMatch):
        await connection.execute(text("ROLLBACK TO SAVEPOINT apart"))
        return
    await connection.execute(text("RELEASE SAVEPOINT apart"))


def readable(found: Match | BrokenMatch) -> Match:
    """The match that was read. Raises UnreadableMatch for a broken one."""
    if isinstance(found, BrokenMatch):
        raise UnreadableMatch(found.code)
    return found
