"""The message of the puzzle of the day, as everybody in a chat sees it."""

from dataclasses import dataclass, replace

from bot.app.buttons.study import solve_button
from bot.app.learning.puzzle_pool import puzzle_named
from bot.app.learning.puzzles import goal, line_text
from bot.app.pictures.images import Look, scene_of
from bot.app.requests.context import AppServices
from bot.app.text.names import game_name
from bot.chat import BoardMessage, Row
from bot.matches.communities import ON
from bot.services.services import Services
from bot.store.dailies import Daily, DailyPuzzle
from bot.words import Words, words
from engine.games import find_ruleset
from renderer import THEMES


@dataclass(frozen=True)
class DailyCards:
    """Makes the messages."""

    tools: AppServices

    async def show(self, daily: Daily, of_day: DailyPuzzle, solution: bool) -> BoardMessage | None:
        """The message of a day as the hosts of its chat want it, with the solution or without; None where its puzzle is
        there no more.
        """
        puzzle = await puzzle_named(self.tools.services, of_day.puzzle)
        if puzzle is None:
            return None
        here = await self.tools.services.communities.of_place(daily.place)
        venue = here.venue(daily.place, daily.language)
        say = words(venue.language)
        lines = [goal(puzzle, say)]
        if of_day.tried:
            # Names come with the last edit, so that they cost none.
            named = solution and await solved_by(self.tools.services, of_day, say)
            lines.append(named or say("Solved by {solved} of {tried}.", solved=of_day.solved, tried=of_day.tried))
        if solution:
            lines.append(line_text(puzzle, say))
        narrow = self.tools.able(daily.place).narrow_pictures
        scene = scene_of(puzzle.start, ("", ""), Look(puzzle.side, venue.theme or THEMES[0], narrow), say)
        if solution:
            scene = replace(scene, advice=puzzle.moves[0])
        solve = solve_button(of_day.day, say("Solve"))
        rows: tuple[Row, ...] = () if solution else ((solve,),)
        return BoardMessage(
            title=" · ".join((say("Puzzle of the day"), game_name(find_ruleset(puzzle.ruleset), say))),
            text="\n".join(lines),
            picture=await self.tools.images.picture(scene, say),
            rows=rows,
            language=venue.language,
            silent=here.chosen("quiet") == ON,
        )


async def solved_by(services: Services, of_day: DailyPuzzle, say: Words) -> str:
    """The line that names those who have solved a puzzle of a day and stand in lists; empty where there is none."""
    names = await services.dailies.solvers(of_day) if of_day.solved else []
    if not names:
        return ""
    if others := of_day.solved - len(names):
        names.append(say.plural("{count} other", "{count} others", others))
    counts = {"solved": of_day.solved, "tried": of_day.tried}
    return say("Solved by {solved} of {tried}: {names}.", names=say.all_of(names), **counts)
