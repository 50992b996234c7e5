"""The words read out to whoever hears a live board: each event in one short sentence, in the reader's language."""

from bot.app.boards.board_text import MatchCard
from bot.app.text.moves import in_words, move_text
from bot.app.text.names import game_name, side_name
from bot.matches.status import Status
from bot.words import Words
from engine.game import Game
from engine.turn_graph import TurnGraph


def arrival_told(card: MatchCard, side: int | None, title: str, say: Words) -> str:
    """The place of arrival: the game, the opponent and one's own side; elsewhere the title of the match."""
    match = card.match
    if side is None or match.practice or match.status is Status.INVITED:
        return f"{title}."
    ruleset, opponent = match.game.ruleset, card.names[1 - side]
    against = say("{game} against {name}.", game=game_name(ruleset, say), name=opponent)
    return f"{against} {say('You play {side}.', side=side_name(ruleset, side, say))}"


def move_told(game: Game, say: Words) -> str:
    """The last move: what went where, and what it took; empty before the first."""
    if not game.moves:
        return ""
    move, ruleset = game.moves[-1], game.ruleset
    points = ruleset.board.points
    if in_words(move):
        text = move_text(ruleset, move, say)
        return f"{text[:1].upper()}{text[1:]}." if move.drops else f"{text}."
    start, end = points[move.path[0]], points[move.path[-1]]
    if move.captured:
        taken = say.all_of([points[point] for point in move.captured])
        return say("{start} takes {points}, to {end}.", start=start, points=taken, end=end)
    return say("{start} to {end}.", start=start, end=end)


def turn_told(duty: str, steps: TurnGraph | None, say: Words) -> str:
    """The turn of whoever hears it, with what they have to capture, or may."""
    may = say("You may capture.") if steps and not duty and _takes(steps) else duty
    return " ".join(filter(None, (say("Your turn."), may)))


def awaited(card: MatchCard, turn: str, result: str, offer: str, say: Words) -> tuple[str, ...]:
    """The sentences after the last move: what is offered and whose ``turn`` it is, or the ``result``."""
    match = card.match
    if match.status is not Status.PLAYING:
        return tuple(filter(None, (result, offer)))
    asks = any(each is not None for each in (match.draw_offer, match.takeback, match.swap, match.pause_asked))
    waited = say("{name} to move.", name=card.names[match.game.turn])
    return tuple(filter(None, (offer if asks else "", turn or waited)))


def _takes(steps: TurnGraph) -> bool:
    return any(step.takes for node in steps.nodes for step in node.steps)
