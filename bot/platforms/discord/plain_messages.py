"""Plain messages: what people write without a command."""

import discord

from bot.chat import RequestHandler, Toast
from bot.platforms.discord.answering import InteractionHandler
from bot.platforms.discord.reading import request_and_text


class PlainMessages:
    """Answers messages, one call each. Their text is known only in private, or where they answer or name the bot."""

    def __init__(self, handler: RequestHandler, answering: InteractionHandler) -> None:
        self._handler = handler
        self._answering = answering

    async def said(self, message: discord.Message, me: discord.ClientUser) -> None:
        """Act on a new message."""
        if not message.content or message.author.id == me.id:
            return
        request, text = request_and_text(message, me)
        answer = await self._handler.text(request, text)
        if isinstance(answer, Toast):
            self._answering.heard(message)
        elif answer is not None:
            # A plain message has no way to be answered to one person alone.
            await self._answering.reply(message, answer, request.event)
