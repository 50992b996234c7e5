"""A process that runs the Telegram adapter until it is killed; every request is noted in a file before it is answered.

Arguments: API URL, token, database file, file of notes.
"""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread

import pytest

import bot.app.entry.actions  # noqa: F401  # its commands are what the adapter takes
from bot.chat import Answer, PrivatePanel, Request
from bot.foundation.shared_work import SingleProcess
from bot.matches.identity import Person
from bot.platforms.telegram import TelegramPlatform, inbox_name
from bot.store import Database, Inbox
from loopback.telegram import TelegramServer
from tests.bot.platforms.telegram_rig import ScriptedHandler
from tests.unhurried import hurry

ROOT = Path(__file__).parents[3]


@asynccontextmanager
async def process_on(server: TelegramServer, file: Path, notes: Path) -> AsyncIterator[Process]:
    """The process, which is killed at the end, or ends by itself when the test is gone."""
    arguments = (server.api_url, server.token, str(file), str(notes))
    command = (sys.executable, "-m", "tests.bot.platforms.telegram_killed_process", *arguments)
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdin=PIPE, stdout=DEVNULL)
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


class NotingHandler(ScriptedHandler):
    """Writes each request to a file, then answers after a pause."""

    def __init__(self, notes: str) -> None:
        super().__init__()
        self._notes = os.open(notes, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    async def command(self, request: Request, name: str, arguments: Mapping[str, str | Person]) -> Answer:
        """A command. One with the code ``kill`` ends the process at once."""
        os.write(self._notes, f"{request.event} {arguments['code']}\n".encode())
        if arguments["code"] == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        await asyncio.sleep(0.005)
        return PrivatePanel(text=f"done {arguments['code']}")


async def main(api_url: str, token: str, file: str, notes: str) -> None:
    """Run until killed."""
    hurry(pytest.MonkeyPatch())
    database = await Database.open(f"sqlite:///{file}")
    inbox = Inbox(database, inbox_name(token), lambda: datetime.now(UTC))
    await TelegramPlatform(token, inbox, NotingHandler(notes), api_url=api_url, leases=SingleProcess()).start()
    await asyncio.Event().wait()


def end_with_parent() -> None:
    """End the process once nobody holds the other end of its standard input."""
    sys.stdin.read()
    os._exit(1)


if __name__ == "__main__":
    Thread(target=end_with_parent, daemon=True).start()
    asyncio.run(main(*sys.argv[1:]))
