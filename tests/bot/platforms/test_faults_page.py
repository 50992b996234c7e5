"""The page about faults names the lines of the log that faults leave, and only lines that there are."""

import re
from pathlib import Path

from tests.bot.platforms import test_discord_faults as discord
from tests.bot.platforms import test_telegram_faults as telegram

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "faults.md").read_text(encoding="utf-8")
NAMED = {*re.findall(r"`([a-z]+(?:_[a-z]+)+)`", PAGE)}
METRIC = "papan_"


def test_every_line_that_a_tried_fault_leaves_is_explained() -> None:
    lines = [case.line for case in (*discord.CASES, *discord.ALONE)]
    lines += [case.line for case in (*telegram.CASES, *telegram.ALONE)]
    events = {word for line in lines for word in line if re.fullmatch(r"[a-z]+(?:_[a-z]+)+", word)}
    assert {"view_frozen", "answer_lost", "telegram_out_of_reach"} <= events <= NAMED


def test_every_line_that_it_names_is_logged() -> None:
    code = "".join(file.read_text(encoding="utf-8") for file in (ROOT / "bot").rglob("*.py"))
    assert {name for name in NAMED if f'"{name}"' not in code and not name.startswith(METRIC)} == set()
