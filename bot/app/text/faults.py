"""The faults for which a record or a position cannot be read, in a person's words: where, and what could be there."""

from collections.abc import Iterator
from typing import assert_never

from bot.app.text.names import game_name, side_name
from bot.app.text.reasons import no_such_point
from bot.words import N_, Words
from engine.faults import Fact, Fault, InvalidRecord
from engine.position import Flaw, ImpossiblePosition, InvalidPosition, Misread, start_position
from engine.record import InvalidStart
from engine.ruleset import Ruleset

PART_LENGTH = 60
_NO_POINT = N_("There is no point {word} on the board of {game}.")
_SENTENCES = {
    Fault.SEVERAL: N_("There are {count} games in that text."),
    Fault.NO_GAME: N_('It names no game: a tag does, as [Ruleset "dam-8"], or the name of the game at its start.'),
    Fault.NO_SUCH_GAME: N_('I know no game {named}: a tag names one that I know, as [Ruleset "dam-8"].'),
    Fault.NOT_PLAYED: N_("{named} is {name}, which I do not play."),
    Fault.OTHER_TRIAL: N_("Of the games of Ludii I can read {known}, but not {named}."),
    Fault.OTHER_RULES: N_("That game of {named} has rules of its own, which I do not know: {rules}."),
    Fault.OTHER_START: N_("That game of {named} does not begin as {game} does here."),
    Fault.OTHER_BOARD: N_(
        "Turn {turn}: {word} is a move on 8 x 8 squares, but the GameType is that of {game}. The right one is {kinds}."
    ),
    Fault.TOO_MANY_TAGS: N_("The record has more than {most} tags."),
    Fault.TOO_MANY_TURNS: N_("The record has more than {most} turns."),
    Fault.AFTER_END: N_("Turn {turn}: {word} comes after the end of the game."),
    Fault.NOT_LEGAL: N_("Turn {turn}: {word} is not a legal move."),
    Fault.NOT_CLOSED: N_("Turn {turn}: what begins with {word} is never closed."),
    Fault.NOT_TOLD_APART: N_("Turn {turn}: {word} can be several moves: write it in full."),
    Fault.OTHER_RESULT: N_("The result is {result}, but the moves give {found}."),
    Fault.NO_JSON: N_("It begins as JSON, but is none."),
    Fault.PART_OF_JSON: N_("In that JSON {part} is missing or wrong."),
    Fault.NO_SUCH_POINT: _NO_POINT,
}
_MISREAD = {
    Misread.PART: N_("I cannot make out {part} in the position."),
    Misread.SIZE: N_("The position does not fit the board of {game}: {part}."),
    Misread.PIECE: N_("There is no piece {part} in {game}."),
    Misread.BOTH_SIDES: N_("Pieces of both sides stand on {part}."),
    Misread.SIDE: N_("The side to move is {sides}, not {part}."),
}


def fault_sentence(error: InvalidRecord, say: Words) -> str:
    """The sentences for a record that cannot be read."""
    if isinstance(error, InvalidStart):
        told = _misread_sentence(error.ruleset, error.wrong, say)
        return f"{error.part}: {told}" if error.part else told
    return " ".join(_told(error, say))


def _told(error: InvalidRecord, say: Words) -> Iterator[str]:
    facts = {name: _written(fact, say) for name, fact in error.facts.items()}
    if "place" in facts:
        facts["turn"] = f"{facts['turn']} ({facts['place']})"
    yield say(_SENTENCES[error.fault], **facts)
    if facts.get("moves"):
        yield say("It can be {moves}.", moves=facts["moves"])


def _written(fact: Fact, say: Words) -> str:
    if isinstance(fact, Ruleset):
        return game_name(fact, say)
    return say.either(fact) if isinstance(fact, tuple) else str(fact)


def _misread_sentence(ruleset: Ruleset, error: InvalidPosition, say: Words) -> str:
    """The sentence for a position of a game that cannot be read, or to which no game comes."""
    if isinstance(error, ImpossiblePosition):
        return flaw_sentence(ruleset, error, say)
    part = error.detail if len(error.detail) <= PART_LENGTH else f"{error.detail[: PART_LENGTH - 1]}…"
    if error.misread is Misread.POINT:
        return no_such_point(ruleset, part, say)
    sides = say.either([side.letter.upper() for side in ruleset.sides])
    return say(_MISREAD[error.misread], part=part or "…", game=game_name(ruleset, say), sides=sides)


def flaw_sentence(ruleset: Ruleset, error: ImpossiblePosition, say: Words) -> str:
    """The sentence that says why no game comes to a position."""
    count = error.number
    pieces = say.noun(ruleset.kind[error.letter].noun, max(count, 2)) if error.letter else ""
    point = ruleset.board.points[error.point]
    match error.flaw:
        case Flaw.TOO_MANY:
            return say("There are too many {pieces}: at most {count} with those in hand.", pieces=pieces, count=count)
        case Flaw.NO_STACK:
            return say("On {point} no {pieces} stand on one another.", point=point, pieces=pieces)
        case Flaw.TOO_HIGH:
            return say(
                "On {point} at most {count} {pieces} stand on one another.", point=point, count=count, pieces=pieces
            )
        case Flaw.NOT_FIRST:
            side = side_name(ruleset, start_position(ruleset).turn, say)
            return say("The pieces are first taken off by {side}, whose turn it must be.", side=side)
        case Flaw.TOO_FEW:
            return say.plural(
                "There is no piece to take off first.", "There are not {count} pieces to take off first.", count
            )
        case _:
            assert_never(error.flaw)
