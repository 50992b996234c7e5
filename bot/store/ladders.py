"""The ladders of chats. Whoever changes one has locked it: after people, and after the match that moves it.

Each change of rungs is a row, and the rungs follow from these rows in their order: ``papan check`` reckons them again.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, and_, delete, func, or_, select, update

from bot.matches.identity import Place
from bot.matches.ladder import IDLE, ChallengeOutcome, RungCause, RungChange, joined, left
from bot.store.connection import AnyRow, Connection, unless_there
from bot.store.personal import Leaver, PersonalData, moment
from bot.store.tables import NOT_SHOWN, UNDECIDED, challenges, ladders, players, rung_changes, rungs
from bot.words import N_

LOOKED_AT = 100
"""So many of those above somebody are looked at to find whom they may challenge."""


@dataclass(frozen=True)
class Ladder:
    """The ladder of a game in a community, which is ``account`` on its platform; its card stands in a place.

    ``changes`` counts those of rungs, ``version`` all that its card shows.
    """

    id: str
    community: str
    ruleset: str
    account: str
    place: Place
    language: str
    message: str | None
    changes: int
    version: int
    shown: int
    edited: datetime


@dataclass(frozen=True)
class Rung:
    """A player on a ladder."""

    player: str
    rung: int
    since: datetime
    due: datetime


@dataclass(frozen=True)
class Challenge:
    """A match that decides who has a rung."""

    match: str
    ladder: str
    challenger: str
    challenged: str
    outcome: ChallengeOutcome | None


async def make(connection: Connection, ladder: Ladder) -> None:
    """Write a new ladder, unless its community has one of that game."""
    place = ladder.place
    row = {name: getattr(ladder, name) for name in _COLUMNS}
    row |= {"platform": place.platform, "chat": place.chat, "thread": place.thread}
    await connection.execute(unless_there(connection.dialect.name, ladders), row)


_COLUMNS = (
    *("id", "community", "ruleset", "account", "language", "message"),
    *("changes", "version", "shown", "edited"),
)


async def find(connection: Connection, community: str, ruleset: str, *, lock: bool = False) -> Ladder | None:
    """The ladder of a game in a community; with ``lock`` no other transaction changes it before this one ends."""
    query = select(ladders).where(ladders.c.community == community, ladders.c.ruleset == ruleset)
    row = (await connection.execute(query.with_for_update(key_share=True) if lock else query)).one_or_none()
    return _ladder(row) if row else None


async def get(connection: Connection, ladder: str, *, lock: bool = False) -> Ladder | None:
    """A ladder by its id, as in ``find``."""
    query = select(ladders).where(ladders.c.id == ladder)
    row = (await connection.execute(query.with_for_update(key_share=True) if lock else query)).one_or_none()
    return _ladder(row) if row else None


async def of_community(connection: Connection, community: str) -> list[Ladder]:
    """The ladders of a community, on which somebody stands or has stood, by their games."""
    query = select(ladders).where(ladders.c.community == community).order_by(ladders.c.ruleset)
    return [_ladder(row) for row in await connection.execute(query)]


async def count(connection: Connection, ladder: str) -> int:
    """The number of rungs."""
    query = select(func.max(rungs.c.rung)).where(rungs.c.ladder == ladder)
    return (await connection.execute(query)).scalar_one() or 0


async def rung_of(connection: Connection, ladder: str, player: str) -> Rung | None:
    """The rung of a player."""
    query = select(rungs).where(rungs.c.ladder == ladder, rungs.c.player == player)
    row = (await connection.execute(query)).one_or_none()
    return _rung(row) if row else None


async def at(connection: Connection, ladder: str, rung: int) -> Rung | None:
    """The player on a rung."""
    found = await between(connection, ladder, rung, rung)
    return found[0] if found else None


async def between(connection: Connection, ladder: str, first: int, last: int) -> list[Rung]:
    """The players from one rung to another, both included, from the top."""
    query = select(rungs).where(rungs.c.ladder == ladder, rungs.c.rung.between(first, last)).order_by(rungs.c.rung)
    return [_rung(row) for row in await connection.execute(query)]


async def above(connection: Connection, ladder: str, rung: int, now: datetime) -> list[tuple[str, bool]]:
    """The players above a rung, the nearest first, each with whether they are away; at most ``LOOKED_AT``."""
    query = (
        select(rungs.c.player, players.c.away_until)
        .join(players, players.c.id == rungs.c.player)
        .where(rungs.c.ladder == ladder, rungs.c.rung < rung)
        .order_by(rungs.c.rung.desc())
        .limit(LOOKED_AT)
    )
    rows = await connection.execute(query)
    return [(row.player, row.away_until is not None and row.away_until > now) for row in rows]


async def apply(
    connection: Connection, ladder: str, change: RungChange, now: datetime, match: str | None = None
) -> None:
    """Write a change of a ladder, which is locked, and move whom it moves. ``match`` has decided it."""
    mine = and_(rungs.c.ladder == ladder, rungs.c.player == change.player)
    before, after = change.before, change.after
    match change.cause:
        case RungCause.JOINED | RungCause.RESTORED if after is not None:
            await _shift(connection, ladder, rungs.c.rung >= after, 1)
            row = {"ladder": ladder, "player": change.player, "rung": after, "since": now, "due": now + IDLE}
            await connection.execute(rungs.insert().values(row))
        case RungCause.WON if before is not None and after is not None:
            await _shift(connection, ladder, rungs.c.rung.between(after, before - 1), 1)
            await connection.execute(update(rungs).where(mine).values(rung=after))
        case RungCause.UNANSWERED | RungCause.SANK:
            other = and_(rungs.c.ladder == ladder, rungs.c.player == change.other)
            await connection.execute(update(rungs).where(other).values(rung=before))
            await connection.execute(update(rungs).where(mine).values(rung=after))
        case RungCause.BECAME:
            await connection.execute(update(rungs).where(mine).values(player=change.other))
        case _ if before is not None:
            await connection.execute(delete(rungs).where(mine))
            await _shift(connection, ladder, rungs.c.rung > before, -1)
    counted = update(ladders).where(ladders.c.id == ladder)
    counted = counted.values(changes=ladders.c.changes + 1, version=ladders.c.version + 1)
    nth = (await connection.execute(counted.returning(ladders.c.changes))).scalar_one()
    row = {"ladder": ladder, "nth": nth, "at": now, "cause": change.cause.value, "player": change.player}
    row |= {"rung_before": before, "rung_after": after, "other": change.other, "match": match}
    await connection.execute(rung_changes.insert().values(row))


async def _shift(connection: Connection, ladder: str, whom: ColumnElement[bool], by: int) -> None:
    await connection.execute(update(rungs).where(rungs.c.ladder == ladder, whom).values(rung=rungs.c.rung + by))


async def join(connection: Connection, ladder: str, player: str, now: datetime) -> None:
    """Somebody comes to a ladder, which is locked; nothing where they stand on it."""
    if await rung_of(connection, ladder, player) is None:
        await apply(connection, ladder, joined(player, await count(connection, ladder)), now)


async def leave(connection: Connection, ladder: str, player: str, cause: RungCause, now: datetime) -> bool:
    """Somebody leaves a ladder, which is locked; did they stand on it?"""
    found = await rung_of(connection, ladder, player)
    if found:
        await apply(connection, ladder, left(player, found.rung, cause), now)
    return found is not None


async def leave_all(
    connection: Connection, player: str, cause: RungCause, now: datetime, community: str | None = None
) -> bool:
    """Somebody leaves all ladders, or those of a community; did they stand on any?"""
    query = select(rungs.c.ladder).join(ladders, ladders.c.id == rungs.c.ladder).where(rungs.c.player == player)
    if community is not None:
        query = query.where(ladders.c.community == community)
    found = list((await connection.execute(query.order_by(rungs.c.ladder))).scalars())
    for ladder in found:
        await get(connection, ladder, lock=True)
        await leave(connection, ladder, player, cause, now)
    return bool(found)


async def put_off(connection: Connection, ladder: str, of: Collection[str], due: datetime) -> None:
    """Some players sink at a moment, unless they play before."""
    theirs = and_(rungs.c.ladder == ladder, rungs.c.player.in_(of))
    await connection.execute(update(rungs).where(theirs).values(due=due))


async def due(connection: Connection, now: datetime, limit: int) -> list[str]:
    """The ladders on which somebody has not played for too long, who has waited longest first."""
    query = select(rungs.c.ladder).where(rungs.c.due <= now).order_by(rungs.c.due).limit(limit)
    return list(dict.fromkeys((await connection.execute(query)).scalars()))


async def due_on(connection: Connection, ladder: str, now: datetime) -> list[Rung]:
    """Those of a ladder who have not played for too long, the lowest first."""
    query = select(rungs).where(rungs.c.ladder == ladder, rungs.c.due <= now).order_by(rungs.c.rung.desc())
    return [_rung(row) for row in await connection.execute(query)]


async def next_due(connection: Connection, now: datetime) -> datetime | None:
    """The time when somebody sinks next on any ladder, after now."""
    query = select(rungs.c.due).where(rungs.c.due > now).order_by(rungs.c.due).limit(1)
    return (await connection.execute(query)).scalar_one_or_none()


async def challenge(connection: Connection, wanted: Challenge, now: datetime) -> None:
    """Write a challenge; the ladder is locked."""
    row = {"match": wanted.match, "ladder": wanted.ladder, "at": now, "outcome": None}
    row |= {"challenger": wanted.challenger, "challenged": wanted.challenged}
    await connection.execute(challenges.insert().values(row))
    await show_again(connection, wanted.ladder)


async def challenge_of(connection: Connection, match: str) -> Challenge | None:
    """The challenge that a match decides."""
    row = (await connection.execute(select(challenges).where(challenges.c.match == match))).one_or_none()
    return _challenge(row) if row else None


async def open_challenges(connection: Connection, ladder: str, player: str | None = None) -> list[Challenge]:
    """The challenges of a ladder that go on, or those of them in which a player has a part; the oldest first."""
    query = select(challenges).where(challenges.c.ladder == ladder, UNDECIDED)
    if player is not None:
        query = query.where(or_(challenges.c.challenger == player, challenges.c.challenged == player))
    return [_challenge(row) for row in await connection.execute(query.order_by(challenges.c.at, challenges.c.match))]


async def decide(connection: Connection, match: str, outcome: ChallengeOutcome) -> None:
    """Write how a challenge has ended."""
    await connection.execute(update(challenges).where(challenges.c.match == match).values(outcome=outcome.value))


async def show_again(connection: Connection, ladder: str) -> None:
    """Have the card of a ladder show what has changed."""
    await connection.execute(update(ladders).where(ladders.c.id == ladder).values(version=ladders.c.version + 1))


async def not_shown(connection: Connection, limit: int) -> list[Ladder]:
    """The ladders whose card shows another version, or is not there yet."""
    query = select(ladders).where(NOT_SHOWN).order_by(ladders.c.edited).limit(limit)
    return [_ladder(row) for row in await connection.execute(query)]


async def shown(connection: Connection, ladder: Ladder, message: str | None, now: datetime) -> None:
    """Note that the card of a ladder shows it as it was read."""
    one = update(ladders).where(ladders.c.id == ladder.id)
    await connection.execute(one.values(message=message, shown=ladder.version, edited=now))


async def stand(connection: Connection, ladder: str, place: Place) -> None:
    """Have the card of a ladder be posted in another place of its community, or once more in the same."""
    values = {"chat": place.chat, "thread": place.thread, "message": None, "version": ladders.c.version + 1}
    await connection.execute(update(ladders).where(ladders.c.id == ladder).values(values))


async def move(connection: Connection, before: str, after: str, place: Place) -> None:
    """A community lives on as another one: its ladders too, but those of games of which that one has a ladder."""
    there = select(ladders.c.ruleset).where(ladders.c.community == after).scalar_subquery()
    here = update(ladders).where(ladders.c.community == before, ladders.c.ruleset.not_in(there))
    values = {"community": after, "account": place.community, "chat": place.chat, "thread": "", "message": None}
    await connection.execute(here.values(values | {"version": ladders.c.version + 1}))


async def merge(connection: Connection, older: str, younger: str, at: datetime) -> None:
    """Two players are one: whoever of them stands higher on a ladder stays on it, as the older one."""
    query = select(rungs.c.ladder).where(rungs.c.player.in_((older, younger))).order_by(rungs.c.ladder)
    for ladder in dict.fromkeys((await connection.execute(query)).scalars()):
        await get(connection, ladder, lock=True)
        one, other = await rung_of(connection, ladder, older), await rung_of(connection, ladder, younger)
        if one and other:
            lower = max(one, other, key=lambda each: each.rung)
            await leave(connection, ladder, lower.player, RungCause.MERGED, at)
        stays = await rung_of(connection, ladder, younger)
        if stays:
            change = RungChange(RungCause.BECAME, younger, stays.rung, stays.rung, older)
            await apply(connection, ladder, change, at)


async def part(connection: Connection, older: str, younger: str, at: datetime, now: datetime) -> None:
    """Two players who became one at a moment are two again: a rung of the younger one is theirs again, and whoever has
    given theirs up comes back there, or at the bottom where there are fewer by now.
    """
    causes = (RungCause.MERGED.value, RungCause.BECAME.value)
    theirs = rung_changes.c.player.in_((older, younger)), rung_changes.c.cause.in_(causes), rung_changes.c.at == at
    query = select(rung_changes).where(*theirs).order_by(rung_changes.c.ladder, rung_changes.c.nth.desc())
    for row in (await connection.execute(query)).all():
        await get(connection, row.ladder, lock=True)
        mine = await rung_of(connection, row.ladder, older)
        if row.cause == RungCause.BECAME.value:
            if mine:
                change = RungChange(RungCause.BECAME, older, mine.rung, mine.rung, younger)
                await apply(connection, row.ladder, change, now)
        elif await rung_of(connection, row.ladder, row.player) is None:
            rung = min(row.rung_before, await count(connection, row.ladder) + 1)
            await apply(connection, row.ladder, RungChange(RungCause.RESTORED, row.player, None, rung), now)


def _ladder(row: AnyRow) -> Ladder:
    place = Place(row.platform, row.chat, row.thread, server=row.account if row.account != row.chat else "")
    return Ladder(place=place, **{name: getattr(row, name) for name in _COLUMNS})


def change_of(row: AnyRow) -> RungChange:
    """The change that a row of ``rung_changes`` tells."""
    return RungChange(RungCause(row.cause), row.player, row.rung_before, row.rung_after, row.other)


def _rung(row: AnyRow) -> Rung:
    return Rung(row.player, row.rung, row.since, row.due)


def _challenge(row: AnyRow) -> Challenge:
    outcome = ChallengeOutcome(row.outcome) if row.outcome else None
    return Challenge(row.match, row.ladder, row.challenger, row.challenged, outcome)


async def _erase(connection: Connection, leaver: Leaver) -> None:
    await leave_all(connection, leaver.player, RungCause.DELETED, leaver.now)
    theirs = or_(challenges.c.challenger == leaver.player, challenges.c.challenged == leaver.player)
    # Left open is only that of a match which cannot be read.
    await connection.execute(update(challenges).where(theirs, UNDECIDED).values(outcome=ChallengeOutcome.VOID.value))


async def _export_rungs(connection: Connection, player: str) -> list[dict[str, object]]:
    query = select(ladders.c.ruleset, rungs).join(rungs, rungs.c.ladder == ladders.c.id)
    rows = await connection.execute(query.where(rungs.c.player == player).order_by(rungs.c.since))
    return [{"game": row.ruleset, "rung": row.rung, "since": moment(row.since)} for row in rows]


async def _export_changes(connection: Connection, player: str) -> list[dict[str, object]]:
    mine = or_(rung_changes.c.player == player, rung_changes.c.other == player)
    query = select(ladders.c.ruleset, rung_changes).join(ladders, ladders.c.id == rung_changes.c.ladder)
    return [
        {
            "game": row.ruleset,
            "at": moment(row.at),
            "why": row.cause,
            "of": "you" if row.player == player else "the other",
            "from": row.rung_before,
            "to": row.rung_after,
            "match": row.match,
        }
        for row in await connection.execute(query.where(mine).order_by(rung_changes.c.at, rung_changes.c.nth))
    ]


async def _export_challenges(connection: Connection, player: str) -> list[dict[str, object]]:
    mine = or_(challenges.c.challenger == player, challenges.c.challenged == player)
    return [
        {
            "match": row.match,
            "at": moment(row.at),
            "by": "you" if row.challenger == player else "the other",
            "outcome": row.outcome,
        }
        for row in await connection.execute(select(challenges).where(mine).order_by(challenges.c.at))
    ]


PERSONAL = PersonalData(
    N_("On which rungs of the ladders of chats you stand and have stood, and whom you have challenged there."),
    forgotten=(rungs.c.player,),
    stays=(challenges.c.challenger, challenges.c.challenged, rung_changes.c.player, rung_changes.c.other),
    export={"rungs": _export_rungs, "rung_changes": _export_changes, "challenges": _export_challenges},
    erase=_erase,
)
