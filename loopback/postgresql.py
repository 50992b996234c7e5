"""A real PostgreSQL for tests and measurements: on 127.0.0.1, at its own port, its data in a folder that goes with it.

Needs the programs of the server (`.ci/postgresql` installs them). It asks for a password, as a remote server does.
"""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Self

from loopback import ports, programs
from loopback.programs import MissingProgram
from loopback.waiting import block_until

PASSWORD = "s3cret-0f-the-tests"
"""In every address; no log and no error may show it."""
STOP_WITHIN = 15.0
ROOM = 2 << 30
"""Bytes that must be free in memory for a server's data to stand there."""
UNPRIVILEGED = ("postgres", "nobody")
"""As whom a server runs that root starts: PostgreSQL refuses to run as root."""


class NoPostgreSQL(Exception):
    """A program of PostgreSQL fails; the text says so in a sentence."""


class PostgreSQL:
    """A server with ``with PostgreSQL() as server``; ``address`` names a database in it, ``create`` makes a new one.

    Raises MissingProgram on a machine that has none.
    It writes every commit to the operating system, as a production server does, and so loses none when it is killed;
    but it does not wait for the disk.
    """

    def __init__(self) -> None:
        self._programs = programs.postgresql()
        self._user = unprivileged()
        self._folder = Path(tempfile.mkdtemp(prefix="papan-postgresql-", dir=memory_folder(ROOM)))
        self._server: subprocess.Popen[bytes] | None = None
        self._numbers = count(1)
        self.port = 0

    def __enter__(self) -> Self:
        try:
            password = self._folder / "password"
            password.write_text(PASSWORD)
            if self._user:
                for path in (self._folder, password):
                    shutil.chown(path, self._user)
            made = f"--pgdata={self._data}", "--username=papan", f"--pwfile={password}"
            self._run("initdb", *made, *_INITDB, user=self._user)
            self.start()
        except BaseException:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    @property
    def log(self) -> str:
        """The server's log so far."""
        return (self._folder / "log").read_text(errors="replace")

    def start(self) -> None:
        """Start the server, at the port it had before if there was one, and wait until it takes connections.

        Call it from a thread that lives as long as the server is needed: it ends with that thread.
        """
        self.port = self.port or ports.hand_out()
        options = [f"-D{self._data}", "-h127.0.0.1", f"-p{self.port}", "-k", "", "-c", "max_connections=200"]
        options += ["-c", "fsync=off", "-c", "full_page_writes=off"]
        # The server ends with these tests even where they are killed.
        leash = ["setpriv", "--pdeathsig", "INT"] if shutil.which("setpriv") else []
        with (self._folder / "log").open("ab") as log:
            self._server = subprocess.Popen(
                [*leash, self._programs / "postgres", *options],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self._folder, user=self._user,
                group=self._user and pwd.getpwnam(self._user).pw_gid, extra_groups=[] if self._user else None,
            )  # fmt: skip
        block_until(self._has_started, lambda: self.log[-2000:])

    def _has_started(self) -> bool:
        """Does the server take connections? Raises NoPostgreSQL once it has ended."""
        if self._server is None or self._server.poll() is not None:
            raise NoPostgreSQL(f"PostgreSQL does not start: {self.log[-2000:]}")
        return self._ask("SELECT 1", check=False).returncode == 0

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop the server: SIGINT drops its connections in order, SIGQUIT at once and without saving (a crash)."""
        if self._server is None:
            return
        self._server.send_signal(how)
        try:
            self._server.wait(STOP_WITHIN)
        except subprocess.TimeoutExpired:
            self._server.kill()
            self._server.wait()
        self._server = None

    def create(self, template: str = "template0") -> str:
        """Make a new database, empty or as ``template`` is; its name."""
        name = f"papan_{next(self._numbers)}"
        # Copied file by file: several times as fast as page by page, where nothing is kept for a crash.
        self.execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
        return name

    def drop(self, name: str) -> None:
        """Remove a database, also while it has connections."""
        self.execute(f"DROP DATABASE {name} WITH (FORCE)")

    def execute(self, statement: str, database: str = "postgres") -> str:
        """Run a statement beside Papan; its result, a line for each row, columns with | between."""
        return self._ask(statement, database).stdout.strip()

    def address(self, name: str) -> str:
        """The value of DATABASE_URL for a database."""
        return f"postgresql://papan:{PASSWORD}@127.0.0.1:{self.port}/{name}"

    @property
    def _data(self) -> Path:
        return self._folder / "data"

    def _ask(self, statement: str, database: str = "postgres", check: bool = True) -> subprocess.CompletedProcess[str]:
        return self._run("psql", "-XAtqc", statement, "-v", "ON_ERROR_STOP=1", self.address(database), check=check)

    def _run(
        self, program: str, *arguments: str, user: str | None = None, check: bool = True
    ) -> subprocess.CompletedProcess[str]:
        # Without a change of user, which only the server needs, Python starts a program without copying itself first.
        done = subprocess.run(
            [self._programs / program, *arguments],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, cwd=self._folder, user=user,
            group=user and pwd.getpwnam(user).pw_gid, extra_groups=[] if user else None, check=False,
        )  # fmt: skip
        if check and done.returncode:
            raise NoPostgreSQL(f"{program} fails: {done.stderr.strip()}")
        return done


_INITDB = ("--encoding=UTF8", "--locale=C.UTF-8", "--auth=password", "--no-sync")


def memory_folder(room: int) -> Path | None:
    """A folder of the machine's memory with so many bytes of room, in which programs may stand; None without one."""
    memory = Path("/dev/shm")
    if os.access(memory, os.W_OK) and not os.statvfs(memory).f_flag & os.ST_NOEXEC:
        return memory if shutil.disk_usage(memory).free > room else None
    return None


def unprivileged() -> str | None:
    """The user that the server runs as; None for the user of the tests. Raises MissingProgram."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    for name in UNPRIVILEGED:
        if name in known:
            return name
    raise MissingProgram("PostgreSQL", "it does not run as root, and there is no user `postgres` to run it as")
