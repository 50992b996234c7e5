"""The numbers of two people, by game: counted from the matches that they have played for them, which say it all."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from heapq import nsmallest
from itertools import starmap
from operator import itemgetter

from sqlalchemy import ColumnElement, and_, case, cast, func, literal, select, text
from sqlalchemy.dialects.postgresql import aggregate_order_by

from bot.matches.identity import Place
from bot.matches.our_number import NumberRange, OurNumber, numbers_in, our_number
from bot.matches.status import Status
from bot.store.connection import AnyRow, AnySelect, Connection
from bot.store.scores import pair
from bot.store.tables import accounts, matches
from bot.store.tables.play import FOR_NUMBER
from bot.store.top import not_hidden, stood, where
from bot.store.types import Text
from engine.games import UnknownRuleset, find_ruleset
from engine.ruleset import Ruleset

_OVER = matches.c.status == Status.OVER.value
_BOTH_WAYS = ((matches.c.seat_0, matches.c.seat_1), (matches.c.seat_1, matches.c.seat_0))
_DRAWN = "-"
_BETWEEN, _END = "\x1f", "\x1e"
"""Between what is said of two people, and after it: no name has a control character,
and every other character sorts behind these."""


@dataclass(frozen=True)
class NumbersHere:
    """The number of pairs of people who have played for it in a game, and the ids of those who need the fewest pieces,
    each pair with its number, by their names where several need as many.
    """

    count: int
    best: list[tuple[str, str, OurNumber]]


async def between(connection: Connection, player: str, other: str) -> dict[str, OurNumber]:
    """The numbers of two people, ``player`` the first of them, by game, in which they have finished a match for it."""
    side = case((matches.c.seat_0 == player, 0), else_=1)
    query = select(matches.c.ruleset, matches.c.winner, side)
    query = query.where(_OVER, pair(player, other), matches.c.our_number == 1)
    played: dict[str, list[tuple[int | None, int]]] = {}
    for key, *result in await connection.execute(query.order_by(matches.c.created, matches.c.code)):
        played.setdefault(key, []).append((result[0], result[1]))
    known = {key: numbers for key in played if (numbers := _numbers(key))}
    return {key: our_number(numbers, starmap(numbers.step, played[key])) for key, numbers in known.items()}


async def of(connection: Connection, player: str | None, other: str | None, ruleset: Ruleset) -> OurNumber | None:
    """The number of two people in a game, the usual one where they have played none; None where there can be none."""
    numbers = numbers_in(ruleset)
    if numbers is None:
        return None
    found = await between(connection, player, other) if player and other else {}
    return found.get(ruleset.key) or our_number(numbers, ())


async def is_kept(connection: Connection, player: str, other: str, ruleset: str) -> bool:
    """Was the last match of two people in a game for their number?"""
    query = select(matches.c.our_number).where(_OVER, pair(player, other), matches.c.ruleset == ruleset)
    query = query.order_by(matches.c.created.desc(), matches.c.code.desc())
    return bool((await connection.execute(query.limit(1))).scalar())


async def in_chat(connection: Connection, place: Place, limit: int) -> dict[str, NumbersHere]:
    """The numbers of pieces in hand of each two of whom a match for it has stood in a chat, by game. Nobody is among
    them who wants to be listed nowhere, nor anybody without an account.

    Two of whom the same sides won in the same order have the same number: so it is counted once for all of these, and
    only the best are looked at one by one.
    """
    if connection.dialect.name == "postgresql":
        # To compile such a statement takes longer than to run it.
        await connection.execute(text("SET LOCAL jit = off"))
    rows = (await connection.execute(chat_query(connection.dialect.name), where(place))).all()
    found: dict[str, NumbersHere] = {}
    for key in dict.fromkeys(row.ruleset for row in rows):
        numbers = _numbers(key)
        if numbers is None or numbers.hunted is None:
            continue
        of_game = [(our_number(numbers, _steps(numbers, row.won)), row) for row in rows if row.ruleset == key]
        best: list[tuple[str, str, OurNumber]] = []
        for half_pieces in sorted({number.half_pieces for number, _ in of_game}):
            alike = ((two, number) for number, row in of_game if number.half_pieces == half_pieces for two in _two(row))
            for two, number in nsmallest(limit - len(best), alike, key=itemgetter(0)):
                _, _, one, other = two.split(_BETWEEN)
                best.append((one, other, number))
            if len(best) == limit:
                break
        found[key] = NumbersHere(sum(row.many for _, row in of_game), best)
    return found


@cache  # to put the statement together takes time too
def chat_query(dialect: str) -> AnySelect:
    """The pairs of people of whom a match for their number has stood in a chat for others to see, by game and by who
    won all of their matches for it: one row for all who have the same there, the game that was played first before the
    others; ``dialect`` is a name.
    """
    one, two = (case((matches.c.seat_0 < matches.c.seat_1, first), else_=second) for first, second in _BOTH_WAYS)
    here = case((and_(matches.c.watched == 1, stood(matches.c.code)), 1), else_=0)
    winner = func.coalesce(cast(matches.c.winner, Text), _DRAWN)
    each = select(matches.c.ruleset, one.label("one"), two.label("two"), winner.label("winner"), here.label("here"))
    each = each.add_columns(matches.c.created, matches.c.code).where(FOR_NUMBER)
    if dialect == "sqlite":  # it joins texts in the order of the rows
        of = each.order_by(matches.c.created, matches.c.code).subquery()
        joined, won = func.group_concat, func.group_concat(of.c.winner, "")
    else:
        of = each.subquery()
        joined, won = (
            func.string_agg,
            func.string_agg(of.c.winner, aggregate_order_by(literal(""), of.c.created, of.c.code)),
        )
    of_two = select(of.c.ruleset, of.c.one, of.c.two, won.label("won"), func.min(of.c.created).label("first"))
    pairs = of_two.group_by(of.c.ruleset, of.c.one, of.c.two).having(func.max(of.c.here) == 1).subquery()
    both = (pairs.c.one, pairs.c.two)
    named = select(pairs.c.ruleset, pairs.c.won, pairs.c.first, *both, *(_name(player) for player in both))
    of_all = named.where(*(not_hidden(player) for player in both)).cte("named").prefix_with("MATERIALIZED")
    name, other = of_all.c[-2:]
    parts = name + _BETWEEN + other + _BETWEEN + of_all.c.one + _BETWEEN + of_all.c.two
    query = select(of_all.c.ruleset, of_all.c.won, func.count().label("many"))
    query = query.add_columns(joined(parts, _END).label("pairs"))
    query = query.where(name.is_not(None), other.is_not(None)).group_by(of_all.c.ruleset, of_all.c.won)
    return query.order_by(func.min(of_all.c.first), of_all.c.ruleset)


def _name(player: ColumnElement[str]) -> ColumnElement[str]:
    """The name in the latest account of a player; None where they have none."""
    latest = select(accounts.c.name).where(accounts.c.player == player).order_by(accounts.c.updated.desc()).limit(1)
    return latest.scalar_subquery().label(f"name_of_{player.key}")


def _two(row: AnyRow) -> list[str]:
    """The names and ids of each two in a row, as texts that sort by the names."""
    found: list[str] = row.pairs.split(_END)
    return found


def _steps(numbers: NumberRange, won: str) -> Iterator[int]:
    return (numbers.step(None if each == _DRAWN else int(each), 0) for each in won)


def _numbers(key: str) -> NumberRange | None:
    try:
        return numbers_in(find_ruleset(key))
    except UnknownRuleset:
        return None
