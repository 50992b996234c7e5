"""The puzzles that there are: those that ship, and those that were found in the matches that ended here."""

from collections.abc import Collection, Sequence
from functools import cache

from bot.services.services import Services
from engine.games import rulesets
from engine.puzzles import Puzzle, puzzles_of
from engine.ruleset import Ruleset


@cache
def shipped_by_id() -> dict[str, Puzzle]:
    """All puzzles that ship, by id."""
    return {puzzle.id: puzzle for ruleset in rulesets() for puzzle in puzzles_of(ruleset)}


def shipped_among(keys: Sequence[str]) -> Sequence[Puzzle]:
    """The puzzles of some games that ship, by their keys; of all for none."""
    return [each for each in shipped_by_id().values() if not keys or each.ruleset in keys]


def games(found_here: Collection[str] = ()) -> list[Ruleset]:
    """The games that have puzzles, with those of which some were ``found_here``."""
    return [ruleset for ruleset in rulesets() if puzzles_of(ruleset) or ruleset.key in found_here]


async def puzzles_there(services: Services, ruleset: Ruleset) -> list[Puzzle]:
    """The puzzles of a game."""
    shipped = shipped_by_id()
    found = await services.site_puzzles.of(ruleset)
    return [*puzzles_of(ruleset), *(each for each in found if each.id not in shipped)]


async def puzzle_named(services: Services, name: str) -> Puzzle | None:
    """A puzzle by its id; only those that were found here are read."""
    return shipped_by_id().get(name) or await services.site_puzzles.one(name)
