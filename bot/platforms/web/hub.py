"""The windows of the web room, the people in them, and the messages sent to them."""

import asyncio
import json
from collections import OrderedDict
from collections.abc import Sequence
from typing import Protocol

from bot.chat import Content, LiveHandler, Person, RequestHandler, skeleton
from bot.chat.ports import RoomArchive, RoomMember, RoomMessage
from bot.platforms.double_presses import DoublePresses
from bot.platforms.follow_ups import FollowUps
from bot.platforms.seen_messages import SeenMessages
from bot.platforms.web.bodies import JsonObject, content_body, message_frame
from bot.platforms.web.budget import Budget, Budgets
from bot.platforms.web.fair_queue import FairQueue
from bot.platforms.web.lines import PLATFORM
from bot.platforms.web.lobby import Lobbies
from bot.platforms.web.profiles import Profiles
from bot.platforms.web.shared_tables import SharedTables

NUMBERS = 10_000
"""The most messages whose places in their rooms are kept in memory."""
PEOPLE_AFTER = 0.1
"""Seconds in which people come and go before the list of them is sent."""


class Listener(Protocol):
    """A browser window as the others know it."""

    room: str

    @property
    def person(self) -> str:
        """The id of the person; empty before one has joined."""

    @property
    def name(self) -> str:
        """The name of the person; empty before one has joined."""

    def became(self, member: RoomMember) -> None:
        """The person of the window has another name or language from now on."""

    def erased(self) -> None:
        """The person of the window has had their data deleted."""

    def hears(self, room: str) -> bool:
        """Is the page told what is said in a room?"""

    def send(self, frame: JsonObject) -> None:
        """Send a frame to the page, without waiting for it."""

    def send_text(self, frame: str) -> None:
        """Send a frame that is text already."""

    def close(self) -> None:
        """End the connection because the server stops."""


class Watching(Protocol):
    """Something in a window that shows matches."""

    def changed(self, code: str) -> None:
        """A match has changed, or may have."""


class Hub:
    """The windows of the room, and their common messages and budgets."""

    def __init__(self, handler: RequestHandler, live: LiveHandler, archive: RoomArchive, build: str) -> None:
        self.handler = handler
        self.live = live
        self.archive = archive
        self.build = build
        """The build of the files of live boards."""
        self.people = Budgets(burst=30, per_second=8)
        """The budget of each person, for all their windows together."""
        self.strangers = Budgets(burst=60, per_second=10)
        """The budget of each address, for the windows in which nobody has joined yet."""
        self.queue = FairQueue(each=Budgets(burst=120, per_second=30), together=Budget(burst=240, per_second=90))
        """The budgets of all people of an address together, and of all people of the room, in cheap frames."""
        self.presses = DoublePresses()
        self.follow_ups = FollowUps()
        self.shared_tables = SharedTables(live)
        self.lobbies = Lobbies()
        self.watching: set[Watching] = set()
        """The parts of windows that are told of matches that change."""
        self.profiles = Profiles(live, archive, self)
        self._end_watch = live.watch(self._match_changed)
        self._end_watch_erased = live.watch_erased(self._erased)
        self._windows: set[Listener] = set()
        self._changed_rooms: dict[str, asyncio.TimerHandle] = {}
        self._seen = SeenMessages()
        self._numbers: OrderedDict[str, int] = OrderedDict()
        """The places of the latest messages in their rooms."""

    @property
    def count(self) -> int:
        """The number of open windows."""
        return len(self._windows)

    def enter(self, window: Listener) -> None:
        """A window has been opened."""
        self._windows.add(window)

    def leave(self, window: Listener) -> None:
        """A window has been closed."""
        self._windows.discard(window)
        self.people_changed(window.room)

    def close_windows(self) -> None:
        """End every connection; the pages will try again."""
        for window in self._windows:
            window.close()

    async def stop(self) -> None:
        """Leave all messages as they are."""
        self._end_watch()
        self._end_watch_erased()
        self.profiles.stop()
        self.shared_tables.stop()
        await self.lobbies.stop()
        await self.follow_ups.stop()
        for timer in self._changed_rooms.values():
            timer.cancel()

    def _match_changed(self, code: str) -> None:
        self.shared_tables.changed(code)
        self.lobbies.changed()
        for each in self.watching:
            each.changed(code)

    def _erased(self, person: Person, said: Sequence[RoomMessage]) -> None:
        """Take away what others may have seen of a person, and let nobody sit in their windows any more."""
        if person.platform != PLATFORM:
            return
        for message in said:
            self.broadcast(message)
        for window in self.windows_of(person.account):
            window.erased()

    def below(self, room: str, message: str) -> int:
        """The number of messages below this one, of those since the start."""
        return self._seen.below(room, self._numbers.get(message, 0))

    async def add(self, message: str, room: str, only_for: str | None, content: Content) -> RoomMessage:
        """Add a message to a room and send it to the people who may see it."""
        png = content.picture.png if content.picture else None
        added = await self.archive.add(message, room, None, only_for, content_body(content), png)
        self.broadcast(added)
        return added

    def broadcast(self, message: RoomMessage) -> None:
        """Send a message, or its change, to every window that may see it."""
        self._note(message)
        if message.deleted:
            self.follow_ups.end(message.id)
        frame = json.dumps({"type": "messages", "room": message.room, "messages": [message_frame(message)]})
        for window in self._windows:
            if window.hears(message.room) and message.only_for in (None, window.person):
                window.send_text(frame)

    def _note(self, message: RoomMessage) -> None:
        if message.deleted:
            self._seen.forget(message.room, message.seq)
        elif message.only_for is None:
            self._numbers[message.id] = message.seq
            self._seen.note(message.room, message.seq)
            if len(self._numbers) > NUMBERS:
                self._numbers.popitem(last=False)

    def windows_of(self, person: str) -> list[Listener]:
        """The open windows of a person."""
        return [window for window in self._windows if window.person == person]

    def present(self, room: str) -> list[str]:
        """The names of those who are in a room, each once."""
        return sorted({window.name for window in self._windows if window.room == room and window.name})

    def is_present(self, name: str, besides: str = "") -> bool:
        """Is a person whose name looks like this in any room, another one than ``besides``?"""
        looks = skeleton(name)
        return any(skeleton(each.name) == looks for each in self._windows if not besides or each.person != besides)

    def people_changed(self, room: str) -> None:
        """Send the list of people to all windows of a room soon: once for all who come and go until then."""
        if room not in self._changed_rooms:
            loop = asyncio.get_running_loop()
            self._changed_rooms[room] = loop.call_later(PEOPLE_AFTER, self._send_people, room)

    def _send_people(self, room: str) -> None:
        del self._changed_rooms[room]
        frame = json.dumps({"type": "people", "people": self.present(room)})
        for window in self._windows:
            if window.room == room:
                window.send_text(frame)
