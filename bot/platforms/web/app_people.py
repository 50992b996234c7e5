"""The people of the page inside Telegram, who are those of the chats."""

from typing import cast

from bot.chat import Person, Place
from bot.chat.ports import RoomMember
from bot.platforms.web.app_sessions import AppMember, member_id


class AppPeople:
    """People of chats: what they do in the page they do as in their private chat, or where they asked for a link."""

    has_talk = False
    has_boards = False

    def id_of(self, person: Person) -> str:
        """The id by which they may be in the page."""
        return member_id(person)

    def person_of(self, member: RoomMember) -> Person:
        """The person that a member is in the chat."""
        return cast(AppMember, member).person

    def place_of(self, member: RoomMember, room: str) -> Place:
        """The place a member comes from, whatever the room of the page."""
        del room
        return self.corner_of(member)

    def corner_of(self, member: RoomMember) -> Place:
        """The place a member comes from."""
        return cast(AppMember, member).place
