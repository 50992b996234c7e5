"""The views of matches: added, found, posted and edited, frozen and thawed, moved into threads; one table."""

from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from math import ceil

from bot.matches.clock import Halt
from bot.matches.host_rules import NOWHERE, Admitted
from bot.matches.identity import Place
from bot.matches.invitation import Venue
from bot.matches.match import Match
from bot.matches.notices import Notice, waits_for
from bot.matches.refusals import DataDeleted, NotShownHere, ShownJustNow, StaysPrivate, TooManyPlaces, UnreadableMatch
from bot.matches.status import Status
from bot.services.core import Core
from bot.services.host.bans import check_not_banned, check_not_closed
from bot.services.host.host_rules import check_shown
from bot.store import MatchSnapshot, Player, View, notices, people, tells
from bot.store import views as view_rows
from bot.store.connection import Connection
from bot.store.notices import Load
from bot.store.records import LONGEST_WAIT
from bot.store.snapshots import snapshots

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


@dataclass(frozen=True)
class HowToTell:
    """The way in which a player is told of a match: ``how`` is a value of the setting ``told``, ``load`` what they have
    been told of late.
    """

    player: Player
    how: str
    load: Load


class ViewService:
    """The views of matches and their messages. Each method is one transaction."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._matches = core.matches
        self._frozen: set[tuple[str, str]] | None = None
        """Platform and chat of the frozen views, as far as this process knows; None before the first request."""

    async def add(self, code: str, venue: Venue, player: Player | None = None) -> View:
        """The view that an answer is about to show: a new one as ``player`` sees it, or the one of that place.

        The latter gets a new message, and its former one will be deleted. Raises UnknownMatch, DataDeleted,
        ShownNoLonger.
        """

        async def work(connection: Connection) -> View:
            await self._lock(connection, player)
            await self._check_not_closed(connection, code, venue.place)
            return await self._add(connection, code, venue, player)

        return await self._core.database.write(work)

    async def repost(self, code: str, venue: Venue, player: Player | None = None, admitted: Admitted = NOWHERE) -> View:
        """Like ``add``, on request: at most once in ``REPOST_AFTER``, unless the view there is frozen.

        Where the match does not stand yet only its players have it shown, in at most ``PLACES`` places where others see
        it, and not there if it stands in private chats only. Such a view is a copy: the match lives where it lived.
        Raises UnknownMatch, ShownJustNow, NotShownHere, StaysPrivate, TooManyPlaces, DataDeleted, ShownNoLonger, and
        the exceptions of ``check_shown``.
        """

        async def work(connection: Connection) -> View:
            await self._lock(connection, player)
            if player:
                await check_not_banned(connection, player.id, [venue.place], self._core.clock())
            await self._check_not_closed(connection, code, venue.place)
            known, copy = await view_rows.in_place(connection, code, venue.place), False
            if known is None:
                copy = await self._check_may_spread(connection, code, venue.place, player)
            elif known.posts and not known.frozen:
                wait = known.created + REPOST_AFTER - self._core.clock()
                if timedelta(0) < wait <= REPOST_AFTER:  # longer only if the clock was wrong then
                    raise ShownJustNow(ceil(wait.total_seconds()))
            if player and venue.place.community:
                match = await self._matches.load(connection, code)
                await check_shown(self._core, connection, match, venue.place, admitted, anew=known is None)
            return await self._add(connection, code, venue, player, copy=copy)

        return await self._core.database.write(work)

    async def brought(self, code: str, venue: Venue) -> View:
        """The view of a match that the staff of a place has shown there. Raises UnknownMatch, TooManyPlaces."""

        async def work(connection: Connection) -> View:
            if await view_rows.in_place(connection, code, venue.place) is None:
                shown = await view_rows.of_matches(connection, [code])
                if sum(not view.place.private for view in shown) >= PLACES_EVER:
                    raise TooManyPlaces(code, PLACES_EVER)
            return await self._add(connection, code, venue, None)

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
            self._core.gone.note(each.match)
            self.note_frozen(each.views)
        return found

    async def match_by_message(self, place: Place, message: str) -> Match | None:
        """The match of which this message is a view or a ping, or was before another took its place; None for none.

        Raises UnreadableMatch.
        """
        found = await self._core.database.read(lambda connection: self._matches.by_message(connection, place, message))
        if found:
            self._matches.cache(found)
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

    async def _check_not_closed(self, connection: Connection, code: str, place: Place) -> None:
        """Raises ShownNoLonger, UnknownMatch."""
        if place.private:
            return
        views = await view_rows.of_matches(connection, [code])
        if any(view.closed for view in views):
            match = await self._matches.load(connection, code, lock=True)
            await check_not_closed(connection, match, views, place, self._core.clock())

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

    async def shown(self, key: str, message: str) -> None:
        """Note that an answer has become a message of a view; ``key`` is the view's ``key`` when it was made.

        A message that came too late, because another took its place, will be deleted.
        """
        view, _, posts = key.partition("-")
        if code := await self._core.database.write(
            lambda connection: self._answered(connection, view, int(posts), message)
        ):
            self._core.news.matches.publish(code)

    async def not_shown(self, key: str, after: timedelta) -> None:
        """Note that an answer could not be shown; ``key`` is as in ``shown``. The reconciler posts the view later."""
        view, _, posts = key.partition("-")

        async def work(connection: Connection) -> str | None:
            known = await view_rows.get(connection, view, lock=True)
            if known is None or known.posts != int(posts) or known.message is not None:
                return None
            await view_rows.change(connection, view, retry_at=self._core.clock() + min(after, LONGEST_WAIT))
            return known.match

        if code := await self._core.database.write(work):
            self._core.news.matches.publish(code)

    async def withdraw_unseen(self, key: str) -> None:
        """Withdraw the invitation that a view was to show, if it stands nowhere; ``key`` is as in ``shown``."""
        view = key.partition("-")[0]

        async def work(connection: Connection) -> str | None:
            known = await view_rows.get(connection, view)
            if known is None:
                return None
            before = await self._matches.load(connection, known.match, lock=True)
            stands = any(each.message is not None for each in await view_rows.of_matches(connection, [known.match]))
            now = self._core.clock()
            if stands or before.status is not Status.INVITED or before.tick(now) is not before:
                return None
            await self._core.write(connection, before, before.withdraw(before.host, now))
            await view_rows.change(connection, view, frozen=True)
            return known.match

        if code := await self._core.database.write(work):
            self._core.news.matches.publish(code)

    async def updated(self, view: View, message: str, version: int, lapses: datetime | None = None) -> View | None:
        """Note that a message of ``view`` shows a version of its match now. Gives the view after that.

        Where it is another message than the view had, that one will be deleted. Something that it shows ``lapses``.

        It is not published: the caller can go on from the view, and there is nothing else to be done for it. Gives None
        where the view does not exist any more; and where it was frozen, or has been posted again meanwhile (then this
        message will be deleted): that is published, as the match has to be read again. So is it where this was the last
        picture there: then the view is frozen, and the others of its match say so.
        """

        async def work(connection: Connection) -> tuple[View | None, str | None]:
            shown = view_rows.Shown(message, version, view.shown_version, lapses, view.lapses)
            now = await view_rows.set_message(connection, view.id, view.posts, view.message, shown)
            if now and view.message not in (None, message):
                await view_rows.add_leftover(connection, view.id, view.message)
            if now and now.closed:
                await self._freeze(connection, now)
                return None, now.match
            code = None if now else await self._late(connection, view.id, view.posts, message, version)
            return now, code

        now, code = await self._core.database.write(work)
        if code:
            self._core.news.matches.publish(code)
        return now

    async def _answered(self, connection: Connection, view: str, posts: int, message: str) -> str | None:
        """Note the message of an answer; the code of its match, None where there is no such view."""
        now = await view_rows.set_message(connection, view, posts, None, view_rows.Shown(message, 0, 0))
        return now.match if now else await self._late(connection, view, posts, message, 0)

    async def _late(self, connection: Connection, view_id: str, posts: int, message: str, version: int) -> str | None:
        """Note the message of a view that was frozen or posted again meanwhile; the code of its match, if it exists."""
        view = await view_rows.get(connection, view_id, lock=True)
        if view is None:
            return None
        if posts != view.posts or view.message not in (None, message):
            await view_rows.add_leftover(connection, view.id, message)
        else:
            seen = max(view.shown_version, version)
            await view_rows.change(
                connection, view.id, message=message, shown_version=seen, tries=0, retry_at=None, frozen=False
            )
            await view_rows.show_again(connection, view.match, view.id)
        return view.match

    async def bring_down(self, view: View) -> None:
        """Have a board posted anew that was found to be out of sight after it was edited."""
        await self._core.database.write(
            lambda connection: view_rows.change(connection, view.id, left_behind=True, shown_version=-1)
        )
        self._core.news.matches.publish(view.match)

    async def gone(self, view: View) -> None:
        """Note that the message of a view does not exist any more: the view will be posted again.

        A copy is not: whoever deleted it does not want it there, and the match lives elsewhere.
        """

        async def work(connection: Connection) -> None:
            shown = [each for each in await view_rows.of_matches(connection, [view.match]) if not each.frozen]
            dispensable = view.copy and any(not each.copy for each in shown)
            if not dispensable or not await view_rows.remove(connection, view.id):
                await without_message(connection, view)

        await self._core.database.write(work)

    async def retry(self, view: View, after: timedelta) -> None:
        """Have a view that could not be shown tried again after some time."""
        when = self._core.clock() + min(after, LONGEST_WAIT)
        await self._core.database.write(
            lambda connection: view_rows.change(connection, view.id, tries=view.tries + 1, retry_at=when)
        )

    async def told(
        self, view: View, notice: Notice, message: str, besides: Collection[Notice] = (), *, sent: bool = True
    ) -> None:
        """Note that a notice was told, and others to this player with it, by a message beside a view, if that is not
        empty; or that it could not be ``sent``.
        """

        async def work(connection: Connection) -> None:
            now = self._core.clock()
            stands = (view.id, message) if message else (None, None)
            await notices.told(connection, view.match, [notice], now, *stands, sent=sent)
            if besides:
                await notices.told(connection, view.match, besides, now)

        await self._core.database.write(work)

    async def told_together(self, view: View, notice: Notice, message: str, codes: Collection[str]) -> None:
        """Note that one message beside a view has told a player of several matches, that of the notice among them."""

        async def work(connection: Connection) -> None:
            now = self._core.clock()
            stands = (view.id, message) if message else (None, None)
            await notices.told(connection, view.match, [notice], now, *stands, sent=True)
            await notices.told_together(connection, notice.player, codes, now)

        await self._core.database.write(work)

    async def telling_of(self, code: str, player: str, platform: str) -> HowToTell | None:
        """The way to tell a player of a match on a platform, and how much they have been told; None where they have no
        account there any more.
        """
        now = self._core.clock()

        async def work(connection: Connection) -> HowToTell | None:
            if (found := await tells.how_on(connection, code, player, platform)) is None:
                return None
            return HowToTell(*found, await notices.load_of(connection, player, now))

        return await self._core.database.read(work, several=True)

    async def put_off(self, code: str, player: str, until: datetime) -> None:
        """Have all that a player was not told yet of a match told from a later moment on."""
        await self._core.database.write(
            lambda connection: notices.put_off(connection, code, player, until), may_wait=True
        )

    async def waiting(self, codes: Collection[str], player: str) -> tuple[str, ...]:
        """The codes of those of some matches that wait for a player to move or to answer."""
        found = await self.snapshots(codes)
        return tuple(each.match.code for each in found if waits_for(each.match, player, each.due))

    async def not_to_be_told(self, code: str, done: Collection[Notice]) -> None:
        """Note that notices of a match are not true any more: nobody is told of them."""
        await self._core.database.write(
            lambda connection: notices.told(connection, code, done, self._core.clock()), may_wait=True
        )

    async def cleared(self, view: View, message: str) -> None:
        """Note that a message that told something beside a view, or a leftover of it, has been deleted or cannot be."""

        async def work(connection: Connection) -> None:
            if not await notices.remove_message(connection, view.match, view.id, message):
                await view_rows.remove_leftover(connection, view.id, message)

        # Until it is noted, it would only be deleted once more.
        await self._core.database.write(work, may_wait=True)

    async def freeze(self, view: View) -> None:
        """Freeze a view because nothing can be shown in its place: nothing is sent there until somebody speaks there.

        The match's other views are shown again, because their text says so.
        """

        await self._core.database.write(lambda connection: self._freeze(connection, view))
        self.note_frozen([replace(view, frozen=True)])
        self._core.news.matches.publish(view.match)

    @staticmethod
    async def _freeze(connection: Connection, view: View) -> None:
        await view_rows.change(connection, view.id, frozen=True)
        await view_rows.show_again(connection, view.match, view.id)

    async def removed(self, platform: str, chats: Collection[str]) -> None:
        """The bot was taken out of some chats: each board there of a match under way is shown once more, which finds
        out what can no longer be shown, as at any other time.
        """
        for code in await self._core.database.write(lambda connection: view_rows.doubt(connection, platform, chats)):
            self._core.news.matches.publish(code)

    async def shown_last(self, view: View, version: int) -> None:
        """Note that a frozen view was to show a version of its match for the last time."""

        async def work(connection: Connection) -> None:
            known = await view_rows.get(connection, view.id, lock=True)
            if known and known.frozen and known.shown_version == view.shown_version:
                await view_rows.change(connection, view.id, shown_version=version)

        await self._core.database.write(work)

    async def has_frozen(self, place: Place) -> bool:
        """Is a view in the chat of this place frozen?"""
        return (place.platform, place.chat) in await self._chats()

    async def revive(self, place: Place, player: str) -> None:
        """Thaw the frozen views of a place because a player acts there: they are tried again.

        Where the bot may not write by itself, or only they read it, what could not be told to them is told no more:
        they see it. In such a place of several people it is not their acting that brings back somebody else, whose
        clock stands because they could not be called.
        """
        if not await self.has_frozen(place):
            return

        async def work(connection: Connection) -> tuple[list[str], bool]:
            called = place.can_post and not place.private
            stay = [] if place.can_post else await self._waiting_for_others(connection, place, player)
            codes = await view_rows.thaw(connection, place, except_of=stay)
            if not called:
                await notices.drop(connection, codes, self._core.clock(), player)
            return codes, bool(stay)

        codes, left = await self._core.database.write(work)
        if not left:
            (await self._chats()).discard((place.platform, place.chat))
        for code in codes:
            self._core.news.matches.publish(code)

    async def _waiting_for_others(self, connection: Connection, place: Place, player: str) -> list[str]:
        """The codes of the matches that cannot be shown in a place and stand until somebody else acts."""
        found = []
        for code in await view_rows.frozen_in(connection, place):
            with suppress(UnreadableMatch):
                match = await self._matches.load(connection, code)
                stands = match.clock is not None and match.clock.halt is Halt.FROZEN
                if stands and match.seats[match.game.turn] != player:
                    found.append(code)
        return found

    async def came_back(self, place: Place) -> None:
        """Thaw what could not be shown while the bot was out of a group or server, and drop what could not be told."""

        async def work(connection: Connection) -> list[str]:
            codes = await view_rows.thaw(connection, place, place.server)
            await notices.drop(connection, codes, self._core.clock())
            return codes

        codes = await self._core.database.write(work)
        self._frozen = None
        for code in codes:
            self._core.news.matches.publish(code)

    async def _chats(self) -> set[tuple[str, str]]:
        """The chats with frozen views, kept in memory, so that most requests do not ask the database."""
        if self._frozen is None:
            self._frozen = await self._core.database.read(view_rows.frozen_chats)
        return self._frozen

    def note_frozen(self, views: Iterable[View]) -> None:
        """Remember the frozen ones of these views, but those which never thaw by themselves."""
        if self._frozen is not None:
            self._frozen |= {
                (view.place.platform, view.place.chat) for view in views if view.frozen and not view.closed
            }

    async def went_into_thread(self, view: View, thread: Place) -> None:
        """Move a view into the thread of its match: it is to be posted there, and what was told is told again there."""

        async def work(connection: Connection) -> None:
            await notices.tell_again(connection, view.match, view.id)
            await self._move(connection, view, thread, thread_shows="")

        await self._core.database.write(work)

    async def left_thread(self, view: View, channel: Place) -> None:
        """Move a view from a closed thread to the channel, where it is to be posted."""
        await self._core.database.write(lambda connection: self._move(connection, view, channel, thread_shows=None))

    @staticmethod
    async def _move(connection: Connection, view: View, place: Place, **values: object) -> None:
        await view_rows.move_place(connection, view.place, place, view.id)
        await without_message(connection, view)
        await view_rows.change(connection, view.id, **values)

    async def stays(self, view: View) -> None:
        """Note that no thread may be opened in the place of a view: its match stays there."""
        here = replace(view.place, can_thread=False)
        await self._core.database.write(lambda connection: view_rows.move_place(connection, view.place, here, view.id))

    async def leaves_for_thread(self, view: View) -> None:
        """Note that the match of a view is to go on in a thread, which is opened below its board."""
        here = replace(view.place, can_thread=True)
        await self._core.database.write(
            lambda connection: view_rows.move_place(connection, view.place, here, view.id),
            lambda _: self._core.news.matches.publish(view.match),
        )

    async def thread_named(self, view: View, status: str) -> None:
        """Note that the title of a view's thread tells this status, or that it is ``ARCHIVED``."""
        await self._core.database.write(lambda connection: view_rows.change(connection, view.id, thread_shows=status))


