"""One browser window: who sits there, what they ask for, and what they are shown."""

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
from bot.platforms.web.bodies import answer_body, offers, shown
from bot.platforms.web.lines import PLATFORM, named_people, person_of, suggestions
from bot.store.room import Sitter
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
TALK_LENGTH = 1000
BURST = 30
PER_SECOND = 8.0
AT_ONCE = 4
SITS = 5
"""So often may people sit down in one window before the page is loaded anew."""
_ROOM = re.compile(r"[a-z0-9-]{1,32}")
_EVENT = re.compile(r"[0-9a-zA-Z-]{8,64}")


class Window:
    """A connection. Until somebody sits down it hears nothing but that."""

    def __init__(self, house: "WebRoom", socket: web.WebSocketResponse) -> None:
        self._house = house
        self._socket = socket
        self._sitter: Sitter | None = None
        self._sits = 0
        self.room = COMMON_ROOM
        self._allowance = float(BURST)
        self._refilled = asyncio.get_running_loop().time()
        self._tasks: set[asyncio.Task[None]] = set()
        self._slots = asyncio.Semaphore(AT_ONCE)

    @property
    def person(self) -> str:
        """The id of who sits here; empty for nobody."""
        return self._sitter.id if self._sitter else ""

    @property
    def name(self) -> str:
        """The name of who sits here; empty for nobody."""
        return self._sitter.name if self._sitter else ""

    async def send(self, message: dict[str, Any]) -> None:
        """Send something to the page; a connection that has broken will be noticed by its reader."""
        try:
            await self._socket.send_json(message)
        except ConnectionError:
            return

    async def close(self) -> None:
        """End the connection: the server goes away, the page will try again."""
        await self._socket.close(code=1012)

    async def end(self) -> None:
        """Wait for what is under way."""
        if self._tasks:
            await asyncio.wait(self._tasks)

    async def hear(self, data: str) -> None:
        """Take one message of the page and work it off beside the others, within limits."""
        if not self._may():
            await self._trouble(self._say("That was too fast. Wait a moment."))
            return
        try:
            wish = json.loads(data)
            handler = self._HANDLERS[wish["type"]]
        except (ValueError, KeyError, TypeError):
            await self._trouble(self._say("The page and the room do not understand each other. Load the page anew."))
            return
        if self._sitter is None and wish["type"] not in ("sit", "hello"):
            await self.send({"type": "stranger"})
            return
        task = asyncio.create_task(self._work(handler, wish))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _work(self, handler: Any, wish: dict[str, Any]) -> None:
        async with self._slots:
            try:
                if self._sitter and not await self._house.store.sitter(self._sitter.id):
                    self._sitter = None  # they have had their data deleted
                    await self.send({"type": "stranger"})
                    return
                await handler(self, wish)
            except (KeyError, TypeError, ValueError):
                await self._trouble(
                    self._say("The page and the room do not understand each other. Load the page anew.")
                )
            except Exception:  # no traceback reaches a page
                _log.exception("room_failed", wish=str(wish.get("type"))[:20])
                await self._trouble(self._say("Something went wrong here. Nothing is lost; please try again."))

    def _may(self) -> bool:
        now = asyncio.get_running_loop().time()
        self._allowance = min(float(BURST), self._allowance + (now - self._refilled) * PER_SECOND)
        self._refilled = now
        if self._allowance < 1:
            return False
        self._allowance -= 1
        return True

    def _say(self, message: str, **facts: object) -> str:
        return words(language_of(self._sitter.language if self._sitter else ""))(message, **facts)

    async def _trouble(self, text: str) -> None:
        await self.send({"type": "toast", "text": text})

    async def _sit(self, wish: dict[str, Any]) -> None:
        name = _clean_name(str(wish["name"]))
        say = words(language_of(str(wish.get("language", ""))))
        if not name:
            await self.send(
                {"type": "refused", "text": say("Give a name of letters, at most {count}.", count=NAME_LENGTH)}
            )
            return
        if self._house.is_present(name):
            await self.send({"type": "refused", "text": say("Somebody called {name} sits here already.", name=name)})
            return
        self._sits += 1
        if self._sits > SITS:
            await self.send({"type": "refused", "text": say("That was too fast. Wait a moment.")})
            return
        self._sitter, secret = await self._house.store.sit(name, str(wish.get("language", ""))[:16])
        await self._enter(str(wish.get("room", "")), 0, secret)

    async def _hello(self, wish: dict[str, Any]) -> None:
        """Somebody comes back, by their secret; ``since`` is the last change they have seen."""
        self._sitter = await self._house.store.known(str(wish["secret"]))
        if self._sitter is None:
            await self.send({"type": "stranger"})
            return
        await self._enter(str(wish.get("room", "")), int(wish.get("since", 0)), None)

    async def _enter(self, room: str, since: int, secret: str | None) -> None:
        self.room = self._room(room)
        seated = {"type": "seated", "id": self.person, "name": self.name, "room": self.room}
        await self.send(seated | ({"secret": secret} if secret else {}))
        said = await self._house.store.changed_since(self.room, self.person, since)
        await self.send({"type": "messages", "messages": [shown(each) for each in said], "all": since == 0})
        await self._house.tell_presence(self.room)

    def _room(self, name: str) -> str:
        if name == PRACTICE:
            return PRACTICE + self.person
        return name if _ROOM.fullmatch(name) else COMMON_ROOM

    async def _heard(self, wish: dict[str, Any]) -> None:
        """A line: a command, a move, or talk."""
        line = str(wish["text"]).strip()[:LINE_LENGTH]
        if not line:
            return
        request = self._request(wish, str(wish.get("reply", "")))
        if line.startswith("/"):
            await self._command(request, line)
            return
        answer = await self._house.handler.text(request, line)
        if answer is not None:
            await self._show(request, answer, None)
            return
        body = {"kind": "said", "author": self.name, "text": line[:TALK_LENGTH]}
        said = await self._house.store.say(request.event, self.room, self.person, None, body)
        await self._house.spread(said)

    async def _command(self, request: Request, line: str) -> None:
        try:
            name, typed = read_line(line)
        except UnknownCommand:
            name, typed = line.split()[0].removeprefix("/"), {}
        arguments, missing = await named_people(typed, self._house.store.named)
        if missing:
            text = self._say("Nobody called {name} has sat down here.", name=missing)
            await self._show(request, Answer(text=text), None)
            return
        await self._show(request, await self._house.handler.command(request, name, arguments), None)

    async def _press(self, wish: dict[str, Any]) -> None:
        payload, values = str(wish["payload"]), [str(value) for value in wish.get("values", [])]
        pressed = await self._house.store.get(str(wish["message"]))
        seen = pressed and pressed.room == self.room and pressed.only_for in (None, self.person)
        if not pressed or not seen or not offers(pressed.body, payload, values):
            await self._trouble(self._say("This button is no longer in use. /board shows the match as it stands."))
            return
        request = self._request(wish, pressed.id)
        answer = await self._house.handler.press(request, payload, values)
        await self._show(request, answer, pressed.id if pressed.only_for else None)

    async def _complete(self, wish: dict[str, Any]) -> None:
        line = str(wish["line"])[:LINE_LENGTH]
        found = await suggestions(self._house.handler, self._request(wish, ""), line, self._house.present(self.room))
        await self.send({"type": "suggestions", "line": line, "suggestions": found})

    async def _dismiss(self, wish: dict[str, Any]) -> None:
        said = await self._house.store.get(str(wish["message"]))
        if said and said.only_for == self.person and (gone := await self._house.store.take_away(said.id)):
            await self._house.spread(gone)

    def _request(self, wish: dict[str, Any], message: str) -> Request:
        """The page names each wish once, so that one repeated after a broken connection acts once."""
        event = str(wish.get("event", ""))
        if not _EVENT.fullmatch(event):
            event = secrets.token_hex(16)
        if self._sitter is None:
            raise ValueError("nobody sits here")
        place = Place(PLATFORM, self.room, private=self.room.startswith(PRACTICE))
        return Request(f"{self.person}:{event}", person_of(self._sitter), place, message)

    async def _show(self, request: Request, answer: Answer, panel: str | None) -> None:
        """Show an answer: a toast, in the place of the panel pressed on, or as a message."""
        if not answer.private:
            said = await self._house.say(f"a-{request.event}", self.room, None, None, answer)
            if answer.view:
                await self._house.handler.shown(answer.view, said.id)
            return
        if answer.brief and not answer.rows:
            await self._trouble(answer.text)
            if panel and answer.replace and (gone := await self._house.store.take_away(panel)):
                await self._house.spread(gone)
            return
        if panel and answer.replace:
            png = answer.picture.png if answer.picture else None
            if said_again := await self._house.store.change(panel, answer_body(answer), png):
                await self._house.spread(said_again)
                return
        for gone in await self._house.store.take_away_private(self.room, self.person):
            await self._house.spread(gone)
        await self._house.say(f"a-{request.event}", self.room, None, self.person, answer)

    _HANDLERS: ClassVar = {
        "sit": _sit,
        "hello": _hello,
        "say": _heard,
        "press": _press,
        "complete": _complete,
        "dismiss": _dismiss,
    }


def _clean_name(name: str) -> str:
    """A name without control, bidi and markup-like characters, at most so long; empty if nothing is left."""
    plain = unicodedata.normalize("NFKC", name)
    kept = "".join(letter for letter in plain if unicodedata.category(letter)[0] in "LMN" or letter in " -'.")
    return " ".join(kept.split())[:NAME_LENGTH].strip()
