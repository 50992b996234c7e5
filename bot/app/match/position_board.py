"""``/board`` with a position in the place of a match: it is shown, to be analysed or played from."""

from dataclasses import replace

from bot.app.buttons.callback_data import Action
from bot.app.match.shown_game import of_pasted
from bot.app.pictures.images import scene_of
from bot.app.requests.context import Context, side_look
from bot.app.requests.pasted_text import SeveralGames, record_or_refusal
from bot.app.text.names import ending_sentence, game_name, side_name
from bot.chat import Answer, Button, PrivatePanel, Refusal, Style, lettered
from bot.computer.analysis_queue import Pasted

_EXAMPLE = "/board dam-8 W:Wc3,Kd2:Ba7,b8"


async def position_board(context: Context, text: str, *, as_text: bool) -> Answer:
    """The position that ``text`` says, as ``/analyse`` reads it, or the last one of a record. Raises TooMuchWork."""
    say = context.say
    read = await record_or_refusal(context, text, _EXAMPLE)
    if isinstance(read, Refusal):
        return read
    if isinstance(read, SeveralGames):
        count = len(read.games)
        return Refusal(text=say("There are {count} games in that text.", count=count), code=_EXAMPLE)
    game, names, shown = read.game, ("", ""), of_pasted(Pasted(read))
    context.tools.analysis_queue.keep_pasted(Pasted(read))
    to_move = say("{name} to move.", name=side_name(game.ruleset, game.position.turn, say))
    analyse = shown.button(say("Analyse"), Action.ANALYSE, Style.MAIN, "0")
    play = () if game.outcome else (Button(say("Play from here"), shown.start(game.ply).payload("p")),)
    panel = PrivatePanel(
        title=game_name(game.ruleset, say),
        text=ending_sentence(game, game.outcome, names, say) if game.outcome else to_move,
        rows=((analyse, *play), shown.ways(say)),
    )
    look = side_look(context, 0)
    panel = replace(panel, picture=await context.tools.images.picture(scene_of(game, names, look, say), say))
    return lettered(panel) if as_text else panel
