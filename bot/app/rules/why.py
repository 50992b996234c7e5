"""For every reason for which a move is refused: the rule behind it, in the words of the rules cards, and its source.

The table is total: whatever the engine can refuse leads to a card and to the sentences of exactly that rule.
"""

from collections.abc import Callable
from dataclasses import dataclass

from bot.app.rules import rules_text as rules
from bot.app.rules.abilities import capture, chain, kinds_told, movement, special_captures, special_moves
from bot.app.text.moves import move_text
from bot.words import Words
from engine.example import Refused
from engine.refusal import Reason
from engine.refused import REFUSED
from engine.ruleset import Chain, Citation, Kind, Landing, Reach, Row, Ruleset, Source

Tell = Callable[[Ruleset, Words], list[str]]
Which = Callable[[Kind], bool]


@dataclass(frozen=True)
class RuleOfReason:
    """The topic of the card on which the rule of a reason stands, its sentences, and the facts of the ruleset behind.

    ``facts`` of pieces are told for those of ``which`` only, so that nothing is cited about a piece that may.
    """

    topic: str
    tell: Tell
    facts: tuple[str, ...] = ()
    of_kinds: tuple[tuple[str, Which], ...] = ()

    def citations(self, ruleset: Ruleset) -> list[Citation]:
        """The sources that the ruleset cites for the rule, each once."""
        keys = [
            *self.facts,
            *(kind.fact(fact) for fact, which in self.of_kinds for kind in ruleset.kinds if which(kind)),
        ]
        return list(dict.fromkeys(ruleset.sources[key] for key in keys if key in ruleset.sources))

    def sources(self, ruleset: Ruleset) -> list[Source]:
        """The texts that the rule is taken from, each once."""
        return list(dict.fromkeys(source for citation in self.citations(ruleset) for source in citation.sources))


def _any(kind: Kind) -> bool:
    return True


def _captures(kind: Kind) -> bool:
    return kind.capture is not None


def _never_captures(kind: Kind) -> bool:
    return kind.capture is None


def _steps(kind: Kind) -> bool:
    return kind.move.reach is Reach.ONE


def _leaps_near(kind: Kind) -> bool:
    return kind.capture is not None and kind.capture.reach is Reach.ONE


def _one_only(kind: Kind) -> bool:
    return _captures(kind) and kind.chain is Chain.SINGLE


def _rests(kind: Kind) -> bool:
    return bool(kind.rests_on)


def _goes_on(kind: Kind) -> bool:
    return not kind.turns_back


def _in_rows(kind: Kind) -> bool:
    return kind.row is Row.ODD


def _lands_where_it_goes_on(kind: Kind) -> bool:
    return kind.landing is Landing.MUST_CONTINUE


def _moving(which: Which = _any) -> Tell:
    def tell(ruleset: Ruleset, say: Words) -> list[str]:
        return [movement(ruleset, kind, pieces, say) for pieces, kind in kinds_told(ruleset, say) if which(kind)]

    return tell


def _capturing(which: Which = _captures) -> Tell:
    def tell(ruleset: Ruleset, say: Words) -> list[str]:
        return [capture(ruleset, kind, pieces, say) for pieces, kind in kinds_told(ruleset, say) if which(kind)]

    return tell


def _landing(ruleset: Ruleset, say: Words) -> list[str]:
    return [
        rules.landing_told(pieces, say) if _lands_where_it_goes_on(kind) else capture(ruleset, kind, pieces, say)
        for pieces, kind in kinds_told(ruleset, say)
        if _captures(kind)
    ]


def _chains(ruleset: Ruleset, say: Words) -> list[str]:
    told = [(pieces, kind) for pieces, kind in kinds_told(ruleset, say) if _captures(kind)]
    if len({kind.chain for _, kind in told}) > 1:
        return [chain(kind.chain, kind.row, pieces, say) for pieces, kind in told]
    return [chain(kind.chain, kind.row, "", say) for _, kind in told[:1]]


def _resting(ruleset: Ruleset, say: Words) -> list[str]:
    return [
        line
        for pieces, kind in kinds_told(ruleset, say)
        if _rests(kind)
        for line in special_moves(ruleset, kind, pieces, say)
    ]


def _not_back(ruleset: Ruleset, say: Words) -> list[str]:
    return [line for pieces, kind in kinds_told(ruleset, say) for line in special_captures(kind, pieces, say)]


def _placing(ruleset: Ruleset, say: Words) -> list[str]:
    """The ways in which pieces in hand come onto the board; in a game without them, the ways its pieces move."""
    return [rules.placement_told(ruleset, each, say) for each in ruleset.placements] or _moving()(ruleset, say)


def _board(ruleset: Ruleset, say: Words) -> list[str]:
    return [rules.board_told(ruleset, say)]


def _together(*tells: Tell) -> Tell:
    return lambda ruleset, say: [line for tell in tells for line in tell(ruleset, say)]


_MOVING = RuleOfReason("moving", _moving())
"""What is taken for granted, that a piece of one's own goes to a free point, has no source of its own."""
_CAPTURING = RuleOfReason("capturing", _capturing(), of_kinds=(("capture", _captures),))
_DUTY = RuleOfReason("capturing", rules.duty_told, ("obligation",))
_CHOICE = RuleOfReason("capturing", rules.choice_told, ("precedence",))
_PLACING = RuleOfReason("goal", _placing, ("placements",))
_DIRECTION = RuleOfReason("moving", _moving(), of_kinds=(("move", _any),))