async def shown_in(connection: Connection, new: View) -> View:
    """Write a view that an answer is about to show: ``new``, or the one that its match has in that place already.

    The latter gets a new message, and its former one will be deleted.
    """
    known = await view_rows.in_place(connection, new.match, new.place)
    if known is None:
        await view_rows.add(connection, new)
        return new
    await view_rows.add_leftover(connection, known.id, known.message)
    await notices.to_leftovers(connection, known.match, known.id)
    if known.frozen:
        await view_rows.show_again(connection, known.match, known.id)
    view = replace(
        known,
        place=new.place,
        message=None,
        left_behind=False,
        lapses=None,
        shown_version=new.shown_version,
        posts=known.posts + 1,
        created=new.created,
        frozen=False,
        closed=False,
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
        theme=player.theme if player else venue.theme,
        bottom=venue.bottom,
        shown_version=match.version,
        retry_at=now + ANSWER_WITHIN,
        match_version=match.version,
    )


async def without_message(connection: Connection, view: View) -> None:
    """Note that the message of a view is no longer there: the view will be posted again."""
    known = await view_rows.get(connection, view.id, lock=True)
    if known and known.posts == view.posts:
        await view_rows.change(connection, view.id, message=None, posts=view.posts + 1, left_behind=False)
        await notices.without_messages(connection, view.match, view.id)
