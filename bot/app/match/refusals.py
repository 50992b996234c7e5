"""The answer to a refused request: why, as a sentence for each class of refusal, and buttons that lead on."""

from dataclasses import replace
from datetime import timedelta

from bot.app.boards.match_message import button, invitation_answers, plan_button
from bot.app.buttons.callback_data import Action, CallbackData
from bot.app.match.games import match_menu
from bot.app.match.own_view import own_view
from bot.app.requests.context import Context
from bot.app.requests.hosts import elsewhere, not_among, paces_here, played_in
from bot.app.requests.match_resolver import MatchElsewhere, SeveralMatchesMeant, may_plan
from bot.app.requests.subject import OwnRefusal
from bot.chat import Answer, Button, PrivatePanel, Refusal, Style, Toast
from bot.foundation import metrics
from bot.matches import host_rules, refusals
from bot.matches.clock import NOTHING
from bot.matches.communities import AllowedKind, Right
from bot.matches.match import Match
from bot.matches.refusals import ActionRefused
from bot.matches.status import Status
from bot.words import N_, Words


async def refused(context: Context, refusal: ActionRefused, code: str = "") -> Answer:
    """The sentence for a refusal, with buttons that lead on where there are any; ``code``: the match pressed on."""
    metrics.REFUSALS.labels(type(refusal).__name__).inc()
    say = context.say
    sentence, which = refusal_sentence(refusal, say), say("Which match?")
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
        case refusals.OpenedJustNow():
            return Toast(sentence)
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


