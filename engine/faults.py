"""The faults for which a record or a position cannot be read, each with the facts of the case.

Pure: no input or output.
"""

from enum import Enum

from engine.ruleset import Ruleset

Fact = str | int | tuple[str, ...] | Ruleset


class Fault(Enum):
    """The kinds of faults, as far as their author has to do something else about them."""

    SEVERAL = "several games"
    NO_GAME = "no game named"
    NO_SUCH_GAME = "no such game"
    NOT_PLAYED = "a game that is not played here"
    OTHER_TRIAL = "another game of Ludii"
    OTHER_RULES = "rules of its own"
    OTHER_START = "another start"
    OTHER_BOARD = "a move of another board"
    TOO_MANY_TAGS = "too many tags"
    TOO_MANY_TURNS = "too many turns"
    AFTER_END = "after the end"
    NOT_LEGAL = "not legal"
    NOT_CLOSED = "not closed"
    NOT_TOLD_APART = "several moves"
    OTHER_RESULT = "another result"
    NO_JSON = "no JSON"
    PART_OF_JSON = "a part of the JSON"
    NO_SUCH_POINT = "no such point"
    START = "the position at its start"


class InvalidRecord(ValueError):
    """A record cannot be read: the message says where and why, and so do ``fault`` and its ``facts``.

    Facts are named alike for all faults: ``turn`` and ``place`` (the turn from 1, and its number in the record),
    ``word`` as it is written, ``moves`` that could stand there, ``game`` of those here, ``named`` by the record.
    """

    def __init__(self, message: str, fault: Fault, **facts: Fact) -> None:
        super().__init__(message)
        self.fault = fault
        self.facts = facts
