"""The pieces for which a draw waits, in words."""

from typing import assert_never

from bot.app.text.names import points_listed
from bot.words import Words
from engine.ruleset import Armies, Army, KingEach, LoneKing, Material, NoProgressRule, Ruleset


def standing_told(ruleset: Ruleset, rule: NoProgressRule, say: Words) -> str:
    """The pieces that stand on the board while a counter with a material counts, and where the single king stands."""
    assert rule.material
    pieces = material_told(ruleset, rule.material, say)
    if not rule.road:
        return pieces
    return say("{pieces}, which is the only piece on {points}", pieces=pieces, points=points_listed(ruleset, rule.road))


def material_told(ruleset: Ruleset, material: Material, say: Words) -> str:
    """The pieces that a material consists of."""
    king = next((say.noun(kind.noun) for kind in ruleset.kinds if kind.is_king), "")
    match material:
        case LoneKing(pieces):
            return _lone_king(king, pieces, say)
        case KingEach(pieces):
            counts = say.either([str(count) for count in sorted(pieces)])
            return say("both sides have a {king}, and {counts} pieces are left in all", king=king, counts=counts)
        case Armies(pairs):
            told = [
                say("{one} against {other}", one=_army(ruleset, one, say), other=_army(ruleset, other, say))
                for one, other in sorted(pairs, key=_most_kings_first)
            ]
            return say("the pieces left are {pairs}", pairs=say.either(told))
        case _:
            assert_never(material)


def _most_kings_first(pair: tuple[Army, Army]) -> tuple[int, int]:
    one, other = pair
    return -one.kings, -other.kings


def _army(ruleset: Ruleset, army: Army, say: Words) -> str:
    king, man = (next(kind.noun for kind in ruleset.kinds if kind.is_king is is_king) for is_king in (True, False))
    counted = ((army.kings, king), (army.others, man))
    return say.all_of([f"{count} {say.noun(noun, count)}" for count, noun in counted if count])


def _lone_king(king: str, pieces: frozenset[int], say: Words) -> str:
    few, many = min(pieces), max(pieces)
    if many == 1:
        return say("a single {king} stands against a single {king}", king=king)
    if few == many:
        return say(
            "{count} pieces, at least one of them a {king}, stand against a single {king}", count=many, king=king
        )
    return say(
        "at most {count} pieces, at least one of them a {king}, stand against a single {king}", count=many, king=king
    )
