"""The steps of `docs/extending/add-a-setting.md` and `add-a-pace.md`, taken in a copy of the sources: a setting
*greeting* and a pace *weekly*. A program of its own uses the copy, because all that follows from the rows is made
when the modules are loaded.
"""

import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from tests.suites import deep

ROOT = Path(__file__).parents[1]
VERSIONS = "bot/store/migrations/versions"
SETTING = """        Preference(
            "greeting",
            "time",
            "Greet me",
            {"loud": "Aloud", "still": "In silence"},
            "Greeting: {value}.",
        ),
"""
PACE = """    WEEKLY = (
        "weekly",
        "w",
        ("mingguan",),
        Times(timedelta(days=7), timedelta(days=3)),
        "Weekly",
        "Weekly: 1 week a move, 3 days in the bank",
    )
"""
EDITS = {
    "bot/matches/preferences.py": ("    )\n}\n", f"{SETTING}    )\n}}\n"),
    "bot/store/records.py": (
        "    auto_away: str | None = None\n",
        "    auto_away: str | None = None\n    greeting: str | None = None\n",
    ),
    "bot/matches/pace.py": ("\n    letter: str\n", f"{PACE}\n    letter: str\n"),
}
"""In each file, what the row stands in place of."""
MIGRATION = '''"""A setting and a pace more."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Text

revision = "9999"
down_revision = "{before}"


def upgrade() -> None:
    """Nobody has chosen them yet."""
    op.add_column("players", sa.Column("greeting", Text))
    with op.batch_alter_table("matches", table_kwargs={{"sqlite_strict": True}}) as table:
        table.drop_constraint(op.f("ck_matches_pace"), type_="check")
        paces = "pace IN ('blitz', 'sitting', 'coffee', 'relaxed', 'slow', 'weekly')"
        table.create_check_constraint(op.f("ck_matches_pace"), paces)
'''
PROGRAM = """
import asyncio
import sys
from random import Random

from sqlalchemy import text

from bot.app.app import App, LiveBoards
from bot.app.pictures.images import ImageRenderer
from bot.app.requests.context import AppServices
from bot.app.play.paces import pace_named
from bot.bootstrap.assembly import capabilities
from bot.chat.command_lines import read_line
from bot.matches.pace import PACE_CHOICES, Pace
from bot.services import integrity
from bot.services.services import Services
from bot.store import Database
from bot.workers.search_pool import SearchPool
from tests.bot.app.visitors import Visitor, labels
from tests.bot.kit import Clock
from tests.suites import deep


async def main() -> None:
    database = await Database.open(sys.argv[1])
    services, images = Services.over(database, Clock(), Random(7), {}), ImageRenderer()
    tools = AppServices(services, images, SearchPool(), capabilities=capabilities())
    papan = App(tools)
    adi, siti = Visitor(papan, "Adi"), Visitor(papan, "Siti")
    await setting(papan, tools, services, database, adi)
    await pace(database, adi, siti)
    images.close()
    await database.close()


async def told_of(database) -> list[str]:
    return [each for each in map(str, await integrity.check(database)) if "greeting" in each]


async def setting(papan, tools, services, database, adi) -> None:
    panel = await adi.presses(await adi.types("/settings"), "Time")
    assert "Greeting: Aloud." in panel.text
    assert "Greeting: In silence." in (await adi.presses(panel, "In silence")).text
    player = await services.people.player(adi.person)
    assert player.greeting == "still"
    shown = (await LiveBoards(papan, tools).preferences(adi.request())).settings[-1]
    assert (shown.name, shown.prompt, shown.tab, shown.chosen) == ("greeting", "Greet me", "Time", "still")
    assert shown.choices == (("loud", "Aloud"), ("still", "In silence"))
    await LiveBoards(papan, tools).prefer(adi.request(), "greeting", "loud")
    assert (await services.people.export(player.id))["settings"]["greeting"] == "loud"
    assert not await told_of(database)
    await services.people.change_settings(player.id, greeting="shrill")
    assert len(await told_of(database)) == 1
    assert "Greeting: Aloud." in (await adi.presses(await adi.types("/settings"), "Time")).text


async def stored_paces(connection) -> list[str]:
    return list((await connection.execute(text("SELECT DISTINCT pace FROM matches"))).scalars())


async def pace(database, adi, siti) -> None:
    assert ("weekly", "Weekly: 1 week a move, 3 days in the bank") in PACE_CHOICES
    for line in ("/play dam-8 pace:mingguan", "/play dam-8 weekly", "/play dam-8 mingguan"):
        assert pace_named(read_line(line)[1]["pace"]) is Pace.WEEKLY, line
    answer = await adi.types("/play dam-8 mingguan", opponent=siti)
    assert "Weekly: 1 week a move, 3 days in the bank" in answer.text
    panel = await adi.types("/play dam-8")
    paces = await adi.presses(panel, "Pace: Relaxed")
    assert "Pace: Weekly" in labels(await adi.presses(paces, "Weekly: 1 week a move"))
    assert await database.read(stored_paces) == ["weekly"]



asyncio.run(main())
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The sources with the steps taken in them."""
    folder = tmp_path / "sources"
    copytree(ROOT / "bot", folder / "bot", ignore=ignore_patterns("node_modules"))
    for name in ("engine", "renderer", "loopback", "tests", "docs"):
        (folder / name).symlink_to(ROOT / name)
    for name, (before, after) in EDITS.items():
        text = (folder / name).read_text(encoding="utf-8")
        assert text.count(before) == 1, (name, before)
        (folder / name).write_text(text.replace(before, after), encoding="utf-8")
    latest = max(each.name[1:5] for each in (folder / VERSIONS).glob("v*.py"))
    (folder / VERSIONS / "v9999_rows.py").write_text(MIGRATION.format(before=latest), encoding="utf-8")
    return folder


@deep("every row of the two tables is tested in the quick suite")
@pytest.mark.long("a program starts on edited sources")
def test_all_that_there_is_of_them_follows_from_their_rows(copy: Path, tmp_path: Path) -> None:
    told = subprocess.run(
        [sys.executable, "-c", PROGRAM, f"sqlite:///{tmp_path}/papan.sqlite"],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stderr[-3000:]


@pytest.mark.parametrize("page", ["add-a-setting", "add-a-pace"])
def test_the_pages_name_what_the_steps_touch(page: str) -> None:
    text = (ROOT / "docs" / "extending" / f"{page}.md").read_text(encoding="utf-8")
    named = [name for name in EDITS if (name == "bot/matches/pace.py") == (page == "add-a-pace")]
    for each in (*named, "tests/test_add_a_row.py", "migration", "words-update", "docs/playing.md"):
        assert each in text, each
