"""Reads updates: who, where, and which request."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from telegram import (
    CallbackQuery,
    Chat,
    ChatMember,
    ChatMemberRestricted,
    ChatMemberUpdated,
    Message,
    MessageEntity,
    Update,
    User,
)
from telegram.constants import ChatMemberStatus, ChatType

from bot.chat import AddedToGroup, AttachedFile, Person, Place, Request
from bot.chat.command_lines import read_line
from bot.chat.commands import COMMANDS, UnknownCommand
from bot.platforms.misread import READ_FOR
from bot.platforms.telegram.formatting import asked_payload, read_data
from bot.platforms.telegram.rich_text import said_in

PLATFORM = "telegram"
IMPORTS = "/import"
"""The command of a file that comes without words into a private chat."""


@dataclass(frozen=True)
class IncomingMessage:
    """A message: a command with its arguments, or what a link into the private chat asks, or plain text."""

    request: Request
    message: int
    command: str = ""
    arguments: Mapping[str, str | Person] = field(default_factory=dict)
    text: str = ""
    link: str = ""
    payload: str = ""
    """That of the text that was asked for in the message it answers: the words are that text."""
    edited: bool = False
    """It is the edit of a message, soon after that was sent."""
    comments: bool = False
    """It stands among the comments of a channel's post: what does not answer something there is not seen there."""

    @property
    def line(self) -> object:
        """The content of a message, without who said it and when."""
        return self.command, self.arguments, self.text, self.link


@dataclass(frozen=True)
class ButtonPress:
    """A button that was pressed. ``ephemeral`` is the id of an ephemeral message, ``pictured``: it had a picture."""

    request: Request
    query: str
    data: str
    ephemeral: int | None = None
    pictured: bool = False


@dataclass(frozen=True)
class InlineQuery:
    """``@bot words`` typed in some chat: suggestions are wanted. Telegram does not say in which chat."""

    request: Request
    query: str
    typed: str


@dataclass(frozen=True)
class GuestCall:
    """``@bot words`` said in a chat of which the bot is no member: it may answer once, with one message."""

    request: Request
    query: str
    typed: str


@dataclass(frozen=True)
class ChosenLine:
    """A suggestion that was chosen, and posted as this command: in a chat of which the bot may know nothing. Telegram
    tells it where the owner of the bot has switched that on (inline feedback).
    """

    request: Request
    command: str
    value: str


@dataclass(frozen=True)
class ChatMoved:
    """A group has another id now."""

    old: Place
    new: Place
    repeated: bool = False
    """Told in the new chat, as it was in the old one."""


@dataclass(frozen=True)
class PeopleEntered:
    """People came into a group."""

    place: Place
    people: tuple[Person, ...]


@dataclass(frozen=True)
class BotRemoved:
    """The bot was thrown out of a group, or blocked by a person: it can write nothing in this chat."""

    chat: str


@dataclass(frozen=True)
class PersonLeft:
    """Somebody left a group, or was thrown out of it."""

    place: Place
    person: Person


Incoming: TypeAlias = (
    IncomingMessage
    | ButtonPress
    | InlineQuery
    | GuestCall
    | ChosenLine
    | ChatMoved
    | AddedToGroup
    | BotRemoved
    | PeopleEntered
    | PersonLeft
)
"""What an update may be about."""


def person_of(user: User, me: int) -> Person:
    """A person from their account."""
    return Person(
        platform=PLATFORM,
        account=str(user.id),
        name=user.full_name or "",  # None for an empty name, though the library's types do not say so
        handle=(user.username or "").lower(),
        locale=user.language_code or "",
        is_bot=user.is_bot,
        is_self=user.id == me,
    )


def private_place(account: str) -> Place:
    """The chat with one person: it has the number of their account."""
    return Place(PLATFORM, account, private=True)


def queue_of(update: Mapping[str, Any]) -> str:
    """The queue of an update as it was received: one after another is processed what belongs to a chat or topic.

    So a reply typed after seeing a move is never judged before that move, also when both come in after a pause. Raises
    LookupError, TypeError or AttributeError for what is unlike an update of Telegram.
    """
    pressed = update.get("callback_query") or {}
    said = update.get("message") or update.get("edited_message") or update.get("guest_message")
    if message := said or pressed.get("message"):
        return f"{message['chat']['id']}:{message.get('message_thread_id') or ''}"
    if chosen := update.get("chosen_inline_result"):  # beside what is said: it waits a moment
        return f"chosen by {chosen['from']['id']}"
    if member := update.get("my_chat_member"):  # beside what is said there: a greeting waits a moment
        return f"member of {member['chat']['id']}"
    asked = pressed or update.get("inline_query")
    return str(asked["from"]["id"]) if asked else ""


def topic_of(update: Update) -> tuple[Place, str, bool] | None:
    """The topic in which a message stands, its name if the message tells it, and whether that is a new one."""
    message = update.message
    if message is None or not message.is_topic_message or message.message_thread_id is None:
        return None
    place = _place(message.chat, message)
    if place.private:
        return None
    if message.forum_topic_edited:
        return place, message.forum_topic_edited.name or "", True
    made = message.forum_topic_created
    if made is None and message.reply_to_message:
        made = message.reply_to_message.forum_topic_created
    return place, made.name if made else "", False


