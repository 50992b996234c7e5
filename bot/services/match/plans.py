"""Planned answers: written and given up without a new version of the match, for nobody else is to see that."""

from collections.abc import Callable

from bot.matches.match import Match
from bot.matches.planning import Line
from bot.matches.refusals import DataDeleted, NoPlanHere
from bot.services.core import Core
from bot.store import Player, events, people, plans
from bot.store.connection import Connection
from bot.store.events import Effect
from engine.moves import Move


class PlanService:
    """The plans of players for their matches. Each method is one transaction."""

    def __init__(self, core: Core) -> None:
        self._core = core

    async def of(self, match: Match, player: str) -> tuple[Line, ...]:
        """The plan of a player for a match as it stands."""
        return await self._core.database.read(lambda connection: plans.of_player(connection, match, player))

    async def add(self, event: str, player: Player, code: str, line: Line, ply: int | None) -> Match:
        """Add a line to a plan; the match with it.

        Raises UnknownMatch, UnreadableMatch, DataDeleted, and the exceptions of ``Match.plan_answer``; NoPlanHere
        against the computer, which answers at once.
        """

        return await self._add(event, player, code, lambda match: match.plan_answer(player.id, line, ply))

    async def premove(self, event: str, player: Player, code: str, move: Move, ply: int | None) -> Match:
        """Plan a turn whatever the opponent plays; the match with it.

        Raises UnknownMatch, UnreadableMatch, DataDeleted, and the exceptions of ``Match.premove``; NoPlanHere against
        the computer.
        """
        return await self._add(event, player, code, lambda match: match.premove(player.id, move, ply))

    async def drop(self, event: str, player: Player, code: str) -> Match:
        """Give a plan up; the match without it.

        Raises UnknownMatch, UnreadableMatch, DataDeleted, and the exceptions of ``Match.drop_plan``.
        """
        return await self._change(event, player, code, lambda match: match.drop_plan(player.id))

    async def drop_premove(self, event: str, player: Player, code: str) -> Match:
        """Give the turn up that is planned whatever the opponent plays; the match with the rest of the plan.

        Raises UnknownMatch, UnreadableMatch, DataDeleted, and the exceptions of ``Match.drop_premove``.
        """
        return await self._change(event, player, code, lambda match: match.drop_premove(player.id))

    async def _add(self, event: str, player: Player, code: str, add: Callable[[Match], Match]) -> Match:
        def added(match: Match) -> Match:
            if self._core.computers.keys() & {match.host, match.invited}:
                raise NoPlanHere
            return add(match)

        return await self._change(event, player, code, added)

    async def _change(self, event: str, player: Player, code: str, change: Callable[[Match], Match]) -> Match:
        async def work(connection: Connection) -> Match:
            if player.id not in await people.lock(connection, player.id):
                raise DataDeleted
            before = await self._core.matches.load(connection, code, lock=True)
            if await events.effect_of(connection, player.platform, event):
                return before
            after = change(before)
            await plans.save(connection, before, after)
            await events.record(connection, player.platform, event, Effect(code, ""), self._core.clock())
            return after

        return await self._core.database.write(work)
