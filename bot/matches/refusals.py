"""Why a match refuses something: each class is a reason, its attributes are the facts of the case.

Pure: no input or output. The words for each stand in the catalogues, under the name of the class.
"""

from datetime import timedelta

from bot.matches.status import Status
from engine.moves import Move


class ActionRefused(Exception):
    """A request that is refused. The class names the reason, the attributes are its facts."""


class UnknownMatch(ActionRefused):
    """No match has this code, or none that this person may know of: which of the two is not said."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class TooManyWrongCodes(ActionRefused):
    """This person, or others at the same address, have given wrong codes; they are taken again in ``minutes``."""

    def __init__(self, minutes: int) -> None:
        super().__init__(minutes)
        self.minutes = minutes


class UnreadableMatch(ActionRefused):
    """The rows of the match with this code do not make a match under the present rules."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class UnreadableAccount(ActionRefused):
    """The player of this person's stored account does not exist."""


class MatchOver(ActionRefused):
    """The match is closed; ``status`` says how."""

    def __init__(self, status: Status) -> None:
        super().__init__(status)
        self.status = status


class NotStarted(ActionRefused):
    """The invitation has not been accepted yet, so there is nothing to play or to answer."""


class StillPlaying(ActionRefused):
    """The match goes on: only hints may help in it."""


class StillInvitation(ActionRefused):
    """The match has not begun, so it cannot be resigned or called off, only withdrawn by the host or declined."""


class NotInMatch(ActionRefused):
    """This person does not play in this match."""


class NotYourTurn(ActionRefused):
    """The other side is to move, in each of these matches; ``codes`` names them."""

    def __init__(self, *codes: str) -> None:
        super().__init__(*codes)
        self.codes = ", ".join(codes)


class StaleBoard(ActionRefused):
    """The board has moved on: the request was for ply ``wanted``, the match is at ply ``present``."""

    def __init__(self, wanted: int, present: int) -> None:
        super().__init__(wanted, present)
        self.wanted = wanted
        self.present = present


class IllegalHere(ActionRefused):
    """The move is not legal in the present position."""

    def __init__(self, move: Move) -> None:
        super().__init__(move)
        self.move = move


class TakesNoInvitations(ActionRefused):
    """The person called ``name`` is invited by nobody, or has blocked whoever asks: which of the two is not said."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class TakesSomeInvitations(ActionRefused):
    """The person called ``name`` is invited only by people whom they have played."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class InvitedEnough(ActionRefused):
    """The person called ``name`` has not answered the last ``times`` invitations, all of them of the last hour."""

    def __init__(self, name: str, times: int) -> None:
        super().__init__(name, times)
        self.name = name
        self.times = times


class BlockedEnough(ActionRefused):
    """This person has blocked ``limit`` people already."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.limit = limit


class FollowsEnough(ActionRefused):
    """This person follows ``limit`` matches already."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.limit = limit


class FollowsOwn(ActionRefused):
    """A match of one's own is not followed: its players are told anyway."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class NotForYou(ActionRefused):
    """The invitation, the offer or the button is for another player."""


class OwnInvitation(ActionRefused):
    """The host cannot accept or decline the own invitation."""


class AlreadyTaken(ActionRefused):
    """The seat is taken already."""


class AlreadyInvitedYou(ActionRefused):
    """The person to be invited has invited the host to the same game, in match ``code``."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class OpenedJustNow(ActionRefused):
    """The same person has opened the same match here a moment ago: it is match ``code``."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class DataDeleted(ActionRefused):
    """The data of this person were deleted while the request was under way."""


class OpponentDeleted(ActionRefused):
    """The data of the other person were deleted: nobody is there to play with."""


class ShownJustNow(ActionRefused):
    """The board was posted here a moment ago; it may be again in ``seconds``."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class PausedByStaff(ActionRefused):
    """The staff has paused the match: its players do not end the pause."""


class BannedForGood(ActionRefused):
    """The staff of the chat has decided that this person does not play there."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class BannedUntil(ActionRefused):
    """The same, for the time that is left of it: ``wait``."""

    def __init__(self, why: str, wait: timedelta) -> None:
        super().__init__(why, wait)
        self.why = why
        self.wait = wait


class ShownNoLonger(ActionRefused):
    """The staff has ended that match ``code`` is shown here, and the ban by which it did so still holds."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class StaffThemselves(ActionRefused):
    """Nobody bans themselves."""


