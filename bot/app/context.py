"""What every answer needs: the person who asks, their language, and the services."""

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
        """Where they are shown."""
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
        """What the platform of the request can show and hear."""
        return self.services.able(self.request.place)

    @property
    def absence(self) -> AbsenceService:
        """Days away."""
        return self.services.services.absence

    def now(self) -> datetime:
        """The present, in UTC."""
        return self.services.services.clock()

    async def act(self, code: str, action: Callable[[Match, datetime], Match]) -> Match:
        """Do something in a match for this request, at most once. Whoever does so is not away any more.

        Raises what the action refuses.
        """
        if self.player.away_until:
            # Before it acts: what has happened in the match last is then what this person does in it.
            await self.absence.come_back(self.player.id)
        return await self.matches.act(self.request.event, self.player, code, action)

    async def show_here(self, match: Match) -> BoardMessage:
        """The match as a message for everybody in this place, at the end of the chat."""
        view = await self.views.add(match.code, self.venue, self.player)
        return await self.services.boards.answer(match, view)

    async def show_again(self, match: Match) -> BoardMessage:
        """The same because somebody wants to see it: refused if it was shown just now, or may not be shown here."""
        view = await self.views.repost(match.code, self.venue, self.player)
        return await self.services.boards.answer(match, view)
