"""Why something was refused, in a person's words. The class of a refusal is its message key."""

from collections.abc import Sequence
from dataclasses import replace

from bot.app.board import button
from bot.app.callback_data import CallbackData
from bot.app.context import Context
from bot.app.lists import LISTED, OPTION_LENGTH, match_line, own_view
from bot.app.match_resolver import MatchElsewhere, NoMatchMeant, SeveralMatchesMeant
from bot.chat import Answer, Button, Menu, Option, Style
from bot.matches import refusals
from bot.matches.match import Match
from bot.matches.refusals import ActionRefused
from bot.matches.status import Status
from bot.telemetry import metrics
from bot.words import N_

_SENTENCES: dict[type[ActionRefused], str] = {
    refusals.NotYourTurn: N_("It is not your turn in {codes}."),
    refusals.UnknownMatch: N_("No match has the code {code}. Codes look like K7QM; /games lists yours."),
    refusals.NotStarted: N_("This match has not begun: the invitation waits for an answer."),
    refusals.StillInvitation: N_("This is still an invitation. Its host can withdraw it."),
    refusals.StillPlaying: N_("This match goes on. It can be analysed when it is over; until then there is /hint."),
    refusals.NotInMatch: N_("You do not play in this match. My view shows it from where you sit."),
    refusals.StaleBoard: N_("The board has moved on since that was offered. Press Your move for the present one."),
    refusals.IllegalHere: N_("That move is not legal any more. Press Your move to see what is."),
    refusals.NotForYou: N_("This is for somebody else to answer."),
    refusals.OwnInvitation: N_("This is your own invitation: somebody else has to accept it."),
    refusals.AlreadyTaken: N_("Somebody has sat down already. /play begins another match."),
    refusals.AlreadyInvitedYou: N_("They have invited you to the same game already: {code}."),
    refusals.TooManyInvitations: N_("There are {limit} open invitations already. Withdraw one, or wait for an answer."),
    refusals.TooManyMatches: N_("There are {limit} matches under way already. Finish one first."),
    refusals.TooManyOpened: N_("You have begun {limit} matches within an hour. Wait a little before the next one."),
    refusals.NothingToTakeBack: N_("You have made no move that could be taken back."),
    refusals.TooLateToUndo: N_("Undo works for a minute, and until the answer. /takeback asks your opponent."),
    refusals.NoTakebackAsked: N_("Nobody asks to take a move back."),
    refusals.TakebackAlreadyAsked: N_("That has been asked already; it waits for an answer."),
    refusals.DrawAlreadyOffered: N_("Your offer stands. It lapses when your opponent moves."),
    refusals.DrawTooSoon: N_("You have offered a draw lately. You can offer again after {moves} more moves of yours."),
    refusals.NoDrawOffered: N_("Nobody offers a draw."),
    refusals.TooLateToCallOff: N_("Each side has moved, so the match counts. You can resign or offer a draw."),
    refusals.TooLateForRematch: N_("That match ended long ago. /play begins a new one."),
    refusals.ShownJustNow: N_("The board was shown here just now. You can have it shown again in {seconds} s."),
    NoMatchMeant: N_("You have no such match. /games lists yours, /play begins one."),
    SeveralMatchesMeant: N_("Several of your matches fit. Which one do you mean?"),
    MatchElsewhere: N_("You have no match here. Do you mean this one?"),
}

_CLOSED = {
    Status.OVER: N_("This match is over."),
    Status.DECLINED: N_("This invitation was declined."),
    Status.WITHDRAWN: N_("This invitation was withdrawn."),
    Status.EXPIRED: N_("This invitation has expired. /play asks again."),
    Status.CALLED_OFF: N_("This match was called off."),
}


async def refused(context: Context, refusal: ActionRefused, code: str = "") -> Answer:
    """The sentence for a refusal, with the way out as buttons where there is one. ``code``: the match pressed on."""
    metrics.REFUSALS.labels(type(refusal).__name__).inc()
    say = context.say
    match refusal:
        case refusals.MatchOver(status=status):
            return Answer(text=say(_CLOSED[status]))
        case SeveralMatchesMeant(matches=matches):
            return Answer(text=_sentence(context, refusal), rows=(await _which(context, matches),), replace=True)
        case MatchElsewhere(match=elsewhere):
            return Answer(text=_sentence(context, refusal), rows=(await _which(context, (elsewhere,)),), replace=True)
        case refusals.AlreadyInvitedYou(code=theirs):
            accept = Button(say("Accept theirs"), str(CallbackData("ac", theirs)), Style.GOOD)
            return Answer(text=_sentence(context, refusal), rows=((accept,),))
        case refusals.StaleBoard() | refusals.IllegalHere() if code:
            board = await own_view(context, await context.service.match(code))
            return replace(board, text=f"{_sentence(context, refusal)}\n{board.text}", replace=True)
        case refusals.NotForYou() | refusals.NotInMatch() if code:
            return await _for_others(context, refusal, await context.service.match(code))
    return Answer(text=_sentence(context, refusal))


def _sentence(context: Context, refusal: ActionRefused) -> str:
    facts = {name: value for name, value in vars(refusal).items() if isinstance(value, str | int)}
    return context.say(_SENTENCES[type(refusal)], **facts)


async def _for_others(context: Context, refusal: ActionRefused, match: Match) -> Answer:
    """Nobody who presses a button of others is left with an error alone."""
    say = context.say
    if match.status is Status.INVITED and match.host != context.player.id:
        instead = button(match, say("Play me instead"), "pi", Style.MAIN)
        return Answer(text=say("This invitation is for somebody else."), rows=((instead,),))
    return Answer(text=_sentence(context, refusal), rows=((button(match, say("My view"), "vw"),),))


async def _which(context: Context, matches: Sequence[Match]) -> Menu:
    """A menu of matches; a command is then given again with the code chosen, so choosing shows the board."""
    options = []
    for match in matches[:LISTED]:
        line = await match_line(context, match)
        options.append(Option(line[:OPTION_LENGTH], str(CallbackData("mo", match.code, match.game.ply))))
    return Menu(str(CallbackData("go")), context.say("Which match?"), tuple(options))
