"""``/hint``: what the computer would play, in three steps and a button that plays it, for one person alone.

The match keeps count of hints.
"""

from collections.abc import Callable
from dataclasses import replace

from bot.app.boards.match_message import button
from bot.app.buttons.callback_data import Action, BadCallbackData, CallbackData
from bot.app.moves.picker import play_button
from bot.app.pictures.images import scene_of
from bot.app.requests.context import Context, match_look
from bot.app.requests.hosts import check_hints
from bot.app.requests.match_resolver import find_turn
from bot.app.requests.visibility import for_all, offer_to_all
from bot.app.text.moves import in_words, move_text
from bot.chat import Answer, BoardHint, PrivatePanel, Refusal, Style
from bot.computer.search_pool import SearchWorker, TooMuchToThink
from bot.matches.match import Match
from bot.matches.refusals import MatchWithoutHelp
from engine.game import Game
from engine.moves import Move

MILLISECONDS = 700
LONG_QUEUE = 8
"""With this many questions waiting before theirs, people read their place in the queue and ask again later."""
STEPS = ("1", "2", "3")


async def hint_command(context: Context, code: str) -> Answer:
    """``/hint``: the first step."""
    match = await find_turn(context, code, CallbackData(Action.HINT, argument="1"))
    return await _hint(context, match, 1)


async def pressed_hint(context: Context, data: CallbackData) -> Answer:
    """*Which piece?*, *Which move?* or *Ask again*: a step, its number is the argument. Raises BadCallbackData."""
    if data.argument not in STEPS:
        raise BadCallbackData(str(data))
    match = await context.services.matches.get(data.code)
    match.check_turn(context.player.id, data.ply)
    return await _hint(context, match, int(data.argument))


async def pressed_show(context: Context, data: CallbackData) -> Answer:
    """*Show to all*: a step of a hint, by the player who took it. Raises BadCallbackData."""
    return for_all(context, await pressed_hint(context, data))


async def _hint(context: Context, match: Match, step: int) -> Answer:
    match.check_turn(context.player.id)
    if match.counts:
        raise MatchWithoutHelp
    await check_hints(context, match)
    say, place = context.say, context.request.place
    move = context.tools.hints.recall(context.player.id, match)
    if move is None:
        chat = f"{place.platform} {place.chat}"
        ahead = context.tools.search_pool.ahead_of(chat)
        again = button(match, say("Ask again"), Action.HINT, argument="1")
        if ahead >= LONG_QUEUE:
            return PrivatePanel(
                text=say("Many people are asking just now: you are number {number} in line.", number=ahead + 1),
                rows=((again,),),
                replace=True,
            )
        try:
            move = await context.tools.search_pool.ask(chat, _best(match.game))
        except TooMuchToThink:
            return Refusal(text=say("Too many people are asking just now. Try again in a minute."), replace=True)
        match = await context.act(match.code, lambda now, at: now.take_hint(context.player.id, at))
        context.tools.hints.remember(context.player.id, match, move)
    return await _told(context, match, move, step)


async def _told(context: Context, match: Match, move: Move, step: int) -> Answer:
    say, game = context.say, match.game
    board = game.ruleset.board
    point = move.origin
    near = tuple(sorted({point, *(ray.points[0] for ray in board.rays[point])}))
    rings: tuple[int, ...] = ()
    way: tuple[int, ...] = ()
    scene = replace(
        scene_of(game, await context.tools.cards.names(match, say), match_look(context, match), say), last=None
    )
    if step == 1:
        text, rings = say("Look around here."), near
    elif step == 2:
        text = say("Think about {point}.", point=board.points[point])
        rings = (point,)
    else:
        told = move_text(game.ruleset, move, say)
        if in_words(move):
            text = say("The computer would play: {move}.", move=told)
        else:
            text = say("The computer would play {move}.", move=told)
        scene, way = replace(scene, advice=move), move.path or move.drops or move.removed
    labels = {1: say("Which piece?"), 2: say("Which move?")}
    more = (
        button(match, labels[step], Action.HINT, Style.MAIN, str(step + 1))
        if step in labels
        else play_button(match, move, say("Play it"), style=Style.GOOD)
    )
    picture = await context.tools.images.picture(replace(scene, rings=rings), say)
    show = CallbackData(Action.SHOW_HINT, match.code, match.game.ply, str(step))
    return PrivatePanel(
        title=say("Hint"),
        text=text,
        picture=picture,
        rows=((more,),),
        hint=BoardHint(match.code, game.ply, rings, way),
        to_all=await offer_to_all(context, show, match),
        replace=True,
    )


def _best(game: Game) -> Callable[[SearchWorker], Move]:
    def work(worker: SearchWorker) -> Move:
        from engine.search.results import Limit

        limit = Limit(movetime_ms=MILLISECONDS)
        return worker.searcher(game.ruleset).search(game, limit, stop=worker.stop).best

    return work
