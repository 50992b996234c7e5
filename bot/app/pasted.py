"""Texts pasted to be analysed: a record, the moves of a game alone, or a position."""

import re

from engine.game import Game
from engine.games import UnknownRuleset, find_ruleset
from engine.position import InvalidPosition
from engine.record import InvalidRecord, Record, parse_record, read_position
from engine.ruleset import Ruleset
from engine.work import at_most

MOST_WORDS = 4
"""Words of the longest name of a game."""
LEAPS = 20_000
"""Leaps that are looked at in all positions of what is pasted; a game that was played seldom needs a thousand."""
_POSITION = re.compile(r"[A-Za-z]:[A-Za-z]|(?<!\w)\w++/")


class UnreadablePaste(ValueError):
    """The text is no record and no position; the message says where reading failed."""


class NoGameNamed(UnreadablePaste):
    """The text does not say which game it is from."""


def read_pasted(text: str) -> Record:
    """The game in a text: a record with its tags, or the name of a game and then its moves, or a position.

    Raises UnreadablePaste; NoGameNamed where the text is neither a record nor begins with the name of a game;
    TooMuchWork where the captures of a position in it are too many to compare.
    """
    with at_most(LEAPS):
        record = _read(text.strip())
        if not record.game.outcome:
            record.game.first_choice.most()
    return record


def _read(text: str) -> Record:
    try:
        if text.startswith("["):
            return parse_record(text)
        ruleset, rest = _named(text)
        if _POSITION.match(rest):
            return Record({}, Game.begin(ruleset, read_position(ruleset, rest)))
        return parse_record(f'[Ruleset "{ruleset.key}"]\n{rest}')
    except (InvalidRecord, InvalidPosition) as error:
        raise UnreadablePaste(str(error)) from None


def _named(text: str) -> tuple[Ruleset, str]:
    """The game whose name comes first, and what follows it."""
    words = text.split()
    for count in range(min(MOST_WORDS, len(words)), 0, -1):
        try:
            return find_ruleset(" ".join(words[:count]).rstrip(":,")), " ".join(words[count:])
        except UnknownRuleset:
            continue
    raise NoGameNamed
