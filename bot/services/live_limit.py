"""The limits on live matches: one at a time for a person, and as many as a group can show."""

from collections.abc import Container, Iterable, Mapping

from bot.matches.match import Match
from bot.matches.people import Place
from bot.matches.refusals import OtherPlaysLive, PlayingLive, TooManyLiveHere
from bot.services.core import Core
from bot.store import match_codes, views
from bot.store.database import Connection


class LiveLimit:
    """``boards`` is the number of live matches that a group can show, by platform; any number where not given."""

    def __init__(self, core: Core, computers: Container[str], boards: Mapping[str, int]) -> None:
        self._set_aside = core.matches.set_aside
        self._computers = computers
        self._boards = boards

    async def check(
        self, connection: Connection, match: Match, player: str, others: Iterable[str | None], places: Iterable[Place]
    ) -> None:
        """Is there room for a match that ``player`` begins with ``others``, or invites to, shown in these places?

        A match whose pace is not live needs none. To be called when the people and the match are locked, because this
        locks the groups. Raises PlayingLive, OtherPlaysLive, TooManyLiveHere.
        """
        if match.terms.pace is None or not match.terms.pace.live:
            return
        if code := await match_codes.live_of(connection, self._set_aside, player):
            raise PlayingLive(code)
        for other in others:
            if other is None or other in self._computers:
                continue
            if await match_codes.live_of(connection, self._set_aside, other):
                raise OtherPlaysLive
        groups = {(place.platform, place.chat) for place in places if not place.private}
        for platform, chat in sorted(groups):
            limit = self._boards.get(platform)
            if limit is None:
                continue
            if await match_codes.count_live_in(connection, self._set_aside, platform, chat) >= limit:
                raise TooManyLiveHere(limit)


async def places_of(connection: Connection, code: str) -> list[Place]:
    """The places in which a match is kept up to date."""
    return [view.place for view in await views.of_matches(connection, [code]) if not view.frozen]
