"""Messages on Telegram: posted, edited and deleted; ordinary ones and those only one person sees."""

import asyncio
import hashlib
import html
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from typing import Any, TypeAlias, TypeVar

from telegram import (
    Bot,
    ChatMemberAdministrator,
    ChatMemberMember,
    ChatMemberOwner,
    ChatMemberRestricted,
    ForceReply,
    InlineKeyboardMarkup,
    InputFile,
    InputMediaPhoto,
    LinkPreviewOptions,
    Message,
    ReplyParameters,
)
from telegram.constants import ParseMode
from telegram.error import BadRequest, EndPointNotFound

from bot.chat import (
    BoardMessage,
    Content,
    File,
    Gone,
    MessageLink,
    Person,
    Picture,
    Ping,
    Place,
    PrivatePanel,
    Refused,
    Successor,
    Unreachable,
    as_text,
    file_in,
)
from bot.foundation.bounded import BoundedMemory
from bot.platforms.pictureless import PicturelessChats
from bot.platforms.seen_messages import SeenMessages
from bot.platforms.send_limits import Limit, SendLimiter
from bot.platforms.telegram.errors import (
    NoAnimations,
    NoPictures,
    NoText,
    SameAlready,
    StaleFile,
    Undeletable,
    UnknownTag,
    chat_id,
    explained,
    thread_id,
)
from bot.platforms.telegram.formatting import (
    STRIP,
    TEXT_LIMIT,
    AppAddress,
    asks_url,
    caption_of,
    html_of,
    keyboard_of,
    reply_asked,
)
from bot.platforms.telegram.reading import is_inside
from bot.words import language_of, words

T = TypeVar("T")
C = TypeVar("C", bound=Content)
Arguments: TypeAlias = dict[str, Any]
"""Of a method of the library."""
Send = Callable[[str | bytes], Awaitable[Message | bool]]
_FILM = ".gif"
_NO_PREVIEW = LinkPreviewOptions(is_disabled=True)
PICTURES = 512
"""Pictures whose ids are kept."""
OVERALL = Limit(30, 1.0)
CHAT = (Limit(3, 3.0),)
GROUP = (Limit(20, 60.0), Limit(1, 3.0, begun=True))
"""A message a second in each chat, with a little burst, and 20 a minute in a group: https://core.telegram.org/bots/faq
An edit counts like a message. What only one person sees counts for that person, not for the group.

Those of a group are spread evenly instead of a rush and a long silence: of three matches with a board always waiting,
each has its turn every nine seconds. Two at once would make it twelve, once a minute."""
ANSWERS_SPARE = 3
"""The messages of a group's limit that are left to its boards when another message is posted there for all."""


class NotEphemeral(Exception):
    """The answer could not be shown to one person alone."""


