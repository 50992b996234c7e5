"""Work that nobody waits for: it gives way to all else, and ends with whoever asked for it."""

import ctypes
import os
import signal
import sys
from contextlib import suppress

_DIE_WITH_PARENT = 1
"""``PR_SET_PDEATHSIG`` of Linux's ``prctl``."""


def give_way() -> None:
    """Compute only while no other program on this machine wants to, as far as the system can do that."""
    try:
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    except (OSError, AttributeError):  # another system, or a container that does not allow it
        with suppress(OSError, AttributeError):
            os.nice(19)


def die_with_parent() -> None:
    """Be killed when the process that started this one is gone, even while halted. Linux only.

    A process that is halted does not see that its input has ended.
    """
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)
