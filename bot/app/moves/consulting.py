"""The proposals of a team that consults, as a member sees them, and the buttons to agree and to play."""

from functools import partial

from bot.app.boards.match_message import button
from bot.app.buttons.callback_data import Action
from bot.app.moves.move_steps import move_argument
from bot.app.requests.context import Context
from bot.app.text.consulting import proposals_told, proposed_text
from bot.chat import Button, Style
from bot.foundation.off_loop import off_loop_if_long
from bot.matches.match import Match
from bot.services.contests.consultations import Consultation
from bot.words import Words
from engine.notation import read_move


async def consultation_of(context: Context, match: Match) -> Consultation | None:
    """The consultation on the present turn, for whoever is of the team alone."""
    found = await context.services.consultations.of(match)
    return found if found and found.team.has(context.player.id) else None


def consulted_told(match: Match, consulted: Consultation, say: Words) -> tuple[str, ...]:
    """The sentences about the proposals."""
    return tuple(proposals_told(match, consulted.team, consulted.proposals, say))


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
