"""The frames of somebody in the web room: what is written and pressed, and what is done on the boards of matches."""

import re
import secrets
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import assert_never

from bot.chat import (
    CORNER,
    Answer,
    BoardMessage,
    Place,
    PrivatePanel,
    PublicAnswer,
    Refusal,
    Request,
    Table,
    Toast,
    WhyNot,
)
from bot.chat.ports import RoomMember
from bot.platforms.web.bodies import JsonObject
from bot.platforms.web.frames import (
    BeginFrame,
    CompleteFrame,
    DismissFrame,
    EventFrame,
    LobbyFrame,
    LookFrame,
    MeFrame,
    PreferFrame,
    PressFrame,
    RenameFrame,
    RoomFrame,
    SayFrame,
    TurnFrame,
    UnwatchFrame,
    WatchFrame,
    WhyFrame,
    WishFrame,
)
from bot.platforms.web.hub import Hub
from bot.platforms.web.lines import PLATFORM, message_id, person_of
from bot.platforms.web.lobby import LobbyWatch
from bot.platforms.web.tables import NOWHERE, Tables, beside
from bot.platforms.web.talk import Talk
from bot.words import words

_EVENT = re.compile(r"[0-9a-zA-Z-]{8,64}")


@dataclass(frozen=True)
class Onlooker:
    """Somebody who has given no name, and only looks on; with the locale of their browser."""

    language: str
    id: str = ""
    name: str = ""


