"""The boards matches of chats. Whoever changes one has locked it: after people, and after the matches on its boards."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, and_, case, delete, exists, func, or_, select, update

from bot.matches.boards_match import BoardsGame, BoardsState, InLine
from bot.matches.identity import Place
from bot.matches.pace import PACE_WORDS, Pace
from bot.matches.status import LIVE, Status
from bot.store.connection import AnyRow, Connection
from bot.store.personal import Leaver, PersonalData, moment
from bot.store.tables import CARD_BEHIND, boards_games, boards_line, boards_matches, boards_sides, matches, ratings
from bot.words import N_

_BEGUN, _OPEN = BoardsState.PLAYING.value, BoardsState.OPEN.value


@dataclass(frozen=True)
class BoardsMatch:
    """A boards match, which another chat accepts by its ``code``; open ``until`` a moment. It was called off by those
    who organise on the side ``stopped_by``, or by nobody.
    """

    id: str
    code: str
    ruleset: str
    pace: Pace
    state: BoardsState
    until: datetime
    stopped_by: int | None = None


@dataclass(frozen=True)
class BoardsSide:
    """A chat in a boards match: what it is called, whether it is ``ready``, and its card, as that of a simul."""

    boards: str
    side: int
    community: str
    account: str
    place: Place
    language: str
    name: str
    ready: bool
    message: str | None
    version: int
    shown: int
    edited: datetime

    @property
    def is_lost(self) -> bool:
        """Could its card not be shown there of late?"""
        return self.message is None and self.shown > 0


_PLAIN = (
    "boards",
    "side",
    "community",
    "account",
    "language",
    "name",
    "ready",
    "message",
    "version",
    "shown",
    "edited",
)


async def make(connection: Connection, made: BoardsMatch) -> None:
    """Write a new boards match, without its chats."""
    row = {"id": made.id, "code": made.code, "ruleset": made.ruleset, "pace": made.pace.value}
    row |= {"state": made.state.value, "until": made.until, "stopped_by": made.stopped_by}
    await connection.execute(boards_matches.insert().values(row))


async def add_side(connection: Connection, side: BoardsSide) -> None:
    """Write a chat in a boards match."""
    place = side.place
    row = {name: getattr(side, name) for name in _PLAIN}
    row |= {"platform": place.platform, "chat": place.chat, "thread": place.thread, "threads": place.can_thread}
    await connection.execute(boards_sides.insert().values(row))


async def get(connection: Connection, boards: str, *, lock: bool = False) -> BoardsMatch | None:
    """A boards match; with ``lock`` no other transaction changes it before this one ends."""
    query = select(boards_matches).where(boards_matches.c.id == boards)
    row = (await connection.execute(query.with_for_update(key_share=True) if lock else query)).one_or_none()
    return _match(row) if row else None


async def by_code(connection: Connection, code: str) -> BoardsMatch | None:
    """The boards match with a code, locked."""
    query = select(boards_matches).where(boards_matches.c.code == code).with_for_update(key_share=True)
    row = (await connection.execute(query)).one_or_none()
    return _match(row) if row else None


async def sides(connection: Connection, boards: str) -> list[BoardsSide]:
    """The chats in a boards match, that which challenged first."""
    query = select(boards_sides).where(boards_sides.c.boards == boards).order_by(boards_sides.c.side)
    return [_side(row) for row in await connection.execute(query)]


async def side_of(connection: Connection, boards: str, side: int) -> BoardsSide | None:
    """A chat in a boards match, as it is now."""
    query = select(boards_sides).where(boards_sides.c.boards == boards, boards_sides.c.side == side)
    row = (await connection.execute(query)).one_or_none()
    return _side(row) if row else None


async def of_community(connection: Connection, community: str) -> list[tuple[BoardsMatch, int]]:
    """The boards matches of a community that wait or are under way, each with its side: those that wait first."""
    waits = case((boards_matches.c.state == _OPEN, 0), else_=1)
    under_way = exists().where(
        boards_games.c.boards == boards_matches.c.id,
        boards_games.c.dropped == 0,
        or_(_to_open(), _match_is(LIVE)),
    )
    query = select(boards_matches, boards_sides.c.side)
    query = query.join(boards_sides, boards_sides.c.boards == boards_matches.c.id).where(
        boards_sides.c.community == community,
        or_(boards_matches.c.state == _OPEN, and_(boards_matches.c.state == _BEGUN, under_way)),
    )
    found = await connection.execute(query.order_by(waits, boards_matches.c.until.desc(), boards_matches.c.id))
    return [(_match(row), row.side) for row in found]


def _to_open() -> ColumnElement[bool]:
    return and_(boards_games.c.match.is_(None), boards_games.c.refused == 0)


def _match_is(status: Collection[Status]) -> ColumnElement[bool]:
    held = [each.value for each in status]
    return exists().where(matches.c.code == boards_games.c.match, matches.c.status.in_(held))


async def any_goes_on(connection: Connection) -> bool:
    """Does any boards match wait or go on, or has a card something to show? Where none does nothing more is asked."""
    going = select(boards_matches.c.id).where(boards_matches.c.state.in_((_OPEN, _BEGUN))).exists()
    behind = select(boards_sides.c.boards).where(CARD_BEHIND).exists()
    return bool((await connection.execute(select(or_(going, behind)))).scalar_one())


async def line(connection: Connection, found: BoardsMatch) -> list[InLine]:
    """Those who have joined, in the order of the boards: as those who organise have put them, and then by their ratings
    in the game, and whoever came first before the others.
    """
    row = boards_line.c
    rating = select(func.avg(ratings.c.rating)).where(
        ratings.c.player == row.player, ratings.c.ruleset == found.ruleset, ratings.c.played > 0
    )
    strength = func.coalesce(rating.scalar_subquery(), 0)
    query = select(boards_line).where(row.boards == found.id)
    unplaced = case((row.place.is_(None), 1), else_=0)
    query = query.order_by(row.side, unplaced, row.place, strength.desc(), row.joined, row.player)
    return [_in_line(each) for each in await connection.execute(query)]


async def join(connection: Connection, boards: str, side: int, player: str, now: datetime) -> None:
    """Write that somebody is in the line of a chat; the boards match is locked."""
    row = {"boards": boards, "player": player, "side": side, "joined": now}
    await connection.execute(boards_line.insert().values(**row, place=None, board=None, late=False))
    await show_again(connection, boards)


async def leave(connection: Connection, boards: str, players: Collection[str]) -> None:
    """Write that some people are in the line no more; the boards match is locked."""
    gone = delete(boards_line).where(boards_line.c.boards == boards, boards_line.c.player.in_(players))
    await connection.execute(gone.where(boards_line.c.board.is_(None)))
    await show_again(connection, boards)


async def arrange(connection: Connection, boards: str, players: Sequence[str]) -> None:
    """Write the order of the people of a chat; the boards match is locked."""
    for place, player in enumerate(players):
        one = update(boards_line).where(boards_line.c.boards == boards, boards_line.c.player == player)
        await connection.execute(one.values(place=place))
    await show_again(connection, boards)


async def set_ready(connection: Connection, boards: str, side: int, *, ready: bool) -> None:
    """Write whether a chat is ready; the boards match is locked."""
    here = update(boards_sides).where(boards_sides.c.boards == boards, boards_sides.c.side == side)
    await connection.execute(here.values(ready=ready))
    await show_again(connection, boards)


async def gather_until(connection: Connection, boards: str, until: datetime) -> None:
    """Write how long a boards match, which is locked, gathers people."""
    await connection.execute(update(boards_matches).where(boards_matches.c.id == boards).values(until=until))
    await show_again(connection, boards)


async def close(connection: Connection, boards: str, stopped_by: int | None) -> None:
    """Write that a boards match, which is locked, is called off."""
    values = {"state": BoardsState.CLOSED.value, "stopped_by": stopped_by}
    await connection.execute(update(boards_matches).where(boards_matches.c.id == boards).values(values))
    await show_again(connection, boards)


async def begin(connection: Connection, boards: str, pairs: Sequence[tuple[str, str]]) -> None:
    """Write that a boards match, which is locked, has begun, with these people on its boards."""
    await connection.execute(update(boards_matches).where(boards_matches.c.id == boards).values(state=_BEGUN))
    for board, pair in enumerate(pairs):
        for player in pair:
            await put_at(connection, boards, board, player)
        for leg in (0, 1):
            await add_game(connection, boards, board, leg, 0)


async def put_at(connection: Connection, boards: str, board: int, player: str) -> None:
    """Write the board of somebody in a boards match that is locked."""
    one = update(boards_line).where(boards_line.c.boards == boards, boards_line.c.player == player)
    await connection.execute(one.values(board=board))
    await show_again(connection, boards)


async def note_late(connection: Connection, boards: str, player: str) -> None:
    """Write that another one is to play in place of somebody; the boards match is locked."""
    one = update(boards_line).where(boards_line.c.boards == boards, boards_line.c.player == player)
    await connection.execute(one.values(late=True))


async def add_game(connection: Connection, boards: str, board: int, leg: int, attempt: int) -> None:
    """Write a match that is to be opened on a board."""
    row = {"boards": boards, "board": board, "leg": leg, "attempt": attempt}
    await connection.execute(boards_games.insert().values(**row, match=None, refused=False, dropped=False))


async def drop_game(connection: Connection, boards: str, game: BoardsGame) -> None:
    """Write that a match on a board counts no more, and another one is to be opened in its place."""
    await connection.execute(update(boards_games).where(*_is(boards, game)).values(dropped=True))
    await add_game(connection, boards, game.board, game.leg, game.attempt + 1)


async def opened(connection: Connection, boards: str, game: BoardsGame, match: str | None) -> None:
    """Write the code of a match on a board; None where it could not be opened."""
    values = {"match": match, "refused": match is None}
    await connection.execute(update(boards_games).where(*_is(boards, game)).values(values))
    await show_again(connection, boards)


def _is(boards: str, game: BoardsGame) -> tuple[ColumnElement[bool], ...]:
    row = boards_games.c
    return row.boards == boards, row.board == game.board, row.leg == game.leg, row.attempt == game.attempt


async def show_again(connection: Connection, boards: str) -> None:
    """Have both cards show what has changed."""
    here = update(boards_sides).where(boards_sides.c.boards == boards)
    await connection.execute(here.values(version=boards_sides.c.version + 1))


async def games(connection: Connection, boards: str) -> list[BoardsGame]:
    """The matches on the boards, as they stand, in their order."""
    row, found = boards_games.c, matches.c
    query = select(boards_games, found.status, found.winner, found.host, found.seat_0, found.seat_1)
    query = query.outerjoin(matches, found.code == row.match).where(row.boards == boards, row.dropped == 0)
    return [_game(each) for each in await connection.execute(query.order_by(row.board, row.leg))]


async def to_open(connection: Connection, limit: int) -> list[tuple[BoardsMatch, BoardsGame]]:
    """The matches that are to be opened on boards."""
    query = select(boards_matches).where(
        boards_matches.c.state == _BEGUN,
        exists().where(boards_games.c.boards == boards_matches.c.id, boards_games.c.dropped == 0, _to_open()),
    )
    found = [_match(row) for row in (await connection.execute(query.order_by(boards_matches.c.id).limit(limit))).all()]
    return [
        (each, game)
        for each in found
        for game in await games(connection, each.id)
        if game.match is None and not game.refused
    ]


async def with_reserves(connection: Connection, turns: int) -> list[BoardsMatch]:
    """Those that have begun, in which somebody is next in line, and a match of fewer turns than this is under way."""
    young = exists().where(
        boards_games.c.boards == boards_matches.c.id,
        boards_games.c.dropped == 0,
        matches.c.code == boards_games.c.match,
        matches.c.status == Status.PLAYING.value,
        matches.c.ply < turns,
    )
    spare = exists().where(boards_line.c.boards == boards_matches.c.id, boards_line.c.board.is_(None))
    query = select(boards_matches).where(boards_matches.c.state == _BEGUN, young, spare)
    return [_match(row) for row in await connection.execute(query.order_by(boards_matches.c.id))]


async def over_time(connection: Connection, now: datetime) -> list[BoardsMatch]:
    """Those that have not begun in time."""
    query = select(boards_matches).where(boards_matches.c.state == _OPEN, boards_matches.c.until <= now)
    return [_match(row) for row in await connection.execute(query.order_by(boards_matches.c.until))]


async def next_over(connection: Connection, now: datetime) -> datetime | None:
    """The next moment at which one has not begun in time."""
    query = select(func.min(boards_matches.c.until))
    query = query.where(boards_matches.c.state == _OPEN, boards_matches.c.until > now)
    following: datetime | None = (await connection.execute(query)).scalar_one()
    return following


async def not_shown(connection: Connection, limit: int) -> list[BoardsSide]:
    """The chats whose card shows another state of their boards match, or is not there yet."""
    query = select(boards_sides).where(CARD_BEHIND).order_by(boards_sides.c.edited).limit(limit)
    return [_side(row) for row in await connection.execute(query)]


async def shown(connection: Connection, side: BoardsSide, message: str | None, now: datetime) -> None:
    """Note that the card in a chat shows its boards match as it was read. That of the other chat is to show where it
    can no longer be shown here, or can again.
    """
    of, here = boards_sides.c.boards == side.boards, boards_sides.c.side == side.side
    before = await side_of(connection, side.boards, side.side)
    values = {"message": message, "shown": side.version, "edited": now}
    await connection.execute(update(boards_sides).where(of, here).values(values))
    if before and before.is_lost != (message is None):
        other = update(boards_sides).where(of, ~here)
        await connection.execute(other.values(version=boards_sides.c.version + 1))


async def stand(connection: Connection, side: BoardsSide, place: Place) -> None:
    """Have the card of a chat be posted in another place of its community."""
    here = update(boards_sides).where(boards_sides.c.boards == side.boards, boards_sides.c.side == side.side)
    values = {"chat": place.chat, "thread": place.thread, "message": None, "version": boards_sides.c.version + 1}
    await connection.execute(here.values(values))


async def move(connection: Connection, before: str, after: str, place: Place) -> None:
    """A community lives on as another one: in its boards matches too."""
    values = {"community": after, "account": place.community, "chat": place.chat, "thread": "", "message": None}
    here = update(boards_sides).where(boards_sides.c.community == before)
    await connection.execute(here.values(values | {"version": boards_sides.c.version + 1}))


def not_both_at_boards(of: str, to: str) -> ColumnElement[bool]:
    """The rows of a player that may become another's: where both have a board, either keeps the row of theirs."""
    theirs = boards_line.alias()
    there = and_(theirs.c.boards == boards_line.c.boards, theirs.c.player == to, theirs.c.board.is_not(None))
    return and_(boards_line.c.player == of, or_(boards_line.c.board.is_(None), ~exists().where(there)))


