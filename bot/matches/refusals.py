"""Reasons for which a match refuses something: each class has its sentence, its fields are the facts of the case.

Pure: no input or output.
"""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import ClassVar, dataclass_transform

from bot.matches.status import Status
from bot.words import N_, Words
from engine.moves import Move


@dataclass_transform(eq_default=False)
class ActionRefused(Exception):
    """A request that is refused. Each subclass is a reason: a dataclass of its facts, and the ``sentence`` that says
    why, which has the facts by their names; or ``told``, where the sentence depends on the facts.
    """

    sentence: ClassVar[str]

    def __init_subclass__(cls) -> None:
        dataclass(eq=False)(cls)

    def told(self, say: Words) -> str:
        """The reason, in the language of ``say``: codes, numbers and times are filled in."""
        facts = {
            name: say.ahead(value) if isinstance(value, timedelta) else value
            for name, value in vars(self).items()
            if isinstance(value, str | int | timedelta)
        }
        return say(self.sentence, **facts)


class UnknownMatch(ActionRefused):
    """No match has this code, or none that this person may know of: which of the two is not said."""

    sentence = N_(
        "No match with the code {code} is open to you here. Matches of others are shown where they are played; "
        "/games lists yours."
    )
    code: str


class UnknownLink(ActionRefused):
    """Nobody has asked for this code to be one with another account or device, or somebody else has given it."""

    sentence = N_(
        "This code is not in use. A code is for one device or account, and holds for ten minutes: make a new one "
        "where you got this one."
    )


class BothInMatch(ActionRefused):
    """Two accounts that have a match with each other cannot become one before it is over."""

    sentence = N_("These two play against each other. End {code} first, then begin again with /link.")
    code: str


class TwoOfAPlatform(ActionRefused):
    """Two accounts of one platform are two people to it."""

    sentence = N_("Both sides have an account on {platform}. One person can have only one there.")
    platform: str


class TooManyWrongCodes(ActionRefused):
    """This person, or others at the same address, have given wrong codes; they are taken again in ``minutes``."""

    sentence = N_(
        "Too many wrong codes. Codes of other people's matches are accepted again in {minutes} min; yours go on as "
        "usual."
    )
    minutes: int


class UnreadableMatch(ActionRefused):
    """The rows of the match with this code do not make a match under the present rules."""

    sentence = N_("{code}: this match cannot be read at the moment. All your other matches go on.")
    code: str


class UnreadableAccount(ActionRefused):
    """The player of this person's stored account does not exist."""

    sentence = N_("Your data cannot be read at the moment, so you cannot play just now.")


class MatchOver(ActionRefused):
    """The match is closed; ``status`` says how."""

    status: Status

    _CLOSED: ClassVar = {
        Status.OVER: N_("This match is over."),
        Status.DECLINED: N_("This invitation was declined."),
        Status.WITHDRAWN: N_("This invitation was withdrawn."),
        Status.EXPIRED: N_("This invitation has expired. /play asks again."),
        Status.CALLED_OFF: N_("This match was called off."),
    }

    def told(self, say: Words) -> str:
        """The sentence on how it was closed."""
        return say(self._CLOSED[self.status])


class NotStarted(ActionRefused):
    sentence = N_("This match has not begun: the invitation waits for an answer.")


class StillPlaying(ActionRefused):
    sentence = N_("This match goes on. It can be analysed when it is over; until then there is /hint.")


class StillInvitation(ActionRefused):
    sentence = N_("This is still an invitation. Its host can withdraw it.")


class NotInMatch(ActionRefused):
    sentence = N_("You do not play in this match. My view shows you the board.")


class OnlyVotes(NotInMatch):
    """One who is of a village acts as if they had a seat."""

    sentence = N_("A village plays here: whoever is of it votes. Press Vote on the board when it is to move.")


class NotYourTurn(ActionRefused):
    """The other side is to move, in each of these matches; ``codes`` names them."""

    sentence = N_("It is not your turn in {codes}.")
    codes: str


class StaleBoard(ActionRefused):
    """The board has moved on: the request was for ply ``wanted``, the match is at ply ``present``."""

    sentence = N_("The board has moved on since that was offered. Press Your move for the present one.")
    wanted: int
    present: int


class IllegalHere(ActionRefused):
    sentence = N_("That move is not legal any more. Press Your move to see what is.")
    move: Move


