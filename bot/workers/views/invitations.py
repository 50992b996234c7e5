"""Brings an invitation that was made in a private chat to the private chat of the person who is invited."""

from datetime import timedelta
from functools import partial

from bot.foundation.single_flight import SingleFlight
from bot.matches.invitation import Venue
from bot.matches.refusals import ActionRefused
from bot.services.people.players import spoken_language
from bot.services.services import Services
from bot.store import MatchSnapshot, Player
from bot.workers.gateways import Gateways
from bot.workers.views.view_tasks import BringInvitation, ViewTask, attempt


class Invitations:
    """If Papan cannot write to somebody, the view there is given up, and the host is told; where it cannot even be
    tried, the person who invites has to pass the code on.
    """

    def __init__(self, services: Services, gateways: Gateways, tasks: SingleFlight[ViewTask]) -> None:
        self._services = services
        self._gateways = gateways
        self._tasks = tasks

    def update(self, snapshot: MatchSnapshot) -> None:
        """Begin to bring an open invitation to whom it is for, unless they can see it already."""
        match, views, key = snapshot.match, snapshot.views, BringInvitation(snapshot.match.code)
        if match.invited is None or not views or self._tasks.is_waiting(key):
            return
        if all(view.place.private and view.perspective != match.invited for view in views):
            self._tasks.start(key, partial(self._bring, key, match.invited, views[0].place.platform))

    async def _bring(self, key: BringInvitation, invited: str, platform: str) -> None:
        player = await self._services.people.by_id(invited, platform)
        if player is None:
            return
        await attempt(self._tasks, key, platform, self._bring_to(key, player))

    async def _bring_to(self, key: BringInvitation, player: Player) -> None:
        async with self._gateways.deadline():
            place = await self._gateways[player.platform].private_place(player.account)
        venue = Venue(place, spoken_language(player))
        try:
            view = await self._services.views.add(key.match, venue, player)
        except ActionRefused:
            return  # their data is being deleted
        await self._services.views.not_shown(view.key, timedelta(0))
