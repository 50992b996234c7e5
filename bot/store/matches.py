"""Matches and their moves: the moves are the record, a game is what replaying them gives."""

from collections import OrderedDict
from collections.abc import Awaitable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import structlog
from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Row,
    Select,
    and_,
    bindparam,
    case,
    delete,
    func,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.exc import IntegrityError

from bot.matches.happening import Happening
from bot.matches.match import Match
from bot.matches.people import Place
from bot.matches.refusals import UnknownMatch, UnreadableMatch
from bot.matches.status import LIVE, Status
from bot.store.database import Connection
from bot.store.records import BrokenRecord, Unreadable, columns_of, read_match
from bot.store.set_aside import SetAside
from bot.store.tables import matches, moves, views
from bot.store.views import set_match_version
from engine.moves import Move
from engine.notation import format_move

CACHED = 2000
"""Matches in memory, whose games need not be replayed for each move (about 30 KB each)."""
LISTED = 100

_log = structlog.get_logger(__name__)

_LIVE = [status.value for status in LIVE]

# What every move needs is put together once.
_ONE = select(matches).where(matches.c.code == bindparam("wanted"))
_ONE_LOCKED = _ONE.with_for_update(key_share=True)
"""A transaction that only writes a row that refers to the match need not wait."""
_NEXT_VERSION = matches.c.version + 1
_SAVE = update(matches).where(matches.c.code == bindparam("wanted"))
_CODES_IN = (
    select(matches.c.code)
    .join(views, views.c.match == matches.c.code)
    .where(*(views.c[name] == bindparam(name) for name in ("platform", "chat", "thread")), matches.c.status.in_(_LIVE))
)

_AS_OPENED = (
    "host", "ruleset", "start", "host_side", "invited", "invited_platform", "invited_handle", "status", "ply", "version"
)  # fmt: skip
"""What two matches have in common that were opened by the same wish."""


def _seated(player: str | BindParameter[str]) -> ColumnElement[bool]:
    return or_(matches.c.seat_0 == player, matches.c.seat_1 == player)


def _of_player(status: ColumnElement[bool]) -> Select[Any]:
    player: BindParameter[str] = bindparam("player")
    invited = and_(matches.c.invited == player, matches.c.status == Status.INVITED.value)
    involved = or_(_seated(player), matches.c.host == player, invited)
    return select(matches).where(involved, status).order_by(matches.c.changed.desc()).limit(LISTED)


_LIVE_OF_PLAYER = _of_player(matches.c.status.in_(_LIVE))
_OVER_OF_PLAYER = _of_player(matches.c.status == Status.OVER.value)
_GAMES_OF_PLAYER = (
    select(matches.c.ruleset)
    .where(or_(_seated(bindparam("player")), matches.c.host == bindparam("player")))
    .group_by(matches.c.ruleset)
    .order_by(func.max(matches.c.created).desc())
)


@dataclass(frozen=True)
class MatchRows:
    """What is stored of a match: its row, and its moves with their plies."""

    row: Row[Any]
    texts: list[tuple[int, str]]

    @property
    def code(self) -> str:
        """The code of the match."""
        return str(self.row.code)

    def read(self) -> Match | Unreadable:
        """The match that they make, or what keeps them from making one."""
        try:
            return read_match(self.row, self.texts)
        except BrokenRecord as error:
            return Unreadable(self.code, error.problem)


