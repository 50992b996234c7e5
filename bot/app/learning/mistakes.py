"""The turns that turned a match, as puzzles for one of its players alone."""

from bot.matches.match import Match
from bot.store.mistakes import StoredMistake
from engine.game import Game
from engine.position import format_position
from engine.puzzles import has_choice, identity, texts_of
from engine.search.analysis import Analysis, TurningPoint


def mistakes_of(match: Match, analysis: Analysis, side: int) -> list[StoredMistake]:
    """The turns of a side that turned a match, each with the better one, in their order."""
    found = (mistake_at(match, analysis, point) for point in analysis.turning_points if point.side == side)
    return [each for each in found if each]


def mistake_at(match: Match, analysis: Analysis, point: TurningPoint) -> StoredMistake | None:
    """A turn that turned a match, with the better one; None where the position leaves no choice."""
    ruleset, position = analysis.game.ruleset, analysis.game.positions[point.ply]
    game = Game.begin(ruleset, position)
    if not point.line or not game.is_legal(point.line[0]) or not has_choice(game):
        return None
    text, answers = format_position(ruleset, position, counters=False), texts_of(game, point.line[0])
    return StoredMistake(identity(ruleset, position), match.code, point.ply, ruleset.key, text, answers)