class NotStaff(ActionRefused):
    """Only those who manage the chat may do that."""


class StaffPlays(ActionRefused):
    """Staff do not rule in a match of their own."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class RulingGone(ActionRefused):
    """The ruling that was to be confirmed is there no more, or was confirmed already."""


class NotShownHere(ActionRefused):
    """Match ``code`` does not stand in this place, and this person does not play in it."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class NobodyWatches(ActionRefused):
    """Match ``code`` stands in this place, and its host wants nobody to watch it."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class StaysPrivate(ActionRefused):
    """Match ``code`` stands in private chats only: it is not shown where others see it."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class TooManyPlaces(ActionRefused):
    """Match ``code`` stands in ``limit`` places already."""

    def __init__(self, code: str, limit: int) -> None:
        super().__init__(code, limit)
        self.code = code
        self.limit = limit


class TooManyInvitations(ActionRefused):
    """This person has ``limit`` open invitations already."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.limit = limit


class TooManyMatches(ActionRefused):
    """A player has ``limit`` matches under way already."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.limit = limit


class HostsDecided(ActionRefused):
    """The hosts of a place where the match stands, or would stand, do not allow it there."""


class InvitationsHere(HostsDecided):
    """This person has the ``number`` of open invitations that the hosts of the place allow."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class MatchesHere(HostsDecided):
    """This person has the ``number`` of matches that the hosts of the place allow to each."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class OthersMatchesHere(HostsDecided):
    """The other player has the ``number`` of matches that the hosts of the place allow to each."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class AtOnceHere(HostsDecided):
    """The ``number`` of matches that the hosts of the place allow at once is under way."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class PlayingLive(ActionRefused):
    """This person plays match ``code`` live, and can sit before one board at a time."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class OtherPlaysLive(ActionRefused):
    """The other player plays another match live."""


class TooManyLiveHere(ActionRefused):
    """``limit`` matches are played live in this group: it cannot show the moves of more."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.limit = limit


class TooManyOpened(ActionRefused):
    """This person has opened ``limit`` invitations and practice boards in the last hour."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.limit = limit


class NothingToTakeBack(ActionRefused):
    """This person has made no move that could be taken back."""


class TooLateToUndo(ActionRefused):
    """The move has been answered, or more than ``UNDO_WITHIN`` ago was made: the other must agree now."""


class NotYourMoveToUndo(ActionRefused):
    """The move that can be taken back was made by the other player."""


class NoTakebackAsked(ActionRefused):
    """No takeback has been asked for."""


class TakebackAlreadyAsked(ActionRefused):
    """A takeback has been asked for already."""


class TakebackRefused(ActionRefused):
    """This person's takeback has been refused, and they have not moved since."""


class DrawAlreadyOffered(ActionRefused):
    """The offer stands and waits for the other's answer."""


class DrawTooSoon(ActionRefused):
    """The next draw may be offered after ``moves`` more own moves."""

    def __init__(self, moves: int) -> None:
        super().__init__(moves)
        self.moves = moves


class NoDrawOffered(ActionRefused):
    """No draw has been offered."""


class NothingOffered(ActionRefused):
    """Nothing that this person has offered or asked for still stands."""


class TooLateToCallOff(ActionRefused):
    """Each side has moved: the match counts."""


class NoClock(ActionRefused):
    """The match is played without a clock."""


class RatedNeedsClock(ActionRefused):
    """A rated match is one of two people, with a clock."""


class MirrorNeedsTwo(ActionRefused):
    """A mirror match is one of two people."""


class MirrorNeedsHunt(ActionRefused):
    """Both sides of the game are alike, so that there is nothing to even out."""


class MirrorNeedsDays(ActionRefused):
    """Two matches at once cannot be played live."""


class BidNeedsHand(ActionRefused):
    """The hunted side of the game has no pieces in hand, or the game has none."""


class BidNeedsTwo(ActionRefused):
    """A bid is answered by an opponent."""


class BidAlone(ActionRefused):
    """A match by a bid is neither rated nor a mirror match, and begins at no other position."""


class BidOutOfRange(ActionRefused):
    """At least ``least`` and at most ``most`` pieces may be bid in this game; the ``usual`` number is one of them."""

    def __init__(self, least: int, most: int, usual: int) -> None:
        super().__init__(least, most, usual)
        self.least = least
        self.most = most
        self.usual = usual


