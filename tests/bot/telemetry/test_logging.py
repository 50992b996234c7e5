"""Every log line is JSON, whatever module writes it."""

import json
import subprocess
import sys

PROGRAM = """
import logging, structlog
from bot.telemetry.logging import log_to_stderr
log_to_stderr(logging.INFO)
structlog.get_logger("papan").info("begun", match="K7QM")
logging.getLogger("a.library").info("told too much")
logging.getLogger("a.library").warning("%s is slow", "Telegram")
try:
    raise ValueError("first line\\nsecond line")
except ValueError:
    logging.getLogger("a.library").exception("failed")
"""


def test_libraries_are_logged_like_papan_itself() -> None:
    run = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=60, check=True)
    own, warned, failed = map(json.loads, run.stderr.splitlines())
    assert (own["event"], own["level"], own["match"]) == ("begun", "info", "K7QM")
    assert (warned["event"], warned["level"], warned["logger"]) == ("Telegram is slow", "warning", "a.library")
    assert failed["exception"].endswith("ValueError: first line\nsecond line")
    assert all(line["timestamp"].endswith("Z") for line in (own, warned, failed))
