"""The parts that the services share: database, clock, chance, the matches in memory, and the news."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from random import Random

from bot.matches.clock import Halt
from bot.matches.match import Match
from bot.matches.notices import due_at, notices_of
from bot.matches.rating import NotCounted, is_resigned_early
from bot.matches.state import EventKind
from bot.matches.status import LIVE, Status
from bot.services.news import AllNews, Errand
from bot.store import Database, Player, due_members, events, notices, villages
from bot.store import views as view_rows
from bot.store.connection import Connection
from bot.store.events import Effect
from bot.store.matches import Matches

ID_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
ID_LENGTH = 13
CODE_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""The letters of codes, without 0, O, 1 and I, which are mistaken for each other."""


_CARDS = {
    EventKind.SIMUL: Errand.SIMUL,
    EventKind.BOARDS: Errand.BOARDS,
    EventKind.TOURNAMENT: Errand.TOURNAMENT,
    EventKind.DUPLICATE: Errand.DUPLICATE,
}
"""The cards on which a match of a contest is told; those of ladders where there is none of its own."""


@dataclass(frozen=True)
class CommittedMatch:
    """A match before a transaction and after it: the very same where it has not changed, None before it was there."""

    before: Match | None
    after: Match

    @classmethod
    def unchanged(cls, match: Match) -> "CommittedMatch":
        """A match that a transaction has left as it was."""
        return cls(match, match)


class GonePlayers:
    """The players to move who have left the chats of a match, as far as this process knows; some may be back."""

    def __init__(self) -> None:
        self.players: set[str] | None = None
        """None until somebody asks."""

    def note(self, match: Match) -> None:
        """Remember the player to move, if the clock says that they have left."""
        mover = match.seats[match.game.turn]
        if self.players is not None and mover and match.clock and match.clock.halt is Halt.LEFT_CHAT:
            self.players.add(mover)


@dataclass(frozen=True)
class MatchEnd:
    """A match that has just come to its end, and when; ``uncounted``: why it counts for nothing, where whoever ended
    it says so. ``new_id`` makes the ids of new rows.
    """

    match: Match
    now: datetime
    uncounted: NotCounted | None
    new_id: Callable[[], str]


OnEnd = Callable[[Connection, MatchEnd], Awaitable[None]]
"""What is done in the transaction that ends a match, whatever ends it."""


OnClose = Callable[[Connection, Match, datetime], Awaitable[None]]
"""What is done in the transaction that closes a match of a contest, by a result or without."""


@dataclass(frozen=True)
class Core:
    """Shared by the services of one process. ``clock`` gives the time in UTC; ``chance`` makes ids, codes and coins.

    ``on_end`` is done when a match ends, ``on_close`` when one of a contest is under way no more, however that came.
    ``computers`` are the levels of the players who are the computer, by id.
    """

    database: Database
    clock: Callable[[], datetime]
    chance: Random
    on_end: Sequence[OnEnd]
    on_close: OnClose
    matches: Matches = field(default_factory=Matches)
    news: AllNews = field(default_factory=AllNews)
    computers: dict[str, int] = field(default_factory=dict)
    gone: GonePlayers = field(default_factory=GonePlayers)

    def new_id(self) -> str:
        """An id that no player and no view has yet."""
        return self.letters(ID_LETTERS, ID_LENGTH)

    def letters(self, alphabet: str, length: int) -> str:
        """A random text."""
        return "".join(self.chance.choice(alphabet) for _ in range(length))

    def committed(self, change: CommittedMatch) -> None:
        """Keep a match in memory as it was committed; publish that it has changed, if it has.

        A publication without a change would come back to whoever acts on publications, without end.
        """
        self.matches.cache(change.after)
        self.gone.note(change.after)
        if change.after is not change.before:
            self.news.matches.publish(change.after.code)
            if change.after.status is Status.OVER and is_resigned_early(change.after):
                self.news.errands.publish(Errand.RULING)
        if change.after.villages:
            self.news.errands.publish(Errand.VILLAGE)
        elif change.after.event and (change.before is None or _closes(change.before, change.after)):
            self.news.errands.publish(_CARDS.get(change.after.event.kind, Errand.LADDER))
        if other := _tells_other_half(change.before, change.after):
            self.news.matches.publish(other)

    def all_committed(self, changes: Iterable[CommittedMatch]) -> None:
        """The same for the matches of one transaction."""
        for change in changes:
            self.committed(change)

    async def write(
        self, connection: Connection, before: Match | None, after: Match, uncounted: NotCounted | None = None
    ) -> None:
        """Write a match that has changed, or a new one, with the notices of the change; ``uncounted``: why it counts
        for nothing, where that does not follow from the match. Raises UnreadableMatch.
        """
        if before is None:
            await self.matches.add(connection, after)
        else:
            await self.matches.save(connection, before, after)
        if after.status is Status.OVER and (before is None or before.status is not Status.OVER):
            end = MatchEnd(after, self.clock(), uncounted, self.new_id)
            for done in self.on_end:
                await done(connection, end)
        if before and after.villages:
            await villages.settle(connection, before, after, self.clock())
        if after.event and _closes(before, after):
            await self.on_close(connection, after, self.clock())
        if other := _tells_other_half(before, after):
            await view_rows.show_again(connection, other)
        if told := notices_of(before, after, self.computers):
            now = self.clock()
            await notices.add(connection, after.code, {each: due_at(after, each.player, now) for each in told})
        if after.teams:
            await due_members.tell_of_change(connection, before, after, self.clock())

    async def save(
        self,
        connection: Connection,
        player: Player,
        event: str,
        before: Match,
        after: Match,
        now: datetime,
        uncounted: NotCounted | None = None,
    ) -> CommittedMatch:
        """Write the change that a player made by an event as ``write`` does; nothing if there was no change.

        Raises UnreadableMatch.
        """
        if after is not before:
            await self.write(connection, before, after, uncounted)
        await events.record(connection, player.platform, event, Effect(before.code, ""), now)
        return CommittedMatch(before, after)


def _tells_other_half(before: Match | None, after: Match) -> str | None:
    """The code of the other half of a mirror match, whose board tells how this one has just ended; None otherwise."""
    was_over = before is None or before.status is not Status.PLAYING
    return None if was_over or after.status is Status.PLAYING else after.mirror_of


def _closes(before: Match | None, after: Match) -> bool:
    """Has a match just come to its end, by a result or without?"""
    return after.status not in LIVE and (before is None or before.status in LIVE)


def version_of(match: Match) -> str:
    """A name for a match as it is at this version."""
    return f"{match.code} {match.version}"