_SENTENCES: dict[type[ActionRefused], str] = {
    refusals.NotYourTurn: N_("It is not your turn in {codes}."),
    refusals.UnknownMatch: N_(
        "No match with the code {code} is open to you here. Matches of others are shown where they are played; "
        "/games lists yours."
    ),
    refusals.TooManyWrongCodes: N_(
        "Too many wrong codes. Codes of other people's matches are accepted again in {minutes} min; "
        "yours go on as usual."
    ),
    refusals.UnreadableMatch: N_("{code}: this match cannot be read at the moment. All your other matches go on."),
    refusals.UnreadableAccount: N_("Your data cannot be read at the moment, so you cannot play just now."),
    refusals.NotStarted: N_("This match has not begun: the invitation waits for an answer."),
    refusals.StillInvitation: N_("This is still an invitation. Its host can withdraw it."),
    refusals.StillPlaying: N_("This match goes on. It can be analysed when it is over; until then there is /hint."),
    refusals.NotInMatch: N_("You do not play in this match. My view shows you the board."),
    refusals.StaleBoard: N_("The board has moved on since that was offered. Press Your move for the present one."),
    refusals.IllegalHere: N_("That move is not legal any more. Press Your move to see what is."),
    refusals.TakesNoInvitations: N_("{name} takes no invitations at present."),
    refusals.TakesSomeInvitations: N_("{name} takes invitations only from people they have played."),
    refusals.InvitedEnough: N_(
        "{name} has not answered your last {times} invitations. You can ask again when they have, or in an hour."
    ),
    refusals.FollowsEnough: N_("You follow {limit} matches already. Stop following one of them first."),
    refusals.FollowsOwn: N_("{code} is your own match: you are told of it anyway."),
    refusals.BlockedEnough: N_("You have blocked {limit} people already. Unblock somebody first."),
    refusals.NotForYou: N_("This is for somebody else to answer."),
    refusals.OwnInvitation: N_("This is your own invitation: somebody else has to accept it."),
    refusals.AlreadyTaken: N_("That seat is taken already. /play begins another match."),
    refusals.AlreadyInvitedYou: N_("They have invited you to the same game already: {code}."),
    refusals.OpenedJustNow: N_("You have opened {code} just now. /board shows it."),
    refusals.DataDeleted: N_("Your data has just been deleted, so this was not done. Write again to start over."),
    refusals.OpponentDeleted: N_("The other person has deleted their data, so there is nobody to play with."),
    refusals.TooManyInvitations: N_("There are {limit} open invitations already. Withdraw one, or wait for an answer."),
    refusals.TooManyMatches: N_("There are {limit} matches under way already. Finish one first."),
    host_rules.ComputerOff: N_("Here nobody plays against the computer. You can in your private chat with me."),
    host_rules.RatingsOff: N_("Here no matches are rated."),
    host_rules.HintsOff: N_("Here nobody takes hints."),
    refusals.InvitationsHere: N_("Open invitations that a person may have here: {number}."),
    refusals.MatchesHere: N_("Matches that a person may have here at once: {number}."),
    refusals.OthersMatchesHere: N_("The other player has as many matches here as a person may have: {number}."),
    refusals.AtOnceHere: N_("Matches that there may be here at once: {number}."),
    refusals.PlayingLive: N_("You are playing {code} live. Finish it first."),
    refusals.OtherPlaysLive: N_("The other player is playing another live match. Try again when it is over."),
    refusals.TooManyLiveHere: N_("{limit} live games are all a group can show. Play this one in private?"),
    refusals.TooManyOpened: N_("You have begun {limit} matches within an hour. Wait a little before the next one."),
    refusals.NothingToTakeBack: N_("You have no move to take back."),
    refusals.TooLateToUndo: N_("Undo works for a minute, and until the answer. /takeback asks your opponent."),
    refusals.NotYourMoveToUndo: N_("Undo is for the player who has just moved."),
    refusals.NoTakebackAsked: N_("Nobody has asked to take a move back."),
    refusals.TakebackAlreadyAsked: N_("That has been asked already; it waits for an answer."),
    refusals.TakebackRefused: N_("That was refused or withdrawn. You can ask again after your next move."),
    refusals.DrawAlreadyOffered: N_("Your offer stands. It lapses when your opponent moves."),
    refusals.DrawTooSoon: N_("You have offered a draw lately. You can offer again after {moves} more moves of yours."),
    refusals.NoDrawOffered: N_("There is no draw offer to answer."),
    refusals.NothingOffered: N_("Nothing that you have offered or asked for still stands."),
    refusals.TooLateToCallOff: N_("Each side has moved, so the match counts. You can resign or offer a draw."),
    refusals.RatedNeedsClock: N_("A rated match needs an opponent and a clock."),
    refusals.MirrorNeedsTwo: N_("A mirror match needs an opponent: two people play both sides against each other."),
    refusals.MirrorNeedsHunt: N_("A mirror match evens out sides that are not alike. In this game both are alike."),
    refusals.MirrorNeedsDays: N_("A mirror match is two matches at once: choose a pace of days, or no clock."),
    refusals.BidNeedsHand: N_("A bid is a number of pieces in hand. In this game the hunted side has none."),
    refusals.BidNeedsTwo: N_("A bid needs an opponent, who accepts it or bids lower."),
    refusals.BidAlone: N_("A match by a bid is casual, begins with its game, and is no mirror match."),
    refusals.BidOutOfRange: N_("In this game a bid is {least} to {most} pieces in hand; usually there are {usual}."),
    refusals.BidNotLower: N_("The bid stands at {count}. Accept it, or bid lower."),
    refusals.OtherHalfGoesOn: N_("The other half of this mirror match still goes on: {code}. Finish it first."),
    refusals.RatedNeedsBeginning: N_("A match that goes on from a position is not rated."),
    refusals.RatedNeedsIdentity: N_(
        "Rated matches are for people whom Discord or Telegram knows: in the web room anybody may take any name."
    ),
    refusals.RatedAfterFlags: N_(
        "{name} has lost {times} rated matches on time within a week, and may play rated again {wait}. Play casual?"
    ),
    refusals.RatedWithoutHelp: N_("In a rated match there are no hints."),
    refusals.RatedWithoutUndo: N_("In a rated match no move is taken back without asking. /takeback asks."),
    refusals.ClockNeedsTwo: N_(
        "There is a clock between two people only: the computer and the practice board wait as long as you like."
    ),
    refusals.AwayNeedsDays: N_(
        "Days away stop clocks in matches over days only. Choose such a pace, or say nothing of days away."
    ),
    refusals.NoPlanHere: N_(
        "Answers are planned against a person, in a match that takes days: here everybody is at the board."
    ),
    refusals.OwnTurnToPlan: N_("It is your own turn: move, and then you can plan your answer to the next move."),
    refusals.NothingPlanned: N_("You have planned nothing here, or it has been played already."),
    refusals.NotThatManyMoves: N_(
        "A plan is a move of your opponent and your answer, as d6-e5 f4xd6, and so on: {answers} answers at most."
    ),
    refusals.TooManyLines: N_("You have planned {limit} lines in this match. Give the plan up to begin another."),
    refusals.NoClock: N_("This match is played without a clock."),
    refusals.LiveMatch: N_("You are both at the board: that is for matches that take days."),
    refusals.NotReady: N_("This match begins when both of you have pressed Ready."),
    refusals.AlreadyReady: N_("You are ready already, or the match has begun."),
    refusals.OtherHasMoved: N_("Your opponent has just moved."),
    refusals.OwnTimeOver: N_("It is your own time that is over. You may still move, which ends the claim."),
    refusals.TimeLeft: N_("Your opponent still has time."),
    refusals.OwnTurn: N_("Your opponent waits for you: it is your turn, or an offer waits for your answer."),
    refusals.ClockStands: N_("The clock is stopped: nobody has to move now."),
    refusals.NudgeTooSoon: N_("Your opponent still has most of the time for this move. You can nudge them {wait}."),
    refusals.NudgedAlready: N_("There has been a nudge in this match lately. You can nudge again {wait}."),
    refusals.PauseTooLong: N_("A pause is at most {days} days long, from now on."),
    refusals.PauseAlreadyAsked: N_("You have asked already; it waits for an answer."),
    refusals.NoPauseAsked: N_("Nobody asks for a pause."),
    refusals.NotPaused: N_("This match is not paused."),
    refusals.AlreadyStands: N_("The clock is stopped already."),
    refusals.NoRematchAsked: N_("Nobody has asked for a rematch."),
    refusals.RematchRefused: N_("A rematch of this match has been refused. /play begins another."),
    refusals.TooLateForRematch: N_("That match ended long ago. /play begins a new one."),
    refusals.ShownJustNow: N_("The board was shown here just now. You can have it shown again in {seconds} s."),
    refusals.PausedByStaff: N_("The staff has paused this match. A move goes on with it, or the staff does."),
    refusals.BannedForGood: N_("You do not play here any more, as the staff of this chat has decided. Reason: {why}."),
    refusals.BannedUntil: N_("You may play here again {wait}, as the staff of this chat has decided. Reason: {why}."),
    refusals.ShownNoLonger: N_(
        "{code} is shown here no longer, as the staff has decided. It goes on in private chats."
    ),
    refusals.StaffThemselves: N_("That is you. Name the person who is not to play here."),
    refusals.NotStaff: N_("Only those who manage this chat can do that."),
    refusals.StaffPlays: N_("You play in {code} yourself. Somebody else of the staff has to decide."),
    refusals.RulingGone: N_("That was asked too long ago, or is done already. Type /mod again."),
    refusals.NotShownHere: N_(
        "{code} is not shown here. You can look at it where it is played; only its players can show it elsewhere."
    ),
    refusals.NobodyWatches: N_("{code} is watched by nobody: its host wants it so."),
    refusals.StaysPrivate: N_("{code} is played in private and stays there. /board shows it to you alone."),
    refusals.TooManyPlaces: N_("{code} is shown in {limit} places already. /board shows it to you alone."),
}