CARD_OF: dict[Reason, RuleOfReason] = {
    Reason.NOT_YOUR_PIECE: _MOVING,
    Reason.NO_PIECE: _MOVING,
    Reason.SAME_POINT: _MOVING,
    Reason.NO_LINE: RuleOfReason("goal", _board, ("board",)),
    Reason.OCCUPIED: _MOVING,
    Reason.OWN_PIECE_IN_THE_WAY: RuleOfReason(
        "capturing", _capturing(_any), of_kinds=(("capture", _captures), ("move", _never_captures))
    ),
    Reason.TWO_IN_A_ROW: _CAPTURING,
    Reason.EVEN_ROW: RuleOfReason(
        "capturing", _capturing(_in_rows), of_kinds=(("capture", _in_rows), ("row", _in_rows))
    ),
    Reason.TOO_FAR: RuleOfReason(
        "moving",
        _together(_moving(_steps), _capturing(_leaps_near)),
        of_kinds=(("move", _steps), ("capture", _leaps_near)),
    ),
    Reason.NO_STEP_BACK: _DIRECTION,
    Reason.NO_STEP_THAT_WAY: _DIRECTION,
    Reason.NO_CAPTURE_THAT_WAY: _CAPTURING,
    Reason.NEVER_CAPTURES: RuleOfReason(
        "capturing", _capturing(_never_captures), of_kinds=(("move", _never_captures),)
    ),
    Reason.NOTHING_TO_TAKE: _CAPTURING,
    Reason.MUST_CAPTURE: _DUTY,
    Reason.MUST_GO_ON: RuleOfReason("capturing", _together(_chains, rules.duty_told), ("obligation",)),
    Reason.MUST_LAND_ELSEWHERE: RuleOfReason("capturing", _landing, of_kinds=(("capture", _captures),)),
    Reason.TAKE_LONGER: _CHOICE,
    Reason.TAKE_MOST: _CHOICE,
    Reason.KING_FIRST: RuleOfReason("capturing", rules.choice_told, ("tie_break",)),
    Reason.NO_TURN_BACK: RuleOfReason("capturing", _not_back, of_kinds=(("turns_back", _goes_on),)),
    Reason.RESTING: RuleOfReason("moving", _resting, of_kinds=(("rests_on", _rests),)),
    Reason.STOOD_BEFORE: RuleOfReason("ending", rules.no_repeating_told, ("no_repeating",)),
    Reason.ONE_CAPTURE_ONLY: RuleOfReason("capturing", _chains, of_kinds=(("chain", _one_only),)),
    Reason.MOVE_THEN_LEAP: RuleOfReason(
        "capturing", _together(_moving(_captures), _capturing()), of_kinds=(("capture", _captures),)
    ),
    Reason.ALREADY_TAKEN: RuleOfReason("capturing", rules.removal_told, ("removal", "stacks")),
    Reason.STILL_IN_HAND: _PLACING,
    Reason.NOTHING_IN_HAND: _PLACING,
    Reason.OUTSIDE_REGION: _PLACING,
    Reason.TAKE_OFF_FIRST: RuleOfReason("goal", rules.opening_told, ("opening",)),
    Reason.FORFEIT_FIRST: _DUTY,
    Reason.NOT_A_CANDIDATE: _DUTY,
}
"""For each reason the rule that it stands on."""


def why_lines(ruleset: Ruleset, reason: Reason, say: Words) -> list[str]:
    """The sentences of the rule behind a reason, its example where there is one, and what it is taken from."""
    rule, example = CARD_OF[reason], REFUSED.get((ruleset.key, reason))
    lines = rule.tell(ruleset, say)
    if example:
        lines.append(example_line(example, say))
    if sources := rule.sources(ruleset):
        lines.append(say("Source: {names}.", names="; ".join(say(source.name) for source in sources)))
    return lines


def example_line(example: Refused, say: Words) -> str:
    """The two moves of an example."""
    allowed = move_text(example.begun().ruleset, example.allowed_move, say)
    return say("Not allowed here: {refused}. Allowed: {allowed}.", refused=example.move, allowed=allowed)


EXAMPLE_OF = {
    "moving": (Reason.RESTING, Reason.NO_STEP_BACK, Reason.NO_STEP_THAT_WAY, Reason.TOO_FAR),
    "capturing": (
        Reason.MUST_CAPTURE,
        Reason.TAKE_MOST,
        Reason.TAKE_LONGER,
        Reason.MUST_GO_ON,
        Reason.EVEN_ROW,
        Reason.TWO_IN_A_ROW,
        Reason.OWN_PIECE_IN_THE_WAY,
    ),
}
"""Of each topic the reasons whose examples show it, the best first."""


def example_of(ruleset: Ruleset, topic: str) -> Refused | None:
    """The example that shows a topic of the rules best; None where there is none."""
    shown = EXAMPLE_OF.get(topic, ())
    return next((REFUSED[ruleset.key, each] for each in shown if (ruleset.key, each) in REFUSED), None)
