"""``/rules`` tells what the facts of a ruleset say, whatever game they make."""

import re
from dataclasses import replace

import pytest

from bot.app.rules.rules_text import TOPICS
from bot.app.text.level_names import level_name
from bot.app.text.names import ending_sentence
from bot.words import LANGUAGES, words
from engine.game import Game, Outcome
from engine.games import find_ruleset, rulesets
from engine.games.boards import ALQUERQUE
from engine.games.sources import CUSTOM, RULING
from engine.position import parse_position
from engine.ruleset import (
    Chain,
    Direction,
    Ending,
    Event,
    FewLeft,
    Kind,
    Movement,
    NoProgressRule,
    Placement,
    Reach,
    Ruleset,
)
from engine.search import LEVELS
from tests.adugo import ADUGO
from tests.bot.app.visitors import Visitor, labels

TABAL = find_ruleset("tabal")
TAPAL = find_ruleset("tapal")
SAY = words("en")


def told(ruleset: Ruleset, topic: str) -> list[str]:
    """The English lines of one card."""
    return next(card.tell(ruleset, SAY) for card in TOPICS if card.key == topic)


def changed(ruleset: Ruleset, letters: str, **facts: object) -> Ruleset:
    """The ruleset with some kinds made different."""
    kinds = tuple(
        replace(kind, **facts) if kind.letter in letters else kind  # type: ignore[arg-type]  # facts of several types
        for kind in ruleset.kinds
    )
    return replace(ruleset, kinds=kinds)


def test_men_who_may_step_back_are_not_told_otherwise() -> None:
    """As in Sixteen Soldiers: one point in any direction, and no promotion."""
    soldiers = changed(
        TABAL, "Mm", move=Movement(Reach.ONE, Direction.ALL), promotes_to=None, promotes_on=frozenset[int]()
    )
    lines = told(soldiers, "moving")
    assert "Men step one point in any direction." in lines
    assert not any("back" in line or "become" in line for line in lines)


def test_the_directions_are_those_of_the_movement() -> None:
    assert told(TABAL, "moving")[0] == (
        "Men step one point straight forward, diagonally forward or sideways, never back."
    )
    assert told(find_ruleset("dam-8"), "moving")[0] == "Men step one square diagonally forward."
    sliding = changed(TABAL, "Mm", move=Movement(Reach.ANY, Direction.SIDEWAYS | Direction.BACKWARD))
    assert told(sliding, "moving")[0] == "Men move any distance along a free line: sideways or straight back."


def test_kinds_that_do_not_move_or_capture() -> None:
    still = changed(TABAL, "Mm", move=Movement(Reach.ONE, Direction(0)))
    assert told(still, "moving")[0] == "Men move by capturing only."
    harmless = changed(still, "Mm", capture=None)
    assert told(harmless, "moving")[0] == "Men never move."
    assert told(harmless, "capturing")[0] == "Men never capture."


def test_chains_are_told_together_where_they_are_alike_and_else_by_kind() -> None:
    assert "A capture goes on as long as the piece can take more." in told(TABAL, "capturing")
    assert "Only one piece is taken in a turn." in told(TAPAL, "capturing")
    mixed = told(changed(TABAL, "Mm", chain=Chain.SINGLE), "capturing")
    assert "Men take only one piece in a turn." in mixed
    assert "Kings go on capturing in a turn as long as they can take more." in mixed
    assert "Only one piece is taken in a turn." not in mixed


def test_sides_whose_pieces_differ_are_told_apart() -> None:
    lines = told(changed(TABAL, "m", move=Movement(Reach.ONE, Direction.ALL)), "moving")
    assert "Men (White) step one point straight forward, diagonally forward or sideways, never back." in lines
    assert "Men (Black) step one point in any direction." in lines


def test_a_promotion_zone_that_is_no_far_row_is_told_by_its_points() -> None:
    assert "Men become kings if their turn ends on the far row." in told(TABAL, "moving")
    zone = TABAL.board.named("c7 c8")
    assert "Men become kings if their turn ends on c7, c8." in told(changed(TABAL, "Mm", promotes_on=zone), "moving")
    lines = told(changed(TABAL, "M", promotes_on=zone), "moving")
    assert "Men (White) become kings if their turn ends on c7, c8." in lines
    assert "Men (Black) become kings if their turn ends on the far row." in lines


def test_drops_with_and_without_a_region() -> None:
    lines = told(TAPAL, "goal")
    assert lines[1] == (
        "2 tigers are placed first, in one turn. Points to choose from: b2, b3, b4, c2, c3, c4, d2, d3, d4."
    )
    assert lines[2] == "Goats: 18 in hand, put on free points, 1 a turn; they move once all are placed."
    corners = ALQUERQUE.named("a1 a5 e1 e5")
    some = replace(TAPAL, placements=(TAPAL.placements[0], Placement("G", 18, per_turn=2, region=corners)))
    assert told(some, "goal")[2] == (
        "Goats: 18 in hand, put on free points, 2 a turn; they move once all are placed. "
        "Points to choose from: a1, a5, e1, e5."
    )


def test_few_left_for_either_side_and_with_its_own_noun() -> None:
    assert "Jaguar: win when only 9 dogs are left." in told(ADUGO, "goal")
    assert "Dogs: win when the jaguar can neither move nor capture." in told(ADUGO, "goal")
    other = replace(TABAL, few_left=FewLeft(side=1, count=3))
    assert "White: win when only 3 pieces are left." in told(other, "goal")