class TakesNoInvitations(ActionRefused):
    """The person called ``name`` is invited by nobody, or has blocked whoever asks: which of the two is not said."""

    sentence = N_("{name} takes no invitations at present.")
    name: str


class TakesSomeInvitations(ActionRefused):
    sentence = N_("{name} takes invitations only from people they have played.")
    name: str


class InvitedEnough(ActionRefused):
    """The person called ``name`` has not answered the last ``times`` invitations, all of them of the last hour."""

    sentence = N_(
        "{name} has not answered your last {times} invitations. You can ask again in an hour at the latest, sooner "
        "if one that is still open is answered."
    )
    name: str
    times: int


class BlockedEnough(ActionRefused):
    sentence = N_("You have blocked {limit} people already. Unblock somebody first.")
    limit: int


class FollowsEnough(ActionRefused):
    sentence = N_("You follow {limit} matches already. Stop following one of them first.")
    limit: int


class FollowsEnoughPeople(ActionRefused):
    sentence = N_("You follow {limit} people already. Stop following one of them first.")
    limit: int


class FollowedByNobody(ActionRefused):
    """The person called ``name`` keeps to themselves how they play, or from whoever asks."""

    sentence = N_("{name} keeps that private.")
    name: str


class FollowsOwn(ActionRefused):
    sentence = N_("{code} is your own match: you are told of it anyway.")
    code: str


class NotForYou(ActionRefused):
    sentence = N_("This is for somebody else to answer.")


class OwnInvitation(ActionRefused):
    sentence = N_("This is your own invitation: somebody else has to accept it.")


class AlreadyTaken(ActionRefused):
    sentence = N_("That seat is taken already. /play begins another match.")


class AlreadyInvitedYou(ActionRefused):
    """The person to be invited has invited the host to the same game, in match ``code``."""

    sentence = N_("They have invited you to the same game already: {code}.")
    code: str


class OpenedJustNow(ActionRefused):
    """The same person has opened the same match here a moment ago: it is match ``code``."""

    sentence = N_("You have opened {code} just now. /board shows it.")
    code: str


class DataDeleted(ActionRefused):
    """The data of this person were deleted while the request was under way."""

    sentence = N_("Your data has just been deleted, so this was not done. Write again to start over.")


class OpponentDeleted(ActionRefused):
    sentence = N_("The other person has deleted their data, so there is nobody to play with.")


class ShownJustNow(ActionRefused):
    sentence = N_("The board was shown here just now. You can have it shown again in {seconds} s.")
    seconds: int


class PausedByStaff(ActionRefused):
    """The staff has paused the match: its players do not end the pause."""

    sentence = N_("The staff has paused this match. A move goes on with it, or the staff does.")


class BannedForGood(ActionRefused):
    sentence = N_("You do not play here any more, as the staff of this chat has decided. Reason: {why}.")
    why: str


class InvitedIsBanned(ActionRefused):
    """The person to be invited, called ``name``, is banned where the match would stand."""

    sentence = N_("{name} does not play here, as the staff of this chat has decided. Nobody can invite them here.")
    name: str


class BannedUntil(ActionRefused):
    """The same, for the time that is left of it: ``wait``."""

    sentence = N_("You may play here again {wait}, as the staff of this chat has decided. Reason: {why}.")
    why: str
    wait: timedelta


class ShownNoLonger(ActionRefused):
    """The staff has ended that match ``code`` is shown here, and the ban by which it did so still holds."""

    sentence = N_("{code} is shown here no longer, as the staff has decided. It goes on in private chats.")
    code: str


class StaffThemselves(ActionRefused):
    sentence = N_("That is you. Name the person who is not to play here.")


class NotStaff(ActionRefused):
    sentence = N_("Only those who manage this chat can do that.")


class StaffPlays(ActionRefused):
    sentence = N_("You play in {code} yourself. Somebody else of the staff has to decide.")
    code: str


class NobodyToReport(ActionRefused):
    """Nobody else plays in a match, or it stands in no place that has hosts."""

    sentence = N_("There is nobody to report here: reports go to the hosts of a chat in which people play.")


class ReportedAlready(ActionRefused):
    sentence = N_("You have reported this match already. The hosts have it.")


