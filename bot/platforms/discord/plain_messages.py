"""Plain messages: what people write without a command, and their edits of what was not understood."""

import asyncio
from dataclasses import replace
from weakref import WeakValueDictionary

import discord

from bot.chat import Request, RequestHandler, Toast
from bot.platforms.discord.answering import InteractionHandler
from bot.platforms.discord.reading import request_and_text
from bot.platforms.misread import READ_FOR, MisreadLines


class PlainMessages:
    """Answers messages, one call each. Their text is known only in private, or where they answer or name the bot."""

    def __init__(self, handler: RequestHandler, answering: InteractionHandler) -> None:
        self._handler = handler
        self._answering = answering
        self._misread = MisreadLines()
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def said(self, message: discord.Message, me: discord.ClientUser) -> None:
        """Act on a new message."""
        if not message.content or message.author.id == me.id:
            return
        async with self._turn(message):
            request, text = request_and_text(message, me)
            await self._answer(message, request, text)

    async def edited(self, message: discord.Message, me: discord.ClientUser) -> None:
        """Act on an edit, within a minute, of a message that was not understood.

        Discord also tells of edits that it makes itself, to show what a link leads to: these have no time.
        """
        if message.edited_at is None or message.author.id == me.id:
            return
        if (message.edited_at - message.created_at).total_seconds() > READ_FOR:
            return
        async with self._turn(message):
            request, text = request_and_text(message, me)
            line = (request.message, text)
            if not self._misread.is_corrected(str(message.id), line):
                if stands := self._misread.stands(str(message.id), line, request.person.locale):
                    await self._answering.reply(message, stands, request.event)
                return
            event = f"{request.event} {message.edited_at.isoformat()}"
            await self._answer(message, replace(request, event=event), text)

    def _turn(self, message: discord.Message) -> asyncio.Lock:
        """To be held while a message is answered: events come at once, and an edit is read after what it corrects."""
        return self._turns.setdefault(message.id, asyncio.Lock())

    async def _answer(self, message: discord.Message, request: Request, text: str) -> None:
        answer = await self._handler.text(request, text)
        self._misread.note(str(message.id), (request.message, text), answer)
        if answer is None:
            return
        if isinstance(answer, Toast):
            self._answering.heard(message)
        else:
            # A plain message has no way to be answered to one person alone.
            await self._answering.reply(message, answer, request.event)
