"""Ports that another program is to bind, or that must be free again later: each is handed out once on this machine.

A port that is found free and bound later may be gone by then: to another test that looks at the same time, or to any
connection that leaves this machine. So these stand below the range that connections leave from, and a locked file
holds each for the life of the process that asked for it.
"""

import fcntl
import os
import socket
import tempfile
from contextlib import suppress
from pathlib import Path

COUNT = 8000
LINUX_USES_FROM = 32768
"""The first port that connections leave from, where the kernel does not say."""

_held: list[int] = []
"""The locked files: nothing closes them before this process ends."""


def hand_out() -> int:
    """A port on 127.0.0.1 that nobody listens on and nobody else is handed out. Raises LookupError."""
    folder = Path(tempfile.gettempdir()) / "papan-ports"
    folder.mkdir(exist_ok=True)
    with suppress(PermissionError):
        folder.chmod(0o1777)
    first = _connections_leave_from()
    for port in range(first - COUNT, first):
        # A file of another user cannot be opened: what it stands for is theirs.
        with suppress(PermissionError):
            file = os.open(folder / str(port), os.O_WRONLY | os.O_CREAT)
            if _locked(file) and _is_free(port):
                _held.append(file)
                return port
            os.close(file)
    raise LookupError(f"every port from {first - COUNT} to {first - 1} is in use")


def _connections_leave_from() -> int:
    try:
        return int(Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0])
    except OSError:
        return LINUX_USES_FROM


def _locked(file: int) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _is_free(port: int) -> bool:
    """Servers bind where connections have only just ended, as this does."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
