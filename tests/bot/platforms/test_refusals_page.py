"""docs/refusals.md has the tables of refusals, both of them, and nothing that is not in them."""

import re
from pathlib import Path

from bot.platforms.discord import errors as discord
from bot.platforms.telegram import errors as telegram

_PAGE = Path(__file__).parents[3] / "docs" / "refusals.md"


def test_the_page_has_each_refusal_of_both_tables() -> None:
    of_telegram, of_discord = _PAGE.read_text().partition("## Telegram")[2].split("## Discord")
    assert re.findall(r"^\| `(.+?)` \|", of_telegram, re.MULTILINE) == [said for said, _ in telegram.REFUSALS]
    assert re.findall(r"^\| `(\d+)` \|", of_discord, re.MULTILINE) == [str(code) for code in discord.REFUSALS]