class Matches:
    """Reads and writes matches in the transaction it is given; keeps those last used in memory.

    A match whose rows do not make one is ``set_aside``: it is no exception where others are read with it.
    """

    def __init__(self) -> None:
        self.set_aside = SetAside("match")
        self._cached: OrderedDict[str, Match] = OrderedDict()

    def cached(self, code: str) -> Match | None:
        """A match as it was last cached, which may be old; None if it is not in memory."""
        return self._cached.get(code)

    def cache(self, match: Match) -> None:
        """Keep a committed match in memory. An older version of it never replaces a newer one."""
        known = self._cached.pop(match.code, match)
        self._cached[match.code] = match if match.version >= known.version else known
        while len(self._cached) > CACHED:
            self._cached.popitem(last=False)

    async def load(self, connection: Connection, code: str, *, lock: bool = False) -> Match:
        """The match with this code; with ``lock`` no other transaction changes it before this one ends.

        Raises UnknownMatch, and UnreadableMatch for rows that do not make a match.
        """
        row = (await connection.execute(_ONE_LOCKED if lock else _ONE, {"wanted": code})).one_or_none()
        if row is None:
            raise UnknownMatch(code)
        return readable((await self.of_rows(connection, [row]))[0])

    async def exists(self, connection: Connection, code: str) -> bool:
        """Is this code in use?"""
        return (await connection.execute(select(matches.c.code).where(matches.c.code == code))).first() is not None

    async def add(self, connection: Connection, match: Match) -> None:
        """Write a new match; it has no moves yet."""
        await connection.execute(matches.insert(), columns_of(match))

    async def save(self, connection: Connection, before: Match, after: Match) -> None:
        """Write what has changed: the row, moves made, moves taken back.

        Raises UnreadableMatch for a row that breaks a rule of its table, as one that was changed by hand may.
        """
        try:
            await connection.execute(_SAVE, columns_of(after) | {"wanted": after.code})
        except IntegrityError as error:
            _log.error("row_breaks_rule", match=after.code, problem=str(error.orig).partition("\n")[0])
            raise UnreadableMatch(after.code) from error
        await set_match_version(connection, after.code, after.version)
        same = _common(before.game.moves, after.game.moves)
        if same < before.game.ply:
            await connection.execute(delete(moves).where(moves.c.match == after.code, moves.c.ply > same))
        made = [_move_row(after, ply) for ply in range(same, after.game.ply)]
        if made:
            await connection.execute(moves.insert(), made)

    async def of_player(self, connection: Connection, player: str, *, live: bool) -> list[Match | Unreadable]:
        """A player's matches, invitations to and by them included: at most ``LISTED``, the latest changed first."""
        found = await connection.execute(_LIVE_OF_PLAYER if live else _OVER_OF_PLAYER, {"player": player})
        return await self.of_rows(connection, found.all())

    async def games_of(self, connection: Connection, player: str, limit: int) -> list[str]:
        """The keys of the games of a player's matches, the latest begun first: at most ``limit``."""
        found = await connection.execute(_GAMES_OF_PLAYER.limit(limit), {"player": player})
        return list(found.scalars())

    async def codes_in(self, connection: Connection, place: Place) -> set[str]:
        """The codes of the live matches that are shown in a place."""
        where = {"platform": place.platform, "chat": place.chat, "thread": place.thread}
        return set((await connection.execute(_CODES_IN, where)).scalars())

    async def invitation(
        self, connection: Connection, host: str, invited: str, ruleset: str, now: datetime
    ) -> Match | None:
        """The open invitation of one player to another for a game, if there is one that can be read.

        No other transaction changes it.
        """
        query = select(matches).where(
            matches.c.host == host,
            matches.c.invited == invited,
            matches.c.ruleset == ruleset,
            matches.c.status == Status.INVITED.value,
            matches.c.expires > now,
        )
        rows = (await connection.execute(query.order_by(matches.c.code).with_for_update(key_share=True))).all()
        return next((found for found in await self.of_rows(connection, rows) if isinstance(found, Match)), None)

    async def opened_alike(self, connection: Connection, match: Match, since: datetime) -> list[str]:
        """The codes of the matches opened since then that are what ``match`` is to be, and that nobody has touched."""
        columns = columns_of(match)
        same = (matches.c[name] == columns[name] for name in _AS_OPENED)
        query = select(matches.c.code).where(matches.c.created > since, *same)
        return list((await connection.execute(query)).scalars())

    async def count(self, connection: Connection, player: str, status: Status) -> int:
        """How many matches a player has in a state: invitations count for their host, others for both seats.

        Those that are set aside do not count, because nobody can end them.
        """
        who = matches.c.host == player if status is Status.INVITED else _seated(player)
        query = select(matches.c.code).where(who, matches.c.status == status.value)
        return len(self.set_aside.others((await connection.execute(query)).scalars()))

    async def opened_since(self, connection: Connection, host: str, since: datetime) -> int:
        """The number of matches that a host has opened since then, whatever their status."""
        query = select(func.count()).select_from(matches).where(matches.c.host == host, matches.c.created > since)
        return (await connection.execute(query)).scalar_one()

    async def meet(self, connection: Connection, player: str, platform: str, handle: str) -> list[str]:
        """Address the invitations to a handle to the player who has it; their codes."""
        theirs = select(matches.c.code).where(
            matches.c.invited_platform == platform,
            matches.c.invited_handle == handle,
            matches.c.invited.is_(None),
            matches.c.status == Status.INVITED.value,
            matches.c.host != player,
        )
        locked = await connection.execute(theirs.order_by(matches.c.code).with_for_update(key_share=True))
        query = (
            update(matches)
            .where(matches.c.code.in_(locked.scalars().all()))
            .values(invited=player, version=_NEXT_VERSION)
            .returning(matches.c.code, matches.c.version)
        )
        met = (await connection.execute(query)).all()
        for code, version in met:
            await set_match_version(connection, code, version)
        return [code for code, _ in met]

    async def due(self, connection: Connection, now: datetime) -> list[str]:
        """The codes of the invitations whose time is over, but for those that are set aside."""
        query = select(matches.c.code).where(matches.c.status == Status.INVITED.value, matches.c.expires <= now)
        return self.set_aside.others((await connection.execute(query)).scalars())

    async def codes_to_act(self, connection: Connection, players: Collection[str]) -> list[str]:
        """The codes of live matches in which one of these players is to accept, to move, or perhaps to answer.

        Those that are set aside are left out.
        """
        turns = (matches.c.seat_0, matches.c.seat_1)
        query = select(matches.c.code).where(
            or_(
                and_(matches.c.status == Status.INVITED.value, matches.c.invited.in_(players)),
                and_(
                    matches.c.status == Status.PLAYING.value,
                    or_(
                        *(and_(matches.c.turn == turn, seat.in_(players)) for turn, seat in enumerate(turns)),
                        and_(
                            or_(matches.c.draw_offer.is_not(None), matches.c.takeback.is_not(None)),
                            or_(*(seat.in_(players) for seat in turns)),
                        ),
                    ),
                ),
            )
        )
        return self.set_aside.others((await connection.execute(query)).scalars())

    async def code_of_rematch(self, connection: Connection, code: str) -> str | None:
        """The code of the match that the same two played next."""
        query = select(matches.c.code).where(matches.c.rematch_of == code)
        return (await connection.execute(query)).scalars().first()

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
        nothing = dict.fromkeys(("expires", "draw_offer", "takeback", "ending", "winner"))
        values = {"status": ended, "happened": how, "version": _NEXT_VERSION, "actor": player} | nothing
        query = update(matches).where(matches.c.code == code).values(**values)
        version = (await connection.execute(query.returning(matches.c.version))).scalar_one()
        await set_match_version(connection, code, version)

    async def live_rows(self, connection: Connection, after: str, at_most: int) -> list[MatchRows]:
        """The rows of live matches, in the order of their codes, beginning behind the code ``after``."""
        query = select(matches).where(matches.c.status.in_(_LIVE), matches.c.code > after).order_by(matches.c.code)
        rows = (await connection.execute(query.limit(at_most))).all()
        texts = await texts_of(connection, [row.code for row in rows])
        return [MatchRows(row, texts[row.code]) for row in rows]

    async def of_rows(self, connection: Connection, rows: Sequence[Row[Any]]) -> list[Match | Unreadable]:
        """The matches of some rows, in their order; games that are not in memory are replayed."""
        kept = {row.code: match for row in rows if (match := self._same(row))}
        unknown = [row.code for row in rows if row.code not in kept]
        texts = await texts_of(connection, unknown) if unknown else {}
        # Not cached here: this transaction may have changed the match, and be rolled back.
        return [self._read(row, texts[row.code]) if row.code in texts else kept[row.code] for row in rows]

    def _read(self, row: Row[Any], texts: list[tuple[int, str]]) -> Match | Unreadable:
        found = MatchRows(row, texts).read()
        if isinstance(found, Unreadable):
            self.set_aside.note(found.code, found.problem)
        else:
            self.set_aside.clear(found.code)
        return found

    def _same(self, row: Row[Any]) -> Match | None:
        """The match in memory, if it is the row's version. Only reads, as transactions may run in other threads."""
        kept = self._cached.get(row.code)
        return kept if kept and kept.version == row.version else None


