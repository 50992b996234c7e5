"""A line of one's own: a match from any of its positions on, with moves for either side that nobody has played."""

from collections.abc import Sequence
from dataclasses import replace

from bot.app.buttons.callback_data import BadCallbackData
from bot.app.live.live_board import question
from bot.app.moves.own_line import gone_on
from bot.app.requests.context import Context
from bot.app.requests.memory import graph_of
from bot.app.requests.visibility import check_may_watch
from bot.app.text.moves import move_text, number_of
from bot.app.text.names import ending_sentence
from bot.chat import EXPLORED_TURNS, ExploredPosition
from bot.foundation.off_loop import off_loop_if_long
from bot.matches.refusals import StillPlaying
from bot.matches.status import Status


async def explored(context: Context, code: str, ply: int, turns: Sequence[Sequence[int]]) -> ExploredPosition:
    """A match as it stood after ``ply`` moves, gone on from there by the points touched for each turn.

    Whoever plays the match must wait until it is over. Raises BadCallbackData for what was no position of it, and for
    points that make no turn; UnknownMatch, NotShownHere, NobodyWatches, StillPlaying, TooMuchWork.
    """
    match = await context.services.matches.get(code)
    await check_may_watch(context, match)
    if match.status is not Status.OVER and match.concerns(context.player.id):
        raise StillPlaying
    game = await off_loop_if_long(lambda: gone_on(match.game, ply, turns))
    if game is None:
        raise BadCallbackData(f"{code} {ply} {turns}")
    say, ruleset, position = context.say, game.ruleset, game.position
    names = await context.tools.cards.names(match, say)
    is_at_end = game.outcome or len(turns) == EXPLORED_TURNS
    steps = None if is_at_end else await graph_of(game)
    ask = ""
    puts: tuple[str, ...] = ()
    if game.outcome:
        ask = ending_sentence(game, game.outcome, names, say)
    elif len(turns) == EXPLORED_TURNS:
        ask = say("A line of your own has at most {count} moves.", count=EXPLORED_TURNS)
    elif steps is None:
        ask = say("So many moves are possible here that they cannot be shown on the board.")
    else:
        ask, puts = question(context, replace(match, game=game), names)
    return ExploredPosition(
        code=code,
        ply=ply,
        cells=position.cells,
        stacks=position.stacks,
        hands=position.hand,
        last=game.moves[-1] if game.moves else None,
        turn=game.turn,
        steps=steps,
        ask=ask,
        puts=puts,
        moves=tuple(move_text(ruleset, move, say) for move in game.moves),
        turns=tuple((game.positions[at].turn, number_of(game, at)) for at in range(game.ply)),
    )
