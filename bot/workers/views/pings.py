"""Tells players what has happened in a match, once, beside its board; takes away what is not true any more."""

import asyncio
from contextlib import ExitStack
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import groupby
from typing import Protocol

from bot.chat import OWN_THREAD, SCREENS, MessageGateway
from bot.foundation.bounded import BoundedMemory
from bot.foundation.single_flight import SingleFlight
from bot.matches.clock import Halt
from bot.matches.digest import is_kept
from bot.matches.happening import Happening
from bot.matches.match import Match
from bot.matches.notices import (
    News,
    Notice,
    Reachability,
    TeamTurn,
    due_at,
    is_for_leaver,
    is_true,
    may_wait,
    most_telling,
    stands,
)
from bot.matches.preferences import DIGEST, PRIVATE, ways
from bot.matches.status import CAME_TO_NOTHING
from bot.services.match.matches import View
from bot.services.services import Services
from bot.store import MatchSnapshot, Player
from bot.store.records import homes, is_reached
from bot.workers.gateways import Gateways
from bot.workers.views.leftovers import Leftovers
from bot.workers.views.notice_sender import ComposeNotice, NoticeSender, once
from bot.workers.views.view_tasks import PingPlayer, ViewTask

PINGS_SPARE = 6
"""So many messages of a chat's limit are left to answers and boards."""
LATE = timedelta(seconds=60)
"""The time after which a call for which a chat had no room stands in line with its boards."""
_SEEN_ON_BOARD = (Happening.ACCEPTED, Happening.MOVED, TeamTurn.DUE)
"""Happenings of which the board alone tells somebody who is looking: that it is their turn."""
MOST_LATELY, MOST_IN_AN_HOUR = 3, 6
"""So much is told to a player in ten minutes, and in an hour; the rest waits or is told as one, but for results."""
LOOK_AGAIN = 60.0
"""Seconds until it is looked again whether a player may be told more."""
CALLED_PLACES = 1_000
"""The most places of whose latest calls it is known when they came."""
HOUR = 3600.0
PLAYERS = 10_000
"""The most players of whom it is known that they are just being told something."""
OWN = 2
"""A notice and the one before it stand below a board without anybody having said anything."""
PRESENT_FOR = timedelta(seconds=60)
"""The time after an action of their own for which a person is taken to be looking."""
CALLED_AFTER = timedelta(seconds=20)
"""The time without a move after which somebody who is looking is called."""
ACTIONS = 10_000
"""The most players in matches whose latest action is kept."""
TOLD_OF_PLACES = 10_000
"""The most people of whom it is known that they were told of a place."""
ONE_EVENT = 600.0
"""Seconds for which what happens to several matches of a group or server counts as one event."""


class ShownBoards(Protocol):
    """The worker that shows the boards of matches."""

    def noted(self, code: str) -> None:
        """Something was told of a match."""

    async def give_up(self, view: View) -> None:
        """Nobody can be called in the place of a view."""


class Presence:
    """The latest action of each player in each match, in memory: whoever is forgotten is called at once.

    That its host has invited is an action too, and is known from the match.
    """

    def __init__(self) -> None:
        self._acted = BoundedMemory[tuple[str, str], datetime](ACTIONS)

    def note(self, snapshot: MatchSnapshot) -> None:
        """Remember the latest change of a match as an action of whoever made it, for a team the member whose turn it
        was.
        """
        match = snapshot.match
        of_team = (each.latest for each in snapshot.teams if each.player == match.actor)
        actor = next(of_team, None) or match.actor
        if actor is not None:
            self._acted.put((match.code, actor), match.changed)

    def wait(self, match: Match, player: str, now: datetime) -> float:
        """Seconds until a player is to be told of the latest change, 0 for now."""
        begun = match.created if player == match.host else None
        acted = self._acted.get((match.code, player)) or begun
        if acted is None or match.changed - acted >= PRESENT_FOR:
            return 0.0
        return max(0.0, (match.changed + CALLED_AFTER - now).total_seconds())


