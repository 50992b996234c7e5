"""The numbers of two people, by game: counted from the matches that they have played for them, which say it all."""

from sqlalchemy import and_, select, union

from bot.matches.bids import BidRange, bids_in
from bot.matches.identity import Place
from bot.matches.our_number import OurNumber, our_number
from bot.matches.status import Status
from bot.store.connection import AnySelect, Connection
from bot.store.scores import pair
from bot.store.tables import matches
from bot.store.tables.play import FOR_NUMBER
from bot.store.top import stood, where
from engine.games import UnknownRuleset, find_ruleset
from engine.ruleset import Ruleset

_OVER = matches.c.status == Status.OVER.value


async def between(connection: Connection, player: str, other: str) -> dict[str, OurNumber]:
    """The numbers of two people, by game, in which they have finished a match for it."""
    query = select(matches.c.ruleset, matches.c.winner).where(_OVER, pair(player, other), matches.c.our_number == 1)
    winners: dict[str, list[int | None]] = {}
    for key, winner in await connection.execute(query.order_by(matches.c.created, matches.c.code)):
        winners.setdefault(key, []).append(winner)
    known = {key: bids for key in winners if (bids := _bids(key))}
    return {key: our_number(bids, winners[key]) for key, bids in known.items()}


async def of(connection: Connection, player: str | None, other: str | None, ruleset: Ruleset) -> OurNumber | None:
    """The number of two people in a game, the usual one where they have played none; None where there can be none."""
    bids = bids_in(ruleset)
    if bids is None:
        return None
    found = await between(connection, player, other) if player and other else {}
    return found.get(ruleset.key) or our_number(bids, ())


async def is_kept(connection: Connection, player: str, other: str, ruleset: str) -> bool:
    """Was the last match of two people in a game for their number?"""
    query = select(matches.c.our_number).where(_OVER, pair(player, other), matches.c.ruleset == ruleset)
    query = query.order_by(matches.c.created.desc(), matches.c.code.desc())
    return bool((await connection.execute(query.limit(1))).scalar())


async def in_chat(connection: Connection, place: Place) -> dict[str, dict[tuple[str, str], OurNumber]]:
    """The numbers of each two of whom a match for it has stood in a chat, by game and by the ids of the two."""
    rows = await connection.execute(chat_query(), where(place))
    winners: dict[str, dict[tuple[str, str], list[int | None]]] = {}
    for key, first, second, winner in rows:
        of_two = min(first, second), max(first, second)
        winners.setdefault(key, {}).setdefault(of_two, []).append(winner)
    known = {key: bids for key in winners if (bids := _bids(key))}
    return {key: {two: our_number(bids, won) for two, won in winners[key].items()} for key, bids in known.items()}


def chat_query() -> AnySelect:
    """The results of all matches for the number of two of whom one has stood in a chat for others to see."""
    shown = select(matches.c.ruleset, matches.c.seat_0, matches.c.seat_1)
    shown = shown.where(FOR_NUMBER, matches.c.watched == 1, stood(matches.c.code))
    seen = shown.cte("seen")
    either = union(
        select(seen.c.ruleset, seen.c.seat_0.label("one"), seen.c.seat_1.label("two")),
        select(seen.c.ruleset, seen.c.seat_1, seen.c.seat_0),
    ).cte("either")
    pairs = and_(matches.c.seat_0 == either.c.one, matches.c.seat_1 == either.c.two)
    query = select(matches.c.ruleset, matches.c.seat_0, matches.c.seat_1, matches.c.winner)
    query = query.join(either, and_(pairs, matches.c.ruleset == either.c.ruleset)).where(FOR_NUMBER)
    return query.order_by(matches.c.created, matches.c.code)


def _bids(key: str) -> BidRange | None:
    try:
        return bids_in(find_ruleset(key))
    except UnknownRuleset:
        return None
