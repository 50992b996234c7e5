"""Where matches are shown: views are asked for, stand, fall behind, move and vanish. Each change is one transaction."""

from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import datetime, timedelta
from math import ceil
from random import Random
from typing import TypeVar

from bot.matches.match import Match
from bot.matches.people import Place
from bot.matches.refusals import ShownJustNow
from bot.services.changes import MatchChanges
from bot.store import Database, MatchSnapshot, Player, View
from bot.store import views as rows
from bot.store.database import Connection, Work
from bot.store.matches import Matches
from bot.store.snapshots import snapshot

ID_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
ID_LENGTH = 13
REPOST_AFTER = timedelta(seconds=30)
ANSWER_WITHIN = timedelta(seconds=15)
"""A view is posted by the loop if the answer that should have shown it is not there after this time."""

Result = TypeVar("Result")


class ViewService:
    """The views of matches. ``changes`` publishes the code of each match whose views may have to be shown again.

    ``computers`` are the levels of the players who are the computer, by id: they may play any number of matches.
    ``clock`` gives the time in UTC, ``chance`` tosses coins and makes codes and ids.
    """

    def __init__(self, database: Database, clock: Callable[[], datetime], chance: Random) -> None:
        self._database = database
        self._clock = clock
        self._chance = chance
        self._matches = Matches()
        self.changes = MatchChanges()
        self.computers: dict[str, int] = {}

    @property
    def now(self) -> datetime:
        """The present time, in UTC."""
        return self._clock()

    def remembered(self, code: str) -> Match | None:
        """A match as this process has seen it last, which may be a while ago; None if it has not lately."""
        return self._matches.remembered(code)

    async def ping(self) -> None:
        """Ask the database for an answer; whatever it raises says what is wrong."""
        await self._database.ping()

    async def add_view(self, code: str, place: Place, language: str, player: Player | None = None) -> View:
        """A view that an answer is about to show in a place: a new one, as ``player`` sees it, or the one there is.

        The latter is posted anew, its former message will be taken away. Raises UnknownMatch.
        """
        return await self._database.write(lambda connection: self._add_view(connection, code, place, language, player))

    async def repost(self, code: str, place: Place, language: str, player: Player | None = None) -> View:
        """Like ``add_view``, for somebody who wants to see the board again: not more often than ``REPOST_AFTER``.

        Where it could not be shown any more, that is as good as new.

        Raises UnknownMatch, ShownJustNow.
        """

        async def work(connection: Connection) -> View:
            known = await rows.in_place(connection, code, place)
            if known and known.posts and not known.frozen:
                wait = known.created + REPOST_AFTER - self._clock()
                if wait > timedelta(0):
                    raise ShownJustNow(ceil(wait.total_seconds()))
            return await self._add_view(connection, code, place, language, player)

        return await self._database.write(work)

    async def views_of(self, code: str) -> list[View]:
        """The views of a match, the oldest first."""
        return await self._read(lambda connection: rows.of_matches(connection, [code]))

    async def view_by_message(self, place: Place, message: str) -> View | None:
        """The view whose message this is, or was before it was posted anew."""
        return await self._read(lambda connection: rows.by_message(connection, place, message))

    async def shown(self, key: str, message: str, version: int = 0, before: int = 0) -> None:
        """A message of a view stands. ``key`` is the view's id, or its ``key`` at the time the message was made.

        ``version`` is what the message shows, and ``before`` what the view showed when it was made; by default the
        message is the one that the view was made for. It does not answer a demand to show the view anew that came
        meanwhile. A message that came too late, because another took its place, will be taken away.
        """
        view_id, _, posts = key.partition("-")

        async def work(connection: Connection) -> str | None:
            view = await rows.get(connection, view_id, lock=True)
            if view is None:
                return None
            if (posts and int(posts) != view.posts) or view.message not in (None, message):
                await rows.leave(connection, view.id, message)
            else:
                wanted_anew = view.shown_version < before
                seen = view.shown_version if wanted_anew else max(view.shown_version, version)
                await rows.change(
                    connection, view.id, message=message, shown_version=seen, tries=0, retry_at=None, frozen=False
                )
                if view.frozen:
                    await rows.show_others_anew(connection, view)
            return view.match

        code = await self._database.write(work)
        if code:
            self.changes.publish(code)

    async def place_moved(self, old: Place, new: Place, view: str | None = None) -> None:
        """A chat has got another id, for all that is shown there; or one view has moved to another place."""
        await self._database.write(lambda connection: rows.move_place(connection, old, new, view))

    async def snapshot(self, codes: Collection[str]) -> list[MatchSnapshot]:
        """Some matches, their views and what is to be taken away, all of the same moment."""
        found = await self._read(lambda connection: snapshot(connection, self._matches, codes))
        for each in found:
            self._matches.keep(each.match)
        return found

    async def behind(self, platforms: Collection[str]) -> list[View]:
        """The views that do not show their match as it is."""
        return await self._read(lambda connection: rows.behind(connection, platforms))

    async def unfinished(self, since: datetime, ours: Callable[[str, str], bool]) -> set[str]:
        """The codes of matches that may need something: views behind, messages to take away, or changed ``since``.

        Only where ``ours`` is true for the platform and the chat that such a view stands in.
        """

        async def work(connection: Connection) -> set[str]:
            return {code for code, platform, chat in await rows.unfinished(connection, since) if ours(platform, chat)}

        return await self._read(work)

    async def gone(self, view: View) -> None:
        """A view's message is no longer there: it will be posted anew."""

        async def work(connection: Connection) -> None:
            known = await rows.get(connection, view.id, lock=True)
            if known and known.posts == view.posts:
                await rows.change(connection, view.id, message=None, posts=view.posts + 1, ping_message=None)

        await self._database.write(work)

    async def freeze(self, view: View) -> None:
        """Nothing can be shown in a view's place: it is left alone until somebody asks for the board there.

        The match's other views are shown anew, for they say so.
        """

        async def work(connection: Connection) -> None:
            await rows.change(connection, view.id, frozen=True)
            await rows.show_others_anew(connection, view)

        await self._database.write(work)
        self.changes.publish(view.match)

    async def retry(self, view: View, after: timedelta) -> None:
        """Showing a view has failed: it is tried again after some time."""
        when = self._clock() + after
        await self._database.write(
            lambda connection: rows.change(connection, view.id, tries=view.tries + 1, retry_at=when)
        )

    async def pinged(self, view: View, version: int, message: str) -> None:
        """Somebody was told that it is their turn; the former message about it is to be taken away."""

        async def work(connection: Connection) -> None:
            await rows.leave(connection, view.id, view.ping_message)
            await rows.change(connection, view.id, pinged_version=version, ping_message=message or None)

        await self._database.write(work)

    async def cleared(self, view: View, message: str) -> None:
        """A message has been taken away, or cannot be."""
        await self._database.write(lambda connection: rows.cleared(connection, view.id, message))

    async def _add_view(
        self, connection: Connection, code: str, place: Place, language: str, player: Player | None
    ) -> View:
        match = await self._matches.load(connection, code, lock=True)
        now = self._clock()
        known = await rows.in_place(connection, code, place)
        if known is None:
            view = self._new_view(match, place, language, now, player)
            await rows.add(connection, view)
            return view
        await rows.leave(connection, known.id, known.message)
        await rows.leave(connection, known.id, known.ping_message)
        if known.frozen:
            await rows.show_others_anew(connection, known)
        view = replace(
            known,
            place=place,
            message=None,
            ping_message=None,
            shown_version=match.version,
            posts=known.posts + 1,
            created=now,
            frozen=False,
            tries=0,
            retry_at=now + ANSWER_WITHIN,
        )
        await rows.save(connection, view)
        return view

    def _new_view(self, match: Match, place: Place, language: str, now: datetime, player: Player | None = None) -> View:
        return View(
            self._new_id(),
            match.code,
            place,
            language,
            now,
            perspective=player.id if player else None,
            theme=player.theme if player else None,
            shown_version=match.version,
            retry_at=now + ANSWER_WITHIN,
            match_version=match.version,
        )

    def _new_id(self) -> str:
        return self._letters(ID_LETTERS, ID_LENGTH)

    def _letters(self, alphabet: str, length: int) -> str:
        return "".join(self._chance.choice(alphabet) for _ in range(length))

    async def _read(self, work: Work[Result]) -> Result:
        return await self._database.read(work)

    def _committed(self, match: Match) -> None:
        self._matches.keep(match)
        self.changes.publish(match.code)
