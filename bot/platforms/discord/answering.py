"""From an interaction to the answer people see, within the three seconds Discord gives.

The app is given a moment; what is ready by then is the interaction's own answer, with the right to be seen by one or by
all. What takes longer is announced first and sent after.
"""

import asyncio
from collections.abc import Awaitable, Mapping
from typing import Any

import discord
import structlog

from bot.platforms.discord.layout import edited, sent
from bot.platforms.discord.reading import person_of, request_of
from bot.talk import Answer, Completion, Door

_log = structlog.get_logger(__name__)

Interaction = discord.Interaction[discord.Client]
PATIENCE = 1.8
"""Seconds until an answer is announced instead of given."""
ANNOUNCED = "announced"
"""Where an interaction notes that its answer was announced: to one person (True) or to all (False)."""
PUBLIC = ("play", "join")
"""Commands whose answer is usually for all; the others are answered to one person."""


class Answering:
    """Works off interactions, one call each."""

    def __init__(self, door: Door) -> None:
        self._door = door

    async def command(self, interaction: Interaction, name: str, given: Mapping[str, Any]) -> None:
        """A slash command."""
        arguments = {option: _argument(interaction, value) for option, value in given.items()}
        answer = await self._announced(
            interaction, self._door.command(request_of(interaction), name, arguments), private=name not in PUBLIC
        )
        await self._show(interaction, answer)

    async def press(self, interaction: Interaction) -> None:
        """A button or menu: any message with our payloads, also one from before a restart."""
        data: Any = interaction.data
        values = [str(value) for value in data.get("values", [])]
        working = self._door.press(request_of(interaction), str(data["custom_id"]), values)
        on_panel = interaction.message is not None and interaction.message.flags.ephemeral
        answer = await self._announced(interaction, working, private=True, panel=on_panel)
        if on_panel and answer.replace and answer.private:
            await self._turn_panel(interaction, answer)
        else:
            await self._show(interaction, answer)

    async def complete(self, interaction: Interaction, command: str, option: str, typed: str) -> list[Completion]:
        """Suggestions while somebody types."""
        return await self._door.complete(request_of(interaction), command, option, typed)

    @staticmethod
    async def _announced(
        interaction: Interaction, working: Awaitable[Answer], *, private: bool, panel: bool = False
    ) -> Answer:
        """The answer; if it takes long, the interaction is told that it comes."""
        task = asyncio.ensure_future(working)
        try:
            ready, _ = await asyncio.wait([task], timeout=PATIENCE)
            if not ready:
                if panel:
                    await interaction.response.defer()
                else:
                    await interaction.response.defer(ephemeral=private, thinking=True)
                    interaction.extras[ANNOUNCED] = private
            return await task
        finally:
            task.cancel()

    async def _show(self, interaction: Interaction, answer: Answer) -> None:
        message = await self._send(interaction, answer)
        if answer.view and message is not None:
            await self._door.shown(answer.view, str(message))

    @staticmethod
    async def _send(interaction: Interaction, answer: Answer) -> int | None:
        response = interaction.response
        if not response.is_done():
            return (await response.send_message(**sent(answer), ephemeral=answer.private)).message_id
        announced = interaction.extras.get(ANNOUNCED)
        if announced is answer.private:
            return (await interaction.edit_original_response(**edited(answer))).id
        if announced is not None:
            # What was announced to one cannot become a message to all, nor the other way round.
            await interaction.delete_original_response()
        return (await interaction.followup.send(**sent(answer), ephemeral=answer.private, wait=True)).id

    @staticmethod
    async def _turn_panel(interaction: Interaction, answer: Answer) -> None:
        if interaction.response.is_done():
            await interaction.edit_original_response(**edited(answer))
        else:
            await interaction.response.edit_message(**edited(answer))


def _argument(interaction: Interaction, value: Any) -> Any:
    if isinstance(value, discord.User | discord.Member):
        return person_of(value, interaction.client.user)
    if isinstance(value, bool):
        return "yes" if value else ""
    return str(value)
