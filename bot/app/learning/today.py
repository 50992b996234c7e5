"""The puzzle of today: that of the chat where somebody asks, or one that is the same for all whose chat has none."""

from dataclasses import dataclass

from bot.app.learning.puzzle_pool import games, puzzle_named, shipped_among
from bot.app.learning.puzzles import ask, goal, puzzle_command
from bot.app.requests.context import Context, side_look
from bot.app.text.names import game_name
from bot.chat import Answer, TodaysPuzzle
from bot.store.dailies import DailyPuzzle
from engine.games import find_ruleset
from engine.puzzles import Puzzle


@dataclass(frozen=True)
class _Today:
    """The puzzle of today; with the day of a chat that has asked for it."""

    puzzle: Puzzle
    of_chat: DailyPuzzle | None


async def _today(context: Context) -> _Today | None:
    keys = [each.key for each in games()]
    drawn, of_chat = await context.services.dailies.today(context.request.place, keys, shipped_among)
    puzzle = await puzzle_named(context.services, drawn) if drawn else None
    return _Today(puzzle, of_chat) if puzzle else None


async def today_command(context: Context) -> Answer:
    """``/puzzle today:yes``: it counts for the chat where it is one of its days; else as any other."""
    found = await _today(context)
    if found is None:
        return await puzzle_command(context, "")
    if found.of_chat:
        await context.services.dailies.opens(context.player.id, context.request.place, found.of_chat.day)
    tried = await context.services.puzzles.first_try(context.player.id, found.puzzle)
    return await ask(context, found.puzzle, context.say("Only the first try counts.") if tried else "")


async def todays_puzzle(context: Context) -> TodaysPuzzle | None:
    """It, to be seen and not touched; None where there is none."""
    found = await _today(context)
    if found is None:
        return None
    say, puzzle, of_chat = context.say, found.puzzle, found.of_chat
    position = puzzle.start.position
    solved = (
        say("Solved by {solved} of {tried}.", solved=of_chat.solved, tried=of_chat.tried)
        if of_chat and of_chat.tried
        else ""
    )
    return TodaysPuzzle(
        game=game_name(find_ruleset(puzzle.ruleset), say),
        goal=goal(puzzle, say),
        solved=solved,
        ruleset=puzzle.ruleset,
        ply=puzzle.start.ply,
        bottom=side_look(context, puzzle.side).orientation,
        cells=position.cells,
        stacks=position.stacks,
        last=None,
    )
