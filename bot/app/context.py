"""The context of one request: the person who asks, their language, and the services."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from bot.app.app_services import AppServices
from bot.chat import BoardMessage, Capabilities, Request
from bot.matches.invitation import Venue
from bot.matches.match import Match
from bot.services.absence import AbsenceService
from bot.services.matches import MatchService, Player
from bot.services.people import PeopleService
from bot.services.views import ViewService
from bot.words import Words


@dataclass(frozen=True)
class Context:
    """One request with its person known and their words chosen."""

    services: AppServices
    request: Request
    player: Player
    say: Words

    @property
    def matches(self) -> MatchService:
        """The matches."""
        return self.services.services.matches

    @property
    def views(self) -> ViewService:
        """The views of the matches."""
        return self.services.services.views

    @property
    def people(self) -> PeopleService:
        """The players."""
        return self.services.services.people

    @property
    def venue(self) -> Venue:
        """The place of the request, in the language of its answer."""
        return Venue(self.request.place, self.say.language)

    @property
    def able(self) -> Capabilities:
        """The capabilities of the platform of the request."""
        return self.services.able(self.request.place)

    @property
    def absence(self) -> AbsenceService:
        """Days away."""
        return self.services.services.absence

    def now(self) -> datetime:
        """The present time in UTC."""
        return self.services.services.clock()

    async def act(self, code: str, action: Callable[[Match, datetime], Match]) -> Match:
        """Apply an action to a match for this request, at most once. The days away of the person who acts end by it.

        Raises what the action refuses.
        """
        if self.player.away_until:
            # Before it acts: what has happened in the match last is then what this person does in it.
            await self.absence.come_back(self.player.id)
        return await self.matches.act(self.request.event, self.player, code, action)

    async def show_here(self, match: Match) -> BoardMessage:
        """The match as a new message for everybody in this place, at the end of the chat."""
        view = await self.views.add(match.code, self.venue, self.player)
        return await self.services.boards.answer(match, view)

    async def show_again(self, match: Match) -> BoardMessage:
        """The match as in ``show_here``, on request: refused if it was shown just now, or may not be shown here."""
        view = await self.views.repost(match.code, self.venue, self.player)
        return await self.services.boards.answer(match, view)
