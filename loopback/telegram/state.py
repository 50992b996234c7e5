"""The state that the methods share: chats to write to, callback queries, the groups' pace, command menus."""

import asyncio
import itertools
import json
import math
import re
from collections import defaultdict, deque
from dataclasses import dataclass, field

from loopback.telegram.updates import Updates
from loopback.telegram.world import BOT_ID, JSON, Account, Chat, Message, Refusal, World, bad, kicked_from, malformed

GROUP_LIMIT = 20
MINUTE = 60.0


@dataclass(eq=False)
class Press:
    """A press of a button, and the bot's direct answer to it: a toast, an alert, or a link opened."""

    id: str
    person: Account
    message: Message
    at: float
    answer: JSON | None = None

    @property
    def text(self) -> str:
        """The words of the toast or alert."""
        return str((self.answer or {}).get("text", ""))

    @property
    def is_alert(self) -> bool:
        """Do the words have to be closed by the person?"""
        return bool((self.answer or {}).get("show_alert", False))

    @property
    def url(self) -> str:
        """The link that was opened."""
        return str((self.answer or {}).get("url", ""))


@dataclass(eq=False)
class Search:
    """An inline query and the results the bot gave."""

    id: str
    person: Account
    text: str
    at: float
    results: list[JSON] | None = None
    button: JSON | None = None


