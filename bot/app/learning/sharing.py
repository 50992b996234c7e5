"""One's line about the puzzle of a day: the day and one's first try, and nothing of the position or of its answer."""

from datetime import datetime

from bot.app.buttons.study import solve_button
from bot.app.learning.puzzle_pool import games, shipped_among
from bot.app.requests.context import Context
from bot.chat import Button, PrivatePanel, Refusal, Row
from bot.store.dailies import DailyPuzzle
from engine.puzzles import Puzzle


async def line_of(context: Context, puzzle: Puzzle) -> str | None:
    """The line; None for a puzzle of no day, and as long as this person has not tried it.

    Who takes a hint or looks at the line has used up the first try, so whoever solved it at the first took none.
    """
    keys = [each.key for each in games()]
    dailies, place = context.services.dailies, context.request.place
    tried = await dailies.try_of_day(context.player.id, puzzle.id, place, keys, shipped_among)
    if tried is None:
        return None
    of_day, solved = tried
    day = context.say.month_day(datetime.combine(of_day, datetime.min.time()))
    if solved:
        return context.say("Papan {day}: solved at the first try, no hint", day=day)
    return context.say("Papan {day}: not solved at the first try", day=day)


def in_private(context: Context, of_day: DailyPuzzle) -> Refusal:
    """The answer to a turn of the puzzle of a day that is typed where all read it."""
    say = context.say
    text = say("The puzzle of the day is solved out of sight of the others: press Solve, and choose your turn there.")
    return Refusal(text=text, rows=((solve_button(of_day.day, say("Solve")),),))


def panel(context: Context, title: str, line: str, to_all: Button | None, rows: tuple[Row, ...]) -> PrivatePanel:
    """The line to be shown to all where others are, else to be copied."""
    text = line if to_all else context.say("Your line, which gives nothing away:")
    return PrivatePanel(
        title=title,
        text=text,
        code="" if to_all else line,
        rows=rows,
        to_all=to_all,
        replace=True,
    )
