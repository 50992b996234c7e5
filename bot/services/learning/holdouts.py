"""Holding out in the lost ending of a week: the first try counts, in one chat, and whatever is played after it is
practice.
"""

from dataclasses import dataclass, replace
from datetime import datetime

from bot.foundation.off_loop import off_loop_if_long
from bot.matches.holdouts import of_week, week_of
from bot.matches.identity import Place
from bot.matches.refusals import DataDeleted
from bot.services.core import Core
from bot.store import holdouts, people
from bot.store.connection import Connection
from bot.store.events import key_of
from bot.store.holdouts import HoldoutRecord, StoredHoldout
from engine.game import Game
from engine.holdouts import Ending, ending_named, endings
from engine.moves import Move
from engine.notation import format_move


@dataclass(frozen=True)
class Holdout:
    """The ending of a week as it stands for a player: ``kept`` is what is kept of their tries. ``game`` is
    the position that they have before them: of the first try, or of practice once that has begun.
    """

    week: str
    ending: Ending
    kept: StoredHoldout | None
    game: Game

    @property
    def held(self) -> int | None:
        """The turns for which the first try held out; None as long as it is not over."""
        return self.kept.held if self.kept else None

    @property
    def turns(self) -> int:
        """The number of own turns that have led to ``game``."""
        return len(self.kept.practice or self.kept.turns) if self.kept else 0

    @property
    def is_practice(self) -> bool:
        """Is ``game`` that of a later try?"""
        return bool(self.kept and self.kept.practice)


class HoldoutService:
    """The lost endings of weeks. Each method is one transaction."""

    def __init__(self, core: Core) -> None:
        self._core = core

    async def of_now(self, player: str, place: Place) -> Holdout:
        """The ending of this week for a player. Their first try counts for the first chat in which they ask for it."""
        now, community = self._core.clock(), _community(place)
        week = week_of(now)

        async def work(connection: Connection) -> StoredHoldout | None:
            locked = player in await people.lock(connection, player)
            found = await holdouts.of_player(connection, player, week)
            if not locked or (found and found.community):
                return found
            if found is None:
                opened = _opened(week, of_week(week, endings()), community, now)
                await holdouts.begin(connection, player, opened)
                return opened
            found = replace(found, community=community)
            await holdouts.save(connection, player, found)
            return found

        found = await self._core.database.read(lambda connection: holdouts.of_player(connection, player, week))
        if community and not (found and found.community):
            found = await self._core.database.write(work)
        return await _standing(week, found)

    async def plays(self, player: str, place: Place, before: Holdout, move: Move) -> Holdout:
        """A legal turn in the position of ``before``, and the answer; nothing changes where that is past.

        Practice goes on, or begins where the first try is over. Raises DataDeleted.
        """
        is_new = before.game.outcome is not None
        start = before.ending.start if is_new else before.game
        after = await off_loop_if_long(lambda: before.ending.after(start, move))
        turn, now = format_move(start.ruleset, move), self._core.clock()
        is_over, community = after.outcome is not None, _community(place)

        async def work(connection: Connection) -> StoredHoldout | None:
            if player not in await people.lock(connection, player):
                raise DataDeleted
            found = await holdouts.of_player(connection, player, before.week)
            if found != before.kept:
                return found
            if found is None:
                opened = _opened(before.week, before.ending, community, now)
                made = _went_on(opened, turn, now, is_new=is_new, is_over=is_over)
                await holdouts.begin(connection, player, made)
            else:
                made = _went_on(found, turn, now, is_new=is_new, is_over=is_over)
                await holdouts.save(connection, player, made)
            return made

        return await _standing(before.week, await self._core.database.write(work))

    async def record(self, place: Place, of: Holdout) -> HoldoutRecord | None:
        """The best first try of the week in the chat of a place, in private in that for which the player's own counts;
        None where there is none.
        """
        community = _community(place) or (of.kept.community if of.kept else "")
        if not community:
            return None
        return await self._core.database.read(
            lambda connection: holdouts.record(connection, community, of.week, of.ending.id)
        )


def _community(place: Place) -> str:
    return key_of(place.platform, place.community) if place.community else ""


def _opened(week: str, ending: Ending, community: str, now: datetime) -> StoredHoldout:
    return StoredHoldout(week, ending.id, community, turns=(), held=None, practice=(), begun=now, ended=None)


async def _standing(week: str, kept: StoredHoldout | None) -> Holdout:
    ending = ending_named(kept.ending) if kept else of_week(week, endings())
    turns = (kept.practice or kept.turns) if kept else ()
    return Holdout(week, ending, kept, await off_loop_if_long(lambda: ending.replay(turns)))


def _went_on(found: StoredHoldout, turn: str, now: datetime, *, is_new: bool, is_over: bool) -> StoredHoldout:
    """A try after one more turn: of the first try until it is over, then of practice, which may be a new one."""
    if found.held is not None:
        return replace(found, practice=(turn,) if is_new else (*found.practice, turn))
    turns = (*found.turns, turn)
    return replace(found, turns=turns, held=len(turns), ended=now) if is_over else replace(found, turns=turns)
