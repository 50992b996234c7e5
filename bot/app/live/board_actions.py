"""The buttons of a live board, by where they stand: in the line below it, in the row of actions, or under *More*."""

from collections.abc import Sequence
from dataclasses import replace

from bot.app.boards.board_text import MatchCard, guest_side, invites_you, offered_lines
from bot.app.boards.match_message import BIDDING, button
from bot.app.buttons.callback_data import Action, read_callback_data
from bot.chat import ActionPlace, BoardAction, Button, Style
from bot.matches.match import Match
from bot.matches.status import Status
from bot.matches.terms import FLAGS
from bot.words import N_, Words

IN_LINE = 2
"""At most so many buttons stand in the line, the wished one first."""
AGAIN = "again"
"""The picture of the button by which a match is played once more."""
RULES = "rules"
"""The picture of the button by which a page shows the rules beside the board."""
PLAN = "plan"
"""The picture of the button by which an answer is planned on the board itself."""
SHARE = "share"
"""The picture of a button without a payload: the page passes its own address on."""
_KNOWN: dict[str, str] = {Action.MATCH_RULES: RULES, Action.PLAN: PLAN}
_SHARED = N_("Pass on the address of this match. Whoever has it may look.")
_ROWS: dict[Status, tuple[tuple[Action, str, str], ...]] = {
    Status.PLAYING: (
        (Action.DRAW, "draw", N_("Draw")),
        (Action.TAKEBACK, "takeback", N_("Take back")),
        (Action.HINT, "hint", N_("Hint")),
        (Action.MATCH_RULES, RULES, N_("Rules")),
    ),
    Status.OVER: ((Action.ANALYSE, "analyse", N_("Analyse")),),
}
"""The row of actions, each with its picture and its word, by the status of the match."""
_OTHERWISE = ((Action.MATCH_RULES, RULES, N_("Rules")),)
_BID = N_("You play the side that is hunted, with fewer pieces in hand, which your host then accepts or underbids.")
_EXPLAINED: dict[str, str] = {
    Action.DRAW: N_("Your opponent can accept it until they move."),
    Action.TAKEBACK: N_("Your opponent is asked to let you take your last move back."),
    Action.HINT: N_("What the computer would play. Hints are counted beside the board."),
    Action.MATCH_RULES: N_("How this game is played."),
    Action.RESIGN: N_("You give up and your opponent wins. You are asked once more."),
    Action.CALL_OFF: N_("No result. You can do this until each side has moved."),
    Action.CALL_OFF_LATE: N_("The match ends without a result."),
    Action.CLAIM: N_("You win, because your opponent's time is over."),
    Action.GIVE_DAY: N_("Your opponent gets a day more."),
    Action.PAUSE: N_("Both clocks stand until a day that you choose, if your opponent agrees."),
    Action.END_PAUSE: N_("The pause ends, and the clock goes on."),
    Action.PLAN: N_("Show the move that you expect, and your answer: it is played at once if it comes so."),
    Action.NUDGE: N_("Your opponent is reminded that you wait."),
    Action.TOLD: N_("Where you are told of your turn in this match."),
    Action.EXPORT: N_("The match as text or as a file, to keep or to pass on."),
    Action.COPY_POSITION: N_("The position as a line, to analyse it or to go on from it."),
    Action.ANALYSE: N_("Who stood better, and the moves that turned the game."),
    Action.REMATCH: N_("The same game once more, with the sides swapped."),
    Action.PRACTISE: N_("The same game once more, from the beginning."),
    Action.LEVEL: N_("The same game against another level of the computer."),
    Action.CHANGE_TERMS: N_("Another side, pace or rules, which your host then accepts or declines."),
    Action.WITHDRAW_OFFER: N_("What you have offered or asked for no longer stands."),
    Action.WITHDRAW: N_("Nobody can accept the invitation any more."),
}
"""What a button does, for those who have not pressed it yet."""
_AS_FILM = N_("The whole match as a moving picture, to look at and to pass on.")
"""What the button does that asks for a match in one certain form."""
_NOT_NOW: dict[str, str] = {
    Action.DRAW: N_("A draw can be offered once the match has begun."),
    Action.TAKEBACK: N_("You have no move to take back."),
    Action.HINT: N_("A hint is for whoever is to move."),
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
    by_action = {_action(each): each for each in reversed(rest)}
    if match.status is Status.PLAYING and not _has_moved(match, side):
        by_action.pop(Action.TAKEBACK, None)
    row: list[BoardAction] = [main] if main else []
    for action, icon, label in _ROWS.get(match.status, _OTHERWISE):
        if own := by_action.get(action):
            button = replace(own, label=say(label), style=Style.PLAIN)
            row.append(BoardAction(button, ActionPlace.ROW, icon, say(_EXPLAINED[action])))
        elif side is not None and action in _NOT_NOW:
            row.append(BoardAction(Button(say(label), "", disabled=True), ActionPlace.ROW, icon, say(_NOT_NOW[action])))
    if match.status is Status.OVER and match.terms.watched:
        row.append(BoardAction(Button(say("Share"), ""), ActionPlace.ROW, SHARE, say(_SHARED)))
    in_row = {action for action, *_ in _ROWS.get(match.status, _OTHERWISE)}
    if main:
        in_row |= {Action.REMATCH, Action.PRACTISE}
    more = [each for each in rest if _action(each) not in in_row]
    return (
        *(BoardAction(each, ActionPlace.LINE) for each in line),
        *row,
        *(BoardAction(each, ActionPlace.MORE, _known(each), _explained(each, say)) for each in more),
    )


def _in_line(match: Match, side: int | None, asked: Sequence[Button]) -> Sequence[Button]:
    """At the end the line tells how and why, unless it has to be answered. What one has offered is withdrawn there, and
    nothing else done: *Take back* stands in the row too.
    """
    withdraw = [each for each in asked if _action(each) == Action.WITHDRAW_OFFER]
    if withdraw or (match.status is Status.OVER and not _other_wants_rematch(match, side)):
        return withdraw
    return asked[:IN_LINE]


def _main_at_end(match: Match, side: int | None, asked: Sequence[Button], say: Words) -> BoardAction | None:
    """The one button that leads on from a match that is over, where it is not in the line as an answer."""
    if match.status is not Status.OVER or side is None or _other_wants_rematch(match, side):
        return None
    if match.practice:
        again = button(match, say("Play again"), Action.PRACTISE, Style.MAIN, match.game.ruleset.short_id)
        return BoardAction(again, ActionPlace.ROW, AGAIN, say(_EXPLAINED[Action.PRACTISE]))
    rematch = next((each for each in asked if _action(each) == Action.REMATCH), None)
    if rematch is None:
        return None
    if match.rematch_by:
        waits = say("You would like a rematch. Your opponent answers.")
        return BoardAction(Button(say("Rematch"), "", Style.MAIN, disabled=True), ActionPlace.ROW, AGAIN, waits)
    named = replace(rematch, label=say("Rematch"), style=Style.MAIN)
    return BoardAction(named, ActionPlace.ROW, AGAIN, say(_EXPLAINED[Action.REMATCH]))


def _other_wants_rematch(match: Match, side: int | None) -> bool:
    return side is not None and match.rematch_by is not None and match.rematch_by != match.seats[side]


def offer_line(card: MatchCard, clock: Sequence[str], asked: Sequence[Button], say: Words, *, touches: bool) -> str:
    """The line below the board, before its buttons: an offer, an invitation, or who is waited for.

    Empty where it asks for the next touch, or tells the result.
    """
    match = card.match
    side = match.side_of(card.reader or "")
    match match.status:
        case Status.INVITED if card.reader == match.host:
            if card.invited:
                return say("Waiting for {guest} to accept.", guest=card.invited)
            return say("Waiting for somebody to sit down.")
        case Status.INVITED:
            return f"{invites_you(card, say)} {guest_side(match, say)}"
        case Status.PLAYING if match.draw_offer is not None and match.draw_offer == side:
            return say("You offer a draw, until your opponent moves.")
        case Status.PLAYING if match.takeback is not None and match.takeback == side:
            return say("You ask to take your move back.")
        case Status.PLAYING if match.pause_asked is not None and match.pause_asked == side:
            return say("You ask for a pause.")
        case Status.PLAYING:
            told = [*offered_lines(card, say), *(clock if asked else ())]
            waited = "" if touches or match.awaits_ready else say("{name} to move.", name=card.names[match.game.turn])
            return told[0] if told else waited
        case Status.OVER | Status.CALLED_OFF if match.rematch_by and not card.rematch and not match.rematch_refused:
            if match.rematch_by == card.reader:
                return say("You would like a rematch. Your opponent answers.")
            return say("{name} would like a rematch.", name=card.names[match.seats.index(match.rematch_by)])
        case _:
            return ""


def _action(button: Button) -> str:
    return read_callback_data(button.payload).action


def _known(button: Button) -> str:
    """The picture of what a page does by itself, wherever it stands."""
    return _KNOWN.get(_action(button), "")


def _explained(button: Button, say: Words) -> str:
    pressed = read_callback_data(button.payload)
    known = _EXPLAINED.get(pressed.action)
    if answered := [flag for flag in FLAGS if flag.answer and flag.answer == pressed.argument]:
        known = answered[0].answer_says
    elif pressed.argument.startswith(BIDDING):
        known = _BID
    elif pressed.action == Action.EXPORT and pressed.argument:
        known = _AS_FILM
    return say(known) if known else ""


def _has_moved(match: Match, side: int | None) -> bool:
    if match.practice:  # both sides are one person's
        return bool(match.game.moves)
    return any(position.turn == side for position in match.game.positions[:-1])
