"""The course of duplicate: people become pairs, pairs go from position to position, and weeks end. Each step is a
transaction of its own, made once, whoever makes it and however often a process dies.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from functools import partial

from bot.matches.duplicate import (
    DUPLICATE_PACE,
    DuplicateGame,
    DuplicateState,
    DuplicateStep,
    next_of_duplicate,
    standing_of,
)
from bot.matches.identity import Place
from bot.matches.invitation import Invitation, Venue
from bot.matches.match import Match
from bot.matches.refusals import ActionRefused, UnreadableMatch
from bot.matches.state import EventKind, MatchEvent
from bot.matches.status import Status
from bot.matches.terms import Terms
from bot.services.contests.board_opening import BoardOpener, opened_board, show_board
from bot.services.contests.duplicates import DuplicateView, duplicate_seen
from bot.services.core import CommittedMatch, Core
from bot.services.host.bans import check_not_banned
from bot.services.news import Errand
from bot.store import duplicates, people
from bot.store.connection import Connection
from bot.store.duplicates import Duplicate
from engine.games import find_ruleset
from engine.position import parse_position

OPENING = 10
"""The most chats whose matches are opened in one go."""


class DuplicateCourse:
    """Makes what is due in weeks of duplicate."""

    def __init__(self, core: Core, opener: BoardOpener) -> None:
        self._core = core
        self._opener = opener

    async def any_goes_on(self) -> bool:
        """Does any week go on, or has a card something to show?"""
        return await self._core.database.read(duplicates.any_goes_on)

    async def advance(self, ours: Callable[[str, str], bool]) -> datetime | None:
        """Close the weeks that are over, then make the steps that are due in the chats of ``ours``; the next moment at
        which a week is over.
        """
        now = self._core.clock()
        for week in await self._core.database.read(lambda connection: duplicates.to_close(connection, now)):
            await self._core.database.write(partial(self._close, week=week), self._changed)
        for each in await self._core.database.read(lambda connection: duplicates.to_advance(connection, now)):
            if ours(each.place.platform, each.place.chat):
                with suppress(UnreadableMatch):  # others do not wait for it
                    await self._advance_one(each.id)
        return await self._core.database.read(lambda connection: duplicates.next_due(connection, now))

    async def _advance_one(self, duplicate: str) -> None:
        steps = True
        while steps:
            steps = await self._core.database.write(partial(self._step, duplicate=duplicate), self._stepped) is not None

    async def _close(self, connection: Connection, week: str) -> None:
        """Write what games are worth, and how all have done: what ends later counts no more."""
        found = await duplicates.week_named(connection, week, lock=True)
        if found is None or found.state is DuplicateState.OVER:
            return
        await duplicates.of_week(connection, week, lock=True)
        await duplicates.close(connection, week, standing_of(await duplicates.freeze(connection, week)))

    async def _step(self, connection: Connection, duplicate: str) -> list[CommittedMatch] | None:
        """Make the next step in a chat: the matches that it ends; None where none is due."""
        before = await duplicate_seen(connection, duplicate)
        if before is None:
            return None
        apart = await duplicates.apart(connection, [each.player for each in before.entrants])
        step = next_of_duplicate(before.entrants, before.games, apart)
        codes = sorted(game.match for game in step.ends if game.match)
        played = [await self._core.matches.load(connection, code, lock=True) for code in codes]
        await duplicates.get(connection, duplicate, lock=True)
        now, changes = self._core.clock(), list[CommittedMatch]()
        if await duplicate_seen(connection, duplicate) != before or any(
            each.status is not Status.PLAYING for each in played
        ):
            return []
        if before.duplicate.state is DuplicateState.OVER or before.week.until <= now or step.is_none:
            return None
        for match in played:
            ended = match.call_off_in_contest(now)
            await self._core.write(connection, match, ended)
            changes.append(CommittedMatch(match, ended))
        await self._make(connection, before, step)
        return changes

    @staticmethod
    async def _make(connection: Connection, before: DuplicateView, step: DuplicateStep) -> None:
        here = before.duplicate.id
        for game in step.ends:
            if game.match is None:
                await duplicates.opened(connection, here, game, None)
        if step.parted:
            await duplicates.pair(connection, here, step.parted, None)
        known = (*(each.pair or 0 for each in before.entrants), *(game.pair for game in before.games))
        last = max(known, default=0)
        for number, two in enumerate(step.pairs, last + 1):
            await duplicates.pair(connection, here, two, number)
        for pair, position, one, other in step.positions:
            for leg, (first, second) in enumerate(((one, other), (other, one))):
                await duplicates.add_game(connection, here, DuplicateGame(pair, position, leg, first, second))

    def _stepped(self, changes: list[CommittedMatch] | None) -> None:
        if changes is not None:
            self._core.all_committed(changes)
            self._changed(None)

    async def to_open(self) -> list[tuple[DuplicateView, DuplicateGame]]:
        """The games whose matches are to be opened."""
        now = self._core.clock()
        found = await self._core.database.read(lambda connection: duplicates.to_open(connection, now, OPENING))
        known = {
            each.id: await self._core.database.read(partial(duplicate_seen, duplicate=each.id), several=True)
            for each in {each.id: each for each, _ in found}.values()
        }
        return [(view, game) for each, game in found if (view := known[each.id])]

    async def open(self, view: DuplicateView, game: DuplicateGame, private: Mapping[str, Place]) -> None:
        """Open the match of a game, unless it is open; where that cannot be, whoever may not play has left.

        It stands in the ``private`` chats of its two, by their ids, or else where the card stands.
        """
        first, second = (view.holder(number).player for number in (game.first, game.second))

        async def ready(connection: Connection) -> tuple[Duplicate, set[str]] | None:
            known = await people.lock(connection, first, second)
            found = await duplicates.get(connection, view.duplicate.id, lock=True)
            if found is None or found.state is DuplicateState.OVER:
                return None
            there = {each.player for each in await duplicates.entrants(connection, found.id) if not each.left}
            if game not in await duplicates.games(connection, found.id) or not {first, second} <= there:
                return None
            able = {each for each in (first, second) if each in known and await self._may(connection, each, found)}
            return found, able

        async def refused(connection: Connection, found: Duplicate, able: set[str]) -> None:
            await duplicates.opened(connection, found.id, game, None)
            # Where either may play, the two may not play each other: whoever came later waits no more.
            gone = [number for number in (game.first, game.second) if view.holder(number).player not in able]
            await duplicates.leave(connection, found.id, gone or [max(game.first, game.second)])

        async def work(connection: Connection) -> CommittedMatch | None:
            standing = await ready(connection)
            if standing is None:
                return None
            found, able = standing
            if able != {first, second}:
                await refused(connection, found, able)
                return None
            venue = Venue(found.place, found.language)
            opened = await self._opened(connection, view, game, (first, second), venue)
            await duplicates.opened(connection, found.id, game, opened.code)
            await show_board(self._core, connection, opened, venue, private)
            return CommittedMatch(None, opened)

        async def give_up(connection: Connection) -> None:
            if standing := await ready(connection):
                await refused(connection, *standing)

        def done(change: CommittedMatch | None) -> None:
            if change:
                self._core.committed(change)
            self._changed(None)

        try:
            await self._core.database.write(work, done)
        except ActionRefused:
            await self._core.database.write(give_up, done)

    async def _may(self, connection: Connection, player: str, found: Duplicate) -> bool:
        """May somebody have one more match there?"""
        try:
            await check_not_banned(connection, player, [found.place], self._core.clock())
            await self._opener.check_matches(connection, player)
        except ActionRefused:
            return False
        return True

    async def _opened(
        self,
        connection: Connection,
        view: DuplicateView,
        game: DuplicateGame,
        players: tuple[str, str],
        venue: Venue,
    ) -> Match:
        """The match of a game, written. Nobody watches it: others are still to play its position."""
        ruleset = find_ruleset(view.week.ruleset)
        wanted = Invitation(
            ruleset,
            host_side=0,
            player=players[1],
            position=parse_position(ruleset, view.week.positions[game.position]),
            terms=Terms(DUPLICATE_PACE, watched=False),
        )
        event = MatchEvent(EventKind.DUPLICATE, view.duplicate.id)
        return await opened_board(self._opener, connection, players, wanted, venue, event)

    def _changed(self, _: object) -> None:
        self._core.news.errands.publish(Errand.DUPLICATE)
