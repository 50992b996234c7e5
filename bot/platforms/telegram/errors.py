"""The meaning of each refusal of Telegram: the contract's exceptions, and those of the forms a message can take."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta

from telegram.error import BadRequest, ChatMigrated, Forbidden, NetworkError, RetryAfter, TelegramError

from bot.chat import Gone, Later, Place, PlaceMoved, Refused, Unreachable


class SameAlready(Exception):
    """The message already shows what it was to show."""


class NoText(Exception):
    """The message is a picture, which cannot become words."""


class StaleFile(Exception):
    """The picture cannot be named by its id any more, so that it has to be uploaded again."""


class UnknownTag(Exception):
    """The server is older than an entity in the text (Bot API 9.5)."""


class NoAnimations(Unreachable):
    """Files may be sent to the chat, but no animations."""


class NoPictures(Unreachable):
    """No pictures may be sent to the chat."""


class TopicClosed(Unreachable):
    """The topic of a forum is closed. Its boards do not go to General instead: they wait until it is open."""


class Undeletable(Exception):
    """The message is too old to be deleted, or not the bot's."""


class _NoTopic(Exception):
    """The topic is gone: what is shown in it goes on in General."""


REFUSALS: tuple[tuple[str, type[Exception]], ...] = (
    ("tg-time", UnknownTag),
    ("not enough rights to send animations", NoAnimations),
    ("chat_send_gifs_forbidden", NoAnimations),
    ("not enough rights to send photos", NoPictures),
    ("chat_send_photos_forbidden", NoPictures),
    ("chat_send_media_forbidden", NoPictures),
    ("message is not modified", SameAlready),
    ("no text in the message", NoText),
    ("wrong file identifier", StaleFile),
    ("wrong remote file", StaleFile),
    ("file_reference", StaleFile),
    ("wrong file_id", StaleFile),
    ("message to edit not found", Gone),
    ("message can't be edited", Gone),
    ("message to delete not found", Gone),
    ("message_id_invalid", Gone),
    ("message can't be deleted", Undeletable),
    ("message thread not found", _NoTopic),
    ("topic_deleted", _NoTopic),
    ("topic_closed", TopicClosed),
    ("chat not found", Unreachable),
    ("not enough rights", Unreachable),
    ("have no rights", Unreachable),
    ("have no write access", Unreachable),
    ("need administrator rights", Unreachable),
    ("chat_write_forbidden", Unreachable),
    ("chat_send_plain_forbidden", Unreachable),
    ("chat_restricted", Unreachable),
    ("chat_admin_required", Unreachable),
    ("channel_private", Unreachable),
    ("user_banned_in_channel", Unreachable),
    ("group chat was deactivated", Unreachable),
    ("user is deactivated", Unreachable),
    ("peer_id_invalid", Unreachable),
)
"""What a Bad Request says, in small letters, and what it means; the first line that fits. All else is a refusal of the
message itself. What each meaning leads to stands in docs/refusals.md.
"""


def seconds_of(wait: int | timedelta) -> float:
    """The time that Telegram asks us to wait."""
    return wait.total_seconds() if isinstance(wait, timedelta) else float(wait)


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
    """The id of a chat. Raises Unreachable for another text: it comes from the database."""
    try:
        return int(place.chat)
    except ValueError:
        raise Unreachable from None


def thread_id(place: Place) -> int | None:
    """The id of a topic, None outside of one. Raises PlaceMoved, out of the topic, for another text."""
    try:
        return int(place.thread) if place.thread else None
    except ValueError:
        raise PlaceMoved(replace(place, thread="")) from None


def message_id(message: str) -> int:
    """The id of a message. Raises Gone for another text."""
    try:
        return int(message)
    except ValueError:
        raise Gone from None


@contextmanager
def explained(place: Place) -> Iterator[None]:
    """Translate a refusal into what it means, and a lost connection into Later.

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
        meaning = next((meaning for words, meaning in REFUSALS if words in said), None)
        if meaning is _NoTopic and place.thread:
            raise PlaceMoved(replace(place, thread="")) from error
        if meaning in (None, _NoTopic):
            raise Refused(reason_of(error)) from error
        raise meaning from error
    except NetworkError as error:
        raise Later(None, reason_of(error)) from error
