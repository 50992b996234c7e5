"""The private views that follow their matches: few of each person, of each match, and altogether.

Each of them is a picture for every move, which others wait for.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

OF_PERSON = 3
OF_SPECTATORS = 10
"""Views of one match that others than its players look at. The players have theirs besides."""
ALTOGETHER = 2_000


@dataclass(eq=False)
class LiveView:
    """A private view that follows its match: what wakes it, and whether it does so no more."""

    player: str
    match: str
    place: tuple[str, str]
    """Chat and thread."""
    plays: bool
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    ended: asyncio.Event = field(default_factory=asyncio.Event)


class LiveViews:
    """The views that follow, the oldest first. One that has to make room lapses, and says so."""

    def __init__(self) -> None:
        self._views: dict[LiveView, None] = {}

    def begin(self, view: LiveView) -> None:
        """A view follows its match from now on, in the place of what it replaces and of the oldest ones too many."""

        def same(other: LiveView) -> bool:
            return (other.player, other.match, other.place) == (view.player, view.match, view.place)

        self._keep(0, same)
        self._views[view] = None
        self._keep(OF_PERSON, lambda other: other.player == view.player)
        self._keep(OF_SPECTATORS, lambda other: other.match == view.match and not other.plays)
        self._keep(ALTOGETHER, lambda _: True)

    def follows(self, view: LiveView) -> bool:
        """Does a view still follow its match?"""
        return view in self._views

    def end(self, view: LiveView) -> None:
        """A view does not follow its match any more."""
        self._views.pop(view, None)
        view.ended.set()

    def lapse_all(self) -> list[LiveView]:
        """Let all views lapse; each has ``ended`` once it says so."""
        lapsed = list(self._views)
        self._keep(0, lambda _: True)
        return lapsed

    def _keep(self, count: int, which: Callable[[LiveView], bool]) -> None:
        fitting = [view for view in self._views if which(view)]
        for view in fitting[: max(0, len(fitting) - count)]:
            del self._views[view]
            view.changed.set()
