"""Sends a notice: beside a board, to the private chat of its player, or both."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

import structlog

from bot.chat import Gone, Later, Ping, PlaceMoved, Refused, ThreadClosed, Unreachable
from bot.foundation.bounded import BoundedMemory
from bot.foundation.single_flight import SingleFlight
from bot.matches.identity import Person
from bot.matches.match import Match
from bot.matches.notices import Notice, Reminder, TeamTurn, is_for_leaver
from bot.store import MatchSnapshot, Player, View
from bot.workers.gateways import Gateways, Outcome, asked_to_wait, differing, outcome_of, reason_of
from bot.workers.views.view_tasks import PingPlayer, ViewTask

_log = structlog.get_logger(__name__)

ComposeNotice = Callable[[MatchSnapshot, View, Person, Notice], Awaitable[Ping]]

NOTICES = differing(
    {
        Refused: Outcome.LOST_PLACE,
        **dict.fromkeys((Gone, PlaceMoved, ThreadClosed, Exception), Outcome.GIVE_UP),
        Later: Outcome.WAIT,
    }
)
"""Where no call is taken another place is tried. What fails in an unknown way may have come: it is not said twice."""
REFUSED = 10_000
"""The most players of whom it is known that they take no private messages. Forgetting it costs saying it once more."""


@dataclass(frozen=True)
class Sent:
    """``beside`` is the message beside the board, empty for none. ``sent``: it has come to the player somewhere.
    ``nowhere``: neither beside the board nor in private may anything be written to them.
    """

    beside: str = ""
    sent: bool = True
    nowhere: bool = False


class NoticeSender:
    """``compose`` makes the message of a notice."""

    def __init__(self, gateways: Gateways, tasks: SingleFlight[ViewTask], compose: ComposeNotice) -> None:
        self._gateways = gateways
        self._tasks = tasks
        self._compose = compose
        self._refused = BoundedMemory[str, bool](REFUSED)

    async def send(
        self, snapshot: MatchSnapshot, view: View, player: Player, notice: Notice, here: bool, private: bool
    ) -> Sent | None:
        """Send a notice to a player in the ways that they want; None where it is to be tried again.

        Who cannot be written to in private is told beside the board, the first time with a word about it; where nothing
        may be written beside the board, or it cannot be shown, in private. A private chat in which a board stands may
        take no calls either. What fails in another way is not tried again: the board stands. Nor is what has come to
        them in private and would have to wait beside the board: it would come there twice. Whoever has left the chat
        is told nothing beside the board.
        """
        key = PingPlayer(view.match, player.platform)
        person = replace(player.person, name=snapshot.names[player.id], locale=player.spoken)
        reached = closed = False
        if view.place.private:
            here, private = here or private, False  # the board itself stands in their private chat
        if not (here or private):
            return Sent(sent=False)
        try:
            if private and not await self._in_private(snapshot, view, person, notice):
                if is_for_leaver(notice, snapshot.match):
                    return Sent(sent=False)
                closed = True
                notice = replace(notice, instead=not (here or self._refused.get(notice.player)))
                self._refused.put(notice.player, True)
                here, private = True, False
            reached = private
            if not here:
                return Sent()
            try:
                return Sent(await self._beside(snapshot, view, person, notice))
            except Exception as error:
                if outcome_of(error, NOTICES) is not Outcome.LOST_PLACE:
                    raise
                if view.place.private:  # what was posted there can still be edited, but no call comes through
                    return Sent(sent=False, nowhere=not view.frozen)
                reached = private or (not closed and await self._in_private(snapshot, view, person, notice))
                return Sent(sent=reached, nowhere=not (reached or view.frozen))
        except Exception as error:
            facts = {"reason": reason_of(error), "match": view.match, "platform": key.platform}
            match outcome_of(error, NOTICES):
                case Outcome.LEAVE | Outcome.WAIT if reached:
                    return Sent()
                case Outcome.LEAVE:
                    return None
                case Outcome.WAIT:
                    self._tasks.retry(key, asked_to_wait(error))
                    _log.warning("ping_waits", **facts)
                    return None
                case _:
                    _log.warning("ping_failed", **facts)
                    return Sent(sent=reached)

    async def _beside(self, snapshot: MatchSnapshot, view: View, person: Person, notice: Notice) -> str:
        if view.closed or (view.frozen and not self._gateways.of(view).capabilities.calls_elsewhere):
            raise Unreachable
        async with self._gateways.slot(person.platform), self._gateways.deadline():
            person = snapshot.called_beside(view, person)
            ping = await self._composed(snapshot, view, person, notice)
            self._gateways.check(view)
            beside = "" if view.frozen else view.message or ""
            name = once(view.key, notice, snapshot.match)
            return await self._gateways.of(view).ping(view.place, beside, person, ping, name)

    async def _composed(self, snapshot: MatchSnapshot, view: View, person: Person, notice: Notice) -> Ping:
        """The message of a notice. Raises Later where it cannot be made, as the database it is read from is away."""
        try:
            return await self._compose(snapshot, view, person, notice)
        except Exception as error:
            raise Later(None, type(error).__name__) from error

    async def _in_private(self, snapshot: MatchSnapshot, view: View, person: Person, notice: Notice) -> bool:
        """Send it to the private chat of its player; False where they take no messages there."""
        gateway = self._gateways.of(view)
        async with self._gateways.slot(person.platform), self._gateways.deadline():
            # Names are hidden where the staff has hidden them; a player's own chat is another place.
            ping = await self._composed(snapshot, replace(view, nameless=False), person, notice)
            try:
                place = await gateway.private_place(person.account)
                await gateway.ping(place, "", person, ping, once(view.match, notice, snapshot.match))
            except Exception as error:
                if outcome_of(error, NOTICES) is not Outcome.LOST_PLACE:
                    raise
                return False
        self._refused.pop(notice.player)
        return True


def once(name: str, notice: Notice, match: Match) -> str:
    """Names a notice, so that a platform which can tell posts it once, and for its turn: at most 25 characters."""
    kind = notice.what.value[0] if isinstance(notice.what, Reminder | TeamTurn) else ""
    if isinstance(notice.what, TeamTurn):  # each member may be due in the same version
        kind += notice.player[:2]
    guest = "g" if notice.player == match.invited else ""
    return f"{name}-{notice.version}{kind}{guest}"
