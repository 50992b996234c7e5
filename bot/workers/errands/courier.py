"""Says what is due by itself, in a place or to a person: the one way for all kinds of it.

Nothing is queued: what is to be said follows from the rows, so that a crash at any moment or a second process changes
nothing. Each chat is served by the process that holds its lease. The rows are looked at when something is published
that a kind waits for, when the next of it is due, and now and then, since what was published may have gone unheard.
"""

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

import structlog

from bot.chat import MessageGateway, PlaceMoved
from bot.foundation.periodic import Periodic
from bot.foundation.shared_work import Leases
from bot.foundation.single_flight import SingleFlight
from bot.matches.identity import Place
from bot.services.news import Errand
from bot.services.services import Services
from bot.workers.gateways import FAILURES, Failures, Gateways, LeaseLost, Outcome, asked_to_wait, outcome_of, reason_of

_log = structlog.get_logger(__name__)

SWEEP_EVERY = 300.0
"""Seconds until the rows are looked at even if nothing is heard."""
SWEEP_OFTEN = 5.0
"""The same where news of other processes are not received."""
LOOK_AGAIN = 1.0
"""Seconds between two looks, however much happens."""
SPARE = 6
"""So many messages of a chat's limit are left to answers and boards."""
STOP_WITHIN = 2.0

Task = TypeVar("Task")
Message = TypeVar("Message")


@dataclass(frozen=True)
class Due(Generic[Task]):
    """The tasks that are due now, in their order, and the seconds until more will be due, where that is known."""

    now: Sequence[Task]
    following: float | None = None


class ErrandKind(ABC, Generic[Task, Message]):
    """A kind of errand: what is due, to whom, in which words, and what is written when it was said or cannot be."""

    errand: Errand
    failures: Failures = FAILURES

    @abstractmethod
    async def due(self, gateways: Gateways) -> Due[Task]:
        """The tasks that are due; some may be of chats that this process does not serve, and are left out."""

    @abstractmethod
    def key(self, task: Task) -> Hashable:
        """Of a key one errand after the other is done."""

    @abstractmethod
    def served(self, task: Task) -> tuple[str, str]:
        """The platform, and the chat or account by whose lease one process does it."""

    def wait(self, task: Task) -> float:
        """Seconds for which it is still to wait, whatever its chat takes."""
        return 0.0

    @abstractmethod
    async def place(self, task: Task, gateway: MessageGateway) -> Place:
        """The place where it is to be said. Raises what the gateway raises."""

    @abstractmethod
    async def compose(self, task: Task) -> Message | None:
        """The message to be sent; None where there is nothing to say any more."""

    async def is_wanted(self, task: Task) -> bool:
        """Is it still to be said? It is asked at the last moment: it may have been switched off."""
        del task
        return True

    @abstractmethod
    async def send(self, task: Task, gateway: MessageGateway, place: Place, message: Message) -> str:
        """Say it, under a name by which the platform can tell that it is the same; gives the message where one stands.

        Raises what the gateway raises.
        """

    @abstractmethod
    async def said(self, task: Task, message: str) -> None:
        """Note that it was said."""

    @abstractmethod
    async def given_up(self, task: Task) -> None:
        """Note that it never will be."""

    async def lost_place(self, task: Task) -> None:
        """Note that nothing can be said there any more."""
        await self.given_up(task)

    async def moved(self, task: Task, place: Place) -> None:
        """Note that the chat lives on elsewhere."""
        await self.lost_place(task)


class _TriedAgainError(Exception):
    """An errand has failed and is to be tried again, which the log tells already."""

    def __init__(self, failure: Exception) -> None:
        super().__init__(failure)
        self.failure = failure