def at_board(mine: AnyRow, other: AnyRow) -> Mapping[str, Any]:
    """Of two rows of one person in a boards match, what changes in the first: the one with a board says more."""
    if mine.board is not None or other.board is None:
        return {}
    return {name: getattr(other, name) for name in ("side", "board", "late", "place")}


def _match(row: AnyRow) -> BoardsMatch:
    pace = PACE_WORDS[row.pace]
    assert pace, "a boards match has a pace"
    return BoardsMatch(row.id, row.code, row.ruleset, pace, BoardsState(row.state), row.until, row.stopped_by)


def _side(row: AnyRow) -> BoardsSide:
    server = row.account if row.account != row.chat else ""
    place = Place(row.platform, row.chat, row.thread, can_thread=bool(row.threads), server=server)
    known = {name: getattr(row, name) for name in _PLAIN}
    return BoardsSide(place=place, **known | {"ready": bool(row.ready)})


def _in_line(row: AnyRow) -> InLine:
    return InLine(row.player, row.side, row.joined, row.board, bool(row.late))


def _game(row: AnyRow) -> BoardsGame:
    known = BoardsGame(row.board, row.leg, row.attempt, row.match, bool(row.refused))
    if row.match is None:
        return known
    first = int(row.seat_1 == row.host)
    seats = (row.seat_0, row.seat_1)
    winner = None if row.winner is None else int(row.winner != first)
    return BoardsGame(
        *(row.board, row.leg, row.attempt, row.match, bool(row.refused)),
        status=Status(row.status),
        winner=winner,
        players=(seats[first], seats[1 - first]),
    )


async def _erase(connection: Connection, leaver: Leaver) -> None:
    theirs = boards_line.c.player == leaver.player
    joined = select(boards_line.c.boards).where(theirs)
    here = update(boards_sides).where(boards_sides.c.boards.in_(joined))
    await connection.execute(here.values(version=boards_sides.c.version + 1))
    await connection.execute(delete(boards_line).where(theirs, boards_line.c.board.is_(None)))


async def _export(connection: Connection, player: str) -> list[dict[str, object]]:
    query = select(boards_line, boards_matches.c.ruleset)
    query = query.join(boards_matches, boards_matches.c.id == boards_line.c.boards)
    query = query.where(boards_line.c.player == player).order_by(boards_line.c.joined, boards_line.c.boards)
    return [
        {"game": row.ruleset, "joined": moment(row.joined), "board": None if row.board is None else row.board + 1}
        for row in await connection.execute(query)
    ]


PERSONAL = PersonalData(
    N_("The boards matches of a chat that you have joined, and your board in them."),
    stays=(boards_line.c.player,),
    export={"boards_matches": _export},
    erase=_erase,
)