class TooManyReports(ActionRefused):
    """Somebody has reported as much as one may in a day."""

    sentence = N_("You have reported {most} matches within a day. Report more tomorrow.")
    most: int


class ReportClosed(ActionRefused):
    sentence = N_("The hosts are done with your report. Nothing can be added to it.")


class RulingGone(ActionRefused):
    sentence = N_("That was asked too long ago, or is done already. Type /mod again.")


class NotShownHere(ActionRefused):
    """Match ``code`` does not stand in this place, and this person does not play in it."""

    sentence = N_(
        "{code} is not shown here. You can look at it where it is played; only its players can show it elsewhere."
    )
    code: str


class NobodyWatches(ActionRefused):
    sentence = N_("{code} is watched by nobody: only its players see it.")
    code: str


class StaysPrivate(ActionRefused):
    """Match ``code`` stands in private chats only: it is not shown where others see it."""

    sentence = N_("{code} is played in private and stays there. /board shows it to you alone.")
    code: str


class TooManyPlaces(ActionRefused):
    sentence = N_("{code} is shown in {limit} places already. /board shows it to you alone.")
    code: str
    limit: int


class TooManyInvitations(ActionRefused):
    sentence = N_("There are {limit} open invitations already. Withdraw one, or wait for an answer.")
    limit: int


class TooManyMatches(ActionRefused):
    sentence = N_("There are {limit} matches under way already. Finish one first.")
    limit: int


class HostsDecided(ActionRefused):
    """The hosts of a place where the match stands, or would stand, do not allow it there."""


class InvitationsHere(HostsDecided):
    sentence = N_("Open invitations that a person may have here: {number}.")
    number: int


class MatchesHere(HostsDecided):
    sentence = N_("Matches that a person may have here at once: {number}.")
    number: int


class OthersMatchesHere(HostsDecided):
    sentence = N_("The other player has as many matches here as a person may have: {number}.")
    number: int


class AtOnceHere(HostsDecided):
    sentence = N_("Matches that there may be here at once: {number}.")
    number: int


class PlayingLive(ActionRefused):
    """This person plays match ``code`` live, and can sit before one board at a time."""

    sentence = N_("You are playing {code} live. Finish it first.")
    code: str


class OtherPlaysLive(ActionRefused):
    sentence = N_("The other player is playing another live match. Try again when it is over.")


class TooManyLiveHere(ActionRefused):
    """``limit`` matches are played live in this group: it cannot show the moves of more."""

    sentence = N_("{limit} live games are all a group can show. Play this one in private?")
    limit: int


class TooManyOpened(ActionRefused):
    """This person has opened ``limit`` invitations and practice boards in the last hour."""

    sentence = N_("You have begun {limit} matches within an hour. Wait a little before the next one.")
    limit: int


class NothingToTakeBack(ActionRefused):
    sentence = N_("You have no move to take back.")


class TooLateToUndo(ActionRefused):
    """The move has been answered, or more than ``UNDO_WITHIN`` ago was made: the other must agree now."""

    sentence = N_("Undo works for a minute, and until the answer. /takeback asks your opponent.")


class NotYourMoveToUndo(ActionRefused):
    sentence = N_("Undo is for the player who has just moved.")


class NoTakebackAsked(ActionRefused):
    sentence = N_("Nobody has asked to take a move back.")


class TakebackAlreadyAsked(ActionRefused):
    sentence = N_("That has been asked already; it waits for an answer.")


class TakebackRefused(ActionRefused):
    """This person's takeback has been refused, and they have not moved since."""

    sentence = N_("That was refused or withdrawn. You can ask again after your next move.")


class SwapAlreadyAsked(ActionRefused):
    sentence = N_("You have asked to swap sides already; it waits for an answer.")


class NoSwapAsked(ActionRefused):
    sentence = N_("Nobody has asked to swap sides.")


class SwapAskedLately(ActionRefused):
    """Somebody has asked for it in this turn."""

    sentence = N_("Swapping sides was asked for in this turn already. Ask again after the next move.")


class SwapNeedsTwo(ActionRefused):
    sentence = N_("On a practice board you play both sides already: there is nobody to swap with.")


class RatedWithoutSwap(ActionRefused):
    sentence = N_("This match is rated: you both keep your sides.")


class ContestWithoutSwap(ActionRefused):
    sentence = N_("This match counts in a contest: you both keep your sides.")


