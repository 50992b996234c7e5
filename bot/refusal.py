"""Why a match refuses something: each class is a reason, its attributes are the facts of the case.

Pure: no input or output. The words for each stand in the catalogues, under the name of the class.
"""

from enum import Enum

from engine.moves import Move


class Status(Enum):
    """Where a match stands: offered, under way, or closed in one of five ways."""

    INVITED = "invited"
    PLAYING = "playing"
    OVER = "over"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"
    CALLED_OFF = "called off"


class Refusal(Exception):
    """A wish that cannot be granted. The class names the reason, the attributes are its facts."""


class UnknownMatch(Refusal):
    """No match has this code."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class MatchOver(Refusal):
    """The match is closed; ``status`` says how."""

    def __init__(self, status: Status) -> None:
        super().__init__(status)
        self.status = status


class NotStarted(Refusal):
    """Nobody has accepted the invitation yet, so there is nothing to play or to answer."""


class StillPlaying(Refusal):
    """The match goes on: nobody may be helped in it by more than hints."""


class StillInvitation(Refusal):
    """It cannot be given up or called off: it has not begun. The host may withdraw it, the other decline it."""


class NotInMatch(Refusal):
    """This person does not play in this match."""


class NotYourTurn(Refusal):
    """The other side is to move, in each of these matches; ``codes`` names them."""

    def __init__(self, *codes: str) -> None:
        super().__init__(*codes)
        self.codes = ", ".join(codes)


class StaleBoard(Refusal):
    """The board has moved on: the wish was for ply ``wanted``, the match is at ply ``present``."""

    def __init__(self, wanted: int, present: int) -> None:
        super().__init__(wanted, present)
        self.wanted = wanted
        self.present = present


class IllegalHere(Refusal):
    """The move is not legal in the present position."""

    def __init__(self, move: Move) -> None:
        super().__init__(move)
        self.move = move


class NotForYou(Refusal):
    """The invitation, the offer or the button is for somebody else."""


class OwnInvitation(Refusal):
    """The host cannot accept or decline the own invitation."""


class AlreadyTaken(Refusal):
    """Somebody has sat down already, or has this side."""


class AlreadyInvitedYou(Refusal):
    """The person to be invited has invited the host to the same game, in match ``code``."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class ShownJustNow(Refusal):
    """The board was posted anew here a moment ago; it may be again in ``seconds``."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class TooManyInvitations(Refusal):
    """Somebody has ``limit`` open invitations already."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.limit = limit


class TooManyMatches(Refusal):
    """Somebody has ``limit`` matches under way already."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.limit = limit


class TooManyOpened(Refusal):
    """Somebody has opened ``limit`` invitations and practice boards in the last hour."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.limit = limit


class NothingToTakeBack(Refusal):
    """This person has made no move that could be taken back."""


class TooLateToUndo(Refusal):
    """The move has been answered, or more than ``UNDO_WITHIN`` ago was made: the other must agree now."""


class NoTakebackAsked(Refusal):
    """Nobody asks to take a move back."""


class TakebackAlreadyAsked(Refusal):
    """Somebody asks to take a move back already."""


class DrawAlreadyOffered(Refusal):
    """The offer stands and waits for the other's answer."""


class DrawTooSoon(Refusal):
    """The next draw may be offered after ``moves`` more own moves."""

    def __init__(self, moves: int) -> None:
        super().__init__(moves)
        self.moves = moves


class NoDrawOffered(Refusal):
    """Nobody offers a draw."""


class TooLateToCallOff(Refusal):
    """Each side has moved: the match counts."""


class TooLateForRematch(Refusal):
    """The match ended too long ago to swap sides and play on; a new one can be begun."""
