"""Python in a process of its own, with the compiler or without: the same functions as plain code."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
WITHIN = 100


def printed(*arguments: str, disabled: str = "1") -> str:
    """The output of Python with these arguments; ``disabled`` is Numba's switch, "1" for plain Python."""
    run = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": disabled},
        capture_output=True,
        text=True,
        timeout=WITHIN,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout
