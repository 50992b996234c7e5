"""Tokens of interactions: for 15 minutes, and without any right, a token edits the message it is about.

Where Papan is installed by a person and not by the server, or may not write, this is the only way to a board.
"""

from dataclasses import dataclass

import discord

from bot.chat import Content
from bot.foundation.bounded import BoundedMemory
from bot.platforms.discord.directory import Directory
from bot.platforms.discord.formatting import edit_arguments, send_arguments
from bot.words import language_of, words

Interaction = discord.Interaction[discord.Client]

VALID_FOR = 14.5 * 60
"""Seconds for which a token is used; Discord takes it for 15 minutes."""
MESSAGES = 10_000
"""The most messages whose tokens are kept."""


@dataclass(frozen=True)
class _Token:
    interaction: Interaction
    follow_up: bool


class Tokens:
    """The latest interaction by which each message can be edited. Times are those of one monotonic clock."""

    def __init__(self, directory: Directory) -> None:
        self._directory = directory
        self._latest = BoundedMemory[str, _Token](MESSAGES, VALID_FOR)

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

    async def say_unchanged(self, message: str, now: float) -> None:
        """Tell whoever gave the token of a message that it could not be changed, and how to see what it should show."""
        if token := self._latest.get(message, now):
            language = language_of(str(token.interaction.locale))
            say = words(language)
            text = say("Discord does not let me change the board here. Your match has gone on: /board shows it to you.")
            said = send_arguments(Content(text=text, language=language), self._directory)
            await token.interaction.followup.send(**said, ephemeral=True)
