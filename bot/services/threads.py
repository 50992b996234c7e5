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
        """A match goes on in a thread of its own: its view is to be posted there, and a call is repeated there."""
        called = max(0, view.pinged_version - 1) if view.ping_message else view.pinged_version
        await self._move(view, thread, thread_shows="", pinged_version=called)

    async def left_thread(self, view: View, channel: Place) -> None:
        """A thread is closed to a match, whose view is to be posted in the channel."""
        await self._move(view, channel, thread_shows=None)

    async def _move(self, view: View, place: Place, **values: object) -> None:
        async def work(connection: Connection) -> None:
            await view_rows.move_place(connection, view.place, place, view.id)
            await without_message(connection, view)
            await view_rows.change(connection, view.id, **values)

        await self._core.database.write(work)

    async def stays(self, view: View) -> None:
        """No thread may be opened where a view stands: its match stays there."""
        here = replace(view.place, can_thread=False)
        await self._core.database.write(lambda connection: view_rows.move_place(connection, view.place, here, view.id))

    async def thread_named(self, view: View, status: str) -> None:
        """The thread of a view tells this status, or is ``ARCHIVED``."""
        await self._core.database.write(lambda connection: view_rows.change(connection, view.id, thread_shows=status))
