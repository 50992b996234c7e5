"""One browser window: reads the frames of its page, acts on them, and sends what the page is to show."""

import asyncio
import json
import re
import secrets
import unicodedata
from typing import TYPE_CHECKING, Any, ClassVar

import structlog
from aiohttp import web

from bot.chat import Answer, Place, Request
from bot.chat.commands import UnknownCommand, read_line
from bot.chat.ports import RoomMember
from bot.platforms.web.bodies import answer_body, message_frame, offers
from bot.platforms.web.lines import PLATFORM, named_people, person_of, suggestions
from bot.words import language_of, words

if TYPE_CHECKING:
    from bot.platforms.web.room import WebRoom

_log = structlog.get_logger(__name__)

COMMON_ROOM = "serambi"
PRACTICE = "@"
"""Stands before a person's id in the name of their own corner, where only they and Papan are."""
NAME_LENGTH = 24
LINE_LENGTH = 6200
"""Long enough for the record of a game behind a command."""
CHAT_LENGTH = 1000
BURST = 30
PER_SECOND = 8.0
AT_ONCE = 4
SITS = 5
"""How often a person may sit down over one connection."""
_ROOM = re.compile(r"[a-z0-9-]{1,32}")
_EVENT = re.compile(r"[0-9a-zA-Z-]{8,64}")


