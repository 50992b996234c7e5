"""Mistakes, puzzles found here, and tries to hold out, checked against the rules of their games."""

from collections.abc import Iterator

from bot.store import site_puzzles
from bot.store.audit import Raw
from engine.games import UnknownRuleset
from engine.holdouts import InvalidEnding, ending_named
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


def problems_of_holdout(row: Raw) -> Iterator[str]:
    """A try whose turns cannot be played in its ending, or that says of itself another count than they have."""
    turns = row["turns"].split()
    try:
        ending = ending_named(row["ending"])
        is_over = ending.replay(turns).outcome is not None
        ending.replay(row["practice"].split())
    except InvalidEnding as error:
        yield f"cannot be played: {error}"
        return
    if row["held"] != (len(turns) if is_over else None):
        yield f"holds out for {len(turns)} turns{'' if is_over else ' so far'}, and says otherwise"