class NumberWithoutSwap(ActionRefused):
    sentence = N_("This match is for your number, which its result moves: you both keep your sides.")


class BidWithoutSwap(ActionRefused):
    sentence = N_("Somebody has bid for a side of this match: you both keep your sides.")


class MirrorWithoutSwap(ActionRefused):
    sentence = N_("You play both sides of this mirror match: in each half you keep yours.")


class DrawAlreadyOffered(ActionRefused):
    sentence = N_("Your offer stands. It lapses when your opponent moves.")


class DrawTooSoon(ActionRefused):
    sentence = N_("You have offered a draw lately. You can offer again after {moves} more moves of yours.")
    moves: int


class NoDrawOffered(ActionRefused):
    sentence = N_("There is no draw offer to answer.")


class NothingOffered(ActionRefused):
    sentence = N_("Nothing that you have offered or asked for still stands.")


class TooLateToCallOff(ActionRefused):
    sentence = N_("Each side has moved, so the match counts. You can resign or offer a draw.")


class NoClock(ActionRefused):
    sentence = N_("This match is played without a clock.")


class RatedNeedsClock(ActionRefused):
    """A rated match is one of two people, with a clock."""

    sentence = N_("A rated match needs an opponent and a clock.")


class MirrorNeedsTwo(ActionRefused):
    sentence = N_("A mirror match needs an opponent: two people play both sides against each other.")


class MirrorNeedsHunt(ActionRefused):
    sentence = N_("A mirror match evens out sides that are not alike. In this game both are alike.")


class MirrorNeedsDays(ActionRefused):
    sentence = N_("A mirror match is two matches at once: choose a pace of days, or no clock.")


class BidNeedsHand(ActionRefused):
    sentence = N_("A bid is a number of pieces in hand. In this game the hunted side has none.")


class BidNeedsTwo(ActionRefused):
    sentence = N_("A bid needs an opponent, who accepts it or bids lower.")


class BidAlone(ActionRefused):
    sentence = N_("A match by a bid is casual, begins with its game, and is no mirror match.")


class BidOutOfRange(ActionRefused):
    """At least ``least`` and at most ``most`` pieces may be bid in this game; the ``usual`` number is one of them."""

    sentence = N_("In this game a bid is {least} to {most} pieces in hand; usually there are {usual}.")
    least: int
    most: int
    usual: int


class BidNotLower(ActionRefused):
    sentence = N_("The bid stands at {count}. Accept it, or bid lower.")
    count: int


class NumberNeedsHand(ActionRefused):
    sentence = N_("Our number is one of pieces in hand, or in draughts of pieces given. This game has neither.")


class NumberNeedsTwo(ActionRefused):
    sentence = N_("Our number needs an opponent: it is the number at which you two are even.")


class NumberAlone(ActionRefused):
    sentence = N_("A match for our number is casual, begins with its game, and is neither a mirror match nor by a bid.")


class OtherHalfGoesOn(ActionRefused):
    """A mirror match has a rematch when both halves have ended, and that with the code ``code`` has not."""

    sentence = N_("The other half of this mirror match still goes on: {code}. Finish it first.")
    code: str


class NoSuchTurn(ActionRefused):
    """The match with the code ``code`` has only ``count`` turns."""

    sentence = N_("The last turn of {code} is number {count}. Name one up to that, or none to go on from the end.")
    code: str
    count: int


class RatedNeedsBeginning(ActionRefused):
    sentence = N_("A match that goes on from a position is not rated.")


class RatedNeedsIdentity(ActionRefused):
    """One of the two is known from a place only in which anybody may take any name."""

    sentence = N_(
        "Rated matches are for people whom Discord or Telegram knows: in the web room anybody may take any name."
    )


class RatedAfterFlags(ActionRefused):
    """The player called ``name`` has lost ``times`` rated matches on time in a week; it counts for ``wait``."""

    sentence = N_(
        "{name} has lost {times} rated matches on time within a week, and may play rated again {wait}. Play casual?"
    )
    name: str
    times: int
    wait: timedelta


class MatchWithoutHelp(ActionRefused):
    sentence = N_("In a match that is rated, or counts in a contest, there are no hints.")


