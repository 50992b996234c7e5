"""The parts of which the tables are made."""

from sqlalchemy import Column, ForeignKey, MetaData, Table
from sqlalchemy.sql.schema import SchemaItem

from bot.store.rules import checks
from bot.store.types import Text

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)


def table(name: str, *items: SchemaItem) -> Table:
    """A table with the rules that each of its rows must fulfil."""
    return Table(name, metadata, *items, *checks(name), sqlite_strict=True)


def player(name: str, *, required: bool = False) -> Column[str]:
    """A column for the id of a player."""
    return Column(name, Text, ForeignKey("players.id"), nullable=not required)


def match() -> Column[str]:
    """A column for the code of a match."""
    return Column("match", Text, ForeignKey("matches.code"), nullable=False)
