"""The rows about updates."""

import json
from collections.abc import Iterator

from bot.store.audit import Raw


def problems_of_update(row: Raw) -> Iterator[str]:
    """An update as it came from its platform; one that is worked off has nothing of that."""
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
