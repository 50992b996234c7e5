"""The decisions of hosts, asked where a match stands: of each match that begins, is agreed on or is shown somewhere.

Every way to do that asks here, in its transaction, thus exactly.
"""

from collections.abc import Iterable, Iterator

from bot.matches.communities import Community
from bot.matches.host_rules import (
    NOWHERE,
    Admitted,
    check_channel,
    check_match,
    check_player,
    check_rated,
)
from bot.matches.identity import Place
from bot.matches.match import Match
from bot.matches.refusals import AtOnceHere, InvitationsHere, MatchesHere, OthersMatchesHere
from bot.matches.status import LIVE, Status
from bot.services.core import Core
from bot.store import communities
from bot.store.connection import Connection

LIMITS = ("invitations", "matches", "at_once")


async def check_host_rules(
    core: Core,
    connection: Connection,
    match: Match,
    player: str,
    others: Iterable[str | None],
    places: Iterable[Place],
    admitted: Admitted = NOWHERE,
) -> None:
    """May ``player`` begin a match with ``others``, invite to it or agree on it, where it stands in these places?

    ``admitted``: what the player was found to be among those for whom hosts keep it. To be called when the people and
    the match are locked, because this locks the communities that have limits. Raises KeptToSome, RatedKept,
    OtherChannels, ComputerOff, RatingsOff, PaceOff, InvitationsHere, MatchesHere, OthersMatchesHere, AtOnceHere.
    """
    others = [*others]
    for here in _by_community(places):
        found = await _of(connection, here[0])
        for place in here:
            check_channel(found, place, admitted)
        if player not in core.computers and player not in match.villages:
            check_player(found, here[0], admitted)
            check_rated(found, here[0], match, admitted)
        check_match(found, match, core.computers)
        if any(found.limit(each) is not None for each in LIMITS):
            await communities.lock(connection, found.platform, found.account, core.clock())
            await _check_limits(core, connection, match, player, others, found)


async def check_shown(
    core: Core, connection: Connection, match: Match, place: Place, admitted: Admitted, *, anew: bool
) -> None:
    """May a player have a match shown in a place of a community? Raises OtherChannels; and for one under way that
    comes there ``anew`` KeptToSome, RatedKept, ComputerOff, RatingsOff, PaceOff.
    """
    found = await _of(connection, place)
    check_channel(found, place, admitted)
    if anew and match.status in LIVE:
        check_player(found, place, admitted)
        check_rated(found, place, match, admitted)
        check_match(found, match, core.computers)


def _by_community(places: Iterable[Place]) -> Iterator[list[Place]]:
    """The places of each community, always in the same order: their rows are locked."""
    public = [place for place in places if place.community]
    for key in sorted({(place.platform, place.community) for place in public}):
        yield [place for place in public if (place.platform, place.community) == key]


async def _of(connection: Connection, place: Place) -> Community:
    return await communities.get(connection, place.platform, place.community)


async def _check_limits(
    core: Core, connection: Connection, match: Match, player: str, others: Iterable[str | None], found: Community
) -> None:
    invited, new = found.limit("invitations"), match.terms.matches
    if match.status is not Status.INVITED:
        invited = None
    if invited is not None and await communities.count(connection, found, Status.INVITED, player) >= invited:
        raise InvitationsHere(invited)
    limit = found.limit("matches")
    if limit is not None:
        free = (None, *core.computers, *match.villages)
        if player not in free and await communities.count(connection, found, Status.PLAYING, player) + new > limit:
            raise MatchesHere(limit)
        for other in others:
            if other in free or other is None or other == player:
                continue
            if await communities.count(connection, found, Status.PLAYING, other) + new > limit:
                raise OthersMatchesHere(limit)
    at_once = found.limit("at_once")
    if at_once is not None and await communities.count(connection, found, Status.PLAYING, None) + new > at_once:
        raise AtOnceHere(at_once)
