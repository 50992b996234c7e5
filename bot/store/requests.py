"""The number of requests of each person in a minute: every process counts its own, and they are added up here."""

from datetime import datetime

from sqlalchemy import and_, delete, func, select, update

from bot.store.connection import Connection
from bot.store.events import key_of
from bot.store.personal import PersonalData
from bot.store.tables import requests
from bot.store.types import minute_of
from bot.words import N_


async def add(connection: Connection, platform: str, account: str, minute: int, process: str, more: int) -> int:
    """Count more requests of a process; how many all processes have counted for this person in this minute."""
    this = and_(requests.c.who == key_of(platform, account), requests.c.minute == minute)
    mine = and_(this, requests.c.process == process)
    counted = await connection.execute(update(requests).where(mine).values(count=requests.c.count + more))
    if not counted.rowcount:
        row = {"who": key_of(platform, account), "minute": minute, "process": process, "count": more}
        await connection.execute(requests.insert(), row)
    return int((await connection.execute(select(func.sum(requests.c.count)).where(this))).scalar_one())


async def by_minute(connection: Connection, platform: str, account: str, since: int) -> dict[int, int]:
    """The count of all processes together for each minute from ``since`` on, by minute."""
    counted = (
        select(requests.c.minute, func.sum(requests.c.count).label("sum"))
        .where(and_(requests.c.who == key_of(platform, account), requests.c.minute >= since))
        .group_by(requests.c.minute)
    )
    return {row.minute: int(row.sum) for row in await connection.execute(counted)}


async def forget(connection: Connection, before: datetime) -> None:
    """Drop what was counted before then."""
    await connection.execute(delete(requests).where(requests.c.minute < minute_of(before)))


PERSONAL = PersonalData(
    N_("How much you ask me in a minute, where it is a lot, by a digest of your account, for an hour."),
    stays=(requests.c.who,),
)
