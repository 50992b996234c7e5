"""The numbers of two people, by game: counted from the matches that they have played for them, which say it all."""

from itertools import starmap

from sqlalchemy import case, select

from bot.matches.our_number import NumberRange, OurNumber, numbers_in, our_number
from bot.matches.status import Status
from bot.store.connection import Connection
from bot.store.scores import pair
from bot.store.tables import matches
from engine.games import UnknownRuleset, find_ruleset
from engine.ruleset import Ruleset

_OVER = matches.c.status == Status.OVER.value
_BOTH_WAYS = ((matches.c.seat_0, matches.c.seat_1), (matches.c.seat_1, matches.c.seat_0))
_DRAWN = "-"
_BETWEEN, _END = "\x1f", "\x1e"
"""Between what is said of two people, and after it: no name has a control character,
and every other character sorts behind these."""


async def between(connection: Connection, player: str, other: str) -> dict[str, OurNumber]:
    """The numbers of two people, ``player`` the first of them, by game, in which they have finished a match for it."""
    side = case((matches.c.seat_0 == player, 0), else_=1)
    query = select(matches.c.ruleset, matches.c.winner, side)
    query = query.where(_OVER, pair(player, other), matches.c.our_number == 1)
    played: dict[str, list[tuple[int | None, int]]] = {}
    for key, *result in await connection.execute(query.order_by(matches.c.created, matches.c.code)):
        played.setdefault(key, []).append((result[0], result[1]))
    known = {key: numbers for key in played if (numbers := numbers_of(key))}
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


def numbers_of(key: str) -> NumberRange | None:
    """The numbers that two people may have in the game with this key; None where it is known no more, or has none."""
    try:
        return numbers_in(find_ruleset(key))
    except UnknownRuleset:
        return None