class Courier(Generic[Task, Message]):
    """Does the errands of one kind. ``start`` once, ``stop`` once."""

    def __init__(
        self,
        kind: ErrandKind[Task, Message],
        services: Services,
        gateways: Mapping[str, MessageGateway],
        leases: Leases,
    ) -> None:
        self._kind = kind
        self._errands = services.news.errands
        self._gateways = Gateways(gateways, leases)
        self._leases = leases
        self._tasks: SingleFlight[Hashable] = SingleFlight(lambda _: self._looking.wake(), "errand_failed")
        self._looking = Periodic("errands_wait", self.look, self._sweep_after, least=LOOK_AGAIN, again=SWEEP_OFTEN)
        self._subscriptions = ExitStack()

    async def start(self) -> None:
        """Begin, with what was left before the start."""
        self._subscriptions.callback(self._errands.subscribe(self._heard))
        self._subscriptions.callback(self._leases.gained.subscribe(self._looking.wake))
        await self._looking.start()

    async def stop(self) -> None:
        """End. What was under way, and is not done soon, is done by the next process that starts."""
        self._subscriptions.close()
        await self._looking.stop()
        await self._tasks.stop(STOP_WITHIN)

    async def look(self) -> None:
        """Begin to do what is due."""
        groups: dict[Hashable, list[Task]] = defaultdict(list)
        with self._tasks.reading():
            due = await self._kind.due(self._gateways)
            for task in due.now:
                if self._gateways.is_ours(*self._kind.served(task)):
                    groups[self._kind.key(task)].append(task)
            self._tasks.keep_only(groups)
            for key, tasks in groups.items():
                if not self._tasks.is_waiting(key):
                    self._tasks.start(key, partial(self._serve, key, tasks))
        if due.following is not None:
            self._looking.wake(due.following)

    def _heard(self, errand: Errand) -> None:
        if errand is self._kind.errand:
            self._looking.wake()

    def _sweep_after(self) -> float:
        return SWEEP_EVERY if self._leases.is_listening else SWEEP_OFTEN

    async def _serve(self, key: Hashable, tasks: Sequence[Task]) -> None:
        """Do the errands of a key, one after the other; what one of them must wait for, the next need not."""
        failed: Exception | None = None
        for task in tasks:
            try:
                wait = await self._do(task)
            except _TriedAgainError as again:
                failed = again.failure
                continue
            except Exception as error:  # it may have been said, and could not be noted
                _log.exception("errand_failed", errand=self._kind.errand.value)
                failed = error
                continue
            if wait is not None:
                self._looking.wake(wait)
        if failed:
            self._tasks.retry(key, asked_to_wait(failed))
        else:
            self._tasks.succeeded(key)

    async def _do(self, task: Task) -> float | None:
        """Do an errand, or note that it is not to be done; the seconds for which it must wait, 0 where more may be due
        now that it is done. Raises _TriedAgainError, and what the kind raises where something is to be noted.
        """
        kind, (platform, _) = self._kind, self._kind.served(task)
        if (wait := kind.wait(task)) > 0:
            return wait
        try:
            async with self._gateways.slot(platform), self._gateways.deadline():
                place = await kind.place(task, self._gateways[platform])
                if (wait := self._gateways[platform].wait(place, SPARE)) > 0:
                    return wait
                said = await self._say(task, place)
        except Exception as error:
            return await self._failed(task, error)
        if said is None:
            await kind.given_up(task)
        else:
            await kind.said(task, said)
        return 0.0

    async def _say(self, task: Task, place: Place) -> str | None:
        """Compose it and say it, unless there is nothing to say. Raises LeaseLost, and what the gateway raises."""
        message = await self._kind.compose(task)
        if message is None or not await self._kind.is_wanted(task):
            return None
        platform, chat = self._kind.served(task)
        if not self._gateways.is_ours(platform, chat):
            raise LeaseLost
        return await self._kind.send(task, self._gateways[platform], place, message)

    async def _failed(self, task: Task, error: Exception) -> float | None:
        """Do what the failure of an errand means. Raises _TriedAgainError where it is to be tried again."""
        facts = {"errand": self._kind.errand.value, "platform": self._kind.served(task)[0], "reason": reason_of(error)}
        match outcome_of(error, self._kind.failures):
            case Outcome.LEAVE:
                return None
            case Outcome.GIVE_UP:
                _log.warning("errand_given_up", **facts)
                await self._kind.given_up(task)
            case Outcome.LOST_PLACE:
                _log.info("errand_lost_its_place", **facts)
                await self._kind.lost_place(task)
            case Outcome.FOLLOW if isinstance(error, PlaceMoved):
                _log.info("errand_follows", **facts)
                await self._kind.moved(task, error.place)
            case _:
                _log.warning("errand_waits", **facts)
                raise _TriedAgainError(error) from error
        return 0.0
