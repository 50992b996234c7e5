"""The effect of a rated match on the ratings of its players, in the transaction that ends it, whatever ends it."""

from collections.abc import Collection, Mapping
from datetime import datetime

from bot.matches.identity import UNPROVEN, Place
from bot.matches.match import Match
from bot.matches.rating import (
    AGAINST_ONE_IN_A_WEEK,
    CASUAL_FOR,
    FLAGS,
    WEEK,
    NotCounted,
    after_result,
    half_points,
    is_decided,
    own_fault,
    pool_side,
)
from bot.matches.refusals import RatedAfterFlags, RatedNeedsIdentity
from bot.services.core import MatchEnd
from bot.store import people, ratings
from bot.store import views as view_rows
from bot.store.connection import Connection
from bot.store.events import key_of
from bot.store.ratings import Counted, Key


async def check_may_be_rated(connection: Connection, match: Match, now: datetime, *players: str | None) -> None:
    """May a match be rated between some players, where its terms say so?

    Raises RatedNeedsIdentity where one of them cannot be told from others, and RatedAfterFlags where one has lost
    several rated matches on time of late.
    """
    wanted = [player for player in players if player]
    if not match.terms.rated:
        return
    if any(known and known <= set(UNPROVEN) for known in (await ratings.platforms_of(connection, wanted)).values()):
        raise RatedNeedsIdentity
    for player in wanted:
        flags = await ratings.flags_since(connection, player, now - WEEK, FLAGS)
        if len(flags) == FLAGS and now < (until := flags[0] + CASUAL_FOR):
            names = await people.names(connection, [player])
            raise RatedAfterFlags(names.get(player, ""), FLAGS, until - now)


async def settle(connection: Connection, end: MatchEnd) -> None:
    """Write the results of a rated match that has just come to its end, and whom they make members of which places.

    The row of the match is locked, so that this is done once. Two matches of one player that end at the same time wait
    for each other at the player's rating.
    """
    match, now = end.match, end.now
    first, second = match.seats
    if not is_decided(match) or first is None or second is None or first == second:
        return
    keys = [_key(match, side) for side in (0, 1)]
    platforms = await ratings.platforms_of(connection, (first, second))
    why = end.uncounted or own_fault(match) or await _others_fault(connection, (first, second), platforms, now)
    if why:
        for side, key in enumerate(keys):
            opponent, points = keys[1 - side][0], half_points(match, side)
            if platforms[key[0]]:
                await ratings.leave_uncounted(connection, match.code, key, opponent, points, why, now)
        return
    known = await ratings.lock(connection, keys, now)
    for side, key in enumerate(keys):
        before, other = known[key], known[keys[1 - side]]
        opponent, points = keys[1 - side][0], half_points(match, side)
        since = now - before.at if before.at else None
        untested = other.provisional and await ratings.has_met_nobody_but(connection, opponent, key[0])
        after = after_result(before.rating, other.rating, points, since, untested=untested)
        counted = Counted(key, before, other.rating, untested, after)
        await ratings.count(connection, match.code, opponent, points, counted, now)
    shown = [view.place for view in await view_rows.of_matches(connection, [match.code]) if not view.place.private]
    for community in sorted({community_of(place) for place in shown}):
        await ratings.seen_in(connection, community, (first, second), now)


def community_of(place: Place) -> str:
    """The server, group or room of a place as it is kept of those who play there: a digest."""
    return key_of(place.platform, place.community or place.chat)


async def _others_fault(
    connection: Connection, players: tuple[str, str], platforms: Mapping[str, Collection[str]], now: datetime
) -> NotCounted | None:
    """The reason why a match of these two does not count now; None where it does."""
    if not all(platforms[player] for player in players):
        return NotCounted.LEFT
    if any(set(platforms[player]) <= set(UNPROVEN) for player in players):
        return NotCounted.UNPROVEN
    if await ratings.counted_since(connection, *players, now - WEEK) >= AGAINST_ONE_IN_A_WEEK:
        return NotCounted.OFTEN
    return None


def _key(match: Match, side: int) -> Key:
    ruleset = match.game.ruleset
    return match.seats[side] or "", ruleset.key, pool_side(ruleset, side)
