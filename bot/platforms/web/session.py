"""Somebody in a room of the web room: what they write, press and do at live boards, and the answers to it."""

import asyncio
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from bot.chat import (
    AheadPosition,
    Answer,
    BoardMessage,
    EditedPosition,
    ExploredPosition,
    FileMessage,
    FinishedMatches,
    LiveBoard,
    Panel,
    Personal,
    PersonPage,
    Place,
    PlacedPieces,
    PremovePosition,
    PrivatePanel,
    PublicAnswer,
    Refusal,
    Request,
    Toast,
    WhyNot,
)
from bot.chat.command_lines import read_line
from bot.chat.commands import COMPUTER_WORDS, UnknownCommand
from bot.platforms.web import sent_frames as sent
from bot.platforms.web.boards import NOWHERE, OpenBoards, beside
from bot.platforms.web.bodies import (
    ahead_frame,
    asks,
    content_body,
    edited_frame,
    explored_frame,
    offers,
    premove_frame,
)
from bot.platforms.web.frames import (
    AllowFrame,
    BeginFrame,
    CodeFrame,
    CompleteFrame,
    DevicesFrame,
    DismissFrame,
    DrawFrame,
    EditFrame,
    EventFrame,
    ExploreFrame,
    FinishedFrame,
    LobbyFrame,
    LookFrame,
    ManageFrame,
    MeFrame,
    PersonFrame,
    PlanFrame,
    PreferFrame,
    PressFrame,
    QrFrame,
    RenameFrame,
    RoomFrame,
    SayFrame,
    ShowLineFrame,
    SignOutFrame,
    TicketFrame,
    TurnFrame,
    UnwatchFrame,
    WatchFrame,
    WhyFrame,
    WishFrame,
)
from bot.platforms.web.hub import Hub
from bot.platforms.web.lines import (
    message_id,
    named_people,
    suggestions,
    without_our_name,
)
from bot.platforms.web.lobby import LobbyWatch
from bot.platforms.web.windows import COMMON_ROOM, Seat, Window
from bot.words import language_of, words

LINE_LENGTH = 66_000
"""The longest line: long enough for the record of a game behind a command."""
CHAT_LENGTH = 1000
_EVENT = re.compile(r"[0-9a-zA-Z-]{8,64}")


@dataclass(frozen=True)
class Onlooker:
    """Somebody who has given no name, and only looks on; with the locale of their browser."""

    language: str
    id: str = ""
    name: str = ""


