"""The commands for a whole database: check it, back it up, restore it, copy it into another."""

import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from bot.cli.games import UsageError
from bot.services.integrity import Finding, check
from bot.store import Database, WrongAddress, room_key, transfer
from bot.store.backends import postgresql
from bot.store.database import sentence_of
from bot.store.inbox import set_aside_updates

FINE = "all stored matches replay as recorded"


def address(given: str) -> str:
    """The address of a database as it is given: itself, ``env:NAME``, or ``file:PATH``, where the address stands.

    So no password has to stand on the command line, which every user of the machine can read. Raises UsageError.
    """
    kind, _, name = given.partition(":")
    if kind == "env":
        if not (found := os.environ.get(name, "").strip()):
            raise UsageError(f"the variable {name} of the environment is not set")
        return found
    if kind == "file":
        try:
            found = Path(name).read_text(encoding="utf-8").strip()
        except (OSError, ValueError) as error:
            raise UsageError(f"no address can be read from {name} ({sentence_of(error)})") from None
        if not found or "\n" in found:
            raise UsageError(f"{name} must hold one address and nothing else")
        return found
    return given


async def check_stored(url: str) -> list[Finding]:
    """Every fault of a database, and remarks. Raises UnusableDatabase."""
    async with _existing(url) as database:
        return await check(database)


async def set_aside(url: str) -> list[str]:
    """A line for each update that was set aside because it ended Papan at each try. Raises UnusableDatabase."""
    async with _existing(url) as database:
        found = await database.read(set_aside_updates)
        return [
            f"update {number} of {platform} was set aside: it ended Papan at each try" for platform, number in found
        ]


async def back_up(url: str, file: Path) -> None:
    """Copy a database into a new file, a SQLite file in any case. Raises UsageError, UnusableDatabase."""
    async with _existing(url) as database:
        try:
            await transfer.backup(database, file)
        except FileExistsError:
            raise UsageError(f"{file} exists already; name a new file") from None
        except OSError as error:
            raise UsageError(f"{file} cannot be written ({error.strerror or error})") from None


async def adopt(url: str, state: Path) -> str:
    """Go on with the database that is there, whatever Papan has kept in its place before: what was done.

    Raises UnusableDatabase.
    """
    if name := await Database.adopt(url, state):
        return f"Papan goes on with {name} as it is now"
    return "there is no database; Papan begins an empty one when it starts"


async def new_room_key(url: str, state: Path) -> str:
    """A new key of the common room; nobody who entered the old one manages it any more. Raises UnusableDatabase."""
    key = room_key.new_key()
    database = await Database.open(url, postgresql.VISITING, state=state)
    try:
        await database.write(lambda connection: room_key.change(connection, key))
    finally:
        await database.close()
    return key


async def restore(file: Path, url: str, state: Path, *, replace: bool) -> tuple[str, list[Finding]]:
    """Carry a backup into a database: what was restored, and what is found in the database then.

    With ``replace`` a file that is damaged, or no database, is set aside, which is said. Raises UnusableDatabase.
    """
    async with transfer.opened_backup(file) as kept:
        if damage := await transfer.damage_of(url):
            rows, aside = await transfer.put_in_place(kept, url, damage, replace=replace)
            async with _opened(url, state) as database:
                await database.accept()
                return f"{_counted(rows)}; what was there is kept as {aside} ({damage})", await check(database)
        async with _opened(url, state) as database:
            rows = await transfer.transfer(kept, database, replace=replace)
            return _counted(rows), await check(database)


async def copy(source: str, target: str, state: Path, *, replace: bool) -> tuple[str, list[Finding]]:
    """Carry one database into another: what was copied, and what is found in the copy.

    Raises UsageError, UnusableDatabase.
    """
    if source == target:
        raise UsageError("a database cannot be copied into itself")
    try:
        async with _existing(source) as original, _opened(target, state) as database:
            rows = await transfer.transfer(original, database, replace=replace)
            return _counted(rows), await check(database)
    except WrongAddress as error:
        raise UsageError(str(error)) from None


@asynccontextmanager
async def _existing(url: str) -> AsyncIterator[Database]:
    database = await Database.look(url)
    try:
        yield database
    finally:
        await database.close()


@asynccontextmanager
async def _opened(url: str, state: Path) -> AsyncIterator[Database]:
    database = await Database.open(url, postgresql.VISITING, anew=True, state=state)
    try:
        yield database
    finally:
        await database.close()


def _counted(rows: Mapping[str, int]) -> str:
    some = ", ".join(f"{rows[name]} {name}" for name in ("players", "matches", "moves"))
    return f"{some}, {sum(rows.values())} rows in all"
