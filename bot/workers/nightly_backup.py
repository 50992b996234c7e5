"""A copy of the database every night, checked, and kept for some days: for the operator who does nothing for it.

The copy is made and checked by ``papan backup`` and ``papan check`` as processes of their own at the lowest priority,
so that neither a board nor a move waits for it.
"""

import asyncio
import os
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import date, datetime, timedelta
from pathlib import Path
from shutil import rmtree

import structlog

from bot.foundation import metrics
from bot.foundation.errors import UserError
from bot.foundation.periodic import Periodic
from bot.foundation.shared_work import Leases

_log = structlog.get_logger(__name__)

BACKUPS = "backups"
"""The kind of lease under which one process makes the copies."""
HOUR = 4
"""No copy is made earlier in the day than at this hour of the machine's own time; most people sleep then."""
LOOK_EVERY = 600.0
"""Seconds until it is looked whether a copy is due: first so long after the start, when others have more to do."""
AGAIN_AFTER = timedelta(hours=1)
"""A copy that failed is tried again after this."""
LOWEST = 19
"""The priority of what makes and checks a copy."""
_NAME = re.compile(r"papan-(\d{4}-\d{2}-\d{2})\.db")
_UNFINISHED = ".part"
_LEFT = re.compile(r"papan-\d{4}-\d\d-\d\d\.part.*")


class BackupFailed(UserError):
    """There is no copy of this night; the text says why in one line."""


class NightlyBackup:
    """``start`` once, ``stop`` once. ``folder`` is where the copies stand, ``kept`` for how many days.

    One of several processes makes them. ``now`` gives the machine's own time.
    """

    def __init__(
        self, url: str, folder: Path, kept: int, leases: Leases, now: Callable[[], datetime] = datetime.now
    ) -> None:
        self._url = url
        self._folder = folder
        self._kept = kept
        self._leases = leases
        self._now = now
        self._not_before: datetime | None = None
        self._looking = Periodic("backup_failed", self.make_if_due, lambda: LOOK_EVERY, first=LOOK_EVERY)

    async def start(self) -> None:
        """Begin to look whether a copy is due."""
        if newest := max(self._copies(), default=None):
            metrics.BACKED_UP.set(self._file(newest).stat().st_mtime)
        await self._looking.start()

    async def stop(self) -> None:
        """End; of a copy that is half made nothing is left."""
        await self._looking.stop()

    async def make_if_due(self) -> None:
        """Make the copy of this day if there is none yet and it is late enough; a failure is logged and counted."""
        now = self._now()
        waits = self._not_before is not None and now < self._not_before
        if waits or now.hour < HOUR or not self._leases.holds(BACKUPS) or now.date() in self._copies():
            return
        try:
            await self._make(now.date())
        except (BackupFailed, OSError) as error:
            self._not_before = now + AGAIN_AFTER
            metrics.BACKUP_FAILURES.inc()
            _log.error("backup_failed", folder=str(self._folder), problem=str(error))

    async def _make(self, day: date) -> None:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        whole = self._file(day)
        file = whole.with_suffix(_UNFINISHED)
        self._remove_unfinished()
        try:
            problems, code = await self._run(self._url, "backup", str(file.absolute()))
            if code:
                raise BackupFailed(problems)
            # Only now is anything thrown away: a fault that is in the database itself is in the copy too.
            faults, has_faults = await self._run(f"sqlite:///{file.absolute()}", "check")
            file.replace(whole)
        finally:
            self._remove_unfinished()
        if has_faults:
            metrics.BACKUP_FAILURES.inc()
            _log.error("backup_has_faults", file=str(whole), problem=faults)
            return
        metrics.BACKED_UP.set_to_current_time()
        _log.info("backup_made", file=str(whole), bytes=whole.stat().st_size, removed=self._remove_old(day))

    async def _run(self, url: str, *command: str) -> tuple[str, int]:
        """The last line of what a command of Papan's says about a database, and its exit code."""
        # The address may hold a password: in the environment no other user of the machine can read it.
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", *command,
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
            env=os.environ | {"DATABASE_URL": url},
        )  # fmt: skip
        try:
            os.setpriority(os.PRIO_PROCESS, process.pid, LOWEST)
            said, _ = await process.communicate()
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
        return said.decode(errors="replace").strip().rpartition("\n")[2], process.returncode or 0

    def _copies(self) -> set[date]:
        """The days of which there is a copy."""
        names = (_NAME.fullmatch(file.name) for file in self._folder.glob("papan-*.db"))
        found = set[date]()
        for name in names:
            if name:
                with suppress(ValueError):
                    found.add(date.fromisoformat(name[1]))
        return found

    def _remove_old(self, today: date) -> int:
        """Remove the copies older than they are kept; how many."""
        old = [day for day in self._copies() if day <= today - timedelta(days=self._kept)]
        for day in old:
            self._file(day).unlink()
        return len(old)

    def _file(self, day: date) -> Path:
        return self._folder / f"papan-{day.isoformat()}.db"

    def _remove_unfinished(self) -> None:
        """Remove what copies that were not finished have left, the files of SQLite beside them too, and the folder in
        which a server's is put together; also of other days, in which Papan was killed.
        """
        for left in [file for file in self._folder.iterdir() if _LEFT.fullmatch(file.name)]:
            if left.is_dir():
                rmtree(left)
            else:
                left.unlink(missing_ok=True)
