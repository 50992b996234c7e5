"""The words for sides, pieces, endings and games, for every ruleset alike."""

from bot.words import N_, Words
from engine.game import Game, Outcome
from engine.ruleset import Ending, Ruleset

_DRAWN = {
    Ending.REPETITION: N_("the position stood on the board for the third time"),
    Ending.COUNTER: N_("the limit of moves without progress was reached"),
    Ending.COUNT_OFF: N_("counted off: equal pieces and equal kings"),
    Ending.AGREEMENT: N_("both players agreed"),
}


def side_name(ruleset: Ruleset, side: int, say: Words) -> str:
    """What a side is called: White, Goats."""
    return say(ruleset.sides[side].name)


def side_names(ruleset: Ruleset, say: Words) -> tuple[str, str]:
    """The names of both sides."""
    return side_name(ruleset, 0, say), side_name(ruleset, 1, say)


def piece_name(ruleset: Ruleset, letter: str, say: Words) -> str:
    """What one piece with this letter is called: man, goat."""
    return say.noun(ruleset.kind[letter].noun)


def ending_sentence(game: Game, outcome: Outcome, names: tuple[str, str], say: Words) -> str:
    """Who won and by which rule, as one sentence."""
    if outcome.winner is None:
        return say("Draw: {reason}.", reason=say(_DRAWN[outcome.ending]))
    winner, loser = names[outcome.winner], names[1 - outcome.winner]
    match outcome.ending:
        case Ending.NO_PIECES:
            return say("{winner} wins: {loser} has no pieces left.", winner=winner, loser=loser)
        case Ending.FEW_LEFT:
            limit = game.ruleset.few_left
            left = limit.count if limit else 0
            return say("{winner} wins: only {left} goats are left.", winner=winner, left=left)
        case Ending.BLOCKED:
            return say("{winner} wins: {loser} has no move left.", winner=winner, loser=loser)
        case Ending.COUNT_OFF:
            return say("{winner} wins the count-off: more pieces, or as many and more kings.", winner=winner)
        case _:
            return say("{winner} wins: {loser} has resigned.", winner=winner, loser=loser)
