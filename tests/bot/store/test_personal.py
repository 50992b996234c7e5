"""The register of what is kept about people: it names every column that points to one, and what it says is done."""

import json
from collections.abc import Iterable
from functools import partial
from importlib import import_module
from itertools import count
from pathlib import Path
from pkgutil import iter_modules
from random import Random
from typing import cast

import pytest
from sqlalchemy import Column, ForeignKey, MetaData, Table, select

import bot.store
from bot.matches.identity import CORNER, Person, Place
from bot.matches.invitation import Venue
from bot.matches.names import skeleton
from bot.services.services import Services
from bot.store import Database, Inbox, privacy
from bot.store.connection import Connection
from bot.store.personal import PersonalData
from bot.store.privacy import REGISTER
from bot.store.room import RoomStore
from bot.store.tables import LASTING, accounts, metadata
from bot.store.types import Text
from tests.bot.deadly import DeadlyDatabase, KilledError
from tests.bot.kit import Clock
from tests.suites import deep, either_database

ROOT = Path(__file__).parents[3]
OF_PEOPLE = {
    *("account", "author", "folded", "handle", "invited_handle", "name", "only_for", "opponent", "other"),
    *("person", "player", "staff", "subject", "who"),
}
"""Names of columns that hold a person's id, account or name."""
NOBODY = {
    "allowed.account": "a channel or a role",
    "allowed.name": "that of a channel or a role",
    "boards_sides.account": "a server, group or room",
    "boards_sides.name": "that of a server, group or room",
    "communities.account": "a server, group or room",
    "kept_games.name": "that of a game, as whoever keeps it calls it",
    "ladders.account": "a server, group or room",
    "secrets.name": "what the secret is for",
    "simuls.account": "a server, group or room",
    "tournaments.account": "a server, group or room",
    "duplicates.account": "a server, group or room",
    "tournaments.name": "that of a tournament",
    "teams.account": "a server, group or room",
    "villages.account": "a server, group or room",
    "weeklies.account": "a server, group or room",
    "topics.name": "that of a topic",
}


STAYS = (
    "player",
    "since",
    "matches",
    "boards",
    "rung_changes",
    "challenges",
    "simuls",
    "boards_matches",
    "tournaments",
    "duplicates",
)
"""Parts of the file that tell of a former player: an opaque id, the matches, where all see them, and what has happened
on ladders, from which the rungs of others follow.
"""


def pointing(tables: Iterable[Table]) -> set[str]:
    """The columns that point to a person, by a foreign key or by their name."""
    return {
        str(column)
        for table in tables
        for column in table.c
        if column.name in OF_PEOPLE
        or any(key.target_fullname in ("players.id", "accounts.account") for key in column.foreign_keys)
    }


def named() -> set[str]:
    return {str(column) for each in REGISTER for column in (*each.forgotten, *each.stays)}


def test_every_column_that_points_to_a_person_is_registered() -> None:
    assert pointing(metadata.sorted_tables) - NOBODY.keys() - named() == set()
    new = Table("new", MetaData(), Column("x", Text, ForeignKey("players.id")), Column("who", Text), Column("y", Text))
    assert pointing([new]) == {"new.x", "new.who"}


def test_every_module_that_says_what_it_keeps_is_in_the_register() -> None:
    modules = [import_module(f"bot.store.{each.name}") for each in iter_modules(bot.store.__path__)]
    said = [each for module in modules for each in vars(module).values() if isinstance(each, PersonalData)]
    assert len(said) > len(REGISTER) // 2
    assert [each for each in said if each not in REGISTER] == []
    exported = [name for each in REGISTER for name in each.export]
    assert len(exported) == len(set(exported)), "no part of the file is written over another"


def test_the_page_on_privacy_has_a_row_for_each() -> None:
    page = (ROOT / "docs" / "privacy.md").read_text(encoding="utf-8")
    assert [each.sentence for each in REGISTER if f"\n| {each.sentence} | " not in page] == []


