"""Freezing: views are not sent to a chat in which nothing can be shown, until somebody speaks there."""

from collections.abc import Iterable
from dataclasses import replace

from bot.matches.people import Place
from bot.services.core import Core
from bot.store import View
from bot.store import views as view_rows
from bot.store.database import Connection


class FreezingService:
    """Freezes views and thaws them. Each method is one transaction."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._frozen: set[tuple[str, str]] | None = None
        """Platform and chat of the frozen views, as far as this process knows; None before the first request."""

    async def freeze(self, view: View) -> None:
        """Freeze a view because nothing can be shown in its place: nothing is sent there until somebody speaks there.

        The match's other views are shown again, because their text says so.
        """

        async def work(connection: Connection) -> None:
            await view_rows.change(connection, view.id, frozen=True)
            await view_rows.show_again(connection, view.match, view.id)

        await self._core.database.write(work)
        self.note([replace(view, frozen=True)])
        self._core.changes.publish(view.match)

    async def has_frozen(self, place: Place) -> bool:
        """Is a view in the chat of this place frozen?"""
        return (place.platform, place.chat) in await self._chats()

    async def revive(self, place: Place) -> None:
        """Thaw the frozen views of a place because somebody speaks there: they are tried again."""
        if not await self.has_frozen(place):
            return
        (await self._chats()).discard((place.platform, place.chat))
        for code in await self._core.database.write(lambda connection: view_rows.thaw(connection, place)):
            self._core.changes.publish(code)

    async def _chats(self) -> set[tuple[str, str]]:
        """The chats with frozen views, kept in memory, so that most requests do not ask the database."""
        if self._frozen is None:
            self._frozen = await self._core.database.read(view_rows.frozen_chats)
        return self._frozen

    def note(self, views: Iterable[View]) -> None:
        """Remember the frozen ones of these views."""
        if self._frozen is not None:
            self._frozen |= {(view.place.platform, view.place.chat) for view in views if view.frozen}
