"""What a platform can show and hear, as far as an answer depends on it."""

from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True, kw_only=True)
class Capabilities:
    """The defaults are those of a platform that can do everything."""

    narrow_pictures: bool = False
    """Pictures are seen in a narrow column: long boards stand upright there."""
    low_pictures: bool = False
    """A picture higher than wide is shown as a stamp."""
    picture_right: str = ""
    """The permission without which it takes no pictures, as it is called there."""
    hears_all: bool = False
    """Every line of a group is meant for Papan too, not only those that name it or answer it."""
    one_person_messages: bool = True
    """In a group nobody else can come to read an answer that is meant for one person."""
    invitation_links: bool = True
    """An invitation has a link (``bot.chat.Invite``)."""
    people_by_handle: bool = False
    """People are named by their typed @name, or by an answer to a message of theirs."""
    answers_change_for: timedelta | None = None
    """So long an answer to one person may change by itself; None for as long as wanted."""
    live_boards: int | None = None
    """So many live matches can be shown in a group; None for any number."""
