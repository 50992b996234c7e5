"""The version of this Papan, and the commit from which it comes."""

import os
import subprocess
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

COMMIT, COMMIT_DATE = "PAPAN_COMMIT", "PAPAN_COMMIT_DATE"
"""The variables in which an image has the arguments that it was built with."""
CHECKOUT = Path(__file__).parents[2]
_WITHIN = 5.0
"""Seconds for git."""


@dataclass(frozen=True)
class Version:
    """The number of the release that this is, or comes before; the commit and its day, empty where nothing tells."""

    number: str
    commit: str = ""
    date: str = ""

    def __str__(self) -> str:
        known = ", ".join(each for each in (f"commit {self.commit}" if self.commit else "", self.date) if each)
        return f"{self.number} ({known})" if known else self.number


def this_version() -> Version:
    """The version of this program; the commit is that of the checkout it stands in, or of the image's build."""
    number = metadata.version("papan")
    if (CHECKOUT / ".git").exists():
        show = ["git", "-C", str(CHECKOUT), "show", "--no-patch", "--abbrev=10", "--format=%h %cs", "HEAD"]
        try:
            found = subprocess.run(show, capture_output=True, text=True, check=True, timeout=_WITHIN).stdout.split()
        except (OSError, subprocess.SubprocessError):
            found = []
        if len(found) == 2:
            return Version(number, *found)
    return Version(number, os.environ.get(COMMIT, ""), os.environ.get(COMMIT_DATE, ""))
