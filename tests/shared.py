"""A folder for what the workers of a run of the tests make once, whichever of them needs it first."""

import fcntl
import os
from collections.abc import Callable
from pathlib import Path

FOLDER = "SHARED_BY_TESTS"
"""The variable of the environment that names it."""


def made_once(name: str, make: Callable[[], bytes]) -> bytes:
    """The file of this name, made unless it is there; outside of the tests it is made each time."""
    if FOLDER not in os.environ:
        return make()
    file = Path(os.environ[FOLDER], name)
    with file.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not file.exists():
            file.write_bytes(make())
        return file.read_bytes()
