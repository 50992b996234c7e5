"""Villages, and the votes of those who are one. No row is part of a match's version, so that nobody sees a vote; the
boards show how many there are (``views.show_from``).

Whoever changes a vote or a poll has locked its match.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, delete, exists, func, or_, select, update

from bot.matches.chat_standing import ChatResult
from bot.matches.identity import Place
from bot.matches.match import Match
from bot.matches.state import EventKind
from bot.matches.status import LIVE, Status
from bot.matches.village import DRAW, OFFER, Poll, Vote, awaited_village
from bot.store import seat_marks
from bot.store.connection import Connection, unless_there
from bot.store.personal import Leaver, PersonalData, dropped, moment
from bot.store.tables import VOTING, accounts, chat_challenges, matches, polls, villagers, villages, votes
from bot.store.views import show_again, show_from
from bot.words import N_
from engine.notation import format_move

DUE = 200
"""So many polls are closed in one go."""
OF_OWN = exists().where(
    matches.c.code == votes.c.match, or_(matches.c.seat_0 == votes.c.player, matches.c.seat_1 == votes.c.player)
)
"""Somebody votes in a match in which they play against the village."""
TO_COME = exists().where(matches.c.code == votes.c.match, matches.c.ply < votes.c.ply)
"""A vote is on a turn that its match has not reached."""


@dataclass(frozen=True)
class Village:
    """The player who is all of a community, which is ``account`` on the platform of a place in it."""

    player: str
    community: str
    account: str
    place: Place


async def put(connection: Connection, village: Village) -> None:
    """Note a village, or where it has begun a match."""
    place = village.place
    there = {"chat": place.chat, "thread": place.thread}
    known = {"player": village.player, "community": village.community, "account": village.account}
    await connection.execute(
        unless_there(connection.dialect.name, villages), known | {"platform": place.platform} | there
    )
    await connection.execute(update(villages).where(villages.c.player == village.player).values(there))


async def get(connection: Connection, player: str) -> Village | None:
    """The village who is this player."""
    row = (await connection.execute(select(villages).where(villages.c.player == player))).one_or_none()
    if row is None:
        return None
    server = row.account if row.account != row.chat else ""
    return Village(row.player, row.community, row.account, Place(row.platform, row.chat, row.thread, server=server))


async def account_of(connection: Connection, community: str) -> str | None:
    """The account of the village of a community, which it keeps when that lives on as another one."""
    query = select(accounts.c.account).join(villages, villages.c.player == accounts.c.player)
    return (await connection.execute(query.where(villages.c.community == community))).scalar_one_or_none()


async def move(connection: Connection, before: str, after: str, new: Place) -> None:
    """A community lives on under another id: ``before`` and ``after`` are its digests."""
    taken = select(villages.c.player).where(villages.c.community == after)
    if (await connection.execute(taken)).first() is None:
        values = {"community": after, "account": new.community, "chat": new.chat, "thread": new.thread}
        await connection.execute(update(villages).where(villages.c.community == before).values(values))


async def live_of(connection: Connection, village: str) -> list[str]:
    """The codes of the matches of a village under way, invitations included."""
    query = select(polls.c.match).join(matches, matches.c.code == polls.c.match)
    live = matches.c.status.in_([status.value for status in LIVE])
    query = query.where(polls.c.village == village, live).order_by(matches.c.created)
    return list((await connection.execute(query)).scalars())


async def begin(connection: Connection, match: Match, village: str, lasts: timedelta, now: datetime) -> None:
    """Note that a village plays in a new match, and how long it votes on each turn."""
    row = {"match": match.code, "village": village, "lasts": lasts, "ply": match.game.ply, "closes": None}
    await connection.execute(polls.insert().values(**row, again=False, before=0))
    if awaited_village(match) == village:
        await settle(connection, None, match, now)


async def settle(connection: Connection, before: Match | None, after: Match, now: datetime) -> None:
    """Open the vote on a turn that a village is to play, and close that on one which it is not; forget the votes on
    turns that were taken back, and those for a draw that is offered no more.
    """
    if before and after.game.ply < before.game.ply:
        await connection.execute(delete(votes).where(votes.c.match == after.code, votes.c.ply > after.game.ply))
    if before and before.draw_offer is not None and after.draw_offer is None and after.status is Status.PLAYING:
        gone = (votes.c.match == after.code, votes.c.ply == after.game.ply, votes.c.choice == DRAW)
        await connection.execute(delete(votes).where(*gone))
    village = awaited_village(after)
    if after.teams:
        await seat_marks.settle(connection, after.code, after.game.ply if after.status is Status.PLAYING else None)
    await stop(connection, after.code, unless=village)
    poll = await of_village(connection, after.code, village) if village else None
    if poll and (poll.closes is None or poll.ply != after.game.ply):
        is_own = after.mover(poll.ply) == village
        last = await _count(connection, after.code, poll.ply) if is_own else 0
        values = {"ply": after.game.ply, "closes": now + poll.lasts, "again": False, "frozen": None}
        values |= {"before": last or poll.before, "shown": None}
        await connection.execute(update(polls).where(*_is(poll)).values(values))


async def stop(connection: Connection, code: str, unless: str | None = None) -> None:
    """Nobody votes in a match any more, before a village is to move again; ``unless``: the one that is to now."""
    others = (polls.c.village != unless,) if unless else ()
    await connection.execute(update(polls).where(polls.c.match == code, VOTING, *others).values(closes=None))


async def of_village(connection: Connection, code: str, village: str, *, lock: bool = False) -> Poll | None:
    """The vote of a village in a match, without its voices; with ``lock`` nobody else changes it."""
    query = select(polls).where(polls.c.match == code, polls.c.village == village)
    row = (await connection.execute(query.with_for_update() if lock else query)).one_or_none()
    if row is None:
        return None
    return Poll(
        row.match, row.village, row.lasts, row.ply, row.closes, bool(row.again), row.before, row.shown, row.frozen
    )


def _is(poll: Poll) -> tuple[ColumnElement[bool], ...]:
    return polls.c.match == poll.match, polls.c.village == poll.village


async def put_off(
    connection: Connection, poll: Poll, closes: datetime, *, again: bool, frozen: datetime | None = None
) -> None:
    """Have a vote close at another moment, and boards say so; since ``frozen`` no board of it can be reached."""
    values = {"closes": closes, "again": again, "frozen": frozen}
    await connection.execute(update(polls).where(*_is(poll)).values(values))
    await show_again(connection, poll.match)


async def show(connection: Connection, poll: Poll, moment: datetime, now: datetime) -> None:
    """Have boards show from a moment on how many have voted."""
    await connection.execute(update(polls).where(*_is(poll)).values(shown=moment))
    await show_from(connection, poll.match, moment, now)


async def due(connection: Connection, now: datetime) -> list[str]:
    """The codes of the matches in which a vote is over."""
    query = select(polls.c.match).where(VOTING, polls.c.closes <= now).order_by(polls.c.closes, polls.c.match)
    return list((await connection.execute(query.limit(DUE))).scalars())


async def next_due(connection: Connection, now: datetime) -> datetime | None:
    """The next moment at which a vote is over."""
    query = select(func.min(polls.c.closes)).where(VOTING, polls.c.closes > now)
    following: datetime | None = (await connection.execute(query)).scalar_one()
    return following


async def vote(connection: Connection, code: str, ply: int, given: Vote) -> None:
    """Note the vote of a player, who is locked, in place of their earlier one; the same again changes nothing."""
    mine = (votes.c.match == code, votes.c.ply == ply, votes.c.player == given.player)
    await connection.execute(delete(votes).where(*mine, votes.c.choice != given.choice))
    row = {"match": code, "ply": ply, "player": given.player, "choice": given.choice, "at": given.at}
    await connection.execute(unless_there(connection.dialect.name, votes), row)


async def cast(connection: Connection, code: str, ply: int) -> list[Vote]:
    """The votes on the turn after ``ply`` turns, the first of them first."""
    query = select(votes).where(votes.c.match == code, votes.c.ply == ply).order_by(votes.c.at, votes.c.player)
    return [Vote(row.player, row.choice, row.at) for row in await connection.execute(query)]


async def voices(connection: Connection, code: str, ply: int) -> dict[str, int]:
    """The number of votes for each choice on the turn after ``ply`` turns."""
    query = select(votes.c.choice, func.count().label("voices")).where(votes.c.match == code, votes.c.ply == ply)
    return {row.choice: row.voices for row in await connection.execute(query.group_by(votes.c.choice))}


async def choice_of(connection: Connection, match: Match, player: str) -> str | None:
    """The wish of a player for the village in this turn."""
    mine = (votes.c.match == match.code, votes.c.ply == match.game.ply, votes.c.player == player)
    return (await connection.execute(select(votes.c.choice).where(*mine))).scalar_one_or_none()


async def counts(connection: Connection, match: Match) -> tuple[int, int, int]:
    """The number of votes so far in this turn, and of those for the latest turn, and on it."""
    game, last = match.game, match.game.ply - 1
    now = await _count(connection, match.code, game.ply)
    if not game.moves:
        return now, 0, 0
    played = format_move(game.ruleset, game.moves[last])
    agreed = await _count(connection, match.code, last, votes.c.choice == played)
    return now, agreed, await _count(connection, match.code, last)


async def _count(connection: Connection, code: str, ply: int, *only: ColumnElement[bool]) -> int:
    query = select(func.count()).select_from(votes).where(votes.c.match == code, votes.c.ply == ply, *only)
    return int((await connection.execute(query)).scalar_one())


async def drop_offers(connection: Connection, code: str, ply: int) -> None:
    """Drop the votes in a turn for a draw that has just been offered."""
    await connection.execute(delete(votes).where(votes.c.match == code, votes.c.ply == ply, votes.c.choice == OFFER))


async def homes(connection: Connection, players: Collection[str]) -> dict[str, str]:
    """The communities of villages, as digests, by their players."""
    query = select(villages.c.player, villages.c.community).where(villages.c.player.in_(players))
    return {row.player: row.community for row in await connection.execute(query)}


async def voted_on(connection: Connection, code: str, player: str) -> list[int]:
    """The turns of a match on which somebody has voted."""
    query = select(votes.c.ply).where(votes.c.match == code, votes.c.player == player).order_by(votes.c.ply)
    return list((await connection.execute(query)).scalars())


async def count_in(connection: Connection, village: str, player: str, now: datetime) -> None:
    """Note that somebody is of a village from now on, unless they are already."""
    row = {"village": village, "player": player, "since": now}
    await connection.execute(unless_there(connection.dialect.name, villagers), row)


async def counted_in_since(connection: Connection, village: str, player: str) -> datetime | None:
    """The moment since which somebody is of a village."""
    mine = (villagers.c.village == village, villagers.c.player == player)
    since: datetime | None = (await connection.execute(select(villagers.c.since).where(*mine))).scalar_one_or_none()
    return since


async def count_of(connection: Connection, village: str) -> int:
    """The number of people who are of a village."""
    query = select(func.count()).select_from(villagers).where(villagers.c.village == village)
    return int((await connection.execute(query)).scalar_one())


async def results(connection: Connection) -> list[ChatResult]:
    """The ends of all matches between two villages, in the order of time."""
    query = select(matches.c.seat_0, matches.c.seat_1, matches.c.winner, matches.c.changed)
    of_two = (matches.c.event_kind == EventKind.VILLAGES.value, matches.c.status == Status.OVER.value)
    query = query.where(*of_two).order_by(matches.c.changed, matches.c.code)
    return [ChatResult((row.seat_0, row.seat_1), row.winner, row.changed) for row in await connection.execute(query)]


async def drop_own(connection: Connection, of: Collection[str]) -> None:
    """Drop the votes of some players in matches in which they play against the village, as they may be there once two
    were one or are two again.
    """
    await connection.execute(delete(votes).where(votes.c.player.in_(of), OF_OWN))


async def forget(connection: Connection, before: datetime) -> None:
    """Drop the votes of matches that were over before a moment."""
    over = select(matches.c.code).where(
        matches.c.status.not_in([status.value for status in LIVE]), matches.c.changed < before
    )
    await connection.execute(delete(votes).where(votes.c.match.in_(over)))


async def _export(connection: Connection, player: str) -> list[dict[str, object]]:
    query = select(votes).where(votes.c.player == player).order_by(votes.c.at, votes.c.match)
    return [
        {"match": row.match, "after": row.ply, "choice": row.choice, "at": moment(row.at)}
        for row in await connection.execute(query)
    ]


async def _export_counted(connection: Connection, player: str) -> list[dict[str, object]]:
    query = select(villagers.c.since, villages.c.platform, villages.c.account)
    query = query.join(villages, villages.c.player == villagers.c.village).where(villagers.c.player == player)
    return [
        {"platform": row.platform, "chat": row.account, "since": moment(row.since)}
        for row in await connection.execute(query.order_by(villagers.c.since, villages.c.player))
    ]


async def _erase(connection: Connection, leaver: Leaver) -> None:
    for each in (votes.c.player, villagers.c.player):
        await dropped(each)(connection, leaver)


PERSONAL = PersonalData(
    N_(
        "Your votes on the turns of a village, which nobody else sees, until 90 days after its match; and the"
        " chats in which you are counted in."
    ),
    forgotten=(votes.c.player, villagers.c.player),
    stays=(villages.c.player, polls.c.village, villagers.c.village, chat_challenges.c.village),
    export={"votes": _export, "villages": _export_counted},
    erase=_erase,
)
