"""Tokens of interactions: for 15 minutes, and without any right, a token edits the message it is about.

Where Papan is installed by a person and not by the server, or may not write, this is the only way to a board.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

import discord

from bot.chat import Content, Later, Person, Refused, Unreachable
from bot.foundation.bounded import BoundedMemory
from bot.platforms.discord.directory import Directory
from bot.platforms.discord.errors import explained
from bot.platforms.discord.formatting import edit_arguments, send_arguments
from bot.words import language_of, words

Interaction = discord.Interaction[discord.Client]

VALID_FOR = 14.5 * 60
"""Seconds for which a token is used; Discord takes it for 15 minutes."""
MESSAGES = 10_000
"""The most messages whose tokens are kept, and the most people of whom the latest is."""


@dataclass(frozen=True)
class _Token:
    interaction: Interaction
    follow_up: bool


class Tokens:
    """The latest interaction by which each message can be edited. Times are those of one monotonic clock."""

    def __init__(self, directory: Directory) -> None:
        self._directory = directory
        self._latest = BoundedMemory[str, _Token](MESSAGES, VALID_FOR)
        self._of_person = BoundedMemory[str, Interaction](MESSAGES, VALID_FOR)
        self._being_answered: dict[str, int] = {}
        self._unsaid = BoundedMemory[str, bool](MESSAGES)

    @asynccontextmanager
    async def answering(self, interaction: Interaction) -> AsyncIterator[None]:
        """An interaction is answered within the context; after it, the person can be told more by its token."""
        account = str(interaction.user.id)
        self._being_answered[account] = self._being_answered.get(account, 0) + 1
        try:
            yield
        finally:
            self._being_answered[account] -= 1
            if not self._being_answered[account]:
                del self._being_answered[account]
        self._of_person.put(account, interaction, asyncio.get_running_loop().time())
        if self._unsaid.pop(account):
            await self._say_unchanged(interaction)

    def keep(self, message: str, interaction: Interaction, now: float, *, follow_up: bool = False) -> None:
        """This message is the response to an interaction, or the component used stands on it; or it is a follow-up."""
        self._latest.put(message, _Token(interaction, follow_up), now)

    async def edit(self, message: str, content: Content, now: float) -> bool:
        """Edit a message by its token; False where there is none any more. Raises what the library raises."""
        token = self._latest.get(message, now)
        if token is None:
            return False
        if token.follow_up:
            await token.interaction.followup.edit_message(int(message), **edit_arguments(content, self._directory))
        else:
            await token.interaction.edit_original_response(**edit_arguments(content, self._directory))
        return True

    async def say_unchanged(self, message: str, by: Person | None, now: float) -> None:
        """Tell the person whose change a message was to show that it could not be changed, wherever they have asked for
        it; if that is not known, whoever gave its token.
        """
        account = by.account if by else ""
        if account in self._being_answered:  # there is nothing yet that could be followed by more
            self._unsaid.put(account, True)
            return
        token, interaction = self._latest.get(message, now), self._of_person.get(account, now)
        if interaction is None and token is not None:
            interaction = token.interaction
        if interaction is not None:
            await self._say_unchanged(interaction)

    async def _say_unchanged(self, interaction: Interaction) -> None:
        """Tell it, and how to see what the board should show; what cannot be told is left."""
        language = language_of(str(interaction.locale))
        say = words(language)
        text = say("Discord does not let me change the board. Your match has gone on: /board shows it to you.")
        said = send_arguments(Content(text=text, language=language), self._directory)
        with suppress(Refused, Unreachable, Later), explained():
            await interaction.followup.send(**said, ephemeral=True)