class MatchWithoutUndo(ActionRefused):
    sentence = N_(
        "In a match that is rated, or counts in a contest, no move is taken back without asking. /takeback asks."
    )


class ClockNeedsTwo(ActionRefused):
    sentence = N_(
        "There is a clock between two people only: the computer and the practice board wait as long as you like."
    )


class AwayNeedsDays(ActionRefused):
    sentence = N_("Days away stop clocks in matches over days only. Choose such a pace, or say nothing of days away.")


class LiveMatch(ActionRefused):
    """Both players sit before the board: there is no pause, and nobody is nudged."""

    sentence = N_("You are both at the board: that is for matches that take days.")


class NotReady(ActionRefused):
    sentence = N_("This match begins when both of you have pressed Ready.")


class AlreadyReady(ActionRefused):
    sentence = N_("You are ready already, or the match has begun.")


class OtherHasMoved(ActionRefused):
    sentence = N_("Your opponent has just moved.")


class OwnTimeOver(ActionRefused):
    """This person has no time left, not the other: only the opponent may end the match by it."""

    sentence = N_("It is your own time that is over. You may still move, which ends the claim.")


class TimeLeft(ActionRefused):
    sentence = N_("Your opponent still has time.")


class OwnTurn(ActionRefused):
    sentence = N_("Your opponent waits for you: it is your turn, or an offer waits for your answer.")


class ClockStands(ActionRefused):
    sentence = N_("The clock is stopped: nobody has to move now.")


class NudgeTooSoon(ActionRefused):
    sentence = N_("Your opponent still has most of the time for this move. You can nudge them {wait}.")
    wait: timedelta


class NudgedAlready(ActionRefused):
    sentence = N_("There has been a nudge in this match lately. You can nudge again {wait}.")
    wait: timedelta


class NudgedEnough(ActionRefused):
    """The player to move has been nudged as often as they may be in one turn.

    The other may claim the win in ``ends``, or the match, if it is ``rated``, is lost then; None without a clock.
    """

    ends: timedelta | None
    rated: bool = field(kw_only=True)

    def told(self, say: Words) -> str:
        """That, and what somebody can do who still waits."""
        return " ".join((say("You can nudge somebody twice in a turn, and you have."), self._instead(say)))

    def _instead(self, say: Words) -> str:
        if self.ends is None:
            return say("This match has no clock: it waits for the move, or until you resign.")
        if self.rated:
            return say("You win on time {wait} at the earliest.", wait=say.ahead(self.ends))
        if self.ends > timedelta():
            return say("You may claim the win {wait} at the earliest.", wait=say.ahead(self.ends))
        return say("Their time is over: below the board you may claim the win or call the match off.")


class PauseTooLong(ActionRefused):
    sentence = N_("A pause is at most {days} days long, from now on.")
    days: int


class PauseAlreadyAsked(ActionRefused):
    sentence = N_("You have asked already; it waits for an answer.")


class NoPauseAsked(ActionRefused):
    sentence = N_("Nobody asks for a pause.")


class NotPaused(ActionRefused):
    sentence = N_("This match is not paused.")


class NoDaysLeft(ActionRefused):
    """This person has only ``days`` whole days left of the days away of a year."""

    days: int

    def told(self, say: Words) -> str:
        """The sentence on how many days are left."""
        return say.plural(
            "You can be away for {count} day more within a year.",
            "You can be away for {count} days more within a year.",
            self.days,
        )


class AlreadyStands(ActionRefused):
    sentence = N_("The clock is stopped already.")


class NoRematchAsked(ActionRefused):
    """No rematch has been asked for, or it has been refused."""

    sentence = N_("Nobody has asked for a rematch.")


class RematchRefused(ActionRefused):
    sentence = N_("A rematch of this match has been refused. /play begins another.")


class TooLateForRematch(ActionRefused):
    """The match ended too long ago to swap sides and play on; a new one can be begun."""

    sentence = N_("That match ended long ago. /play begins a new one.")


class NoPlanHere(ActionRefused):
    """Nobody plans answers here: both are at the board, or one person moves both sides."""

    sentence = N_("Answers are planned against a person, in a match that takes days: here everybody is at the board.")


class OwnTurnToPlan(ActionRefused):
    sentence = N_("It is your own turn: move, and then you can plan your answer to the next move.")


