"""A view against its match."""

from collections.abc import Iterator

from bot.store.audit import Raw
from bot.store.contradictions import CLOCKS_DIFFER
from bot.store.rules import LAST_MOMENT
from bot.words import LANGUAGES


def problems_of_view(match: Raw, view: Raw) -> Iterator[str]:
    """Whatever in a view contradicts its match or cannot be shown."""
    version = match["version"]
    if view["match_version"] != version:
        yield f"stands at version {view['match_version']}, the match is at {version}"
    if view["shown_version"] > version:
        yield f"shows version {view['shown_version']}, the match is at {version}"
    if view["pinged_version"] > version:
        yield f"called somebody for version {view['pinged_version']}, the match is at {version}"
    for name in ("created", "retry_at"):
        # No rule of the table: such a view is shown all the same, and written anew.
        if view[name] is not None and not 0 <= view[name] <= LAST_MOMENT:
            yield f"a moment lies between 1970 and 9999 ({name} {view[name]})"
    if view["created"] < match["created"] - CLOCKS_DIFFER:
        yield "was made before its match"
    if view["language"] not in LANGUAGES:
        yield f"has language {view['language']}, which there is not"
