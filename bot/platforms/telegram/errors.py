"""Translates Telegram's refusals into the contract's exceptions: gone, unreachable, moved, later."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta

from telegram.error import BadRequest, ChatMigrated, Forbidden, NetworkError, RetryAfter, TelegramError

from bot.chat import Gone, Later, Place, PlaceMoved, Unreachable

_SAME = ("message is not modified",)
_GONE = ("message to edit not found", "message can't be edited", "message to delete not found", "message_id_invalid")
_NO_TOPIC = ("message thread not found", "topic_deleted")
_TOPIC_CLOSED = ("topic_closed",)
_UNREACHABLE = (
    "chat not found", "not enough rights", "have no rights", "chat_write_forbidden", "chat_send_photos_forbidden",
    "chat_restricted", "user is deactivated", "peer_id_invalid", "group chat was deactivated",
    "chat_admin_required",
)  # fmt: skip
_NO_ANIMATIONS = ("not enough rights to send animations", "chat_send_gifs_forbidden")
_NO_PICTURES = ("not enough rights to send photos", "chat_send_photos_forbidden", "chat_send_media_forbidden")
_STALE_FILE = ("wrong file identifier", "wrong remote file", "file_reference", "wrong file_id")
_UNDELETABLE = ("message can't be deleted",)


class SameAlready(Exception):
    """The message already shows what it was to show."""


class NoPictures(Unreachable):
    """No pictures may be sent to the chat."""


class TopicClosed(Unreachable):
    """The topic of a forum is closed. Its boards do not go to General instead: they wait until it is open."""


class Undeletable(Exception):
    """The message is too old to be deleted, or not the bot's."""


def seconds_of(wait: int | timedelta) -> float:
    """The time that Telegram asks us to wait."""
    return wait.total_seconds() if isinstance(wait, timedelta) else float(wait)


def is_stale_file(error: BadRequest) -> bool:
    """Can a picture no longer be named by its id, so that it has to be uploaded again?"""
    return any(words in error.message.casefold() for words in _STALE_FILE)


def is_no_place_for_animations(error: BadRequest) -> bool:
    """May files be sent to a chat, but no animations?"""
    return any(words in error.message.casefold() for words in _NO_ANIMATIONS)


def reason_of(error: Exception) -> str:
    """A word for the log: what Telegram answered, or how the connection failed. No address: it holds the token."""
    if isinstance(error, TimeoutError):
        return type(error).__name__
    if not isinstance(error, TelegramError):
        return "unlike Telegram"
    cause = error.__cause__
    if cause is None or isinstance(cause, TelegramError):
        return error.message.partition(".")[0]
    return type(cause).__name__


def chat_id(place: Place) -> int:
    """The id of a chat. Raises Unreachable for what is none: it comes from the database."""
    try:
        return int(place.chat)
    except ValueError:
        raise Unreachable from None


def thread_id(place: Place) -> int | None:
    """The id of a topic, None outside of one. Raises PlaceMoved, out of the topic, for what is none."""
    try:
        return int(place.thread) if place.thread else None
    except ValueError:
        raise PlaceMoved(replace(place, thread="")) from None


def message_id(message: str) -> int:
    """The id of a message. Raises Gone for what is none."""
    try:
        return int(message)
    except ValueError:
        raise Gone from None


@contextmanager
def explained(place: Place) -> Iterator[None]:
    """Translate a refusal into an exception of the contract, and a lost connection into Later.

    Whether it has acted before the connection failed is not known then: it has no key to know a repeated request by.
    """
    try:
        yield
    except ChatMigrated as error:
        raise PlaceMoved(replace(place, chat=str(error.new_chat_id))) from error
    except RetryAfter as error:
        raise Later(seconds_of(error.retry_after), "429") from error
    except Forbidden as error:
        raise Unreachable from error
    except BadRequest as error:
        said = error.message.casefold()
        if place.thread and any(words in said for words in _NO_TOPIC):
            raise PlaceMoved(replace(place, thread="")) from error
        for words, meaning in _MEANINGS:
            if any(word in said for word in words):
                raise meaning from error
        raise
    except NetworkError as error:
        raise Later(None, reason_of(error)) from error


_MEANINGS: tuple[tuple[tuple[str, ...], type[Exception]], ...] = (
    (_NO_PICTURES, NoPictures),
    (_SAME, SameAlready),
    (_GONE, Gone),
    (_TOPIC_CLOSED, TopicClosed),
    (_UNREACHABLE, Unreachable),
    (_UNDELETABLE, Undeletable),
)
