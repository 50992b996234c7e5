"""The state of the loopback Telegram: accounts, chats, topics, messages and files."""

import asyncio
import hashlib
import itertools
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from loopback.waiting import change, until

JSON = dict[str, Any]
T = TypeVar("T")

BOT_ID = 700_000_001


class Refusal(Exception):
    """The request is one that Telegram refuses, with an error code, a sentence and, for some, parameters.

    ``fault_of_bot``: no state of the chat excuses the request, so the server also counts it as a violation.
    """

    def __init__(self, code: int, sentence: str, parameters: JSON | None = None, *, fault_of_bot: bool = False) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.parameters = parameters
        self.fault_of_bot = fault_of_bot


def bad(sentence: str) -> Refusal:
    """A refusal that the state of a chat explains."""
    return Refusal(400, f"Bad Request: {sentence}")


def malformed(sentence: str) -> Refusal:
    """A refusal of a request that is wrong whatever the state."""
    return Refusal(400, f"Bad Request: {sentence}", fault_of_bot=True)


ADMINISTRATOR = (
    "can_be_edited", "is_anonymous", "can_manage_chat", "can_delete_messages", "can_manage_video_chats",
    "can_restrict_members", "can_promote_members", "can_change_info", "can_invite_users", "can_post_stories",
    "can_edit_stories", "can_delete_stories",
)  # fmt: skip
"""The rights of an administrator."""


_MUTED = (
    "can_send_messages", "can_send_audios", "can_send_documents", "can_send_photos", "can_send_videos",
    "can_send_video_notes", "can_send_voice_notes", "can_send_polls", "can_send_other_messages",
    "can_add_web_page_previews", "can_react_to_messages", "can_edit_tag", "can_change_info", "can_invite_users",
    "can_pin_messages", "can_manage_topics",
)  # fmt: skip
"""The rights that a restricted person may lack."""


@dataclass(frozen=True)
class Upload:
    """A file in a multipart request."""

    name: str
    content_type: str
    data: bytes


_OF_DOCUMENT = {"file_id", "file_unique_id", "file_size", "file_name"}


@dataclass(frozen=True)
class StoredFile:
    """A file that Telegram keeps; ``kind`` is photo, animation or document."""

    file_id: str
    kind: str
    name: str
    data: bytes
    width: int = 0
    height: int = 0

    @property
    def digest(self) -> str:
        """Names the content: two uploads of the same bytes share it."""
        return hashlib.sha256(self.data).hexdigest()[:20]

    def json(self) -> JSON:
        """A PhotoSize, an Animation, whose sender does not say how long it is, or a Document."""
        common: JSON = {"file_id": self.file_id, "file_unique_id": self.digest, "file_size": len(self.data)}
        if self.kind == "photo":
            return {**common, "width": self.width, "height": self.height}
        named = {**common, "file_name": self.name}
        if self.kind == "animation":
            return {**named, "width": self.width, "height": self.height, "duration": 0}
        return named


@dataclass(eq=False)
class Account:
    """A person or a bot."""

    id: int
    name: str
    username: str = ""
    language: str = ""
    is_bot: bool = False

    def json(self) -> JSON:
        """A User."""
        user: JSON = {"id": self.id, "is_bot": self.is_bot, "first_name": self.name}
        if self.username:
            user["username"] = self.username
        if self.language:
            user["language_code"] = self.language
        return user


@dataclass(eq=False)
class Topic:
    """A forum topic; its id is that of the service message that created it."""

    id: int
    name: str
    closed: bool = False
    deleted: bool = False


@dataclass(frozen=True)
class Key:
    """A button as people see it: its label and what it carries."""

    label: str
    data: str = ""
    url: str = ""
    style: str = ""
    app: str = ""
    """The address of the page that it opens inside Telegram."""


