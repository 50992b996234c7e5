"""The ways on from a match that is over: another level, the other side, a look back, and a puzzle cut from it; after a
loss the lesson of the rule that decided it.
"""

from collections.abc import Iterator

from bot.app.boards.board_text import MatchCard
from bot.app.requests.context import Context
from bot.app.text.level_names import level_name
from bot.app.text.names import game_name, side_name
from bot.chat import ActionKind, ActionPlace, BoardAction, Style
from bot.matches.match import Match
from bot.matches.status import Status
from bot.words import Words
from engine.game import Game
from engine.lessons import LessonTopic, lessons_of
from engine.ruleset import Ending
from engine.search import LEVELS

_SEATS = ("first", "second")
_UNRULED = frozenset({Ending.AGREEMENT, Ending.RESIGNATION, Ending.TIME, Ending.RULING, Ending.STATED})
"""Ends that no rule of the game has brought about."""


async def ways_on(context: Context, card: MatchCard) -> tuple[BoardAction, ...]:
    """The ways of a player on from a match that is over, the likeliest first; none for all others."""
    match, say = card.match, context.say
    side = match.side_of(context.player.id)
    if match.status is not Status.OVER or side is None:
        return ()
    against = [] if match.practice else list(_against_computer(card, side, say))
    return (*against[:1], *await _puzzle(context, match), *against[1:], *_review(context, match))


async def lesson_after_loss(context: Context, match: Match) -> BoardAction | None:
    """The answer to *What happened?*: for who has lost by a rule of a game, and has not done the lesson of it."""
    outcome, ruleset, say = match.game.outcome, match.game.ruleset, context.say
    if outcome is None or outcome.winner is None or match.status is not Status.OVER:
        return None
    loser, winner = match.seats[1 - outcome.winner], match.seats[outcome.winner]
    if context.player.id != loser or loser == winner:
        return None
    if _forfeits(match.game, 1 - outcome.winner):
        topic, explained = LessonTopic.DUTY, say("Pieces were lost because a capture was left. Its lesson.")
    elif outcome.ending in _UNRULED:
        return None
    else:
        topic, explained = LessonTopic.ENDING, say("How a match of {game} is won.", game=game_name(ruleset, say))
    numbers = [number for number, each in enumerate(lessons_of(ruleset), 1) if each.topic is topic]
    if not numbers or topic in await context.services.learning.done(loser, ruleset.key):
        return None
    choice = f"{ruleset.key}/{numbers[0]}"
    return BoardAction(
        ActionKind.LESSON, ActionPlace.LINE, say("Show me"), Style.MAIN, explained=explained, choice=choice
    )


def _forfeits(game: Game, side: int) -> bool:
    """Has a side lost a piece in this game because it did not capture?"""
    turns = zip(game.moves, game.positions, strict=False)
    return any((move.forfeit if before.turn == side else move.huff) is not None for move, before in turns)


def _against_computer(card: MatchCard, side: int, say: Words) -> Iterator[BoardAction]:
    """The same at another level, up first for who has won; and from the other side."""
    level, ruleset, outcome = card.levels[1 - side], card.match.game.ruleset, card.match.game.outcome
    if level is None:
        return
    up, down = (1, say("A stronger one")), (-1, say("A gentler one"))
    for step, label in (up, down) if outcome and outcome.winner == side else (down, up):
        if (other := level + step) in LEVELS:
            told = say("Level {level}: {name}.", level=other, name=level_name(ruleset, other, say))
            yield _level(label, told, f"{ruleset.short_id}:{_SEATS[side]}:{other}")
    played = say("You play {side}.", side=side_name(ruleset, 1 - side, say))
    yield _level(say("The other side"), played, f"{ruleset.short_id}:{_SEATS[1 - side]}:{level}")


def _level(label: str, explained: str, choice: str) -> BoardAction:
    return BoardAction(ActionKind.LEVEL, ActionPlace.NEXT, label, explained=explained, choice=choice)


def _review(context: Context, match: Match) -> Iterator[BoardAction]:
    """The analysis, with the number of turning points where it is there already."""
    say = context.say
    if not match.game.moves:
        return
    found = context.tools.analysis_queue.found(match.game)
    explained = say("Who stood better, and the moves that turned the game.")
    if found:
        count = len(found.turning_points)
        explained = (
            say.plural("It turned once.", "It turned {count} times.", count) if count else say("Nothing turned it.")
        )
    yield BoardAction(ActionKind.ANALYSE, ActionPlace.NEXT, say("Go through it"), explained=explained, choice="0")


async def _puzzle(context: Context, match: Match) -> tuple[BoardAction, ...]:
    """A turn that turned the match, as a puzzle of this person: it can be tried from the next day on."""
    say = context.say
    kept = await context.services.puzzles.mistakes_in(context.player.id, match.code)
    if not kept:
        return ()
    is_due = any(kept)
    explained = say("A position in which the match turned.") if is_due else say("It comes back to you tomorrow.")
    label = say("A puzzle cut from it")
    return (BoardAction(ActionKind.OWN_PUZZLES, ActionPlace.NEXT, label, disabled=not is_due, explained=explained),)
