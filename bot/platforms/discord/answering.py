"""From an interaction to its response, which Discord wants within three seconds.

An answer that is ready within a moment is the interaction's own response, for one person or for all. A longer one is
deferred first and sent afterwards.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from http import HTTPStatus
from typing import Any, TypeVar, assert_never

import aiohttp
import discord
import structlog

from bot.chat import (
    Answer,
    AttachedFile,
    BoardMessage,
    Completion,
    Content,
    FileMessage,
    Panel,
    Person,
    PrivatePanel,
    PublicAnswer,
    Refusal,
    RequestHandler,
    Toast,
    beside_others,
)
from bot.chat.activity import OpenedMatches
from bot.chat.commands import decided_by
from bot.chat.menus import ContextMenu
from bot.platforms.discord.directory import Directory
from bot.platforms.discord.errors import asked_to_wait, reason_of
from bot.platforms.discord.formatting import (
    edit_arguments,
    form_of,
    nonce_of,
    opened_match,
    send_arguments,
    with_opening_button,
)
from bot.platforms.discord.reading import PLATFORM, chosen_name, chosen_person, person_of, place_of, request_of, written
from bot.platforms.discord.tokens import Tokens
from bot.platforms.double_presses import DoublePresses
from bot.platforms.follow_ups import FollowUps
from bot.platforms.passing import PassingMessages

_log = structlog.get_logger(__name__)

Interaction = discord.Interaction[discord.Client]
T = TypeVar("T")

PATIENCE = 1.8
"""Seconds until a response is deferred."""
ANSWER_WITHIN = 15.0
WAITS = (0.3, 1.0, 3.0)
"""Seconds before each further attempt to send an answer."""
LONGEST_WAIT = 10.0
"""The longest wait that Discord may ask for before an answer is sent; with a longer one the answer is given up."""
TOAST = 6.0
"""Seconds after which an answer that only confirms something is deleted."""
ACKNOWLEDGED = 40060
DEFERRED = "deferred"
"""The key under which an interaction keeps how it was deferred: for one person (True), for all (False), not visibly."""
PUBLIC = ("play", "join")
"""Commands whose answer is usually for all; the others are answered to one person."""


class InteractionHandler:
    """Processes interactions, one call each."""

    def __init__(
        self, handler: RequestHandler, directory: Directory, tokens: Tokens, opened: OpenedMatches | None = None
    ) -> None:
        self._handler = handler
        self._opened = opened
        self._directory = directory
        self._tokens = tokens
        self._presses = DoublePresses()
        self._follow_ups = FollowUps()
        self._passing = PassingMessages()
        self._toasts: set[asyncio.Task[None]] = set()

    async def stop(self) -> None:
        """End the tasks that change or delete answers later; the answers stay as they are."""
        await self._follow_ups.stop()
        await self._passing.stop()
        for toast in self._toasts:
            toast.cancel()
        await asyncio.gather(*self._toasts, return_exceptions=True)

    async def command(self, interaction: Interaction, name: str, given: Mapping[str, object]) -> None:
        """A slash command."""
        files = [value for value in given.values() if isinstance(value, discord.Attachment)]
        attached = AttachedFile(files[0].size, files[0].read) if files else None
        arguments = {
            option: _argument(interaction, value)
            for option, value in given.items()
            if not isinstance(value, discord.Attachment)
        }
        request = replace(request_of(interaction), attached=attached)
        working, private = self._handler.command(request, name, arguments), name not in PUBLIC
        async with self._tokens.answering(interaction):
            await self._show(interaction, await self._deferred(interaction, working, private=private))

    async def menu(
        self, interaction: Interaction, menu: ContextMenu, target: discord.User | discord.Member | discord.Message
    ) -> None:
        """A line of the menu on a person or a message."""
        request, arguments = request_of(interaction), dict[str, str | Person]()
        if isinstance(target, discord.Message):
            request = replace(request, message=str(target.id), board_for=menu.option)
        else:
            arguments[menu.option] = person_of(target, interaction.client.user)
        working = self._handler.command(request, menu.command, arguments)
        private = not menu.of_person or menu.command not in PUBLIC
        async with self._tokens.answering(interaction):
            await self._show(interaction, await self._deferred(interaction, working, private=private))

    async def press(self, interaction: Interaction) -> None:
        """A button, a menu, or a form that is sent: any with our payloads, also from before a restart."""
        data: Any = interaction.data
        payload, values = str(data["custom_id"]), [str(value) for value in data.get("values", [])]
        if (code := opened_match(payload)) is not None:
            await self.launch(interaction, code)
            return
        request = replace(
            request_of(interaction),
            chosen=chosen_person(interaction),
            named=chosen_name(interaction),
            written=written(interaction),
        )
        clock = asyncio.get_running_loop().time
        pressed = self._presses.begin(request.person.account, request.message, ":".join((payload, *values)), clock())
        if pressed is None:
            await self._delivered(interaction, lambda: self._defer(interaction, private=True, panel=True))
            return
        new_message = False
        try:
            async with self._tokens.answering(interaction):
                new_message = await self._answer_press(interaction, self._handler.press(request, payload, values))
        finally:
            pressed.end(clock(), new_message=new_message)

    async def launch(self, interaction: Interaction, code: str) -> None:
        """Open the board as an activity, at a match if there is a code; where there is none any more, do nothing."""
        if self._opened is None:
            await self._delivered(interaction, lambda: self._defer(interaction, private=True, panel=True))
            return
        if code:
            self._opened.press(str(interaction.user.id), code, time.monotonic())

        async def send() -> None:
            await interaction.response.launch_activity()

        with suppress(_AnsweredAlready):
            await _with_retries(send, event_id=str(interaction.id))

    async def _answer_press(self, interaction: Interaction, working: Awaitable[Answer]) -> bool:
        """Show the answer to a press; was it a new message?"""
        on_panel = interaction.message is not None and interaction.message.flags.ephemeral
        self._follow_ups.end(request_of(interaction).message)
        if interaction.message and not on_panel and not place_of(interaction).can_post:
            # Deferred like this, the press allows to edit the board that it was made on, and the answer comes after it.
            await self._delivered(interaction, lambda: self._defer(interaction, private=True, panel=True))
            self._tokens.keep(str(interaction.message.id), interaction, asyncio.get_running_loop().time())
        answer = await self._deferred(interaction, working, private=True, panel=on_panel)
        if await self._asked(interaction, answer):
            return False
        if on_panel and await self._edit_pressed(interaction, answer):
            return False
        return await self._show(interaction, answer)

    async def _asked(self, interaction: Interaction, answer: Answer) -> bool:
        """Open the form of an answer that asks for a text. A form is the first response to a command or a press, and
        none to a form.
        """
        is_form = interaction.type is discord.InteractionType.modal_submit
        if not isinstance(answer, PrivatePanel) or not answer.asks or is_form or DEFERRED in interaction.extras:
            return False
        form = form_of(answer.asks)

        async def send() -> None:
            await interaction.response.send_modal(form)

        with suppress(_AnsweredAlready):
            await _with_retries(send, event_id=str(interaction.id))
        return True

    async def _edit_pressed(self, interaction: Interaction, answer: Answer) -> bool:
        """Edit the panel that was pressed on; False where the answer is still to be shown beside it."""
        match answer:
            case PrivatePanel(replace=True) | Refusal(replace=True):
                await self._delivered(interaction, lambda: self._edit_panel(interaction, answer))
                self._follow(interaction, request_of(interaction).message, answer)
                return True
            case Toast(closes=True):
                await self._delivered(interaction, lambda: self._edit_panel(interaction, _said(answer)))
                self._delete_later(interaction, interaction.delete_original_response)
                return True
            case BoardMessage():
                # What the panel was for has begun; it cannot be used a second time.
                used = Content(title=answer.title)
                await self._delivered(interaction, lambda: self._edit_panel(interaction, used))
                interaction.extras[DEFERRED] = None
            case PublicAnswer(panel=panel) if panel is not None:
                await self._delivered(interaction, lambda: self._edit_panel(interaction, panel))
                interaction.extras[DEFERRED] = None
        return False

    async def complete(self, interaction: Interaction, command: str, option: str, typed: str) -> list[Completion]:
        """Suggestions for an option while it is typed."""
        beside = str(getattr(interaction.namespace, decided_by(option), None) or "")
        return await self._handler.complete(request_of(interaction), command, option, typed, beside)

    async def reply(self, message: discord.Message, content: Content, event: str) -> None:
        """Answer a plain message; an event that comes a second time is not answered a second time."""
        send = partial(message.reply, mention_author=False, nonce=nonce_of(event))
        sent = await _with_retries(lambda: send(**send_arguments(content, self._directory)), event_id=event)
        if sent is not None and isinstance(content, Refusal) and message.guild is not None:
            self._passing.begin(_asker(message), sent.id, sent.delete)

    def heard(self, message: discord.Message) -> None:
        """Delete the former refusal to a person whose message has been acted on."""
        self._passing.end(_asker(message))

    async def _deferred(
        self, interaction: Interaction, working: Awaitable[Answer], *, private: bool, panel: bool = False
    ) -> Answer:
        """The answer; if it takes long, the interaction is deferred."""
        task = asyncio.ensure_future(working)
        try:
            ready, _ = await asyncio.wait([task], timeout=PATIENCE)
            if not ready:
                await self._delivered(interaction, lambda: self._defer(interaction, private=private, panel=panel))
            return await task
        finally:
            task.cancel()

    @staticmethod
    async def _defer(interaction: Interaction, *, private: bool, panel: bool) -> None:
        # Noted before: an attempt that seems to fail may have arrived.
        interaction.extras[DEFERRED] = None if panel else private
        if panel:
            await interaction.response.defer()
        else:
            await interaction.response.defer(ephemeral=private, thinking=True)

    async def _show(self, interaction: Interaction, answer: Answer) -> bool:
        """Show an answer as a message of its own, or in its form; was that possible?"""
        if await self._asked(interaction, answer):
            return True
        content = _said(answer) if isinstance(answer, Toast) else answer
        private = not isinstance(answer, BoardMessage | PublicAnswer)
        message = await self._delivered(interaction, lambda: self._send(interaction, content, private=private))
        match answer:
            case BoardMessage():
                await self._note_board(interaction, answer, message)
            case PrivatePanel() | Refusal() if message is not None:
                self._follow(interaction, str(message), answer)
            case Toast() if message is not None:
                gone = partial(interaction.followup.delete_message, message)
                follow_up = _is_follow_up(interaction)
                self._delete_later(interaction, gone if follow_up else interaction.delete_original_response)
            case PrivatePanel() | Refusal() | Toast() | FileMessage() | PublicAnswer():
                pass
            case _:
                assert_never(answer)
        return message is not None

    async def _note_board(self, interaction: Interaction, board: BoardMessage, message: int | None) -> None:
        """Note the message of a board, or that the board could not be shown."""
        if message is None:
            await self._handler.not_shown(board.view, None)
            return
        now = asyncio.get_running_loop().time()
        self._tokens.keep(str(message), interaction, now, follow_up=_is_follow_up(interaction))
        await self._handler.shown(board.view, str(message))

    def _delete_later(self, interaction: Interaction, delete: Callable[[], Awaitable[None]]) -> None:
        """Delete an answer after it could be read, because the board shows the same."""

        async def later() -> None:
            await asyncio.sleep(TOAST)
            try:
                await _with_retries(delete, event_id=str(interaction.id))
            except _AnsweredAlready:
                return

        task = asyncio.create_task(later())
        self._toasts.add(task)
        task.add_done_callback(self._toasts.discard)

    def _follow(self, interaction: Interaction, message: str, panel: Panel) -> None:
        """Let the response to an interaction change by itself as its panel does."""

        async def edit(now: Panel) -> bool:
            async def send() -> int:
                look = edit_arguments(beside_others(now), self._directory)
                if _is_follow_up(interaction):
                    return (await interaction.followup.edit_message(int(message), **look)).id
                return (await interaction.edit_original_response(**look)).id

            return await self._delivered(interaction, send) is not None

        self._follow_ups.begin(message, panel, edit)

    @staticmethod
    async def _delivered(interaction: Interaction, send: Callable[[], Awaitable[int | None]]) -> int | None:
        """Send with retries; the id of the message. None if all failed: a board is left to the view reconciler."""
        try:
            return await _with_retries(send, event_id=str(interaction.id))
        except _AnsweredAlready:
            # An attempt that seemed to fail has arrived, or this event has come twice.
            return await _with_retries(lambda: _original(interaction), event_id=str(interaction.id))

    async def _send(self, interaction: Interaction, content: Content, *, private: bool) -> int | None:
        content = with_opening_button(beside_others(content))
        if DEFERRED not in interaction.extras:
            arguments = send_arguments(content, self._directory)
            return (await interaction.response.send_message(**arguments, ephemeral=private)).message_id
        deferred = interaction.extras[DEFERRED]
        if deferred is private:
            return (await interaction.edit_original_response(**edit_arguments(content, self._directory))).id
        if deferred is not None:
            # A response deferred for one person cannot become a message for all, nor the other way round.
            with suppress(discord.NotFound):
                await interaction.delete_original_response()
            interaction.extras[DEFERRED] = None
        arguments = send_arguments(content, self._directory)
        return (await interaction.followup.send(**arguments, ephemeral=private, wait=True)).id

    async def _edit_panel(self, interaction: Interaction, content: Content) -> None:
        content = with_opening_button(beside_others(content))
        if DEFERRED in interaction.extras:
            await interaction.edit_original_response(**edit_arguments(content, self._directory))
        else:
            await interaction.response.edit_message(**edit_arguments(content, self._directory))


def _said(toast: Toast) -> Content:
    """A toast as a message: Discord has none."""
    return Content(text=toast.text, language=toast.language)


def _is_follow_up(interaction: Interaction) -> bool:
    """Is the answer a follow-up beside the response to an interaction, and not the response itself?"""
    return interaction.extras.get(DEFERRED, "") is None


def _asker(message: discord.Message) -> str:
    """A name for a person in a channel."""
    return f"{message.channel.id} {message.author.id}"


class _AnsweredAlready(Exception):
    """The interaction has a response already."""


async def _original(interaction: Interaction) -> int:
    return (await interaction.original_response()).id


async def _with_retries(send: Callable[[], Awaitable[T]], *, event_id: str) -> T | None:
    """Send, and repeat while Discord fails; None if every attempt failed. Raises _AnsweredAlready."""
    reason, waits = "", list(WAITS)
    while True:
        wait = waits.pop(0) if waits else None
        try:
            async with asyncio.timeout(ANSWER_WITHIN):
                return await send()
        except discord.RateLimited as error:
            reason = "429"
            wait = None if wait is None else error.retry_after
        except discord.HTTPException as error:
            if error.code == ACKNOWLEDGED:
                raise _AnsweredAlready from error
            reason = reason_of(error)
            if error.status != HTTPStatus.TOO_MANY_REQUESTS and error.status < HTTPStatus.INTERNAL_SERVER_ERROR:
                wait = None
            elif wait is not None:
                wait = asked_to_wait(error) or wait
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            reason = reason_of(error)
        if wait is None or wait > LONGEST_WAIT:
            _log.warning("answer_lost", platform=PLATFORM, reason=reason, event_id=event_id)
            return None
        _log.warning("answer_waits", platform=PLATFORM, reason=reason, event_id=event_id)
        await asyncio.sleep(wait)


def _argument(interaction: Interaction, value: object) -> Person | str:
    if isinstance(value, discord.User | discord.Member):
        return person_of(value, interaction.client.user)
    if isinstance(value, bool):
        return "yes" if value else ""
    return str(value)
