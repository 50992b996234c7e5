"""Mistakes to be put right by players, and puzzles found here, checked against the rules of their games."""

from collections.abc import Iterator

from bot.store import site_puzzles
from bot.store.audit import Raw
from engine.games import UnknownRuleset
from engine.position import InvalidPosition
from engine.puzzles import Goal, InvalidPuzzle, Puzzle, check, identity


def problems_of_mistake(row: Raw) -> Iterator[str]:
    """A mistake whose position cannot be solved, or is another one than its name says."""
    line = (tuple(row["line"].split("/")),)
    puzzle = Puzzle(row["puzzle"], row["ruleset"], row["position"], line, Goal.BETTER, (), 0)
    try:
        is_asked = bool(puzzle.steps)
        name = identity(puzzle.start.ruleset, puzzle.start.position)
    except (InvalidPuzzle, InvalidPosition, UnknownRuleset):
        is_asked, name = False, ""
    if not is_asked:
        yield "is no position with a turn that is better"
    elif name != row["puzzle"]:
        yield "has the name of another position"


def problems_of_site_puzzle(row: Raw) -> Iterator[str]:
    """A puzzle that does not play by the rules, says of itself what is not so, or is of another position."""
    try:
        check(site_puzzles.read(row))
    except ValueError as error:  # an InvalidPuzzle is one
        yield f"makes no puzzle: {error}"
