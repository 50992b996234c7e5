"""*Guess*: whoever looks on says which turn they expect next. Nobody else sees it before the turn falls. Where a
village is to move it is *Vote*: whoever is of it says which turn it should play.
"""

from dataclasses import replace
from functools import partial

from bot.app.boards.match_message import guess_button
from bot.app.buttons.callback_data import Action, BadCallbackData, CallbackData
from bot.app.moves.consulting import consultation_of, consulted_told, consulting_buttons, told_lines
from bot.app.moves.move_entry import why_button
from bot.app.moves.move_steps import read_move_argument, read_picks
from bot.app.moves.picker import Panel, Picking
from bot.app.moves.voting import ENDINGS, check_may_vote, endings, hidden_told, leave_button, secret, vote, waits
from bot.app.moves.voting import told as vote_told
from bot.app.pictures.images import scene_of
from bot.app.requests.context import Context, match_look
from bot.app.requests.match_resolver import is_code, latest_here, may_guess
from bot.app.requests.visibility import check_may_watch
from bot.app.standing.top import guesses_button
from bot.app.text.moves import move_text
from bot.app.text.names import game_name
from bot.app.text.reasons import move_sentence
from bot.chat import Answer, Button, Picture, PrivatePanel, Refusal, Toast
from bot.chat.match_codes import read_code
from bot.foundation.off_loop import off_loop_if_long
from bot.matches.match import Match
from bot.matches.refusals import ActionRefused, OtherTeamsTurn
from bot.words import N_, Words
from engine.moves import Move
from engine.parser import IllegalMove, MoveError, parse_move

_GUESSING = Picking(Action.GUESS, Action.PICK_GUESSED, Action.PLAY_GUESSED)


class NothingToGuess(ActionRefused):
    """No match stands here of which this person could guess the next turn, or vote on it."""

    sentence = N_("No match of others that takes days stands here, and no village. Name one by its code: c3-d4 K7QM.")


async def guess_command(context: Context, text: str, code: str) -> Answer:
    """``/guess c3-d4``: guess the next turn of a match of others; without it the panel in which it is picked."""
    code, text = await _split(context, code, text)
    match = await _meant(context, code)
    await check_may_guess(context, match)
    if not text:
        return await picker(context, match)
    game = match.game
    try:
        played = await off_loop_if_long(partial(parse_move, game.ruleset, game.position, text, (), game.barred))
    except MoveError as error:
        say = context.say
        why = ((why_button(game.ruleset, error, say),),) if isinstance(error, IllegalMove) else ()
        title = say("Not counted") if match.villages else say("Not guessed")
        return Refusal(title=title, text=move_sentence(game, error, say), rows=why, replace=True)
    # Many vote at once, and whoever types a turn has the board before them.
    return await _guessed(context, match, played.move, pictured=not match.villages)


async def pressed_guess(context: Context, data: CallbackData) -> Answer:
    """*Guess*: the panel in which a turn is picked. Whoever's team waits for another one can leave it there."""
    match = await context.services.matches.get(data.code)
    try:
        await check_may_guess(context, match, data)
    except OtherTeamsTurn as refusal:
        return Refusal(text=refusal.told(context.say), rows=(leave_button(match, context.say),))
    return await picker(context, match)


async def pressed_pick(context: Context, data: CallbackData) -> Answer:
    """A piece or point of the turn that is guessed."""
    match = await context.services.matches.get(data.code)
    await check_may_guess(context, match, data, at=data.ply)
    picked = await off_loop_if_long(lambda: read_picks(match.game, data.argument))
    if picked is None:
        raise BadCallbackData(str(data))
    return await picker(context, match, picked)


async def pressed_play(context: Context, data: CallbackData) -> Answer:
    """A whole turn: it is what this person guesses from now on."""
    match = await context.services.matches.get(data.code)
    await check_may_guess(context, match, data, at=data.ply)
    named = data.argument.rpartition(":")[2].removesuffix("!")
    if match.villages and named in ENDINGS:
        await vote(context, match, named)
        if context.able.draws_boards:  # there it is a button of the board, and turns are touched on that
            return Toast(f"{await told(context, match)} {hidden_told(context.say)}", unseen=True)
        return await picker(context, match)
    move = await off_loop_if_long(lambda: read_move_argument(match.game.first_choice, named))
    if move is None:
        raise BadCallbackData(str(data))
    return await _guessed(context, match, move)


async def check_may_guess(
    context: Context, match: Match, data: CallbackData | None = None, at: int | None = None
) -> None:
    """May this person guess the next turn of a match, or vote on it? Raises NotShownHere, and what
    ``GuessService.check`` or ``check_may_vote`` raises.
    """
    if not match.concerns(context.player.id):
        await check_may_watch(context, match, data)
    if match.villages:
        await check_may_vote(context, match, at)
    else:
        await context.services.guesses.check(context.player.id, match, at)


