"""The lines and presses of a person in the web room and beside the boards of matches, and the answers to them."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import assert_never

from bot.chat import (
    Answer,
    BoardMessage,
    FileMessage,
    Panel,
    Personal,
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
from bot.platforms.web.hub import Hub
from bot.platforms.web.lines import message_id, named_people, suggestions, without_our_name
from bot.platforms.web.tables import NOWHERE
from bot.words import language_of, words

LINE_LENGTH = 6200
"""The longest line: long enough for the record of a game behind a command."""
CHAT_LENGTH = 1000


class Talk:
    """A person in one room, over one connection. ``send`` reaches their page; it ``sees`` its room and others.

    What is for this person alone is shown in the room that a method is given: that beside the board they look at.
    """

    def __init__(
        self,
        hub: Hub,
        member: RoomMember,
        room: str,
        send: Callable[[JsonObject], None],
        sees: Callable[[str], Awaitable[bool]],
    ) -> None:
        self._hub = hub
        self._member = member
        self._room = room
        self._send = send
        self._sees = sees
        self.told = ""
        """What the person was told last, in a message for them alone."""

    def became(self, member: RoomMember) -> None:
        """The person has another name or language from now on."""
        self._member = member

    def _say(self, message: str, **facts: object) -> str:
        return words(language_of(self._member.language))(message, **facts)

    def _toast(self, text: str) -> None:
        self._send({"type": "toast", "text": text})

    async def line(self, request: Request, typed: str, beside: str) -> None:
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
                await self.show(request, answer, beside)
                return
        if beside == NOWHERE:
            self._toast(self._say("Nobody could read this here, so it was not sent."))
            return
        body = {"kind": "said", "author": self._member.name, "text": line[:CHAT_LENGTH]}
        message = await self._hub.archive.add(message_id(request), beside, self._member.id, None, body)
        self._hub.broadcast(message)

    async def _command(self, request: Request, line: str, beside: str) -> None:
        try:
            name, typed = read_line(line)
        except UnknownCommand:
            name, typed = line.split()[0].removeprefix("/"), {}
        arguments, missing = await named_people(typed, self._hub.archive.member_by_name)
        if missing:
            text = self._say("Nobody called {name} has sat down here.", name=missing)
            await self.show(request, Refusal(text=text), beside)
            return
        await self.show(request, await self._hub.handler.command(request, name, arguments), beside)

    async def press(self, request: Request, payload: str, values: Sequence[str]) -> None:
        """Act on a button of the message that the request names, if it stands before this person."""
        pressed = await self._hub.archive.get(request.message)
        mine = pressed and pressed.only_for in (None, self._member.id)
        if not pressed or not mine or not await self._sees(pressed.room) or not offers(pressed.body, payload, values):
            self._toast(self._say("This button is no longer in use. /board shows the match as it stands."))
            return
        clock = asyncio.get_running_loop().time
        press = self._hub.presses.begin(self._member.id, pressed.id, ":".join((payload, *values)), clock())
        if press is None:
            return
        new_message = False
        try:
            self._hub.follow_ups.end(pressed.id)
            answer = await self._hub.handler.press(request, payload, values)
            new_message = await self.show(request, answer, pressed.room, pressed.id if pressed.only_for else None)
        finally:
            press.end(clock(), new_message=new_message)

    async def complete(self, request: Request, typed: str) -> None:
        """Send what completes a line."""
        line = typed[:LINE_LENGTH]
        found = await suggestions(self._hub.handler, request, line, self._hub.present(self._room))
        self._send({"type": "suggestions", "line": line, "suggestions": found})

    async def dismiss(self, name: str) -> None:
        """Take a message away that only this person sees."""
        message = await self._hub.archive.get(name)
        if message and message.only_for == self._member.id and (gone := await self._hub.archive.delete(message.id)):
            self._hub.broadcast(gone)

    async def show(self, request: Request, answer: Answer, beside: str, panel: str | None = None) -> bool:
        """Show an answer: a toast, in the place of the panel pressed on, or as a message; was it a new message?"""
        match answer:
            case BoardMessage():
                message = await self._hub.add(message_id(request), request.place.chat, None, answer)
                await self._hub.handler.shown(answer.view, message.id)
                # What the panel was for has begun; it cannot be used a second time.
                await self._take_away(panel)
                return True
            case PublicAnswer():
                await self._hub.add(message_id(request), request.place.chat, None, answer)
                if panel:
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
        for gone in await self._hub.archive.delete_private(beside, self._member.id):
            self._hub.broadcast(gone)
        message = await self._hub.add(message_id(request), beside, self._member.id, personal)
        self._follow(beside, message.id, personal)

    async def _take_away(self, panel: str | None) -> None:
        """Delete the panel pressed on, if it was one."""
        if panel and (gone := await self._hub.archive.delete(panel)):
            self._hub.broadcast(gone)

    def _follow(self, beside: str, message: str, personal: Personal) -> None:
        """Let a message change by itself as its answer does, while its person has a window that hears its room.

        It is taken away at its first change after that, so that nobody comes back to an old board.
        """
        room, person = self._hub, self._member.id

        async def edit(now: Panel) -> bool:
            if not any(window.hears(beside) for window in room.windows_of(person)):
                await self._take_away(message)
                return False
            edited = await room.archive.edit(message, content_body(now), now.picture.png if now.picture else None)
            if edited:
                room.broadcast(edited)
            return edited is not None

        room.follow_ups.begin(message, personal, edit)