def test_counters_are_told_by_what_sets_them_back() -> None:
    counted = replace(TAPAL, no_progress_rules=(NoProgressRule(60, Event.DROP),), repetition=4)
    lines = told(counted, "ending")
    assert "Draw when the same position has occurred 4 times." in lines
    assert "Draw after 30 moves each without a piece put on the board." in lines


SMALL_ENDINGS = {
    "international": """\
Draw after 25 moves each without a capture or a move of the men.
Draw after 16 moves each while at most 3 pieces, at least one of them a king, stand against a single king; \
nothing begins the count anew.
Draw after 5 moves each while at most 2 pieces, at least one of them a king, stand against a single king; \
nothing begins the count anew.""",
    "brazilian": """\
Draw after 5 moves each without a capture or a promotion when the pieces left are 2 kings against 2 kings or \
2 kings against 1 king and 1 man.""",
    "russian": """\
Draw after 5 moves each while 3 pieces, at least one of them a king, stand against a single king, \
which is the only piece on a1, b2, c3, d4, e5, f6, g7, h8; nothing begins the count anew.
Draw after 30 moves each without a capture or a promotion when both sides have a king, \
and 4 or 5 pieces are left in all.
Draw after 60 moves each without a capture or a promotion when both sides have a king, \
and 6 or 7 pieces are left in all.""",
}


@pytest.mark.parametrize("game", SMALL_ENDINGS)
def test_counters_of_small_endings_are_told_by_their_pieces(game: str) -> None:
    assert SMALL_ENDINGS[game] in "\n".join(told(find_ruleset(game), "ending"))


def test_levels_of_a_hunt_are_called_by_its_own_animals() -> None:
    assert [level_name(ADUGO, level, SAY) for level in (1, 8)] == ["Young dog", "Old jaguar"]
    assert [level_name(TAPAL, level, SAY) for level in (1, 8)] == ["Young goat", "Old tiger"]
    assert level_name(TAPAL, 8, words("ms")) == "Harimau tua"
    for ruleset in (ADUGO, TAPAL, TABAL):
        assert len({level_name(ruleset, level, SAY) for level in LEVELS}) == len(LEVELS)


def test_every_ending_has_a_sentence_of_its_own() -> None:
    game = Game.begin(ADUGO, parse_position(ADUGO, "DDDDD/DDDD1/5/3J1/5/3/3 d - 0 1"))
    drawn = {Ending.MATERIAL, Ending.STUCK, Ending.REPETITION, Ending.COUNTER, Ending.AGREEMENT}
    sentences = {
        ending: ending_sentence(game, Outcome(ending, None if ending in drawn else 1), ("Siti", "Adi"), SAY)
        for ending in Ending
    }
    assert len(set(sentences.values())) == len(Ending)
    assert sentences[Ending.FEW_LEFT] == ("Adi wins: only 9 dogs are left, by the rules too few to shut the jaguar in.")
    last = Game.begin(ADUGO, parse_position(ADUGO, "5/5/2D2/3J1/5/3/3 d - 0 1"))
    lost = ending_sentence(last, Outcome(Ending.FEW_LEFT, 1), ("Siti", "Adi"), SAY)
    assert lost == "Adi wins: only 1 dog is left, by the rules too few to shut the jaguar in."
    assert all(("Draw" in sentence) == (ending in drawn) for ending, sentence in sentences.items())
    level = ending_sentence(game, Outcome(Ending.COUNT_OFF, None), ("Siti", "Adi"), SAY)
    assert level.startswith("Draw")


def test_a_kind_knows_its_facts_by_its_noun() -> None:
    kind: Kind = ADUGO.kind["J"]
    assert kind.fact("move") == "jaguar.move"
    assert (ADUGO.hunters, TABAL.hunters) == (1, None)


def test_a_full_win_and_the_ban_on_repeating_are_told() -> None:
    graded = replace(ADUGO, full_win_on=ADUGO.board.named("a1 b2"), no_repeating=frozenset({0}), repetition=None)
    assert "It is called a full win when every one of them stands on a1, b2." in told(graded, "goal")
    assert "Dogs: no move may repeat an earlier position." in told(graded, "ending")
    for board, full in (("5/5/5/D4/1D3/1D1/J1D j", True), ("5/5/5/DD3/JD3/DD1/D2 j", False)):
        game = Game.begin(graded, parse_position(graded, board))
        said = ending_sentence(game, Outcome(Ending.BLOCKED, 0), ("Siti", "Adi"), SAY)
        assert (said == "Siti has a full win: Adi has no move left, with every piece on one of a1, b2.") is full
        assert "Siti" in said


@pytest.mark.parametrize("language", LANGUAGES[1:])
async def test_the_card_of_sources_is_in_the_language_of_its_reader(siti: Visitor, language: str) -> None:
    siti.locale = language
    say = words(language)
    for ruleset in rulesets():
        shown = await siti.presses(await siti.types(f"/rules {ruleset.key}"), say("Sources"))
        assert shown.title == f"{say(ruleset.name)} · {say('Sources')}"
        assert shown.text.startswith(say("The sources and what they say are quoted in English."))
        for source in (RULING, CUSTOM):
            assert source.name.casefold() not in shown.text.casefold()
        assert not re.search(r"(?<![\w.])/\w", shown.text), "commands are named as Telegram lists them, so by no source"
        assert labels(replace(shown, rows=shown.rows[-1:])) == [say("Sources")]
        assert len(shown.text) < 1900, "Discord shows at most 2000 characters"
