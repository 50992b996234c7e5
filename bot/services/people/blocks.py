"""Limits on who may invite whom: what people have chosen, whom they have blocked, and how often one may ask."""

from datetime import datetime, timedelta

from bot.matches.limits import BLOCKED, UNANSWERED_IN_AN_HOUR
from bot.matches.match import Match
from bot.matches.preferences import NOBODY, PLAYED
from bot.matches.refusals import BlockedEnough, DataDeleted, InvitedEnough, TakesNoInvitations, TakesSomeInvitations
from bot.services.core import Core
from bot.store import Player, blocks, followings, people
from bot.store.connection import Connection


async def check_may_invite(connection: Connection, match: Match, now: datetime) -> None:
    """May the host of an invitation that is not written yet invite the person whom it is for?

    Somebody who is blocked is not told so: they read what everybody reads where nobody may invite.

    Raises TakesNoInvitations, TakesSomeInvitations, InvitedEnough.
    """
    if match.invited:
        await check_not_blocked(connection, match.invited, match.host)
        chosen = await blocks.chosen_by(connection, match.invited)
        if chosen == NOBODY:
            raise TakesNoInvitations(await _name(connection, match.invited))
        if chosen == PLAYED and not await blocks.have_played(connection, match.host, match.invited):
            raise TakesSomeInvitations(await _name(connection, match.invited))
    handle = match.invited_handle
    if not (match.invited or handle):
        return
    answered = await blocks.latest_answers(
        connection, match.host, match.invited, handle, now - timedelta(hours=1), UNANSWERED_IN_AN_HOUR
    )
    if len(answered) == UNANSWERED_IN_AN_HOUR and not any(answered):
        name = await _name(connection, match.invited) if match.invited else f"@{handle[1]}" if handle else ""
        raise InvitedEnough(name, UNANSWERED_IN_AN_HOUR)


async def check_not_blocked(connection: Connection, player: str, other: str) -> None:
    """Raises TakesNoInvitations where a player has blocked another."""
    if await blocks.is_blocked(connection, player, other):
        raise TakesNoInvitations(await _name(connection, player))


async def _name(connection: Connection, player: str) -> str:
    return (await people.names(connection, [player])).get(player, "")


class BlockService:
    """Whom players have blocked. Each method is one transaction."""

    def __init__(self, core: Core) -> None:
        self._core = core

    async def blocked(self, player: str, limit: int) -> list[Player]:
        """Whom a player has blocked, the latest first, at most ``limit``."""

        async def work(connection: Connection) -> list[Player]:
            found = [
                await people.by_id(connection, other) for other in await blocks.of_player(connection, player, limit)
            ]
            return [each for each in found if each]

        return await self._core.database.read(work)

    async def block(self, player: str, other: str) -> None:
        """Note that a player blocks another. Raises DataDeleted where one of them is gone, and BlockedEnough."""
        await self._change(player, other, on=True)

    async def unblock(self, player: str, other: str) -> None:
        """Note that a player does not block another any more. Raises DataDeleted where one of them is gone."""
        await self._change(player, other, on=False)

    async def _change(self, player: str, other: str, *, on: bool) -> None:
        async def work(connection: Connection) -> None:
            if not {player, other} <= await people.lock(connection, player, other):
                raise DataDeleted
            if on and await blocks.count(connection, player) >= BLOCKED:
                raise BlockedEnough(BLOCKED)
            if on:
                await blocks.block(connection, player, other, self._core.clock())
                await followings.unfollow(connection, other, player)
            else:
                await blocks.unblock(connection, player, other)

        await self._core.database.write(work)
