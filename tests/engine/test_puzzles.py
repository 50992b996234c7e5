"""The puzzles that ship: each can be read and played, says of itself what is so, and stands there once."""

from collections import Counter
from dataclasses import replace

import pytest

from engine.games import find_ruleset, rulesets
from engine.notation import format_move
from engine.position import Position, parse_position
from engine.puzzles import (
    FOLDER,
    Goal,
    InvalidPuzzle,
    Puzzle,
    Theme,
    answers,
    check,
    file_of,
    identity,
    puzzles_of,
    read_puzzles,
    themes_of,
    write_puzzle,
)
from engine.ruleset import Ruleset

TABAL = find_ruleset("permainan-tabal")
SHOT = (
    "ece04b79\tmmm/mmm/1m1mm/mm3/5/M2M1/MM2M/MMM/MMM w -\tpiece-up\ta4-a5 a6xa4 a3xa5xc7xa7"
    "\ttakes-3,sacrifice,opens-trap\t1127"
)
MINED = [ruleset for ruleset in rulesets() if file_of(ruleset).exists()]
EVERY = [puzzle for ruleset in MINED for puzzle in puzzles_of(ruleset)]


def shot() -> Puzzle:
    """A puzzle of three turns: a man is offered, and three are taken."""
    (puzzle,) = read_puzzles(TABAL, ["# about the mining", SHOT])
    return puzzle


def test_every_file_is_of_a_ruleset() -> None:
    assert MINED
    assert {file.name for file in FOLDER.glob("*.txt")} == {file_of(ruleset).name for ruleset in MINED}


@pytest.mark.parametrize("ruleset", MINED, ids=lambda ruleset: ruleset.key)
def test_what_ships_is_true(ruleset: Ruleset) -> None:
    for puzzle in puzzles_of(ruleset):
        check(puzzle)
        for step in puzzle.steps:
            ends = {format_move(ruleset, move) for move in step.game.first_choice.some(40)}
            assert len(ends) >= 2, puzzle.id


def test_each_position_ships_once() -> None:
    twice = [name for name, many in Counter(puzzle.id for puzzle in EVERY).items() if many > 1]
    assert not twice


def test_themes_are_seen_in_the_line() -> None:
    for puzzle in EVERY:
        own = [move for ply, move in enumerate(puzzle.moves) if ply % 2 == 0]
        taken = {min(len(move.captured), 4) for move in own}
        for many, theme in enumerate((Theme.TAKES_2, Theme.TAKES_3, Theme.TAKES_4), 2):
            assert (theme in puzzle.themes) == (many in taken), puzzle.id
        assert (Theme.DRAW in puzzle.themes) == (puzzle.goal is Goal.DRAW), puzzle.id


def test_a_puzzle_is_written_as_it_was_read() -> None:
    assert write_puzzle(shot()) == SHOT
    for ruleset in MINED:
        lines = file_of(ruleset).read_text(encoding="utf-8").splitlines()
        written = [write_puzzle(puzzle) for puzzle in read_puzzles(ruleset, lines)]
        assert written == [line for line in lines if not line.startswith("#")]


def test_what_is_asked_for_and_what_is_played_by_itself() -> None:
    puzzle = shot()
    assert puzzle.side == 0
    assert [format_move(TABAL, move) for move in answers(puzzle, 0)] == ["a4-a5"]
    assert [format_move(TABAL, move) for step in puzzle.steps for move in step.then][:1] == ["a6xa4"]


def test_an_image_of_a_position_is_the_same_puzzle() -> None:
    position = parse_position(TABAL, "mmm/mmm/1m1mm/mm3/5/M2M1/MM2M/MMM/MMM w -")
    mirrored = parse_position(TABAL, "mmm/mmm/mm1m1/3mm/5/1M2M/M2MM/MMM/MMM w -")
    swapped = parse_position(TABAL, "mmm/mmm/mm2m/m2m1/5/MM3/1M1MM/MMM/MMM b -")
    other: Position = replace(position, turn=1)
    assert identity(TABAL, position) == identity(TABAL, mirrored) == identity(TABAL, swapped) == shot().id
    assert identity(TABAL, other) != shot().id


def test_a_ruleset_without_puzzles_has_none() -> None:
    assert puzzles_of(find_ruleset("rimau")) == ()


@pytest.mark.parametrize(
    ("was", "now", "why"),
    [
        ("\t1127", "", "line 1: a puzzle has id, position, goal, line, themes, rating .* not 5 fields"),
        ("piece-up", "glory", "line 1: 'glory' is not a valid Goal"),
        ("takes-3", "takes-9", "line 1: 'takes-9' is not a valid Theme"),
        ("1127", "many", "line 1: invalid literal"),
        ("a4-a5 ", "a4-a5  ", "line 1: a turn of the line is missing"),
    ],
)
def test_a_line_that_cannot_be_read(was: str, now: str, why: str) -> None:
    with pytest.raises(InvalidPuzzle, match=why):
        list(read_puzzles(TABAL, [SHOT.replace(was, now, 1)]))


@pytest.mark.parametrize(
    ("was", "now", "why"),
    [
        ("ece04b79", "ece04b70", "not the id of its position"),
        ("a6xa4", "a6-a5", "a6-a5 is not legal after 1 turns"),
        ("/MMM w", "/MMX w", "X"),
        ("takes-3,", "takes-2,", "does not show the themes"),
        (" a6xa4 a3xa5xc7xa7\ttakes-3,sacrifice,opens-trap", "\t-", "nobody is a piece up"),
        ("a4-a5 ", "a4-a5/c2-b3 ", "lead to different positions|is not legal"),
    ],
)
def test_a_puzzle_that_is_not_true(was: str, now: str, why: str) -> None:
    (puzzle,) = read_puzzles(TABAL, [SHOT.replace(was, now, 1)])
    with pytest.raises(InvalidPuzzle, match=why):
        check(puzzle)


def test_themes_of_the_shot() -> None:
    puzzle = shot()
    assert themes_of(puzzle.start, puzzle.moves, Goal.DRAW)[-1] is Theme.DRAW