class Session:
    """A person, or somebody who only looks on, in the room of a window, until they leave it.

    A ``quiet`` page does not show what is said in the room; answers to its person stand beside no match.
    """

    def __init__(self, hub: Hub, window: Window, seat: Seat, address: str, *, quiet: bool) -> None:
        self._hub = hub
        self._window = window
        self._seat = seat
        self._room = window.room
        self._shown = window.shown = NOWHERE if quiet else window.room
        self._address = address
        self._boards = OpenBoards(
            hub.live, hub.archive, hub.shared_boards, hub.windows, window, self._new_request, self._show
        )
        self._lobby = LobbyWatch(hub.lobbies, hub.live, self._new_request, window.send_text)
        self.told = ""
        """What the person was told last, in a message for them alone."""
        hub.open_boards.add(self._boards)

    def end(self) -> None:
        """Tell the page of no match any more, and of nothing that is said."""
        self._hub.open_boards.discard(self._boards)
        self._boards.end()
        self._lobby.end()
        self._window.shown = None

    async def closes_lobby(self) -> None:
        """Tell the page of no lists any more, and wait until none are read for it."""
        await self._lobby.ended()

    def note(self, frame: RoomFrame) -> None:
        """Note what the page shows from now on. In the order of the frames: they are acted on side by side."""
        match frame:
            case WatchFrame():
                self._boards.begin(frame.code, frame.version)
            case UnwatchFrame():
                self._boards.leave(frame.code)
            case LobbyFrame():
                self._lobby.stays(frame.open)

    async def act(self, frame: RoomFrame) -> None:
        """Act on a frame. Raises the exceptions of the app."""
        match frame:
            case SayFrame():
                request = self._request(frame, frame.reply)
                await self._line(request, frame.text, await self._beside(frame.code))
            case PressFrame():
                await self._press(self._request(frame, frame.message), frame.payload, frame.values)
            case CompleteFrame():
                await self._complete(self._request(frame), frame.line)
            case DismissFrame():
                await self._dismiss(frame.message)
            case WatchFrame():
                await self._boards.tell_first(frame.code, frame.since)
            case UnwatchFrame():
                pass
            case LookFrame():
                await self._boards.look(frame.code)
            case TurnFrame():
                await self._turn(frame)
            case WhyFrame():
                await self._why(frame)
            case PlanFrame():
                await self._plan(frame)
            case DrawFrame():
                self._refused(await self._hub.live.draw(self._new_request(), frame.code, frame.ply, frame.marks))
            case ShowLineFrame():
                self._refused(await self._hub.live.show_line(self._new_request(), frame.code, frame.ply, frame.turns))
            case ExploreFrame():
                await self._explore(frame)
            case EditFrame():
                await self._edit(frame)
            case WishFrame():
                await self._wish(frame)
            case LobbyFrame():
                await self._lobby.tell()
            case FinishedFrame():
                found = await self._hub.live.finished(self._new_request(), frame.skipped)
                if isinstance(found, FinishedMatches):
                    self._window.send(sent.FinishedMatchesFrame(skipped=frame.skipped, **vars(found)))
            case PersonFrame():
                await self._person_page(frame.who, frame.follow)
            case BeginFrame():
                await self._begin(frame)
            case MeFrame() | PreferFrame() | RenameFrame() | ManageFrame():
                await self._hub.profiles.act(frame, self._request(frame), self._window.send)
            case DevicesFrame() | AllowFrame() | SignOutFrame() | CodeFrame() | TicketFrame() | QrFrame():
                await self._hub.devices.act(frame, self._request(frame), self._window)
            case _:
                assert_never(frame)

    async def _beside(self, code: str) -> str:
        """The room beside a match, if the page shows it; else the room that it shows."""
        room = beside(code)
        return room if await self._boards.sees(room) else self._shown

    async def _turn(self, frame: TurnFrame) -> None:
        request = self._request(frame)
        turn = self._hub.live.turn(request, frame.code, frame.ply, frame.picks, price=frame.price)
        await self._answer(frame, request, await turn)

    async def _why(self, frame: WhyFrame) -> None:
        found = await self._hub.live.why_not(self._request(frame), frame.code, frame.ply, frame.way)
        if isinstance(found, WhyNot):
            self._window.send(sent.WhyNotFrame(**vars(found)))

    async def _plan(self, frame: PlanFrame) -> None:
        request, live = self._request(frame), self._hub.live
        about = (request, frame.code, frame.ply, frame.turns)
        if frame.guess:
            found: AheadPosition | PremovePosition | Answer = await live.guess(*about)
        else:
            found = await (live.premove if frame.premove else live.plan)(*about, drop=frame.drop)
        if isinstance(found, AheadPosition):
            self._window.send(ahead_frame(found))
        elif isinstance(found, PremovePosition):
            self._window.send(premove_frame(found))
        else:
            await self._answer(frame, request, found)

    async def _explore(self, frame: ExploreFrame) -> None:
        found = await self._hub.live.explore(self._request(frame), frame.code, frame.ply, frame.turns)
        if isinstance(found, ExploredPosition):
            self._window.send(explored_frame(found))
        else:
            self._toast(getattr(found, "text", ""))
            self._window.send(sent.DoneFrame(event=frame.event, done=False))

    async def _edit(self, frame: EditFrame) -> None:
        placed = None
        if frame.cells:
            placed = PlacedPieces(
                cells=frame.cells, stacks=frame.stacks, hands=frame.hands, turn=frame.turn, opening=frame.opening
            )
        found = await self._hub.live.edit(self._request(frame), frame.game, frame.text, placed)
        if isinstance(found, EditedPosition):
            self._window.send(edited_frame(found, frame.event))
        else:
            self._window.send(sent.DoneFrame(event=frame.event, done=False, text=getattr(found, "text", "")))

    async def _wish(self, frame: WishFrame) -> None:
        """It is pressed in one's own corner if the match stands in private places only."""
        request = self._request(frame)
        if await self._hub.live.is_private(frame.code):
            request = replace(request, place=self._corner)
        if frame.kept and not await self._hub.live.has_acted(request):
            board = await self._hub.live.board(request, frame.code)
            if isinstance(board, LiveBoard) and board.ply != frame.ply:
                say = words(board.language)
                text = say("The match has gone on since you pressed {button}. It was not done.", button=frame.label)
                await self._answer(frame, request, Refusal(text=text))
                return
        answer = await self._hub.live.press(request, frame.code, frame.ply, frame.kind, frame.choice)
        await self._answer(frame, request, answer)

    async def _person_page(self, who: str, follow: bool | None) -> None:
        """Send the page of a person, or of oneself; the sentence that says why not, where there is none, or where they
        cannot be followed.
        """
        request = self._new_request()
        member = await self._hub.archive.member_by_name(who) if who else None
        known = self._hub.who.person_of(member) if member else who or request.person
        found = await self._hub.live.profile(request, known, follow)
        if isinstance(found, PersonPage):
            self._window.send(sent.PersonPageFrame(who=who, **vars(found)))
        elif follow is not None:
            self._toast(getattr(found, "text", ""))
        else:
            self._window.send(sent.NoPersonFrame(who=who, text=getattr(found, "text", "")))

    async def _begin(self, frame: BeginFrame) -> None:
        request = self._request(frame)
        if frame.corner or frame.code:
            request = replace(request, place=self._corner)
        answer = await self._begun(frame, request)
        if isinstance(answer, BoardMessage):
            await self._hub.begin(request, answer)
            self._window.send(sent.DoneFrame(event=frame.event, done=True, match=answer.match))
        elif isinstance(answer, Toast) and answer.sat_down:  # begun by a press before this one: it leads there too
            self._window.send(sent.DoneFrame(event=frame.event, done=True, match=answer.sat_down))
        else:
            text = answer.text if isinstance(answer, Toast | Refusal | PrivatePanel) else ""
            self._window.send(sent.DoneFrame(event=frame.event, done=False, text=text))

    async def _begun(self, frame: BeginFrame, request: Request) -> Answer:
        if frame.code:
            return await self._hub.live.play_on(request, frame.code, frame.ply)
        given = {name: getattr(frame, name) for name in ("game", "opponent", "level", "side")} | frame.terms
        if frame.start:
            given |= {"from": frame.start, "game": ""}  # the position names it
        if frame.opponent in COMPUTER_WORDS and not frame.level:
            given["level"] = str(await self._hub.live.first_level(request))
        arguments = {name: value for name, value in given.items() if value}
        return await self._hub.handler.command(request, "play", arguments)

    async def _answer(self, frame: TurnFrame | PlanFrame | WishFrame, request: Request, answer: Answer) -> None:
        """Show the answer to what was done on a live board, and tell the page that it has been done, or was not.

        Nothing is said about what is seen on the board, or in the line below it.
        """
        if not isinstance(answer, Toast) or answer.unseen:
            await self._show(request, answer, await self._beside(frame.code))
        done = isinstance(answer, Toast | BoardMessage | PublicAnswer)
        begun = answer.match if isinstance(answer, BoardMessage) else getattr(answer, "onward", "")
        self._window.send(sent.DoneFrame(event=frame.event, done=done, match=begun))

    async def _line(self, request: Request, typed: str, beside: str) -> None:
        """Act on a typed line: a command, a move, or words, which go to the room or stand ``beside`` a board."""
        line = typed.strip()[:LINE_LENGTH]
        if not line:
            return
        if line.startswith("/"):
            await self._command(request, line, beside)
            return
        if beside == self._room:
            words_to_us = without_our_name(line)
            request = replace(request, addressed=words_to_us != line)
            answer = await self._hub.handler.text(request, words_to_us)
            if answer is not None:
                await self._show(request, answer, beside)
                return
        if beside == NOWHERE or not self._hub.who.has_talk:
            self._toast(self._say("Nobody could read this here, so it was not sent."))
            return
        body = {"kind": "said", "author": self._seat.member.name, "text": line[:CHAT_LENGTH]}
        message = await self._hub.archive.add(message_id(request), beside, self._person, None, body)
        self._hub.broadcast(message)

    async def _command(self, request: Request, line: str, beside: str) -> None:
        try:
            name, typed = read_line(line)
        except UnknownCommand:
            name, typed = line.split()[0].removeprefix("/"), {}
        arguments, missing = await named_people(typed, self._hub.archive.member_by_name)
        if missing:
            text = self._say("Nobody called {name} has sat down here.", name=missing)
            await self._show(request, Refusal(text=text), beside)
            return
        answer = await self._hub.handler.command(request, name, arguments)
        if not (name == "move" and isinstance(answer, Toast) and beside != self._room):  # the board beside it shows it
            await self._show(request, answer, beside)

    async def _press(self, request: Request, payload: str, values: Sequence[str]) -> None:
        """Act on a button of the message that the request names, if it stands before this person."""
        pressed = await self._hub.archive.get(request.message)
        mine = pressed and pressed.only_for in (None, self._person)
        seen = pressed and mine and await self._boards.sees(pressed.room)
        if not pressed or not seen or not offers(pressed.body, payload, values):
            self._toast(self._say("This button is no longer in use. /board shows the match as it stands."))
            return
        clock = asyncio.get_running_loop().time
        press = self._hub.presses.begin(self._person, pressed.id, ":".join((payload, *values)), clock())
        if press is None:
            return
        new_message = False
        try:
            self._hub.follow_ups.end(pressed.id)
            request = replace(request, place=self._place_pressed(pressed.room, payload, values))
            if values and asks(pressed.body, payload):
                request, values = replace(request, written=values[0]), ()
            answer = await self._hub.handler.press(request, payload, values)
            panel = pressed.id if pressed.only_for else None
            if isinstance(answer, Toast) and answer.closes and not answer.unseen and pressed.room != self._room:
                await self._take_away(panel)  # the board beside it shows what was done
            else:
                new_message = await self._show(request, answer, pressed.room, panel)
            begun = getattr(answer, "sat_down", "")
            if pressed.room == NOWHERE and isinstance(answer, BoardMessage):
                begun = answer.match
            if begun:
                page_event = request.event.rpartition(":")[2]
                self._window.send(sent.DoneFrame(event=page_event, done=True, match=begun))
        finally:
            press.end(clock(), new_message=new_message)

    async def _complete(self, request: Request, typed: str) -> None:
        """Send what completes a line."""
        line = typed[:LINE_LENGTH]
        present = self._hub.windows.present(self._room)
        manages = await self._hub.archive.manages(self._person)
        found = await suggestions(self._hub.handler, request, line, present, manages=manages)
        self._window.send(sent.SuggestionsFrame(line=line, suggestions=found))

    async def _dismiss(self, name: str) -> None:
        """Take a message away that only this person sees."""
        message = await self._hub.archive.get(name)
        if message and message.only_for == self._person and (gone := await self._hub.archive.delete(message.id)):
            self._hub.broadcast(gone)

    async def _show(self, request: Request, answer: Answer, beside: str, panel: str | None = None) -> bool:
        """Show an answer: a toast, in the place of the panel pressed on, or as a message; was it a new message?"""
        match answer:
            case BoardMessage():
                await self._hub.begin(request, answer)
                # What the panel was for has begun; it cannot be used a second time.
                await self._take_away(panel)
                return True
            case PublicAnswer(panel=kept) if kept and not self._hub.who.has_talk:
                await self._add_for_one(request, beside, kept)
                return True
            case PublicAnswer():
                await self._hub.add(message_id(request), request.place.chat, None, answer)
                if panel and answer.panel:
                    await self._edit_panel(beside, panel, answer.panel)
                return True
            case Toast():
                self._toast(answer.text)
                if answer.closes:
                    await self._take_away(panel)
                return False
            case PrivatePanel() | Refusal():
                if panel and answer.replace and await self._edit_panel(beside, panel, answer):
                    return False
                await self._add_for_one(request, beside, answer)
                return True
            case FileMessage():
                await self._add_for_one(request, beside, answer)
                return True
            case _:
                assert_never(answer)

    async def _edit_panel(self, beside: str, panel: str, answer: Panel) -> bool:
        """Edit the panel pressed on into another; False if it is not there any more."""
        png = answer.picture.png if answer.picture else None
        edited = await self._hub.archive.edit(panel, content_body(answer), png)
        if edited is None:
            return False
        self._hub.broadcast(edited)
        self._follow(beside, panel, answer)
        return True

    async def _add_for_one(self, request: Request, beside: str, personal: Personal) -> None:
        """Add a message for this person, in the place of the one before."""
        self.told = personal.text
        for gone in await self._hub.archive.delete_private(beside, self._person):
            self._hub.broadcast(gone)
        message = await self._hub.add(message_id(request), beside, self._person, personal)
        self._follow(beside, message.id, personal)

    async def _take_away(self, panel: str | None) -> None:
        """Delete the panel pressed on, if it was one."""
        if panel and (gone := await self._hub.archive.delete(panel)):
            self._hub.broadcast(gone)

    def _follow(self, beside: str, message: str, personal: Personal) -> None:
        """Let a message change by itself as its answer does, while its person has a window that hears its room.

        It is taken away at its first change after that, so that nobody comes back to an old board.
        """
        hub, person = self._hub, self._person

        async def edit(now: Panel) -> bool:
            if not any(window.hears(beside) for window in hub.windows.of(person)):
                await self._take_away(message)
                return False
            edited = await hub.archive.edit(message, content_body(now), now.picture.png if now.picture else None)
            if edited:
                hub.broadcast(edited)
            return edited is not None

        hub.follow_ups.begin(message, personal, edit)

    def _place_pressed(self, room: str, payload: str, values: Sequence[str]) -> Place:
        """The place where a button of a message in a room counts as pressed.

        What nobody else sees begins no board before everybody, unless the button names the room that all share.
        """
        about = self._hub.live.named_chat(payload, values)
        if about in (COMMON_ROOM, self._room):
            return self._hub.who.place_of(self._seat.member, about)
        return self._corner if room == NOWHERE else self._here

    @property
    def _here(self) -> Place:
        return self._hub.who.place_of(self._seat.member, self._room)

    @property
    def _corner(self) -> Place:
        return self._hub.who.corner_of(self._seat.member)

    def _request(self, frame: EventFrame, message: str = "") -> Request:
        """The request of a frame about a message; with the id of the frame, so that one sent again acts once."""
        return self._new_request(frame.event if _EVENT.fullmatch(frame.event) else "", message)

    def _new_request(self, event: str = "", message: str = "") -> Request:
        event = event or secrets.token_hex(16)
        who, member = self._hub.who, self._seat.member
        return Request(f"{self._person}:{event}", who.person_of(member), self._here, message, address=self._address)

    @property
    def _person(self) -> str:
        """The id of the person; empty for whoever only looks on."""
        return self._seat.member.id

    def _say(self, message: str, **facts: object) -> str:
        return words(language_of(self._seat.member.language))(message, **facts)

    def _refused(self, answer: Answer | None) -> None:
        """Say why what was drawn or shown was refused, where it was."""
        if answer is not None:
            self._toast(getattr(answer, "text", ""))

    def _toast(self, text: str) -> None:
        self._window.send(sent.ToastFrame(text=text))
