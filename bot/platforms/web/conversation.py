"""The lines and presses of a person who has joined the web room, and the answers to them."""

import asyncio
import re
import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import assert_never

from bot.chat import (
    Answer,
    BoardMessage,
    FileMessage,
    Panel,
    Personal,
    Place,
    PrivatePanel,
    PublicAnswer,
    Refusal,
    Request,
    Toast,
)
from bot.chat.command_lines import read_line
from bot.chat.commands import UnknownCommand
from bot.chat.ports import RoomMember
from bot.platforms.web.bodies import JsonObject, content_body, offers
from bot.platforms.web.frames import Frame, MalformedFrame
from bot.platforms.web.hub import Hub
from bot.platforms.web.lines import PLATFORM, named_people, person_of, suggestions, without_our_name
from bot.platforms.web.lobby import LobbyWatch
from bot.platforms.web.profiles import PROFILE_COSTS
from bot.platforms.web.tables import Tables
from bot.words import language_of, words

PRACTICE = "@"
"""The prefix of the name of a person's own corner, before their id. Only they and Papan are there."""
LINE_LENGTH = 6200
"""The longest line: long enough for the record of a game behind a command."""
CHAT_LENGTH = 1000
TURN_POINTS = 100
"""No turn has so many points."""
COSTS = {
    "say": 2.0,
    "press": 3.0,
    "complete": 1.0,
    "dismiss": 1.0,
    "watch": 2.0,
    "look": 1.0,
    "turn": 3.0,
    "wish": 3.0,
    "lobby": 2.0,
    "begin": 3.0,
} | PROFILE_COSTS
"""The frames acted on here, and the work of each relative to the others."""
_EVENT = re.compile(r"[0-9a-zA-Z-]{8,64}")