class NoTurnAhead(ActionRefused):
    """A turn cannot be chosen as if it were one's own."""

    sentence = N_("What you may play here depends on your opponent's move: wait for it.")


class NothingPlanned(ActionRefused):
    sentence = N_("You have planned nothing here, or it has been played already.")


class NotThatManyMoves(ActionRefused):
    """A line of a plan ends with an answer, and has at most ``answers`` of them."""

    sentence = N_(
        "A plan is a move of your opponent and your answer, as d6-e5 f4xd6, and so on: {answers} answers at most."
    )
    answers: int


class TooManyLines(ActionRefused):
    sentence = N_("You have planned {limit} lines in this match. Give the plan up to begin another.")
    limit: int


class GuessesOwn(ActionRefused):
    """Somebody who plays in match ``code``, under this account or another of theirs, does not guess its turns."""

    sentence = N_("You play in {code} yourself: its turns are guessed by others.")
    code: str


class NoGuessLive(ActionRefused):
    sentence = N_("This match is played live: turns are guessed where a match takes days.")


class NoGuessAlone(ActionRefused):
    sentence = N_("One person plays here alone: turns are guessed where two play against each other.")


class NoTalkAlone(ActionRefused):
    sentence = N_("One person plays here alone: words are said beside a match of two.")


class TalkOff(ActionRefused):
    """A player or the hosts of a place want no table talk in a match; or a player does not want this person's."""

    sentence = N_("Beside this board nothing is said: a player or the hosts of the chat want it so.")


class SaidThisTurn(ActionRefused):
    sentence = N_("You have said something in this turn. You can again after the next move.")


class NoteTooLong(ActionRefused):
    """A note may have so many characters; this one has ``length``."""

    sentence = N_("A note has at most {most} characters; yours has {length}. It was not kept.")
    most: int
    length: int


class TooManyKeptGames(ActionRefused):
    """Somebody keeps as many games as one may."""

    sentence = N_(
        "You keep {most} games, and no more can be kept. Delete one first: /import without a text lists them."
    )
    most: int


class KeptNameTooLong(ActionRefused):
    """The name of a game that is kept may have so many characters; this one has ``length``."""

    sentence = N_("A name has at most {most} characters; yours has {length}. Choose a shorter one.")
    most: int
    length: int


class GameTooLongToKeep(ActionRefused):
    """The record of a game that is kept may have so many characters; this one has ``length``."""

    sentence = N_(
        "A game that is kept has at most {most} characters; the record of this one has {length}. "
        "Export it as a file instead."
    )
    most: int
    length: int


class TurnHasFallen(ActionRefused):
    """The turn that somebody guesses has been played, or taken back, meanwhile."""

    sentence = N_("That turn has been played meanwhile. Press Guess for the next one.")


class OnlyOneTurn(ActionRefused):
    sentence = N_("There is only one legal turn now, so there is nothing to guess.")


class LadderOff(HostsDecided):
    sentence = N_("There is no ladder here. Those who manage this place can switch it on: /setup, Contests.")


class NotOnLadder(ActionRefused):
    sentence = N_("You are not on this ladder yet. Press Join: you begin at the bottom.")


class OthersNotOnLadder(ActionRefused):
    sentence = N_("They are not on this ladder.")


class RungOutOfReach(ActionRefused):
    """Only those on the nearest ``reach`` rungs above can be challenged."""

    sentence = N_("You can challenge those on the {reach} rungs above you. Who is away does not count.")
    reach: int


class ChallengesOpen(ActionRefused):
    sentence = N_("You have {limit} challenges under way here. Finish one first.")
    limit: int


class OthersChallengesOpen(ActionRefused):
    sentence = N_("They have {limit} challenges under way here. Challenge somebody else, or wait.")
    limit: int


class ChallengedAlready(ActionRefused):
    """There is a challenge between the two already: match ``code``."""

    sentence = N_("You have a challenge with each other already: {code}.")
    code: str


class ChallengeAsItIs(ActionRefused):
    sentence = N_("A challenge of the ladder is accepted or declined as it is.")


class SimulOff(HostsDecided):
    sentence = N_("There are no simuls here. Those who manage this place can switch them on: /setup, All in the chat.")


class SimulGone(ActionRefused):
    sentence = N_("This simul was called off.")


class SimulHasBegun(ActionRefused):
    sentence = N_("This simul has begun already.")


