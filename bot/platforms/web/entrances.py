"""Whose person somebody in a window is: one of the room, or one of a chat whose page it is."""

from typing import Protocol

from bot.chat import CORNER, Person, Place
from bot.chat.ports import RoomMember

PLATFORM = "web"


def person_of(member: RoomMember) -> Person:
    """The neutral value for a person of the room."""
    return Person(PLATFORM, member.id, member.name, handle=member.name.casefold(), locale=member.language)


def corner_of(account: str) -> Place:
    """A person's own corner, their private chat with Papan."""
    return Place(PLATFORM, f"{CORNER}{account}", private=True)


class People(Protocol):
    """The people of a page: who they are to the app, and where they ask from."""

    has_talk: bool
    """Do people talk here? If not, each is in a room of their own."""
    has_boards: bool
    """Are the messages of matches shown here? If not, they are in the chats of their people."""

    def id_of(self, person: Person) -> str:
        """The id of a person among the members; empty for somebody else."""

    def person_of(self, member: RoomMember) -> Person:
        """The neutral value for a member."""

    def place_of(self, member: RoomMember, room: str) -> Place:
        """The place from which a member asks who is in a room of the page."""

    def corner_of(self, member: RoomMember) -> Place:
        """A member's private chat with Papan."""


class Entrance(Protocol):
    """Lets people of chats in, by what the chat says of them."""

    async def come(self, data: str, key: str) -> tuple[RoomMember, str, bool]:
        """The member who has come, the key of their session, and whether it is a new one. Raises LaunchRefused."""

    def wish(self, name: str) -> str:
        """The match that a member wishes to see first, where the chat knows of one; else empty."""

    def leave(self, name: str, key: str) -> None:
        """End the session of a member that has this key."""

    def end(self, name: str) -> None:
        """End all sessions of a member, who has had their data deleted."""


class RoomPeople:
    """The people of the web room."""

    has_talk = True
    has_boards = True

    def id_of(self, person: Person) -> str:
        """Their account."""
        return person.account if person.platform == PLATFORM else ""

    def person_of(self, member: RoomMember) -> Person:
        """The neutral value for a person of the room."""
        return person_of(member)

    def place_of(self, member: RoomMember, room: str) -> Place:
        """The room itself."""
        del member
        return Place(PLATFORM, room, private=room.startswith(CORNER))

    def corner_of(self, member: RoomMember) -> Place:
        """A person's own corner."""
        return corner_of(member.id)
