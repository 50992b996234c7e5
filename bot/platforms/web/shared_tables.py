"""The tables of matches for windows in which nobody has given a name: made once for all of them after a change."""

import asyncio

from bot.chat import Answer, LiveHandler, Request, Table


class SharedTables:
    """Tables that are being made, by match, language and place: for those who only look on there, they are the same."""

    def __init__(self, live: LiveHandler) -> None:
        self._live = live
        self._making: dict[tuple[str, str, str], asyncio.Task[Table | Answer]] = {}

    def stop(self) -> None:
        """Make no more of them."""
        for task in self._making.values():
            task.cancel()

    def changed(self, code: str) -> None:
        """A match has changed: what is being made of it may be older, and is for those who wait for it already."""
        for key in [key for key in self._making if key[0] == code]:
            del self._making[key]

    async def table(self, request: Request, code: str) -> Table | Answer:
        """The newest table of a match that this onlooker has seen before."""
        key = (code, request.person.locale, request.place.chat)
        if key not in self._making:
            made = self._making[key] = asyncio.create_task(self._live.table(request, code))
            made.add_done_callback(lambda task: self._forget(key, task))
        # A window that is closed takes the table away from no other one.
        return await asyncio.shield(self._making[key])

    def _forget(self, key: tuple[str, str, str], task: asyncio.Task[Table | Answer]) -> None:
        if self._making.get(key) is task:
            del self._making[key]
