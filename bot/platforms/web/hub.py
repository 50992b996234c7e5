"""The state shared by all windows of the web room: their messages, their budgets, and the matches they are told of."""

from collections.abc import Sequence

from bot.chat import BoardMessage, Content, LiveHandler, Person, Request, RequestHandler
from bot.chat.ports import RoomArchive, RoomMessage
from bot.foundation.bounded import BoundedMemory
from bot.platforms.double_presses import DoublePresses
from bot.platforms.follow_ups import FollowUps
from bot.platforms.seen_messages import SeenMessages
from bot.platforms.web import sent_frames as sent
from bot.platforms.web.boards import OpenBoards, SharedBoards
from bot.platforms.web.bodies import content_body, message_body
from bot.platforms.web.devices import Devices
from bot.platforms.web.entrances import Entrance, People
from bot.platforms.web.limits import Budget, Budgets, FairQueue
from bot.platforms.web.lines import message_id
from bot.platforms.web.lobby import Lobbies
from bot.platforms.web.profiles import Profiles
from bot.platforms.web.windows import Windows

NEW_NAMES, NEW_NAMES_PER_SECOND = 400, 0.1
"""As many as a school behind one address needs at a time, and how many more after that."""
NUMBERS = 10_000
"""The most messages whose places in their rooms are kept in memory."""


class Hub:
    """The windows of the room, and what is common to them."""

    def __init__(
        self,
        handler: RequestHandler,
        live: LiveHandler,
        archive: RoomArchive,
        people: People,
        build: str,
        entrance: Entrance | None = None,
    ) -> None:
        self.handler = handler
        self.live = live
        self.archive = archive
        self.entrance = entrance
        """Lets people of chats in; None where people come by themselves."""
        self.build = build
        """The build of the files of live boards."""
        self.who = people
        """Who the people are to the app."""
        self.people = Budgets(burst=30, per_second=8)
        """The budget of each person, for all their windows together."""
        self.strangers = Budgets(burst=60, per_second=10)
        """The budget of each address, for the windows in which nobody has joined yet."""
        self.queue = FairQueue(each=Budgets(burst=120, per_second=30), together=Budget(burst=300, per_second=240))
        """The budgets of each person, in all their windows, and of all people together, in cheap frames."""
        self.door = FairQueue(each=Budgets(burst=300, per_second=120), together=Budget(burst=600, per_second=200))
        """The same for those who come in, by their address: they wait for nobody who is here already."""
        self.newcomers = Budgets(NEW_NAMES, NEW_NAMES_PER_SECOND)
        """The new names that an address may take: a name costs nothing, and whoever has one is counted by it."""
        self.presses = DoublePresses()
        self.follow_ups = FollowUps()
        self.windows = Windows()
        self.shared_boards = SharedBoards(live)
        self.lobbies = Lobbies()
        self.open_boards: set[OpenBoards] = set()
        """Those of each window, which are told of matches that change."""
        self.profiles = Profiles(live, archive, people, self.windows)
        self.devices = Devices(live, archive)
        self._end_watch = live.watch(self._match_changed)
        self._end_watch_erased = live.watch_erased(self._erased)
        self._end_watch_signed_out = live.watch_signed_out(self._signed_out)
        self._end_watch_left = live.watch_left(self._left)
        self._seen = SeenMessages()
        self._numbers = BoundedMemory[str, int](NUMBERS)
        """The places of the latest messages in their rooms."""

    async def stop(self) -> None:
        """Leave all messages as they are."""
        self._end_watch()
        self._end_watch_erased()
        self._end_watch_signed_out()
        self._end_watch_left()
        self.profiles.stop()
        self.windows.stop()
        self.shared_boards.stop()
        await self.lobbies.stop()
        await self.follow_ups.stop()

    def _match_changed(self, code: str) -> None:
        self.shared_boards.changed(code)
        self.lobbies.changed()
        for boards in self.open_boards:
            boards.changed(code)

    def _erased(self, person: Person, said: Sequence[RoomMessage]) -> None:
        """Take away what others may have seen of a person, and let nobody sit in their windows any more."""
        if not (name := self.who.id_of(person)):
            return
        if self.who.has_talk:
            for message in said:
                self.broadcast(message)
        for window in self.windows.of(name):
            window.on_erased()
        if self.entrance:
            self.entrance.end(name)

    def _signed_out(self, person: Person) -> None:
        """Look again whether the devices in whose windows a person sits are still theirs."""
        if name := self.who.id_of(person):
            for window in self.windows.of(name):
                window.on_signed_out()

    def _left(self, person: Person) -> None:
        """Look again whether the boards that a person has open are still theirs to see."""
        if name := self.who.id_of(person):
            for boards in self.open_boards:
                if boards.person == name:
                    boards.all_changed()

    def below(self, room: str, message: str) -> int:
        """The number of messages below this one, of those since the start."""
        return self._seen.below(room, self._numbers.get(message) or 0)

    async def add(self, message: str, room: str, only_for: str | None, content: Content) -> RoomMessage:
        """Add a message to a room and send it to the people who may see it."""
        png = content.picture.png if content.picture else None
        added = await self.archive.add(message, room, None, only_for, content_body(content), png)
        self.broadcast(added)
        return added

    async def begin(self, request: Request, board: BoardMessage) -> None:
        """Show a board that somebody has asked for: as a message here, or soon in their private chat."""
        if not self.who.has_boards:
            await self.handler.not_shown(board.view, None)
            return
        message = await self.add(message_id(request), request.place.chat, None, board)
        await self.handler.shown(board.view, message.id)

    def broadcast(self, message: RoomMessage) -> None:
        """Send a message, or its change, to every window that may see it."""
        self._note(message)
        if message.deleted:
            self.follow_ups.end(message.id)
        frame = sent.MessagesFrame(room=message.room, messages=[message_body(message)])
        self.windows.tell(message.room, message.only_for, frame.as_json)

    def _note(self, message: RoomMessage) -> None:
        if message.deleted:
            self._seen.forget(message.room, message.seq)
        elif message.only_for is None:
            self._numbers.put(message.id, message.seq)
            self._seen.note(message.room, message.seq)
