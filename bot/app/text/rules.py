"""How a game is played, told from the facts of its ruleset: what the rules say is what the program does."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.app.text.names import side_name
from bot.words import N_, Words
from engine.board import Surface
from engine.ruleset import (
    Agreement,
    CapturePrecedence,
    Chain,
    Event,
    Kind,
    Landing,
    NoProgressRule,
    Noun,
    Obligation,
    Promotion,
    Reach,
    Removal,
    Ruleset,
)


@dataclass(frozen=True)
class Topic:
    """One card of the rules: its key, its title and how it is told."""

    key: str
    title: str
    tell: Callable[[Ruleset, Words], list[str]]


def _goal(ruleset: Ruleset, say: Words) -> list[str]:
    first = side_name(ruleset, ruleset.first, say)
    lines = [_board(ruleset, say)]
    for placement in ruleset.placements:
        side = side_name(ruleset, ruleset.side_of(placement.letter), say)
        if placement.per_turn > 1:
            lines.append(
                say("{side} are put on {count} central points first, in one turn.", side=side, count=placement.count)
            )
        else:
            lines.append(
                say(
                    "{side}: {count} in hand, one is put on a free point each turn; they move once all are placed.",
                    side=side,
                    count=placement.count,
                )
            )
    lines.append(say("First to move: {side}.", side=first))
    if limit := ruleset.few_left:
        winner = side_name(ruleset, 1 - limit.side, say)
        loser = side_name(ruleset, limit.side, say)
        lines.append(
            say(
                "{winner} win when only {count} goats are left, those in hand included.",
                winner=winner,
                count=limit.count,
            )
        )
        lines.append(say("{loser} win when the tigers can neither move nor leap.", loser=loser))
    else:
        lines.append(say("You win when your opponent has no pieces left, or no move."))
    return lines


def _board(ruleset: Ruleset, say: Words) -> str:
    board = ruleset.board
    if board.surface is Surface.SQUARES:
        return say("Played on the dark squares of a board of {size} x {size}.", size=board.width)
    return say("Played on {count} points joined by lines; pieces move along the lines only.", count=len(board.points))


def _moving(ruleset: Ruleset, say: Words) -> list[str]:
    lines = []
    for kind in _kinds(ruleset):
        pieces = _pieces(kind, say)
        if kind.move.reach is Reach.ANY:
            lines.append(say("{pieces} move any distance along a free line.", pieces=pieces))
        elif kind.is_man and ruleset.board.surface is Surface.SQUARES:
            lines.append(say("{pieces} step one square diagonally forward.", pieces=pieces))
        elif kind.is_man:
            lines.append(
                say("{pieces} step one point forward, diagonally forward or sideways, never back.", pieces=pieces)
            )
        else:
            lines.append(say("{pieces} step one point in any direction.", pieces=pieces))
        if kind.promotes_to:
            lines.append(_promotion(kind, say))
    return lines


def _promotion(kind: Kind, say: Words) -> str:
    if kind.promotion is Promotion.IN_PASSING:
        return say("A man that reaches the far row becomes a king at once and goes on capturing as a king.")
    return say("A man becomes a king if its turn ends on the far row.")


def _capturing(ruleset: Ruleset, say: Words) -> list[str]:
    lines = []
    for kind in _kinds(ruleset):
        pieces = _pieces(kind, say)
        if kind.capture is None:
            lines.append(say("{pieces} never capture.", pieces=pieces))
        elif kind.capture.reach is Reach.ANY:
            lines.append(
                say("{pieces} leap over an enemy at any distance and land on any free point behind it.", pieces=pieces)
            )
        elif kind.capture.directions == kind.move.directions and kind.is_man:
            lines.append(
                say(
                    "{pieces} leap over an adjacent enemy, forward only, to the free point right behind it.",
                    pieces=pieces,
                )
            )
        else:
            lines.append(
                say(
                    "{pieces} leap over an adjacent enemy in any direction, to the free point right behind it.",
                    pieces=pieces,
                )
            )
        if kind.capture and kind.chain is Chain.SINGLE:
            lines.append(say("Only one piece is taken in a turn."))
        if kind.landing is Landing.MUST_CONTINUE:
            lines.append(say("A king lands where it can capture on, if there is such a square."))
    lines += _duty(ruleset, say)
    return lines


def _duty(ruleset: Ruleset, say: Words) -> list[str]:
    lines = []
    chains = any(kind.capture and kind.chain is Chain.COMPLETE for kind in ruleset.kinds)
    match ruleset.obligation:
        case Obligation.OPTIONAL:
            lines.append(say("Capturing is optional, but you may not pass."))
        case Obligation.FORCED:
            lines.append(say("Capturing is compulsory."))
        case Obligation.FORFEIT:
            lines.append(
                say(
                    "The forfeit: whoever can capture but makes a quiet move loses one of the pieces that could have "
                    "captured. If there are several, the opponent chooses which."
                )
            )
    if chains:
        lines.append(say("A capture goes on as long as the piece can take more."))
    match ruleset.precedence:
        case CapturePrecedence.LONGEST_OF_PIECE:
            lines.append(say("Choose any piece that can capture; it must take as many as it can."))
        case CapturePrecedence.LONGEST_OF_ALL:
            lines.append(say("Of all captures, one that takes the most pieces must be played."))
        case CapturePrecedence.FREE if chains:
            lines.append(say("Any capture may be chosen; none has to be the longest."))
    if chains and ruleset.removal is Removal.END_OF_TURN:
        lines.append(
            say("Captured pieces leave at the end of the turn; until then they block, and none is leapt over twice.")
        )
    elif chains:
        lines.append(say("Captured pieces leave the board at once, even in the middle of a chain."))
    return lines


def _ending(ruleset: Ruleset, say: Words) -> list[str]:
    lines = []
    if ruleset.repetition:
        lines.append(say("Draw when the same position stands for the third time."))
    lines += [_countdown(rule, say) for rule in ruleset.no_progress_rules]
    if ruleset.agreement is Agreement.COUNT_OFF:
        lines.append(
            say("If both agree to stop, the pieces are counted: more pieces win, then more kings, else a draw.")
        )
    else:
        lines.append(say("The players may agree on a draw."))
    lines.append(say("A player may resign at any time."))
    return lines


def _countdown(rule: NoProgressRule, say: Words) -> str:
    moves = rule.plies // 2
    if rule.result is Agreement.COUNT_OFF:
        return say(
            "After {moves} moves each without a capture the pieces are counted: more pieces win, then more kings.",
            moves=moves,
        )
    if rule.material is not None:
        pieces = "-".join(str(count) for count in sorted({min(rule.material.pieces), max(rule.material.pieces)}))
        return say(
            "Draw after {moves} moves each when {pieces} pieces with a king stand against a single king.",
            moves=moves,
            pieces=pieces,
        )
    if Event.MAN_MOVE in rule.resets:
        return say("Draw after {moves} moves each with kings only and no capture.", moves=moves)
    if Event.DROP in rule.resets:
        return say("Draw after {moves} moves each without a drop or a capture.", moves=moves)
    return say("Draw after {moves} moves each without a capture or a promotion.", moves=moves)


def _sources(ruleset: Ruleset, say: Words) -> list[str]:
    del say  # sources are cited in English in every language
    return [
        f"{cite.statement} - {'; '.join(source.name for source in cite.sources)}" for cite in ruleset.sources.values()
    ]


def _kinds(ruleset: Ruleset) -> list[Kind]:
    """The kinds of piece that differ in more than their side."""
    seen: dict[Noun, Kind] = {}
    for kind in ruleset.kinds:
        seen.setdefault(kind.noun, kind)
    return list(seen.values())


def _pieces(kind: Kind, say: Words) -> str:
    return say.noun(kind.noun, 2).capitalize()


TOPICS = (
    Topic("goal", N_("Board and goal"), _goal),
    Topic("moving", N_("Moving"), _moving),
    Topic("capturing", N_("Capturing"), _capturing),
    Topic("ending", N_("Draws and endings"), _ending),
    Topic("sources", N_("Where each rule comes from"), _sources),
)
