"""An open transaction, on which the modules of the store run their statements."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cache
from typing import Any, Protocol, TypeAlias, TypeVar, overload

from sqlalchemy import Column, ColumnElement, CursorResult, Dialect, Executable, Insert, Select, Table
from sqlalchemy import Row as SqlRow
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.selectable import TypedReturnsRows

Row = TypeVar("Row", bound=tuple[Any, ...])
Result = TypeVar("Result")
AnyRow: TypeAlias = SqlRow[Any]
AnyRows: TypeAlias = CursorResult[Any]
AnySelect: TypeAlias = Select[Any]
AnyColumn: TypeAlias = Column[Any]
AnyElement: TypeAlias = ColumnElement[Any]
Parameters = Mapping[str, object] | Sequence[Mapping[str, object]]
"""The parameters of a statement, for one run or many."""


class Connection(Protocol):
    """A transaction. Work in it must await nothing else: some transactions run where there is no event loop."""

    @property
    def dialect(self) -> Dialect:
        """The kind of database."""

    @overload
    async def execute(self, statement: TypedReturnsRows[Row], parameters: Parameters | None = ...) -> CursorResult[Row]:
        """Execute a statement that gives rows."""

    @overload
    async def execute(self, statement: Executable, parameters: Parameters | None = ...) -> AnyRows:
        """Execute a statement."""

    async def run_sync(self, fn: Callable[..., Result], *arg: object) -> Result:
        """Run synchronous code on SQLAlchemy's own connection."""


Work = Callable[[Connection], Awaitable[Result]]
"""The work of one transaction. It may be run again, so it must not touch anything but the connection; and it
must bear to be run again after it was done: whether a commit counts during which the server was lost is not known."""


class Run(Protocol):
    """Runs a piece of work in a transaction that stays open."""

    async def __call__(self, work: Work[Result]) -> Result:
        """The result of the work."""


@cache
def unless_there(dialect: str, table: Table) -> Insert:
    """A statement that adds rows to a table, each unless there is one with its key; ``dialect`` is a name."""
    insert = sqlite.insert if dialect == "sqlite" else postgresql.insert
    return insert(table).on_conflict_do_nothing()
