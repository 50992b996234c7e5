"""Accounts of people, and the places where they talk. Pure values."""

from dataclasses import dataclass

PLATFORMS = ("computer", "discord", "team", "telegram", "village", "web")
"""The platforms on which people may have accounts; the computer has its own, and so have the village, which is all who
are in a chat, and the team, which is some of them."""
UNPROVEN = ("web",)
"""The platforms on which anybody may take any name, so that nobody's rating can follow from a match there."""
CORNER = "@"
"""The prefix of the name of a person's own corner in the web room, before their id. Only they and Papan are there."""


@dataclass(frozen=True)
class Person:
    """An account on a platform. ``handle`` is the name others type after @, lower case, where there is one.

    ``account`` is empty for a person who was only named by handle and is not known yet.
    ``is_bot`` marks bots, webhooks, channels and anonymous administrators, who cannot play.
    ``is_self`` marks Papan's own account.
    """

    platform: str
    account: str
    name: str
    handle: str = ""
    locale: str = ""
    is_bot: bool = False
    is_self: bool = False


@dataclass(frozen=True)
class Place:
    """A channel, chat, thread or room where people talk. ``thread`` is a forum topic inside the chat (Telegram).

    ``private``: only one person and the bot read it. ``can_post``: the bot may write there later without being asked
    (false where an app is only installed by a person); ``can_thread``: it may open a thread there; ``parent`` is the
    channel of a thread that everybody there can read (Discord). ``server`` is the server of a channel (Discord), where
    it is known.
    """

    platform: str
    chat: str
    thread: str = ""
    private: bool = False
    can_post: bool = True
    can_thread: bool = False
    parent: str = ""
    server: str = ""

    @property
    def community(self) -> str:
        """The server, group or room whose hosts decide here, by its id on the platform; none in a private chat.

        Where the server of a channel is not known, as in rows of old, the channel stands for it.
        """
        return "" if self.private else self.server or self.parent or self.chat

    @property
    def channel(self) -> str:
        """The channel that it is in, of which a thread is a part; the chat itself where there are no channels."""
        return self.parent or self.chat

    def is_at(self, other: "Place") -> bool:
        """Is it the same place, whatever the bot may do there?"""
        return (self.platform, self.chat, self.thread) == (other.platform, other.chat, other.thread)

    def is_around(self, other: "Place") -> bool:
        """Is it in the same chat, be it in a thread of it that everybody there can read?"""
        here, there = (self.parent or self.chat, other.parent or other.chat)
        return (self.platform, here) == (other.platform, there) and self.private == other.private
