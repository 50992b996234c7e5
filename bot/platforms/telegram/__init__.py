"""Telegram: python-telegram-bot's client, with an inbox of our own so that no update is lost."""

import os

# python-telegram-bot gives waiting times as timedelta only if asked to, and warns of its older form otherwise.
os.environ.setdefault("PTB_TIMEDELTA", "1")

from bot.platforms.telegram.platform import OFFICIAL_API, CannotListen, TelegramPlatform, TokenRefused, inbox_name
from bot.platforms.telegram.receiving import Webhook

__all__ = ["OFFICIAL_API", "CannotListen", "TelegramPlatform", "TokenRefused", "Webhook", "inbox_name"]
