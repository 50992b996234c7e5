"""The settings of a Papan that is connected to a loopback platform."""

from typing import Any

from pydantic import SecretStr

from bot.bootstrap.settings import Settings
from loopback.discord import DiscordServer
from loopback.telegram import TelegramServer


def to_telegram(server: TelegramServer, url: str, **others: Any) -> Settings:
    """Papan on a loopback Telegram, with the database at ``url``."""
    return Settings(
        telegram_token=SecretStr(server.token),
        telegram_api_url=server.api_url,
        database_url=SecretStr(url),
        **others,
    )


def to_discord(server: DiscordServer, url: str, token: str = "", **others: Any) -> Settings:
    """Papan on a loopback Discord, with the server's token unless another is given."""
    return Settings(
        discord_token=SecretStr(token or server.token),
        discord_api_url=server.api_url,
        discord_gateway_url=server.gateway_url,
        database_url=SecretStr(url),
        **others,
    )
