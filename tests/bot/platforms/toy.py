"""A chat platform of the smallest kind, made by docs/extending/add-a-platform.md: lines of text over TCP.

Everybody is in one square and is who they say they are. A person sends ``nick siti`` and then lines that begin with an
id of their own: ``x1 /play @adi``, ``x2 c3-d4``, and ``x3 press MESSAGE 1`` for the button with that number. They get

- ``= MESSAGE`` for a message or its new state; ``| `` stands before its text, ``1) `` before a button, ``.`` ends it
- ``- MESSAGE`` for one that is gone, and ``! `` before a short remark.
"""

import asyncio
import re
import secrets
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import assert_never

from bot.chat import (
    Answer,
    BoardMessage,
    Button,
    CannotStart,
    Capabilities,
    Content,
    FileMessage,
    Gone,
    Menu,
    Panel,
    Person,
    Personal,
    Ping,
    Place,
    PrivatePanel,
    PublicAnswer,
    Refusal,
    Request,
    RequestHandler,
    Successor,
    ThreadTitle,
    Toast,
    Unreachable,
    as_text,
    beside_others,
)
from bot.chat.command_lines import read_line
from bot.chat.commands import UnknownCommand
from bot.foundation.monitoring.contact import Contact
from bot.platforms.follow_ups import FollowUps

PLATFORM = "toy"
SQUARE = Place(PLATFORM, "square")
_NICK = re.compile(r"nick ([a-z]{1,16})")
_PRESS = re.compile(r"press (\S+) (\d+)")


@dataclass(frozen=True)
class Message:
    """A message in the square; ``only_for``: the one person who sees it, empty for all."""

    content: Content
    only_for: str = ""


