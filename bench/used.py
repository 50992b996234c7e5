"""The processor time and memory that a process has used, and the wait until it is idle. Linux only."""

import asyncio
import os
import time
from pathlib import Path

from bot.computer.search_pool import WARM_AFTER

PAGE = os.sysconf("SC_PAGE_SIZE")
IDLE_FOR, IDLE = WARM_AFTER + 2.0, 0.05
"""A process is idle when for so many seconds, in which the computer player would have been made ready, it uses less
than this share of a processor."""


def processor_seconds(process: int) -> float:
    """Seconds of processor time that a process has used, its children not counted."""
    # The clock of another process, as the C library's clock_getcpuclockid numbers it on Linux.
    return time.clock_gettime((~process << 3) | 2)


def kilobytes(process: int) -> float:
    """The memory of a process."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * PAGE / 1000


async def idle(process: int) -> None:
    """Wait until a process has nothing left to do from its start."""
    before = -1.0
    while processor_seconds(process) - before > IDLE * IDLE_FOR:
        before = processor_seconds(process)
        await asyncio.sleep(IDLE_FOR)