@dataclass(eq=False)
class Message:
    """A message; ``shown`` and ``keys`` are the parts that people see."""

    id: int
    chat: "Chat"
    sender: Account
    date: int
    text: str = ""
    entities: list[JSON] = field(default_factory=list)
    file: StoredFile | None = None
    markup: JSON | None = None
    thread: int | None = None
    reply_to: "Message | None" = None
    service: JSON = field(default_factory=dict)
    reaction: str = ""
    """The bot's."""
    edits: int = 0
    edit_date: int = 0
    deleted: bool = False
    receiver: Account | None = None
    in_place_of: "Message | None" = None
    silent: bool = False
    """It makes no sound."""
    asks_reply: bool = False
    """The client begins a reply to it."""

    @property
    def shown(self) -> str:
        """The text, or the caption under a picture."""
        return self.text

    @property
    def photo(self) -> bytes | None:
        """The picture, if there is one."""
        return self.file.data if self.file and self.file.kind == "photo" else None

    @property
    def rows(self) -> list[list[Key]]:
        """The inline keyboard."""
        rows = self.markup["inline_keyboard"] if self.markup else []
        return [
            [
                Key(
                    b["text"],
                    b.get("callback_data", ""),
                    b.get("url", ""),
                    b.get("style", ""),
                    b.get("web_app", {}).get("url", ""),
                )
                for b in row
            ]
            for row in rows
        ]

    @property
    def keys(self) -> list[Key]:
        """The buttons, row by row."""
        return [key for row in self.rows for key in row]

    def json(self, *, with_reply: bool = True) -> JSON:
        """A Message."""
        out: JSON = {
            "message_id": 0 if self.receiver else self.id,
            "from": self.sender.json(),
            "chat": self.chat.json(),
            "date": self.date,
            **self.service,
        }
        if self.receiver:
            out |= {"ephemeral_message_id": self.id, "receiver_user": self.receiver.json()}
        if self.edit_date:
            out["edit_date"] = self.edit_date
        if self.thread is not None:
            out["message_thread_id"] = self.thread
            if self.chat.is_forum:
                out["is_topic_message"] = True
        if with_reply and self.reply_to:
            out["reply_to_message"] = self.reply_to.json(with_reply=False)
        if self.file:
            out[self.file.kind] = [self.file.json()] if self.file.kind == "photo" else self.file.json()
            if self.file.kind == "animation":  # it is told both ways, for bots that know no animations
                out["document"] = {name: each for name, each in self.file.json().items() if name in _OF_DOCUMENT}
            if self.text:
                out["caption"] = self.text
                out["caption_entities"] = self.entities
        elif self.text:
            out["text"] = self.text
            if self.entities:
                out["entities"] = self.entities
        if self.markup:
            out["reply_markup"] = self.markup
        return out


@dataclass(eq=False)
class Chat:
    """A private chat (``person`` is set), group, supergroup or channel, as the bot stands in it."""

    id: int
    type: str
    title: str
    ids: Iterator[int]
    person: Account | None = None
    is_forum: bool = False
    members: dict[int, Account] = field(default_factory=dict)
    banned: set[int] = field(default_factory=set)
    """Accounts that were thrown out."""
    silenced: set[int] = field(default_factory=set)
    """Accounts that may not write here, whether or not they are members."""
    admins: set[int] = field(default_factory=set)
    """Accounts that are administrators."""
    hides_members: bool = False
    """Only administrators are told who is here."""
    topics: dict[int, Topic] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    ephemerals: dict[int, Message] = field(default_factory=dict)
    started: bool = True
    blocked: bool = False
    kicked: bool = False
    muted: bool = False
    """The bot may not write here."""
    no_animations: bool = False
    """The bot may send no animations here."""
    no_photos: bool = False
    """The bot may send no photos here."""
    no_reactions: bool = False
    """The administrators allow no reactions here."""
    bot_is_admin: bool = False
    bot_edits_tags: bool = False
    """Has the bot, as an administrator, the right to edit the tags of members?"""
    tags: dict[int, str] = field(default_factory=dict)
    """The tags of members, by account."""
    migrated_to: int | None = None
    discussion: "Chat | None" = None
    """The group into which each post of this channel is forwarded."""

    def json(self) -> JSON:
        """A Chat."""
        out: JSON = {"id": self.id, "type": self.type}
        if self.person:
            out["first_name"] = self.person.name
            if self.person.username:
                out["username"] = self.person.username
        else:
            out["title"] = self.title
        if self.is_forum:
            out["is_forum"] = True
        return out

    def seen_by(self, person: Account | None = None) -> list[Message]:
        """The messages a person finds here, oldest first: those for all and those only for this person."""
        open_ones = [message for message in self.messages.values() if not message.deleted and not message.service]
        own = [m for m in self.ephemerals.values() if not m.deleted and person is not None and m.receiver is person]
        replaced = {m.in_place_of for m in own}
        return sorted((m for m in (*open_ones, *own) if m not in replaced), key=lambda m: m.id)

    def from_bot(self, person: Account | None = None) -> list[Message]:
        """The bot's messages among those a person finds here."""
        return [message for message in self.seen_by(person) if message.sender.id == BOT_ID]


