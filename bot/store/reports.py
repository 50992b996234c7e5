"""The reports of people to the hosts of a place about others in its matches."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, and_, delete, exists, func, not_, or_, select, update

from bot.matches.rulings import RulingAct
from bot.store.connection import Connection
from bot.store.personal import PersonalData, dropped, moment
from bot.store.tables import reports, rulings
from bot.words import N_


@dataclass(frozen=True)
class Report:
    """A report to the hosts of a ``community``: ``player`` reports ``subject``, for a reason by its key."""

    community: str
    match: str
    player: str
    subject: str
    reason: str
    words: str
    at: datetime
    done: bool = False


async def add(connection: Connection, report: Report) -> None:
    """Write a report."""
    values = {name: getattr(report, name) for name in ("community", "match", "player", "subject", "reason", "words")}
    await connection.execute(reports.insert().values(**values, at=report.at, done=report.done))


async def add_words(connection: Connection, code: str, player: str, words: str) -> bool:
    """Write the words beside the report of a player, in place of earlier ones; False where none of it is open."""
    mine = (reports.c.match == code, reports.c.player == player, reports.c.done == 0)
    return bool((await connection.execute(update(reports).where(*mine).values(words=words))).rowcount)


async def has_reported(connection: Connection, code: str, player: str) -> bool:
    """Has a player reported somebody in a match?"""
    query = select(exists().where(reports.c.match == code, reports.c.player == player))
    return bool((await connection.execute(query)).scalar_one())


async def communities_of(connection: Connection, code: str, player: str) -> list[str]:
    """The communities to whose hosts a player has reported somebody in a match."""
    query = select(reports.c.community).where(reports.c.match == code, reports.c.player == player)
    return list((await connection.execute(query)).scalars())


async def is_told(connection: Connection, community: str, code: str, subject: str) -> bool:
    """Have the hosts of a community had a message about reports in a match, or are they to have one? Once they are
    through with some there, the next one counts anew, unless others about the same ``subject`` are open.
    """
    told = (rulings.c.community == community, rulings.c.match == code, rulings.c.act == RulingAct.REPORTED.value)
    there = (reports.c.community == community, reports.c.match == code)
    through = exists().where(*there, reports.c.done == 1)
    still = exists().where(*there, reports.c.done == 0, reports.c.subject == subject)
    query = select(and_(exists().where(*told), or_(not_(through), still)))
    return bool((await connection.execute(query)).scalar_one())


async def count_since(connection: Connection, player: str, since: datetime) -> int:
    """The number of matches in which a player has reported somebody since a moment."""
    query = select(func.count(reports.c.match.distinct())).where(reports.c.player == player, reports.c.at >= since)
    return int((await connection.execute(query)).scalar_one())


async def of_community(connection: Connection, community: str, reader: str) -> list[Report]:
    """The open reports in a community, the latest first, without those about their ``reader``."""
    query = select(reports).where(*_open(community, reader))
    found = await connection.execute(query.order_by(reports.c.at.desc(), reports.c.match, reports.c.player))
    return [
        Report(row.community, row.match, row.player, row.subject, row.reason, row.words, row.at, bool(row.done))
        for row in found
    ]


async def close(connection: Connection, community: str, code: str, reader: str, latest: datetime) -> None:
    """Note that the hosts are through with the reports in a match up to the ``latest``, but for those about the
    ``reader``.
    """
    theirs = (*_open(community, reader), reports.c.match == code, reports.c.at <= latest)
    await connection.execute(update(reports).where(*theirs).values(done=True))


async def forget(connection: Connection, before: datetime) -> None:
    """Drop the reports from before a moment."""
    await connection.execute(delete(reports).where(reports.c.at < before))


def _open(community: str, reader: str) -> tuple[ColumnElement[bool], ...]:
    return reports.c.community == community, reports.c.done == 0, reports.c.subject != reader


async def _export(connection: Connection, player: str) -> list[dict[str, object]]:
    query = select(reports).where(reports.c.player == player).order_by(reports.c.at, reports.c.match)
    return [
        {"match": row.match, "reason": row.reason, "words": row.words, "at": moment(row.at)}
        for row in await connection.execute(query.order_by(reports.c.community))
    ]


PERSONAL = PersonalData(
    N_(
        "What you have reported to the hosts of a chat; and what they were told about you, which your file leaves out, "
        "as it would say by whom."
    ),
    forgotten=(reports.c.player, reports.c.subject),
    export={"reports": _export},
    erase=dropped(reports.c.player, reports.c.subject),
)
