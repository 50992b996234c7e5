"""The steps of `docs/extending/add-a-setting.md`, `add-a-pace.md` and `add-a-term.md`, taken in a copy of the sources:
a setting *greeting*, a pace *weekly* and a term *takebacks*. A program of its own uses the copy, because all that
follows from the rows is made when the modules are loaded.
"""

import os
import re
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
        typed_words("weekly"),
        Times(timedelta(days=7), timedelta(days=3)),
        "Weekly",
        "Weekly: 1 week a move, 3 days in the bank",
    )
"""
TERM = """    FlagTerm(
        name="takebacks",
        option="takebacks",
        summary="May moves be taken back?",
        rank=60,
        wrong="Behind takebacks: stands yes or no.",
        column="takebacks",
        letter="!",
        on_sheet=True,
        as_usual="Moves may be taken back",
        otherwise="No move is taken back",
        alone_words=dict.fromkeys(typed_words("touchmove"), "no"),
        told={False: "no move is taken back"},
        panel=TermPanel.SIDES,
        label=("With takebacks", "Without takebacks"),
        to_guest=True,
    ),
"""
TYPED = """
msgctxt "typed"
msgid "weekly"
msgstr "mingguan"
"""
EDITS: dict[str, list[tuple[str, str]]] = {
    "bot/matches/preferences.py": [("    )\n}\n", f"{SETTING}    )\n}}\n")],
    "bot/store/records.py": [
        (
            "    auto_away: str | None = None\n",
            "    auto_away: str | None = None\n    greeting: str | None = None\n",
        )
    ],
    "bot/matches/pace.py": [("\n    letter: str\n", f"{PACE}\n    letter: str\n")],
    "bot/matches/terms.py": [
        ("    bid: int | None = None\n", "    bid: int | None = None\n    takebacks: bool = True\n"),
        (")\nTERMS:", f"{TERM})\nTERMS:"),
    ],
}
"""In each file, what the row stands in place of."""
OF_PAGE = {
    "add-a-setting": ("bot/matches/preferences.py", "bot/store/records.py"),
    "add-a-pace": ("bot/matches/pace.py",),
    "add-a-term": ("bot/matches/terms.py",),
}
BESIDE = (
    f"{VERSIONS}/v9999_rows.py",
    "tests/bot/store/digests",
    *(f"bot/words/locale/{language}/LC_MESSAGES/papan.po" for language in ("ms", "id")),
    "docs/playing.md",
)
"""What each of them takes besides, and CHANGELOG.md, where every change stands."""
MIGRATION = '''"""A setting, a pace and a term more."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Flag, Text

revision = "9999"
down_revision = "{before}"


def upgrade() -> None:
    """Nobody has chosen them yet."""
    op.add_column("players", sa.Column("greeting", Text))
    with op.batch_alter_table("matches", table_kwargs={{"sqlite_strict": True}}) as table:
        table.drop_constraint(op.f("ck_matches_pace"), type_="check")
        paces = "pace IN ('blitz', 'sitting', 'coffee', 'relaxed', 'slow', 'weekly')"
        table.create_check_constraint(op.f("ck_matches_pace"), paces)
        table.add_column(sa.Column("takebacks", Flag, nullable=False, server_default="1"))
        table.create_check_constraint(op.f("ck_matches_takebacks"), "takebacks IN (0, 1)")