async def apart(connection: Connection, work: Awaitable[None]) -> bool:
    """Do a part of a transaction; False, and nothing of it is done, where a row breaks a rule of its table."""
    await connection.execute(text("SAVEPOINT apart"))
    try:
        await work
    except (IntegrityError, UnreadableMatch):
        await connection.execute(text("ROLLBACK TO SAVEPOINT apart"))
        return False
    await connection.execute(text("RELEASE SAVEPOINT apart"))
    return True


def readable(found: Match | Unreadable) -> Match:
    """What was found, if that is a match. Raises UnreadableMatch."""
    if isinstance(found, Unreadable):
        raise UnreadableMatch(found.code)
    return found


async def texts_of(connection: Connection, codes: Collection[str]) -> dict[str, list[tuple[int, str]]]:
    """The stored moves of some matches, each with its ply, in order."""
    query = select(moves.c.match, moves.c.ply, moves.c.text).where(moves.c.match.in_(codes))
    found: dict[str, list[tuple[int, str]]] = {code: [] for code in codes}
    for code, ply, move in await connection.execute(query.order_by(moves.c.match, moves.c.ply)):
        found[code].append((ply, move))
    return found


def _move_row(match: Match, ply: int) -> dict[str, object]:
    game = match.game
    return {
        "match": match.code,
        "ply": ply + 1,
        "text": format_move(game.ruleset, game.moves[ply]),
        "player": match.seats[game.positions[ply].turn],
        "at": match.moved_at or match.changed,
    }


def _common(first: tuple[Move, ...], second: tuple[Move, ...]) -> int:
    """How many moves two games begin with in common."""
    count = 0
    for one, other in zip(first, second, strict=False):
        if one != other:
            break
        count += 1
    return count
