"""No card of rules says two things of which only one can be true, or names what its game does not have."""

import pytest

from bot.app.rules.abilities import kinds_told
from bot.app.rules.rules_text import TOPICS
from bot.words import LANGUAGES, words
from engine.games import find_ruleset, rulesets
from engine.position import start_position
from engine.ruleset import Chain, Row, Ruleset

SAY = words("en")
CONTRADICTIONS = [
    ("Only one piece is taken in a turn.", "take them all"),
    ("Only one piece is taken in a turn.", "takes them all"),
    ("Only one piece is taken in a turn.", "go on capturing"),
    ("Only one leap is made in a turn.", "go on capturing"),
    ("Capturing is compulsory.", "Capturing is optional"),
    ("Capturing is compulsory.", "The forfeit:"),
    ("Capturing is optional", "The forfeit:"),
    ("leave the board at once", "leave at the end of the turn"),
    ("none has to be the longest", "must take as many as it can"),
    ("none has to be the longest", "takes the most pieces"),
    ("never move.", "they move once"),
    ("the same position has occurred", "may repeat an earlier position"),
]


def card(ruleset: Ruleset, language: str = "en") -> str:
    return "\n".join(line for topic in TOPICS for line in topic.tell(ruleset, words(language)))


ALL = pytest.mark.parametrize("ruleset", rulesets(), ids=lambda ruleset: ruleset.key)


@ALL
def test_no_card_contradicts_itself(ruleset: Ruleset) -> None:
    told = card(ruleset)
    assert [pair for pair in CONTRADICTIONS if all(part in told for part in pair)] == []


HAND = {"en": "in hand", "ms": "di tangan", "id": "di tangan"}


@ALL
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_said_twice_nor_of_a_hand_that_is_not_there(ruleset: Ruleset, language: str) -> None:
    lines = card(ruleset, language).splitlines()
    assert len(lines) == len(set(lines))
    assert len(lines) == len(card(ruleset).splitlines())
    waits = any(placement.per_turn < placement.count for placement in ruleset.placements)
    if hand := HAND.get(language):
        assert waits == any(hand in line for line in lines)
    assert waits or not any("put on the board" in line for line in card(ruleset).splitlines())


@ALL
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_speaks_of_one_piece_where_there_is_one(ruleset: Ruleset, language: str) -> None:
    start, say = start_position(ruleset), words(language)
    for pieces, kind in kinds_told(ruleset, say):
        if kind.is_hunter:
            assert pieces == say.noun(kind.noun, start.count(ruleset, kind.side))
    for kind in ruleset.kinds:
        if language == "en" and kind.is_hunter and start.count(ruleset, kind.side) == 1:
            assert f"{kind.noun.plural} " not in card(ruleset).casefold()
            assert f"The {kind.noun.singular} steps one point" in card(ruleset)


@ALL
def test_whole_rows_and_stacks_are_told_where_the_game_has_them(ruleset: Ruleset) -> None:
    told = card(ruleset)
    rows = any(kind.row is Row.ODD for kind in ruleset.kinds)
    assert rows == ("whole row of enemies" in told) == ("Only one leap is made in a turn." in told)
    chains = any(kind.capture and kind.chain is not Chain.SINGLE for kind in ruleset.kinds)
    once = ruleset.stacks is not None and chains and not ruleset.stacks.leapt_twice
    assert once == ("No point is leapt over twice in a turn." in told)


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (
            "rimau",
            (
                "The tiger leaps in any direction over one enemy or a whole row of enemies, if their number is odd, "
                "to the free point right behind, and takes them all."
            ),
        ),
        ("rimau", "First to move after that: Villagers."),
        ("adugo", "Jaguar: win when only 9 dogs are left."),
        ("tapal", "Tigers: win when only 10 goats are left, those in hand included."),
        ("tapak-empat-1919", "Goats: 24 in hand, put on free points, 1 a turn."),
        ("komikan-forward", "Draw when it is Dogs to move and there is no move."),
    ],
)
def test_what_a_card_says(game: str, told: str) -> None:
    assert told in card(find_ruleset(game)).splitlines()
