"""The origin of a request, and the toast that answers the press it came from."""

from dataclasses import dataclass

import structlog
from telegram import Bot
from telegram.error import TelegramError

from bot.chat import Later, Request
from bot.platforms.telegram.errors import explained, reason_of
from bot.platforms.telegram.reading import PLATFORM, ButtonPress
from bot.platforms.telegram.sending import with_retries

_log = structlog.get_logger(__name__)


@dataclass
class Origin:
    """The origin of a request. ``message`` is the person's own; ``query`` their press, as long as it is open."""

    request: Request
    message: int | None = None
    query: str = ""
    press: ButtonPress | None = None
    on_panel: bool = False
    acknowledged: bool = False


class Toasts:
    """Answers presses. Telegram wants each answered once, within a short time."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    async def show(self, origin: Origin, text: str = "", *, alert: bool = False) -> bool:
        """Answer the press with a toast; False if there is none, or it is too late."""
        if not origin.query or origin.acknowledged:
            return False
        origin.acknowledged = True

        async def acknowledge() -> bool:
            with explained(origin.request.place):
                return await self._bot.answer_callback_query(origin.query, text=text or None, show_alert=alert or None)

        try:
            return await with_retries(acknowledge)
        except Later as later:
            reason = later.reason
        except TelegramError as error:
            reason = reason_of(error)
        _log.warning("press_not_acknowledged", platform=PLATFORM, reason=reason)
        return False