class Conversation:
    """Somebody in one room of the web room, over one connection. ``send`` reaches their page; ``send_text`` too,
    with a frame that is text already.

    A ``quiet`` page does not show what is said in the room; answers to its person stand beside no match.
    """

    def __init__(
        self,
        hub: Hub,
        member: RoomMember,
        room: str,
        address: str,
        send: Callable[[JsonObject], None],
        send_text: Callable[[str], None],
        *,
        quiet: bool,
    ) -> None:
        self._hub = hub
        self._member = member
        self._room = room
        self.shown = NOWHERE if quiet else room
        """The room whose messages the page shows."""
        self._address = address
        self._send = send
        self._talk = Talk(hub, member, room, send, self._sees)
        self._tables = Tables(hub, member.id, self._new_request, send, self._talk.show)
        self._lobby = LobbyWatch(hub.lobbies, hub.live, self._new_request, send_text)
        hub.watching.add(self._tables)

    def end(self) -> None:
        """Tell the page of no match any more."""
        self._hub.watching.discard(self._tables)
        self._tables.end()
        self._lobby.end()

    async def closes_lobby(self) -> None:
        """Tell the page of no lists any more, and wait until none are read for it."""
        await self._lobby.ended()

    def became(self, member: RoomMember) -> None:
        """The person has another name or language from now on."""
        self._member = member
        self._talk.became(member)

    @property
    def told(self) -> str:
        """What the person was told last, in a message for them alone."""
        return self._talk.told

    def hears(self, room: str) -> bool:
        """Is the page told what is said in a room: the one it shows, or one beside a match that it shows?"""
        return room == self.shown or self._tables.hears(room)

    def note(self, frame: RoomFrame) -> None:
        """Note what the page shows from now on. In the order of the frames: they are acted on side by side."""
        match frame:
            case WatchFrame():
                self._tables.begin(frame.code, frame.version)
            case UnwatchFrame():
                self._tables.leave(frame.code)
            case LobbyFrame():
                self._lobby.stays(frame.open)

    async def act(self, frame: RoomFrame) -> None:
        """Act on a frame. Raises the exceptions of the app."""
        match frame:
            case SayFrame():
                request = self._request(frame, frame.reply)
                await self._talk.line(request, frame.text, await self._beside(frame.code))
            case PressFrame():
                await self._talk.press(self._request(frame, frame.message), frame.payload, frame.values)
            case CompleteFrame():
                await self._talk.complete(self._request(frame), frame.line)
            case DismissFrame():
                await self._talk.dismiss(frame.message)
            case WatchFrame():
                await self._tables.tell_first(frame.code, frame.since)
            case UnwatchFrame():
                pass
            case LookFrame():
                await self._tables.look(frame.code, frame.ply)
            case TurnFrame():
                await self._turn(frame)
            case WhyFrame():
                await self._why(frame)
            case WishFrame():
                await self._wish(frame)
            case LobbyFrame():
                await self._lobby.tell()
            case BeginFrame():
                await self._begin(frame)
            case MeFrame() | PreferFrame() | RenameFrame():
                await self._hub.profiles.act(frame, self._request(frame), self._send)
            case _:
                assert_never(frame)

    async def _sees(self, room: str) -> bool:
        """As ``hears``; looked up where the page has only just begun to show a match."""
        return room == self.shown or await self._tables.sees(room)

    async def _beside(self, code: str) -> str:
        """The room beside a match, if the page shows it; else the room that it shows."""
        room = beside(code)
        return room if await self._sees(room) else self.shown

    async def _turn(self, frame: TurnFrame) -> None:
        request = self._request(frame)
        turn = self._hub.live.turn(request, frame.code, frame.ply, frame.picks, price=frame.price)
        await self._answer(frame, request, await turn)

    async def _why(self, frame: WhyFrame) -> None:
        found = await self._hub.live.why_not(self._request(frame), frame.code, frame.ply, frame.way)
        if isinstance(found, WhyNot):
            self._send({"type": "why_not", **asdict(found)})

    async def _wish(self, frame: WishFrame) -> None:
        """It is pressed in one's own corner if the match stands in private places only."""
        request = self._request(frame)
        if await self._hub.live.is_private(frame.code):
            request = replace(request, place=self._corner)
        if frame.kept and not await self._hub.live.has_acted(request):
            table = await self._hub.live.table(request, frame.code)
            if isinstance(table, Table) and table.ply != frame.ply:
                say = words(table.language)
                text = say("The match has gone on since you pressed {button}. It was not done.", button=frame.label)
                await self._answer(frame, request, Refusal(text=text))
                return
        answer = await self._hub.handler.press(request, frame.payload, frame.values)
        await self._answer(frame, request, answer)

    async def _begin(self, frame: BeginFrame) -> None:
        request = self._request(frame)
        if frame.corner:
            request = replace(request, place=self._corner)
        given = {"game": frame.game, "opponent": frame.opponent, "level": frame.level}
        arguments = {name: value for name, value in given.items() if value}
        answer = await self._hub.handler.command(request, "play", arguments)
        done = {"type": "done", "event": frame.event, "done": isinstance(answer, BoardMessage)}
        if isinstance(answer, BoardMessage):
            message = await self._hub.add(message_id(request), request.place.chat, None, answer)
            await self._hub.handler.shown(answer.view, message.id)
            done["match"] = answer.match
        elif isinstance(answer, Toast | Refusal | PrivatePanel):
            done["text"] = answer.text
        self._send(done)

    async def _answer(self, frame: TurnFrame | WishFrame, request: Request, answer: Answer) -> None:
        """Show the answer to what was done on a live board, and tell the page that it has been done, or was not."""
        await self._talk.show(request, answer, await self._beside(frame.code))
        done = isinstance(answer, Toast | BoardMessage | PublicAnswer)
        begun = {"match": answer.match} if isinstance(answer, BoardMessage) else {}
        self._send({"type": "done", "event": frame.event, "done": done, **begun})

    @property
    def _corner(self) -> Place:
        return Place(PLATFORM, f"{CORNER}{self._member.id}", private=True)

    def _request(self, frame: EventFrame, message: str = "") -> Request:
        """The request of a frame about a message; with the id of the frame, so that one sent again acts once."""
        return self._new_request(frame.event if _EVENT.fullmatch(frame.event) else "", message)

    def _new_request(self, event: str = "", message: str = "") -> Request:
        event = event or secrets.token_hex(16)
        place = Place(PLATFORM, self._room, private=self._room.startswith(CORNER))
        return Request(f"{self._member.id}:{event}", person_of(self._member), place, message, address=self._address)
