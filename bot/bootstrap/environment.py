"""The place of the settings: the file ``.env``, and variables that look like settings of ours but are not."""

import os
import re
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

from rapidfuzz import process
from rapidfuzz.fuzz import ratio

from bot.foundation import version

CHECKOUT = version.CHECKOUT
"""The folder above the program: that of the Makefile, where Papan runs from a checkout."""
PREFIXES = ("PAPAN_", "DISCORD_", "TELEGRAM_")
"""How the names of our settings begin, but one."""
BESIDE = frozenset({"PAPAN_DOMAIN", version.COMMIT, version.COMMIT_DATE})
"""Names that are no settings: one that ``compose.yaml`` reads from the same file, and what the image has."""
ALIKE, NEAR = 85, 60
"""How alike two names are, of 100, so that one is meant for the other: without our beginning, and with it."""

_LINE = re.compile(r"^[ \t]*+(?:export[ \t]++)?([A-Za-z_]\w*+)[ \t]*+=", re.MULTILINE)


def dotenv_file() -> Path:
    """The file ``.env`` of the working folder; where it has none, that beside the Makefile, if there is one."""
    here, beside = Path(".env"), CHECKOUT / ".env"
    return beside if not here.exists() and beside.exists() and (CHECKOUT / "Makefile").exists() else here


def unknown_settings(names: Iterable[str], known: Iterable[str]) -> dict[str, str | None]:
    """The names that look like settings of ours and are none, each with the setting that is probably meant."""
    settings = {name.upper() for name in known}
    found: dict[str, str | None] = {}
    for name in sorted({name.upper() for name in names} - settings - BESIDE):
        is_ours = name.startswith(PREFIXES)
        if meant := process.extractOne(name, settings, scorer=ratio, score_cutoff=NEAR if is_ours else ALIKE):
            found[name] = meant[0]
        elif is_ours:
            found[name] = None
    return found


def remarks(dotenv: Path, known: Iterable[str]) -> Iterator[tuple[str, dict[str, object]]]:
    """Remarks for an operator on the environment and the file, each as an event for the log; never a value."""
    names = [*os.environ, *(_LINE.findall(dotenv.read_text(encoding="utf-8")) if dotenv.is_file() else ())]
    for name, meant in unknown_settings(names, known).items():
        yield "unknown_setting", {"name": name, "hint": f"did you mean {meant}?" if meant else "it does nothing"}
    if dotenv.is_file() and dotenv.stat().st_mode & (stat.S_IRGRP | stat.S_IROTH):
        yield "env_file_readable_by_others", {"file": str(dotenv.absolute()), "hint": f"chmod 600 {dotenv.absolute()}"}
