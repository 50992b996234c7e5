"""A chat platform that shows boards, and the view reconciler that keeps them up to date there."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from bot.chat import BoardMessage, Capabilities, Gone, MessageGateway, Ping, Successor, ThreadTitle, Unreachable
from bot.foundation.shared_work import Leases
from bot.matches.identity import Person, Place
from bot.matches.match import Match
from bot.matches.notices import Notice
from bot.services.match.matches import Player, View
from bot.services.services import Services
from bot.store import MatchSnapshot
from bot.workers.views.notice_sender import ComposeNotice
from bot.workers.views.view_reconciler import Compose, ViewReconciler
from loopback.waiting import eventually
from tests.bot.kit import begun


class FakePlatform(MessageGateway):
    """A platform: messages that are shown, pings that were sent, and failures still to be raised."""

    def __init__(self, platform: str = "web") -> None:
        self.platform = platform
        self.capabilities = Capabilities()
        self.shown: dict[str, BoardMessage] = {}
        self.places: dict[str, Place] = {}
        self.keys: dict[str, str] = {}
        self.pings: dict[str, tuple[str, str]] = {}
        self.done: list[str] = []
        self.private = False
        """Have people private chats?"""
        self.told_in: list[tuple[str, str]] = []
        """The chats in which people were told something, each with whom."""
        self.failures: list[Exception] = []
        self.pause = 0.0
        self.refusals: list[Exception] = []
        """What is raised where a thread is to be opened."""
        self.threads: list[tuple[str, str, bool]] = []
        self.members: dict[str, bool] = {}
        """Who is known to be in the chats, or to have left them, by their accounts."""
        self.managers: set[str] = set()
        """Who may decide for the chats, by their accounts."""
        self.roles_of: dict[str, tuple[str, ...]] = {}
        """The roles in the servers, by their accounts."""
        self.said: dict[str, int] = {}
        """How many messages stand below another."""
        self.under_way = self.most_at_once = 0
        self.open = asyncio.Event()
        self.open.set()

    def wait(self, place: Place, spare: int = 0, turn: str = "") -> float:
        return self.pause

    async def private_place(self, account: str) -> Place:
        """A chat of one's own, unless nobody has one."""
        if not self.private:
            raise Unreachable
        return Place(self.platform, f"{account}'s own", private=True)

    async def is_member(self, place: Place, account: str) -> bool | None:
        with self._at_work("is member"):
            await self.open.wait()
            return self.members.get(account)

    async def may_manage(self, place: Place, account: str) -> bool:
        return account in self.managers

    async def mark(self, place: Place, account: str, mark: str, *, on: bool) -> None:
        self.done.append(f"mark {account} {mark} {on}")
        if self.refusals:
            raise self.refusals.pop(0)

    async def roles(self, place: Place, account: str) -> tuple[str, ...]:
        return self.roles_of.get(account, ())

    async def open_thread(self, place: Place, message: str, title: str) -> Place:
        self.done.append("open thread")
        if self.refusals:
            raise self.refusals.pop(0)
        return Place(self.platform, f"thread of {message}")

    async def name_thread(self, place: Place, named: ThreadTitle, *, archive: bool) -> None:
        with self._at_work("name thread"):
            self.threads.append((place.chat, named.title, archive))

    def below(self, place: Place, message: str) -> int:
        return self.said.get(message, 0)

    async def post(self, place: Place, board: BoardMessage, key: str) -> str:
        with self._at_work("post"):
            await self.open.wait()
            if key not in self.keys:
                self.keys[key] = f"message-{len(self.keys) + 1}"
            message = self.keys[key]
            self.shown[message], self.places[message] = board, place
            return message

    async def edit(self, place: Place, message: str, board: BoardMessage) -> None:
        with self._at_work("edit"):
            await self.open.wait()
            if message not in self.shown:
                raise Gone
            self.shown[message] = board

    async def delete(self, place: Place, message: str, successor: Successor | None = None) -> None:
        with self._at_work("delete"):
            self.shown.pop(message, None)
            self.pings.pop(message, None)

    async def ping(self, place: Place, message: str, person: Person, ping: Ping, key: str) -> str:
        with self._at_work("ping"):
            self.told_in.append((place.chat, person.name))
            key = f"ping-{len(self.done)}"
            self.pings[key] = (person.name, ping.text)
            return key

    @contextmanager
    def _at_work(self, what: str) -> Iterator[None]:
        self.done.append(what)
        self.under_way += 1
        self.most_at_once = max(self.most_at_once, self.under_way)
        try:
            if self.failures:
                raise self.failures.pop(0)
            yield
        finally:
            self.under_way -= 1

    def shows(self, *texts: str) -> bool:
        return self.texts == list(texts)

    @property
    def texts(self) -> list[str]:
        return [board.text for board in self.shown.values()]

    @property
    def called(self) -> list[str]:
        return [name for name, _ in self.pings.values()]


async def compose(snapshot: MatchSnapshot, view: View) -> BoardMessage:
    match = snapshot.match
    return BoardMessage(text=f"{match.code} {match.game.ply}", view=view.id)


async def compose_thread(snapshot: MatchSnapshot, view: View) -> ThreadTitle:
    return ThreadTitle(f"{snapshot.match.code} {snapshot.match.status.value}", "")


async def compose_notice(snapshot: MatchSnapshot, view: View, person: Person, notice: Notice) -> Ping:
    together = f" {notice.together} together" if notice.together else ""
    return Ping(text=f"{notice.what.value} {snapshot.match.code} {snapshot.match.game.ply}{together}")


@asynccontextmanager
async def reconciling(
    services: Services,
    *platforms: FakePlatform,
    leases: Leases | None = None,
    show: Compose | None = None,
    tell: ComposeNotice = compose_notice,
) -> AsyncIterator[None]:
    """A view reconciler runs on these platforms; ``show`` composes its boards, if they are not the plain ones, and
    ``tell`` what people are told.
    """
    gateways = {platform.platform: platform for platform in platforms}
    loop = ViewReconciler(services, gateways, show or compose, tell, compose_thread, leases)
    running = asyncio.create_task(loop.run())
    try:
        yield
    finally:
        loop.stop()
        await running


async def begun_on(platform: FakePlatform, services: Services, message: str) -> tuple[Match, Player, Player, View]:
    """A match under way between Adi and Siti, as ``begun`` gives it; its board stands in a message of the platform."""
    match, adi, siti, view = await begun(services)
    await services.views.shown(view.key, message)
    platform.shown[message] = BoardMessage()
    return match, adi, siti, view


async def shown(services: Services, code: str) -> None:
    """Wait until nothing is left to be shown of a match."""

    async def look() -> tuple[Match, list[View]]:
        return await services.matches.get(code), await services.views.of_match(code)

    def fits(found: tuple[Match, list[View]]) -> bool:
        match, views = found
        return all(view.frozen or (view.message and view.shown_version == match.version) for view in views)

    await eventually(look, fits)


async def tried(services: Services, code: str, tries: int) -> View:
    """Wait until a view has failed so often."""
    (view,) = await eventually(lambda: services.views.of_match(code), lambda views: views[0].tries == tries)
    return view
