"""From an interaction to the answer people see, within the three seconds Discord gives.

An answer that is ready within a moment is the interaction's own response, for one person or for all. What takes longer
is deferred first and sent after.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from typing import Any, TypeVar

import aiohttp
import discord
import structlog

from bot.chat import Answer, Completion, RequestHandler
from bot.platforms.discord.channel_messages import asked_to_wait, reason_of
from bot.platforms.discord.formatting import edited, sent
from bot.platforms.discord.reading import PLATFORM, person_of, request_of

_log = structlog.get_logger(__name__)

Interaction = discord.Interaction[discord.Client]
T = TypeVar("T")

PATIENCE = 1.8
"""Seconds until an answer is announced instead of given."""
ANSWER_WITHIN = 15.0
WAITS = (0.3, 1.0, 3.0)
"""Seconds before an answer is sent again that did not arrive."""
LONGEST_WAIT = 10.0
"""An answer that may not be sent for longer is given up: it would come when nobody waits for it any more."""
ACKNOWLEDGED = 40060
ANNOUNCED = "announced"
"""Where an interaction notes that its answer was announced: to one person (True), to all (False), or not visibly."""
PUBLIC = ("play", "join")
"""Commands whose answer is usually for all; the others are answered to one person."""


class Answering:
    """Processes interactions, one call each."""

    def __init__(self, handler: RequestHandler) -> None:
        self._handler = handler

    async def command(self, interaction: Interaction, name: str, given: Mapping[str, Any]) -> None:
        """A slash command."""
        arguments = {option: _argument(interaction, value) for option, value in given.items()}
        answer = await self._announced(
            interaction, self._handler.command(request_of(interaction), name, arguments), private=name not in PUBLIC
        )
        await self._show(interaction, answer)

    async def press(self, interaction: Interaction) -> None:
        """A button or menu: any message with our payloads, also one from before a restart."""
        data: Any = interaction.data
        values = [str(value) for value in data.get("values", [])]
        working = self._handler.press(request_of(interaction), str(data["custom_id"]), values)
        on_panel = interaction.message is not None and interaction.message.flags.ephemeral
        answer = await self._announced(interaction, working, private=True, panel=on_panel)
        if on_panel and answer.replace and answer.private:
            await self._delivered(interaction, lambda: self._turn_panel(interaction, answer))
        else:
            await self._show(interaction, answer)

    async def complete(self, interaction: Interaction, command: str, option: str, typed: str) -> list[Completion]:
        """Suggestions for an option while it is typed."""
        return await self._handler.complete(request_of(interaction), command, option, typed)

    async def reply(self, message: discord.Message, answer: Answer) -> None:
        """Answer a plain message; one that comes a second time is not answered a second time."""
        send = partial(message.reply, mention_author=False, nonce=f"reply-{message.id}")
        await _patiently(lambda: send(**sent(answer)), event_id=str(message.id))

    async def _announced(
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
        interaction.extras[ANNOUNCED] = None if panel else private
        if panel:
            await interaction.response.defer()
        else:
            await interaction.response.defer(ephemeral=private, thinking=True)

    async def _show(self, interaction: Interaction, answer: Answer) -> None:
        message = await self._delivered(interaction, lambda: self._send(interaction, answer))
        if answer.view and message is not None:
            await self._handler.shown(answer.view, str(message))

    @staticmethod
    async def _delivered(interaction: Interaction, send: Callable[[], Awaitable[int | None]]) -> int | None:
        """Send, again where it did not arrive; the message's id. A board that cannot be sent is left to the loop."""
        try:
            return await _patiently(send, event_id=str(interaction.id))
        except _HeardAlready:
            # An attempt that seemed to fail has arrived, or this event has come twice.
            return await _patiently(lambda: _original(interaction), event_id=str(interaction.id))

    @staticmethod
    async def _send(interaction: Interaction, answer: Answer) -> int | None:
        if ANNOUNCED not in interaction.extras:
            return (await interaction.response.send_message(**sent(answer), ephemeral=answer.private)).message_id
        announced = interaction.extras[ANNOUNCED]
        if announced is answer.private:
            return (await interaction.edit_original_response(**edited(answer))).id
        if announced is not None:
            # A response deferred for one person cannot become a message for all, nor the other way round.
            with suppress(discord.NotFound):
                await interaction.delete_original_response()
            interaction.extras[ANNOUNCED] = None
        return (await interaction.followup.send(**sent(answer), ephemeral=answer.private, wait=True)).id

    @staticmethod
    async def _turn_panel(interaction: Interaction, answer: Answer) -> None:
        if ANNOUNCED in interaction.extras:
            await interaction.edit_original_response(**edited(answer))
        else:
            await interaction.response.edit_message(**edited(answer))


class _HeardAlready(Exception):
    """This interaction is answered."""


async def _original(interaction: Interaction) -> int:
    return (await interaction.original_response()).id


async def _patiently(send: Callable[[], Awaitable[T]], *, event_id: str) -> T | None:
    """Send, and repeat while Discord fails; None if every attempt failed. Raises _HeardAlready."""
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
                raise _HeardAlready from error
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


def _argument(interaction: Interaction, value: Any) -> Any:
    if isinstance(value, discord.User | discord.Member):
        return person_of(value, interaction.client.user)
    if isinstance(value, bool):
        return "yes" if value else ""
    return str(value)
