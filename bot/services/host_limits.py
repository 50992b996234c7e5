"""How many matches the hosts of a place allow there: counted where one begins, in its transaction, thus exactly."""

from collections.abc import Iterable

from bot.matches.communities import Community
from bot.matches.match import Match
from bot.matches.people import Place
from bot.matches.refusals import AtOnceHere, InvitationsHere, MatchesHere, OthersMatchesHere
from bot.matches.status import Status
from bot.services.core import Core
from bot.store import communities
from bot.store.database import Connection

LIMITS = ("invitations", "matches", "at_once")


async def check_host_limits(
    core: Core, connection: Connection, match: Match, player: str, others: Iterable[str | None], places: Iterable[Place]
) -> None:
    """Is there room for a match that ``player`` begins with ``others``, or invites to, in the communities of these
    places?

    To be called when the people and the match are locked, because this locks the communities that have limits. Raises
    InvitationsHere, MatchesHere, OthersMatchesHere, AtOnceHere.
    """
    for platform, account in sorted({(place.platform, place.community) for place in places if place.community}):
        found = await communities.get(connection, platform, account)
        if all(found.limit(each) is None for each in LIMITS):
            continue
        await communities.lock(connection, platform, account, core.clock())
        await _check(core, connection, match, player, others, found)


async def _check(
    core: Core, connection: Connection, match: Match, player: str, others: Iterable[str | None], found: Community
) -> None:
    invited, new = found.limit("invitations"), match.terms.matches
    if match.status is not Status.INVITED:
        invited = None
    if invited is not None and await communities.count(connection, found, Status.INVITED, player) >= invited:
        raise InvitationsHere(invited)
    limit = found.limit("matches")
    if limit is not None:
        if await communities.count(connection, found, Status.PLAYING, player) + new > limit:
            raise MatchesHere(limit)
        for other in others:
            if other is None or other in core.computers or other == player:
                continue
            if await communities.count(connection, found, Status.PLAYING, other) + new > limit:
                raise OthersMatchesHere(limit)
    at_once = found.limit("at_once")
    if at_once is not None and await communities.count(connection, found, Status.PLAYING, None) + new > at_once:
        raise AtOnceHere(at_once)
