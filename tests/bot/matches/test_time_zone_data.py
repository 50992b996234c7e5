"""The hours of a zone are those of the package tzdata, whatever files the system has."""

import os
import subprocess
import sys
from pathlib import Path
from struct import pack

import pytest

ZONE = "America/Vancouver"
"""British Columbia has kept its summer time all year since 2026."""
ASK = f"import datetime, zoneinfo; print(datetime.datetime(2026, 12, 15, 12, tzinfo=zoneinfo.ZoneInfo({ZONE!r})))"


def tz_file(rule: str, abbreviation: str, offset: int) -> bytes:
    """A file of a zone without history (RFC 8536, version 2), whose times follow a rule."""
    names = abbreviation.encode() + b"\0"
    header = b"TZif2" + bytes(15) + pack(">6l", 0, 0, 0, 0, 1, len(names))
    block = header + pack(">lbb", offset, 0, 0) + names
    return block + block + f"\n{rule}\n".encode()


@pytest.mark.parametrize(
    ("before", "hours"), [("", "-08:00"), ("import bot; ", "-07:00")], ids=["any program", "the bot"]
)
def test_old_files_of_the_system_do_not_count(tmp_path: Path, before: str, hours: str) -> None:
    old = tmp_path / ZONE
    old.parent.mkdir()
    old.write_bytes(tz_file("PST8PDT,M3.2.0,M11.1.0", "PST", -8 * 3600))
    environment = {**os.environ, "PYTHONTZPATH": str(tmp_path)}
    said = subprocess.run(
        [sys.executable, "-c", before + ASK], env=environment, capture_output=True, text=True, check=True
    ).stdout
    assert said.strip() == f"2026-12-15 12:00:00{hours}"