def read_update(update: Update, me: User) -> Incoming | None:
    """The request in an update, None if there is none."""
    event = f"{me.id}:{update.update_id}"
    if update.callback_query:
        return _pressed(update.callback_query, event, me)
    if update.inline_query:
        inline = update.inline_query
        person = person_of(inline.from_user, me.id)
        return InlineQuery(Request(event, person, private_place(person.account)), inline.id, inline.query)
    if update.chosen_inline_result:
        chosen = update.chosen_inline_result
        person = person_of(chosen.from_user, me.id)
        command, _, value = chosen.result_id.partition(" ")
        return ChosenLine(Request(event, person, private_place(person.account)), command, value) if value else None
    if update.guest_message:
        return _guest_call(update.guest_message, event, me)
    if update.my_chat_member:
        return _own_membership(update.my_chat_member, event, me)
    message = update.message or update.edited_message
    if message is None:
        return None
    if message.migrate_to_chat_id:
        old = Place(PLATFORM, str(message.chat.id))
        return ChatMoved(old, Place(PLATFORM, str(message.migrate_to_chat_id)))
    if message.migrate_from_chat_id:
        old = Place(PLATFORM, str(message.migrate_from_chat_id))
        return ChatMoved(old, Place(PLATFORM, str(message.chat.id)), repeated=True)
    if message.left_chat_member:
        return PersonLeft(_place(message.chat, None), person_of(message.left_chat_member, me.id))
    if message.new_chat_members:
        people = tuple(person_of(user, me.id) for user in message.new_chat_members)
        return PeopleEntered(_place(message.chat, None), people)
    said = _said(message, event, me)
    if update.message or said is None:
        return said
    late = message.edit_date is None or (message.edit_date - message.date).total_seconds() > READ_FOR
    return None if late else replace(said, edited=True)


def _guest_call(message: Message, event: str, me: User) -> GuestCall | None:
    """A call of the bot as a guest; the request knows their private chat only, since it can write in no other."""
    user, query = message.from_user, message.guest_query_id
    if user is None or user.is_bot or message.sender_chat or not query:
        return None
    person = person_of(user, me.id)
    typed = _without_our_name(message, said_in(message), me)
    return GuestCall(Request(event, person, private_place(person.account)), query, " ".join(typed.split()))


def _own_membership(change: ChatMemberUpdated, event: str, me: User) -> AddedToGroup | BotRemoved | None:
    """The bot's coming into a group, or its going, also where a person blocks it; None where it gets other rights, or
    is unblocked.
    """
    was, now = is_inside(change.old_chat_member), is_inside(change.new_chat_member)
    if was and not now:
        return BotRemoved(str(change.chat.id))
    if change.chat.type not in (ChatType.GROUP, ChatType.SUPERGROUP) or was or not now:
        return None
    return AddedToGroup(event, _place(change.chat, None), person_of(change.from_user, me.id))


def is_inside(member: ChatMember) -> bool:
    """Is somebody in a chat, with whatever rights?"""
    if isinstance(member, ChatMemberRestricted):
        return member.is_member
    return member.status not in (ChatMemberStatus.LEFT, ChatMemberStatus.BANNED)


def _pressed(query: CallbackQuery, event: str, me: User) -> ButtonPress | None:
    shown = query.message
    if shown is None or query.data is None:
        return None
    message = shown if isinstance(shown, Message) else None
    place = _place(shown.chat, message)
    return ButtonPress(
        Request(event, person_of(query.from_user, me.id), place, str(shown.message_id)),
        query.id,
        query.data,
        ephemeral=(message.api_kwargs if message else {}).get("ephemeral_message_id"),
        pictured=bool(message and message.photo),
    )


