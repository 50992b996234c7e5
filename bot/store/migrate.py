"""Brings a database's schema up to date. Steps are numbered; a schema that no step here makes is refused."""

import sqlite3
from functools import cache
from pathlib import Path

import structlog
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, inspect
from sqlalchemy.exc import SQLAlchemyError

from bot.foundation.errors import UserError
from bot.store import shape

log = structlog.get_logger()

STEPS = Path(__file__).with_name("migrations")
"""The numbered steps: ``versions/`` holds a file for each."""


class UnusableDatabase(UserError):
    """The database cannot be used; the text says why in one sentence, for the operator."""


class WrongAddress(UnusableDatabase):
    """The address of the database is malformed."""


class UnknownSchema(UnusableDatabase):
    """No step of this Papan makes the schema of the database: a later version wrote it, or one under development."""

    def __init__(self, found: str, known: str) -> None:
        super().__init__(
            f"the database has schema {found}, which this Papan does not know (it knows schemas up to {known}): start "
            "the Papan that wrote it, or begin anew with another database"
        )


class UnfinishedSchema(UnusableDatabase):
    """The database names a schema of ours, but its tables are not those that our steps make."""

    def __init__(self, found: str | None, reason: str) -> None:
        super().__init__(
            f"the database says that it has schema {found}, but its tables are not those of schema {found} ({reason}): "
            "a Papan under development wrote it, before 0.1.0. Nothing was changed; start the Papan that wrote it, or "
            "begin anew with another database (DATABASE_URL)"
        )


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(STEPS))
    return config


@cache
def _script(steps: Path) -> ScriptDirectory:
    """The steps of a folder; to read them takes longer than to open a database."""
    return ScriptDirectory(str(steps))


def newest() -> str:
    """The schema this code works with."""
    head = _script(STEPS).get_current_head()
    if head is None:
        raise FileNotFoundError("the migrations are missing from this installation")
    return head


def present(connection: Connection) -> str | None:
    """The schema of a database, None for an empty one.

    Raises UnknownSchema, and UnusableDatabase where the tables are not ours.
    """
    try:
        found = MigrationContext.configure(connection).get_current_revision()
    except CommandError as error:
        raise UnusableDatabase(f"the database does not say which schema it has: {error}") from None
    if found is None:
        if strangers := inspect(connection).get_table_names():
            raise UnusableDatabase(f"the database holds tables that are not Papan's ({', '.join(strangers[:3])})")
        return None
    if found not in {step.revision for step in _script(STEPS).walk_revisions()}:
        raise UnknownSchema(found, newest())
    return found


def upgrade(connection: Connection, to: str = "head") -> None:
    """Take every step that is missing, up to schema ``to``, inside the transaction that is open on ``connection``."""
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, to)


def is_up_to_date(connection: Connection, found: str | None) -> bool:
    """Is there nothing to do to a database with the schema ``found``?"""
    return found == newest() and not shape.difference(connection)


def bring_up_to_date(connection: Connection, found: str | None) -> None:
    """Take every step that is missing, inside the transaction that is open, and add what the tables lack all the same.

    Raises UnfinishedSchema.
    """
    try:
        if found != newest():
            upgrade(connection)
        added = shape.complete(connection)
    except (LookupError, ValueError) as error:
        raise UnfinishedSchema(found, str(error.args[0] if error.args else error)) from error
    except SQLAlchemyError as error:
        if not _knows_no_such_thing(error):
            raise
        raise UnfinishedSchema(found, str(getattr(error, "orig", error)).partition("\n")[0]) from error
    if found != newest():
        log.info("schema_upgraded", before=found, now=newest())
    if added:
        log.warning("schema_completed", added=added)


def _knows_no_such_thing(error: SQLAlchemyError) -> bool:
    """Does a statement fail because of the tables that it names, and not because of the disk or a right?"""
    cause = getattr(error, "orig", None)
    if isinstance(cause, sqlite3.Error):
        return cause.sqlite_errorcode == sqlite3.SQLITE_ERROR
    # Of class 42, which says that a statement fits neither the tables nor the language, one code is about a right.
    state = str(getattr(cause, "sqlstate", None) or "")
    return state.startswith("42") and state != "42501"