@dataclass
class State:
    """All that a method may read or change. ``inline_feedback``: chosen inline results are told, as the owner of the
    bot has wished of @BotFather.
    """

    world: World
    updates: Updates
    ephemeral: bool
    query_lifetime: float = math.inf
    """Seconds in which a press or search may be answered: some 15 on the real Telegram. An answer is not to be too late
    because the machine is slow, so only tests about that set it."""
    ephemeral_window: float = math.inf
    """Seconds after a press in which a bot that is no administrator may answer it with an ephemeral one; likewise."""
    enforce_group_limit: bool = False
    inline_feedback: bool = False
    group_window: float = MINUTE
    presses: dict[str, Press] = field(default_factory=dict)
    searches: dict[str, Search] = field(default_factory=dict)
    guest_calls: dict[str, Chat] = field(default_factory=dict)
    """The chats without the bot in which it was called, until it has answered."""
    menus: dict[tuple[str, str], list[JSON]] = field(default_factory=dict)
    menu_button: JSON = field(default_factory=lambda: {"type": "default"})
    """The button beside the field for words in private chats."""
    traffic: defaultdict[int, deque[float]] = field(default_factory=lambda: defaultdict(deque))
    actions: list[tuple[int, str]] = field(default_factory=list)
    query_ids: "itertools.count[int]" = field(default_factory=lambda: itertools.count(9_000_000_000_001))

    @staticmethod
    def now() -> float:
        """Seconds on a clock that never jumps."""
        return asyncio.get_running_loop().time()

    def chat(self, chat_id: int | str) -> Chat:
        """The chat of this id, if the bot knows it. Raises Refusal."""
        chat = self.world.chats.get(int(chat_id)) if re.fullmatch(r"-?\d+", str(chat_id)) else None
        if chat is None:
            raise bad("chat not found")
        return chat

    def writable(self, chat_id: int | str) -> Chat:
        """The chat of this id, where the bot may write. Raises Refusal."""
        chat = self.chat(chat_id)
        if chat.migrated_to is not None:
            raise Refusal(
                400,
                "Bad Request: group chat was upgraded to a supergroup chat",
                {"migrate_to_chat_id": chat.migrated_to},
            )
        if chat.kicked:
            raise kicked_from(chat)
        if chat.muted:
            raise bad("not enough rights to send text messages to the chat")
        if chat.person and chat.person.is_bot:
            raise Refusal(403, "Forbidden: bots can't send messages to bots")
        if chat.person and chat.blocked:
            raise Refusal(403, "Forbidden: bot was blocked by the user")
        if chat.person and not chat.started:
            raise Refusal(403, "Forbidden: bot can't initiate conversation with a user")
        return chat

    def thread(self, chat: Chat, number: int | None) -> int | None:
        """The topic to write to; None is General. Raises Refusal."""
        if number is None:
            return None
        topic = chat.topics.get(number)
        # General has no number of its own here: sending to 1 is refused though updates once carried it.
        if topic is None or topic.deleted:
            raise bad("message thread not found")
        if topic.closed and not chat.bot_is_admin:
            raise bad("TOPIC_CLOSED")
        return number

    def pace(self, chat: Chat) -> None:
        """Count a message or edit in a group. Raises Refusal with 429 when the limit is enforced and reached."""
        if chat.person:
            return
        times, now = self.traffic[chat.id], self.now()
        recent = [at for at in times if at > now - self.group_window]
        if self.enforce_group_limit and len(recent) >= GROUP_LIMIT:
            wait = max(1, math.ceil(recent[-GROUP_LIMIT] + self.group_window - now))
            raise Refusal(429, f"Too Many Requests: retry after {wait}", {"retry_after": wait})
        times.append(now)

    def busiest_minute(self, chat: Chat) -> int:
        """The most messages and edits in a group within any one minute."""
        times = list(self.traffic[chat.id])
        return max((sum(start <= at < start + MINUTE for at in times) for start in times), default=0)

    def forward_post(self, post: Message) -> None:
        """Forward a post of a channel into the group in which it is discussed, as Telegram does by itself."""
        group = post.chat.discussion
        if group is None:
            return
        channel = post.chat.json()
        origin = {"type": "channel", "date": post.date, "chat": channel, "message_id": post.id}
        marks = {"sender_chat": channel, "is_automatic_forward": True, "forward_origin": origin}
        sender = Account(777_000, "Telegram")
        forwarded = self.world.add_message(
            group, sender, text=post.text, entities=post.entities, file=post.file, service=marks
        )
        self.updates.add("message", forwarded.json())

    def open_press(self, query_id: str) -> Press:
        """A press that may still be answered. Raises Refusal."""
        press = self.presses.get(query_id)
        if press is None or press.answer is not None or self.now() - press.at > self.query_lifetime:
            raise bad("query is too old and response timeout expired or query ID is invalid")
        return press

    def ephemeral_receiver(self, chat: Chat, parameters: JSON) -> tuple[Account, Message | None]:
        """The receiver of an ephemeral message, and the message that it replaces. Raises Refusal."""
        receiver = chat.members.get(parameters["receiver_user_id"])
        if chat.person or receiver is None or receiver.id == BOT_ID:
            raise bad("EPHEMERAL_RECEIVER_INVALID")
        press = self.presses.get(parameters.get("callback_query_id", ""))
        fresh = (
            press is not None
            and press.person is receiver
            and press.message.chat is chat
            and self.now() - press.at <= self.ephemeral_window
        )
        if not fresh and not chat.bot_is_admin:
            raise bad("EPHEMERAL_MESSAGE_NOT_ALLOWED")
        if press is not None and press.answer is None:
            press.answer = {}
        if not parameters.get("replace_callback_query_message"):
            return receiver, None
        if press is None or press.message.receiver:
            raise malformed("replace_callback_query_message is only for presses on messages for all")
        return receiver, press.message

    def sees(self, message: Message) -> bool:
        """Does the bot, with privacy mode on, get this message of a person?"""
        chat = message.chat
        if chat.person or message.service or chat.bot_is_admin:
            return True
        if message.reply_to and message.reply_to.sender.id == BOT_ID and not message.reply_to.service:
            return True
        if any(self._names_the_bot(message.text, entity) for entity in message.entities):
            return True
        first = next((e for e in message.entities if e["type"] == "bot_command" and e["offset"] == 0), None)
        if first is None:
            return False
        _, _, addressee = message.text[: first["length"]].partition("@")
        return addressee.lower() in ("", self.world.bot.username.lower())

    def _names_the_bot(self, text: str, entity: JSON) -> bool:
        """Is this a mention of the bot? BotFather: "messages that either start with '/' or mention the bot"."""
        if entity["type"] == "text_mention":
            return bool(entity["user"]["id"] == BOT_ID)
        start, length = 2 * entity["offset"], 2 * entity["length"]
        name = text.encode("utf-16-le")[start : start + length].decode("utf-16-le")
        return entity["type"] == "mention" and name.lower() == f"@{self.world.bot.username}".lower()

    def menu(self, person: Account, chat: Chat) -> list[JSON]:
        """The commands a person is offered in a chat: the narrowest scope, then the person's language, wins."""
        kinds = ["chat", "all_private_chats" if chat.person else "all_group_chats", "default"]
        if person.id in chat.admins:
            kinds.insert(1, "all_chat_administrators")
        scopes: list[JSON] = [{"type": kind} | ({"chat_id": chat.id} if kind == "chat" else {}) for kind in kinds]
        for scope in scopes:
            for language in (person.language.partition("-")[0], ""):
                found = self.menus.get((scope_key(scope), language))
                if found:
                    return found
        return []


def scope_key(scope: JSON) -> str:
    """A command scope as a key."""
    return json.dumps(scope, sort_keys=True)
