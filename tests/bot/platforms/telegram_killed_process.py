"""A process that runs the Telegram adapter until it is killed; every request is noted in a file before it is answered.

Arguments: API URL, token, database file, file of notes.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Mapping
from datetime import UTC, datetime

import pytest

from bot.chat import Answer, PrivatePanel, Request
from bot.matches.identity import Person
from bot.platforms.telegram import TelegramPlatform, inbox_name
from bot.store import Database, Inbox
from bot.workers.leases import SingleProcess
from tests.bot.platforms.telegram_rig import ScriptedHandler
from tests.unhurried import hurry


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


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
