"""The web room: a page with a talk, and boards that are kept up to date in it."""

from collections.abc import Collection

from aiohttp import web

from bot.chat import (
    BoardMessage,
    Capabilities,
    Gone,
    LiveHandler,
    Person,
    Ping,
    Place,
    RequestHandler,
    Successor,
    ThreadTitle,
    Unreachable,
)
from bot.chat.ports import BoardFiles, RoomArchive
from bot.foundation.monitoring.contact import Contact
from bot.foundation.proxies import Proxies
from bot.platforms.web import sent_frames as sent
from bot.platforms.web.bodies import content_body
from bot.platforms.web.entrances import RoomPeople, corner_of
from bot.platforms.web.hub import Hub
from bot.platforms.web.lines import call_id
from bot.platforms.web.page_server import HEADERS, PAGE_HEADERS, PageServer
from bot.platforms.web.previews import PreviewedPages
from bot.platforms.web.windows import COMMON_ROOM


class WebRoom:
    """The web room, and the ``MessageGateway`` for its messages. ``start`` once, ``stop`` once."""

    platform = "web"
    capabilities = Capabilities(hears_all=True, draws_boards=True, watched_by_address=True)

    def __init__(
        self,
        handler: RequestHandler,
        live: LiveHandler,
        archive: RoomArchive,
        files: BoardFiles,
        host: str,
        port: int,
        public: str = "",
        proxies: Proxies | None = None,
    ) -> None:
        self.contact = Contact()
        self._archive = archive

        def pages(server: PageServer) -> list[web.RouteDef]:
            return PreviewedPages(live, files, server.shares, PAGE_HEADERS, HEADERS, server.origin).routes()

        self.pages = PageServer(
            lambda build: Hub(handler, live, archive, RoomPeople(), build),
            files,
            host,
            port,
            public,
            pages=pages,
            proxies=proxies or Proxies(),
        )
        self.hub = self.pages.hub

    def __str__(self) -> str:
        return f"open {self.url} in a browser"

    @property
    def inner_url(self) -> str:
        """The address at which it is served, once it has started; a proxy before it asks there."""
        return self.pages.inner_url

    @property
    def url(self) -> str:
        """The address at which people open the room, once it has started."""
        return self.pages.url

    async def start(self) -> None:
        """Begin to serve. Raises CannotStart where the address is taken."""
        await self.pages.start("PAPAN_WEB")

    async def stop(self) -> None:
        """Close every window's connection and stop serving; a page that does not read is disconnected."""
        await self.pages.stop()

    def wait(self, place: Place, spare: int = 0, turn: str = "") -> float:
        """Always 0: the room has no limits."""
        del place, spare, turn
        return 0.0

    def below(self, place: Place, message: str) -> int:
        """The number of messages below this one, of those since the start."""
        return self.hub.below(place.chat, message)

    async def post(self, place: Place, board: BoardMessage, key: str) -> str:
        """Post a message; the same key posts nothing twice."""
        return (await self.hub.add(f"v-{key}", place.chat, None, board)).id

    async def edit(self, place: Place, message: str, board: BoardMessage) -> None:
        """Bring a message to this state. Raises Gone."""
        del place
        png = board.picture.png if board.picture else None
        edited = await self._archive.edit(message, content_body(board), png)
        if edited is None:
            raise Gone
        self.hub.broadcast(edited)

    async def private_place(self, account: str) -> Place:
        """The person's own corner. Raises Unreachable for somebody who is not in the room."""
        if await self._archive.member(account) is None:
            raise Unreachable
        return corner_of(account)

    async def open_thread(self, place: Place, message: str, title: str) -> Place:
        """Do nothing: a match has no thread here."""
        raise Unreachable

    async def is_member(self, place: Place, account: str) -> bool | None:
        """All who have sat down are in the room that all share, and nobody leaves it; of others nothing is known."""
        there = place.chat == COMMON_ROOM and await self._archive.member(account) is not None
        return True if there else None

    async def may_manage(self, place: Place, account: str) -> bool:
        """A corner is its person's; every other room is managed by those who have entered the key."""
        return place.is_at(corner_of(account)) or await self._archive.manages(account)

    async def mark(self, place: Place, account: str, mark: str, *, on: bool) -> None:
        """Nobody has marks here. Raises Gone."""
        del place, account, mark, on
        raise Gone

    async def roles(self, place: Place, account: str) -> Collection[str]:
        """None: there are no roles here."""
        del place, account
        return ()

    async def name_thread(self, place: Place, named: ThreadTitle, *, archive: bool) -> None:
        """Do nothing: a match has no thread here."""
        del place, named, archive

    async def delete(self, place: Place, message: str, successor: Successor | None = None) -> None:
        """Delete a message."""
        del place, successor
        if deleted := await self._archive.delete(message):
            self.hub.broadcast(deleted)

    async def ping(self, place: Place, message: str, person: Person, ping: Ping, key: str) -> str:
        """Show the text in all windows of this person. It is posted in their corner where there is no board; else no
        message is, so the id is empty.
        """
        for window in self.hub.windows.of(person.account):
            window.send(sent.TurnCallFrame(text=ping.text, message=message))
        if message or not place.private:
            return ""
        return (await self.hub.add(call_id(person.account, key), place.chat, None, ping)).id
