"""One browser window: reads the frames of its page, acts on them, and sends what the page is to show."""

import asyncio
import json
import re
import secrets
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import ClassVar, assert_never

import structlog
from aiohttp import WSMessage, WSMsgType, web

from bot.chat import (
    Answer,
    BoardMessage,
    DatabaseBusy,
    FileMessage,
    NameTaken,
    Panel,
    Personal,
    Place,
    PrivatePanel,
    Refusal,
    Request,
    Toast,
)
from bot.chat.commands import UnknownCommand, read_line
from bot.chat.ports import RoomMember
from bot.platforms.web.backlog import Backlog
from bot.platforms.web.bodies import JsonObject, content_body, message_frame, offers
from bot.platforms.web.budget import Budget
from bot.platforms.web.frames import Frame, MalformedFrame, read_frame
from bot.platforms.web.hub import Hub
from bot.platforms.web.lines import PLATFORM, named_people, person_of, suggestions, without_our_name
from bot.platforms.web.names import NAME_LENGTH, is_reserved, room_name
from bot.platforms.web.outbox import Outbox
from bot.words import language_of, words

_log = structlog.get_logger(__name__)

COMMON_ROOM = "serambi"
Handler = Callable[["Window", Frame], Awaitable[None]]
PRACTICE = "@"
"""Stands before a person's id in the name of their own corner, where only they and Papan are."""
LINE_LENGTH = 6200
"""Long enough for the record of a game behind a command."""
CHAT_LENGTH = 1000
ENTRY_COST = 8.0
"""What it costs a person to come in, in frames: the room reads and sends what has been said there."""
PER_PERSON = 8
"""Windows that one person may have open."""
TOLD_AGAIN_AFTER = 5.0
"""Seconds between two remarks that somebody is too fast."""
SITS = 5
"""How often a person may sit down over one connection."""
_ROOM = re.compile(r"[a-z0-9-]{1,32}")
_EVENT = re.compile(r"[0-9a-zA-Z-]{8,64}")
_SEATING = ("sit", "hello")


