"""Images of the rows that point to some players, as they are stored, and the differences between two of them.

The differences are JSON. What has changed since can be told from them, and everything else be put back byte for byte.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

from sqlalchemy import Table, and_, case, column, delete, insert, or_, select, table, update

from bot.store.audit import PLAIN, Raw, fetch, raw
from bot.store.connection import Connection
from bot.store.tables import LASTING, links, merges, players, rung_changes, rungs

Key: TypeAlias = tuple[Any, ...]
Image: TypeAlias = Mapping[str, Mapping[Key, Raw]]
"""Rows as they are stored, by the name of their table and their key."""
_NOT_OF_THEM = (links, merges, rungs, rung_changes)
"""What says of players that they are one is not changed by their becoming so; and what has happened on a ladder is not
undone: it is another change that gives back a rung."""
_COUNTING_UP = {"matches": ("version",), "views": ("match_version",)}
"""Never put back: whoever has a match in memory knows by it that they must read it again."""


@dataclass(frozen=True)
class RowChange:
    """A row before and after; None where there was none. The columns that are the same are left out of both where there
    was one before and after.
    """

    table: str
    key: Key
    before: Raw | None
    after: Raw | None


def columns_of_players() -> dict[str, list[str]]:
    """The columns that point to a player, by the tables that have some."""
    found = {
        each.name: [key.parent.name for key in each.foreign_keys if key.column is players.c.id]
        for each in LASTING
        if each not in _NOT_OF_THEM
    }
    return {name: columns for name, columns in found.items() if columns} | {players.name: ["id"]}


async def taken(connection: Connection, *of: str) -> Image:
    """The rows that point to some players now."""
    image: dict[str, dict[Key, Raw]] = {}
    for each in LASTING:
        if pointing := columns_of_players().get(each.name):
            theirs = or_(*(each.c[name].in_(of) for name in pointing))
            kept = [every for every in each.columns if every.name not in _COUNTING_UP.get(each.name, ())]
            rows = await fetch(connection, select(*raw(*kept)).where(theirs))
            image[each.name] = {_key(each, row): row for row in rows}
    return image


def differences(before: Image, after: Image) -> list[RowChange]:
    """The rows that one image has otherwise than another."""
    found = []
    for name, old in before.items():
        new = after[name]
        for key in [*old, *(key for key in new if key not in old)]:
            one, other = old.get(key), new.get(key)
            if one == other:
                continue
            if one is not None and other is not None:
                changed = [each for each in one if one[each] != other[each]]
                one, other = ({each: row[each] for each in changed} for row in (one, other))
            found.append(RowChange(name, key, one, other))
    return found


def written(found: Iterable[RowChange]) -> str:
    """Differences as JSON."""
    return json.dumps([[each.table, each.key, each.before, each.after] for each in found], separators=(",", ":"))


def read(text: str) -> list[RowChange]:
    """The differences in a JSON text of ours."""
    return [RowChange(name, tuple(key), before, after) for name, key, before, after in json.loads(text)]


async def put_back(connection: Connection, found: Iterable[RowChange], become: Mapping[str, str]) -> None:
    """Put back whatever is still as it was left: rows that came go, what was changed is as before, and rows that went
    come back. Of a row that has changed since, only the players to whom it points are put back.

    ``become`` are the others who have become somebody else, maybe since: what comes back points to who they are now.
    """
    found = list(found)
    for each in found:
        if each.before is None and each.after is not None:
            others = set(columns_of_players()[each.table]) - set(_named(each))
            left = {name: value for name, value in each.after.items() if name not in others}
            await connection.execute(delete(_plain(each.table)).where(_where(each.table, left)))
    for each in found:
        if each.before is not None and each.after is not None:
            same = and_(_where(each.table, _named(each)), _where(each.table, each.after))
            back = {**_other_players(each), **each.before}
            done = await connection.execute(update(_plain(each.table)).where(same).values(back))
            if not done.rowcount:
                await _point_back(connection, each)
    for each in found:
        if each.before is not None and each.after is None:
            key = _where(each.table, _named(each))
            if (await connection.execute(select(_plain(each.table)).where(key))).first() is None:
                pointing = columns_of_players()[each.table]
                now = {name: become.get(value, value) for name, value in each.before.items() if name in pointing}
                await connection.execute(insert(_plain(each.table)).values({**each.before, **now}))


async def _point_back(connection: Connection, each: RowChange) -> None:
    before, after, plain = each.before or {}, each.after or {}, _plain(each.table)
    names = [name for name in columns_of_players()[each.table] if name in before and name not in _named(each)]
    back = {name: case((plain.c[name] == after[name], before[name]), else_=plain.c[name]) for name in names}
    if values := {**_other_players(each), **back}:
        await connection.execute(update(plain).where(_where(each.table, _named(each))).values(values))


def _other_players(each: RowChange) -> dict[str, Any]:
    """The columns of a row that may have come to point to a player since, as to who has acted in a match last: they are
    put back with the others, as rules bind these together.
    """
    before, after, plain = each.before or {}, each.after or {}, _plain(each.table)
    names = [name for name in columns_of_players()[each.table] if name not in _named(each)]
    players = {after[name]: before[name] for name in names if name in before and after[name] is not None}
    others = [name for name in names if name not in before] if players else []
    return {name: case(players, value=plain.c[name], else_=plain.c[name]) for name in others}


_TABLES = {each.name: each for each in LASTING}


@cache
def _plain(name: str) -> Any:
    """A table whose values are taken and given as they are stored."""
    return table(name, *(column(each.name, PLAIN.get(type(each.type), each.type)) for each in _TABLES[name].columns))


def _where(name: str, values: Mapping[str, Any]) -> Any:
    """Has a row these values?"""
    plain = _plain(name)
    return and_(*(plain.c[each].is_not_distinct_from(value) for each, value in values.items()))


def _key(of: Table, row: Raw) -> Key:
    return tuple(row[each.name] for each in of.primary_key)


def _named(each: RowChange) -> dict[str, Any]:
    keys = _TABLES[each.table].primary_key
    return {column.name: value for column, value in zip(keys, each.key, strict=True)}
