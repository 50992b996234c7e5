"""The windows that are open in the web room: who sits there, what they show, the frames from them and on their way."""

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from aiohttp import WSMessage, web

from bot.chat import skeleton
from bot.chat.ports import RoomMember
from bot.platforms.web import sent_frames as sent

COMMON_ROOM = "serambi"
FULL = 1_000_000
"""Characters that may wait for a page; with more it is disconnected, and asks for the rest when it is back."""
RESTART = 1012
"""The code with which a connection is closed because the server stops."""
FRAMES = 40
"""Frames of one page that wait at once."""
FLOOD = 200
"""The frames dropped in a row at which a page is disconnected: no page of ours sends so many."""
PING = '{"type":"ping"}'
"""The frame by which a page asks whether it is heard."""
ANSWERED_EVERY = 0.5
"""Seconds between two answers to it."""
PEOPLE_AFTER = 0.1
"""Seconds in which people come and go before the list of them is sent."""


@dataclass
class Seat:
    """A person in one window, with the name and language that they have now, and the secret that has let them in."""

    member: RoomMember
    secret: str = ""


class Window:
    """The connection of a page.

    Frames are sent in order, in a task of its own: a page that does not read loses its connection, and holds up nobody.
    Frames are received also while none may be acted on, so that a page that is gone is noticed at once: a few are kept,
    of more the oldest are dropped. ``end`` once.
    """

    def __init__(self, socket: web.WebSocketResponse, transport: asyncio.Transport, device: str = "") -> None:
        self._socket = socket
        self.device = device
        """The browser and its system, with a slash between them."""
        self._transport = transport
        self.seat: Seat | None = None
        """Who sits there; nobody before a person has joined."""
        self.room = COMMON_ROOM
        self.shown: str | None = None
        """The room whose messages the page shows, once it has entered one."""
        self.beside: set[str] = set()
        """The rooms beside the matches that the page shows, and that its person may see."""
        self.looks_on: set[str] = set()
        """Those of them beside matches in which its person plays no side."""
        self.on_erased: Callable[[], None] = lambda: None
        """Called when its person has had their data deleted."""
        self.on_signed_out: Callable[[], None] = lambda: None
        """Called when a device of its person has been signed out."""
        self._outgoing: asyncio.Queue[str | None] = asyncio.Queue()
        self._size = 0
        self._reads = Counter[str]()
        """The rooms that are read for the page, each with how often at once."""
        self._held: list[tuple[str, str]] = []
        """What is told of them meanwhile."""
        self._writing = asyncio.create_task(self._write())
        self._received: deque[WSMessage] = deque(maxlen=FRAMES)
        self._came = asyncio.Event()
        self._gone = asyncio.Event()
        self._dropped = 0
        self._answers_from = 0.0

    @property
    def person(self) -> str:
        """The id of the person; empty before one has joined."""
        return self.seat.member.id if self.seat else ""

    @property
    def secret(self) -> str:
        """The secret that has let the person in; empty where none has."""
        return self.seat.secret if self.seat else ""

    @property
    def name(self) -> str:
        """The name of the person; empty before one has joined."""
        return self.seat.member.name if self.seat else ""

    def hears(self, room: str) -> bool:
        """Is the page told what is said in a room: the one it shows, or one beside a match that it shows?"""
        return room == self.shown or room in self.beside

    def tell(self, room: str, frame: str) -> None:
        """Send a frame about a room: later, while all that has been said there is read for the page."""
        if room not in self._reads:
            self.send_text(frame)
        elif sum(len(each) for _, each in self._held) > FULL:
            self.abort()
        else:
            self._held.append((room, frame))

    @contextmanager
    def reading(self, room: str) -> Iterator[None]:
        """Hold back what is told of a room until all that was said before has been read and sent.

        That takes the place of what the page shows: of words that are said meanwhile nothing would be left there.
        """
        self._reads[room] += 1
        try:
            yield
        finally:
            self._reads -= Counter([room])
            if room not in self._reads:
                held, self._held = self._held, []
                for about, frame in held:
                    if self.hears(about):
                        self.tell(about, frame)

    def send(self, frame: sent.SentFrame) -> None:
        """Send a frame to the page, without waiting for it."""
        self.send_text(frame.as_json)

    def send_text(self, frame: str) -> None:
        """Send a frame that is text already, after those before it; if too much waits already, disconnect the page."""
        if self._size > FULL:
            self.abort()
            return
        self._size += len(frame)
        self._outgoing.put_nowait(frame)

    def answer_ping(self) -> None:
        """Tell the page that it is heard."""
        self.send(sent.PongFrame())

    async def answer_control(self, message: WSMessage) -> None:
        """Answer a ping of the protocol itself."""
        with suppress(ConnectionError):  # its reader notices too
            await self._socket.pong(message.data)

    def close(self) -> None:
        """Close the connection after the last frame because the server stops; the page will try again."""
        self._outgoing.put_nowait(None)

    def abort(self) -> None:
        """End the connection at once, also with frames still to be sent."""
        self._transport.abort()

    def end(self) -> None:
        """Send nothing more, because the connection has ended."""
        self._writing.cancel()
        if self._transport.get_write_buffer_size():
            self.abort()  # a page that does not read would keep the connection

    async def _write(self) -> None:
        try:
            while (frame := await self._outgoing.get()) is not None:
                await self._socket.send_str(frame)
                self._size -= len(frame)
            await self._socket.close(code=RESTART)
        except ConnectionError:
            return  # its reader notices too

    @property
    def is_flood(self) -> bool:
        """Did the page send so much that it is to be disconnected?"""
        return self._dropped >= FLOOD

    async def read(self, too_fast: Callable[[], None]) -> None:
        """Receive the frames of the page until it is gone or floods; ``too_fast`` is called for each that is dropped.

        A frame by which the page asks whether it is heard is answered here: it stands behind no other frame.
        """
        try:
            async for frame in self._socket:
                if frame.data == PING and self._may_answer():
                    self.answer_ping()
                    continue
                if len(self._received) == FRAMES:
                    self._dropped += 1
                    too_fast()
                    if self.is_flood:
                        return
                self._received.append(frame)
                self._came.set()
                await asyncio.sleep(0)  # frames that are here already are given without a pause for others
        finally:
            self._gone.set()
            self._came.set()

    def _may_answer(self) -> bool:
        """Is it long enough since a page asked whether it is heard? If not, its question is a frame like others."""
        now = asyncio.get_running_loop().time()
        if now < self._answers_from:
            return False
        self._answers_from = now + ANSWERED_EVERY
        return True

    async def get(self) -> WSMessage | None:
        """The next frame; None where the page is gone and nothing is left."""
        while not self._received:
            if self._gone.is_set():
                return None
            self._dropped = 0
            self._came.clear()
            await self._came.wait()
        return self._received.popleft()

    async def unless_gone(self, waiting: Coroutine[None, None, None]) -> bool:
        """Wait for something as long as the page is there; has it come?"""
        task, gone = asyncio.ensure_future(waiting), asyncio.ensure_future(self._gone.wait())
        try:
            await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
            return task.done()
        finally:
            task.cancel()
            gone.cancel()


