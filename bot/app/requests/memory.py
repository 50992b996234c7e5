"""The short memory of this process: lists and hints as they were seen, who was told what, the graphs of turns,
and the private views that follow their matches. Losing it costs nothing.
"""

import asyncio
from collections.abc import Callable
from dataclasses import InitVar, dataclass, field
from datetime import datetime, timedelta
from typing import Generic, TypeVar

from bot.foundation.bounded import BoundedMemory
from bot.foundation.off_loop import off_loop_if_long
from bot.matches.identity import Place
from bot.matches.match import Match
from engine.game import Game
from engine.turn_graph import TurnGraph, turn_graph
from engine.work import within

LISTS_AND_HINTS = 1_000
"""The most that are kept of each."""

Kept = TypeVar("Kept")


@dataclass
class PlyMemory(Generic[Kept]):
    """One value for each person and match, the numbered moves or the hint they saw last, until the match goes on."""

    _kept: BoundedMemory[tuple[str, str], tuple[int, Kept]] = field(
        default_factory=lambda: BoundedMemory(LISTS_AND_HINTS)
    )

    def remember(self, player: str, match: Match, value: Kept) -> None:
        """Keep a value for this ply of a match."""
        self._kept.put((player, match.code), (match.game.ply, value))

    def recall(self, player: str, match: Match) -> Kept | None:
        """The value kept at this very ply, or None."""
        ply, value = self._kept.get((player, match.code)) or (-1, None)
        return value if ply == match.game.ply else None


UNCLEAR_AGAIN_AFTER = timedelta(minutes=10)
"""A person who talks on is not told twice within this time that they were not understood."""
UNTYPED_AGAIN_AFTER = timedelta(hours=1)
"""A person who types on is not told twice within this time that moves are not typed there."""
SHOWN_AGAIN_AFTER = timedelta(minutes=10)
"""A person does not show the same file twice within this time in a place."""
THREADLESS_AGAIN_AFTER = timedelta(days=1)
"""A server is not told twice within this time that the bot may not open threads there."""
MOST_TOLD = 1_000


@dataclass
class ToldLately:
    """The people or places that were told something that is not said again for a time, and when; in this process
    only.
    """

    again_after: InitVar[timedelta]
    _told: BoundedMemory[str, bool] = field(init=False)

    def __post_init__(self, again_after: timedelta) -> None:
        self._told = BoundedMemory(MOST_TOLD, again_after.total_seconds())

    def is_new(self, whom: str, now: datetime) -> bool:
        """Note that a person or place is told now; False if they were told a short time ago."""
        if self._told.get(whom, now.timestamp()):
            return False
        self._told.put(whom, True, now.timestamp())
        return True


GRAPHS = 200
"""The graphs of so many positions are kept."""
LEAPS = 20_000
"""The most leaps that are looked at for one graph: that of 40,000 turns needs 1,800."""


async def graph_of(game: Game) -> TurnGraph | None:
    """The turns that are legal in a game; None where they are too many for a live board. Raises TooMuchWork."""
    first = game.first_choice
    return await off_loop_if_long(lambda: within(LEAPS, lambda: turn_graph(first), None))


@dataclass
class TurnGraphs:
    """The graphs of the latest positions, by code and version of their match; in this process only."""

    _kept: BoundedMemory[tuple[str, int], TurnGraph | None] = field(default_factory=lambda: BoundedMemory(GRAPHS))

    async def of(self, match: Match) -> TurnGraph | None:
        """The turns that are legal now; None where they are too many for a live board. Raises TooMuchWork."""
        key = (match.code, match.version)
        if key not in self._kept:
            self._kept.put(key, await graph_of(match.game))
        return self._kept.get(key)


OF_PERSON = 3
OF_SPECTATORS = 10
"""Views of one match that others than its players look at. The players have theirs besides."""
ALTOGETHER = 2_000


@dataclass(eq=False)
class FollowingView:
    """A private view that follows its match: what wakes it, and whether it does so no more."""

    player: str
    match: str
    place: tuple[str, str]
    """Chat and thread."""
    plays: bool
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    ended: asyncio.Event = field(default_factory=asyncio.Event)


class FollowingViews:
    """The views that follow, the oldest first. One that has to make room lapses, and says so.

    They are few of each person, of each match, and altogether: each is a picture for every move, which others wait for.
    """

    def __init__(self) -> None:
        self._views: dict[FollowingView, None] = {}

    def begin(self, view: FollowingView) -> None:
        """A view follows its match from now on, in the place of what it replaces and of the oldest ones too many."""

        def same(other: FollowingView) -> bool:
            return (other.player, other.match, other.place) == (view.player, view.match, view.place)

        self._keep(0, same)
        self._views[view] = None
        self._keep(OF_PERSON, lambda other: other.player == view.player)
        self._keep(OF_SPECTATORS, lambda other: other.match == view.match and not other.plays)
        self._keep(ALTOGETHER, lambda _: True)

    def follows(self, view: FollowingView) -> bool:
        """Does a view still follow its match?"""
        return view in self._views

    def end(self, view: FollowingView) -> None:
        """A view does not follow its match any more."""
        self._views.pop(view, None)
        view.ended.set()

    def lapse_all(self) -> list[FollowingView]:
        """Let all views lapse; each has ``ended`` once it says so."""
        lapsed = list(self._views)
        self._keep(0, lambda _: True)
        return lapsed

    def _keep(self, count: int, which: Callable[[FollowingView], bool]) -> None:
        fitting = [view for view in self._views if which(view)]
        for view in fitting[: max(0, len(fitting) - count)]:
            del self._views[view]
            view.changed.set()


MEMBERS = 10_000
"""The most members of chats of whom it is remembered when they were asked about."""
ASKED_AGAIN_AFTER = timedelta(days=1)


class MembersAsked:
    """The latest moments of asking if a player is still in a chat, in memory: one who is forgotten is asked about."""

    def __init__(self) -> None:
        self._asked = BoundedMemory[tuple[str, str, str], datetime](MEMBERS)

    def is_due(self, place: Place, player: str, now: datetime) -> bool:
        """Is it time to ask about a player? Then they have been asked about now."""
        key = place.platform, place.chat, player
        before = self._asked.get(key)
        if before is not None and now - before < ASKED_AGAIN_AFTER:
            return False
        self._asked.put(key, now)
        return True


SEEN_FOR = timedelta(minutes=10)


class MembersSeen:
    """The presence of accounts in chats, as said by the platform lately: it is not asked at each change of a board."""

    def __init__(self) -> None:
        self._seen = BoundedMemory[tuple[str, str, str], bool](MEMBERS, SEEN_FOR.total_seconds())

    def knows(self, place: Place, account: str, now: datetime) -> bool | None:
        """Is an account in a chat? None where it has to be asked."""
        return self._seen.get((place.platform, place.chat, account), now.timestamp())

    def note(self, place: Place, account: str, now: datetime, *, there: bool) -> None:
        """The platform has said whether an account is in a chat."""
        self._seen.put((place.platform, place.chat, account), there, now.timestamp())
