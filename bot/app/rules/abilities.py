"""The abilities of a kind of piece, a sentence for each fact: moves, promotion and captures."""

from collections.abc import Mapping
from typing import assert_never

from bot.app.text.names import points_listed, side_name
from bot.words import N_, Words
from engine.board import Surface
from engine.position import start_position
from engine.ruleset import Chain, Direction, Kind, Movement, Noun, Promotion, Reach, Row, Ruleset

_DIRECTIONS = {
    Direction.FORWARD: N_("straight forward"),
    Direction.FORWARD_DIAGONAL: N_("diagonally forward"),
    Direction.SIDEWAYS: N_("sideways"),
    Direction.BACKWARD: N_("straight back"),
    Direction.BACKWARD_DIAGONAL: N_("diagonally back"),
}
_BACK = Direction.BACKWARD | Direction.BACKWARD_DIAGONAL


def kinds_told(ruleset: Ruleset, say: Words) -> list[tuple[str, Kind]]:
    """The name of the pieces of a kind, or of the only one, with the kind; like kinds of both sides are one.

    Where two sides' pieces bear one name and differ in what they may do, the side is named with them.
    """
    seen: dict[tuple[Noun, object], Kind] = {}
    for kind in ruleset.kinds:
        seen.setdefault((kind.noun, _abilities(ruleset, kind)), kind)
    names = [noun for noun, _ in seen]
    told = []
    for kind in seen.values():
        pieces = say.noun(kind.noun, 1 if is_alone(ruleset, kind) else 2)
        if names.count(kind.noun) > 1:
            pieces = f"{pieces} ({side_name(ruleset, kind.side, say)})"
        told.append((pieces, kind))
    return told


def told_as(ruleset: Ruleset, kind: Kind, say: Words) -> str:
    """The name under which the pieces of a kind are told."""
    like = kind.noun, _abilities(ruleset, kind)
    return next(pieces for pieces, one in kinds_told(ruleset, say) if (one.noun, _abilities(ruleset, one)) == like)


def is_alone(ruleset: Ruleset, kind: Kind) -> bool:
    """Is a kind one piece that hunts alone? What it does is told in the singular."""
    return kind.is_hunter and start_position(ruleset).count(ruleset, kind.side) == 1


def _abilities(ruleset: Ruleset, kind: Kind) -> object:
    """The facts about a kind, as its own side sees them: the far row is another one for each."""
    zone = None if _far_row(ruleset, kind) == kind.promotes_on else kind.promotes_on
    facts = (kind.row, kind.turns_back, bool(kind.rests_on), kind.joins_on)
    return kind.move, kind.capture, kind.chain, kind.landing, bool(kind.promotes_to), kind.promotion, zone, facts


def _far_row(ruleset: Ruleset, kind: Kind) -> frozenset[int]:
    return ruleset.board.rank_points(ruleset.board.height if ruleset.sides[kind.side].up > 0 else 1)


def _open_directions(ruleset: Ruleset, kind: Kind, movement: Movement) -> tuple[Direction, Direction]:
    """Of the directions in which the lines of this board run, those a movement may take; and all of them."""
    there = Direction(0)
    for rays in ruleset.board.rays:
        for ray in rays:
            there |= ruleset.directions(kind.side, ray)
    return movement.directions & there, there


def _listed(directions: Direction, there: Direction, say: Words) -> str:
    if directions == there:
        return say("in any direction")
    return say.either([say(_DIRECTIONS[direction]) for direction in directions])


def movement(ruleset: Ruleset, kind: Kind, pieces: str, say: Words) -> str:
    """The sentence about the quiet moves of a kind; ``pieces`` is its name, as ``kinds_told`` gives it."""
    open_to, there = _open_directions(ruleset, kind, kind.move)
    facts = {"pieces": pieces, "directions": _listed(open_to, there, say)}
    if not open_to and kind.capture:
        return say.sentence("{pieces} move by capturing only.", **facts)
    if not open_to:
        return say.sentence("{pieces} never move.", **facts)
    match kind.move.reach:
        case Reach.ANY if open_to == there:
            return say.sentence("{pieces} move any distance along a free line.", **facts)
        case Reach.ANY:
            return say.sentence("{pieces} move any distance along a free line: {directions}.", **facts)
        case Reach.ONE if ruleset.board.surface is Surface.SQUARES:
            return say.sentence("{pieces} step one square {directions}.", **facts)
        case Reach.ONE if is_alone(ruleset, kind):
            return say.sentence("The {pieces} steps one point {directions}.", **facts)
        case Reach.ONE if open_to & _BACK:
            return say.sentence("{pieces} step one point {directions}.", **facts)
        case Reach.ONE:
            return say.sentence("{pieces} step one point {directions}, never back.", **facts)
        case _:
            assert_never(kind.move.reach)


