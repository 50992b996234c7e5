"""Boards as text: narrow enough for a phone, and turned round for the other side."""

import pytest

from engine.games import find_ruleset, rulesets
from engine.position import parse_position, start_position
from engine.ruleset import Ruleset
from engine.textboard import text_board


def test_lines_seen_by_the_other_side() -> None:
    ruleset = find_ruleset("tapal")
    assert text_board(ruleset, parse_position(ruleset, "T2G1/2G2/2TGG/1G3/5 t"), orientation=1) == (
        "   e   d   c   b   a\n"
        " 1 ·---·---·---·---·\n"
        "   | \\ | / | \\ | / |\n"
        " 2 ·---·---·---G---·\n"
        "   | / | \\ | / | \\ |\n"
        " 3 G---G---T---·---·\n"
        "   | \\ | / | \\ | / |\n"
        " 4 ·---·---G---·---·\n"
        "   | / | \\ | / | \\ |\n"
        " 5 ·---G---·---·---T\n"
        "   e   d   c   b   a"
    )


def test_squares_seen_by_the_other_side() -> None:
    ruleset = find_ruleset("dam-8")
    assert text_board(ruleset, parse_position(ruleset, "k3/4/2m1/4/mm2/1M1m/3M/M3 w"), orientation=1) == (
        "   h g f e d c b a\n"
        " 1   ·   ·   ·   M\n"
        " 2 M   ·   ·   ·\n"
        " 3   m   ·   M   ·\n"
        " 4 ·   ·   m   m\n"
        " 5   ·   ·   ·   ·\n"
        " 6 ·   m   ·   ·\n"
        " 7   ·   ·   ·   ·\n"
        " 8 ·   ·   ·   k\n"
        "   h g f e d c b a"
    )


@pytest.mark.parametrize("view", [0, 1])
@pytest.mark.parametrize("ruleset", rulesets(), ids=lambda ruleset: ruleset.key)
def test_every_board_fits_a_phone_and_shows_every_piece(ruleset: Ruleset, view: int) -> None:
    start = start_position(ruleset)
    lines = text_board(ruleset, start, view).splitlines()
    assert max(map(len, lines)) <= 34
    assert lines[0] == lines[-1]
    shown = "".join(line[3:] for line in lines[1:-1])
    for letter in ruleset.kind:
        assert shown.count(letter) == start.cells.count(letter)
    assert shown.count("·") == start.cells.count(".")