class Window:
    """The connection of a page. Before a person has joined, only the frames ``sit`` and ``hello`` are acted on."""

    def __init__(self, web_room: "WebRoom", socket: web.WebSocketResponse) -> None:
        self._web_room = web_room
        self._socket = socket
        self._member: RoomMember | None = None
        self._sits = 0
        self.room = COMMON_ROOM
        self._tokens = float(BURST)
        self._refilled = asyncio.get_running_loop().time()
        self._tasks: set[asyncio.Task[None]] = set()
        self._slots = asyncio.Semaphore(AT_ONCE)

    @property
    def person(self) -> str:
        """The id of the person; empty before one has joined."""
        return self._member.id if self._member else ""

    @property
    def name(self) -> str:
        """The name of the person; empty before one has joined."""
        return self._member.name if self._member else ""

    async def send(self, frame: dict[str, Any]) -> None:
        """Send a frame to the page; a broken connection is noticed by its reader."""
        try:
            await self._socket.send_json(frame)
        except ConnectionError:
            return

    async def close(self) -> None:
        """End the connection because the server stops; the page will try again."""
        await self._socket.close(code=1012)

    async def end(self) -> None:
        """Wait for what is under way."""
        if self._tasks:
            await asyncio.wait(self._tasks)

    async def receive(self, data: str) -> None:
        """Act on one frame of the page, beside the others, within the limits."""
        if not self._take_token():
            await self._toast(self._say("That was too fast. Wait a moment."))
            return
        try:
            frame = json.loads(data)
            handler = self._HANDLERS[frame["type"]]
        except (ValueError, KeyError, TypeError):
            await self._toast(self._say("The page and the room do not understand each other. Load the page anew."))
            return
        if self._member is None and frame["type"] not in ("sit", "hello"):
            await self.send({"type": "stranger"})
            return
        task = asyncio.create_task(self._work(handler, frame))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _work(self, handler: Any, frame: dict[str, Any]) -> None:
        async with self._slots:
            try:
                if self._member and not await self._web_room.archive.member(self._member.id):
                    self._member = None  # they have had their data deleted
                    await self.send({"type": "stranger"})
                    return
                await handler(self, frame)
            except (KeyError, TypeError, ValueError):
                await self._toast(self._say("The page and the room do not understand each other. Load the page anew."))
            except Exception:  # no traceback reaches a page
                _log.exception("frame_failed", frame=str(frame.get("type"))[:20])
                await self._toast(self._say("Something went wrong here. Nothing is lost; please try again."))

    def _take_token(self) -> bool:
        now = asyncio.get_running_loop().time()
        self._tokens = min(float(BURST), self._tokens + (now - self._refilled) * PER_SECOND)
        self._refilled = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def _say(self, message: str, **facts: object) -> str:
        return words(language_of(self._member.language if self._member else ""))(message, **facts)

    async def _toast(self, text: str) -> None:
        await self.send({"type": "toast", "text": text})

    async def _sit(self, frame: dict[str, Any]) -> None:
        name = _clean_name(str(frame["name"]))
        say = words(language_of(str(frame.get("language", ""))))
        if not name:
            await self.send(
                {"type": "refused", "text": say("Give a name of letters, at most {count}.", count=NAME_LENGTH)}
            )
            return
        if self._web_room.is_present(name):
            await self.send({"type": "refused", "text": say("Somebody called {name} sits here already.", name=name)})
            return
        self._sits += 1
        if self._sits > SITS:
            await self.send({"type": "refused", "text": say("That was too fast. Wait a moment.")})
            return
        self._member, secret = await self._web_room.archive.add_member(name, str(frame.get("language", ""))[:16])
        await self._enter(str(frame.get("room", "")), 0, secret)

    async def _hello(self, frame: dict[str, Any]) -> None:
        """A person comes back, by their secret; ``since`` is the last change they have seen."""
        self._member = await self._web_room.archive.member_by_secret(str(frame["secret"]))
        if self._member is None:
            await self.send({"type": "stranger"})
            return
        await self._enter(str(frame.get("room", "")), int(frame.get("since", 0)), None)

    async def _enter(self, room: str, since: int, secret: str | None) -> None:
        self.room = self._room(room)
        seated = {"type": "seated", "id": self.person, "name": self.name, "room": self.room}
        await self.send(seated | ({"secret": secret} if secret else {}))
        messages = await self._web_room.archive.changed_since(self.room, self.person, since)
        await self.send({"type": "messages", "messages": [message_frame(each) for each in messages], "all": since == 0})
        await self._web_room.send_people(self.room)

    def _room(self, name: str) -> str:
        if name == PRACTICE:
            return PRACTICE + self.person
        return name if _ROOM.fullmatch(name) else COMMON_ROOM

    async def _line(self, frame: dict[str, Any]) -> None:
        """A typed line: a command, a move, or a chat message."""
        line = str(frame["text"]).strip()[:LINE_LENGTH]
        if not line:
            return
        request = self._request(frame, str(frame.get("reply", "")))
        if line.startswith("/"):
            await self._command(request, line)
            return
        answer = await self._web_room.handler.text(request, line)
        if answer is not None:
            await self._show(request, answer, None)
            return
        body = {"kind": "said", "author": self.name, "text": line[:CHAT_LENGTH]}
        message = await self._web_room.archive.add(request.event, self.room, self.person, None, body)
        await self._web_room.broadcast(message)

    async def _command(self, request: Request, line: str) -> None:
        try:
            name, typed = read_line(line)
        except UnknownCommand:
            name, typed = line.split()[0].removeprefix("/"), {}
        arguments, missing = await named_people(typed, self._web_room.archive.member_by_name)
        if missing:
            text = self._say("Nobody called {name} has sat down here.", name=missing)
            await self._show(request, Answer(text=text), None)
            return
        await self._show(request, await self._web_room.handler.command(request, name, arguments), None)

    async def _press(self, frame: dict[str, Any]) -> None:
        payload, values = str(frame["payload"]), [str(value) for value in frame.get("values", [])]
        pressed = await self._web_room.archive.get(str(frame["message"]))
        seen = pressed and pressed.room == self.room and pressed.only_for in (None, self.person)
        if not pressed or not seen or not offers(pressed.body, payload, values):
            await self._toast(self._say("This button is no longer in use. /board shows the match as it stands."))
            return
        request = self._request(frame, pressed.id)
        answer = await self._web_room.handler.press(request, payload, values)
        await self._show(request, answer, pressed.id if pressed.only_for else None)

    async def _complete(self, frame: dict[str, Any]) -> None:
        line = str(frame["line"])[:LINE_LENGTH]
        found = await suggestions(
            self._web_room.handler, self._request(frame, ""), line, self._web_room.present(self.room)
        )
        await self.send({"type": "suggestions", "line": line, "suggestions": found})

    async def _dismiss(self, frame: dict[str, Any]) -> None:
        message = await self._web_room.archive.get(str(frame["message"]))
        if message and message.only_for == self.person and (gone := await self._web_room.archive.delete(message.id)):
            await self._web_room.broadcast(gone)

    def _request(self, frame: dict[str, Any], message: str) -> Request:
        """The page gives each frame an id, so that one sent again after a broken connection acts once."""
        event = str(frame.get("event", ""))
        if not _EVENT.fullmatch(event):
            event = secrets.token_hex(16)
        if self._member is None:
            raise ValueError("nobody has sat down")
        place = Place(PLATFORM, self.room, private=self.room.startswith(PRACTICE))
        return Request(f"{self.person}:{event}", person_of(self._member), place, message)

    async def _show(self, request: Request, answer: Answer, panel: str | None) -> None:
        """Show an answer: a toast, in the place of the panel pressed on, or as a message."""
        if not answer.private:
            message = await self._web_room.add(f"a-{request.event}", self.room, None, answer)
            if answer.view:
                await self._web_room.handler.shown(answer.view, message.id)
            return
        if answer.brief and not answer.rows:
            await self._toast(answer.text)
            if panel and answer.replace and (gone := await self._web_room.archive.delete(panel)):
                await self._web_room.broadcast(gone)
            return
        if panel and answer.replace:
            png = answer.picture.png if answer.picture else None
            if edited := await self._web_room.archive.edit(panel, answer_body(answer), png):
                await self._web_room.broadcast(edited)
                return
        for gone in await self._web_room.archive.delete_private(self.room, self.person):
            await self._web_room.broadcast(gone)
        await self._web_room.add(f"a-{request.event}", self.room, self.person, answer)

    _HANDLERS: ClassVar = {
        "sit": _sit,
        "hello": _hello,
        "say": _line,
        "press": _press,
        "complete": _complete,
        "dismiss": _dismiss,
    }


def _clean_name(name: str) -> str:
    """A name without control, bidi and markup-like characters, at most so long; empty if nothing is left."""
    plain = unicodedata.normalize("NFKC", name)
    kept = "".join(letter for letter in plain if unicodedata.category(letter)[0] in "LMN" or letter in " -'.")
    return " ".join(kept.split())[:NAME_LENGTH].strip()
