"""The frames of somebody in the web room: what is written and pressed, and what is done on the boards of matches."""

import re
import secrets
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace

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
from bot.platforms.web.frames import Frame, MalformedFrame
from bot.platforms.web.hub import Hub
from bot.platforms.web.lines import PLATFORM, message_id, person_of
from bot.platforms.web.lobby import LobbyWatch
from bot.platforms.web.profiles import PROFILE_COSTS
from bot.platforms.web.tables import NOWHERE, Tables, beside
from bot.platforms.web.talk import Talk
from bot.words import words

TURN_POINTS = 100
"""No turn has so many points."""
LOOKING = {"watch": 2.0, "unwatch": 0.2, "look": 1.0, "lobby": 2.0}
"""The frames with which somebody only looks on, who needs no name, and the work of each relative to the others."""
COSTS = (
    LOOKING
    | {
        "say": 2.0,
        "press": 3.0,
        "complete": 1.0,
        "dismiss": 1.0,
        "turn": 3.0,
        "why": 2.0,
        "wish": 3.0,
        "begin": 3.0,
    }
    | PROFILE_COSTS
)
"""All frames acted on here."""
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

    def note(self, frame: Frame) -> None:
        """Note what the page shows from now on. In the order of the frames: they are acted on side by side.

        Raises MalformedFrame.
        """
        match frame.kind:
            case "watch":
                self._tables.begin(frame.text("code"), frame.number("version"))
            case "unwatch":
                self._tables.leave(frame.text("code"))
            case "lobby":
                self._lobby.stays(frame.flag("open"))

    async def act(self, frame: Frame) -> None:
        """Act on a frame, one of ``COSTS``. Raises MalformedFrame, and the exceptions of the app."""
        match frame.kind:
            case "say":
                await self._talk.line(self._request(frame, "reply"), frame.text("text"), await self._beside(frame))
            case "press":
                payload, values = frame.text("payload"), frame.texts("values")
                await self._talk.press(self._request(frame, "message"), payload, values)
            case "complete":
                await self._talk.complete(self._request(frame), frame.text("line"))
            case "dismiss":
                await self._talk.dismiss(frame.text("message"))
            case "watch":
                await self._tables.tell_first(frame.text("code"), frame.number("since"))
            case "unwatch":
                pass
            case "look":
                await self._tables.look(frame.text("code"), frame.number("ply"))
            case "turn":
                await self._turn(frame)
            case "why":
                await self._why(frame)
            case "wish":
                await self._wish(frame)
            case "lobby":
                await self._lobby.tell()
            case "begin":
                await self._begin(frame)
            case "me" | "prefer" | "rename":
                await self._hub.profiles.act(frame, self._request(frame), self._send)
            case _:
                raise MalformedFrame

    async def _sees(self, room: str) -> bool:
        """As ``hears``; looked up where the page has only just begun to show a match."""
        return room == self.shown or await self._tables.sees(room)

    async def _beside(self, frame: Frame) -> str:
        """The room beside the match that a frame names, if the page shows it; else the room that it shows."""
        room = beside(frame.text("code", ""))
        return room if await self._sees(room) else self.shown

    async def _turn(self, frame: Frame) -> None:
        """A turn by the points touched on a live board."""
        request, picks = self._request(frame), frame.numbers("picks", TURN_POINTS)
        turn = self._hub.live.turn(request, frame.text("code"), frame.number("ply"), picks, price=frame.flag("price"))
        await self._answer(frame, request, await turn)

    async def _why(self, frame: Frame) -> None:
        """A way that was touched on a live board, and that no piece can go."""
        way = frame.numbers("way", TURN_POINTS)
        found = await self._hub.live.why_not(self._request(frame), frame.text("code"), frame.number("ply"), way)
        if isinstance(found, WhyNot):
            self._send({"type": "why_not", **asdict(found)})

    async def _wish(self, frame: Frame) -> None:
        """A button beside a live board, pressed in one's own corner if the match stands in private places only.

        One that was ``kept`` because the server was away, or of which the page does not know whether it has come, is
        for the position in which it was pressed only.
        """
        request = self._request(frame)
        if await self._hub.live.is_private(frame.text("code", "")):
            request = replace(request, place=self._corner)
        if frame.flag("kept") and not await self._hub.live.has_acted(request):
            table = await self._hub.live.table(request, frame.text("code"))
            if isinstance(table, Table) and table.ply != frame.number("ply"):
                say = words(table.language)
                text = say(
                    "The match has gone on since you pressed {button}. It was not done.", button=frame.text("label", "")
                )
                await self._answer(frame, request, Refusal(text=text))
                return
        answer = await self._hub.handler.press(request, frame.text("payload"), frame.texts("values"))
        await self._answer(frame, request, answer)

    async def _begin(self, frame: Frame) -> None:
        """A match that is begun by its game: its board stands in the common room, or in one's own corner."""
        request = self._request(frame)
        if frame.flag("corner"):
            request = replace(request, place=self._corner)
        arguments = {name: frame.text(name) for name in ("game", "opponent", "level") if frame.text(name, "")}
        answer = await self._hub.handler.command(request, "play", arguments)
        done = {"type": "done", "event": frame.text("event", ""), "done": isinstance(answer, BoardMessage)}
        if isinstance(answer, BoardMessage):
            message = await self._hub.add(message_id(request), request.place.chat, None, answer)
            await self._hub.handler.shown(answer.view, message.id)
            done["match"] = answer.match
        elif isinstance(answer, Toast | Refusal | PrivatePanel):
            done["text"] = answer.text
        self._send(done)

    async def _answer(self, frame: Frame, request: Request, answer: Answer) -> None:
        """Show the answer to what was done on a live board, and tell the page that it has been done, or was not."""
        await self._talk.show(request, answer, await self._beside(frame))
        done = isinstance(answer, Toast | BoardMessage | PublicAnswer)
        begun = {"match": answer.match} if isinstance(answer, BoardMessage) else {}
        self._send({"type": "done", "event": frame.text("event", ""), "done": done, **begun})

    @property
    def _corner(self) -> Place:
        return Place(PLATFORM, f"{CORNER}{self._member.id}", private=True)

    def _request(self, frame: Frame, message: str = "") -> Request:
        """The request of a frame. The page gives each frame an id, so that one sent again acts once.

        ``message``: the field with the message that it is about.
        """
        event = frame.text("event", "")
        about = frame.text(message, "") if message else ""
        return self._new_request(event if _EVENT.fullmatch(event) else "", about)

    def _new_request(self, event: str = "", message: str = "") -> Request:
        event = event or secrets.token_hex(16)
        place = Place(PLATFORM, self._room, private=self._room.startswith(CORNER))
        return Request(f"{self._member.id}:{event}", person_of(self._member), place, message, address=self._address)
