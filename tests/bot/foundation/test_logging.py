"""Every log line is JSON, whatever module writes it."""

import json
import subprocess
import sys
from pathlib import Path

from bot.foundation.monitoring.log_errors import KNOWN_ERRORS, WINDOW, Repeats, said_by
from tests.suites import deep

PROGRAM = """
import logging, structlog
from bot.foundation.monitoring.logging import log_to_stderr
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
    assert failed["exception"] == "ValueError: first line second line"
    assert all(line["timestamp"].endswith("Z") for line in (own, warned, failed))


FAILING = """
import asyncio, json, logging, sys
from pathlib import Path
from bot.foundation.monitoring.logging import log_to_stderr
log_to_stderr(logging.INFO)
from random import Random
from bot.app.requests.context import AppServices
from bot.app.pictures.images import ImageRenderer
from bot.app.entry.app import App
from bot.chat import Request
from bot.matches.identity import Person, Place
from bot.services.services import Services
from bot.store import Database
from bot.foundation.shared_work import SingleProcess
from bot.computer.search_pool import SearchPool
import sqlite3

async def main():
    database = await Database.open("sqlite:///" + sys.argv[1])
    services = Services.over(database, SingleProcess().now, Random(1))
    app = App(AppServices(services, ImageRenderer(), SearchPool()))
    with sqlite3.connect(sys.argv[1]) as other:
        other.execute("DROP TABLE accounts")
    for number in range(50):
        request = Request(f"event-{number}", Person("web", f"{number}", "Adi"), Place("web", "room"))
        print((await app.command(request, "play", {"game": "dam-8"})).text)
    await database.close()

asyncio.run(main())
"""


@deep("it starts the program; single lines are tested in the quick suite")
def test_a_request_that_fails_is_a_short_line_and_the_same_again_is_only_counted(tmp_path: Path) -> None:
    command = [sys.executable, "-c", FAILING, str(tmp_path / "papan.db")]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert run.stdout.count("Nothing is lost; please try again") == 50
    failed = [line for line in run.stderr.splitlines() if json.loads(line)["level"] == "error"]
    assert len(failed) == 1
    assert len(failed[0]) < 2000
    line = json.loads(failed[0])
    assert (line["event"], line["event_id"]) == ("request failed", "event-0")
    assert "no such table: accounts" in line["exception"]
    assert "bot/store/people.py" in line["where"]


def raised(said: str) -> ValueError:
    try:
        raise ValueError(said)
    except ValueError as error:
        return error


def test_errors_that_repeat_are_counted_and_the_count_is_told_with_the_next() -> None:
    now = 100.0
    repeats = Repeats(lambda: now)
    assert [repeats.left_out("failed", raised("a")) for _ in range(4)] == [0, None, None, None]
    assert repeats.left_out("failed", raised("b")) == 0, "another error is not the same"
    assert repeats.left_out("other", raised("a")) == 0, "nor is another line"
    now += WINDOW
    assert [repeats.left_out("failed", raised("a")) for _ in range(2)] == [3, None]


def test_no_more_errors_are_remembered_than_fit() -> None:
    repeats = Repeats(lambda: 0.0)
    for number in range(KNOWN_ERRORS + 5):
        assert repeats.left_out("failed", raised(str(number))) == 0
    assert repeats.left_out("failed", raised(str(KNOWN_ERRORS))) is None
    assert repeats.left_out("failed", raised("0")) == 0


def test_what_an_exception_says_is_cut_and_shows_no_statement() -> None:
    error = RuntimeError("x" * 5000 + "\n[SQL: SELECT 1]")
    error.__cause__ = raised("the  disk\nis full")
    assert said_by(error) == f"RuntimeError: {'x' * 300} <- ValueError: the disk is full"