class ChatMessages:
    """Shows messages. Raises Gone, Unreachable, Refused, Later or PlaceMoved.

    One turn of a chat's limits covers all the forms in which a message is tried: what is refused in one is sent in the
    next at once, and nothing is sent a second time as it is.
    """

    def __init__(self, bot: Bot, app_url: str = "") -> None:
        self._bot = bot
        self._app_url = app_url
        self._files = BoundedMemory[str, str](PICTURES)
        self._knows_ephemeral = False
        self._knows_times = True
        self._pictureless = PicturelessChats()
        self._limiter = SendLimiter(OVERALL)
        self._seen = SeenMessages()

    def note(self, place: Place, message: int) -> list[int]:
        """A message has been seen in a chat; the newest ones there, from time to time.

        The messages of a supergroup have numbers of their own, without gaps; in other chats only what is seen counts.
        """
        return self._seen.note(place.chat, message, gapless=_is_supergroup(place)) if message else []

    def below(self, place: Place, message: int) -> int:
        """The number of messages known to stand below this one."""
        return self._seen.below(place.chat, message)

    def wait(self, place: Place, spare: int, turn: str) -> float:
        """Seconds until a message or edit may follow in a chat."""
        return self._limiter.wait(place.chat, _limits(place), spare, turn)

    async def learn(self) -> None:
        """Find out whether Telegram knows ephemeral messages (Bot API 10.3).

        A server that does not know them would ignore the receiver and show the answer to all, so it is asked for a
        method that came with them.
        """
        nobody = {"chat_id": self._bot.id, "receiver_user_id": self._bot.id, "ephemeral_message_id": 1}
        try:
            await self._bot.do_api_request("deleteEphemeralMessage", nobody)
        except EndPointNotFound:
            self._knows_ephemeral = False
        except BadRequest:
            self._knows_ephemeral = True

    async def post(
        self,
        place: Place,
        content: Content,
        *,
        panel: bool = False,
        reply_to: int | None = None,
        spare: int = 0,
    ) -> int:
        """Post a message; the new message's id. ``spare`` messages of the chat's limit are left to others."""

        async def send(content: Content) -> Message:
            return await self._send(place, content, panel=panel, reply_to=reply_to)

        with self._in_turn(place, spare, turn=_turn(content)):
            message = await self._also_as_text(place, content, send)
        self.note(place, message.message_id)
        return message.message_id

    async def post_ephemeral(self, place: Place, account: str, query: str, content: Content) -> int:
        """Show a message to one person in a group; the id of the ephemeral message. Raises NotEphemeral."""
        if not self._knows_ephemeral:
            raise NotEphemeral
        receiver: Arguments = {"receiver_user_id": int(account)}
        if query:
            receiver["callback_query_id"] = query
        try:
            with self._in_turn(place, only_for=int(account)):
                message = await self._send(place, content, panel=True, receiver=receiver)
        except Refused as error:
            raise NotEphemeral from error
        if "ephemeral_message_id" not in message.api_kwargs:
            # Everybody sees it: this server ignored the receiver.
            self._knows_ephemeral = False
            await self.delete(place, message.message_id)
            raise NotEphemeral
        return int(message.api_kwargs["ephemeral_message_id"])

    async def edit(self, place: Place, message: int, content: Content, *, panel: bool = False, spare: int = 0) -> None:
        """Bring a message to this state, leaving ``spare`` as in ``post``. A picture cannot be taken out: it becomes a
        strip above a few words; above a board as text, which is too long for that, the message is Gone.
        """
        where: Arguments = {"chat_id": chat_id(place), "message_id": message}
        keyboard = self._keyboard(place, content, panel=panel)

        async def send(content: Content) -> None:
            if content.picture:
                await self._pictured(
                    place,
                    content.picture,
                    lambda photo: self._bot.edit_message_media(
                        self._media(photo, content), reply_markup=keyboard, **where
                    ),
                )
                return
            try:
                with explained(place):
                    await self._bot.edit_message_text(
                        html_of(content, TEXT_LIMIT, times=self._knows_times),
                        parse_mode=ParseMode.HTML,
                        link_preview_options=_NO_PREVIEW,
                        reply_markup=keyboard,
                        **where,
                    )
            except NoText as error:
                if not content.code:
                    with suppress(NoPictures), explained(place):
                        await self._bot.edit_message_media(self._media(STRIP, content), reply_markup=keyboard, **where)
                        return
                await self.delete(place, message)
                raise Gone from error

        with suppress(SameAlready), self._in_turn(place, spare, turn=_turn(content)):
            await self._also_as_text(place, content, send)

    async def edit_ephemeral(
        self, place: Place, account: str, message: int, content: Content, *, pictured: bool
    ) -> None:
        """Bring an ephemeral message to this state. Raises NotEphemeral where that is not possible."""
        where = {"chat_id": chat_id(place), "receiver_user_id": int(account), "ephemeral_message_id": message}
        look: Arguments = {"reply_markup": self._keyboard(place, content, panel=True)} if content.rows else {}
        try:
            with self._in_turn(place, only_for=int(account)), explained(place):
                if content.picture:
                    await self._pictured(
                        place,
                        content.picture,
                        lambda photo: self._bot.do_api_request(
                            "editEphemeralMessageMedia", {**where, **look, "media": self._media(photo, content)}
                        ),
                    )
                elif pictured:
                    raise NotEphemeral
                else:
                    text = html_of(content, TEXT_LIMIT, times=self._knows_times)
                    words = {"text": text, "parse_mode": ParseMode.HTML}
                    await self._bot.do_api_request("editEphemeralMessageText", {**where, **look, **words})
        except SameAlready:
            return
        except (Refused, NoText, Gone) as error:
            raise NotEphemeral from error

    async def ping(self, place: Place, message: int | None, person: Person, ping: Ping, *, turn: str = "") -> int:
        """Tell one person something, beside a message if there is one; the new message's id. ``turn`` is as in
        ``wait``.
        """

        async def send(ping: Ping) -> Message:
            words = html_of(ping, TEXT_LIMIT, times=self._knows_times)
            if not place.private:
                name = html.escape(person.name or person.handle or person.account, quote=False)
                mention = f'<a href="tg://user?id={person.account}">{name}</a>'
                words = words.replace(name, mention, 1) if name in words else f"{mention}: {words}"
            with explained(place):
                return await self._bot.send_message(
                    chat_id(place),
                    words,
                    parse_mode=ParseMode.HTML,
                    message_thread_id=thread_id(place),
                    reply_parameters=ReplyParameters(message, allow_sending_without_reply=True) if message else None,
                    disable_notification=not (place.private or ping.loud),
                    reply_markup=self._keyboard(place, ping, panel=False),
                )

        with self._in_turn(place, turn=turn):
            sent = await self._also_as_text(place, ping, send)
        self.note(place, sent.message_id)
        return sent.message_id

    async def is_member(self, place: Place, account: str) -> bool | None:
        """Is a person in a group? None for a private chat, and where Telegram does not say."""
        if place.private or not account.isdecimal():
            return None
        try:
            with explained(place):
                member = await self._bot.get_chat_member(chat_id(place), int(account))
        except (Refused, Unreachable):
            return None
        return is_inside(member)

    async def may_manage(self, place: Place, account: str) -> bool:
        """Is a person an administrator of a group? Not where Telegram does not say."""
        if place.private or not account.isdecimal():
            return False
        try:
            with explained(place):
                member = await self._bot.get_chat_member(chat_id(place), int(account))
        except (Refused, Unreachable):
            return False
        return isinstance(member, ChatMemberAdministrator | ChatMemberOwner)

    async def mark(self, place: Place, account: str, tag: str, *, on: bool) -> None:
        """Give a regular member of a group a tag, or take it; another one that they have stays.

        Raises Gone for who is no regular member, Unreachable where the bot may not edit tags.
        """
        chat = chat_id(place)
        with explained(place):
            own = await self._bot.get_chat_member(chat, self._bot.id)
            member = await self._bot.get_chat_member(chat, int(account))
        if not isinstance(own, ChatMemberAdministrator) or not _edits_tags(own):
            raise Unreachable
        if not isinstance(member, ChatMemberMember | ChatMemberRestricted) or not is_inside(member):
            raise Gone
        if (member.tag or "") == ("" if on else tag):
            with explained(place):
                await self._bot.set_chat_member_tag(chat, int(account), tag if on else "")

    async def delete_ephemeral(self, place: Place, account: str, message: int) -> None:
        """Delete an ephemeral message; one that is gone already is fine."""
        where = {"chat_id": chat_id(place), "receiver_user_id": int(account), "ephemeral_message_id": message}
        try:
            await self._bot.do_api_request("deleteEphemeralMessage", where)
        except BadRequest:
            return

    async def delete(self, place: Place, message: int, successor: Successor | None = None) -> None:
        """Delete a message; one too old for that loses its buttons, and leads to its successor, if it has one."""
        try:
            with explained(place):
                await self._bot.delete_message(chat_id(place), message)
            self._seen.forget(place.chat, message)
        except Gone:
            return
        except Undeletable:
            if successor is None:
                await self._strip(place, message)
            else:
                await self._lead_on(place, message, successor)

    async def _lead_on(self, place: Place, message: int, successor: Successor) -> None:
        """Turn a message into a line that leads to another; a picture, which cannot be taken out, becomes a strip."""
        say = words(successor.language)
        text = say("The board is further down.")
        line = Content(text=text, links=(MessageLink(text, place, successor.message),))
        where: Arguments = {"chat_id": chat_id(place), "message_id": message}
        with suppress(Gone, SameAlready), self._in_turn(place):
            try:
                with explained(place):
                    await self._bot.edit_message_text(
                        html_of(line, TEXT_LIMIT), parse_mode=ParseMode.HTML, link_preview_options=_NO_PREVIEW, **where
                    )
            except NoText:
                with explained(place):
                    await self._bot.edit_message_media(self._media(STRIP, line), **where)

    async def _strip(self, place: Place, message: int) -> None:
        try:
            with explained(place):
                await self._bot.edit_message_reply_markup(chat_id(place), message)
        except (Gone, SameAlready):
            return

    async def _send(
        self,
        place: Place,
        content: Content,
        *,
        panel: bool,
        reply_to: int | None = None,
        receiver: Arguments | None = None,
    ) -> Message:
        behind = ""
        markup: InlineKeyboardMarkup | ForceReply | None = self._keyboard(place, content, panel=panel)
        if isinstance(content, PrivatePanel) and content.asks and place.private:
            behind, markup = asks_url(self._bot.username, content.asks.payload), reply_asked(content.asks)
            say = words(language_of(content.language))
            how = say("Reply to this message with your words.")
            content = replace(content, text=f"{content.text}\n{how}", picture=None)
        where: Arguments = {
            "chat_id": chat_id(place),
            "message_thread_id": thread_id(place),
            "reply_parameters": ReplyParameters(reply_to, allow_sending_without_reply=True) if reply_to else None,
            "reply_markup": markup,
            "parse_mode": ParseMode.HTML,
            "api_kwargs": {"ephemeral_message_parameters": receiver} if receiver else None,
            **({"disable_notification": True} if content.silent else {}),
        }
        if file := file_in(content):
            return await self._send_file(place, content, file, where)
        if content.picture is None:
            with explained(place):
                return await self._bot.send_message(
                    text=html_of(content, TEXT_LIMIT, times=self._knows_times, behind=behind),
                    link_preview_options=_NO_PREVIEW,
                    **where,
                )
        caption = self._caption(content)
        sent = await self._pictured(
            place, content.picture, lambda photo: self._bot.send_photo(photo=photo, caption=caption, **where)
        )
        assert isinstance(sent, Message), "only edits answer with True"
        return sent

    async def _send_file(self, place: Place, content: Content, given: File, where: Arguments) -> Message:
        """Send a file; a film so that it plays in the chat, where animations may go."""
        file, caption = InputFile(given.content, filename=given.name), self._caption(content)
        if given.name.endswith(_FILM):
            with suppress(NoAnimations), explained(place):
                return await self._bot.send_animation(animation=file, caption=caption, **where)
        with explained(place):
            return await self._bot.send_document(document=file, caption=caption, **where)

    def rights_changed(self, chat: int) -> None:
        """Ask again for pictures in a chat: the rights there may have changed."""
        self._pictureless.ask_again([chat], asyncio.get_running_loop().time())

    async def _also_as_text(self, place: Place, content: C, send: Callable[[C], Awaitable[T]]) -> T:
        """Send a message; where its picture is refused, without one, and without moments to a server that does not know
        them. What a chat or server does not take at all is found out once.
        """
        now = asyncio.get_running_loop().time()
        if content.picture and self._pictureless.is_text_only(place.chat, now):
            content = as_text(content)
        try:
            return await send(content)
        except (NoPictures, Refused) as error:
            if content.picture is None:
                raise
            if isinstance(error, NoPictures):
                self._pictureless.refused(place.chat, now)
            return await send(as_text(content))
        except UnknownTag as error:
            if not self._knows_times:
                raise Refused(str(error.__cause__)) from error
            self._knows_times = False
            return await send(content)

    async def _pictured(self, place: Place, picture: Picture, send: Send) -> Message | bool:
        """Send a picture by its id if Telegram has it already, else as a file."""
        digest = hashlib.sha256(picture.png).hexdigest()
        if known := self._files.get(digest):
            with suppress(StaleFile), explained(place):
                return await send(known)
            self._files.pop(digest)
        with explained(place):
            sent = await send(picture.png)
        if isinstance(sent, Message) and sent.photo:
            self._files.put(digest, sent.photo[-1].file_id)
        return sent

    def _in_turn(
        self, place: Place, spare: int = 0, *, turn: str = "", only_for: int | None = None
    ) -> AbstractContextManager[None]:
        """Count a message, in whatever forms, ``only_for`` one person of a group or for all. Raises Later."""
        chat, limits = (f"{place.chat} {only_for}", CHAT) if only_for else (place.chat, _limits(place))
        return self._limiter.sending(chat, limits, spare, turn)

    def _caption(self, content: Content) -> str:
        return caption_of(content, times=self._knows_times)

    def _media(self, photo: str | bytes, content: Content) -> InputMediaPhoto:
        return InputMediaPhoto(photo, caption=self._caption(content), parse_mode=ParseMode.HTML)

    def _keyboard(self, place: Place, content: Content, *, panel: bool) -> InlineKeyboardMarkup | None:
        app = AppAddress(self._app_url, place.private)
        return keyboard_of(content, self._bot.username, panel=panel, app=app)


def _is_supergroup(place: Place) -> bool:
    """Supergroups are known by their ids: https://core.telegram.org/api/bots/ids"""
    return place.chat.startswith("-100") and len(place.chat) >= len("-1000000000000")


def _turn(content: Content) -> str:
    """The name of a board in the line of its chat."""
    return content.view if isinstance(content, BoardMessage) else ""


def _limits(place: Place) -> tuple[Limit, ...]:
    return CHAT if place.private else GROUP


def _edits_tags(own: ChatMemberAdministrator) -> bool:
    """May the bot edit the tags of members? Where it is not said, as it may pin messages."""
    return bool(own.can_pin_messages if own.can_manage_tags is None else own.can_manage_tags)
