"""The launches that Telegram signs for its users who open the page inside it: checked before anything is believed.

Nothing is stored here and nothing is asked of anybody: what is right follows from the data, the token and the time.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from init_data_py import errors, validate_by_hash

from bot.chat import Person, Place
from bot.words import N_

PLATFORM = "telegram"
LAUNCH_LASTS = timedelta(days=1)
"""Telegram Desktop hands out the same data for hours, however often the page is closed and opened there."""
LONGEST = 4_096
"""Characters of what a page says of who opens it: more than any chat sends."""
AHEAD = timedelta(seconds=60)
"""So much the clocks of two servers may differ."""

NOT_SIGNED = N_("Telegram has not opened this page for this bot. Open it from your chat with Papan.")
TOO_OLD = N_("This page was opened too long ago. Close it, and open it again from the chat.")
OVER = N_("You have left here. Close this page, and open it again from the chat.")
TOO_EARLY = N_("Telegram says that this page is opened later than now. Open it again from the chat in a moment.")


class LaunchRefused(Exception):
    """Nobody comes in so; its text is the sentence that says why, to be translated."""


@dataclass(frozen=True)
class Launch:
    """Somebody has opened the page: who, when, and what they wish to see first. ``mark`` is of this launch alone."""

    person: Person
    at: datetime
    mark: str
    place: Place
    wish: str = ""


def read_launch(data: str, token: str) -> Launch:
    """The launch in data that Telegram signed with the bot's token, of whatever age. Raises LaunchRefused."""
    if len(data) > LONGEST:  # all of it would be read before it is known to be unsigned
        raise LaunchRefused(NOT_SIGNED)
    try:
        found = validate_by_hash(data, token, expires_in=None)
        user = found.user
        if user is None or user.is_bot:
            raise LaunchRefused(NOT_SIGNED)
        at = datetime.fromtimestamp(found.auth_date, UTC)
    except (errors.InitDataError, OverflowError, OSError, RecursionError, ValueError):
        # The library quotes the data in its errors, so no word of them goes on.
        raise LaunchRefused(NOT_SIGNED) from None
    person = Person(
        PLATFORM,
        str(user.id),
        " ".join(part for part in (user.first_name, user.last_name) if part),
        handle=(user.username or "").lower(),
        locale=user.language_code or "",
    )
    place = Place(PLATFORM, person.account, private=True)  # a private chat has the number of the account
    return Launch(person, at, found.hash, place, found.start_param or "")


def check_age(launch: Launch, now: datetime) -> None:
    """Is a launch as new as it has to be? Raises LaunchRefused."""
    if launch.at - now > AHEAD:
        raise LaunchRefused(TOO_EARLY)
    if now - launch.at > LAUNCH_LASTS:
        raise LaunchRefused(TOO_OLD)
