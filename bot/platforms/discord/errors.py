"""The meaning of each refusal of Discord: the contract's exceptions, and those of the forms a request can take."""

from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus

import aiohttp
import discord

from bot.chat import Gone, Later, Refused, Unreachable


class Archived(Exception):
    """The thread is archived: it takes an edit once it is woken."""


class ThreadExists(Exception):
    """The message has a thread already."""


REFUSALS: dict[int, type[Exception]] = {
    10003: Unreachable,  # unknown channel
    10004: Unreachable,  # unknown guild
    10007: Gone,  # no member any more
    10008: Gone,  # unknown message
    10011: Unreachable,  # no such role any more
    10013: Unreachable,  # unknown user
    20016: Later,  # slow mode
    20022: Later,  # too many edits of an announcement
    20028: Later,  # the channel's write limit
    20029: Later,  # the server's write limit
    20031: Refused,  # a title with words that are not allowed
    30046: Later,  # too many edits of messages older than an hour
    40004: Later,  # sending messages is switched off for a while
    40005: Refused,  # too large
    40062: Later,  # a resource is limited
    40333: Later,  # blocked on the way
    50001: Unreachable,  # no access
    50005: Gone,  # a message of somebody else
    50006: Refused,  # an empty message
    50007: Unreachable,  # this person takes no private messages from us
    50008: Unreachable,  # no channel for words
    50009: Unreachable,  # the channel wants a verification
    50013: Unreachable,  # a right is missing
    50024: Unreachable,  # not in a channel of this kind
    50027: Unreachable,  # the token of an interaction has expired
    50035: Refused,  # the form of the message
    50083: Archived,
    50278: Unreachable,  # no server in common with this person
    130000: Later,  # overloaded
    160004: ThreadExists,
    160005: Unreachable,  # the thread is locked
    160006: Unreachable,  # no more threads
    160007: Unreachable,  # no more threads for announcements
    200000: Refused,  # words that automatic moderation stops
    200001: Refused,  # a title that automatic moderation stops
    240000: Refused,  # a link that is held to be harmful
}
"""By Discord's codes, whatever the status is. What each meaning leads to stands in docs/refusals.md."""
_BY_STATUS: dict[int, type[Exception]] = {
    HTTPStatus.BAD_REQUEST: Refused,
    HTTPStatus.FORBIDDEN: Unreachable,
    HTTPStatus.NOT_FOUND: Unreachable,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: Refused,
}
"""Of a code that is not above; all others are passing."""


@contextmanager
def explained() -> Iterator[None]:
    """Translate a refusal into what it means, and a lost connection into Later."""
    try:
        yield
    except discord.RateLimited as error:
        raise Later(error.retry_after, "429") from error
    except discord.HTTPException as error:
        meaning = REFUSALS.get(error.code) or _BY_STATUS.get(error.status, Later)
        if meaning is Later:
            raise Later(asked_to_wait(error), reason_of(error)) from error
        raise (Refused(reason_of(error)) if meaning is Refused else meaning) from error
    except (aiohttp.ClientError, OSError, TimeoutError) as error:
        raise Later(None, reason_of(error)) from error


def reason_of(error: Exception) -> str:
    """A word for the log: the response of Discord, or the failure of the connection. No address: it holds secrets."""
    if not isinstance(error, discord.HTTPException):
        return type(error).__name__
    return f"{error.status} {error.code}" if error.code else str(error.status)


def asked_to_wait(error: discord.HTTPException) -> float | None:
    """The seconds after which Discord, or a proxy before it, allows another request; None if not said."""
    wait = error.response.headers.get("Retry-After", "")
    return float(wait) if wait.replace(".", "", 1).isdecimal() else None
