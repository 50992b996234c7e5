"""The rules of a game in words, made from the facts of its ruleset, so that they say what the program does."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import assert_never

from bot.app.rules.abilities import (
    capture,
    chain,
    kinds_told,
    movement,
    promotion,
    special_captures,
    special_moves,
)
from bot.app.rules.materials import material_told, standing_told
from bot.app.text.names import count_off_order, events_listed, pieces_name, points_listed, side_name
from bot.words import LANGUAGES, N_, Words
from engine.board import Surface
from engine.position import start_position
from engine.ruleset import (
    Agreement,
    CapturePrecedence,
    Chain,
    FewLeft,
    Landing,
    NoProgressRule,
    Obligation,
    Placement,
    Removal,
    Row,
    Ruleset,
    Source,
    TieBreak,
)


@dataclass(frozen=True)
class Topic:
    """One card of the rules: its key, its title and how it is told."""

    key: str
    title: str
    tell: Callable[[Ruleset, Words], list[str]]


def _goal(ruleset: Ruleset, say: Words) -> list[str]:
    lines = [board_told(ruleset, say)]
    lines += [placement_told(ruleset, placement, say) for placement in ruleset.placements]
    lines += opening_told(ruleset, say)
    side = side_name(ruleset, ruleset.first, say)
    set_up = ruleset.opening or any(placement.per_turn >= placement.count for placement in ruleset.placements)
    lines.append(
        say("First to move after that: {side}.", side=side) if set_up else say("First to move: {side}.", side=side)
    )
    return lines + winning_told(ruleset, say)


def winning_told(ruleset: Ruleset, say: Words) -> list[str]:
    """The aim of each side, in sentences."""
    if ruleset.hand_used_up is not None:
        return _hand_used_up(ruleset, ruleset.hand_used_up, say)
    limit = ruleset.few_left
    if limit is None:
        return [say("You win when your opponent has no pieces left, or no move.")]
    lines = [_few_left(ruleset, limit, say)]
    others = start_position(ruleset).count(ruleset, 1 - limit.side)
    lines.append(
        say(
            "{side}: win when the {pieces} can neither move nor capture.",
            side=side_name(ruleset, limit.side, say),
            pieces=pieces_name(ruleset, 1 - limit.side, others, say),
        )
    )
    if ruleset.full_win_on:
        lines.append(
            say(
                "It is called a full win when every one of them stands on {points}.",
                points=points_listed(ruleset, ruleset.full_win_on),
            )
        )
    return lines


def _few_left(ruleset: Ruleset, limit: FewLeft, say: Words) -> str:
    """With how few pieces of the other side the game is won."""
    facts = {
        "side": side_name(ruleset, 1 - limit.side, say),
        "count": limit.count,
        "pieces": pieces_name(ruleset, limit.side, limit.count, say),
    }
    if start_position(ruleset).hand_of(ruleset, limit.side):
        return say("{side}: win when only {count} {pieces} are left, those in hand included.", **facts)
    return say("{side}: win when only {count} {pieces} are left.", **facts)


def opening_told(ruleset: Ruleset, say: Words) -> list[str]:
    """The first turn, in which pieces are taken off and one may be put elsewhere."""
    if ruleset.opening is None:
        return []
    side, many = 1 - ruleset.first, ruleset.opening.removes
    facts = {
        "side": side_name(ruleset, side, say),
        "count": many,
        "pieces": pieces_name(ruleset, ruleset.first, many, say),
    }
    lines = [say("{side}: first take {count} {pieces} off the board.", **facts)]
    if ruleset.opening.relocates:
        lines.append(say("{side}: in the same turn you may put one of your pieces on any free point.", **facts))
    return lines


def _hand_used_up(ruleset: Ruleset, side: int, say: Words) -> list[str]:
    """The sentence about games in which a side loses once it has put its last piece on the board."""
    facts = {
        "side": side_name(ruleset, side, say),
        "pieces": pieces_name(ruleset, 1 - side, start_position(ruleset).count(ruleset, 1 - side), say),
    }
    return [
        say("{side}: win when the {pieces} can neither move nor capture.", **facts),
        say("{side}: lose when your last piece is on the board and the {pieces} can still move.", **facts),
    ]


def board_told(ruleset: Ruleset, say: Words) -> str:
    board = ruleset.board
    match board.surface:
        case Surface.SQUARES if len(board.points) == board.width * board.height:
            return say("Played on all squares of a board of {size}x{size}.", size=board.width)
        case Surface.SQUARES:
            return say("Played on the dark squares of a board of {size}x{size}.", size=board.width)
        case Surface.LINES:
            return say(
                "Played on {count} points joined by lines; pieces move along the lines only.", count=len(board.points)
            )
        case _:
            assert_never(board.surface)


def placement_told(ruleset: Ruleset, placement: Placement, say: Words) -> str:
    """Pieces that are put up in one turn before anything else, or dropped in the course of the game; and where."""
    kind = ruleset.kind[placement.letter]
    facts = {
        "pieces": say.noun(kind.noun, placement.count),
        "count": placement.count,
        "each": placement.per_turn,
    }
    if placement.per_turn >= placement.count:
        line = say.sentence("{count} {pieces} are placed first, in one turn.", **facts)
    elif kind.move.directions:
        line = say.sentence(
            "{pieces}: {count} in hand, put on free points, {each} a turn; they move once all are placed.", **facts
        )
    else:
        line = say.sentence("{pieces}: {count} in hand, put on free points, {each} a turn.", **facts)
    if placement.region is None:
        return line
    where = say("Points to choose from: {points}.", points=points_listed(ruleset, placement.region))
    return f"{line} {where}"


def _moving(ruleset: Ruleset, say: Words) -> list[str]:
    lines = []
    for pieces, kind in kinds_told(ruleset, say):
        lines.append(movement(ruleset, kind, pieces, say))
        lines += special_moves(ruleset, kind, pieces, say)
        if kind.promotes_to:
            lines.append(promotion(ruleset, kind, pieces, say))
    if ruleset.stacks:
        lines.append(say("Where several pieces stand on one point, only the top one moves or is captured."))
    if ruleset.crowned_when:
        lines.append(
            say(
                "A side that has only {count} pieces left has only {kings}.",
                count=ruleset.crowned_when,
                kings=_kings(ruleset, say),
            )
        )
    return lines


def _kings(ruleset: Ruleset, say: Words) -> str:
    """The name of several promoted pieces."""
    return next((say.noun(kind.noun, 2) for kind in ruleset.kinds if kind.is_king), "")


def _capturing(ruleset: Ruleset, say: Words) -> list[str]:
    kinds = kinds_told(ruleset, say)
    chains = {kind.chain for _, kind in kinds if kind.capture}
    lines = []
    for pieces, kind in kinds:
        lines.append(capture(ruleset, kind, pieces, say))
        lines += special_captures(kind, pieces, say)
        if kind.capture and len(chains) > 1:
            lines.append(chain(kind.chain, kind.row, pieces, say))
        if kind.capture and kind.landing is Landing.MUST_CONTINUE:
            lines.append(landing_told(pieces, say))
    if len(chains) == 1:
        rows = [kind.row for _, kind in kinds if kind.capture]
        lines.append(chain(chains.pop(), Row.ODD if Row.ODD in rows else Row.ONE, "", say))
    return lines + duty_told(ruleset, say) + choice_told(ruleset, say) + removal_told(ruleset, say)


def landing_told(pieces: str, say: Words) -> str:
    """The sentence about pieces that choose among their landings only where they capture on."""
    return say.sentence("{pieces} land where they can capture on, if there is such a point.", pieces=pieces)


def duty_told(ruleset: Ruleset, say: Words) -> list[str]:
    match ruleset.obligation:
        case Obligation.OPTIONAL:
            return [say("Capturing is optional, but you may not pass.")]
        case Obligation.FORCED:
            return [say("Capturing is compulsory.")]
        case Obligation.FORFEIT:
            return [
                say(
                    "The forfeit: whoever can capture but makes a quiet move loses one of the pieces that could have "
                    "captured. If there are several, the opponent chooses which."
                )
            ]
        case _:
            assert_never(ruleset.obligation)


def choice_told(ruleset: Ruleset, say: Words) -> list[str]:
    """The sentences about the choice of captures; none if no capture takes several."""
    if _takes_one_only(ruleset):
        return []
    lines = []
    match ruleset.precedence:
        case CapturePrecedence.FREE:
            lines.append(say("Any capture may be chosen; none has to be the longest."))
        case CapturePrecedence.LONGEST_OF_PIECE:
            lines.append(say("Choose any piece that can capture; it must take as many as it can."))
        case CapturePrecedence.LONGEST_OF_ALL:
            lines.append(say("Of all captures, one that takes the most pieces must be played."))
        case _:
            assert_never(ruleset.precedence)
    if ruleset.tie_break is TieBreak.KING_FIRST:
        lines.append(say("Of captures that take as many, those of {kings} come first.", kings=_kings(ruleset, say)))
    return lines


def _takes_one_only(ruleset: Ruleset) -> bool:
    return all(kind.capture is None or kind.chain is Chain.SINGLE for kind in ruleset.kinds)


def removal_told(ruleset: Ruleset, say: Words) -> list[str]:
    """The sentences about when captured pieces leave the board; none if no capture takes several."""
    if _takes_one_only(ruleset):
        return []
    lines = []
    match ruleset.removal:
        case Removal.IMMEDIATE:
            lines.append(say("Captured pieces leave the board at once, even in the middle of a chain."))
            if ruleset.stacks and not ruleset.stacks.leapt_twice:
                lines.append(say("No point is leapt over twice in a turn."))
        case Removal.END_OF_TURN:
            lines.append(
                say(
                    "Captured pieces leave at the end of the turn; until then they block, and none is leapt over twice."
                )
            )
        case _:
            assert_never(ruleset.removal)
    return lines


def _ending(ruleset: Ruleset, say: Words) -> list[str]:
    lines = []
    if ruleset.drawn_material:
        lines.append(say("Draw when {material}.", material=material_told(ruleset, ruleset.drawn_material, say)))
    lines += [
        say("Draw when it is {side} to move and there is no move.", side=side_name(ruleset, side, say))
        for side in sorted(ruleset.stuck_draws)
    ]
    if ruleset.repetition:
        lines.append(say("Draw when the same position has occurred {count} times.", count=ruleset.repetition))
    lines += no_repeating_told(ruleset, say)
    lines += [_counter(ruleset, rule, say) for rule in ruleset.no_progress_rules]
    match ruleset.agreement:
        case Agreement.COUNT_OFF:
            lines.append(
                say("If both agree to stop, the pieces are counted: {order}.", order=count_off_order(ruleset, say))
            )
        case Agreement.DRAW:
            lines.append(say("The players may agree on a draw."))
        case _:
            assert_never(ruleset.agreement)
    lines.append(say("A player may resign at any time."))
    return lines


def no_repeating_told(ruleset: Ruleset, say: Words) -> list[str]:
    """The sentences about sides whose moves may not bring an earlier position back."""
    return [
        say("{side}: no move may repeat an earlier position.", side=side_name(ruleset, side, say))
        for side in sorted(ruleset.no_repeating)
    ]


def _counter(ruleset: Ruleset, rule: NoProgressRule, say: Words) -> str:
    """The end of a game without progress: when it comes, and how; the limit is told in moves of each side."""
    moves, events = rule.plies // 2, events_listed(ruleset, rule, say)
    match rule.result:
        case Agreement.COUNT_OFF:
            order = count_off_order(ruleset, say)
            return say(
                "After {moves} moves each without {events} the pieces are counted: {order}.",
                moves=moves,
                events=events,
                order=order,
            )
        case Agreement.DRAW if rule.material is None:
            return say("Draw after {moves} moves each without {events}.", moves=moves, events=events)
        case Agreement.DRAW if rule.resets:
            return say(
                "Draw after {moves} moves each without {events} when {material}.",
                moves=moves,
                events=events,
                material=standing_told(ruleset, rule, say),
            )
        case Agreement.DRAW:
            return say(
                "Draw after {moves} moves each while {material}; nothing begins the count anew.",
                moves=moves,
                material=standing_told(ruleset, rule, say),
            )
        case _:
            assert_never(rule.result)


def _sources(ruleset: Ruleset, say: Words) -> list[str]:
    """The names of each set of texts once, and below them what was taken from them.

    Texts and statements are quoted in English; what is no text but our own ruling or custom is named in every language.
    """
    statements: dict[tuple[Source, ...], list[str]] = {}
    for citation in ruleset.sources.values():
        statements.setdefault(citation.sources, []).append(citation.statement)
    lines = [] if say.language == LANGUAGES[0] else [say("The sources and what they say are quoted in English.")]
    for sources, taken in statements.items():
        names = "; ".join(say(source.name) for source in sources)
        lines.append(f"{names[:1].upper()}{names[1:]}:")
        lines += [f"- {statement}" for statement in taken]
    return lines


TOPICS = (
    Topic("goal", N_("Board and goal"), _goal),
    Topic("moving", N_("Moving"), _moving),
    Topic("capturing", N_("Capturing"), _capturing),
    Topic("ending", N_("Draws and endings"), _ending),
)
SOURCES = Topic("sources", N_("Sources"), _sources)
"""The source of each rule: for those who want to know, behind a button of its own."""
