"""A table about a person is eight files beside its words: written in a copy of the sources, where the checks pass that
would miss one (`docs/extending/change-the-tables.md`). The table keeps the games that a person likes best.
"""

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from shutil import copy, copytree, ignore_patterns

import pytest

from tests.suites import deep

ROOT = Path(__file__).parents[1]
MOST = 8
STEPS = ROOT / "bot" / "store" / "migrations" / "versions"
DIGESTS = "tests/bot/store/digests"
NEWEST = max(int(path.name[1:5]) for path in STEPS.glob("v*.py"))
STEP = f"v{NEWEST + 1:04}_liked.py"
WRITTEN = {
    "bot/store/liked.py": '''"""The games that people like best."""

from sqlalchemy import select

from bot.store.connection import Connection
from bot.store.personal import PersonalData, dropped
from bot.store.tables.people import liked
from bot.words import N_


async def like(connection: Connection, player: str, ruleset: str) -> None:
    """Note a game that a player likes."""
    await connection.execute(liked.insert(), {"player": player, "ruleset": ruleset})


async def _export(connection: Connection, player: str) -> list[str]:
    found = await connection.execute(select(liked.c.ruleset).where(liked.c.player == player))
    return [str(ruleset) for ruleset in found.scalars()]


PERSONAL = PersonalData(
    N_("The games that you like best."),
    forgotten=(liked.c.player,),
    export={"liked": _export},
    erase=dropped(liked.c.player),
)
''',
    f"bot/store/migrations/versions/{STEP}": f'''"""The games that people like best."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Text

revision = "{NEWEST + 1:04}"
down_revision = "{NEWEST:04}"


def upgrade() -> None:
    """Nobody has liked anything so far."""
    op.create_table(
        "liked",
        sa.Column("player", Text, nullable=False),
        sa.Column("ruleset", Text, nullable=False),
        sa.PrimaryKeyConstraint("player", "ruleset", name="pk_liked"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_liked_player_players"),
        sqlite_strict=True,
    )
''',
}
TABLE = '''
liked = table(
    "liked",
    player("player", required=True),
    Column("ruleset", Text, nullable=False),
    PrimaryKeyConstraint("player", "ruleset"),
)
"""The games that a player likes best."""
'''
PLANS = "        await self._plans(match.code, (adi, siti))\n"
SECRETS = "from bot.store.secrets import SecretName\n"
EDITED: dict[str, tuple[tuple[str, str], ...]] = {
    "bot/store/privacy.py": (
        ("    lessons,\n", "    lessons,\n    liked,\n"),
        ("    away.PERSONAL,\n", "    away.PERSONAL,\n    liked.PERSONAL,\n"),
    ),
    "bot/store/tables/people.py": (("\nblocks = table(", f"{TABLE}\nblocks = table("),),
    "docs/privacy.md": (
        (
            "| Your days away. |",
            "| The games that you like best. | to offer them first | until you delete your data |\n| Your days away. |",
        ),
    ),
    "docs/bounds.md": (
        (
            "| `away` | one for",
            "| `liked` | one for each game and person | until they have their data deleted |\n| `away` | one for",
        ),
    ),
    "tests/bot/lived_in.py": (
        (
            PLANS,
            f"{PLANS}        await self.services.database.write(lambda one: liked.like(one, siti.id, 'bagh-chal'))\n",
        ),
        (SECRETS, f"from bot.store import liked\n{SECRETS}"),
    ),
}
"""What is written in which files in place of what."""
CHECKS = (
    "tests/bot/store/test_personal.py",
    "tests/test_bounds.py",
    "tests/bot/store/test_migrations.py::test_migrations_make_the_tables_of_the_code",
    "tests/bot/store/test_migrations.py::test_no_step_is_ever_changed",
)


def test_it_is_few_files() -> None:
    page = (ROOT / "docs" / "extending" / "change-the-tables.md").read_text(encoding="utf-8")
    files = {*WRITTEN, *EDITED, DIGESTS}
    assert len(files) <= MOST
    named = (*EDITED, DIGESTS, "bot/store/migrations/versions/", "PERSONAL")
    told = [part.replace("tables/people.py", "tables/").removeprefix("docs/") for part in named]
    assert [part for part in told if part not in page] == []


@deep(
    "that each column about people is registered, bounded and in the steps is tested in the quick suite for all tables"
)
@pytest.mark.long("the tests of the tables run in a copy")
def test_with_these_files_the_checks_of_the_tables_pass(tmp_path: Path) -> None:
    for name in ("bot", "tests", "docs"):
        copytree(ROOT / name, tmp_path / name, ignore=ignore_patterns("node_modules", "__pycache__"))
    for name in ("engine", "renderer", "loopback", "tools", "bench", ".ci"):
        (tmp_path / name).symlink_to(ROOT / name)
    for each in ROOT.iterdir():
        if each.is_file() and each.name != ".git":
            copy(each, tmp_path / each.name)
    for name, edits in EDITED.items():
        text = (tmp_path / name).read_text(encoding="utf-8")
        for before, after in edits:
            assert text.count(before) == 1, (name, before)
            text = text.replace(before, after)
        (tmp_path / name).write_text(text, encoding="utf-8")
    for name, text in WRITTEN.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    digest = hashlib.sha256(WRITTEN[f"bot/store/migrations/versions/{STEP}"].encode()).hexdigest()
    with (tmp_path / DIGESTS).open("a", encoding="utf-8") as digests:
        digests.write(f"{digest}  {STEP}\n")
    told = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "not postgresql", *CHECKS],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stdout[-4000:]
