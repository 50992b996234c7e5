"""The programs that tests and measurements start, and that a machine may lack: Chromium, and those of PostgreSQL.

``make test`` installs them where it can (`.ci/chromium`, `.ci/postgresql`).
"""

import shutil
from pathlib import Path
from typing import Literal

CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The commands by which it is called, in the order in which they are tried; `.ci/chromium` looks for the same."""


class MissingProgram(Exception):
    """This machine lacks a program, or cannot run it as whoever runs the tests; the text says so in a sentence."""

    def __init__(self, name: Literal["Chromium", "PostgreSQL"], text: str) -> None:
        super().__init__(text)
        self.name = name


def chromium() -> str:
    """The path of the browser that Playwright is to drive (``executable_path``). Raises MissingProgram."""
    for name in CHROMIUM:
        if path := shutil.which(name):
            return path
    raise MissingProgram("Chromium", "there is no Chromium to test with; `make test` installs it, or says how")


def postgresql() -> Path:
    """The folder of the programs of the newest PostgreSQL server on this machine. Raises MissingProgram."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda file: float(file.parts[-3]))
    if debian:
        return debian[-1].parent
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    raise MissingProgram("PostgreSQL", "there is no PostgreSQL to test with; `make test` installs it, or says how")
