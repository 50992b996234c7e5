"""The matches of contests are opened for people who have said long before that they want to play."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from bot.matches.host_rules import NOWHERE, AdmissionNeeded, Admitted
from bot.matches.identity import Place
from bot.matches.invitation import Invitation, Venue
from bot.matches.match import Match
from bot.matches.state import MatchEvent
from bot.services.core import Core
from bot.services.views import new_view
from bot.store import communities, people, views
from bot.store.connection import Connection


class BoardOpener(Protocol):
    """Opens matches, as ``MatchOpener`` does."""

    async def begin(
        self,
        connection: Connection,
        players: tuple[str, str],
        invitation: Invitation,
        venue: Venue,
        event: MatchEvent,
        admitted: Admitted,
        beside: Sequence[Place] = (),
    ) -> Match:
        """Write a match of a contest between two players, the host first, who are locked and have both agreed to it;
        ``beside``: other places in which it stands.
        """

    async def check_matches(self, connection: Connection, *players: str | None, new: int = 1) -> None:
        """Raises TooManyMatches for one who would have too many under way with so many ``new`` ones."""


async def opened_board(
    opener: BoardOpener,
    connection: Connection,
    players: tuple[str, str],
    wanted: Invitation,
    venue: Venue,
    event: MatchEvent,
    beside: Sequence[Place] = (),
) -> Match:
    """The match of a contest, written; whether its two may play there was asked when they joined."""
    admitted = frozenset(NOWHERE)
    while True:
        try:
            return await opener.begin(connection, players, wanted, venue, event, admitted, beside)
        except AdmissionNeeded as asked:
            if asked.key in admitted:
                raise
            admitted = admitted | {asked.key}


async def show_board(
    core: Core, connection: Connection, match: Match, venue: Venue, private: Mapping[str, Place]
) -> None:
    """Have a match of a contest stand in the ``private`` chats of its two, by their ids, or else in a place, as its
    hosts have chosen boards to look there.
    """
    now = core.clock()
    for player, place in private.items():
        if known := await people.by_id(connection, player, place.platform):
            made = new_view(core.new_id(), match, Venue(place, venue.language), now, known)
            await views.add(connection, replace(made, retry_at=None))
    if not private:
        here = await communities.get(connection, venue.place.platform, venue.place.community)
        made = new_view(core.new_id(), match, here.venue(venue.place, venue.language), now, None)
        await views.add(connection, replace(made, retry_at=None))
