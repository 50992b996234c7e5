"""The table of faults in docs/faults.md and the faults that are tried are the same."""

import re
from pathlib import Path

from tests.bot.platforms import test_discord_faults as discord
from tests.bot.platforms import test_telegram_faults as telegram

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "faults.md").read_text(encoding="utf-8")


def rows(platform: str) -> list[tuple[str, str]]:
    """What a platform's table says: each fault, and the line in the log."""
    found = re.search(rf"^\| Fault on {platform} .*\n\|[-|]+\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    assert found, f"there is no table for {platform}"
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in found[1].splitlines()]
    assert all(result for _, result, _ in cells)
    return [(fault, line) for fault, _, line in cells]


def test_every_fault_that_is_tried_stands_in_the_table_with_its_line() -> None:
    assert rows("Discord") == [(case.name, " ".join(case.line) or "-") for case in (*discord.CASES, *discord.ALONE)]
    assert rows("Telegram") == [(case.name, " ".join(case.line) or "-") for case in (*telegram.CASES, *telegram.ALONE)]


def test_every_test_that_the_page_names_is_there() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE)
    assert named
    for file, name in named:
        assert re.search(rf"^(async )?def {name}\(", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE), name