class Conversation:
    """A person in one room of the web room, over one connection. ``send`` reaches their page."""

    def __init__(
        self, hub: Hub, member: RoomMember, room: str, address: str, send: Callable[[JsonObject], None]
    ) -> None:
        self._hub = hub
        self._member = member
        self._room = room
        self._address = address
        self._send = send
        self._tables = Tables(hub.live, self._new_request, send, self._show)
        self._lobby = LobbyWatch(hub.live, self._new_request, send)
        hub.watching |= {self._tables, self._lobby}

    def end(self) -> None:
        """Tell the page of no match any more."""
        self._hub.watching -= {self._tables, self._lobby}
        self._tables.end()
        self._lobby.end()

    def became(self, member: RoomMember) -> None:
        """The person has another name or language from now on."""
        self._member = member

    async def act(self, frame: Frame) -> None:
        """Act on a frame, one of ``COSTS``. Raises MalformedFrame, and the exceptions of the app."""
        match frame.kind:
            case "say":
                await self._line(frame)
            case "press":
                await self._press(frame)
            case "complete":
                await self._complete(frame)
            case "dismiss":
                await self._dismiss(frame)
            case "watch":
                await self._tables.watch(frame.text("code"), frame.number("version"))
            case "look":
                await self._tables.look(frame.text("code"), frame.number("ply"))
            case "turn":
                await self._turn(frame)
            case "wish":
                await self._wish(frame)
            case "lobby":
                await self._lobby.open()
            case "begin":
                await self._begin(frame)
            case "me" | "prefer" | "rename":
                await self._hub.profiles.act(frame, self._request(frame, ""), self._send)
            case _:
                raise MalformedFrame

    def _say(self, message: str, **facts: object) -> str:
        return words(language_of(self._member.language))(message, **facts)

    def _toast(self, text: str) -> None:
        self._send({"type": "toast", "text": text})

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
        body = {"kind": "said", "author": self._member.name, "text": line[:CHAT_LENGTH]}
        message = await self._hub.archive.add(request.event, self._room, self._member.id, None, body)
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
        seen = pressed and pressed.room == self._room and pressed.only_for in (None, self._member.id)
        if not pressed or not seen or not offers(pressed.body, payload, values):
            self._toast(self._say("This button is no longer in use. /board shows the match as it stands."))
            return
        request, clock = self._request(frame, pressed.id), asyncio.get_running_loop().time
        press = self._hub.presses.begin(self._member.id, pressed.id, ":".join((payload, *values)), clock())
        if press is None:
            return
        new_message = False
        try:
            self._hub.follow_ups.end(pressed.id)
            answer = await self._hub.handler.press(request, payload, values)
            new_message = await self._show(request, answer, pressed.id if pressed.only_for else None)
        finally:
            press.end(clock(), new_message=new_message)

    async def _turn(self, frame: Frame) -> None:
        """A turn by the points touched on a live board."""
        request, picks = self._request(frame, ""), frame.numbers("picks", TURN_POINTS)
        turn = self._hub.live.turn(request, frame.text("code"), frame.number("ply"), picks, price=frame.flag("price"))
        await self._answer(frame, request, await turn)

    async def _wish(self, frame: Frame) -> None:
        """A button beside a live board."""
        request = self._request(frame, "")
        answer = await self._hub.handler.press(request, frame.text("payload"), frame.texts("values"))
        await self._answer(frame, request, answer)

    async def _begin(self, frame: Frame) -> None:
        """A match that is begun in the lobby: its board stands in the common room, or in one's own corner."""
        request = self._request(frame, "")
        if frame.flag("corner"):
            request = replace(request, place=Place(PLATFORM, f"{PRACTICE}{self._member.id}", private=True))
        arguments = {name: frame.text(name) for name in ("game", "opponent", "level") if frame.text(name, "")}
        answer = await self._hub.handler.command(request, "play", arguments)
        done = {"type": "done", "event": frame.text("event", ""), "done": isinstance(answer, BoardMessage)}
        if isinstance(answer, BoardMessage):
            message = await self._hub.add(f"a-{request.event}", request.place.chat, None, answer)
            await self._hub.handler.shown(answer.view, message.id)
            done["match"] = answer.match
        elif isinstance(answer, Toast | Refusal | PrivatePanel):
            done["text"] = answer.text
        self._send(done)

    async def _answer(self, frame: Frame, request: Request, answer: Answer) -> None:
        """Show the answer to what was done on a live board, and tell the page that it has been done, or was not."""
        await self._show(request, answer, None)
        done = isinstance(answer, Toast | BoardMessage | PublicAnswer)
        self._send({"type": "done", "event": frame.text("event", ""), "done": done})

    async def _complete(self, frame: Frame) -> None:
        line = frame.text("line")[:LINE_LENGTH]
        found = await suggestions(self._hub.handler, self._request(frame, ""), line, self._hub.present(self._room))
        self._send({"type": "suggestions", "line": line, "suggestions": found})

    async def _dismiss(self, frame: Frame) -> None:
        message = await self._hub.archive.get(frame.text("message"))
        if message and message.only_for == self._member.id and (gone := await self._hub.archive.delete(message.id)):
            self._hub.broadcast(gone)

    def _request(self, frame: Frame, message: str) -> Request:
        """The request of a frame. The page gives each frame an id, so that one sent again acts once."""
        event = frame.text("event", "")
        return self._new_request(event if _EVENT.fullmatch(event) else "", message)

    def _new_request(self, event: str = "", message: str = "") -> Request:
        event = event or secrets.token_hex(16)
        place = Place(PLATFORM, self._room, private=self._room.startswith(PRACTICE))
        return Request(f"{self._member.id}:{event}", person_of(self._member), place, message, address=self._address)

    async def _show(self, request: Request, answer: Answer, panel: str | None) -> bool:
        """Show an answer: a toast, in the place of the panel pressed on, or as a message; was it a new message?"""
        match answer:
            case BoardMessage():
                message = await self._hub.add(f"a-{request.event}", self._room, None, answer)
                await self._hub.handler.shown(answer.view, message.id)
                # What the panel was for has begun; it cannot be used a second time.
                await self._take_away(panel)
                return True
            case PublicAnswer():
                await self._hub.add(f"a-{request.event}", self._room, None, answer)
                if panel:
                    await self._edit_panel(panel, answer.panel)
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
        for gone in await self._hub.archive.delete_private(self._room, self._member.id):
            self._hub.broadcast(gone)
        message = await self._hub.add(f"a-{request.event}", self._room, self._member.id, personal)
        self._follow(message.id, personal)

    async def _take_away(self, panel: str | None) -> None:
        """Delete the panel pressed on, if it was one."""
        if panel and (gone := await self._hub.archive.delete(panel)):
            self._hub.broadcast(gone)

    def _follow(self, message: str, personal: Personal) -> None:
        """Let a message change by itself as its answer does, for as long as its person has a window on this room.

        It is taken away at its first change after that, so that nobody comes back to an old board.
        """
        room, person, place = self._hub, self._member.id, self._room

        async def edit(now: Panel) -> bool:
            if all(window.room != place for window in room.windows_of(person)):
                await self._take_away(message)
                return False
            edited = await room.archive.edit(message, content_body(now), now.picture.png if now.picture else None)
            if edited:
                room.broadcast(edited)
            return edited is not None

        room.follow_ups.begin(message, personal, edit)