'''
PROGRAM = """
import asyncio
import sys
from random import Random

from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from bot.app.entry.app import App
from bot.app.entry.live_boards import LiveBoards
from bot.app.pictures.images import ImageRenderer
from bot.app.requests.context import AppServices
from bot.app.rules.game_page import game_page
from bot.bootstrap.assembly import capabilities
from bot.chat.command_lines import read_line
from bot.matches.pace import PACE_CHOICES, Pace
from bot.matches.terms import Terms, terms_named
from bot.platforms.web.frames import read_frame
from bot.services import integrity
from bot.services.services import Services
from bot.store import Database
from bot.words import words
from bot.computer.search_pool import SearchPool
from engine.games import find_ruleset
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
    await term(services, database, adi, siti)
    images.close()
    await database.close()


async def told_of(database, word) -> list[str]:
    return [each for each in map(str, await integrity.check(database)) if word in each]


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
    assert not await told_of(database, "greeting")
    await services.people.change_settings(player.id, greeting="shrill")
    assert len(await told_of(database, "greeting")) == 1
    assert "Greeting: Aloud." in (await adi.presses(await adi.types("/settings"), "Time")).text


async def stored_paces(connection) -> list[str]:
    return list((await connection.execute(text("SELECT DISTINCT pace FROM matches"))).scalars())


async def pace(database, adi, siti) -> None:
    assert ("weekly", "Weekly: 1 week a move, 3 days in the bank") in PACE_CHOICES
    for line in ("/play dam-8 pace:mingguan", "/play dam-8 weekly", "/play dam-8 mingguan"):
        assert terms_named(read_line(line)[1]) == {"pace": Pace.WEEKLY}, line
    answer = await adi.types("/play dam-8 mingguan", opponent=siti)
    assert "Weekly: 1 week a move, 3 days in the bank" in answer.text
    panel = await adi.types("/play dam-8")
    paces = await adi.presses(panel, "Pace: Relaxed")
    assert "Pace: Weekly" in labels(await adi.presses(paces, "Weekly: 1 week a move"))
    assert await database.read(stored_paces) == ["weekly"]

async def without_takebacks(services, adi) -> set[Terms]:
    opened = await services.matches.of_player((await services.people.player(adi.person)).id)
    return {each.terms for each in opened if not each.terms.takebacks}


async def term(services, database, adi, siti) -> None:
    for line in ("/play dam-8 takebacks:no", "/play dam-8 touchmove"):
        assert terms_named(read_line(line)[1]) == {"takebacks": False}, line
    assert "Behind takebacks: stands yes or no." in (await adi.types("/play dam-8 takebacks:perhaps")).text
    for line in ("/play dam-8 practice takebacks:no", "/play dam-8 computer 3 takebacks:no"):
        await adi.types(line)
        assert await without_takebacks(services, adi) == {Terms(takebacks=False)}, line
    panel = await adi.types("/play dam-8")
    without = await adi.presses(panel, "Without takebacks")
    assert "no move is taken back" in without.text and "no move is taken back" not in panel.text
    card = await adi.presses(without, "Anybody")
    assert "no move is taken back" in card.text
    assert Terms(Pace.RELAXED, takebacks=False) in await without_takebacks(services, adi)
    card = await adi.types("/play dam-8 first takebacks:no", opponent=siti)
    other = await siti.presses(await siti.presses(card, "Change terms"), "With takebacks")
    assert "no move is taken back" not in other.text
    (asked,) = [each for each in game_page(find_ruleset("dam-8"), words("en")).terms if each.name == "takebacks"]
    assert (asked.label, asked.options, asked.usual, asked.alone) == ("No move is taken back", (), True, True)
    begun = read_frame('{"type": "begin", "takebacks": false}')
    assert terms_named(begun.terms) == {"takebacks": False}
    assert not await told_of(database, "match")
    try:
        await database.write(lambda connection: connection.execute(text("UPDATE matches SET takebacks = 2")))
    except IntegrityError:
        return
    raise AssertionError("the table takes any number")


asyncio.run(main())
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The sources with the steps taken in them."""
    folder = tmp_path / "sources"
    copytree(ROOT / "bot", folder / "bot", ignore=ignore_patterns("node_modules"))
    for name in ("engine", "renderer", "loopback", "tests", "docs"):
        (folder / name).symlink_to(ROOT / name)
    with (folder / "bot/words/locale/ms/LC_MESSAGES/papan.po").open("a", encoding="utf-8") as catalogue:
        catalogue.write(TYPED)
    for name, edits in EDITS.items():
        text = (folder / name).read_text(encoding="utf-8")
        for before, after in edits:
            assert text.count(before) == 1, (name, before)
            text = text.replace(before, after)
        (folder / name).write_text(text, encoding="utf-8")
    latest = max(each.name[1:5] for each in (folder / VERSIONS).glob("v*.py"))
    (folder / VERSIONS / "v9999_rows.py").write_text(MIGRATION.format(before=latest), encoding="utf-8")
    return folder


@deep("every row of the tables is tested in the quick suite")
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


@pytest.mark.parametrize(("page", "most"), [("add-a-setting", 8), ("add-a-pace", 6), ("add-a-term", 7)])
def test_the_pages_name_the_few_files_that_the_steps_touch(page: str, most: int) -> None:
    text = (ROOT / "docs" / "extending" / f"{page}.md").read_text(encoding="utf-8")
    named = OF_PAGE[page]
    for each in (*named, "tests/test_add_a_row.py", "migration", "words-update", "docs/playing.md"):
        assert each in text, each
    besides = [each for each in ("docs/privacy.md",) if each in text]
    assert len([*named, *BESIDE, *besides]) <= most


def test_a_term_is_known_in_few_files() -> None:
    sources = [each for each in (ROOT / "bot").rglob("*") if each.suffix in (".py", ".js", ".po")]
    knowing = [each for each in sources if re.search(r"\bmirror\b", each.read_text(encoding="utf-8"))]
    assert len(knowing) <= 16, sorted(str(each.relative_to(ROOT)) for each in knowing)
