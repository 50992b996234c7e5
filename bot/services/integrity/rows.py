"""What is kept of events, updates and requests."""

import json
import string
from collections.abc import Iterator

from bot.store.audit import Raw

_DIGITS = frozenset(string.hexdigits.lower())


def problems_of_event(row: Raw) -> Iterator[str]:
    """The digest of an event."""
    if not set(row["event"]) <= _DIGITS:
        yield "is no digest of an event"


def problems_of_update(row: Raw) -> Iterator[str]:
    """An update as it came from its platform."""
    if row["done"] is not None:
        return
    try:
        update = json.loads(row["payload"])
    except (ValueError, RecursionError):
        yield "has a payload that is no JSON"
        return
    number = update.get("update_id") if isinstance(update, dict) else None
    if type(number) is not int:
        yield "has a payload that is no update"
    elif number != row["number"]:
        yield "has the payload of another update"


def problems_of_requests(row: Raw) -> Iterator[str]:
    """The digest of somebody who asks for much."""
    if not set(row["who"]) <= _DIGITS:
        yield "is no digest of a person"