@pytest.mark.parametrize("backend", either_database(), indirect=True)
async def test_nothing_is_left_of_anybody_in_any_table(town: str, clock: Clock) -> None:
    database = await Database.open(town)
    services = Services.over(database, clock, Random(1))
    try:
        await _write_what_the_town_has_not(database, services, clock)
        people_here = await database.read(_people)
        everybody = set().union(*people_here.values())
        before = await database.read(_values)
        held = {name for name, values in before.items() if _whose(values, everybody)}
        assert set(before) - held == set(), "there is something of somebody in each column, so that it can be missed"
        for player, words in people_here.items():
            one = await services.people.by_id(player)
            assert one is not None
            await services.people.erase(one)
            left = await database.read(_values)
            assert {name: found for name, values in left.items() if (found := _whose(values, words))} == {}
            kept = await database.read(partial(_file_of_nobody, player=player))
            assert {name: value for name, value in kept.items() if value} == {}
    finally:
        await database.close()


@deep("it is erased once for each statement; in the quick suite data are erased and matches end under deaths")
@pytest.mark.parametrize("backend", either_database(), indirect=True)
async def test_who_dies_while_erasing_has_erased_nothing_or_all(town: str, clock: Clock) -> None:
    database = await Database.open(town)
    deadly = DeadlyDatabase(database)
    services = Services.over(cast("Database", deadly), clock, Random(1))
    try:
        await _write_what_the_town_has_not(database, services, clock)
        before = await database.read(_values)
        (player,) = [each for each, words in (await database.read(_people)).items() if "Adi Putra" in words]
        adi = await services.people.by_id(player)
        assert adi is not None
        for at in count(1):
            deadly.arm(at, before=at % 2 == 0)
            try:
                await services.people.erase(adi)
            except KilledError:
                assert await database.read(_values) == before
            else:
                break
        assert deadly.deaths == [*range(1, at)]
        assert len(deadly.deaths) > len(REGISTER)
        assert not any(_whose(values, {player, "Adi Putra"}) for values in (await database.read(_values)).values())
        deadly.disarm()
    finally:
        await database.close()


async def _write_what_the_town_has_not(database: Database, services: Services, clock: Clock) -> None:
    async def adi(connection: Connection) -> str:
        query = select(accounts.c.account).where(accounts.c.platform == "web", accounts.c.name == "Adi")
        return str((await connection.execute(query)).scalar_one())

    here, room = await database.read(adi), RoomStore(database)
    await room.rename(here, "Adi Putra")
    await room.add("own", f"{CORNER}{here}", here, None, {"kind": "said", "text": "Adi Putra"})
    await room.add("for", "room", here, None, {"kind": "said", "text": "x"})
    await room.add("told", "room", None, here, {"kind": "answer", "text": "Adi Putra"})
    await services.people.player(Person("telegram", "31", "Budi", "budi"))  # somebody was invited by this handle
    nur = await services.people.player(Person("telegram", "99", "نور", "nur_k", "id"))
    (match, *_) = await services.matches.of_player(nur.id)
    await services.views.add(match.code, Venue(Place("telegram", "99", private=True), "id"), nur)
    waiting = {"message": {"from": {"id": 99, "first_name": "نور"}, "text": "/help"}}
    await Inbox(database, "telegram", clock).receive({4_000_000_000: json.dumps(waiting, ensure_ascii=False)})


async def _people(connection: Connection) -> dict[str, set[str]]:
    """All by which somebody is known, by player."""
    known: dict[str, set[str]] = {}
    for row in await connection.execute(select(accounts)):
        words = {row.player, row.account, f"{CORNER}{row.account}", row.name, row.handle, skeleton(row.name)}
        known.setdefault(row.player, set()).update(words - {""})
        if row.name == "Adi Putra":
            known[row.player].add(skeleton("Adi"))
    return known


async def _values(connection: Connection) -> dict[str, set[str]]:
    """The values in the columns from which people are to be forgotten."""
    return {
        str(column): {str(value) for value in (await connection.execute(select(column))).scalars() if value}
        for each in REGISTER
        for column in each.forgotten
        if column.table in LASTING
    }


def _whose(values: Iterable[str], words: set[str]) -> set[str]:
    """Those that are somebody's, or long texts that name somebody."""
    names = {word for word in words if not word.isascii() or " " in word}
    return {value for value in values if value in words or any(name in value for name in names)}


async def _file_of_nobody(connection: Connection, player: str) -> dict[str, object]:
    """The file of a player whose data is deleted, without what stays."""
    found = await privacy.export(connection, player)
    settings = found.pop("settings")
    assert isinstance(settings, dict)
    return {name: value for name, value in found.items() if name not in STAYS} | settings
