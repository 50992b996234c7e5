"""The words of a screen reader about a browser: Orca, on a screen and a bus of its own, with its log for a voice."""

import re
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from loopback.display import lacking, running, screen
from loopback.waiting import until

SETTINGS = """from orca import debug, settings
debug.debugFile.reconfigure(line_buffering=True)
settings.speechServerFactory = None
settings.speechFactoryModules = []
"""
"""Orca runs this when it starts: what it says is in its log at once, and no voice is looked for."""
BUS = """<busconfig>
  <type>session</type>
  <listen>unix:path={bus}</listen>
  <servicedir>{services}</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""
"""The bus starts what it finds in one folder: with the others of a system, a browser has a folder mounted for it."""
ACCESSIBILITY = Path("/usr/share/dbus-1/services/org.a11y.Bus.service")
"""What lets a browser and the screen reader find each other."""
SAID = re.compile(r"SPEECH OUTPUT: '(.*)'(?: voice=\w+)?(?:\{.*\})?$", re.MULTILINE)


class MissingOrca(Exception):
    """This machine lacks a part of the screen reader; the text names the packages."""


class Ear:
    """All that Orca has said; the browsers to be read out are started in its ``environment``."""

    def __init__(self, log: Path, environment: dict[str, str]) -> None:
        self.environment = environment
        self._log = log

    @property
    def heard(self) -> str:
        """All that was said so far, a line for each sentence that was handed to the voice."""
        return "\n".join(SAID.findall(self._log.read_text("utf-8"))) if self._log.exists() else ""

    async def hears(self, text: str) -> None:
        """Wait until this has been said. Raises TimeoutError with all that was said instead."""
        await until(lambda: text in self.heard, lambda: (text, self.heard))


def _is_here() -> bool:
    """True where the screen reader and all that it needs are installed."""
    return not lacking("orca", "dbus-daemon", "Xvfb") and ACCESSIBILITY.exists()


@asynccontextmanager
async def orca(folder: Path) -> AsyncIterator[Ear]:
    """A screen reader that ends with the context; what it keeps is in a folder. Raises MissingOrca."""
    if not _is_here():
        raise MissingOrca("a part of Orca is not on this machine: `apt-get install orca dbus xvfb at-spi2-core`")
    log, bus, services = folder / "orca.log", folder / "bus", folder / "services"
    services.mkdir()
    shutil.copy(ACCESSIBILITY, services)
    rules = folder / "bus.conf"
    rules.write_text(BUS.format(bus=bus, services=services), encoding="utf-8")
    (folder / "orca-customizations.py").write_text(SETTINGS, encoding="utf-8")
    async with screen() as shown:
        kept = {name: str(folder) for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR")}
        environment = {**shown, **kept, "DBUS_SESSION_BUS_ADDRESS": f"unix:path={bus}", "GNOME_ACCESSIBILITY": "1"}
        daemon = ("dbus-daemon", f"--config-file={rules}", "--nofork")
        async with running(*daemon, environment=environment):
            await until(bus.exists)
            reader = ("orca", "--debug-file", str(log), "--user-prefs", str(folder))
            async with running(*reader, environment=environment):
                ear = Ear(log, environment)
                await ear.hears("Screen reader on.")
                yield ear
