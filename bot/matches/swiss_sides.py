"""The sides of a Swiss pairing: who is owed which, and who gets it. Pure.

By the FIDE Handbook, C.04.3 FIDE (Dutch) System, in the edition in force since 1 February 2026, articles 1.7 and 5.
White is the first side.
"""

from dataclasses import dataclass
from enum import IntEnum

from bot.matches.swiss_record import SwissRecord


class OwedSide(IntEnum):
    """The strength of a claim to a side: it is absolute where the other one would be a third time in a row or a third
    time more often.
    """

    NOTHING = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


@dataclass(frozen=True)
class SidePreference:
    """The side somebody is owed; ``first`` means nothing where they are owed nothing."""

    owed: OwedSide
    first: bool

    def contradicts(self, other: "SidePreference") -> bool:
        """Are both owed the same side?"""
        return self.owed > 0 and other.owed > 0 and self.first is other.first


def surplus(record: SwissRecord) -> int:
    """The games somebody has played with the first side beyond those with the second."""
    return 2 * sum(record.sides) - len(record.sides)


def preference(record: SwissRecord) -> SidePreference:
    """The side that somebody is owed by the games they have played."""
    more, sides = surplus(record), record.sides
    if abs(more) > 1:
        return SidePreference(OwedSide.ABSOLUTE, more < 0)
    if len(sides) > 1 and sides[-1] is sides[-2]:
        return SidePreference(OwedSide.ABSOLUTE, not sides[-1])
    if more:
        return SidePreference(OwedSide.STRONG, more < 0)
    return SidePreference(OwedSide.MILD, not sides[-1]) if sides else SidePreference(OwedSide.NOTHING, True)


def must_not_meet(one: SwissRecord, other: SwissRecord) -> bool:
    """Would one of the two get a side a third time in a row, or a third time more often?"""
    mine, theirs = preference(one), preference(other)
    return mine.owed is theirs.owed is OwedSide.ABSOLUTE and mine.first is theirs.first


def with_sides(one: SwissRecord, other: SwissRecord) -> tuple[SwissRecord, SwissRecord]:
    """The two in the order of their sides, the first one first (article 5.2)."""
    higher, lower = sorted((one, other), key=lambda each: each.rank)
    return (higher, lower) if _higher_is_first(higher, lower) else (lower, higher)


def _higher_is_first(higher: SwissRecord, lower: SwissRecord) -> bool:
    mine, theirs = preference(higher), preference(lower)
    if mine.contradicts(theirs):
        if mine.owed is not theirs.owed:
            return mine.first if mine.owed > theirs.owed else not theirs.first
        if mine.owed is OwedSide.ABSOLUTE and abs(surplus(higher)) != abs(surplus(lower)):
            return mine.first if abs(surplus(higher)) > abs(surplus(lower)) else not theirs.first
        # The latest of their games, as many back from the last one, in which they had other sides.
        for had, other in zip(reversed(higher.sides), reversed(lower.sides), strict=False):
            if had is not other:
                return other
    if mine.owed:
        return mine.first
    if theirs.owed:
        return not theirs.first
    return higher.number % 2 == 1
