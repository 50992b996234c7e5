"""Receives updates, by asking for them or by webhook: stored in the inbox first, then acknowledged, then processed."""

import asyncio
import json
from dataclasses import dataclass, field
from hmac import compare_digest
from http import HTTPStatus
from urllib.parse import urlsplit

import structlog
from aiohttp import web
from telegram import Bot
from telegram.constants import UpdateType
from telegram.error import BadRequest, Conflict, InvalidToken, NetworkError, RetryAfter, TelegramError

from bot.foundation.http_server import HttpServer
from bot.foundation.monitoring.contact import Contact
from bot.platforms.telegram.errors import reason_of, seconds_of
from bot.platforms.telegram.update_queues import UpdateQueues

_log = structlog.get_logger(__name__)

WANTED = [
    UpdateType.MESSAGE,
    UpdateType.EDITED_MESSAGE,
    UpdateType.CALLBACK_QUERY,
    UpdateType.INLINE_QUERY,
    UpdateType.GUEST_MESSAGE,
    UpdateType.CHOSEN_INLINE_RESULT,
    UpdateType.MY_CHAT_MEMBER,
]
POLL_SECONDS = 30
LONGEST_PAUSE = 30.0
HIGHEST = 2**63 - 1
"""The highest number that the database has room for."""
_SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"


@dataclass(frozen=True)
class Webhook:
    """The webhook: its public URL, the secret that proves updates, and the address on which we listen."""

    url: str
    secret: str = field(repr=False)
    host: str
    port: int


class PollingBot(Bot):
    """The library's bot, which also gives updates as they came: one that it cannot read hides no other."""

    async def unread_updates(self, offset: int | None) -> list[object]:
        """The answer of ``getUpdates`` after at most ``POLL_SECONDS``. Raises TelegramError."""
        asked = {"offset": offset, "timeout": POLL_SECONDS, "allowed_updates": WANTED}
        patience = (self._request[0].read_timeout or 0) + POLL_SECONDS
        found: object = await self._post("getUpdates", asked, read_timeout=patience)
        if not isinstance(found, list):
            raise NetworkError("unlike Telegram")
        return found


def number_of(update: object) -> int:
    """The number of an update. Raises ValueError where it has none that can be stored, with its successor."""
    number = update.get("update_id") if isinstance(update, dict) else None
    if type(number) is not int or not 0 <= number < HIGHEST:
        raise ValueError("an update without a number")
    return number


async def poll(bot: PollingBot, queues: UpdateQueues, contact: Contact) -> None:
    """Ask for updates until cancelled. After any failure it waits and asks again."""
    pause = 0.0
    while True:
        await asyncio.sleep(pause)
        try:
            updates = await bot.unread_updates(await queues.following())
            contact.made()
            payloads = {}
            for update in updates:
                try:
                    payloads[number_of(update)] = json.dumps(update)
                except ValueError:
                    _log.error("update_without_number")
            if payloads:
                await queues.receive(payloads)
            # Without a number none can be acknowledged: they come again at once.
            pause = 0.0 if payloads or not updates else _longer(pause)
        except RetryAfter as error:
            contact.lost()
            pause = seconds_of(error.retry_after)
            _log.warning("telegram_asks_to_wait", retry_in=pause)
        except Conflict:
            contact.lost()
            _log.error("telegram_polled_elsewhere", hint="another process uses this bot's token")
            pause = LONGEST_PAUSE / 6
        except InvalidToken:
            contact.lost()
            _log.error("telegram_token_refused", hint="the token was revoked; set the new one and start again")
            pause = _longer(pause)
        except (BadRequest, NetworkError, TelegramError) as error:
            contact.lost()
            pause = _longer(pause)
            _log.warning("telegram_out_of_reach", reason=reason_of(error), retry_in=pause)
        except Exception:  # the database may be away; nothing was acknowledged, so nothing is lost
            pause = _longer(pause)
            _log.exception("updates_not_kept", retry_in=pause)


def _longer(pause: float) -> float:
    """The pause after the next failure in a row."""
    return min(max(0.25, 2 * pause), LONGEST_PAUSE)


async def listen(webhook: Webhook, queues: UpdateQueues) -> HttpServer:
    """Serve the webhook until the server is stopped. Raises OSError if the address cannot be used."""

    async def deliver(request: web.Request) -> web.Response:
        given = request.headers.get(_SECRET_HEADER, "")
        if not compare_digest(given.encode(errors="surrogateescape"), webhook.secret.encode()):
            return web.Response(status=HTTPStatus.FORBIDDEN)
        try:
            payload = await request.text()
            number = number_of(json.loads(payload))
        except (ValueError, LookupError, RecursionError):
            return web.Response(status=HTTPStatus.BAD_REQUEST)
        try:
            await queues.receive({number: payload})
        except Exception:  # Telegram delivers it again
            _log.exception("updates_not_kept")
            return web.Response(status=HTTPStatus.SERVICE_UNAVAILABLE)
        return web.Response()

    path = urlsplit(webhook.url).path or "/"
    server = HttpServer([web.post(path, deliver)], webhook.host, webhook.port, proxied=True)
    await server.start()
    return server
