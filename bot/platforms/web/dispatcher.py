"""Acts on the frames of one window: lets its person in and out, and hands what they do in a room to their session."""

import asyncio
import re
from contextlib import suppress

import structlog
from aiohttp import WSMessage, WSMsgType

from bot.chat import CORNER, DatabaseBusy, NameTaken
from bot.chat.ports import RoomMember
from bot.platforms.web import sent_frames as sent
from bot.platforms.web.app_sessions import SessionLost
from bot.platforms.web.bodies import messages_frame
from bot.platforms.web.frames import (
    ENTRY_WORK,
    EventFrame,
    Frame,
    HelloFrame,
    LaunchFrame,
    LeaveFrame,
    LobbyFrame,
    MalformedFrame,
    PingFrame,
    PreferFrame,
    RenameFrame,
    RoomFrame,
    SayFrame,
    SitFrame,
    VisitFrame,
    WatchFrame,
    read_frame,
)
from bot.platforms.web.hub import Hub
from bot.platforms.web.launch import NOT_SIGNED, OVER, LaunchRefused
from bot.platforms.web.limits import Budget
from bot.platforms.web.names import NameRefused, checked_name, taken
from bot.platforms.web.session import Onlooker, Session
from bot.platforms.web.windows import COMMON_ROOM, Seat, Window
from bot.words import language_of, words

_log = structlog.get_logger(__name__)

PER_PERSON = 8
"""Windows that one person may have open."""
LOOKS, LOOK_AGAIN = 15, 0.1
"""The times that these are counted before one more is refused, and the seconds between."""
GREETS_WITHIN = 20.0
"""Seconds within which a page must say who sits there."""
TOLD_AGAIN_AFTER = 5.0
"""Seconds between two remarks that somebody is too fast."""
FIRST_FRAMES = 2
"""Matches or lobbies that a page shows first, once its person has come in."""
SITS = 5
"""The most times that somebody may join over one connection."""
_ROOM = re.compile(r"[a-z0-9-]{1,32}")


