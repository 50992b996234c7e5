"""Players who have left the chats of their matches: their clocks stand until they are back."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeAlias

from bot.matches.clock import Halt
from bot.matches.identity import Place
from bot.matches.match import Match
from bot.matches.refusals import UnreadableMatch
from bot.matches.status import Status
from bot.services.core import CommittedMatch, Core
from bot.services.standing.standing import left_chat
from bot.store import MatchSnapshot, match_codes
from bot.store.connection import Connection
from bot.store.snapshots import snapshots

HasLeft: TypeAlias = Callable[[str], Awaitable[bool | None]]
"""Has the player to move in the match with this code left all its chats? None where nobody says."""


async def nobody_asked(code: str) -> bool | None:
    """The answer where no platform is asked."""
    del code
    return None


class LeavingService:
    """Each method changes each match in one transaction, for itself."""

    def __init__(self, core: Core) -> None:
        self._core = core

    async def left(self, player: str, place: Place) -> None:
        """Take a player who has just left a chat out of its lists, and stop their clocks in the matches that they are
        to move in and see nowhere else.
        """
        await left_chat(self._core, place, player)

        def leave(match: Match) -> Match:
            return match.leave_chat(self._core.clock()) if _mover(match) == player else match

        for found in await self._to_move(player):
            clock = found.match.clock
            if clock and not clock.pace.live and chats_of_mover(found) == {_chat(place)}:
                await self._change(found.match.code, leave)

    async def came_back(self, player: str, place: Place) -> None:
        """Let the clocks go on of a player who acts in a chat, in the matches that stand there."""
        gone = await self._gone()
        if player not in gone:
            return

        def go_on(match: Match) -> Match:
            return match.go_on(self._core.clock(), Halt.LEFT_CHAT) if _mover(match) == player else match

        stopped = [each for each in await self._to_move(player) if _has_left(each.match)]
        here = [each for each in stopped if any(_chat(view.place) == _chat(place) for view in each.views)]
        for each in here:
            await self._change(each.match.code, go_on)
        if here == stopped:
            gone.discard(player)

    async def _to_move(self, player: str) -> list[MatchSnapshot]:
        """The matches in which a player is to move, with their views."""

        async def look(connection: Connection) -> list[MatchSnapshot]:
            codes = await match_codes.codes_to_act(connection, self._core.matches.set_aside, [player])
            return await snapshots(connection, self._core.matches, codes)

        found = await self._core.database.read(look)
        return [each for each in found if each.match.status is Status.PLAYING and _mover(each.match) == player]

    async def _change(self, code: str, change: Callable[[Match], Match]) -> None:
        async def work(connection: Connection) -> CommittedMatch:
            before = await self._core.matches.load(connection, code, lock=True)
            after = change(before)
            if after is not before:
                await self._core.write(connection, before, after)
            return CommittedMatch(before, after)

        with suppress(UnreadableMatch):
            await self._core.database.write(work, self._core.committed)

    async def _gone(self) -> set[str]:
        """The players who have left, kept in memory, so that most requests do not ask the database."""
        if self._core.gone.players is None:
            self._core.gone.players = await self._core.database.read(match_codes.players_gone)
        return self._core.gone.players


def chats_of_mover(found: MatchSnapshot) -> set[tuple[str, str]]:
    """The chats, each as its platform and id, in which the player to move is shown a match together with others; none
    where they are shown it in a chat of their own.
    """
    mover = _mover(found.match)
    shown = [view for view in found.views if not view.frozen]
    if mover is None or any(view.place.private and view.perspective == mover for view in shown):
        return set()
    shared = (view.place for view in shown if not view.place.private)
    return {_chat(place) for place in shared if found.person(mover, place.platform)}


def _mover(match: Match) -> str | None:
    return match.seats[match.game.turn]


def _has_left(match: Match) -> bool:
    return match.clock is not None and match.clock.halt is Halt.LEFT_CHAT


def _chat(place: Place) -> tuple[str, str]:
    return place.platform, place.chat
