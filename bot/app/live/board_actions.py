"""The buttons of a live board, by where they stand: in the line below it, in the row of actions, or under *More*."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.app.boards.board_text import MatchCard, evening_lines, guessed_lines, guest_side, invites_you, offered_lines
from bot.app.boards.match_message import BIDDING
from bot.app.buttons.callback_data import Action, BadCallbackData, CallbackData, read_callback_data
from bot.app.requests.context import Context
from bot.app.requests.visibility import check_may_watch
from bot.app.text.clock import live_pace_line
from bot.app.text.teams import gathers_told
from bot.chat import ActionKind, ActionPlace, BoardAction, Button, Style
from bot.matches.match import Match
from bot.matches.status import Status
from bot.matches.terms import FLAGS
from bot.matches.village import awaited_village
from bot.words import N_, Words

IN_LINE = 2
"""At most so many buttons stand in the line, the wished one first."""
_ACTIONS: dict[ActionKind, Action] = {
    **{kind: Action[kind.name] for kind in ActionKind if kind.name in Action.__members__},
    ActionKind.RULES: Action.MATCH_RULES,
    ActionKind.RESIGN: Action.CONFIRM_RESIGN,
    ActionKind.VOTE: Action.PLAY_GUESSED,
}
"""What is done by a button of each kind; there is none for what the page does by itself."""
_KINDS = {action.value: kind for kind, action in _ACTIONS.items()} | {Action.RESIGN.value: ActionKind.RESIGN}
_SHARED = N_("Pass on the address of this match. Whoever has it may look.")
_ROWS: dict[Status, tuple[tuple[ActionKind, str], ...]] = {
    Status.PLAYING: (
        (ActionKind.GUESS, N_("Guess")),
        (ActionKind.DRAW, N_("Draw")),
        (ActionKind.TAKEBACK, N_("Take back")),
        (ActionKind.HINT, N_("Hint")),
        (ActionKind.RULES, N_("Rules")),
    ),
    Status.OVER: ((ActionKind.ANALYSE, N_("Analyse")),),
}
"""The row of actions, each with its word, by the status of the match."""
_OTHERWISE = ((ActionKind.RULES, N_("Rules")),)
_BID = N_("You play the side that is hunted, with fewer pieces in hand, which your host then accepts or underbids.")
_EXPLAINED: dict[ActionKind, str] = {
    ActionKind.DRAW: N_("Your opponent can accept it until they move."),
    ActionKind.TAKEBACK: N_("Your opponent is asked to let you take your last move back."),
    ActionKind.SWAP: N_("You go on from here with the sides exchanged, if your opponent agrees."),
    ActionKind.HINT: N_("What the computer would play. Hints are counted beside the board."),
    ActionKind.RULES: N_("How this game is played."),
    ActionKind.RESIGN: N_("You give up and your opponent wins. You are asked once more."),
    ActionKind.CALL_OFF: N_("No result. You can do this until each side has moved."),
    ActionKind.CALL_OFF_LATE: N_("The match ends without a result."),
    ActionKind.CLAIM: N_("You win, because your opponent's time is over."),
    ActionKind.GIVE_DAY: N_("Your opponent gets a day more."),
    ActionKind.PAUSE: N_("Both clocks stand until a day that you choose, if your opponent agrees."),
    ActionKind.END_PAUSE: N_("The pause ends, and the clock goes on."),
    ActionKind.PLAN: N_("Show the move that you expect, and your answer: it is played at once if it comes so."),
    ActionKind.GUESS: N_("Say which turn you expect next. Nobody sees it before it is played."),
    ActionKind.VOTE: N_("The match ends so if two thirds of all who vote want it, three at least."),
    ActionKind.TEAM_LEAVE: N_("The others of your team go on without you."),
    ActionKind.TEAM_NEXT: N_("The same game once more, with all who are in your team."),
    ActionKind.AGREE: N_("You are for this turn of your team, and for no other any more."),
    ActionKind.PLAY_AGREED: N_("Your team plays this turn, as enough of you agree."),
    ActionKind.SAY: N_("A few words beside the board, which everybody reads in their own language."),
    ActionKind.NOTE: N_("What you note for yourself on this match. Nobody else reads it."),
    ActionKind.SIMUL_NOTE: N_("A line of yours under this board, which both of you read."),
    ActionKind.REPORT: N_("Tell the hosts about somebody who plays here. Nobody else is told."),
    ActionKind.NUDGE: N_("Your opponent is reminded that you wait."),
    ActionKind.TOLD: N_("Where you are told of your turn in this match."),
    ActionKind.EXPORT: N_("The match as text or as a file, to keep or to pass on."),
    ActionKind.COPY_POSITION: N_("The position as a line, to analyse it or to go on from it."),
    ActionKind.ANALYSE: N_("Who stood better, and the moves that turned the game."),
    ActionKind.REMATCH: N_("The same game once more, with the sides swapped."),
    ActionKind.PRACTISE: N_("The same game once more, from the beginning."),
    ActionKind.EVEN_START: N_("You two then begin so that you would be about even. Such a match is casual."),
    ActionKind.CHANGE_TERMS: N_("Another side, pace or rules, which your host then accepts or declines."),
    ActionKind.WITHDRAW_OFFER: N_("What you have offered or asked for no longer stands."),
    ActionKind.WITHDRAW: N_("Nobody can accept the invitation any more."),
}
"""What a button does, for those who have not pressed it yet."""
_VOTE = N_("Say which turn should be played for all of you. Nobody sees it before the vote is over.")
_OF_TEAM: dict[ActionKind, str] = {
    ActionKind.GUESS: N_("The turn that should be played for your team."),
    ActionKind.VOTE: N_("The match ends so if two thirds of your team want it."),
}
"""What a button that is the same for a village does in a team."""
_AS_FILM = N_("The whole match as a moving picture, to look at and to pass on.")
"""What the button does that asks for a match in one certain form."""
_NOT_NOW: dict[ActionKind, str] = {
    ActionKind.DRAW: N_("A draw can be offered once the match has begun."),
    ActionKind.TAKEBACK: N_("You have no move to take back."),
    ActionKind.HINT: N_("A hint is for whoever is to move."),
}
"""Why an action of the row is not possible now."""


def placed(
    match: Match, side: int | None, asked: Sequence[Button], others: Sequence[Button], say: Words
) -> tuple[BoardAction, ...]:
    """The buttons that are open to the player of ``side``, or to somebody who looks on, each in its place.

    ``asked`` are answers and offers, ``others`` everything else. What the row has for a player, and is not open to them
    now, stays there switched off.
    """
    main = _main_at_end(match, side, asked, say)
    line = _in_line(match, side, asked)
    rest = [*(each for each in asked if each not in line), *others]
    by_kind = {_kind(each): each for each in reversed(rest)}
    if match.status is Status.PLAYING and not _has_moved(match, side):
        by_kind.pop(ActionKind.TAKEBACK, None)
    row: list[BoardAction] = [main] if main else []
    kinds = _ROWS.get(match.status, _OTHERWISE)
    for kind, label in kinds:
        if own := by_kind.get(kind):
            votes = kind is ActionKind.GUESS and bool(match.villages)
            word = own.label if votes else say(label)
            explained = say(_VOTE) if votes and not match.teams else _explained(own, match, say)
            row.append(BoardAction(kind, ActionPlace.ROW, word, explained=explained, choice=_choice(own)))
        elif side is not None and kind in _NOT_NOW and not (match.villages and kind is ActionKind.TAKEBACK):
            why = say(_NOT_NOW[kind])
            row.append(BoardAction(kind, ActionPlace.ROW, say(label), disabled=True, explained=why))
    if match.status is Status.OVER and match.terms.watched:
        row.append(BoardAction(ActionKind.SHARE, ActionPlace.ROW, say("Share"), explained=say(_SHARED)))
    in_row = {kind for kind, _ in kinds}
    if main:
        in_row |= {ActionKind.REMATCH, ActionKind.PRACTISE, ActionKind.TEAM_NEXT}
    if match.status is Status.OVER:
        in_row.add(ActionKind.LEVEL)  # it is among the ways on
    more = [each for each in rest if _kind(each) not in in_row]
    return (
        *(in_line(each) for each in line),
        *row,
        *(_as_action(each, ActionPlace.MORE, _explained(each, match, say)) for each in more),
        *(_set_up(say) if may_be_set_up(match, plays=side is not None) else ()),
    )


def may_be_set_up(match: Match, *, plays: bool) -> bool:
    """May the positions of a match be set up and changed? Whoever ``plays`` must wait until it is over."""
    return match.status is Status.OVER or (match.status is Status.PLAYING and (match.practice or not plays))


def _set_up(say: Words) -> Iterator[BoardAction]:
    explained = say("The position that stands there, to change it, to play from it or to analyse it.")
    yield BoardAction(ActionKind.SET_UP, ActionPlace.MORE, say("Set up a position"), explained=explained)


def in_line(pressed: Button, label: str = "") -> BoardAction:
    """A button of a match in the line below its live board, under its own words or these."""
    return replace(_as_action(pressed, ActionPlace.LINE), label=label or pressed.label)


def _as_action(pressed: Button, place: ActionPlace, explained: str = "") -> BoardAction:
    label, style = pressed.label, pressed.style
    return BoardAction(_kind(pressed), place, label, style, explained=explained, choice=_choice(pressed))


async def payload_of(context: Context, code: str, ply: int, kind: str, choice: str) -> str:
    """The payload of the button of this kind beside a live board that its person may see.

    It is theirs alone, and may not be open to them any more. Raises UnknownMatch, NotShownHere, NobodyWatches;
    BadCallbackData for what is no such button.
    """
    if kind not in _ACTIONS:
        raise BadCallbackData(kind)
    await check_may_watch(context, await context.services.matches.get(code))
    data = CallbackData(_ACTIONS[ActionKind(kind)], code, ply, choice, context.player.id)
    return str(context.tools.signer.signed(data))


def _in_line(match: Match, side: int | None, asked: Sequence[Button]) -> Sequence[Button]:
    """At the end the line tells how and why, unless it has to be answered. What one has offered is withdrawn there, and
    nothing else done: *Take back* stands in the row too.
    """
    withdraw = [each for each in asked if _kind(each) is ActionKind.WITHDRAW_OFFER]
    if withdraw or (match.status is Status.OVER and not _other_wants_rematch(match, side)):
        return withdraw
    return asked[:IN_LINE]


def _main_at_end(match: Match, side: int | None, asked: Sequence[Button], say: Words) -> BoardAction | None:
    """The one button that leads on from a match that is over, where it is not in the line as an answer."""
    if following := next((each for each in asked if _kind(each) is ActionKind.TEAM_NEXT), None):
        return _as_action(following, ActionPlace.ROW, say(_EXPLAINED[ActionKind.TEAM_NEXT]))
    if match.status is not Status.OVER or side is None or _other_wants_rematch(match, side):
        return None
    if match.practice:
        again, explained = say("Play again"), say(_EXPLAINED[ActionKind.PRACTISE])
        choice = match.game.ruleset.short_id
        return BoardAction(ActionKind.PRACTISE, ActionPlace.ROW, again, Style.MAIN, explained=explained, choice=choice)
    rematch = next((each for each in asked if _kind(each) is ActionKind.REMATCH), None)
    if rematch is None:
        return None
    explained = say(_EXPLAINED[ActionKind.REMATCH])
    named = replace(_as_action(rematch, ActionPlace.ROW, explained), label=say("Rematch"), style=Style.MAIN)
    if match.rematch_by:
        waits = say("You would like a rematch. Your opponent answers.")
        return replace(named, disabled=True, explained=waits)
    return named


def _other_wants_rematch(match: Match, side: int | None) -> bool:
    return side is not None and match.rematch_by is not None and match.rematch_by != match.seats[side]


def offer_line(
    card: MatchCard, clock: Sequence[str], asked: Sequence[Button], say: Words, *, touches: bool, taught: bool
) -> str:
    """The line below the board, before its buttons: an offer, an invitation, or who is waited for.

    ``taught``: lessons are offered after a loss. Empty where it asks for the next touch, or tells the result.
    """
    match = card.match
    side = match.side_of(card.reader or "")
    match match.status:
        case Status.INVITED if card.teams:
            return gathers_told(card.teams, (card.host, card.invited), say)[0]
        case Status.INVITED if card.reader == match.host:
            if card.invited:
                return " ".join((say("Waiting for {guest} to accept.", guest=card.invited), *evening_lines(card, say)))
            return say("Waiting for somebody to sit down.")
        case Status.INVITED:
            pace = match.terms.pace
            live = say("It is live. {pace}.", pace=live_pace_line(pace, say)) if pace and pace.live else ""
            first = (invites_you(card, say), guest_side(match, say), *evening_lines(card, say), live)
            return " ".join(filter(None, first))
        case Status.PLAYING if match.draw_offer is not None and match.draw_offer == side:
            return say("You offer a draw, until your opponent moves.")
        case Status.PLAYING if match.takeback is not None and match.takeback == side:
            return say("You ask to take your move back.")
        case Status.PLAYING if match.swap is not None and match.swap == side:
            return say("You ask to swap sides.")
        case Status.PLAYING if match.pause_asked is not None and match.pause_asked == side:
            return say("You ask for a pause.")
        case Status.PLAYING:
            if awaited_village(match) and side is None:
                return " ".join((*offered_lines(card, say), *clock))
            told = [*offered_lines(card, say), *(clock if asked else ())]
            if told or touches or match.awaits_ready:
                return told[0] if told else ""
            # A phone shows the lines of the board on a page of their own: who looks on has guessed on this one.
            return ". ".join((*(guessed_lines(card, say) if side is None else ()), _waited(card, say)))
        case Status.OVER | Status.CALLED_OFF if match.rematch_by and not card.rematch and not match.rematch_refused:
            if match.rematch_by == card.reader:
                return say("You would like a rematch. Your opponent answers.")
            return say("{name} would like a rematch.", name=card.names[match.seats.index(match.rematch_by)])
        case Status.OVER if taught:
            return say("What happened?")
        case _:
            return ""


def _waited(card: MatchCard, say: Words) -> str:
    """Whom all others wait for; of the computer, that it thinks."""
    turn = card.match.game.turn
    name = card.names[turn]
    return say("{name} to move.", name=name) if card.levels[turn] is None else say("{name} is thinking.", name=name)


def is_guess(button: Button) -> bool:
    """Does a button ask for a turn that one guesses, or votes for?"""
    return _kind(button) is ActionKind.GUESS


def _kind(pressed: Button) -> ActionKind:
    return _KINDS[read_callback_data(pressed.payload).action]


def _choice(pressed: Button) -> str:
    return read_callback_data(pressed.payload).argument


def _explained(pressed: Button, match: Match, say: Words) -> str:
    kind, choice = _kind(pressed), _choice(pressed)
    known = (_OF_TEAM.get(kind) if match.teams else None) or _EXPLAINED.get(kind)
    if answered := [flag for flag in FLAGS if flag.answer and flag.answer == choice]:
        known = answered[0].answer_says
    elif choice.startswith(BIDDING):
        known = _BID
    elif kind is ActionKind.EXPORT and choice:
        known = _AS_FILM
    return say(known) if known else ""


def _has_moved(match: Match, side: int | None) -> bool:
    if match.practice:  # both sides are one person's
        return bool(match.game.moves)
    return any(position.turn == side for position in match.game.positions[:-1])
