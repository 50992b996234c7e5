"""The columns of a match that hold its terms, and the rules for them: both follow from the rows of the terms."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, assert_never

from sqlalchemy import Column
from sqlalchemy.sql.schema import SchemaItem
from sqlalchemy.types import TypeEngine

from bot.matches.pace import Pace
from bot.matches.terms import TERMS, UNTIMED, FlagTerm, MatchTerm, NumberTerm, PaceNeeds, PaceTerm, Terms
from bot.store.connection import AnyRow
from bot.store.rule import Rule, one_of
from bot.store.types import Flag as FlagType
from bot.store.types import SmallInt, Text

TERM_COLUMNS = tuple(term.column for term in TERMS.values())
"""Their names, in the order of the table."""
_LIVE = one_of(tuple(pace.value for pace in Pace if pace.live))


def term_columns() -> Iterator[SchemaItem]:
    """The columns, for the table of matches."""
    for term in TERMS.values():
        if isinstance(term, FlagTerm):
            yield Column(term.column, FlagType, nullable=False, server_default=_sql(term.usual))
        else:
            kind: TypeEngine[Any] = Text if isinstance(term, PaceTerm) else SmallInt
            yield Column(term.column, kind)


@lru_cache(maxsize=1000)
def values_of(terms: Terms) -> Mapping[str, object]:
    """The values in the columns for some terms. Matches are written with each move, and most have the same terms."""
    return {term.column: getattr(value := term.of(terms), "value", value) for term in TERMS.values()}


def terms_of(row: AnyRow) -> Terms:
    """The terms of a match."""
    terms = Terms(**{term.name: _read(term, getattr(row, term.column)) for term in TERMS.values()})
    return UNTIMED if terms == UNTIMED else terms


def _read(term: MatchTerm, value: Any) -> Any:
    if isinstance(term, FlagTerm):
        return bool(value)
    # mypy takes the look-up of a member by its value for the making of one.
    return Pace(value) if value and isinstance(term, PaceTerm) else value  # type: ignore[call-arg]


def term_rules() -> Iterator[Rule]:
    """The rules that hold terms to their values, and to what they need and exclude. Several terms may have one."""
    names = dict.fromkeys(term.rule or term.column for term in TERMS.values())
    for name in names:
        terms = [term for term in TERMS.values() if (term.rule or term.column) == name]
        says = next((term.says for term in terms if term.says), f"there is no such {name}")
        if len(terms) == 1:
            yield Rule(name, _alone(terms[0]), says)
            continue
        held = [f"({_usual(term)} OR {wanted})" for term in terms if (wanted := _wanted(term))]
        yield Rule(name, " AND ".join([*map(_values, terms), *held]), says)


def _alone(term: MatchTerm) -> str:
    """The rule of a term that has one for itself."""
    values, wanted = _values(term), _wanted(term)
    if not wanted:
        return values
    otherwise = f"{term.column} = {_sql(not term.usual)}" if isinstance(term, FlagTerm) else values
    return f"{_usual(term)} OR ({otherwise} AND {wanted})"


def _usual(term: MatchTerm) -> str:
    """A term is as usual."""
    return f"{term.column} = {_sql(term.usual)}" if isinstance(term, FlagTerm) else f"{term.column} IS NULL"


def _values(term: MatchTerm) -> str:
    """The values that a term may have at all."""
    if isinstance(term, NumberTerm):
        return f"{term.column} BETWEEN 1 AND {term.most}"
    if isinstance(term, PaceTerm):
        return f"{term.column} IN {one_of(tuple(pace.value for pace in Pace))}"
    return f"{term.column} IN (0, 1)"


def _wanted(term: MatchTerm) -> str:
    """The condition to be met where a term is otherwise than usual; empty where there is no condition."""
    needs = "" if isinstance(term, FlagTerm) and not term.checked else _needed(term.needs)
    excluded = [TERMS[name] for name in term.excludes]
    return " AND ".join(filter(None, (needs, *map(_usual, excluded))))


def _needed(needs: PaceNeeds) -> str:
    match needs:
        case PaceNeeds.NOTHING:
            return ""
        case PaceNeeds.CLOCK:
            return "pace IS NOT NULL"
        case PaceNeeds.DAYS:
            return f"pace IS NOT NULL AND pace NOT IN {_LIVE}"
        case PaceNeeds.NOT_LIVE:
            return f"(pace IS NULL OR pace NOT IN {_LIVE})"
        case never:
            assert_never(never)


def _sql(value: bool) -> str:
    """A flag as it stands in a rule."""
    return f"{int(value)}"
