"""Pieces that stand on one another are counted one by one, wherever a count is told."""

import re

import pytest

from bot.words import words
from engine.games import rulesets
from engine.position import start_position
from engine.ruleset import Ruleset
from engine.textboard import text_board
from renderer import Scene, describe
from tests.bot.app.visitors import Visitor, begin

STACKED = [ruleset for ruleset in rulesets() if start_position(ruleset).stacks]


@pytest.mark.parametrize(("game", "many", "needed"), [("sher-bakar", 19, 13), ("bagh-bandi", 20, 14)])
async def test_the_card_counts_every_goat_of_a_stack(
    adi: Visitor, siti: Visitor, game: str, many: int, needed: int
) -> None:
    code, _ = await begin(adi, siti, game)
    card = await adi.types(f"/board {code}")
    assert f"Goats on the board {many} · taken 0 of {needed}" in card.text


@pytest.mark.parametrize("view", [0, 1])
@pytest.mark.parametrize("ruleset", STACKED, ids=lambda ruleset: ruleset.key)
def test_the_text_board_has_the_height_behind_the_letter(ruleset: Ruleset, view: int) -> None:
    start = start_position(ruleset)
    inner = "\n".join(line[3:] for line in text_board(ruleset, start, view).splitlines()[1:-1])
    for side in (0, 1):
        letters = "".join(kind.letter for kind in ruleset.kinds if kind.side == side)
        heights = re.findall(rf"[{letters}](\d*)", inner)
        assert sum(int(height or 1) for height in heights) == len(start.letters(ruleset, side))


@pytest.mark.parametrize("ruleset", STACKED, ids=lambda ruleset: ruleset.key)
def test_the_alt_text_counts_alike(ruleset: Ruleset) -> None:
    start = start_position(ruleset)
    told = describe(Scene(ruleset, start, side_names=("First", "Second")), words("en"))
    for side, name in enumerate(("First", "Second")):
        if many := len(start.letters(ruleset, side)):
            assert re.search(rf"{name}(?:, \w+)? \({many}\):", told)
        assert f"{name} lost so far" not in told
