"""The views of matches: added, moved and found."""

from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import datetime, timedelta
from math import ceil

from bot.matches.invitation import Venue
from bot.matches.match import Match
from bot.matches.people import Place
from bot.matches.refusals import DataDeleted, NotShownHere, ShownJustNow, StaysPrivate, TooManyPlaces
from bot.services.core import Core
from bot.services.freezing import FreezingService
from bot.store import MatchSnapshot, Player, View, people
from bot.store import views as view_rows
from bot.store.database import Connection
from bot.store.snapshots import snapshot_by_message, snapshots

__all__ = ["MatchSnapshot", "View", "ViewService"]

PLACES = 3
"""The most places in which a match is shown to others."""
PLACES_EVER = 9
"""The most such places together with unreachable ones, which may be reached again at any time."""
REPOST_AFTER = timedelta(seconds=30)
ARCHIVE_AFTER = timedelta(hours=1)
"""The time from the last change of an ended match until its thread is archived: a rematch may follow."""
ANSWER_WITHIN = timedelta(seconds=15)
"""The time after which the reconciler posts a view whose answer has not come."""


class ViewService:
    """The views of matches, added and found. Each method is one transaction."""

    def __init__(self, core: Core, freezing: FreezingService) -> None:
        self._core = core
        self._matches = core.matches
        self._freezing = freezing

    async def add(self, code: str, venue: Venue, player: Player | None = None) -> View:
        """The view that an answer is about to show: a new one as ``player`` sees it, or the one of that place.

        The latter gets a new message, and its former one will be deleted. Raises UnknownMatch, DataDeleted.
        """

        async def work(connection: Connection) -> View:
            await self._lock(connection, player)
            return await self._add(connection, code, venue, player)

        return await self._core.database.write(work)

    async def repost(self, code: str, venue: Venue, player: Player | None = None) -> View:
        """Like ``add``, on request: at most once in ``REPOST_AFTER``, unless the view there is frozen.

        Where the match does not stand yet only its players have it shown, in at most ``PLACES`` places where others see
        it, and not there if it stands in private chats only. Such a view is a copy: the match lives where it lived.
        Raises UnknownMatch, ShownJustNow, NotShownHere,
        StaysPrivate, TooManyPlaces, DataDeleted.
        """

        async def work(connection: Connection) -> View:
            await self._lock(connection, player)
            known, copy = await view_rows.in_place(connection, code, venue.place), False
            if known is None:
                copy = await self._check_may_spread(connection, code, venue.place, player)
            elif known.posts and not known.frozen:
                wait = known.created + REPOST_AFTER - self._core.clock()
                if timedelta(0) < wait <= REPOST_AFTER:  # longer only if the clock was wrong then
                    raise ShownJustNow(ceil(wait.total_seconds()))
            return await self._add(connection, code, venue, player, copy=copy)

        return await self._core.database.write(work)

    async def of_match(self, code: str) -> list[View]:
        """The views of a match, the oldest first."""
        return await self._core.database.read(lambda connection: view_rows.of_matches(connection, [code]))

    async def is_for_all(self, place: Place, message: str) -> bool:
        """Does a message show a match to all in its place, or call one of its players?"""
        return await self._core.database.read(lambda connection: view_rows.has_message(connection, place, message))

    async def left_behind(self, place: Place, newest: Collection[str]) -> None:
        """Note that the boards of a chat that are not among its newest messages are out of sight."""

        async def look(connection: Connection) -> bool:
            return await view_rows.any_left_behind(connection, place, newest)

        if await self._core.database.read(look):
            await self._core.database.write(lambda connection: view_rows.leave_behind(connection, place, newest))

    async def place_moved(self, old: Place, new: Place, view: str | None = None) -> None:
        """Note the new id of a chat, for all views in it; or move one view to another place."""
        await self._core.database.write(lambda connection: view_rows.move_place(connection, old, new, view))

    async def snapshots(self, codes: Collection[str]) -> list[MatchSnapshot]:
        """Matches with their views, the messages to be deleted and the names, all read at the same time.

        Those that cannot be read are left out.
        """
        found = await self._core.database.read(lambda connection: snapshots(connection, self._matches, codes))
        for each in found:
            self._matches.cache(each.match)
            self._freezing.note(each.views)
        return found

    async def snapshot_by_message(self, place: Place, message: str) -> MatchSnapshot | None:
        """The match of which this message is a view or a ping, or was before another took its place; None for none.

        Raises UnreadableMatch.
        """
        found = await self._core.database.read(
            lambda connection: snapshot_by_message(connection, self._matches, place, message)
        )
        if found:
            self._matches.cache(found.match)
        return found

    async def behind(self, platforms: Collection[str]) -> list[View]:
        """The views that show an older version of their match, if it can be read."""
        found = await self._core.database.read(lambda connection: view_rows.behind(connection, platforms))
        return [view for view in found if view.match not in self._matches.set_aside]

    async def unfinished(self, since: datetime, ours: Callable[[str, str], bool]) -> set[str]:
        """The codes of matches that may need work: views behind, messages to delete, or a change ``since``.

        Only those for which ``ours`` is true of the platform and chat of such a view.
        """

        now = self._core.clock()

        async def work(connection: Connection) -> set[str]:
            return {
                code
                for code, platform, chat in await view_rows.unfinished(connection, since, now, now - ARCHIVE_AFTER)
                if ours(platform, chat)
            }

        return set(self._matches.set_aside.others(await self._core.database.read(work)))

    async def _check_may_spread(self, connection: Connection, code: str, place: Place, player: Player | None) -> bool:
        """Is it a copy if this person has the match shown in one place more? Raises the exceptions of ``repost``."""
        match = await self._matches.load(connection, code, lock=True)
        if player is None or player.id not in (*match.seats, match.host):
            raise NotShownHere(code)
        views = await view_rows.of_matches(connection, [code])
        if place.private:
            return False
        shared = [view for view in views if not view.place.private]
        if views and not shared:
            raise StaysPrivate(code)
        if sum(not view.frozen for view in shared) >= PLACES:
            raise TooManyPlaces(code, PLACES)
        if len(shared) >= PLACES_EVER:
            raise TooManyPlaces(code, PLACES_EVER)
        return any(not view.frozen and not view.copy for view in shared)

    @staticmethod
    async def _lock(connection: Connection, player: Player | None) -> None:
        """Lock a person, so that no view is added while their data is being deleted. Raises DataDeleted."""
        if player and player.id not in await people.lock(connection, player.id):
            raise DataDeleted

    async def _add(
        self, connection: Connection, code: str, venue: Venue, player: Player | None, *, copy: bool = False
    ) -> View:
        match = await self._matches.load(connection, code, lock=True)
        made = new_view(self._core.new_id(), match, venue, self._core.clock(), player)
        return await shown_in(connection, replace(made, copy=copy))


