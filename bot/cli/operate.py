"""The commands of an operator: run Papan, look after its database, ask how it is."""

import asyncio
import logging
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

from bot.bootstrap.settings import load_settings, tell_of_settings
from bot.cli import database
from bot.cli.games import UsageError
from bot.foundation.monitoring.logging import log_to_stderr
from bot.foundation.monitoring.probe import report
from bot.services.integrity import Finding


def _run(_: Namespace) -> int:
    log_to_stderr(logging.INFO)
    import uvloop

    from bot.bootstrap.assembly import serve

    settings = load_settings()
    tell_of_settings()
    uvloop.run(serve(settings))
    return 0


def _check(_: Namespace) -> int:
    findings = asyncio.run(database.check_stored(_database_url()))
    # That is no fault of the database, but what an operator wants to know.
    for line in asyncio.run(database.set_aside(_database_url())):
        print(line)
    return _report(findings)


def _backup(given: Namespace) -> int:
    log_to_stderr(logging.ERROR)
    asyncio.run(database.back_up(_database_url(), Path(given.file)))
    print(f"backed up to {given.file}")
    return 0


def _restore(given: Namespace) -> int:
    log_to_stderr(logging.ERROR)
    file = Path(given.file)
    if not file.is_file():
        raise UsageError(f"there is no file {file}")
    restored, findings = asyncio.run(database.restore(file, _database_url(), _state(), replace=given.replace))
    print(f"restored {restored}")
    return _report(findings)


def _copy(given: Namespace) -> int:
    log_to_stderr(logging.ERROR)
    source, target = database.address(given.source), database.address(given.target)
    copied, findings = asyncio.run(database.copy(source, target, _state(), replace=given.replace))
    print(f"copied {copied}")
    return _report(findings)


def _adopt(_: Namespace) -> int:
    print(asyncio.run(database.adopt(_database_url(), _state())))
    return 0


def _room_key(_: Namespace) -> int:
    log_to_stderr(logging.ERROR)
    if load_settings().papan_room_key:
        raise UsageError("PAPAN_ROOM_KEY sets the key of the room: change it there, and start Papan again")
    print(asyncio.run(database.new_room_key(_database_url(), _state())))
    return 0


def _report(findings: list[Finding]) -> int:
    for finding in findings:
        print(finding)
    faults = sum(finding.is_fault for finding in findings)
    count = f"{faults} problem{'s' if faults > 1 else ''}"
    print(count if faults else database.FINE)
    return 1 if faults else 0


def _database_url() -> str:
    return load_settings().database_url.get_secret_value()


def _state() -> Path:
    return load_settings().papan_state


def _health(_: Namespace) -> int:
    address = load_settings().papan_health
    if address is None:
        raise UsageError("PAPAN_HEALTH is not set, so there is no page to ask; set it as 127.0.0.1:8081")
    return report(*address)


COMMANDS: dict[str, Callable[[Namespace], int]] = {
    "run": _run,
    "check": _check,
    "backup": _backup,
    "restore": _restore,
    "copy": _copy,
    "adopt": _adopt,
    "health": _health,
    "room-key": _room_key,
}