class Windows:
    """The open windows of all people and rooms."""

    def __init__(self) -> None:
        self._open: set[Window] = set()
        self._changed_rooms: dict[str, asyncio.TimerHandle] = {}

    @property
    def count(self) -> int:
        """The number of open windows."""
        return len(self._open)

    def enter(self, window: Window) -> None:
        """A window has been opened."""
        self._open.add(window)

    def leave(self, window: Window) -> None:
        """A window has been closed."""
        self._open.discard(window)
        self.people_changed(window.room)
        for room in window.looks_on:
            self.people_changed(room)

    def close(self) -> None:
        """End every connection; the pages will try again."""
        for window in self._open:
            window.close()

    def stop(self) -> None:
        """Send no list of people any more."""
        for timer in self._changed_rooms.values():
            timer.cancel()

    def tell(self, room: str, only_for: str | None, frame: str) -> None:
        """Send a frame to every window that hears a room, or to those of one person among them."""
        for window in self._open:
            if window.hears(room) and only_for in (None, window.person):
                window.tell(room, frame)

    def of(self, person: str) -> list[Window]:
        """The open windows of a person."""
        return [window for window in self._open if window.person == person]

    def present(self, room: str) -> list[str]:
        """The names of those who are in a room, each once."""
        return sorted({window.name for window in self._open if window.room == room and window.name})

    def is_present(self, name: str, besides: str = "") -> bool:
        """Is a person whose name looks like this in any room, another one than ``besides``?"""
        looks = skeleton(name)
        return any(skeleton(each.name) == looks for each in self._open if not besides or each.person != besides)

    def people_changed(self, room: str) -> None:
        """Send the list of people to all windows of a room soon: once for all who come and go until then."""
        if room not in self._changed_rooms:
            loop = asyncio.get_running_loop()
            self._changed_rooms[room] = loop.call_later(PEOPLE_AFTER, self._send_people, room)

    def _send_people(self, room: str) -> None:
        del self._changed_rooms[room]
        if room.startswith("#"):
            self._send_onlookers(room)
            return
        frame = sent.PeopleFrame(people=self.present(room)).as_json
        for window in self._open:
            if window.room == room:
                window.send_text(frame)

    def shows(self, window: Window, room: str, *, looks_on: bool) -> None:
        """A window shows a match from now on; who looks on at it is counted, without a name."""
        window.beside.add(room)
        if looks_on != (room in window.looks_on):
            (window.looks_on.add if looks_on else window.looks_on.discard)(room)
            self.people_changed(room)
        elif any(room in each.looks_on for each in self._open):
            self.people_changed(room)

    def hides(self, window: Window, room: str) -> None:
        """A window shows a match no more."""
        window.beside.discard(room)
        if room in window.looks_on:
            window.looks_on.discard(room)
            self.people_changed(room)

    def _send_onlookers(self, room: str) -> None:
        count = sum(room in window.looks_on for window in self._open)
        frame = sent.OnlookersFrame(code=room.removeprefix("#"), count=count).as_json
        for window in self._open:
            if room in window.beside:
                window.send_text(frame)
