"""Greets a group to which the bot was added, and finds out what the bot is allowed there."""

import asyncio

import structlog
from telegram import Bot, ChatMemberAdministrator, ChatMemberOwner, ChatMemberRestricted
from telegram.error import TelegramError

from bot.chat import AddedToGroup, Allowance, Later, Place, PlacePermission, Refused, RequestHandler, Unreachable
from bot.foundation.bounded import BoundedMemory
from bot.platforms.telegram.chat_messages import ChatMessages
from bot.platforms.telegram.errors import chat_id, explained
from bot.platforms.telegram.reading import PLATFORM
from bot.platforms.telegram.sending import in_place

_log = structlog.get_logger(__name__)

MOVED_WITHIN = 3.0
"""Seconds for which a greeting waits for the news that the group is an old one that has become a supergroup: it comes
in any order with the news that the bot is a member there."""
GROUPS = 1_000
"""The most groups that are remembered to have become supergroups."""


class Greetings:
    """Greets each group once for each adding; a supergroup that an old group has become is not greeted."""

    def __init__(self, messages: ChatMessages, handler: RequestHandler) -> None:
        self._messages = messages
        self._handler = handler
        self._moved = BoundedMemory[str, bool](GROUPS)

    def moved(self, new: Place) -> None:
        """A group lives on as this one."""
        self._moved.put(new.chat, True)

    async def greet(self, adding: AddedToGroup) -> None:
        """Post the greeting where the bot may write."""
        await asyncio.sleep(MOVED_WITHIN)
        if self._moved.pop(adding.place.chat):  # once: it may be added there anew later
            return
        greeting = await self._handler.added(adding)
        if greeting is None:
            return
        try:
            await in_place(self._handler, adding.place, lambda place: self._messages.post(place, greeting))
        except (Unreachable, Refused, Later, TelegramError) as error:
            _log.info("not_greeted", platform=PLATFORM, reason=type(error).__name__)


async def permissions_in(bot: Bot, place: Place) -> tuple[PlacePermission, ...]:
    """The rights of the bot in a chat: an administrator has all, others what all have or a restriction leaves."""
    if place.private:
        return ()
    with explained(place):
        chat = await bot.get_chat(chat_id(place))
        member = await bot.get_chat_member(chat_id(place), bot.id)
    writes = pictures = True
    if isinstance(member, ChatMemberRestricted):
        writes, pictures = member.can_send_messages, member.can_send_photos
    elif chat.permissions and not isinstance(member, ChatMemberAdministrator | ChatMemberOwner):
        writes, pictures = bool(chat.permissions.can_send_messages), bool(chat.permissions.can_send_photos)
    return (
        PlacePermission(Allowance.WRITE, "Send Messages", writes),
        PlacePermission(Allowance.PICTURES, "Send Photos", pictures),
    )