_CLOSED = {
    Status.OVER: N_("This match is over."),
    Status.DECLINED: N_("This invitation was declined."),
    Status.WITHDRAWN: N_("This invitation was withdrawn."),
    Status.EXPIRED: N_("This invitation has expired. /play asks again."),
    Status.CALLED_OFF: N_("This match was called off."),
}


def refusal_sentence(refusal: ActionRefused, say: Words) -> str:
    """The sentence for a refusal, with its facts (codes, limits, seconds ...) filled in."""
    if isinstance(refusal, refusals.MatchOver):
        return say(_CLOSED[refusal.status])
    if isinstance(refusal, host_rules.KeptToSome):
        return not_among(refusal.community, say)
    if isinstance(refusal, host_rules.OtherChannels):
        named = refusal.community.named(AllowedKind.CHANNEL, Right.PLAY)
        return played_in([f"#{each.name}" for each in named], say)
    if isinstance(refusal, host_rules.PaceOff):
        return paces_here(refusal.paces, say)
    if isinstance(refusal, refusals.NoDaysLeft):
        return say.plural(
            "You can be away for {count} day more within a year.",
            "You can be away for {count} days more within a year.",
            refusal.days,
        )
    if isinstance(refusal, refusals.NudgedEnough):
        return " ".join((say("You can nudge somebody twice in a turn, and you have."), _instead_of_nudge(refusal, say)))
    facts = {name: value for name, value in vars(refusal).items() if isinstance(value, str | int)}
    facts |= {name: say.ahead(value) for name, value in vars(refusal).items() if isinstance(value, timedelta)}
    sentence = refusal.sentence if isinstance(refusal, OwnRefusal) else _SENTENCES[type(refusal)]
    return say(sentence, **facts)


def _instead_of_nudge(refusal: refusals.NudgedEnough, say: Words) -> str:
    """What somebody can do who still waits."""
    if refusal.ends is None:
        return say("This match has no clock: it waits for the move, or until you resign.")
    if refusal.rated:
        return say("You win on time {wait} at the earliest.", wait=say.ahead(refusal.ends))
    if refusal.ends > NOTHING:
        return say("You may claim the win {wait} at the earliest.", wait=say.ahead(refusal.ends))
    return say("Their time is over: below the board you may claim the win or call the match off.")
