"""Where a server listens, as an operator writes it."""

import re
from typing import NamedTuple

_WRITTEN = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([^\s:/\[\]]+)):(\d{1,5})")


class Address(NamedTuple):
    """Where a server listens. Port 0 lets the system choose a free one."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def read_address(written: str) -> Address:
    """The address that ``host:port`` names. Raises ValueError for anything else."""
    found = _WRITTEN.fullmatch(written)
    if not found or int(found[3]) > 65535:
        raise ValueError("is not an address; write host:port, for example 127.0.0.1:8080")
    return Address(found[1] or found[2], int(found[3]))