class SimulFull(ActionRefused):
    """All ``seats`` of a simul are taken."""

    sentence = N_("All {seats} boards of this simul are taken.")
    seats: int


class SimulWaits(ActionRefused):
    sentence = N_("A simul of yours waits for people already. Begin it first, or press Leave on its card.")


class SimulsWait(ActionRefused):
    """So many simuls of a chat wait for people already."""

    sentence = N_("{limit} simuls wait for people here already. Join one of them.")
    limit: int


class OwnSimul(ActionRefused):
    sentence = N_("You play all the others in this simul: you have a seat at each board.")


class InSimulAlready(ActionRefused):
    """Somebody joins twice: ``count`` of ``seats`` are in."""

    sentence = N_("You are in already: {count} of {seats}.")
    count: int
    seats: int


class NotInSimul(ActionRefused):
    sentence = N_("You have not joined this simul.")


class OnlyHostBegins(ActionRefused):
    """Only the one called ``name`` may begin a simul."""

    sentence = N_("Only {name} can begin this simul.")
    name: str


class TooFewInSimul(ActionRefused):
    """A simul has at least ``fewest`` boards."""

    sentence = N_("A simul begins with at least {fewest} people who have joined.")
    fewest: int


class NoteUnderBoardOfHost(ActionRefused):
    sentence = N_("Only the host of a simul writes under its boards.")


class BoardsOff(HostsDecided):
    sentence = N_(
        "There are no boards matches here. Those who manage this place can switch them on: /setup, Other chats."
    )


class BoardsGone(ActionRefused):
    sentence = N_("This boards match was called off.")


class BoardsOver(ActionRefused):
    sentence = N_("All boards of this match are over. The next one: /boards challenge.")


class NoBoardsHere(ActionRefused):
    sentence = N_("No boards match waits here. Whoever organises here begins one: /boards challenge.")


class BoardsCodeGone(ActionRefused):
    sentence = N_(
        "No chat waits with this code: its challenge was accepted, called off, or open too long. Ask the other chat."
    )


class BoardsHaveBegun(ActionRefused):
    sentence = N_("This boards match has begun already.")


class EnoughBoards(ActionRefused):
    """So many boards matches of a chat wait or are under way."""

    sentence = N_("{limit} boards matches of this chat wait or are under way already. End one of them first.")
    limit: int


class OwnBoards(ActionRefused):
    """A chat accepts its own challenge, which has the ``code``."""

    sentence = N_("This is the challenge of this very chat. Another chat accepts it: /boards accept {code}.")
    code: str


class NobodyAccepted(ActionRefused):
    """No other chat has accepted the challenge with the ``code`` yet."""

    sentence = N_("No other chat has accepted yet. Whoever organises there sends /boards accept {code}.")
    code: str


class InLineAlready(ActionRefused):
    sentence = N_("You are in already.")


class InOtherLine(ActionRefused):
    """Somebody joins in both chats; ``name`` is the one for which they are in."""

    sentence = N_("You play for {name} in this boards match. Press Leave there first.")
    name: str


class NotInLine(ActionRefused):
    sentence = N_("You have not joined this boards match.")


class LineFull(ActionRefused):
    """``most`` people of a chat have joined."""

    sentence = N_("{most} people of this chat have joined already. No more can.")
    most: int


class HasBoard(ActionRefused):
    sentence = N_("This boards match has begun, and you have a board in it. You can resign its matches: /resign.")


class TooFewInLine(ActionRefused):
    """A boards match has at least ``fewest`` people of each chat."""

    sentence = N_("A boards match begins with at least {fewest} people of each chat.")
    fewest: int


class ReadyAlready(ActionRefused):
    """This chat is ready, and that called ``name`` is not yet."""

    sentence = N_("This chat is ready. It begins once those who organise in {name} press Begin too.")
    name: str


class VillageOff(HostsDecided):
    sentence = N_(
        "Nobody plays as a village here. Those who manage this place can switch it on: /setup, All in the chat."
    )


class VillagePlaysEnough(ActionRefused):
    sentence = N_("This village plays {limit} matches already. It can begin another one when one of them is over.")
    limit: int


class VoteOfPlayer(ActionRefused):
    sentence = N_("You play against the village in this match: the others vote.")


