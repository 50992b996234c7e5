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

from bot.http_server import HttpServer
from bot.platforms.telegram.errors import reason_of, seconds_of
from bot.platforms.telegram.update_queues import UpdateQueues
from bot.telemetry.contact import Contact

_log = structlog.get_logger(__name__)

WANTED = [
    UpdateType.MESSAGE,
    UpdateType.EDITED_MESSAGE,
    UpdateType.CALLBACK_QUERY,
    UpdateType.INLINE_QUERY,
    UpdateType.MY_CHAT_MEMBER,
]
POLL_SECONDS = 30
LONGEST_PAUSE = 30.0
_SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"


@dataclass(frozen=True)
class Webhook:
    """The webhook: its public URL, the secret that proves updates, and the address on which we listen."""

    url: str
    secret: str = field(repr=False)
    host: str
    port: int


async def poll(bot: Bot, queues: UpdateQueues, contact: Contact) -> None:
    """Ask for updates until cancelled. After any failure it waits and asks again."""
    pause = 0.0
    while True:
        await asyncio.sleep(pause)
        try:
            updates = await bot.get_updates(
                offset=await queues.following(), timeout=POLL_SECONDS, allowed_updates=WANTED
            )
            contact.made()
            if updates:
                read = {update.update_id: update for update in updates}
                await queues.receive({number: update.to_json() for number, update in read.items()}, read)
            pause = 0.0
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
            pause = LONGEST_PAUSE
        except (BadRequest, NetworkError, TelegramError) as error:
            contact.lost()
            pause = min(max(0.25, 2 * pause), LONGEST_PAUSE)
            _log.warning("telegram_out_of_reach", reason=reason_of(error), retry_in=pause)
        except Exception:  # the database may be away; nothing was acknowledged, so nothing is lost
            pause = min(max(0.25, 2 * pause), LONGEST_PAUSE)
            _log.exception("updates_not_kept", retry_in=pause)


async def listen(webhook: Webhook, queues: UpdateQueues) -> HttpServer:
    """Serve the webhook until the server is stopped. Raises OSError if the address cannot be used."""

    async def deliver(request: web.Request) -> web.Response:
        given = request.headers.get(_SECRET_HEADER, "")
        if not compare_digest(given.encode(errors="surrogateescape"), webhook.secret.encode()):
            return web.Response(status=HTTPStatus.FORBIDDEN)
        try:
            payload = await request.text()
            number = int(json.loads(payload)["update_id"])
        except (ValueError, TypeError, KeyError, RecursionError):
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
