"""A player's turns that turned a match, as puzzles for them alone."""

from bot.matches.match import Match
from bot.store.mistakes import StoredMistake
from engine.game import Game
from engine.position import format_position
from engine.puzzles import has_choice, identity, texts_of
from engine.search.analysis import Analysis


def mistakes_of(match: Match, analysis: Analysis, side: int) -> list[StoredMistake]:
    """The turns of a side that turned a match, each with the better one, in their order."""
    found: list[StoredMistake] = []
    ruleset = analysis.game.ruleset
    for point in analysis.turning_points:
        position = analysis.game.positions[point.ply]
        game = Game.begin(ruleset, position)
        if point.side != side or not point.line or not game.is_legal(point.line[0]) or not has_choice(game):
            continue
        text, answers = format_position(ruleset, position, counters=False), texts_of(game, point.line[0])
        found.append(StoredMistake(identity(ruleset, position), match.code, point.ply, ruleset.key, text, answers))
    return found
