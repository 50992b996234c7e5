"""A real PgBouncer for deep tests: a pool of connections in front of a PostgreSQL of the tests."""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from loopback import ports
from loopback.postgresql import PASSWORD, PostgreSQL, unprivileged
from loopback.waiting import block_until

CONNECTIONS = 10
"""As many connections as it has to the server."""
STOP_WITHIN = 10.0
_SETTINGS = """
[databases]
* = host=127.0.0.1 port={server}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = plain
auth_file = {users}
pool_mode = {mode}
default_pool_size = {connections}
logfile = {log}
"""


class MissingPgBouncer(Exception):
    """This machine has no PgBouncer; the text says so in a sentence."""


@contextmanager
def pooled(server: PostgreSQL, mode: str, name: str) -> Iterator[str]:
    """The address of the database ``name`` behind a pool of that mode: ``session`` or ``transaction``.

    Raises MissingPgBouncer.
    """
    program = shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")
    if program is None:
        raise MissingPgBouncer("there is no PgBouncer to test with (Debian: the package pgbouncer)")
    folder, port, user = Path(tempfile.mkdtemp(prefix="papan-pgbouncer-")), ports.hand_out(), unprivileged()
    users, settings, log = (folder / each for each in ("users", "settings", "log"))
    users.write_text(f'"papan" "{PASSWORD}"\n')
    given = {"server": server.port, "port": port, "users": users, "mode": mode, "log": log}
    settings.write_text(_SETTINGS.format(connections=CONNECTIONS, **given))
    log.touch()
    if user:  # it refuses to run as root
        for path in (folder, users, settings, log):
            shutil.chown(path, user)
    running = subprocess.Popen([program, settings], user=user, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        block_until(lambda: f"listening on 127.0.0.1:{port}" in log.read_text(errors="replace"))
        yield server.address(name).replace(f":{server.port}/", f":{port}/")
    finally:
        running.terminate()
        running.wait(STOP_WITHIN)
        shutil.rmtree(folder, ignore_errors=True)
