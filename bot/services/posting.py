"""Notes on the messages of views: posted, edited, lost or to be tried again; and on the pings beside them."""

from datetime import datetime, timedelta

from bot.services.core import Core
from bot.store import View
from bot.store import views as view_rows
from bot.store.database import Connection
from bot.store.records import LONGEST_WAIT


class PostingService:
    """The messages of views. Each method is one transaction."""

    def __init__(self, core: Core) -> None:
        self._core = core

    async def shown(self, key: str, message: str) -> None:
        """Note that an answer has become a message of a view; ``key`` is the view's ``key`` when it was made.

        A message that came too late, because another took its place, will be deleted.
        """
        view, _, posts = key.partition("-")
        if code := await self._core.database.write(
            lambda connection: self._answered(connection, view, int(posts), message)
        ):
            self._core.changes.publish(code)

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
            self._core.changes.publish(code)

    async def updated(self, view: View, message: str, version: int, lapses: datetime | None = None) -> View | None:
        """Note that a message of ``view`` shows a version of its match now. Gives the view after that.

        Where it is another message than the view had, that one will be deleted. Something that it shows ``lapses``.

        It is not published: the caller can go on from the view, and there is nothing else to be done for it. Gives None
        where the view does not exist any more; and where it was frozen, or has been posted again meanwhile (then this
        message will be deleted): that is published, as the match has to be read again.
        """

        async def work(connection: Connection) -> tuple[View | None, str | None]:
            shown = view_rows.Shown(message, version, view.shown_version, lapses)
            now = await view_rows.set_message(connection, view.id, view.posts, view.message, shown)
            if now and view.message not in (None, message):
                await view_rows.add_leftover(connection, view.id, view.message)
            code = None if now else await self._late(connection, view.id, view.posts, message, version)
            return now, code

        now, code = await self._core.database.write(work)
        if code:
            self._core.changes.publish(code)
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
        self._core.changes.publish(view.match)

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

    async def pinged(self, view: View, version: int, message: str) -> None:
        """Note a ping beside a view, by ``message`` (empty for none); the former ping is to be deleted."""

        async def work(connection: Connection) -> None:
            await view_rows.add_leftover(connection, view.id, view.ping_message)
            await view_rows.change(connection, view.id, pinged_version=version, ping_message=message or None)

        await self._core.database.write(work)

    async def cleared(self, view: View, message: str) -> None:
        """Note that a ping beside a view, or a leftover of it, has been deleted or cannot be."""

        async def work(connection: Connection) -> None:
            if message == view.ping_message:
                await view_rows.remove_ping(connection, view.id, message)
            else:
                await view_rows.remove_leftover(connection, view.id, message)

        # Until it is noted, it would only be deleted once more.
        await self._core.database.write(work, may_wait=True)


async def without_message(connection: Connection, view: View) -> None:
    """Note that the message of a view is no longer there: the view will be posted again."""
    known = await view_rows.get(connection, view.id, lock=True)
    if known and known.posts == view.posts:
        await view_rows.change(
            connection, view.id, message=None, posts=view.posts + 1, ping_message=None, left_behind=False
        )