class TellOnce:
    """A group or server that is lost, or there again, is told once to each person, whatever matches they have there."""

    def __init__(self) -> None:
        self._told = BoundedMemory[tuple[str, str, str, News | Reachability], str](TOLD_OF_PLACES, ONE_EVENT)

    def is_first(self, player: str, view: View, what: News | Reachability) -> bool:
        """Is what a player is told about a view not told already about another match there? It is told now."""
        if view.place.private:
            return True
        now, key = asyncio.get_running_loop().time(), (player, view.place.platform, view.place.community, what)
        first = self._told.get(key, now) or view.match
        self._told.put(key, first, now)
        return first == view.match


class Pings:
    """Brings what was told of a match up to date. ``compose`` makes the message of a notice; beside ``boards`` it is
    told.
    """

    def __init__(
        self,
        services: Services,
        gateways: Gateways,
        tasks: SingleFlight[ViewTask],
        compose: ComposeNotice,
        leftovers: Leftovers,
        boards: ShownBoards,
        once: TellOnce,
    ) -> None:
        self._services = services
        self._gateways = gateways
        self._tasks = tasks
        self._leftovers = leftovers
        self._boards = boards
        self._once = once
        self._sender = NoticeSender(gateways, tasks, compose)
        self._presence = Presence()
        self._called = BoundedMemory[tuple[str, str], list[float]](CALLED_PLACES, HOUR)
        self._turns = BoundedMemory[str, asyncio.Lock](PLAYERS)

    def note(self, snapshot: MatchSnapshot) -> None:
        """Remember who has acted last in a match, also where nothing is told of it before the next one acts."""
        self._presence.note(snapshot)

    async def update(self, snapshot: MatchSnapshot, views: list[View], key: PingPlayer) -> None:
        """Tell what is due on a platform; take away there what is not true any more. ``views`` are the match's."""
        self._tasks.cancel_wake(key)
        with ExitStack() as stack:
            for view in views:
                if view.place.platform == key.platform:
                    stack.enter_context(self._gateways.keep(view))
            told: set[str] = set()
            for player, due in self._due(snapshot):
                if await self._tell(snapshot, views, key, due):
                    told.add(player)
            self._take_away(snapshot, key, told)
        if not self._tasks.is_waiting(key):  # else one of the players is still to be told
            self._tasks.succeeded(key)

    def _due(self, snapshot: MatchSnapshot) -> list[tuple[str, list[Notice]]]:
        """The notices that are to be told by now, the oldest first, by player."""
        now = self._services.clock()
        due = [each.notice for each in snapshot.notices if each.told is None and each.due <= now]
        due.sort(key=lambda notice: notice.player)
        return [(player, list(same)) for player, same in groupby(due, key=lambda notice: notice.player)]

    def _take_away(self, snapshot: MatchSnapshot, key: PingPlayer, told: set[str]) -> None:
        """Take away the messages that are not true any more, and those of players who were ``told`` something newer."""
        views = {view.id: view for view in snapshot.views}
        newest = {each.notice.player: each for each in snapshot.notices if each.message}
        for each in snapshot.notices:
            view = views.get(each.view or "")
            if view is None or each.message is None or view.place.platform != key.platform:
                continue
            stays = stands(each.notice, snapshot.match, snapshot.due) and newest[each.notice.player] is each
            if (not stays or each.notice.player in told) and self._gateways.serves(view):
                self._leftovers.delete(view, each.message)

    async def _tell(self, snapshot: MatchSnapshot, views: list[View], key: PingPlayer, due: list[Notice]) -> bool:
        """Tell a player what is due and true, in one message; does a new message stand beside a board?"""
        match = snapshot.match
        true = [notice for notice in due if is_true(notice, match, snapshot.due)]
        if not true:
            await self._services.views.not_to_be_told(match.code, due)
            return False
        notice = most_telling(true)
        frozen = match.clock is not None and match.clock.halt is Halt.FROZEN
        if notice.what is Happening.UNREACHABLE and frozen and is_reached(match, snapshot.views):
            return False  # no longer so: the clock is about to go on
        known = [view for view in views if snapshot.person(notice.player, view.place.platform)]
        view = _beside(notice.player, known)
        if view is None or view.place.platform != key.platform or not self._gateways.serves(view):
            return False
        lost = notice.what is Happening.UNREACHABLE and view.frozen
        if lost and not self._once.is_first(notice.player, view, Reachability.LOST):
            await self._services.views.not_to_be_told(match.code, due)
            return False
        if self._must_wait(view, snapshot, notice, key):
            return False
        besides = [each for each in due if each != notice]
        if notice.what is Happening.INVITED and (view.place.private or not view.place.can_post):
            await self._services.views.told(view, notice, "", besides, sent=False)  # the board itself has called them
            return False
        async with self._turns.get_or_put(notice.player, asyncio.Lock):
            return await self._tell_now(snapshot, view, key, notice, besides)

    async def _tell_now(
        self, snapshot: MatchSnapshot, view: View, key: PingPlayer, notice: Notice, besides: list[Notice]
    ) -> bool:
        """Tell it where the player wants it, unless they have been told much; only one thing at a time."""
        telling = await self._services.views.telling_of(view.match, notice.player, key.platform)
        if telling is None or view.match not in telling.load.due:
            return False  # told meanwhile, together with others; or their data is deleted
        load, now, rests = telling.load, self._services.clock(), {notice.player: telling.player.rest}
        due = due_at(replace(snapshot.match, rests=rests), notice.player, now)
        if due > now:  # it could not be told before their night, or they have gone away since
            await self._services.views.put_off(view.match, notice.player, due)
            return False
        for_leaver = is_for_leaver(notice, snapshot.match)
        if telling.how == DIGEST and not for_leaver and is_kept(notice, snapshot.match, now, snapshot.due):
            await self._keep_for_digest(snapshot, telling.player)
            return False
        together: tuple[str, ...] = ()
        if may_wait(notice, snapshot.match):
            if load.lately >= MOST_LATELY or load.in_an_hour >= MOST_IN_AN_HOUR:
                self._tasks.wake(key, LOOK_AGAIN)
                return False
            crowded = view.id in snapshot.calls_an_hour or self._gateways.of(view).wait(view.place, PINGS_SPARE) > 0
            most = 1 if crowded else MOST_LATELY
            if view.match in load.waiting and len(load.waiting) > most:
                asked = await self._services.views.waiting(load.waiting, notice.player)
                together = asked if view.match in asked and len(asked) > most else ()
        if self._stands_in_line(view, snapshot.match, notice, key):
            return False
        where = ways(PRIVATE if for_leaver else telling.how, invited=notice.what is Happening.INVITED)
        if where[0] and may_wait(notice, snapshot.match) and self._is_called_out(view, snapshot):
            self._tasks.wake(key, LOOK_AGAIN)
            return False
        message = await self._sender.send(
            snapshot, view, telling.player, replace(notice, together=len(together)), *where
        )
        if message is None:
            return False
        if message.nowhere and _gives_up(view, snapshot.match, notice):
            # Nobody may lose on time in a place where they cannot be called: the clock stands, and the other is told.
            await self._boards.give_up(view)
            return False
        if together:
            await self._services.views.told_together(view, notice, message.beside, together)
        else:
            await self._services.views.told(view, notice, message.beside, besides, sent=message.sent)
        self._boards.noted(view.match)
        if message.beside and view.id in snapshot.calls_an_hour:
            self._note_call(view)
        if message.beside and is_left_behind(view, snapshot.match, self._gateways.of(view), OWN):
            # The notice has shown how much has been said since the board was posted.
            await self._services.views.bring_down(view)
        return bool(message.beside)

    async def _keep_for_digest(self, snapshot: MatchSnapshot, player: Player) -> None:
        """Have what a player is to be told of a match come with their next digest, unless one is just due."""
        theirs = [each for each in snapshot.notices if each.notice.player == player.id and each.told is None]
        if not any(player.digest.comes_at(each.due) for each in theirs):
            await self._services.digests.keep(snapshot.match.code, player)

    def _must_wait(self, view: View, snapshot: MatchSnapshot, notice: Notice, key: PingPlayer) -> bool:
        """Is it too early to tell something beside a view? What is late, or may not wait, leaves nothing to boards."""
        match, now = snapshot.match, self._services.clock()
        if not view.frozen and is_behind(view, match):
            return True
        wait = 0.0
        if notice.what in _SEEN_ON_BOARD:
            wait = self._presence.wait(match, notice.player, now)
        due = next(each.due for each in snapshot.notices if each.notice == notice)
        if wait <= 0 and now - due < LATE and may_wait(notice, match):
            wait = self._gateways.of(view).wait(view.place, PINGS_SPARE)
        if wait > 0:
            self._tasks.wake(key, wait)
        return wait > 0

    def _is_called_out(self, view: View, snapshot: MatchSnapshot) -> bool:
        """Have as many been called in a place within the last hour as its hosts want?"""
        most = snapshot.calls_an_hour.get(view.id)
        return most is not None and len(self._calls_at(view)) >= most

    def _note_call(self, view: View) -> None:
        now = asyncio.get_running_loop().time()
        self._called.put((view.place.platform, view.place.community), [*self._calls_at(view), now], now)

    def _calls_at(self, view: View) -> list[float]:
        """The times of the calls in the community of a view within the last hour."""
        now = asyncio.get_running_loop().time()
        found = self._called.get((view.place.platform, view.place.community), now) or []
        return [each for each in found if now - each < HOUR]

    def _stands_in_line(self, view: View, match: Match, notice: Notice, key: PingPlayer) -> bool:
        """Is it not the turn of a notice yet, among the boards that wait in its chat?"""
        wait = self._gateways.of(view).wait(view.place, turn=once(view.key, notice, match))
        if wait > 0:
            self._tasks.wake(key, wait)
        return wait > 0


