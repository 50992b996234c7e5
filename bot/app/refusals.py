"""The answer to a refused request: why, and buttons that lead on."""

from dataclasses import replace

from bot.app.callback_data import Action, CallbackData
from bot.app.context import Context
from bot.app.games import match_menu
from bot.app.match_message import button, invitation_answers
from bot.app.match_resolver import MatchElsewhere, SeveralMatchesMeant
from bot.app.own_view import own_view
from bot.app.text.refusals import refusal_sentence
from bot.chat import Answer, Button, PrivatePanel, Refusal, Style, Toast
from bot.matches import refusals
from bot.matches.match import Match
from bot.matches.refusals import ActionRefused
from bot.matches.status import Status
from bot.telemetry import metrics
from bot.words import Words


async def refused(context: Context, refusal: ActionRefused, code: str = "") -> Answer:
    """The sentence for a refusal, with buttons that lead on where there are any; ``code``: the match pressed on."""
    metrics.REFUSALS.labels(type(refusal).__name__).inc()
    say = context.say
    sentence, which = refusal_sentence(refusal, say), say("Which match?")
    match refusal:
        case SeveralMatchesMeant(matches=matches, then=then):
            return PrivatePanel(text=sentence, rows=(await match_menu(context, matches, which, then),), replace=True)
        case MatchElsewhere(match=elsewhere, then=then):
            return PrivatePanel(
                text=sentence, rows=(await match_menu(context, (elsewhere,), which, then),), replace=True
            )
        case refusals.OpenedJustNow():
            return Toast(sentence)
        case refusals.AlreadyInvitedYou(code=theirs):
            accept = Button(say("Accept theirs"), str(CallbackData(Action.ACCEPT, theirs)), Style.GOOD)
            return Refusal(text=sentence, rows=((accept,),))
        case refusals.StaleBoard() | refusals.IllegalHere() if code:
            board = await own_view(context, await context.matches.get(code))
            return replace(board, text=f"{sentence}\n{board.text}")
        case refusals.NotForYou() | refusals.NotInMatch() if code:
            match = await context.matches.get(code)
            card = replace(await context.services.cards.card(match, say), reader=context.player.id)
            if match.status is Status.INVITED and match.concerns(context.player.id) and card.reader != match.host:
                only = say("Only {host} can withdraw the invitation.", host=card.host)
                return Refusal(text=f"{only} {_seat_sentence(match, say)}", rows=(invitation_answers(card, say),))
            if match.status is Status.INVITED and match.host != context.player.id:
                instead = button(match, say("Play me instead"), Action.INVITE_HOST, Style.MAIN)
                return Refusal(text=say("This invitation is for somebody else."), rows=((instead,),))
    return Refusal(text=sentence)


def _seat_sentence(match: Match, say: Words) -> str:
    """The ways to answer an invitation, for somebody whom it is for."""
    return say("You may sit down.") if match.open else say("You can accept or decline it.")
