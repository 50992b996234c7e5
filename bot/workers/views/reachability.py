"""Tells players that somebody they play with cannot be reached any more, and that they can be again, once each."""

from dataclasses import replace
from functools import partial

import structlog

from bot.foundation.bounded import BoundedMemory
from bot.foundation.single_flight import SingleFlight
from bot.matches.clock import Clock, Halt
from bot.matches.notices import Notice, Reachability
from bot.matches.status import LIVE, Status
from bot.services.services import Services
from bot.store import MatchSnapshot, View
from bot.store.records import is_reached
from bot.workers.gateways import Gateways
from bot.workers.views.notice_sender import ComposeNotice
from bot.workers.views.pings import TellOnce, board_for
from bot.workers.views.view_tasks import HoldClock, TellReachability, ViewTask

_log = structlog.get_logger(__name__)

VIEWS = 10_000
"""The most views that are remembered to be out of reach."""


class ReachabilityNotices:
    """``compose`` makes the message. Which views could not be shown is known from what was read; losing it costs a
    word that somebody is back."""

    def __init__(
        self, services: Services, gateways: Gateways, tasks: SingleFlight[ViewTask], compose: ComposeNotice
    ) -> None:
        self._services = services
        self._gateways = gateways
        self._tasks = tasks
        self._compose = compose
        self.once = TellOnce()
        self._lost = BoundedMemory[str, bool](VIEWS)
        self._untold = BoundedMemory[str, View](VIEWS)

    def note(self, snapshot: MatchSnapshot) -> None:
        """Remember which views of a match cannot be shown at present; tell what no board stood for until now."""
        for view in snapshot.views:
            if view.frozen:
                self._lost.put(view.id, True)
        match = snapshot.match
        untold = self._untold.peek(match.code)
        if untold and any(view.message and not view.frozen for view in snapshot.views if view.id != untold.id):
            self._untold.pop(match.code)
            self._start(untold, Reachability.LOST)
        if match.clock and match.status is Status.PLAYING and self._is_to_change(match.clock, snapshot):
            self._tasks.start(HoldClock(match.code), partial(self._services.time.look_whether_reached, match.code))

    @staticmethod
    def _is_to_change(clock: Clock, snapshot: MatchSnapshot) -> bool:
        reached = is_reached(snapshot.match, snapshot.views)
        return clock.halt is Halt.FROZEN if reached else clock.since is not None

    def lost(self, view: View) -> None:
        """A view cannot be shown any more."""
        self._lost.put(view.id, True)
        self._start(view, Reachability.LOST)

    def shown(self, view: View) -> None:
        """A view has been shown."""
        if self._lost.pop(view.id):
            self._start(view, Reachability.BACK)

    def _start(self, view: View, what: Reachability) -> None:
        self._tasks.start(TellReachability(view.match, view.id, what), partial(self._tell, view, what))

    async def _tell(self, view: View, what: Reachability) -> None:
        for snapshot in await self._services.views.snapshots([view.match]):
            match = snapshot.match
            if match.status not in LIVE:
                return
            people = [match.host, *match.seats]
            if what is Reachability.LOST and self._is_told_by_clock(snapshot):
                # Who is to move reads it where they are called; but after a ban nobody may have moved.
                people = [match.seats[match.game.turn]] if view.closed else []
            who = (view.perspective or "") if view.place.private else ""
            for player in dict.fromkeys(people):
                if player and player != who and player not in self._services.matches.computers:
                    await self._tell_one(snapshot, view, Notice(player, what, match.version, who))

    @staticmethod
    def _is_told_by_clock(snapshot: MatchSnapshot) -> bool:
        """Is the clock stopped because of it? That is told."""
        clock = snapshot.match.clock
        return clock is not None and (clock.halt is Halt.FROZEN or not is_reached(snapshot.match, snapshot.views))

    async def _tell_one(self, snapshot: MatchSnapshot, about: View, notice: Notice) -> None:
        """Tell it beside another board; in private where nothing may be written there, or where there is none."""
        others = [view for view in snapshot.views if view.id != about.id and not view.frozen and view.message]
        view = board_for(notice.player, [each for each in others if each.place.platform in self._gateways])
        if view is None and notice.what is Reachability.LOST:
            hidden = [each for each in snapshot.views if each.id == about.id and each.frozen]
            view = board_for(notice.player, [each for each in hidden if not each.place.private])
        player = await self._services.people.by_id(notice.player, view.place.platform) if view else None
        if view is None and any(each.message is None and not each.frozen for each in snapshot.views):
            self._untold.put(about.match, about)  # the other board is only just being posted
        if view is None or player is None or not self.once.is_first(notice.player, about, notice.what):
            return
        person = replace(player.person, name=snapshot.names[player.id], locale=player.spoken)
        gateway = self._gateways.of(view)
        try:
            async with self._gateways.deadline():
                beside = view.place.can_post and not view.frozen
                person = snapshot.called_beside(view, person) if beside else person
                answer = await self._compose(snapshot, view, person, notice)
                once = f"{about.key}-{notice.what.value}-{view.id}"[:25]
                if not beside:
                    await gateway.ping(await gateway.private_place(person.account), "", person, answer, once)
                else:
                    await gateway.ping(view.place, view.message or "", person, answer, once)
        except Exception as error:  # the boards say it as well
            _log.warning("reach_not_told", reason=type(error).__name__, match=snapshot.match.code)
