"""The reasons why a typed move was refused, in a person's words: which rule forbids it, and where."""

from bot.app.text.moves import example_of
from bot.app.text.names import points_listed
from bot.words import N_, Words
from engine.board import Surface
from engine.game import Game
from engine.moves import drop_letter
from engine.parser import IllegalMove, InvalidMove, MoveError, NotListed
from engine.refusal import Reason
from engine.ruleset import Ruleset

_SENTENCES = {
    Reason.NOT_YOUR_PIECE: N_("The piece on {points} is not yours."),
    Reason.NO_PIECE: N_("There is no piece on {points}."),
    Reason.SAME_POINT: N_("The piece on {points} stands there already."),
    Reason.NO_LINE: N_("No line joins {points}: pieces move along the lines of the board."),
    Reason.OCCUPIED: N_("{points} is taken; a piece needs a free point to go to."),
    Reason.OWN_PIECE_IN_THE_WAY: N_("Your own piece on {points} is in the way; nobody leaps over their own."),
    Reason.TWO_IN_A_ROW: N_("Two pieces stand in a row on {points}: only one can be leapt over at a time."),
    Reason.EVEN_ROW: N_("An even number of pieces stands in a row on {points}: only an odd row can be leapt over."),
    Reason.TOO_FAR: N_("That is too far for this piece ({points}): it goes to the next point only."),
    Reason.NO_STEP_BACK: N_("This piece does not step back ({points})."),
    Reason.NO_STEP_THAT_WAY: N_("This piece does not step that way ({points})."),
    Reason.NO_CAPTURE_THAT_WAY: N_("This piece does not capture in that direction ({points})."),
    Reason.NEVER_CAPTURES: N_("This piece never captures ({points})."),
    Reason.NOTHING_TO_TAKE: N_("There is nothing to take on the way ({points})."),
    Reason.MUST_CAPTURE: N_("You must capture. These pieces can: {points}."),
    Reason.MUST_GO_ON: N_("The capture is not complete: from there the piece must go on ({points})."),
    Reason.MUST_LAND_ELSEWHERE: N_("It must land where it can capture on, not there ({points})."),
    Reason.TAKE_LONGER: N_("This piece can take more, so it must: {points}."),
    Reason.TAKE_MOST: N_("Another capture takes more, and the longest one must be played ({points})."),
    Reason.KING_FIRST: N_("Another piece can take as many and comes first ({points})."),
    Reason.NO_TURN_BACK: N_("A capture does not go straight back ({points})."),
    Reason.STOOD_BEFORE: N_("That would repeat an earlier position, which this game does not allow ({points})."),
    Reason.RESTING: N_("From {points} this piece may only capture."),
    Reason.ONE_CAPTURE_ONLY: N_("Only one piece is taken in a turn ({points})."),
    Reason.MOVE_THEN_LEAP: N_("A piece either moves or leaps in a turn, never both ({points})."),
    Reason.ALREADY_TAKEN: N_("The piece on {points} has been leapt over already; it stands there until the turn ends."),
    Reason.STILL_IN_HAND: N_("You still have pieces in hand: put one on a free point first."),
    Reason.NOTHING_IN_HAND: N_("You have nothing in hand to put on {points}."),
    Reason.OUTSIDE_REGION: N_("The {pieces} are put on these points only: {region}."),
    Reason.TAKE_OFF_FIRST: N_("Take pieces of your opponent off first; these points do not fit: {points}."),
    Reason.FORFEIT_FIRST: N_("Choose first which piece your opponent loses: {points}."),
    Reason.NOT_A_CANDIDATE: N_("The piece on {points} is not one that can be forfeited now."),
}

_ON_SQUARES = {
    Reason.NO_LINE: N_("{points} do not lie in one line in which pieces move."),
    Reason.OCCUPIED: N_("{points} is taken; a piece needs a free square to go to."),
    Reason.TOO_FAR: N_("That is too far for this piece ({points}): it goes to the next square only."),
}
"""The same where pieces stand on squares."""
_NO_POINT = N_("There is no point {name}: this board goes from {first} to {last}.")
_NO_SQUARE = N_("There is no square {name}: this board goes from {first} to {last}.")
_NO_POINT_NUMBERED = N_("There is no point {name}: they are numbered 1 to {count}.")
_NO_SQUARE_NUMBERED = N_("There is no square {name}: they are numbered 1 to {count}.")


def move_sentence(game: Game, error: MoveError, say: Words) -> str:
    """The sentence for a move that could not be played: the rule and the points."""
    if isinstance(error, IllegalMove):
        points = ", ".join(game.ruleset.board.points[point] for point in error.refusal.points)
        # Only that sentence may begin with pieces in a language; where a point comes first, its letter stays small.
        told = say.sentence if error.refusal.reason is Reason.OUTSIDE_REGION else say
        on_squares = _ON_SQUARES if game.ruleset.board.surface is Surface.SQUARES else {}
        sentence = on_squares.get(error.refusal.reason, _SENTENCES[error.refusal.reason])
        return told(sentence, points=points, **_placement_facts(game, say))
    if isinstance(error, NotListed):
        return _not_listed(game, error, say)
    if isinstance(error, InvalidMove) and error.unknown:
        return no_such_point(game.ruleset, error.unknown, say)
    if drop_letter(game.ruleset, game.position):
        return say("I cannot read that as a move. Name a free point, as {example}.", example=example_of(game))
    return say("I cannot read that as a move. Name where it starts and ends, as {example}.", example=example_of(game))


def _not_listed(game: Game, error: NotListed, say: Words) -> str:
    if error.count:
        return say("The list has the numbers 1 to {count}, no {number}.", count=error.count, number=error.number)
    return say(
        "There is no list to choose {number} from. Name the points, as {example}.",
        number=error.number,
        example=example_of(game),
    )


def no_such_point(ruleset: Ruleset, name: str, say: Words) -> str:
    """The sentence about a point that does not exist, with the points beside it."""
    board, on_squares = ruleset.board, ruleset.board.surface is Surface.SQUARES
    if name.isdecimal():
        sentence = _NO_SQUARE_NUMBERED if on_squares else _NO_POINT_NUMBERED
        return say(sentence, name=name, count=len(board.points))
    beside = points_listed(ruleset, board.around(name))
    if not beside:
        first, last = board.corners
        return say(_NO_SQUARE if on_squares else _NO_POINT, name=name, first=first, last=last)
    if on_squares:
        return say(
            "{name} is a light square, and only the dark squares are played. Beside it: {points}.",
            name=name,
            points=beside,
        )
    return say("There is no point {name} on this board. Beside it: {points}.", name=name, points=beside)


def _placement_facts(game: Game, say: Words) -> dict[str, str]:
    """Sentences about the pieces that the side to act puts on the board, and where it may; none with an empty hand."""
    letter = drop_letter(game.ruleset, game.position)
    if not letter:
        return {"pieces": "", "region": ""}
    placement = game.ruleset.placement[letter]
    return {
        "pieces": say.noun(game.ruleset.kind[letter].noun, placement.per_turn),
        "region": points_listed(game.ruleset, placement.region or range(len(game.ruleset.board.points))),
    }


def too_many_captures(say: Words) -> str:
    """Of a position whose turns cost too much to go through."""
    return say("That position has too many captures for me to go through.")
