"""The numbers of two people, by game: counted from the matches that they have played for them, which say it all."""

from sqlalchemy import select

from bot.matches.bids import BidRange, bids_in
from bot.matches.our_number import OurNumber, our_number
from bot.matches.status import Status
from bot.store.connection import Connection
from bot.store.scores import pair
from bot.store.tables import matches
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


def _bids(key: str) -> BidRange | None:
    try:
        return bids_in(find_ruleset(key))
    except UnknownRuleset:
        return None
