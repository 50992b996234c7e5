"""Publishes words, as the codes of matches that have changed, to the other processes on one PostgreSQL server.

A word only wakes others up: their work follows from the rows, so a lost word costs only time.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import structlog

from bot.store.database import Database

CHANNEL = "papan"
AT_ONCE = 500
"""Words in one notification: PostgreSQL takes 8,000 bytes."""
LONGEST_PAUSE = 5.0
STOP_WITHIN = 1.0

log = structlog.get_logger()


class Notifier:
    """Publishes words to the other processes on the server. ``start`` once, ``stop`` once.

    ``process`` gives the name of this process, ``received`` is called with each word that another one has published,
    and ``missed`` when some may not have arrived.
    """

    def __init__(
        self,
        database: Database,
        process: Callable[[], str],
        received: Callable[[str], None],
        missed: Callable[[], None],
    ) -> None:
        self._database = database
        self._process = process
        self._received = received
        self._missed = missed
        self._words: dict[str, None] = {}
        self._wanted = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self.listens = False

    def publish(self, word: str) -> None:
        """Send a word (without blanks) to the other processes soon; one that waits already is sent once."""
        if self.listens:
            self._words[word] = None
            self._wanted.set()

    async def start(self) -> None:
        """Begin to listen."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Send the words still waiting, for at most ``STOP_WITHIN`` seconds, and listen no longer."""
        if self._task:
            with suppress(TimeoutError):
                async with asyncio.timeout(STOP_WITHIN):
                    while self.listens and self._words:  # noqa: ASYNC110 - it is a matter of milliseconds
                        await asyncio.sleep(0.01)
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        pause = 0.2
        while True:
            try:
                await self._listen()
            except Exception as error:
                if self.listens:
                    log.warning("notifier_away", error=type(error).__name__)
                    pause = 0.2
            self.listens = False
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _listen(self) -> None:
        engine = self._database.connections_apart()
        try:
            async with engine.connect() as connection:
                raw: Any = (await connection.get_raw_connection()).driver_connection
                raw.add_termination_listener(lambda _: self._wanted.set())
                await raw.add_listener(CHANNEL, self._receive)
                self.listens = True
                self._missed()
                while not raw.is_closed():
                    await self._wanted.wait()
                    self._wanted.clear()
                    await self._send(raw)
        finally:
            with suppress(Exception):
                await engine.dispose()

    async def _send(self, raw: Any) -> None:
        while self._words and not raw.is_closed():
            said = [*self._words][:AT_ONCE]
            await raw.execute("SELECT pg_notify($1, $2)", CHANNEL, " ".join([self._process(), *said]))
            for word in said:
                del self._words[word]

    def _receive(self, _connection: object, _pid: int, _channel: str, payload: str) -> None:
        sender, *words = payload.split()
        if sender != self._process():
            for word in words:
                self._received(word)