class Dispatcher:
    """Acts on the frames of a window, which come from an address.

    Before a person has joined, only the frames ``sit``, ``hello`` and ``visit`` are acted on; after ``visit`` also
    those with which one only looks on.
    """

    def __init__(self, hub: Hub, window: Window, address: str) -> None:
        self._hub = hub
        self._window = window
        window.on_erased = self._erased
        window.on_signed_out = self._signed_out
        self._address = address
        self._session: Session | None = None
        self._sits = 0
        self._has_greeted = False
        self._key = ""
        """That of the session by which somebody from a chat has come in."""
        self._first = FIRST_FRAMES
        self._told_at = 0.0
        self._tasks: set[asyncio.Task[None]] = set()
        self._emptying: asyncio.Task[None] | None = None
        self._leaving: asyncio.Task[bool] | None = None
        self._order = asyncio.Lock()

    def _erased(self) -> None:
        """The person of the window has had their data deleted: it is nobody's once what is under way is answered."""
        self._emptying = asyncio.create_task(self._empty(self._window.person, self._told))

    def _signed_out(self) -> None:
        """A device of the person of the window has been signed out, perhaps this one."""
        self._leaving = asyncio.create_task(self._still_there())

    async def _still_there(self) -> bool:
        """May the person of the window still be there? If not, it is nobody's any more."""
        if not self._window.person or await self._hub.archive.is_there(self._window.person, self._window.secret):
            return True
        self._leave()
        self._window.send(sent.StrangerFrame())
        return False

    async def serve(self) -> None:
        """Act on the frames of the page, as fast as its person may ask, until the connection ends."""
        reading = asyncio.create_task(self._window.read(self._too_fast))
        silent = asyncio.get_running_loop().call_later(GREETS_WITHIN, self._end_silent)
        try:
            while (message := await self._window.get()) is not None:
                await self._receive(message)
        finally:
            silent.cancel()
            reading.cancel()
            with suppress(asyncio.CancelledError):
                await reading
        if self._window.is_flood:
            self._window.abort()

    def _end_silent(self) -> None:
        """Disconnect a page that has not said who sits there: ours does so at once."""
        if not self._has_greeted:
            self._window.abort()

    async def end(self) -> None:
        """Wait for the requests under way once the connection has ended; cancel them if this is cancelled."""
        try:
            if self._session:
                await self._session.closes_lobby()
            await self._settle()
            if self._window.person:
                await self._hub.archive.note_seen(self._window.person, self._window.secret)
        finally:
            for task in (*self._tasks, self._emptying, self._leaving):
                if task:
                    task.cancel()
            self._end_session()
            self._window.end()

    @property
    def _budget(self) -> Budget:
        if self._window.person:
            return self._hub.people.of(self._window.person)
        return self._hub.strangers.of(self._address)

    async def _may(self, work: float, *, shows: bool = False) -> bool:
        """Spend the cost of a frame, waiting if it came too fast; False once its page is gone.

        Frames by which a page ``shows`` something first belong to coming in.
        """
        if (wait := self._budget.take()) > 0:
            self._too_fast()
            if not await self._window.unless_gone(asyncio.sleep(wait)):
                return False
        person = self._window.person
        at_door = not person or (shows and self._first > 0)
        if person and at_door:
            self._first -= 1
        queue, asker = (self._hub.door, self._address) if at_door else (self._hub.queue, person)
        return queue.may_go(asker, work) or await self._window.unless_gone(queue.turn(asker, work))

    def _too_fast(self) -> None:
        now = asyncio.get_running_loop().time()
        if now - self._told_at > TOLD_AGAIN_AFTER:
            self._told_at = now
            self._toast(self._say("That was too fast. Wait a moment."))

    async def _settle(self) -> None:
        """Wait for the requests under way."""
        if self._tasks:
            await asyncio.wait(self._tasks)

    async def _receive(self, message: WSMessage) -> None:
        """Act on a received text once the budget allows it, or drop it."""
        if message.type is not WSMsgType.TEXT:
            if await self._may(1.0) and message.type is WSMsgType.PING:
                await self._window.answer_control(message)
            return
        try:
            frame = read_frame(message.data)
        except MalformedFrame as malformed:
            if await self._may(malformed.work):
                self._misunderstood(malformed)
            return
        self._has_greeted = self._has_greeted or not isinstance(frame, PingFrame | RoomFrame)
        if await self._may(frame.work, shows=isinstance(frame, WatchFrame | LobbyFrame)):
            await self._act(frame)

    async def _act(self, frame: Frame) -> None:
        """Act on a frame in a task beside the others; joining and leaving wait for those tasks.

        Typed lines and settings are acted on one after another, so that nobody's words stand in another order than they
        were typed, and of two values of a setting the later one holds.
        """
        if not isinstance(frame, RoomFrame):
            await self._settle()
            await self._work(frame)
            return
        if self._is_too_early(frame):
            self._window.send(sent.StrangerFrame())
            return
        if self._session:
            self._session.note(frame)
        slots = self._budget.slots
        await slots.acquire()
        ordered = isinstance(frame, SayFrame | PreferFrame | RenameFrame)
        task = asyncio.create_task(self._in_order(frame) if ordered else self._work(frame))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: slots.release())

    def _is_too_early(self, frame: RoomFrame | type[RoomFrame]) -> bool:
        """Is it acted on only in a room, or only for somebody with a name, and there is none yet?"""
        return self._session is None or (not self._window.person and frame.needs_name)

    async def _in_order(self, frame: Frame) -> None:
        async with self._order:
            await self._work(frame)

    async def _work(self, frame: Frame) -> None:
        try:
            # They may have had their data deleted, or signed out of this device, elsewhere.
            if not await self._still_there() and isinstance(frame, RoomFrame):
                return
            match frame:
                case LaunchFrame() | LeaveFrame():
                    await self._by_chat(frame)
                case SitFrame() | HelloFrame() | VisitFrame() if self._hub.entrance:
                    self._refuse(self._say(NOT_SIGNED))
                case SitFrame():
                    await self._sit(frame)
                case HelloFrame():
                    await self._hello(frame)
                case VisitFrame():
                    await self._visit(frame)
                case PingFrame():
                    self._window.answer_ping()
                case _:
                    if self._session:
                        await self._session.act(frame)
        except DatabaseBusy as error:
            _log.warning("frame_not_in_time", frame=frame.type, reason=str(error))
            self._failed(
                frame,
                self._say("This takes a moment longer than usual. Nothing is lost; please try again in a moment."),
            )
        except Exception:  # no traceback reaches a page
            _log.exception("frame_failed", frame=frame.type)
            self._failed(frame, self._say("Something went wrong here. Nothing is lost; please try again."))

    def _failed(self, frame: Frame, text: str) -> None:
        """Say why a frame was not acted on; its page waits for that no longer."""
        self._toast(text)
        if isinstance(frame, EventFrame) and frame.event:
            self._window.send(sent.DoneFrame(event=frame.event, done=False))

    def _misunderstood(self, malformed: MalformedFrame) -> None:
        """Say that a frame is not from our page; where it says it is one that needs a name, ask for that first."""
        if malformed.kind and issubclass(malformed.kind, RoomFrame) and self._is_too_early(malformed.kind):
            self._window.send(sent.StrangerFrame())
            return
        self._toast(self._say("This page is out of date. Please load it again."))
        if malformed.event:
            self._window.send(sent.DoneFrame(event=malformed.event, done=False))

    def _say(self, message: str, **facts: object) -> str:
        return words(language_of(self._window.seat.member.language if self._window.seat else ""))(message, **facts)

    def _toast(self, text: str) -> None:
        self._window.send(sent.ToastFrame(text=text))

    def _refuse(self, text: str) -> None:
        self._window.send(sent.RefusedFrame(text=text))

    async def _sit(self, frame: SitFrame) -> None:
        say = words(language_of(frame.language))
        try:
            name = checked_name(frame.name, self._hub.windows.is_present, say)
        except NameRefused as refused:
            self._refuse(str(refused))
            return
        self._sits += 1
        newcomers = self._hub.newcomers.of(self._address)
        if self._sits > SITS or not newcomers.has(1.0):
            self._refuse(say("That was too fast. Wait a moment."))
            return
        try:
            member, secret = await self._hub.archive.add_member(name, frame.language[:16])
        except NameTaken:
            self._refuse(taken(name, say))
            return
        newcomers.take()
        await self._hub.live.sat_down(self._hub.who.person_of(member))
        self._leave()
        await self._enter(Seat(member, secret), frame.room, 0, secret, quiet=frame.quiet)

    async def _hello(self, frame: HelloFrame) -> None:
        member = await self._hub.archive.member_by_secret(frame.secret)
        if member is None:
            self._leave()
            self._window.send(sent.StrangerFrame())
            return
        if await self._has_too_many(member):
            return
        self._leave()
        self._window.seat = Seat(member, frame.secret)
        await self._hub.archive.note_seen(member.id, frame.secret)
        if (wait := self._budget.take(ENTRY_WORK)) > 0:
            self._too_fast()
            if not await self._window.unless_gone(asyncio.sleep(wait)):
                return  # a page that was loaded anew meanwhile counts as a window no longer
        await self._enter(Seat(member, frame.secret), frame.room, frame.since, None, quiet=frame.quiet)

    async def _has_too_many(self, member: RoomMember) -> bool:
        """Has somebody too many windows besides this one? Then they are told.

        Pages that have just gone may still be counted: a window waits a while for their end before it is refused.
        """
        for _ in range(LOOKS):
            if sum(window is not self._window for window in self._hub.windows.of(member.id)) < PER_PERSON:
                return False
            if not await self._window.unless_gone(asyncio.sleep(LOOK_AGAIN)):
                return True
        say = words(language_of(member.language))
        self._refuse(say("You have {count} windows open here. Close one of them.", count=PER_PERSON))
        return True

    async def _by_chat(self, frame: LaunchFrame | LeaveFrame) -> None:
        """Let somebody in whom a chat has sent, or out."""
        entrance = self._hub.entrance
        if entrance is None:
            self._toast(self._say("This page is out of date. Please load it again."))
            return
        seat = self._window.seat
        say = words(language_of(seat.member.language if seat else getattr(frame, "language", "")))
        try:
            if isinstance(frame, LeaveFrame):
                entrance.leave(self._window.person, self._key)
                raise LaunchRefused(OVER)
            member, key, is_new = await entrance.come(frame.data, frame.key)
        except SessionLost:
            self._leave()
            self._window.send(sent.AgainFrame())
            return
        except LaunchRefused as refused:
            self._leave()
            self._refuse(say(str(refused)))
            return
        if await self._has_too_many(member):
            return
        if is_new:
            await self._hub.live.sat_down(self._hub.who.person_of(member))
        self._leave()
        self._key = key
        wish = entrance.wish(member.id) if is_new else ""
        await self._enter(Seat(member), frame.room, frame.since, key, quiet=frame.quiet, match=wish)

    async def _visit(self, frame: VisitFrame) -> None:
        onlooker = Seat(Onlooker(frame.language[:16]))
        room = COMMON_ROOM if frame.room == CORNER else frame.room
        self._leave()
        self._window.send(sent.VisitingFrame(build=self._hub.build))
        await self._open(onlooker, room, frame.since, quiet=frame.quiet)

    def _leave(self) -> None:
        """End the conversation of the person in this window."""
        self._end_session()
        self._window.seat = None
        self._hub.windows.people_changed(self._window.room)

    @property
    def _told(self) -> str:
        return self._session.told if self._session else ""

    async def _empty(self, person: str, told: str) -> None:
        """Tell the page that its person is nobody any more: with the answer, if they asked for it in this window.

        ``told`` is what they were told before.
        """
        await self._settle()
        if self._window.person != person:
            return
        general = self._say("Your data has been deleted. Nobody sits in this window any more.")
        text = general if self._told == told else self._told
        self._leave()
        self._window.send(sent.ErasedFrame(text=text))

    def _end_session(self) -> None:
        if self._session:
            self._session.end()
        self._session = None

    async def _enter(
        self, seat: Seat, room: str, since: int, secret: str | None, *, quiet: bool, match: str = ""
    ) -> None:
        """``secret`` is a new one for the page, ``match`` the one that they wish to see first."""
        self._window.seat, member = seat, seat.member
        language, theme = await self._hub.profiles.look(member)
        self._window.send(
            sent.SeatedFrame(
                id=member.id,
                name=member.name,
                build=self._hub.build,
                language=language,
                theme=theme,
                secret=secret,
                match=match,
            )
        )
        await self._open(seat, room, since, quiet=quiet)

    async def _open(self, seat: Seat, room: str, since: int, *, quiet: bool) -> None:
        """Open a room, and send what has been said in it; its people are sent once, as they are told of changes."""
        self._window.room = _room_named(room, seat.member, has_talk=self._hub.who.has_talk)
        self._session = Session(self._hub, self._window, seat, self._address, quiet=quiet)
        shown = self._window.shown or self._window.room
        with self._window.reading(shown):
            # An answer that stood nowhere has gone with its page, but not with a line that broke off.
            is_gone = quiet and since == 0
            messages = [] if is_gone else await self._hub.archive.changed_since(shown, seat.member.id, since)
            self._window.send(messages_frame(shown, messages, since))
        self._hub.windows.people_changed(self._window.room)


def _room_named(name: str, member: RoomMember, *, has_talk: bool) -> str:
    """The room of this name, the common one for a malformed name.

    For ``CORNER``, and everywhere where nobody talks, it is the person's own corner.
    """
    if name == CORNER or not has_talk:
        return CORNER + member.id
    return name if _ROOM.fullmatch(name) else COMMON_ROOM
