"""The message of the puzzle of the day, as everybody in a chat sees it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache

from bot.app.buttons.callback_data import CallbackData
from bot.app.learning.puzzles import games, goal, line_text
from bot.app.pictures.images import Look, scene_of
from bot.app.requests.context import AppServices
from bot.app.text.names import game_name
from bot.chat import BoardMessage, Button, Row, Style
from bot.store.dailies import Daily, DailyPuzzle
from bot.words import words
from engine.games import find_ruleset
from engine.puzzles import Puzzle, puzzles_of
from renderer import THEMES


class DailyAction(StrEnum):
    """The buttons of the puzzle of the day."""

    SOLVE = "ds"
    SWITCH = "dw"
    HOUR = "dh"
    GAME = "dg"
    ZONE = "dz"


@cache
def puzzles_by_id() -> dict[str, Puzzle]:
    """All puzzles that ship, by id."""
    return {puzzle.id: puzzle for ruleset in games() for puzzle in puzzles_of(ruleset)}


def puzzles_among(keys: Sequence[str]) -> Sequence[Puzzle]:
    """The puzzles of some games, by their keys; of all for none."""
    return [each for each in puzzles_by_id().values() if not keys or each.ruleset in keys]


@dataclass(frozen=True)
class DailyCards:
    """Makes the messages."""

    tools: AppServices

    async def show(self, daily: Daily, of_day: DailyPuzzle, solution: bool) -> BoardMessage | None:
        """The message of a day, with the solution or without; None where its puzzle is there no more."""
        puzzle, say = puzzles_by_id().get(of_day.puzzle), words(daily.language)
        if puzzle is None:
            return None
        lines = [goal(puzzle, say)]
        if of_day.tried:
            lines.append(say("Solved by {solved} of {tried}.", solved=of_day.solved, tried=of_day.tried))
        if solution:
            lines.append(line_text(puzzle, say))
        narrow = self.tools.able(daily.place).narrow_pictures
        scene = scene_of(puzzle.start, ("", ""), Look(puzzle.side, THEMES[0], narrow), say)
        if solution:
            scene = replace(scene, advice=puzzle.moves[0])
        solve = Button(say("Solve"), str(CallbackData(DailyAction.SOLVE, argument=of_day.day)), Style.MAIN)
        rows: tuple[Row, ...] = () if solution else ((solve,),)
        return BoardMessage(
            title=" · ".join((say("Puzzle of the day"), game_name(find_ruleset(puzzle.ruleset), say))),
            text="\n".join(lines),
            picture=await self.tools.images.picture(scene, say),
            rows=rows,
            language=daily.language,
        )
