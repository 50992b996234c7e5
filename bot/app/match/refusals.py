"""The answer to a refused request: its sentence, and buttons that lead on."""

from dataclasses import replace

from bot.app.boards.match_message import button, invitation_answers, plan_button
from bot.app.buttons.callback_data import Action, CallbackData
from bot.app.match.games import match_menu
from bot.app.match.own_view import own_view
from bot.app.requests.context import Context
from bot.app.requests.hosts import elsewhere
from bot.app.requests.match_resolver import MatchElsewhere, SeveralMatchesMeant, may_plan
from bot.app.requests.pasted_games import PasteForgotten
from bot.chat import Answer, Button, PrivatePanel, Refusal, Style, Toast
from bot.foundation import metrics
from bot.matches import host_rules, refusals
from bot.matches.match import Match
from bot.matches.refusals import ActionRefused
from bot.matches.status import Status
from bot.words import Words


async def refused(context: Context, refusal: ActionRefused, code: str = "") -> Answer:
    """The sentence for a refusal, with buttons that lead on where there are any; ``code``: the match pressed on."""
    metrics.REFUSALS.labels(type(refusal).__name__).inc()
    say = context.say
    sentence, which = refusal.told(say), say("Which match?")
    if isinstance(refusal, refusals.StaleBoard | refusals.IllegalHere) and context.able.watched_by_address:
        sentence = say("The board has moved on since. Look at it, and choose again.")  # it has no *Your move* there
    if isinstance(refusal, refusals.HostsDecided) and context.request.place.private:
        sentence = say("Those who manage the chat where this match stands say: {sentence}", sentence=sentence)
    match refusal:
        case SeveralMatchesMeant(matches=matches, then=then):
            return PrivatePanel(text=sentence, rows=(await match_menu(context, matches, which, then),), replace=True)
        case MatchElsewhere(match=there, then=then):
            return PrivatePanel(text=sentence, rows=(await match_menu(context, (there,), which, then),), replace=True)
        case refusals.UnknownMatch(code=unknown) if context.able.watched_by_address:
            sentence = say("No match with the code {code} is open to you here.", code=unknown)
        case host_rules.OtherChannels(community=found) if not context.request.place.private:
            return await elsewhere(context, found)
        case PasteForgotten():
            return Refusal(text=sentence, replace=True)
        case refusals.OpenedJustNow(code=opened):
            return Toast(sentence, sat_down=opened)
        case refusals.AlreadyInvitedYou(code=theirs):
            accept = Button(say("Accept theirs"), str(CallbackData(Action.ACCEPT, theirs)), Style.GOOD)
            return Refusal(text=sentence, rows=((accept,),))
        case refusals.NotYourTurn() if code:
            match = await context.services.matches.get(code)
            # Where a sentence alone is shown at once, and a button would make it a message elsewhere, it stays alone.
            has_room = context.able.one_person_messages or context.request.place.private
            if has_room and may_plan(context, match):
                return Refusal(text=sentence, rows=((plan_button(match, say),),))
        case refusals.StaleBoard() | refusals.IllegalHere() if code:
            board = await own_view(context, await context.services.matches.get(code))
            return replace(board, text=f"{sentence}\n{board.text}")
        case refusals.NotForYou() | refusals.NotInMatch() if code:
            match = await context.services.matches.get(code)
            card = replace(await context.tools.cards.card(match, say), reader=context.player.id)
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