async def shown_in(connection: Connection, new: View) -> View:
    """Write a view that an answer is about to show: ``new``, or the one that its match has in that place already.

    The latter gets a new message, and its former one will be deleted.
    """
    known = await view_rows.in_place(connection, new.match, new.place)
    if known is None:
        await view_rows.add(connection, new)
        return new
    await view_rows.add_leftover(connection, known.id, known.message)
    await view_rows.add_leftover(connection, known.id, known.ping_message)
    if known.frozen:
        await view_rows.show_again(connection, known.match, known.id)
    view = replace(
        known,
        place=new.place,
        message=None,
        ping_message=None,
        left_behind=False,
        lapses=None,
        shown_version=new.shown_version,
        posts=known.posts + 1,
        created=new.created,
        frozen=False,
        tries=0,
        retry_at=new.retry_at,
    )
    await view_rows.save(connection, view)
    return view


def new_view(view_id: str, match: Match, venue: Venue, now: datetime, player: Player | None = None) -> View:
    """A view of a match that an answer is about to show, with the side at the bottom and the theme of ``player``."""
    return View(
        view_id,
        match.code,
        venue.place,
        venue.language,
        now,
        perspective=player.id if player else None,
        theme=player.theme if player else None,
        shown_version=match.version,
        retry_at=now + ANSWER_WITHIN,
        match_version=match.version,
    )