def _gives_up(view: View, match: Match, notice: Notice) -> bool:
    """Is a board given up beside which a call has come to nobody, so that the clock stands until its player acts?

    Not where the clock goes on because they have just acted there. Where the bot may never write, the board is edited
    all the same, so it stays for whoever has no time to lose.
    """
    if notice.what is Happening.GOES_ON:
        return False
    loses = match.clock is not None and match.seats[match.game.turn] == notice.player
    return loses or view.place.can_post


def _beside(player: str, views: list[View]) -> View | None:
    """The view beside which a player is told: where the bot may write, if there is one; one that cannot be shown only
    where there is no other.
    """
    shown = [view for view in views if not view.frozen]
    found = board_for(player, [view for view in shown if view.place.can_post]) or board_for(player, shown)
    return found or board_for(player, [view for view in views if view.frozen and not view.place.private])


def is_behind(view: View, match: Match) -> bool:
    """Does the message of a view not show the match as it is, or is there none?"""
    return view.message is None or view.shown_version < match.version


def is_left_behind(view: View, match: Match, gateway: MessageGateway, more: int = 0) -> bool:
    """Do so many messages stand below the board of a view that it comes down? ``more``: even so many more.

    A copy stays where it was shown, and so does an invitation of which nothing has come.
    """
    if view.message is None or view.copy or match.status in CAME_TO_NOTHING:
        return False
    enough = SCREENS if view.thread_shows is None else OWN_THREAD
    return view.left_behind or gateway.below(view.place, view.message) >= enough + more


def board_for(player: str, views: list[View]) -> View | None:
    """The view beside which a player is told: their own, else the oldest that is not another person's private one.

    It is a copy only where there is nothing else.
    """
    views = [view for view in views if not view.place.private or view.perspective == player]
    own = [view for view in homes(views) if view.perspective == player]
    shared = homes(views)
    return next(iter(own or shared), None)
