"""A view against its match."""

import json
from collections.abc import Iterator

from bot.matches.status import LIVE, Status
from bot.services.core import CODE_LETTERS
from bot.store.audit import Raw, Remark
from bot.store.contradictions import CLOCKS_DIFFER
from bot.store.records import MOMENTS_OF_VIEW
from bot.store.rule import LAST_MOMENT
from bot.store.rules import ARCHIVED

_LIVE = frozenset(status.value for status in LIVE)
_CLOSED = frozenset(status.value for status in Status) - _LIVE


def problems_of_view(match: Raw, view: Raw, shown: str | None) -> Iterator[str]:
    """The faults of a view: it contradicts its match, or cannot be shown; ``shown`` is its message in the web room."""
    version = match["version"]
    if view["match_version"] != version:
        yield f"stands at version {view['match_version']}, the match is at {version}"
    if view["shown_version"] > version:
        yield f"shows version {view['shown_version']}, the match is at {version}"
    for name in MOMENTS_OF_VIEW:
        # No rule of the table: such a view is shown all the same, and written anew.
        if view[name] is not None and not 0 <= view[name] <= LAST_MOMENT:
            yield f"a moment lies between 1970 and 9999 ({name} {view[name]})"
    if view["created"] < match["created"] - CLOCKS_DIFFER:
        yield Remark("was made before its match")
    tells = view["thread_shows"]
    if tells == ARCHIVED and match["status"] in _LIVE:
        yield f"stands in a thread that is archived, the match is {match['status']}"
    elif tells in _CLOSED and tells != match["status"]:
        yield f"stands in a thread that tells {tells}, the match is {match['status']}"
    if shown is not None and (code := _code_on_board(shown)) not in (None, match["code"]):
        yield f"shows a board of match {code}"


def _code_on_board(shown: str) -> str | None:
    """The code with which the title of a board begins; None where a message shows no board."""
    try:
        body = json.loads(shown)
    except (ValueError, RecursionError):  # said of the message itself
        return None
    if not isinstance(body, dict) or body.get("kind") != "board":
        return None
    code = str(body.get("title", "")).partition(" ")[0]
    return code if code and set(code) <= set(CODE_LETTERS) else None