async def _split(context: Context, code: str, text: str) -> tuple[str, str]:
    """The code and the turn in what was typed: the code may stand before the turn, behind it or alone."""
    if code:
        return code, text.strip()
    words = text.split()
    named = [word for word in words[:1] + words[1:][-1:] if await is_code(context, word)]
    return (named[0], " ".join(word for word in words if word != named[0])) if named else ("", " ".join(words))


async def _meant(context: Context, code: str) -> Match:
    """The match with this code, the one answered to, or the latest here that can be guessed at."""
    if named := read_code(code):
        return await context.services.matches.get(named)
    request, services = context.request, context.services
    if request.message and (answered := await services.views.match_by_message(request.place, request.message)):
        return answered
    newest = await latest_here(context)
    # Where a village waits, or this person plays against it, they are told so.
    fitting = [match for match in newest if may_guess(context, match)] or [match for match in newest if match.villages]
    if not fitting:
        raise NothingToGuess
    return fitting[0]


async def note(context: Context, match: Match, move: Move) -> None:
    """Note that this person expects a turn next, or votes for it. Raises what ``GuessService.guess`` or
    ``VillageService.vote`` raises.
    """
    if match.villages:
        await vote(context, match, move)
        return
    event, place = context.request.event, context.request.place
    await context.services.guesses.guess(event, context.player, match.code, move, match.game.ply, place)


async def told(context: Context, match: Match) -> str:
    """The sentence that says what this person guesses or votes for; empty where that is nothing."""
    if match.villages:
        return await vote_told(context, match)
    say, known = context.say, await context.services.guesses.of(match, context.player.id)
    return say("You guess: {move}.", move=move_text(match.game.ruleset, known, say)) if known else ""


async def _guessed(context: Context, match: Match, move: Move, *, pictured: bool = True) -> Answer:
    """Note a guess; where it is ``pictured`` with the board as it would stand after it."""
    say, place = context.say, context.request.place
    await note(context, match, move)
    best = () if place.private or match.villages else (guesses_button(place, say),)
    picture = await _stands_after(context, match, move) if pictured else None
    agreed: tuple[Button, ...] = ()
    if match.villages:
        kept, other = await secret(context, match)
        if consulted := await consultation_of(context, match):
            agreed = await consulting_buttons(match, consulted, context.player.id, say)
    else:
        kept, other = (
            say("Nobody sees it before the turn is played; until then you can change it."),
            say("Guess another"),
        )
    return PrivatePanel(
        title=_title(context, match),
        text=f"{await told(context, match)}\n{kept}",
        picture=picture,
        rows=((*agreed, replace(guess_button(match, say), label=other), *best),) if other else (),
        replace=True,
    )


async def _stands_after(context: Context, match: Match, move: Move) -> Picture | None:
    """The board as it would stand after a turn."""
    say, names = context.say, await context.tools.cards.names(match, context.say)
    scene = scene_of(match.game.play(move), names, match_look(context, match), say)
    return await context.tools.images.picture(scene, say)


async def picker(context: Context, match: Match, picked: tuple[int, ...] = ()) -> Answer:
    """The panel in which the turn is picked, below what was guessed before."""
    say = context.say
    below = (*endings(match, say), *leave_button(match, say)) if match.villages else ()
    if waiting := await waits(context, match):
        text = "\n".join(filter(None, (await told(context, match), waiting)))
        return PrivatePanel(title=_title(context, match), text=text, rows=(below,), replace=True)
    names = await context.tools.cards.names(match, say)
    panel = Panel(match.code, match.game, names, match_look(context, match), say, _GUESSING)
    page = await off_loop_if_long(lambda: panel.page(picked))
    shown = await panel.answer(context.tools.images, page)
    consulted = await consultation_of(context, match)
    proposed = consulted_told(match, consulted, await told_lines(match, consulted, say), say) if consulted else ()
    agreed = await consulting_buttons(match, consulted, context.player.id, say) if consulted else ()
    lines = [*proposed, await told(context, match), asked(match, names, say), page.prompt]
    rows = (*(agreed and [agreed]), *shown.rows, *([below] if below and not picked else []))
    return replace(shown, text="\n".join(filter(None, lines)), rows=rows)


def asked(match: Match, names: tuple[str, str], say: Words) -> str:
    """The question to whoever guesses or votes."""
    if match.villages:
        return say("Which turn should {name} play?", name=names[match.game.turn])
    return say("Which turn will {name} play?", name=names[match.game.turn])


def _title(context: Context, match: Match) -> str:
    return f"{match.code} · {game_name(match.game.ruleset, context.say)}"