class BidNotLower(ActionRefused):
    """A bid is answered with a lower one than ``count``, or accepted."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.count = count


class OtherHalfGoesOn(ActionRefused):
    """A mirror match has a rematch when both halves have ended, and that with the code ``code`` has not."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class RatedNeedsBeginning(ActionRefused):
    """A rated match begins where its game begins."""


class RatedNeedsIdentity(ActionRefused):
    """One of the two is known from a place only in which anybody may take any name."""


class RatedAfterFlags(ActionRefused):
    """The player called ``name`` has lost ``times`` rated matches on time in a week; it counts for ``wait``."""

    def __init__(self, name: str, times: int, wait: timedelta) -> None:
        super().__init__(name, times, wait)
        self.name = name
        self.times = times
        self.wait = wait


class RatedWithoutHelp(ActionRefused):
    """No hints are given in a rated match."""


class RatedWithoutUndo(ActionRefused):
    """In a rated match no move is taken back without asking."""


class ClockNeedsTwo(ActionRefused):
    """A clock is for two people: there is none against the computer and on a practice board."""


class AwayNeedsDays(ActionRefused):
    """Days away are no question where there is no clock, nor where both sit at the board."""


class LiveMatch(ActionRefused):
    """Both players sit before the board: there is no pause, and nobody is nudged."""


class NotReady(ActionRefused):
    """A live match waits until both players are ready."""


class AlreadyReady(ActionRefused):
    """This person has said that they are ready, or the match has begun."""


class OtherHasMoved(ActionRefused):
    """The other side was late, but has moved."""


class OwnTimeOver(ActionRefused):
    """This person has no time left, not the other: only the opponent may end the match by it."""


class TimeLeft(ActionRefused):
    """The other side still has time."""


class OwnTurn(ActionRefused):
    """The other waits for this person, who is to move or to answer: there is nobody to nudge."""


class ClockStands(ActionRefused):
    """The clock is stopped: nobody has to move now."""


class NudgeTooSoon(ActionRefused):
    """The player to move has most of their time; they may be nudged in ``wait``."""

    def __init__(self, wait: timedelta) -> None:
        super().__init__(wait)
        self.wait = wait


class NudgedAlready(ActionRefused):
    """Somebody has been nudged in this match lately; the player to move may be in ``wait``."""

    def __init__(self, wait: timedelta) -> None:
        super().__init__(wait)
        self.wait = wait


class NudgedEnough(ActionRefused):
    """The player to move has been nudged as often as they may be in one turn.

    The other may claim the win in ``ends``, or the match, if it is ``rated``, is lost then; None without a clock.
    """

    def __init__(self, ends: timedelta | None, *, rated: bool) -> None:
        super().__init__(ends, rated)
        self.ends = ends
        self.rated = rated


class PauseTooLong(ActionRefused):
    """A pause lasts at most ``days`` days, and not into the past."""

    def __init__(self, days: int) -> None:
        super().__init__(days)
        self.days = days


class PauseAlreadyAsked(ActionRefused):
    """A pause has been asked for already."""


class NoPauseAsked(ActionRefused):
    """No pause has been asked for."""


class NotPaused(ActionRefused):
    """The match is not paused."""


class NoDaysLeft(ActionRefused):
    """This person has only ``days`` whole days left of the days away of a year."""

    def __init__(self, days: int) -> None:
        super().__init__(days)
        self.days = days


class AlreadyStands(ActionRefused):
    """The clock is stopped already."""


class NoRematchAsked(ActionRefused):
    """No rematch has been asked for, or it has been refused."""


class RematchRefused(ActionRefused):
    """A rematch of this match has been refused."""


class TooLateForRematch(ActionRefused):
    """The match ended too long ago to swap sides and play on; a new one can be begun."""


class NoPlanHere(ActionRefused):
    """Nobody plans answers here: both are at the board, or one person moves both sides."""


class OwnTurnToPlan(ActionRefused):
    """It is the player's own turn: there is nothing to expect, they can move."""


class NothingPlanned(ActionRefused):
    """The player has planned nothing in this match, or it has been played or given up already."""


class NotThatManyMoves(ActionRefused):
    """A line of a plan ends with an answer, and has at most ``answers`` of them."""

    def __init__(self, answers: int) -> None:
        super().__init__(answers)
        self.answers = answers


class TooManyLines(ActionRefused):
    """The plan has as many lines as it may have."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.limit = limit
