"""The threads in which matches go on."""

from dataclasses import replace

from bot.matches.people import Place
from bot.services.core import Core
from bot.services.posting import without_message
from bot.store import View
from bot.store import views as view_rows
from bot.store.database import Connection


class ThreadService:
    """Views that go into a thread, and out of it. Each method is one transaction."""

    def __init__(self, core: Core) -> None:
        self._core = core

    async def went_into_thread(self, view: View, thread: Place) -> None:
        """Move a view into the thread of its match: it is to be posted there, and a ping is repeated there."""
        called = max(0, view.pinged_version - 1) if view.ping_message else view.pinged_version
        await self._move(view, thread, thread_shows="", pinged_version=called)

    async def left_thread(self, view: View, channel: Place) -> None:
        """Move a view from a closed thread to the channel, where it is to be posted."""
        await self._move(view, channel, thread_shows=None)

    async def _move(self, view: View, place: Place, **values: object) -> None:
        async def work(connection: Connection) -> None:
            await view_rows.move_place(connection, view.place, place, view.id)
            await without_message(connection, view)
            await view_rows.change(connection, view.id, **values)

        await self._core.database.write(work)

    async def stays(self, view: View) -> None:
        """Note that no thread may be opened in the place of a view: its match stays there."""
        here = replace(view.place, can_thread=False)
        await self._core.database.write(lambda connection: view_rows.move_place(connection, view.place, here, view.id))

    async def thread_named(self, view: View, status: str) -> None:
        """Note that the title of a view's thread tells this status, or that it is ``ARCHIVED``."""
        await self._core.database.write(lambda connection: view_rows.change(connection, view.id, thread_shows=status))
