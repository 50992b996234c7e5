"""The answers to the people in the page inside Telegram: in memory only, for as long as they may look at them.

Chats keep what is said in chats. Here are answers to one person, who sees them beside their board.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.chat.ports import Body, RoomDevice, RoomMember
from bot.foundation.bounded import BoundedMemory
from bot.platforms.web.app_sessions import AppMember, AppSessions

ANSWERS = 5_000
"""The most answers that are kept, the newest of all people together."""
PICTURES = 400
"""The most of their pictures."""


@dataclass(frozen=True)
class AppMessage:
    """A message, as ``RoomMessage``."""

    id: str
    room: str
    seq: int
    changed: int
    only_for: str | None
    body: Body
    picture: str | None
    deleted: bool = False


class AppArchive:
    """The ``RoomArchive`` of the page inside Telegram: its people are those of the sessions."""

    def __init__(self, sessions: AppSessions) -> None:
        self._sessions = sessions
        sessions.on_end = self.forget
        self._messages = BoundedMemory[str, AppMessage](ANSWERS)
        self._pictures = BoundedMemory[str, bytes](PICTURES)
        self._last = 0

    async def add_member(self, name: str, language: str) -> tuple[RoomMember, str]:
        """Nobody gives themselves a name here."""
        raise NotImplementedError

    async def rename(self, person: str, name: str) -> RoomMember | None:
        """Nobody has another name here than in the chat."""
        del person, name
        return None

    async def set_language(self, person: str, language: str) -> RoomMember | None:
        """Speak this language with a person; None where they are not here any more."""
        member = self._sessions.member(person)
        if member is None:
            return None
        changed = replace(member, person=replace(member.person, locale=language))
        self._sessions.change(changed)
        return changed

    async def member_by_secret(self, secret: str) -> RoomMember | None:
        """Nobody comes in by a secret alone."""
        del secret
        return None

    async def is_there(self, person: str, secret: str) -> bool:
        """Does a session of a person last?"""
        del secret
        return self._sessions.member(person) is not None

    async def let_in(self, person: str, device: str, browser: str) -> str | None:
        """Nobody is let in here: the chat does that, on every device on which it is opened."""
        del person, device, browser
        return None

    async def devices(self, person: str, secret: str) -> Sequence[RoomDevice]:
        """The chat knows them."""
        del person, secret
        return ()

    async def sign_out(self, person: str, device: str) -> bool:
        """The chat does that."""
        del person, device
        return False

    async def member(self, person: str) -> AppMember | None:
        """A person by id, as long as their session lasts."""
        return self._sessions.member(person)

    async def member_by_name(self, name: str) -> RoomMember | None:
        """People of chats are not found by their names here."""
        del name
        return None

    async def manages(self, person: str) -> bool:
        """There is no common room here."""
        del person
        return False

    async def let_manage(self, person: str, key: str) -> bool:
        """There is no common room here, and no key."""
        del person, key
        return False

    async def note_seen(self, person: str, secret: str = "") -> None:
        """Do nothing: no name has to be kept."""

    async def add(
        self,
        message: str,
        room: str,
        author: str | None,
        only_for: str | None,
        body: Body,
        png: bytes | None = None,
    ) -> AppMessage:
        """Keep a new message; one with this id that is there already stays as it is.

        The last answer to somebody whose session is over is shown, and not kept.
        """
        del author
        if known := self._messages.get(message):
            return known
        number = self._next()
        added = AppMessage(message, room, number, number, only_for, body, self._kept(png))
        if only_for is None or self._sessions.member(only_for):
            self._messages.put(message, added)
        return added

    async def edit(self, message: str, body: Body, png: bytes | None = None) -> AppMessage | None:
        """Bring a message to a new state; None if it is not there any more."""
        known = self._messages.get(message)
        if known is None:
            return None
        edited = replace(known, changed=self._next(), body=body, picture=self._kept(png))
        self._messages.put(message, edited)
        return edited

    async def delete(self, message: str) -> AppMessage | None:
        """Delete a message; None if it is not there any more."""
        known = self._messages.pop(message)
        return replace(known, changed=self._next(), body={}, picture=None, deleted=True) if known else None

    async def delete_private(self, room: str, person: str) -> Sequence[AppMessage]:
        """Delete the messages that only this person sees in a room; gives them."""
        theirs = [each.id for each in self._messages.values() if each.room == room and each.only_for == person]
        return [gone for each in theirs if (gone := await self.delete(each))]

    async def get(self, message: str) -> AppMessage | None:
        """A message that is still there."""
        return self._messages.get(message)

    async def changed_since(self, room: str, person: str, seq: int) -> Sequence[AppMessage]:
        """The messages of a room for this person that have changed after ``seq``, in the order of their numbers."""
        found = [each for each in self._messages.values() if each.room == room and each.changed > seq]
        return sorted((each for each in found if each.only_for in (None, person)), key=lambda each: each.seq)

    async def picture(self, name: str) -> bytes | None:
        """A picture by its hash."""
        return self._pictures.get(name)

    def forget(self, person: str) -> None:
        """Keep nothing of a person any more."""
        for each in self._messages.values():
            if each.only_for == person:
                self._messages.pop(each.id)

    def _next(self) -> int:
        self._last += 1
        return self._last

    def _kept(self, png: bytes | None) -> str | None:
        if png is None:
            return None
        name = hashlib.sha256(png).hexdigest()
        self._pictures.put(name, png)
        return name
