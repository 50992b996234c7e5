"""A match under a person's hand: the live board, and the turns that are touched on it."""

from collections.abc import Sequence
from dataclasses import replace

from bot.app.boards.board_text import MatchCard, board_lines, board_title, mirror_lines, talk_told
from bot.app.boards.match_message import ready_button, table_buttons, times_told
from bot.app.buttons.callback_data import BadCallbackData
from bot.app.buttons.starts import StartPosition
from bot.app.live.board_actions import in_line, is_guess, offer_line, placed
from bot.app.live.seat_marks import line_actions, shared_seat
from bot.app.live.spoken import arrival_told, awaited, move_told, turn_told
from bot.app.live.what_next import lesson_after_loss, ways_on
from bot.app.match.board import more_rows
from bot.app.match.games import heading
from bot.app.match.next_board import next_of_host
from bot.app.moves.consulting import consulted_told, consulting_buttons, told_lines
from bot.app.moves.move_entry import play, played_text
from bot.app.moves.picker import Panel
from bot.app.moves.typed_line import parse
from bot.app.moves.voting import endings, leave_button
from bot.app.play.play import open_match
from bot.app.play.starts import from_start
from bot.app.requests.context import Context, match_look
from bot.app.requests.match_resolver import is_turn_of
from bot.app.requests.visibility import check_may_watch
from bot.app.text.clock import ClockText, live_pace_line
from bot.app.text.moves import move_text, number_of
from bot.app.text.names import ending_sentence, game_name, result_stamp, side_names
from bot.app.text.reasons import move_sentence
from bot.app.text.seat_clock import seat_clocks
from bot.chat import (
    ActionPlace,
    Answer,
    Button,
    LiveBoard,
    PastPosition,
    PastPositions,
    PieceName,
    ReadyCall,
    Row,
    Toast,
    WhyNot,
)
from bot.foundation.off_loop import off_loop_if_long
from bot.matches.invitation import Invitation
from bot.matches.match import Match
from bot.matches.refusals import ActionRefused, MatchOver, StillPlaying
from bot.matches.status import Status
from bot.matches.team import team_of
from bot.matches.terms import Terms
from bot.words import Words
from engine.game import Game
from engine.parser import IllegalMove, InvalidMove, Played
from renderer.taken import pieces_lost