class Toy:
    """The platform and its ``MessageGateway``. ``start`` once, ``stop`` once."""

    platform = PLATFORM
    capabilities = Capabilities(hears_all=True, invitation_links=False, people_by_handle=True)

    def __init__(self, handler: RequestHandler, port: int) -> None:
        self.contact = Contact()
        self._handler = handler
        self._port = port
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._lines: dict[asyncio.StreamWriter, str] = {}
        self._messages: dict[str, Message] = {}
        self._follow_ups = FollowUps()

    def __str__(self) -> str:
        return f"telnet 127.0.0.1 {self._port}"

    async def start(self) -> None:
        try:
            self._server = await asyncio.start_server(self._accept, "127.0.0.1", self._port)
        except OSError as error:
            raise CannotStart(f"The toy platform cannot serve on port {self._port} ({error.strerror}).") from None

    async def stop(self) -> None:
        if self._server:
            self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._follow_ups.stop()

    def wait(self, place: Place, spare: int = 0, turn: str = "") -> float:
        return 0.0

    def below(self, place: Place, message: str) -> int:
        ids = [each for each, what in self._messages.items() if not what.only_for]
        return len(ids) - 1 - ids.index(message) if message in ids else 0

    async def post(self, place: Place, board: BoardMessage, key: str) -> str:
        return self._show(key, Message(board))

    async def edit(self, place: Place, message: str, board: BoardMessage) -> None:
        if message not in self._messages:
            raise Gone
        self._show(message, Message(board))

    async def private_place(self, account: str) -> Place:
        raise Unreachable

    async def may_manage(self, place: Place, account: str) -> bool:
        return False

    async def mark(self, place: Place, account: str, mark: str, *, on: bool) -> None:
        raise Gone

    async def roles(self, place: Place, account: str) -> tuple[str, ...]:
        del place, account
        return ()

    async def is_member(self, place: Place, account: str) -> bool | None:
        return None

    async def open_thread(self, place: Place, message: str, title: str) -> Place:
        raise Unreachable

    async def name_thread(self, place: Place, named: ThreadTitle, *, archive: bool) -> None:
        raise Unreachable

    async def delete(self, place: Place, message: str, successor: Successor | None = None) -> None:
        self._take_away(message)

    async def ping(self, place: Place, message: str, person: Person, ping: Ping, key: str) -> str:
        return self._show(f"ping-{key}", Message(ping, person.account))

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        self._tasks.add(task)
        try:
            greeting = _NICK.fullmatch((await reader.readline()).decode().strip())
            if greeting:
                self._lines[writer] = greeting[1]
                for key, message in self._messages.items():
                    self._send(_block(key, message.content), message.only_for, writer)
                while line := (await reader.readline()).decode().strip():
                    await self._hear(greeting[1], *line.partition(" ")[::2])
        except (ConnectionError, ValueError, asyncio.CancelledError):
            pass  # they have hung up, sent no text or too much of it, or the platform stops
        finally:
            self._tasks.discard(task)
            self._lines.pop(writer, None)
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()

    async def _hear(self, nick: str, event: str, line: str) -> None:
        """Ask the app what a person sent, and show its answer."""
        person, pressed = Person(PLATFORM, nick, nick, handle=nick), _PRESS.fullmatch(line)
        # Their own ids, so that a line sent again acts once; with their name, so that nobody uses up another's.
        request = Request(f"{nick}:{event}", person, SQUARE, pressed[1] if pressed else "")
        answer: Answer | None
        if pressed:
            message = self._messages.get(pressed[1])
            seen = message and message.only_for in ("", nick)
            offered = dict(enumerate(_buttons(message.content), 1)) if message and seen else {}
            button = offered.get(int(pressed[2]))
            if button is None:
                self._send("! This button is no longer in use.", nick)
                return
            _, payload, values = button
            answer = await self._handler.press(request, payload, values)
        elif line.startswith("/"):
            answer = await self._command(request, line)
        else:
            answer = await self._handler.text(request, line)
        if answer is None:
            self._send(f"{nick}: {line}")
            return
        await self._answer(request, answer)

    async def _command(self, request: Request, line: str) -> Answer:
        try:
            name, typed = read_line(line)
        except UnknownCommand:
            name, typed = line[1:].partition(" ")[0], {}
        arguments: dict[str, str | Person] = {**typed}
        if (opponent := typed.get("opponent", "")).startswith("@"):
            nick = opponent[1:].casefold()
            arguments["opponent"] = Person(PLATFORM, nick, nick, handle=nick)
        return await self._handler.command(request, name, arguments)

    async def _answer(self, request: Request, answer: Answer) -> None:
        nick = request.person.account
        pressed = self._messages.get(request.message)
        panel = request.message if pressed and pressed.only_for else ""
        match answer:
            case BoardMessage():
                await self._handler.shown(answer.view, self._show(answer.view, Message(answer)))
                self._take_away(panel)
            case PublicAnswer():
                self._show(f"all-{request.event}", Message(answer))
                if answer.panel:
                    self._show_for_one(panel, nick, answer.panel)
            case Toast():
                self._send(f"! {answer.text}", nick)
                if answer.closes:
                    self._take_away(panel)
            case PrivatePanel() | Refusal():
                self._show_for_one(panel if answer.replace else "", nick, answer)
            case FileMessage():
                self._show_for_one("", nick, answer)
            case _:
                assert_never(answer)

    def _show_for_one(self, panel: str, nick: str, answer: Personal) -> None:
        """Show an answer in the place of a panel, if there is one, and let it change as it says."""
        self._follow_ups.end(panel)
        key = self._show(panel or secrets.token_hex(8), Message(answer, nick))

        async def edit(now: Panel) -> bool:
            return key in self._messages and bool(self._show(key, Message(now, nick)))

        self._follow_ups.begin(key, answer, edit)

    def _show(self, key: str, message: Message) -> str:
        """Show a message or its new state to those whom it is for; its id, which no other message ever has."""
        if message.only_for:
            message = replace(message, content=beside_others(message.content))
        self._messages[key] = message
        self._send(_block(key, message.content), message.only_for)
        return key

    def _take_away(self, key: str) -> None:
        self._follow_ups.end(key)
        if message := self._messages.pop(key, None):
            self._send(f"- {key}", message.only_for)

    def _send(self, lines: str, only_for: str = "", to: asyncio.StreamWriter | None = None) -> None:
        for writer, nick in self._lines.items():
            if only_for in ("", nick) and to in (None, writer):
                writer.write(f"{lines}\n".encode())


def _buttons(content: Content) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """The controls to press: label, payload, values. Links to other chats and apps are left out: none are here."""
    for row in content.rows:
        if isinstance(row, Menu):
            yield from ((option.label, row.payload, (option.value,)) for option in row.options)
        else:
            yield from (
                (item.label, item.payload, ()) for item in row if isinstance(item, Button) and not item.disabled
            )


def _block(key: str, content: Content) -> str:
    # Nobody refuses a picture here, so there is no reason to tell.
    board = as_text(replace(content, without_picture=lambda: (content.without_picture()[0], "")))
    parts = [board.title, board.text, board.code]
    if isinstance(content, FileMessage):
        parts += [f"file {content.file.name}", content.file.content.decode()]
    lines = [f"| {line}" for part in parts for line in part.splitlines()]
    buttons = [f"{number}) {label}" for number, (label, *_) in enumerate(_buttons(content), 1)]
    return "\n".join((f"= {key}", *lines, *buttons, "."))