class NotTheVillagesTurn(ActionRefused):
    sentence = N_("It is not the turn of a village in this match. You can vote when it is.")


class VotesOnOther(ActionRefused):
    """The turn on which somebody votes has been played, or taken back, meanwhile."""

    sentence = N_("That turn has been played meanwhile, so your vote was not counted. Press Vote for the next one.")


class VoteIsOver(ActionRefused):
    sentence = N_("This vote is over, so yours was not counted: its turn is played in a moment.")


class NoDrawToVoteFor(ActionRefused):
    sentence = N_("No draw is offered to the village, or it cannot offer one now.")


class NotSeenBefore(ActionRefused):
    """One who is not counted in votes in a match against another chat, whose ``name`` is that of their own."""

    sentence = N_(
        "Only those who were counted in for {name} before this match began have a vote in it. Press Count me in under"
        " /village, and you have one in the next."
    )
    name: str


class VotedForOther(ActionRefused):
    sentence = N_("You have voted for {name} in this match, so you have no vote on the other side.")
    name: str


class ChatChallengeGone(ActionRefused):
    sentence = N_(
        "This challenge is no longer there: it was accepted, taken back, or nobody accepted it in time. Ask the other"
        " chat for another code."
    )


class OwnChatChallenge(ActionRefused):
    sentence = N_("This is the challenge of this chat itself. Another chat accepts it, with /village accept {code}.")
    code: str


class VillageChallenges(ActionRefused):
    sentence = N_("A challenge of this village is open already, with the code {code}. Take it back first.")
    code: str


class VillageDecidesByVote(ActionRefused):
    """A takeback or a pause is asked of a village."""

    sentence = N_("A village decides on turns alone: it cannot be asked for that.")


class TeamsEnough(ActionRefused):
    sentence = N_("{limit} teams play or gather here already. You can open another one when one of them is done.")
    limit: int


class AlreadyInTeam(ActionRefused):
    sentence = N_("You are in this team already.")


class TeamIsFull(ActionRefused):
    sentence = N_("This team is full: {limit} people are in it.")
    limit: int


class NotOfTeam(ActionRefused):
    sentence = N_("You are not in this team: only those who joined before it began choose its turns.")


class TeamHasBegun(ActionRefused):
    sentence = N_("This team has begun its match, so nobody joins it any more. Open your own with /together.")


class TeamGathers(ActionRefused):
    """The seat of the opponent is not free."""

    sentence = N_("A team gathers here. Press Join on its card to be in it.")


class OnlyFirstBegins(ActionRefused):
    sentence = N_("{name} begins this match: that is for whoever has been in the team longest.")
    name: str


class TooFewInTeam(ActionRefused):
    sentence = N_("You are alone in this team. It takes {least} people: wait until somebody presses Join.")
    least: int


class TooFewForTeams(ActionRefused):
    """A side has nobody, or one person would play against one."""

    sentence = N_("Each side needs somebody, and one of them {least} people. Two can play each other with /play.")
    least: int


class NotDueInTeam(ActionRefused):
    sentence = N_("It is the turn of {name} in your team. You choose when it is yours.")
    name: str


class OtherTeamsTurn(ActionRefused):
    sentence = N_("The other team is to move. You choose when it is the turn of yours.")


class NotProposed(ActionRefused):
    sentence = N_("Nobody proposes this turn any more. Look at what your team proposes now.")


class NotAgreed(ActionRefused):
    """Too few of those who consult agree: ``count`` of ``most``."""

    sentence = N_("{count} of {most} in your team agree with this turn. It can be played once {least} do.")
    count: int
    most: int
    least: int


class NoConsultation(ActionRefused):
    """Nobody consults in this match."""

    sentence = N_("No team consults in this match: it is not the turn of one, or it chooses in another way.")


class TooManyMarks(ActionRefused):
    sentence = N_("You can have {limit} marks on the board for your team. Take one away first.")
    limit: int


class TooLongLine(ActionRefused):
    sentence = N_("A line that you show your team has at most {limit} turns. Go back some turns, then show it.")
    limit: int


class TeamPlays(ActionRefused):
    sentence = N_("Your team plays {code} already. It can begin another match when that one is over.")
    code: str


class GuessIsVote(ActionRefused):
    sentence = N_("Here a village plays: press Vote when it is to move. Nobody guesses beside it.")
