"""The people, messages and pictures of the web room."""

import hashlib
import json
from collections.abc import Iterator

from bot.matches.names import skeleton
from bot.store.audit import Raw


def problems_of_member(row: Raw) -> Iterator[str]:
    """A person of the room."""
    if row["folded"] != skeleton(row["name"]):
        yield "has a name that is not found, for it is kept in another spelling"


def problems_of_message(row: Raw) -> Iterator[str]:
    """A message: what the page gets must be a JSON object, which says how it is shown."""
    try:
        body = json.loads(row["body"])
    except (ValueError, RecursionError):
        body = None
    if not isinstance(body, dict):
        yield "has a body that is no JSON object"
    elif not row["deleted"] and not isinstance(body.get("kind"), str):
        yield "has a body that does not say of which kind it is"


def problems_of_picture(row: Raw) -> Iterator[str]:
    """A picture is kept under the hash of its content."""
    if row["hash"] != hashlib.sha256(row["png"]).hexdigest():
        yield "has another content than its hash says"