def promotion(ruleset: Ruleset, kind: Kind, pieces: str, say: Words) -> str:
    """The place and time of a kind's promotion. Only for a kind that is promoted."""
    assert kind.promotes_to is not None
    facts = {
        "pieces": pieces,
        "promoted": say.noun(ruleset.kind[kind.promotes_to].noun, 2),
        "zone": _zone(ruleset, kind, say),
    }
    match kind.promotion:
        case Promotion.ON_STOP:
            return say.sentence("{pieces} become {promoted} if their turn ends on {zone}.", **facts)
        case Promotion.IN_PASSING:
            return say.sentence(
                "{pieces} that reach {zone} become {promoted} at once and go on capturing as {promoted}.", **facts
            )
        case _:
            assert_never(kind.promotion)


def _zone(ruleset: Ruleset, kind: Kind, say: Words) -> str:
    """The place of a kind's promotion: the far row, or the points by name."""
    if kind.promotes_on == _far_row(ruleset, kind):
        return say("the far row")
    return points_listed(ruleset, kind.promotes_on)


def special_moves(ruleset: Ruleset, kind: Kind, pieces: str, say: Words) -> list[str]:
    """Sentences about a kind that few games need: where it rests, and where it may step onto its like."""
    lines = []
    if kind.rests_on:
        lines.append(say.sentence("{pieces} on the far row may only capture.", pieces=pieces))
    if kind.joins_on:
        points = points_listed(ruleset, kind.joins_on)
        lines.append(
            say.sentence("{pieces} may step onto their like on these points: {points}.", pieces=pieces, points=points)
        )
    return lines


def special_captures(kind: Kind, pieces: str, say: Words) -> list[str]:
    """Sentences about the captures of a kind that few games need: no turning back."""
    if kind.turns_back:
        return []
    return [say.sentence("{pieces} never capture straight back along the line of the last leap.", pieces=pieces)]


def chain(chain: Chain, row: Row, pieces: str, say: Words) -> str:
    """The number of leaps in a capture, or of pieces taken; ``pieces`` are named where kinds differ in that."""
    match chain:
        case Chain.SINGLE if row is Row.ODD and not pieces:
            return say("Only one leap is made in a turn.")
        case Chain.SINGLE if not pieces:
            return say("Only one piece is taken in a turn.")
        case Chain.SINGLE:
            return say.sentence("{pieces} take only one piece in a turn.", pieces=pieces)
        case Chain.OPTIONAL if not pieces:
            return say("After each leap you may go on capturing with the same piece, or stop.")
        case Chain.OPTIONAL:
            return say.sentence("{pieces} may go on capturing after each leap, or stop.", pieces=pieces)
        case Chain.COMPLETE if not pieces:
            return say("A capture goes on as long as the piece can take more.")
        case Chain.COMPLETE:
            return say.sentence("{pieces} go on capturing in a turn as long as they can take more.", pieces=pieces)
        case _:
            assert_never(chain)


def _over_rows(alone: bool, facts: Mapping[str, str], say: Words) -> str:
    if alone:
        return say.sentence(
            "The {pieces} leaps {directions} over one enemy or a whole row of enemies, if their number is odd, to the "
            "free point right behind, and takes them all.",
            **facts,
        )
    return say.sentence(
        "{pieces} leap {directions} over one enemy or a whole row of enemies, if their number is odd, to the free "
        "point right behind, and take them all.",
        **facts,
    )


def capture(ruleset: Ruleset, kind: Kind, pieces: str, say: Words) -> str:
    """The sentences about the captures of a kind."""
    if kind.capture is None:
        return say.sentence("{pieces} never capture.", pieces=pieces)
    open_to, there = _open_directions(ruleset, kind, kind.capture)
    facts = {"pieces": pieces, "directions": _listed(open_to, there, say)}
    alone = is_alone(ruleset, kind)
    if kind.row is Row.ODD:
        return _over_rows(alone, facts, say)
    match kind.capture.reach:
        case Reach.ANY if open_to == there:
            return say.sentence(
                "{pieces} leap over an enemy at any distance and land on any free point behind it.", **facts
            )
        case Reach.ANY:
            return say.sentence(
                "{pieces} leap over an enemy at any distance and land on any free point behind it: {directions}.",
                **facts,
            )
        case Reach.ONE if open_to == there and alone:
            return say.sentence(
                "The {pieces} leaps over an adjacent enemy in any direction, to the free point right behind it.",
                **facts,
            )
        case Reach.ONE if open_to == there:
            return say.sentence(
                "{pieces} leap over an adjacent enemy in any direction, to the free point right behind it.", **facts
            )
        case Reach.ONE:
            return say.sentence(
                "{pieces} leap over an adjacent enemy to the free point right behind it, only {directions}.", **facts
            )
        case _:
            assert_never(kind.capture.reach)