def _said(message: Message, event: str, me: User) -> IncomingMessage | None:
    user, text = message.from_user, said_in(message)
    if not text and message.document and message.chat.type == ChatType.PRIVATE:
        text = IMPORTS  # there is nothing else that a file without words could be for
    if user is None or not text or message.chat.type == ChatType.CHANNEL:
        return None
    # Other bots repeat what they read, and posts of a channel come by themselves: they may be our own words.
    if message.is_automatic_forward or (user.is_bot and not message.sender_chat):
        return None
    if message.via_bot and message.via_bot.id == me.id and not text.startswith("/"):
        return None  # a card with our own words
    person = person_of(user, me.id)
    if message.sender_chat:
        # An administrator who hides behind the group, or a channel: nobody knows who it is.
        person = Person(PLATFORM, str(message.sender_chat.id), message.sender_chat.effective_name or "", is_bot=True)
    answered = _answered(message)
    own = answered if answered and answered.from_user and answered.from_user.id == me.id else None
    place = _place(message.chat, message)
    attached = _attached(message, answered)
    request = Request(event, person, place, str(own.message_id) if own else "", attached=attached, offers=_offers(own))
    if not text.startswith("/"):
        said = _without_our_name(message, text, me)
        request = replace(request, addressed=own is not None or said != text)
        if own and place.private and (payload := _asked(own, me)):
            return IncomingMessage(replace(request, written=text), message.message_id, text=text, payload=payload)
        return IncomingMessage(
            replace(request, chosen=_only_named(message, text, me)),
            message.message_id,
            text=said,
            comments=_is_comment(message),
        )
    head, *_ = text[1:].split(maxsplit=1) or [""]
    name, _, addressee = head.partition("@")
    if addressee and addressee.lower() != (me.username or "").lower():
        return None
    line, mentioned = _without_mention(message, text)
    link = line.partition(" ")[2]
    if name == "start" and place.private and "_" in link:  # no code of a match has a _
        return IncomingMessage(request, message.message_id, link=link)
    try:
        command, typed = read_line(line)
    except UnknownCommand:
        # In a group another bot may be meant; asked directly we say that there is no such command.
        return IncomingMessage(request, message.message_id, command=name or "?") if addressee or place.private else None
    arguments: dict[str, str | Person] = dict(typed)
    person_option = COMMANDS.find(command).person
    named = typed.get(person_option)
    if named and (named.startswith("@") or person_option == "who"):
        arguments[person_option] = _by_handle(named.removeprefix("@"), me)
    if mentioned and person_option:
        arguments[person_option] = person_of(mentioned, me.id)
    elif person_option and named is None and answered and not own and answered.from_user:
        arguments[person_option] = person_of(answered.from_user, me.id)
    return IncomingMessage(request, message.message_id, command, arguments, comments=_is_comment(message))


def _is_comment(message: Message) -> bool:
    """Does a message stand among the comments of a channel's post? One that answers a comment carries its thread."""
    answered, thread = message.reply_to_message, message.message_thread_id
    if answered is None or message.is_topic_message or message.chat.type != ChatType.SUPERGROUP:
        return False
    return bool(answered.is_automatic_forward) or thread not in (None, answered.message_id)


def _attached(message: Message, answered: Message | None) -> AttachedFile | None:
    """The document that a message captions, or that it answers."""
    document = message.document or (answered.document if answered else None)
    if document is None:
        return None

    async def read() -> bytes:
        kept = await document.get_file()
        return bytes(await kept.download_as_bytearray())

    return AttachedFile(document.file_size or 0, read)


def _answered(message: Message) -> Message | None:
    """The message this one answers. In a topic every message answers the one that opened it, which says nothing."""
    answered = message.reply_to_message
    return None if answered is None or answered.forum_topic_created else answered


def _without_our_name(message: Message, text: str, me: User) -> str:
    """The text without mentions of the bot; the very same text where there are none."""
    kinds: list[str | None] = [MessageEntity.MENTION, MessageEntity.TEXT_MENTION]
    found = message.parse_entities(kinds) or message.parse_caption_entities(kinds)
    for entity, name in found.items():
        if name.casefold() == f"@{me.username}".casefold() or (entity.user and entity.user.id == me.id):
            text = text.replace(name, " ", 1)
    return text


def _offers(message: Message | None) -> tuple[str, ...]:
    """The payloads of the buttons on a message."""
    keys = message.reply_markup.inline_keyboard if message and message.reply_markup else ()
    return tuple(read_data(key.callback_data)[0] for row in keys for key in row if isinstance(key.callback_data, str))


def _asked(message: Message, me: User) -> str:
    """The payload of the text that a message asks for; empty where it asks for none."""
    found = message.parse_entities([MessageEntity.TEXT_LINK])
    return next(filter(None, (asked_payload(each.url, me.username or "") for each in found)), "")


def _only_named(message: Message, text: str, me: User) -> Person | None:
    """The person whose mention is all that a text says."""
    for entity, name in message.parse_entities([MessageEntity.MENTION, MessageEntity.TEXT_MENTION]).items():
        if name == text.strip():
            return person_of(entity.user, me.id) if entity.user else _by_handle(name.removeprefix("@"), me)
    return None


def _without_mention(message: Message, text: str) -> tuple[str, User | None]:
    """The command as one line without a person mentioned by name alone, and that person."""
    found = message.parse_entities([MessageEntity.TEXT_MENTION]) or message.parse_caption_entities(
        [MessageEntity.TEXT_MENTION]
    )
    for entity, name in found.items():
        return " ".join(text.replace(name, " ", 1).split()), entity.user
    return " ".join(text.split()), None


def _by_handle(handle: str, me: User) -> Person:
    if handle.lower() == (me.username or "").lower():
        return person_of(me, me.id)
    return Person(PLATFORM, "", handle, handle=handle.lower())


def _place(chat: Chat, message: Message | None) -> Place:
    # Answers in ordinary supergroups carry a thread too; it names no topic and must not be sent back.
    thread = message.message_thread_id if message and message.is_topic_message else None
    return Place(PLATFORM, str(chat.id), str(thread or ""), private=chat.type == ChatType.PRIVATE)
