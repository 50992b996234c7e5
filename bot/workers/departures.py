"""Asks the platforms whether the player to move is still in the chats of a match."""

import asyncio
from collections.abc import Collection, Mapping

import structlog

from bot.chat import MessageGateway
from bot.matches.identity import Person, Place
from bot.services.services import Services
from bot.services.time.leaving import chats_of_mover
from bot.store import MatchSnapshot
from bot.workers.gateways import reason_of

_log = structlog.get_logger(__name__)

ASKED_WITHIN = 5.0
"""Seconds for the answers about one match: the time of all others waits for them."""
ASKED_AT_ONCE = 8


class Departures:
    """Knows nothing by itself: each call asks."""

    def __init__(self, services: Services, gateways: Mapping[str, MessageGateway]) -> None:
        self._services = services
        self._gateways = gateways
        self._slots = asyncio.Semaphore(ASKED_AT_ONCE)

    async def has_left(self, code: str) -> bool | None:
        """Has the player to move left every chat in which they are shown a match? None where a platform does not say,
        or not in time.
        """
        try:
            async with asyncio.timeout(ASKED_WITHIN), self._slots:
                for snapshot in await self._services.views.snapshots([code]):
                    return await self._ask(snapshot)
        except Exception as error:  # who is not known to have left is there
            _log.warning("member_not_known", reason=reason_of(error), match=code)
        return None

    async def is_gone(self, place: Place, account: str) -> bool:
        """Does the platform say that an account is not in a chat any more? Who is not known to have left is there."""
        try:
            async with asyncio.timeout(ASKED_WITHIN), self._slots:
                gateway = self._gateways.get(place.platform)
                return gateway is not None and await gateway.is_member(place, account) is False
        except Exception as error:
            _log.warning("member_not_known", reason=reason_of(error), match="")
            return False

    async def is_there(self, place: Place, account: str) -> bool:
        """Does the platform say that an account is in a chat? Who is not known to be there is not."""
        try:
            async with asyncio.timeout(ASKED_WITHIN), self._slots:
                gateway = self._gateways.get(place.platform)
                return gateway is not None and await gateway.is_member(place, account) is True
        except Exception as error:
            _log.warning("member_not_known", reason=reason_of(error), match="")
            return False

    async def manages(self, place: Place, account: str) -> bool:
        """Does the platform say that an account decides for a chat? Who is not known to does not."""
        try:
            async with asyncio.timeout(ASKED_WITHIN), self._slots:
                gateway = self._gateways.get(place.platform)
                return gateway is not None and await gateway.may_manage(place, account)
        except Exception as error:
            _log.warning("member_not_known", reason=reason_of(error), match="")
            return False

    async def roles(self, place: Place, account: str) -> Collection[str]:
        """The roles of an account in the server of a chat, by id; none where the platform does not say."""
        try:
            async with asyncio.timeout(ASKED_WITHIN), self._slots:
                gateway = self._gateways.get(place.platform)
                return await gateway.roles(place, account) if gateway else ()
        except Exception as error:
            _log.warning("member_not_known", reason=reason_of(error), match="")
            return ()

    async def _ask(self, snapshot: MatchSnapshot) -> bool | None:
        mover = snapshot.match.seats[snapshot.match.game.turn] or ""
        unknown = False
        chats = sorted(chats_of_mover(snapshot))
        for platform, chat in chats:
            person = snapshot.person(mover, platform)
            there = await self._is_member(Place(platform, chat), person)
            if there:
                return False
            unknown = unknown or there is None
        return None if unknown or not chats else True

    async def _is_member(self, place: Place, person: Person | None) -> bool | None:
        if person is None or place.platform not in self._gateways:
            return None
        return await self._gateways[place.platform].is_member(place, person.account)
