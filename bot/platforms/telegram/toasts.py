"""The origin of a request, and the short answers to it: a toast for a press, a reaction to what was typed."""

from dataclasses import dataclass

import structlog
from telegram import Bot
from telegram.constants import ReactionEmoji
from telegram.error import TelegramError

from bot.chat import Gone, Later, PlaceMoved, Refused, Request, Unreachable
from bot.platforms.telegram.errors import chat_id, explained, reason_of
from bot.platforms.telegram.formatting import chat_url
from bot.platforms.telegram.reading import PLATFORM, ButtonPress
from bot.platforms.telegram.sending import with_retries

_log = structlog.get_logger(__name__)

DONE = ReactionEmoji.THUMBS_UP
SEEN = ReactionEmoji.EYES
"""For a line that is not answered, because too much is going on in the group."""
REFUSED = ReactionEmoji.THINKING_FACE
"""For a line in a group that is refused in the private chat of who typed it."""


@dataclass
class Origin:
    """The origin of a request. ``message`` is the person's own; ``query`` their press, as long as it is open."""

    request: Request
    message: int | None = None
    query: str = ""
    press: ButtonPress | None = None
    on_panel: bool = False
    acknowledged: bool = False
    replaces: bool = False
    """The panel that was pressed on is deleted: the answer takes its place."""
    comments: bool = False
    """What was typed stands among the comments of a channel's post: so does what answers it."""


class Toasts:
    """Shows the short answers. Telegram wants each press answered once, within a short time."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    async def show(self, origin: Origin, text: str = "", *, alert: bool = False) -> bool:
        """Answer the press with a toast; False if there is none, or it is too late."""
        return await self._answer(origin, text=text or None, show_alert=alert or None)

    async def open_private_chat(self, origin: Origin, link: str) -> bool:
        """Answer the press by opening the private chat, where ``link`` is asked; False as for ``show``."""
        return await self._answer(origin, url=chat_url(self._bot.username, link))

    async def _answer(
        self, origin: Origin, *, text: str | None = None, show_alert: bool | None = None, url: str | None = None
    ) -> bool:
        if not origin.query or origin.acknowledged:
            return False
        origin.acknowledged = True

        async def acknowledge() -> bool:
            with explained(origin.request.place):
                return await self._bot.answer_callback_query(origin.query, text=text, show_alert=show_alert, url=url)

        try:
            return await with_retries(acknowledge)
        except (Later, Refused) as error:
            reason = error.reason
        except TelegramError as error:
            reason = reason_of(error)
        _log.warning("press_not_acknowledged", platform=PLATFORM, reason=reason)
        return False

    async def mark(self, origin: Origin, reaction: ReactionEmoji = DONE) -> None:
        """Show who has typed something in a group that it is done: its board may have to wait for its turn there.

        A reaction takes nothing from the limits of the group. Where it allows none, nothing is marked.
        """
        place = origin.request.place
        if origin.message is None or place.private:
            return
        try:
            with explained(place):
                await self._bot.set_message_reaction(chat_id(place), origin.message, reaction)
        except (Gone, Later, PlaceMoved, Refused, Unreachable, TelegramError) as error:
            _log.info("typed_not_marked", platform=PLATFORM, reason=type(error).__name__)
