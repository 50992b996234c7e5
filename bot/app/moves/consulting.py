"""The proposals of a team that consults and the lines that its members show, as a member sees them, and the buttons to
agree and to play.
"""

from dataclasses import dataclass
from functools import partial

from bot.app.boards.match_message import button
from bot.app.buttons.callback_data import Action
from bot.app.moves.move_steps import move_argument
from bot.app.moves.own_line import gone_on
from bot.app.requests.context import Context
from bot.app.text.consulting import line_told, proposals_told, proposed_text
from bot.chat import Button, Style
from bot.foundation.off_loop import off_loop_if_long
from bot.matches.match import Match
from bot.services.contests.consultations import Consultation
from bot.store.seat_marks import ShownLine
from bot.words import Words
from engine.notation import read_move


@dataclass(frozen=True)
class ToldLine:
    """The line that a member shows the others; ``told`` in a sentence."""

    player: str
    name: str
    line: ShownLine
    told: str


async def consultation_of(context: Context, match: Match) -> Consultation | None:
    """The consultation on the present turn, for whoever is of the team alone."""
    found = await context.services.consultations.of(match)
    return found if found and found.team.has(context.player.id) else None


async def told_lines(match: Match, consulted: Consultation, say: Words) -> tuple[ToldLine, ...]:
    """The lines that members show, in the order in which they joined."""
    found = []
    for each in consulted.team.members:
        sketch = consulted.sketches.get(each.player)
        if sketch is None or not sketch.line:
            continue
        game = await off_loop_if_long(partial(gone_on, match.game, match.game.ply, sketch.line))
        if game:
            told = line_told(each.name, game, match.game.ply, say)
            found.append(ToldLine(each.player, each.name, sketch.line, told))
    return tuple(found)


def consulted_told(match: Match, consulted: Consultation, lines: tuple[ToldLine, ...], say: Words) -> tuple[str, ...]:
    """The sentences about the proposals and the lines."""
    return (*proposals_told(match, consulted.team, consulted.proposals, say), *(each.told for each in lines))


async def consulting_buttons(match: Match, consulted: Consultation, player: str, say: Words) -> tuple[Button, ...]:
    """The buttons by which a member plays what enough of them agree on, and agrees with the others' proposals."""
    plays: list[Button] = []
    agrees: list[Button] = []
    for each in consulted.proposals:
        move = read_move(match.game.ruleset, match.game.position, each.choice)
        if move is None:
            continue
        told = proposed_text(match, each, say)
        argument = await off_loop_if_long(partial(move_argument, match.game.first_choice, move))
        if len(each.members) >= consulted.team.needed:
            plays.append(button(match, say("Play {move}", move=told), Action.PLAY_AGREED, Style.GOOD, argument))
        if not each.has(player):
            agrees.append(button(match, say("Agree: {move}", move=told), Action.AGREE, Style.PLAIN, argument))
    return (*plays, *agrees)