async def live_board_of(context: Context, code: str) -> LiveBoard:
    """A match as the person of this request may see and touch it. Raises UnknownMatch, NotShownHere."""
    match = await context.services.matches.get(code)
    await check_may_watch(context, match)
    say, me, game = context.say, context.player.id, match.game
    now, ruleset, position = context.now(), game.ruleset, game.position
    card = replace(await context.tools.cards.card(match, say), reader=me)
    undo = bool(match.undo_until and match.undo_until > now and match.seats[game.positions[-2].turn] == me)
    card = replace(card, undo=undo)
    look = match_look(context, match)
    clock = seat_clocks(match, say, now)
    # Seconds are counted at the seats, and not in words that are read out.
    told = ClockText() if clock and clock.live and clock.runs is not None else times_told(replace(card, now=now), say)
    touches = is_turn_of(context.player)(match) and not match.awaits_ready
    side = match.side_of(me)
    asked, others = table_buttons(card, say), _buttons_of(await more_rows(context, match))
    consulted = card.consulted if card.consulted and card.consulted.team.has(me) else None
    if consulted:
        asked = (*await consulting_buttons(match, consulted, me, say), *asked)
    if match.villages and any(is_guess(each) for each in others):
        resign, *draw = endings(match, say)
        asked, others = (*asked, *draw), (*others, resign)
    if match.status is Status.PLAYING and team_of(card.teams, me):
        others = (*others, *leave_button(match, say))
    ready = None
    if match.awaits_ready:
        ready, asked = _ready_call(context, match, asked)
    # A nudge and the end of a pause stand in both.
    rest = [each for each in others if each not in asked]
    actions = placed(match, side, asked, rest, say)
    asks_line = any(each.place is ActionPlace.LINE for each in actions)
    lessons = None if asks_line else await lesson_after_loss(context, match)
    actions = (*([lessons] if lessons else []), *actions, *await ways_on(context, card))
    title, steps = heading(context, card), await context.tools.turn_graphs.of(match) if touches else None
    ask = _ask(context, match, card.names, touches=touches)
    # Whoever reads the proposals themselves needs no count of them.
    waits = () if consulted and consulted.proposals else told.lines
    offer = offer_line(card, waits, asked, say, touches=touches, taught=lessons is not None)
    tried = await told_lines(match, consulted, say) if consulted else ()
    shared = shared_seat(consulted, me, consulted_told(match, consulted, tried, say)) if consulted else None
    offer = " ".join(filter(None, (*(shared.proposed if shared else ()), offer)))
    panel = Panel(match.code, game, card.names, look, say)
    turn = turn_told(panel.duty(), steps, say) if touches else ask
    result = ""
    if game.outcome:
        result = " ".join((ending_sentence(game, game.outcome, card.names, say), *mirror_lines(card, say)))
    lapses = [each for each in (match.undo_until if undo else None, clock and clock.changes) if each]
    return LiveBoard(
        code=match.code,
        version=match.version,
        now=now,
        language=say.language,
        ply=game.ply,
        status=match.status.value,
        days=match.clock is not None and not match.clock.pace.live,
        ruleset=ruleset.key,
        game=game_name(ruleset, say),
        inviting=match.status is Status.INVITED and match.host == me,
        mine=tuple(side for side in (0, 1) if match.seats[side] == me),
        bottom=look.orientation,
        turn=game.turn,
        theme=context.player.theme or "",
        cells=position.cells,
        stacks=position.stacks,
        hands=position.hand,
        pieces=tuple(PieceName(kind.letter, kind.side, say.noun(kind.noun)) for kind in ruleset.kinds),
        names=card.names,
        people=(_asked_by(card, match, 0), _asked_by(card, match, 1)),
        sides=side_names(ruleset, say),
        levels=card.levels,
        taken=(
            pieces_lost(ruleset, position, 0, game.positions[0]),
            pieces_lost(ruleset, position, 1, game.positions[0]),
        ),
        last=game.moves[-1] if game.moves else None,
        steps=steps,
        ask=ask,
        puts=panel.puts() if touches else (),
        title=title,
        facts=board_title(match, say),
        lines=tuple(board_lines(card, told.lines, say)),
        talk=tuple(talk_told(card, say)),
        shared=shared,
        moments=told.moments,
        actions=(*actions, *line_actions(tried, me, say)),
        offer=offer,
        lapses=min(lapses, default=None),
        clock=clock,
        ready=ready,
        moves=tuple(move_text(ruleset, move, say) for move in game.moves),
        turns=tuple((game.positions[ply].turn, number_of(game, ply)) for ply in range(game.ply)),
        first=ruleset.first,
        arrival=arrival_told(card, side, title, say),
        moved=move_told(game, say),
        awaits=awaited(card, turn, result, offer, say),
        rematch=card.rematch,
        stamp=_stamp(match, me, say),
        winner=game.outcome.winner if game.outcome else None,
        result=result,
    )


def _stamp(match: Match, me: str, say: Words) -> str:
    """The result in two words, to who has played one of the sides in words of their own."""
    outcome, seats = match.game.outcome, match.seats
    if outcome is None or outcome.winner is None or seats.count(me) != 1:
        return result_stamp(match.game, say)
    return say("You won") if seats[outcome.winner] == me else say("You lost")


def _asked_by(card: MatchCard, match: Match, side: int) -> str:
    seat = match.seats[side]
    return "" if card.levels[side] is not None or seat in match.villages else seat or ""


async def past_of(context: Context, code: str) -> PastPositions:
    """A match as it stood before each of its moves, and as it stands. Raises UnknownMatch, NotShownHere."""
    match = await context.services.matches.get(code)
    await check_may_watch(context, match)
    game = match.game
    return PastPositions(
        code=match.code,
        positions=tuple(
            PastPosition(cells=position.cells, stacks=position.stacks, hands=position.hand, last=last)
            for position, last in zip(game.positions, (None, *game.moves), strict=True)
        ),
    )


