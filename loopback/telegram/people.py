"""Acting as the people in the chats: they type, press, open links, block, and see the messages of the bot."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import parse_qs, urlsplit

from loopback.telegram.markup import typed_entities, utf16
from loopback.telegram.state import Press, Search, State
from loopback.telegram.world import ADMINISTRATOR, JSON, Account, Chat, Key, Message, Topic, Upload


class NotThere(AssertionError):
    """The person cannot do this: they see no such message or button."""


class Person:
    """A person with a Telegram account."""

    def __init__(self, state: State, account: Account) -> None:
        self._state = state
        self.account = account
        self.private = state.world.chats[account.id]
        """The chat with the bot."""

    @property
    def id(self) -> int:
        """The account's id."""
        return self.account.id

    def sees(self, chat: Chat) -> list[Message]:
        """The messages that the person finds in a chat, oldest first, without ephemeral ones for others."""
        return chat.seen_by(self.account)

    def from_bot(self, chat: Chat) -> list[Message]:
        """The bot's messages among those that the person finds in a chat."""
        return chat.from_bot(self.account)

    def menu(self, chat: Chat) -> dict[str, str]:
        """The commands offered to the person in a chat, with their descriptions."""
        return {command["command"]: command["description"] for command in self._state.menu(self.account, chat)}

    def say(
        self,
        chat: Chat,
        text: str,
        *,
        reply_to: Message | None = None,
        topic: Topic | None = None,
        mention: "Person | None" = None,
        anonymous: bool = False,
        channel: Chat | None = None,
        via_bot: bool = False,
        document: Upload | None = None,
        rich: Sequence[JSON] = (),
    ) -> Message:
        """Type into a chat. ``mention`` marks that person's name in the text; ``anonymous``: as an administrator who
        hides behind the group; ``channel``: in the name of this one; ``via_bot``: an inline result; ``document``: a
        file below which the text stands; ``rich``: the blocks of a rich message, which has no text."""
        if self.account.id not in chat.members:
            raise NotThere(f"{self.account.name} is not in {chat.title}")
        if chat.person:
            chat.started, chat.blocked = True, False
        entities = typed_entities(text)
        if mention:
            where = utf16(text[: text.index(mention.account.name)])
            found = {"type": "text_mention", "offset": where, "length": utf16(mention.account.name)}
            entities.append({**found, "user": mention.account.json()})
        thread = topic.id if topic else None
        if reply_to is None and topic:
            # Clients send what stands in a topic as an answer to the message that created it.
            answered: Message | None = chat.messages[topic.id]
        else:
            answered = reply_to
            if reply_to and chat.type == "supergroup":
                # Updates carry a thread for answers in ordinary supergroups too, where it must not be sent back.
                thread = reply_to.thread if chat.is_forum else (reply_to.thread or reply_to.id)
        sender = self.account
        service: JSON = {"rich_message": {"blocks": list(rich)}} if rich else {}
        hidden = chat if anonymous else channel
        if anonymous:
            sender = Account(1_087_968_824, "Group", "GroupAnonymousBot", is_bot=True)
        elif channel:
            sender = Account(136_817_688, "Channel", "Channel_Bot", is_bot=True)
        file = self._state.world.add_file("document", document) if document else None
        message = self._state.world.add_message(
            chat, sender, text=text, entities=entities, thread=thread, reply_to=answered, service=service, file=file
        )
        if (via_bot or self._state.sees(message)) and not chat.kicked:
            extra: JSON = {"sender_chat": hidden.json()} if hidden else {}
            extra |= {"via_bot": self._state.world.bot.json()} if via_bot else {}
            self._state.updates.add("message", {**message.json(), **extra})
        return message

    def edit(self, message: Message, text: str, *, after: int = 5) -> None:
        """Change a message of one's own, so many seconds after it was sent."""
        if message.sender is not self.account:
            raise NotThere(f"{self.account.name} has not sent that message")
        message.text, message.entities = text, typed_entities(text)
        message.edit_date = message.date + after
        self._state.world.changed()
        if self._state.sees(message) and not message.chat.kicked:
            self._state.updates.add("edited_message", message.json())

    def start(self, payload: str = "") -> Message:
        """Press Start in the private chat, or open ``t.me/<bot>?start=payload``."""
        return self.say(self.private, f"/start {payload}".rstrip())

    def open(self, url: str) -> Message:
        """Follow a link to the bot that stands on a button; a link to pass on is followed by its receiver."""
        url = parse_qs(urlsplit(url).query)["url"][0] if url.startswith("https://t.me/share/url?") else url
        prefix = f"https://t.me/{self._state.world.bot.username}"
        if not url.startswith(prefix):
            raise NotThere(f"{url} does not lead to the bot")
        _, _, payload = url.removeprefix(prefix).partition("?start=")
        return self.start(payload)

    def key(self, message: Message, label: str) -> Key:
        """The one button of a message whose label contains these words."""
        found = [key for key in message.keys if label in key.label]
        exact = [key for key in found if key.label == label]
        if len(exact or found) != 1:
            raise NotThere(f"{label!r} names {len(found)} of the buttons {[key.label for key in message.keys]}")
        return (exact or found)[0]

    def press(self, message: Message, label: str = "", *, data: str = "") -> Press:
        """Press a button that stands on a message the person sees: by (part of) its label or by its data."""
        if message not in self.sees(message.chat):
            raise NotThere("this message is not to be seen")
        if not data:
            data = self.key(message, label).data
        if data not in [key.data for key in message.keys if key.data]:
            raise NotThere(f"no button carries {data!r}")
        return self.forge_press(message, data)

    def forge_press(self, message: Message, data: str) -> Press:
        """Send any callback data for a message, as a tampered client can."""
        press = Press(str(next(self._state.query_ids)), self.account, message, self._state.now())
        self._state.presses[press.id] = press
        query: JSON = {"id": press.id, "from": self.account.json(), "chat_instance": str(message.chat.id), "data": data}
        self._state.updates.add("callback_query", {**query, "message": message.json()})
        return press

    def call(self, chat: Chat, text: str) -> Message:
        """Mention the bot in a chat of which it is no member (guest mode)."""
        if not chat.kicked:
            raise NotThere(f"the bot is in {chat.title}")
        query = str(next(self._state.query_ids))
        self._state.guest_calls[query] = chat
        said = self._state.world.add_message(chat, self.account, text=text, entities=typed_entities(text))
        self._state.updates.add("guest_message", {**said.json(), "guest_query_id": query})
        return said

    def search(self, text: str) -> Search:
        """Type ``@bot text`` in some chat (inline mode)."""
        search = Search(str(next(self._state.query_ids)), self.account, text, self._state.now())
        self._state.searches[search.id] = search
        query: JSON = {"id": search.id, "from": self.account.json(), "query": text, "offset": ""}
        self._state.updates.add("inline_query", query)
        return search

    def choose(self, search: Search, title: str, chat: Chat) -> Message:
        """Choose the inline result with this title: its text is posted in the person's name, via the bot."""
        found = next((result for result in search.results or [] if result["title"] == title), None)
        if found is None:
            raise NotThere(f"no result is called {title!r}")
        message = self.say(chat, found["input_message_content"]["message_text"], via_bot=True)
        message.markup = found.get("reply_markup")
        if self._state.inline_feedback:
            chosen: JSON = {"result_id": found["id"], "from": self.account.json(), "query": search.text}
            self._state.updates.add("chosen_inline_result", chosen)
        return message

    def leave(self, chat: Chat, *, banned: bool = False, told: bool = True) -> None:
        """Leave a group, or be thrown out of it; ``told``: a message says so, which large groups do without."""
        chat.members.pop(self.account.id)
        if banned:
            chat.banned.add(self.account.id)
        if told:
            self._told_of(chat, {"left_chat_member": self.account.json()})

    def join(self, chat: Chat, *, told: bool = True) -> None:
        """Come into a group, perhaps back into it; ``told`` as in ``leave``."""
        chat.banned.discard(self.account.id)
        chat.members[self.account.id] = self.account
        if told:
            self._told_of(chat, {"new_chat_members": [self.account.json()]})

    def _told_of(self, chat: Chat, service: JSON) -> None:
        message = self._state.world.add_message(chat, self.account, service=service)
        self._state.updates.add("message", message.json())

    def block(self) -> None:
        """Block the bot."""
        self.private.blocked = True
        self._member_change(self.private, "member", "kicked")

    def unblock(self) -> None:
        """Unblock the bot in the private chat."""
        self.private.blocked = False
        self._member_change(self.private, "kicked", "member")

    def add_bot(self, chat: Chat) -> None:
        """Put the bot into a group."""
        chat.kicked = False
        self._member_change(chat, "left", "member")

    def kick_bot(self, chat: Chat) -> None:
        """Throw the bot out of a group."""
        chat.kicked = True
        self._member_change(chat, "member", "kicked")

    def promote_bot(self, chat: Chat) -> None:
        """Make the bot an administrator."""
        chat.bot_is_admin = True
        self._member_change(chat, "member", "administrator")

    def delete(self, message: Message) -> None:
        """Delete a message, as its author or an administrator may; the bot is not told."""
        message.deleted = True
        self._state.world.changed()

    def _member_change(self, chat: Chat, old: str, new: str) -> None:
        bot = self._state.world.bot.json()

        def member(status: str) -> JSON:
            extra: JSON = {"until_date": 0} if status == "kicked" else {}
            if status == "administrator":
                extra = dict.fromkeys(ADMINISTRATOR, True)
            return {"status": status, "user": bot, **extra}

        change: JSON = {"chat": chat.json(), "from": self.account.json(), "date": 0}
        self._state.updates.add(
            "my_chat_member", {**change, "old_chat_member": member(old), "new_chat_member": member(new)}
        )

    async def gets(self, chat: Chat, *, text: str = "", key: str = "", photo: bool = False) -> Message:
        """The newest of the bot's messages here that has these words, such a button, a picture; waits for it.

        Raises TimeoutError.
        """

        def newest() -> Message | None:
            for message in reversed(self.from_bot(chat)):
                has_key = not key or any(key in found.label for found in message.keys)
                if text in message.shown and has_key and (message.photo or not photo):
                    return message
            return None

        def seen() -> object:
            wanted = f"text={text!r}, key={key!r}, photo={photo}"
            there = [(message.shown, [key.label for key in message.keys]) for message in self.from_bot(chat)]
            return f"{wanted} is not among", there

        return await self._state.world.until(newest, seen)

    async def answer(self, press: Press) -> Press:
        """The press once the bot has answered it. Raises TimeoutError."""
        return await self._state.world.until(lambda: press if press.answer is not None else None)

    async def found(self, search: Search) -> list[Any]:
        """The results of an inline query. Raises TimeoutError."""
        await self._state.world.until(lambda: search.results is not None)
        return search.results or []
