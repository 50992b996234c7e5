"""Games from elsewhere that people keep under names of their own. Nobody else ever sees one."""

from datetime import datetime

from sqlalchemy import ColumnElement, delete, func, select, update

from bot.matches.kept_games import KeptGame
from bot.store.connection import Connection
from bot.store.personal import PersonalData, dropped, moment
from bot.store.tables import kept_games
from bot.words import N_


async def of_player(connection: Connection, player: str) -> list[KeptGame]:
    """The games that a player keeps, the latest first."""
    query = select(kept_games).where(kept_games.c.player == player)
    rows = await connection.execute(query.order_by(kept_games.c.at.desc(), kept_games.c.key))
    return [KeptGame(row.key, row.name, row.ruleset, row.plies) for row in rows]


async def count(connection: Connection, player: str) -> int:
    """The number of games that a player keeps."""
    query = select(func.count()).select_from(kept_games).where(kept_games.c.player == player)
    return (await connection.execute(query)).scalar_one()


async def name_of(connection: Connection, player: str, key: str) -> str:
    """The name under which a player keeps a game; empty where they do not."""
    query = select(kept_games.c.name).where(*_of(player, key))
    return (await connection.execute(query)).scalar_one_or_none() or ""


async def record_of(connection: Connection, player: str, key: str) -> str:
    """The record of a game that a player keeps; empty where they do not."""
    query = select(kept_games.c.record).where(*_of(player, key))
    return (await connection.execute(query)).scalar_one_or_none() or ""


async def rename(connection: Connection, player: str, key: str, name: str) -> bool:
    """Give another name to a game of a player, who is locked; False where they do not keep it."""
    return (await connection.execute(update(kept_games).where(*_of(player, key)).values(name=name))).rowcount > 0


async def add(connection: Connection, player: str, kept: KeptGame, record: str, now: datetime) -> None:
    """Keep a game for a player, who is locked and has not kept it yet."""
    await connection.execute(
        kept_games.insert().values(
            player=player,
            key=kept.key,
            name=kept.name,
            ruleset=kept.ruleset,
            plies=kept.plies,
            record=record,
            at=now,
        )
    )


async def drop(connection: Connection, player: str, key: str) -> None:
    """Forget a game of a player."""
    await connection.execute(delete(kept_games).where(*_of(player, key)))


def _of(player: str, key: str) -> tuple[ColumnElement[bool], ...]:
    return kept_games.c.player == player, kept_games.c.key == key


async def _export(connection: Connection, player: str) -> list[dict[str, object]]:
    query = select(kept_games).where(kept_games.c.player == player).order_by(kept_games.c.at, kept_games.c.key)
    return [{"name": row.name, "record": row.record, "at": moment(row.at)} for row in await connection.execute(query)]


PERSONAL = PersonalData(
    N_("Games from elsewhere that you keep, under your names for them."),
    forgotten=(kept_games.c.player,),
    export={"kept_games": _export},
    erase=dropped(kept_games.c.player),
)