async def practise_from(context: Context, code: str, ply: int) -> Answer:
    """Begin a practice board from a match as it stood after so many moves.

    Raises UnknownMatch, NotShownHere, StillPlaying, NoSuchTurn, MatchOver, and what opening a match raises.
    """
    match = await context.services.matches.get(code)
    await check_may_watch(context, match)
    if match.status is not Status.OVER:
        raise StillPlaying
    ruleset, position = match.game.ruleset, match.position_after(ply)
    if Game.begin(ruleset, position).outcome:
        raise MatchOver(match.status)
    terms = Terms(watched=match.terms.watched)
    start = StartPosition(ruleset, position, ply, code)
    wanted = Invitation(ruleset, host_side=0, practice=True, terms=terms)
    return await open_match(context, from_start(wanted, start))


def _ask(context: Context, match: Match, names: tuple[str, str], *, touches: bool) -> str:
    """The question to whoever is to act; to all others only whom a live match waits for."""
    if match.awaits_ready:
        return _ready_question(context, match, names)
    return question(context, match, names)[0] if touches else ""


def _ready_question(context: Context, match: Match, names: tuple[str, str]) -> str:
    say, side = context.say, match.side_of(context.player.id)
    if side is None:
        return say("It begins when both are ready.")
    if match.ready == side:
        return say("You are ready. Waiting for {name}.", name=names[1 - side])
    return say("Are you ready?") if match.ready is None else say("{name} is ready. Are you?", name=names[1 - side])


def _ready_call(context: Context, match: Match, actions: tuple[Button, ...]) -> tuple[ReadyCall, tuple[Button, ...]]:
    """The call to say that one is ready, and the actions without it."""
    assert match.clock is not None, "who is waited for before the first move, plays by a clock"
    say, side = context.say, match.side_of(context.player.id)
    label = ready_button(match, say).label
    own = next((each for each in actions if each.label == label), None)
    pace = live_pace_line(match.clock.pace, say)
    terms = pace if side is None else f"{side_names(match.game.ruleset, say)[side]} · {pace}"
    button = in_line(own, say("Ready")) if own and side is not None and match.ready != side else None
    return ReadyCall(terms, button), tuple(each for each in actions if each is not own)


def question(context: Context, match: Match, names: tuple[str, str]) -> tuple[str, tuple[str, ...]]:
    """The obligations of the turn with the question about the first point, and those about each piece to be put."""
    panel = Panel(match.code, match.game, names, match_look(context, match), context.say)
    return " ".join(line for line in (panel.duty(), panel.asked(panel.first)) if line), panel.puts()


def _buttons_of(rows: Sequence[Row]) -> tuple[Button, ...]:
    return tuple(item for row in rows if isinstance(row, tuple) for item in row if isinstance(item, Button))


async def play_turn(context: Context, code: str, ply: int, picks: Sequence[int], *, price: bool) -> Answer:
    """Play the turn of the points touched, judged as every other move.

    Raises BadCallbackData for points that make no turn, and what the match refuses.
    """
    match = await context.services.matches.get(code)
    try:
        match.check_turn(context.player.id, ply)
    except ActionRefused:
        # A page sends a turn again whose answer it did not get.
        if ply < match.game.ply and await context.services.matches.has_acted(context.request.event, context.player):
            return Toast(played_text(match, match.game.moves[ply], context.say), closes=True)
        raise
    step = await off_loop_if_long(lambda: match.game.first_choice.after(picks))
    if step is None or step.stop is None:
        raise BadCallbackData(f"{code} {ply} {picks}")
    answer = await play(context, match, Played(step.stop, price))
    following = await next_of_host(context, match) if isinstance(answer, Toast) else None
    return replace(answer, onward=following.code) if isinstance(answer, Toast) and following else answer


async def why_not(context: Context, code: str, ply: int, way: Sequence[int]) -> WhyNot:
    """The reason why the piece on the first of these points cannot go over the others; empty words where it can.

    Raises what the match refuses.
    """
    match = await context.services.matches.get(code)
    match.check_turn(context.player.id, ply)
    names = match.game.ruleset.board.points
    found = await parse(context, match, "-".join(names[point] for point in way if point < len(names)))
    if not isinstance(found, IllegalMove | InvalidMove):
        return WhyNot(code, "", ())
    sentence = move_sentence(match.game, found, context.say)
    if isinstance(found, InvalidMove):
        return WhyNot(code, sentence, ())
    return WhyNot(code, sentence, found.refusal.points, found.refusal.reason.name)