def kicked_from(chat: Chat) -> Refusal:
    """The refusal of what the bot asks in a chat that it was thrown out of."""
    return Refusal(403, f"Forbidden: bot was kicked from the {chat.type} chat")


def membership(chat: Chat, account: Account) -> JSON:
    """A ChatMember: how an account stands in a chat."""
    is_in, user = account.id in chat.members, account.json()
    tagged = {"tag": chat.tags[account.id]} if account.id in chat.tags else {}
    if (account.id == BOT_ID and chat.bot_is_admin) or (is_in and account.id in chat.admins):
        may = {"can_manage_tags": chat.bot_edits_tags} if account.id == BOT_ID else {}
        return {"status": "administrator", "user": user, **dict.fromkeys(ADMINISTRATOR, True), **may}
    if account.id in chat.banned:
        return {"status": "kicked", "user": user, "until_date": 0}
    if account.id in chat.silenced:
        rights = dict.fromkeys(_MUTED, False)
        return {"status": "restricted", "user": user, "is_member": is_in, "until_date": 0, **rights, **tagged}
    return {"status": "member", "user": user, **tagged} if is_in else {"status": "left", "user": user}


class World:
    """All objects of the loopback Telegram, and the signal of a change."""

    def __init__(self, username: str) -> None:
        self.bot = Account(BOT_ID, "Papan", username, is_bot=True)
        self.accounts: dict[int, Account] = {BOT_ID: self.bot}
        self.chats: dict[int, Chat] = {}
        self.files: dict[str, StoredFile] = {}
        self.knows_times = True
        """Does the server know the entity of a moment?"""
        self._changed = asyncio.Event()
        self._user_ids = itertools.count(5_000_000_001)
        self._group_ids = itertools.count(4_000_001)
        self._file_ids = itertools.count(1)
        # Private chats and basic groups share one count, each supergroup has its own, as with Telegram:
        # the same number names different messages in different chats.
        self._message_ids = itertools.count(1)

    def add_account(self, name: str, username: str, language: str, *, is_bot: bool = False) -> Account:
        """A new account with its private chat, which nobody has started yet."""
        account = Account(next(self._user_ids), name, username, language, is_bot)
        self.accounts[account.id] = account
        self.chats[account.id] = Chat(
            account.id, "private", name, self._message_ids, account, members={account.id: account}, started=False
        )
        return account

    def add_group(self, title: str, people: tuple[Account, ...], *, supergroup: bool, forum: bool = False) -> Chat:
        """A new group with the bot and these people in it."""
        number = next(self._group_ids)
        members = {account.id: account for account in (self.bot, *people)}
        if supergroup:
            chat = Chat(
                -1_000_000_000_000 - number, "supergroup", title, itertools.count(2), is_forum=forum, members=members
            )
        else:
            chat = Chat(-number, "group", title, self._message_ids, members=members)
        self.chats[chat.id] = chat
        return chat

    def add_channel(self, title: str, discussion: Chat) -> Chat:
        """A new channel with the bot as an administrator, and the group in which it is discussed."""
        number = -1_000_000_000_000 - next(self._group_ids)
        chat = Chat(number, "channel", title, itertools.count(2), bot_is_admin=True, discussion=discussion)
        self.chats[chat.id] = chat
        return chat

    def add_file(self, kind: str, upload: Upload, width: int = 0, height: int = 0) -> StoredFile:
        """Keep an upload."""
        name = f"{'AgAC' if kind == 'photo' else 'BQAC'}{next(self._file_ids):08d}"
        stored = StoredFile(name, kind, upload.name, upload.data, width, height)
        self.files[name] = stored
        return stored

    def add_message(self, chat: Chat, sender: Account, *, receiver: Account | None = None, **content: Any) -> Message:
        """A new message in a chat; one with a receiver is seen by nobody else."""
        message = Message(next(chat.ids), chat, sender, int(time.time()), receiver=receiver, **content)
        (chat.ephemerals if receiver else chat.messages)[message.id] = message
        self.changed()
        return message

    def changed(self) -> None:
        """Wake the tasks that wait for a change."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def until(self, ready: Callable[[], T | None], seen: Callable[[], object] | None = None) -> T:
        """The first true value of ``ready``, asked again after every change.

        Raises TimeoutError with the result of ``seen``.
        """
        return await until(ready, seen, lambda: change(self._changed))
