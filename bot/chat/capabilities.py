"""The capabilities of a platform, as far as answers depend on them."""

from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True, kw_only=True)
class Capabilities:
    """The defaults are those of a platform that can do everything."""

    narrow_pictures: bool = False
    """Pictures are seen in a narrow column: long boards stand upright there."""
    low_pictures: bool = False
    """A picture higher than wide is shown as a stamp."""
    draws_boards: bool = False
    """The message of a match shows its live board (``LiveBoard``), and needs no picture of it."""
    watched_by_address: bool = False
    """Each match that stands on the platform has an address there, at which whoever has it sees its live board."""
    picture_right: str = ""
    """The name of the permission for pictures on the platform."""
    has_roles: bool = False
    """Servers have channels and roles, of which its menus let people choose (``Menu.of``)."""
    has_tags: bool = False
    """Members of a group can have a tag beside their name."""
    has_topics: bool = False
    """Groups can have topics, the names of which are told (``RequestHandler.topic_seen``)."""
    hears_all: bool = False
    """Every line of a group is meant for Papan too, not only those that name it or answer it."""
    one_person_messages: bool = True
    """In a group nobody else can come to read an answer that is meant for one person."""
    invitation_links: bool = True
    """An invitation has a link (``bot.chat.Invite``)."""
    people_by_handle: bool = False
    """People are named by their typed @name, or by an answer to a message of theirs."""
    answers_change_for: timedelta | None = None
    """The time for which an answer to one person may be edited later; None for any time."""
    calls_elsewhere: bool = False
    """Those who cannot be told in the place of a board are told in another one (``MessageGateway.ping``).
    Then ``message`` is empty where there is no board."""
    live_boards: int | None = None
    """The number of live matches that a group can show; None for any number."""
