"""Making a move: typed, picked from a panel, or pressed; and the answer when it cannot be made."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace

from bot.app.boards.match_message import button
from bot.app.buttons.callback_data import MENU_OF_PAYLOADS, Action, BadCallbackData, CallbackData
from bot.app.match.next_board import next_buttons, next_of_host
from bot.app.match.own_view import own_view
from bot.app.moves import picker
from bot.app.moves.grid import AS_GRID, FEW, Grid, has_grid, is_listed
from bot.app.moves.move_steps import read_move_argument, read_picks
from bot.app.moves.studied import studied
from bot.app.moves.typed_line import Typed, parse, split_code
from bot.app.pictures.images import scene_of
from bot.app.requests.context import Context, match_look
from bot.app.requests.match_resolver import MatchElsewhere, SeveralMatchesMeant, find_turn, is_playing
from bot.app.requests.visibility import is_elsewhere_private
from bot.app.standing.weekly_card import OVERLOOKED
from bot.app.text.moves import in_words, move_label, move_text, price_of
from bot.app.text.names import game_name
from bot.app.text.reasons import move_sentence
from bot.chat import Answer, Button, Menu, Option, PrivatePanel, Refusal, Row, Style, Toast
from bot.foundation.off_loop import off_loop_if_long
from bot.matches.match import Match
from bot.matches.preferences import ALWAYS, IN_DAYS
from bot.words import Words
from engine.moves import Move
from engine.parser import AmbiguousMove, IllegalMove, InvalidMove, MoveError, NotListed, Played, UnsureMove
from engine.ruleset import Ruleset

TRIES_TO_SHOW, TRIED_AGAIN = 20, 1.0
"""How often, and after how many seconds each, it is looked whether a board stands where it could not be shown."""
SUGGESTED = 5
"""At most this many moves are offered beside a refusal."""


async def typed_move(context: Context, text: str, code: str) -> Answer:
    """``/move``: play the typed move in the match, puzzle or lesson it belongs to, or open the panel if no text was
    given.
    """
    code, text = await split_code(context, code, text.strip())
    if code or not text or await _answers_board(context):
        return await _in_match(context, text, code)
    return await studied(context, text, lambda: _in_match(context, text, code))


async def _answers_board(context: Context) -> bool:
    """Does the request answer the board of a match?"""
    request = context.request
    return bool(
        request.message and await context.services.views.match_by_message(request.place, request.message) is not None
    )


async def _in_match(context: Context, text: str, code: str) -> Answer:
    try:
        match = await find_turn(context, code, CallbackData(Action.MOVE), acts=bool(text))
    except SeveralMatchesMeant as several:
        if not text:
            return await _choose(context, several.matches, {})
        return await among(context, [(match, await parse(context, match, text)) for match in several.matches])
    except MatchElsewhere as found:
        return await elsewhere(context, found.match, await parse(context, found.match, text))
    return await _try(context, match, text) if text else await open_panel(context, match)


async def open_panel(context: Context, match: Match, picked: tuple[int, ...] = (), grid: bool = False) -> Answer:
    """The private panel in which this person picks a move; ``grid``: on the board as buttons, where it has them."""
    match.check_turn(context.player.id)
    panel = await _panel(context, match)

    def page() -> picker.PickerPage:
        if only := panel.only_move():
            return only
        if not has_grid(match.game.ruleset):
            return panel.page(picked)
        if is_listed(match.game) and not picked and not grid:
            tap = button(match, context.say("Tap on the board"), Action.MOVE, argument=AS_GRID)
            return panel.all_moves(panel.first.some(FEW), (tap,))
        return Grid(panel).page(picked)

    return await _shown(context, match, panel, page)


async def _panel(context: Context, match: Match) -> picker.Panel:
    names = await context.tools.cards.names(match, context.say)
    return picker.Panel(match.code, match.game, names, match_look(context, match), context.say)


async def _shown(context: Context, match: Match, panel: picker.Panel, page: Callable[[], picker.PickerPage]) -> Answer:
    """The panel with a page; the moves numbered on it may be named by their numbers next."""
    shown = await off_loop_if_long(page)
    context.tools.lists.remember(context.player.id, match, shown.listed)
    return await panel.answer(context.tools.images, shown)


async def pressed_panel(context: Context, data: CallbackData) -> Answer:
    """*Your move*, and *Tap on the board*."""
    grid = data.argument.partition(":")[0] == AS_GRID
    return await open_panel(context, await context.services.matches.get(data.code), grid=grid)


async def pressed_pick(context: Context, data: CallbackData) -> Answer:
    """A piece or point picked in the panel."""
    match = await _at_ply(context, data)
    picked = await off_loop_if_long(lambda: read_picks(match.game, data.argument))
    if picked is None:
        raise BadCallbackData(str(data))
    return await open_panel(context, match, picked)


async def pressed_move(context: Context, data: CallbackData) -> Answer:
    """A whole move chosen from a menu, a grid or a suggestion."""
    match = await _at_ply(context, data)
    chosen = data.argument.rpartition(":")[2]
    asked, consent = chosen.endswith(picker.ASKED), picker.ACCEPTED in chosen
    named = chosen.removesuffix(picker.ASKED).removesuffix(picker.ACCEPTED)
    move = await off_loop_if_long(lambda: read_move_argument(match.game.first_choice, named))
    if move is None:
        raise BadCallbackData(str(data))
    answer = await play(context, match, Played(move, consent), asked=asked)
    if not isinstance(answer, Toast):
        return answer
    if following := await next_of_host(context, match):
        return await own_view(context, following, confidential=await is_elsewhere_private(context, following))
    # The panel would close; while somebody waits elsewhere, it leads there.
    on = await next_buttons(context, await context.services.matches.get(match.code))
    return PrivatePanel(text=answer.text, rows=(on,), replace=True) if on else answer


async def pressed_unavailable(context: Context, data: CallbackData) -> Answer:
    """A point of the grid that cannot be chosen now (where a platform cannot switch buttons off)."""
    return Toast(context.say("{point} cannot be chosen now.", point=data.argument))


async def _at_ply(context: Context, data: CallbackData) -> Match:
    match = await context.services.matches.get(data.code)
    match.check_turn(context.player.id, data.ply)
    return match


async def _try(context: Context, match: Match, text: str) -> Answer:
    """Play the typed move, ask back where it is not clear, or say why it is refused."""
    match.check_turn(context.player.id)
    return await respond(context, match, await parse(context, match, text))


async def respond(context: Context, match: Match, typed: Typed) -> Answer:
    """Play the parsed move, ask back, or say why it is refused."""
    if isinstance(typed, MoveError):
        return await _not_played(context, match, typed)
    answer = await play(context, match, typed)
    if not isinstance(answer, Toast) or not await _is_unseen(context, match):
        return answer
    after = await context.services.matches.get(match.code)
    return PrivatePanel(text=answer.text, rows=await _rows_after(context, after))


async def _rows_after(context: Context, match: Match) -> tuple[Row, ...]:
    """*Undo*, where the move that was just made may be taken back at once, and *Next board*, where one waits."""
    may_undo = match.game.outcome is None and not match.counts
    undo = (button(match, context.say("Undo"), Action.UNDO),) if may_undo else ()
    row = (*undo, *await next_buttons(context, match))
    return (row,) if row else ()


async def _is_unseen(context: Context, match: Match) -> bool:
    """Is a match played from a private chat in which it does not stand, and where a toast would not be seen?"""
    place = context.request.place
    if not place.private or context.able.hears_all:
        return False
    return match.code not in await context.services.matches.codes_in(place)


async def play(context: Context, match: Match, played: Played, *, asked: bool = False) -> Answer:
    """Play a legal move; a quiet one that declines a capture only once its price is accepted, and any only once the
    board after it was shown, where this person wants that.
    """
    price = price_of(match.game, played.move)
    if price and not played.consent:
        return await _price_panel(context, match, played.move, price)
    if not asked and _asks(context, match):
        return await _after_panel(context, match, played)
    ply = match.game.ply
    after = await context.act(match.code, lambda current, now: current.move(context.player.id, played.move, ply, now))
    text = played_text(match, played.move, context.say)
    hidden = await _hidden_here(context, after)
    if not hidden:
        return Toast(text, closes=True)
    shown = PrivatePanel(text=text, rows=await _rows_after(context, after), replace=True)
    return replace(shown, text=f"{text} {hidden}", updates=_once_shown(context, after, shown))


async def _hidden_here(context: Context, match: Match) -> str:
    """A sentence where the board of a match cannot be kept up to date in this place, though it stands there."""
    if not await context.services.views.has_frozen(context.request.place):
        return ""
    for view in await context.services.views.of_match(match.code):
        if view.place.is_at(context.request.place) and view.frozen:
            return context.say("I am not allowed to show the board to everybody here. /board shows it to you.")
    return ""


async def _once_shown(context: Context, match: Match, panel: PrivatePanel) -> AsyncIterator[PrivatePanel]:
    """That panel, once the board of a match stands in this place after all: what was tried again may succeed."""
    for _ in range(TRIES_TO_SHOW):
        await asyncio.sleep(TRIED_AGAIN)
        for view in await context.services.views.of_match(match.code):
            stands = view.place.is_at(context.request.place) and not view.frozen and view.message is not None
            if stands and view.shown_version >= match.version:
                yield panel
                return


def _asks(context: Context, match: Match) -> bool:
    """Does this person want to be asked before a move in this match is played? Not where the board is under their hand:
    there their device asks.
    """
    if context.able.draws_boards:
        return False
    live = match.clock is not None and match.clock.pace.live
    over_days = not live and not _is_alone(context, match)
    return context.player.asks == ALWAYS or (context.player.asks == IN_DAYS and over_days)


def _is_alone(context: Context, match: Match) -> bool:
    """Does one person play, on a practice board or against the computer?"""
    return match.practice or not context.services.matches.computers.keys().isdisjoint(match.seats)


async def _after_panel(context: Context, match: Match, played: Played) -> Answer:
    """The board as it would stand after a move, which is played by one press."""
    game, say = match.game, context.say
    after = replace(match, game=game.play(played.move))
    scene = scene_of(after.game, await context.tools.cards.names(match, say), match_look(context, match), say)
    text = move_text(game.ruleset, played.move, say)
    asked = say.sentence("{move}?", move=text) if in_words(played.move) else say("Play {move}?", move=text)
    so = say("So the board would stand.")
    payload = picker.play_payload(match, played.move, played.consent, asked=True)
    return PrivatePanel(
        title=f"{match.code} · {game_name(game.ruleset, say)}",
        text=f"{asked} {so}",
        picture=await context.tools.images.picture(scene, say),
        rows=((Button(say("Play"), str(payload), Style.GOOD), button(match, say("Back"), Action.MOVE)),),
        replace=True,
    )


def played_text(match: Match, move: Move, say: Words) -> str:
    """The answer to the player who has moved."""
    facts = {"move": move_text(match.game.ruleset, move, say), "code": match.code}
    if in_words(move):
        return say("Your move in {code}: {move}.", **facts)
    return say("You played {move} in {code}.", **facts)


async def _price_panel(context: Context, match: Match, move: Move, price: tuple[int, ...]) -> Answer:
    """The price of declining a capture, to be accepted first (docs/rules/malaysian-checkers.md#the-forfeit)."""
    game, say = match.game, context.say
    points = ", ".join(game.ruleset.board.points[point] for point in price)
    text = move_text(game.ruleset, replace(move, forfeit=None, huff=None), say)
    if len(price) == 1:
        where = game.ruleset.board.points[price[0]]
        cost = say("Play {move} and lose the piece that stands on {point}?", move=text, point=where)
    else:
        cost = say("Play {move}, and let your opponent take one of {points} away?", move=text, points=points)
    turn = game.first_choice if move.huff is None else game.first_choice.then(move.huff)
    captures = [other for other in turn.some(picker.MENU) if other.captured]  # they come first
    scene = scene_of(game, await context.tools.cards.names(match, context.say), match_look(context, match), say)
    options = tuple(
        Option(move_label(game, capture, say), picker.play_payload(match, capture).argument) for capture in captures
    )
    rows: tuple[Row, ...] = (
        (picker.play_button(match, move, say("Play and lose it"), consent=True, style=Style.DANGER),),
        Menu(str(CallbackData(Action.PLAY, match.code, game.ply)), say("Take instead"), options),
    )
    return PrivatePanel(
        title=say("You can capture with {points}.", points=points),
        text=cost,
        picture=await context.tools.images.picture(replace(scene, rings=price, last=None), say),
        rows=rows,
        replace=True,
    )


async def _not_played(context: Context, match: Match, error: MoveError) -> Refusal:
    """The answer to a text that is no single move: routes to choose from, a question, or the rule that forbids it."""
    say, game = context.say, match.game
    names = await context.tools.cards.names(match, context.say)
    if isinstance(error, AmbiguousMove):
        panel = await _panel(context, match)
        page = await off_loop_if_long(lambda: panel.among(error.moves, error.picked))
        context.tools.lists.remember(context.player.id, match, page.listed)
        return (await panel.routes(context.tools.images, page)).as_refusal()
    if isinstance(error, UnsureMove):
        meant = picker.play_button(match, error.move, say("Play it"), style=Style.GOOD)
        text = say("Do you mean {move}?", move=move_label(game, error.move, say))
        return Refusal(text=text, rows=((meant,),), replace=True)
    if isinstance(error, NotListed):
        panel_button = button(match, say("Your move"), Action.MOVE, Style.MAIN)
        return Refusal(text=move_sentence(game, error, say), rows=((panel_button,),), replace=True)
    nearest = error.nearest[:SUGGESTED] if isinstance(error, IllegalMove | InvalidMove) else ()
    rings = error.refusal.points if isinstance(error, IllegalMove) else ()
    scene = scene_of(game, names, match_look(context, match), say)
    if nearest:
        context.tools.lists.remember(context.player.id, match, nearest)
    suggestions = tuple(picker.play_button(match, move, move_text(game.ruleset, move, say)) for move in nearest)
    why: tuple[Button, ...] = ()
    if isinstance(error, IllegalMove):
        why = (why_button(game.ruleset, error, say),)
        if error.refusal.reason in OVERLOOKED:
            reason = error.refusal.reason.name
            await context.services.weeklies.refused(context.request.place, game.ruleset.key, reason)
    return Refusal(
        title=say("Not possible"),
        text=move_sentence(game, error, say),
        picture=await context.tools.images.picture(replace(scene, rings=rings), say),
        rows=(*((suggestions,) if suggestions else ()), (*why, button(match, say("Rules"), Action.MATCH_RULES))),
        replace=True,
    )


def why_button(ruleset: Ruleset, error: IllegalMove, say: Words) -> Button:
    """*Why?* beside a refused move: the rule that forbids it. It knows the rule and no match, so it never grows old."""
    data = CallbackData(Action.WHY, argument=f"{ruleset.short_id}:{error.refusal.reason.name}")
    return Button(say("Why?"), str(data))


async def among(context: Context, waiting: Sequence[tuple[Match, Typed]]) -> Answer:
    """The answer where several matches wait: a move that is legal in one match here alone is played there."""
    fitting = {match.code: typed for match, typed in waiting if isinstance(typed, Played)}
    here = await context.services.matches.codes_in(context.request.place)
    if len(fitting) == 1 and (only := next(iter(fitting))) in here:
        return await respond(context, next(match for match, _ in waiting if match.code == only), fitting[only])
    return await _choose(context, [match for match, _ in waiting if not fitting or match.code in fitting], fitting)


async def _choose(context: Context, matches: Sequence[Match], moves: dict[str, Played]) -> Answer:
    options = []
    moved = await context.services.matches.moved_last(context.player.id, [match.code for match in matches])
    # Where somebody has just moved they go on; what an opponent has changed since then tells nothing about that.
    latest = sorted(
        matches, key=lambda match: (moved.get(match.code, match.created), match.code in moved), reverse=True
    )
    for match in latest[: picker.MENU]:
        names = await context.tools.cards.names(match, context.say)
        played = moves.get(match.code)
        data = (
            picker.play_payload(match, played.move, played.consent)
            if played
            else CallbackData(Action.MOVE, match.code, match.game.ply)
        )
        label = f"{match.code} · {game_name(match.game.ruleset, context.say)}"
        options.append(Option(label, str(data), f"{names[0]} - {names[1]}"))
    return PrivatePanel(
        text=context.say("Several of your matches are waiting for your move. Which one do you mean?"),
        rows=(Menu(MENU_OF_PAYLOADS, context.say("Which match?"), tuple(options)),),
        replace=True,
    )


async def elsewhere(context: Context, match: Match, typed: Typed) -> Answer:
    """The question where the one match that waits is shown in another place: a guess could be wrong."""
    played = typed if isinstance(typed, Played) else None
    names = await context.tools.cards.names(match, context.say)
    say = context.say
    buttons = [button(match, say("Open that match"), Action.MOVE)]
    if played:
        buttons.insert(0, picker.play_button(match, played.move, say("Play it"), played.consent, Style.GOOD))
        text = move_text(match.game.ruleset, played.move, say)
        facts = {"move": text, "code": match.code, "players": " - ".join(names)}
        if in_words(played.move):
            question = say.sentence("{move} in {code} ({players})?", **facts)
        else:
            question = say("Play {move} in {code} ({players})?", **facts)
    elif here := await _waits_here(context):
        question = say(
            "It is not your turn here ({here}). {code} ({players}) is waiting for your move elsewhere.",
            here=here,
            code=match.code,
            players=" - ".join(names),
        )
    else:
        question = say(
            "You have no match here. {code} ({players}) is waiting for your move elsewhere.",
            code=match.code,
            players=" - ".join(names),
        )
    return PrivatePanel(text=question, rows=(tuple(buttons),), replace=True)


async def _waits_here(context: Context) -> str:
    """The codes of this person's matches in this place, in which somebody else is to move."""
    listed = await context.listed()
    mine = [match for match in listed.matches if is_playing(match) and match.side_of(context.player.id) is not None]
    return ", ".join(match.code for match in mine if match.code in listed.here)