class Window:
    """The connection of a page. Before a person has joined, only the frames ``sit`` and ``hello`` are acted on."""

    def __init__(self, hub: Hub, socket: web.WebSocketResponse, transport: asyncio.Transport, address: str) -> None:
        self._hub = hub
        self._socket = socket
        self._outbox = Outbox(socket, transport)
        self._address = address
        self._member: RoomMember | None = None
        self._sits = 0
        self._told_at = 0.0
        self._backlog = Backlog()
        self._tasks: set[asyncio.Task[None]] = set()
        self.room = COMMON_ROOM

    @property
    def person(self) -> str:
        """The id of the person; empty before one has joined."""
        return self._member.id if self._member else ""

    @property
    def name(self) -> str:
        """The name of the person; empty before one has joined."""
        return self._member.name if self._member else ""

    def send(self, frame: JsonObject) -> None:
        """Send a frame to the page, without waiting for it."""
        self.send_text(json.dumps(frame))

    def send_text(self, frame: str) -> None:
        """The same for a frame that is text already, as for many windows."""
        self._outbox.put(frame)

    def close(self) -> None:
        """End the connection because the server stops; the page will try again."""
        self._outbox.close()

    async def serve(self) -> None:
        """Act on the frames of the page, as fast as its person may ask, until the connection ends."""
        reading = asyncio.create_task(self._backlog.read(self._socket, self._too_fast))
        try:
            while (message := await self._backlog.get()) is not None:
                await self._receive(message)
        finally:
            reading.cancel()
            with suppress(asyncio.CancelledError):
                await reading
        if self._backlog.is_flood:
            self._outbox.abort()

    async def end(self) -> None:
        """The connection has ended: wait for what is under way, or cancel it if this is cancelled."""
        try:
            await self._settle()
            if self._member:
                await self._hub.archive.note_seen(self._member.id)
        finally:
            for task in self._tasks:
                task.cancel()
            self._outbox.end()

    @property
    def _budget(self) -> Budget:
        if self._member:
            return self._hub.people.of(self._member.id)
        return self._hub.strangers.of(self._address)

    async def _may(self, work: float) -> bool:
        """Count what is asked: whoever asks too fast is heard later, and no more once their page is gone."""
        if (wait := self._budget.take()) > 0:
            self._too_fast()
            if not await self._backlog.unless_gone(asyncio.sleep(wait)):
                return False
        asked = (self._address, self.person or self._address, work)
        return self._hub.queue.may_go(*asked) or await self._backlog.unless_gone(self._hub.queue.turn(*asked))

    def _too_fast(self) -> None:
        now = asyncio.get_running_loop().time()
        if now - self._told_at > TOLD_AGAIN_AFTER:
            self._told_at = now
            self._toast(self._say("That was too fast. Wait a moment."))

    async def _settle(self) -> None:
        """Wait for what is under way."""
        if self._tasks:
            await asyncio.wait(self._tasks)

    async def _receive(self, message: WSMessage) -> None:
        """Act on what came when it may be, or leave it."""
        if message.type is not WSMsgType.TEXT:
            if await self._may(1.0) and message.type is WSMsgType.PING:
                with suppress(ConnectionError):  # its reader notices too
                    await self._socket.pong(message.data)
            return
        try:
            frame = read_frame(message.data)
            handler, work = self._HANDLERS[frame.kind]
        except (MalformedFrame, KeyError):
            if await self._may(1.0):
                self._misunderstood()
            return
        if await self._may(work):
            await self._act(handler, frame)

    async def _act(self, handler: Handler, frame: Frame) -> None:
        """Act on a frame, beside the others; but who sits here changes between them."""
        if frame.kind in _SEATING:
            await self._settle()
            await self._work(handler, frame)
            return
        if self._member is None:
            self.send({"type": "stranger"})
            return
        slots = self._budget.slots
        await slots.acquire()
        task = asyncio.create_task(self._work(handler, frame))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: slots.release())

    async def _work(self, handler: Handler, frame: Frame) -> None:
        try:
            if self._member and not await self._hub.archive.member(self._member.id):
                self._leave()  # they have had their data deleted
                if frame.kind not in _SEATING:
                    self.send({"type": "stranger"})
                    return
            await handler(self, frame)
        except MalformedFrame:
            self._misunderstood()
        except DatabaseBusy as error:
            _log.warning("frame_not_in_time", frame=frame.kind, reason=str(error))
            self._toast(
                self._say("This takes a moment longer than usual. Nothing is lost; please try again in a moment.")
            )
        except Exception:  # no traceback reaches a page
            _log.exception("frame_failed", frame=frame.kind)
            self._toast(self._say("Something went wrong here. Nothing is lost; please try again."))

    def _misunderstood(self) -> None:
        self._toast(self._say("This page is out of date. Please load it again."))

    def _say(self, message: str, **facts: object) -> str:
        return words(language_of(self._member.language if self._member else ""))(message, **facts)

    def _toast(self, text: str) -> None:
        self.send({"type": "toast", "text": text})

    def _refuse(self, text: str) -> None:
        self.send({"type": "refused", "text": text})

    async def _sit(self, frame: Frame) -> None:
        given, language, room = frame.text("name"), frame.text("language", ""), frame.text("room", "")
        name, say = room_name(given), words(language_of(language))
        if not name:
            self._refuse(say("Give a name of letters, at most {count}.", count=NAME_LENGTH))
            return
        if is_reserved(name) or self._hub.is_present(name):
            self._refuse(say("The name {name} belongs to somebody else here. Choose another one.", name=name))
            return
        self._sits += 1
        if self._sits > SITS:
            self._refuse(say("That was too fast. Wait a moment."))
            return
        try:
            member, secret = await self._hub.archive.add_member(name, language[:16])
        except NameTaken:
            self._refuse(say("The name {name} belongs to somebody else here. Choose another one.", name=name))
            return
        self._leave()
        self._member = member
        await self._enter(room, 0, secret)

    async def _hello(self, frame: Frame) -> None:
        """A person comes back, by their secret; ``since`` is the last change they have seen."""
        secret, room, since = frame.text("secret"), frame.text("room", ""), frame.number("since")
        member = await self._hub.archive.member_by_secret(secret)
        self._leave()
        if member is None:
            self.send({"type": "stranger"})
            return
        if len(self._hub.windows_of(member.id)) >= PER_PERSON:
            say = words(language_of(member.language))
            self._refuse(say("You have {count} windows open here. Close one of them.", count=PER_PERSON))
            return
        self._member = member
        await self._hub.archive.note_seen(member.id)
        if (wait := self._budget.take(ENTRY_COST)) > 0:
            self._too_fast()
            await asyncio.sleep(wait)
        await self._enter(room, since, None)

    def _leave(self) -> None:
        """Whoever sat here does so no more."""
        self._member = None
        self._hub.people_changed(self.room)

    async def _enter(self, room: str, since: int, secret: str | None) -> None:
        self.room = self._room(room)
        seated = {"type": "seated", "id": self.person, "name": self.name, "room": self.room}
        self.send(seated | ({"secret": secret} if secret else {}))
        messages = await self._hub.archive.changed_since(self.room, self.person, since)
        self.send({"type": "messages", "messages": [message_frame(each) for each in messages], "all": since == 0})
        self._hub.people_changed(self.room)

    def _room(self, name: str) -> str:
        if name == PRACTICE:
            return PRACTICE + self.person
        return name if _ROOM.fullmatch(name) else COMMON_ROOM

    async def _line(self, frame: Frame) -> None:
        """A typed line: a command, a move, or a chat message."""
        line = frame.text("text").strip()[:LINE_LENGTH]
        if not line:
            return
        request = self._request(frame, frame.text("reply", ""))
        if line.startswith("/"):
            await self._command(request, line)
            return
        words_to_us = without_our_name(line)
        request = replace(request, addressed=words_to_us != line)
        answer = await self._hub.handler.text(request, words_to_us)
        if answer is not None:
            await self._show(request, answer, None)
            return
        body = {"kind": "said", "author": self.name, "text": line[:CHAT_LENGTH]}
        message = await self._hub.archive.add(request.event, self.room, self.person, None, body)
        self._hub.broadcast(message)

    async def _command(self, request: Request, line: str) -> None:
        try:
            name, typed = read_line(line)
        except UnknownCommand:
            name, typed = line.split()[0].removeprefix("/"), {}
        arguments, missing = await named_people(typed, self._hub.archive.member_by_name)
        if missing:
            text = self._say("Nobody called {name} has sat down here.", name=missing)
            await self._show(request, Refusal(text=text), None)
            return
        await self._show(request, await self._hub.handler.command(request, name, arguments), None)

    async def _press(self, frame: Frame) -> None:
        payload, values = frame.text("payload"), frame.texts("values")
        pressed = await self._hub.archive.get(frame.text("message"))
        seen = pressed and pressed.room == self.room and pressed.only_for in (None, self.person)
        if not pressed or not seen or not offers(pressed.body, payload, values):
            self._toast(self._say("This button is no longer in use. /board shows the match as it stands."))
            return
        request, clock = self._request(frame, pressed.id), asyncio.get_running_loop().time
        press = self._hub.presses.begin(self.person, pressed.id, ":".join((payload, *values)), clock())
        if press is None:
            return
        new_message = False
        try:
            self._hub.follow_ups.end(pressed.id)
            answer = await self._hub.handler.press(request, payload, values)
            new_message = await self._show(request, answer, pressed.id if pressed.only_for else None)
        finally:
            press.end(clock(), new_message=new_message)

    async def _complete(self, frame: Frame) -> None:
        line = frame.text("line")[:LINE_LENGTH]
        found = await suggestions(self._hub.handler, self._request(frame, ""), line, self._hub.present(self.room))
        self.send({"type": "suggestions", "line": line, "suggestions": found})

    async def _dismiss(self, frame: Frame) -> None:
        message = await self._hub.archive.get(frame.text("message"))
        if message and message.only_for == self.person and (gone := await self._hub.archive.delete(message.id)):
            self._hub.broadcast(gone)

    def _request(self, frame: Frame, message: str) -> Request:
        """The page gives each frame an id, so that one sent again after a broken connection acts once."""
        event = frame.text("event", "")
        if not _EVENT.fullmatch(event):
            event = secrets.token_hex(16)
        if self._member is None:
            raise ValueError("nobody has sat down")
        place = Place(PLATFORM, self.room, private=self.room.startswith(PRACTICE))
        return Request(f"{self.person}:{event}", person_of(self._member), place, message, address=self._address)

    async def _show(self, request: Request, answer: Answer, panel: str | None) -> bool:
        """Show an answer: a toast, in the place of the panel pressed on, or as a message; was it a new message?"""
        match answer:
            case BoardMessage():
                message = await self._hub.add(f"a-{request.event}", self.room, None, answer)
                await self._hub.handler.shown(answer.view, message.id)
                # What the panel was for has begun; it cannot be used a second time.
                await self._take_away(panel)
                return True
            case Toast():
                self._toast(answer.text)
                if answer.closes:
                    await self._take_away(panel)
                return False
            case PrivatePanel() | Refusal():
                if panel and answer.replace and await self._edit_panel(panel, answer):
                    return False
                await self._add_for_one(request, answer)
                return True
            case FileMessage():
                await self._add_for_one(request, answer)
                return True
            case _:
                assert_never(answer)

    async def _edit_panel(self, panel: str, answer: Panel) -> bool:
        """Edit the panel pressed on into another; False if it is not there any more."""
        png = answer.picture.png if answer.picture else None
        edited = await self._hub.archive.edit(panel, content_body(answer), png)
        if edited is None:
            return False
        self._hub.broadcast(edited)
        self._follow(panel, answer)
        return True

    async def _add_for_one(self, request: Request, personal: Personal) -> None:
        """Add a message for this person, in the place of the one before."""
        for gone in await self._hub.archive.delete_private(self.room, self.person):
            self._hub.broadcast(gone)
        message = await self._hub.add(f"a-{request.event}", self.room, self.person, personal)
        self._follow(message.id, personal)

    async def _take_away(self, panel: str | None) -> None:
        """Delete the panel pressed on, if it was one."""
        if panel and (gone := await self._hub.archive.delete(panel)):
            self._hub.broadcast(gone)

    def _follow(self, message: str, personal: Personal) -> None:
        """Let a message change by itself as its answer does, for as long as its person has a window on this room.

        It is taken away at its first change after that, so that nobody comes back to an old board.
        """
        room, person, place = self._hub, self.person, self.room

        async def edit(now: Panel) -> bool:
            if all(window.room != place for window in room.windows_of(person)):
                await self._take_away(message)
                return False
            edited = await room.archive.edit(message, content_body(now), now.picture.png if now.picture else None)
            if edited:
                room.broadcast(edited)
            return edited is not None

        room.follow_ups.begin(message, personal, edit)

    _HANDLERS: ClassVar[Mapping[str, tuple[Handler, float]]] = {
        "sit": (_sit, ENTRY_COST),
        "hello": (_hello, ENTRY_COST),
        "say": (_line, 2.0),
        "press": (_press, 3.0),
        "complete": (_complete, 1.0),
        "dismiss": (_dismiss, 1.0),
    }
    """How the frames of each kind are acted on, and how much work that is beside the others."""
