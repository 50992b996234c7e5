"""python-telegram-bot's own client, on the loopback Telegram."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup
from telegram.request import HTTPXRequest

from loopback.telegram.server import TelegramServer


@asynccontextmanager
async def bot_of(server: TelegramServer) -> AsyncIterator[Bot]:
    """A connected client; the server has no certificate, so none of the machine's are read."""
    asking, sending = (HTTPXRequest(httpx_kwargs={"verify": False}) for _ in range(2))
    bot = Bot(
        server.token,
        base_url=f"{server.api_url}/bot",
        base_file_url=f"{server.api_url}/file/bot",
        get_updates_request=asking,
        request=sending,
    )
    async with bot:
        yield bot


def keyboard(*data: str) -> InlineKeyboardMarkup:
    """One row of buttons that carry these."""
    return InlineKeyboardMarkup([[InlineKeyboardButton(f"key {text[:20]}", callback_data=text) for text in data]])
