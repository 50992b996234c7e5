"""A screen that nobody sees, for programs that need one: Xvfb."""

import asyncio
import os
import shutil
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from loopback.waiting import patience

QUIET = asyncio.subprocess.DEVNULL
NO_BUS = "disabled:"
"""An address that no bus has. Where none is given, programs start a bus that outlives them and mounts folders."""
GRACE = 5.0
"""Seconds until a program that was asked to end is ended: Orca, once its browser is gone, may not heed it."""


def lacking(*programs: str) -> str:
    """The first of some programs that this machine lacks; empty where it has them all."""
    return next((each for each in programs if shutil.which(each) is None), "")


@asynccontextmanager
async def running(
    *command: str, environment: dict[str, str] | None = None, passed: tuple[int, ...] = ()
) -> AsyncIterator[asyncio.subprocess.Process]:
    """A program that ends with the context, with what it has started; ``passed`` are files that it inherits."""
    process = await asyncio.create_subprocess_exec(
        *command, stdin=QUIET, stdout=QUIET, stderr=QUIET, env=environment, pass_fds=passed, start_new_session=True
    )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
            with suppress(TimeoutError):
                await asyncio.wait_for(process.wait(), GRACE)
            os.killpg(process.pid, signal.SIGKILL)
        await process.wait()


@asynccontextmanager
async def screen() -> AsyncIterator[dict[str, str]]:
    """The environment of programs that show themselves on a screen of their own, without a bus between them.

    Xvfb has to be installed.
    """
    read, write = os.pipe()
    arguments = ("-displayfd", str(write), "-screen", "0", "1280x1000x24", "-nolisten", "tcp")
    async with running("Xvfb", *arguments, passed=(write,)):
        os.close(write)
        with os.fdopen(read) as pipe:
            async with patience("the number of the screen"):
                number = await asyncio.to_thread(pipe.readline)
        shown = {"DISPLAY": f":{number.strip()}", "GDK_BACKEND": "x11", "DBUS_SESSION_BUS_ADDRESS": NO_BUS}
        yield {**os.environ, **shown}
