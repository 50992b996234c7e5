"""Every reason for which a move is refused leads to its rule: sentences of the rules cards, and its source."""

import pytest

from bot.app.rules.rules_text import TOPICS
from bot.app.rules.why import CARD_OF
from bot.services.services import Services
from bot.words import words
from engine.example import Refused
from engine.games import find_ruleset
from engine.refusal import Reason
from engine.refused import REFUSED
from tests.bot.app.test_panel import begin_at
from tests.bot.app.visitors import Visitor, begin, labels
from tests.released import RELEASED

SAY = words("en")


def test_the_table_has_every_reason_and_topics_that_exist() -> None:
    assert CARD_OF.keys() == set(Reason)
    assert {rule.topic for rule in CARD_OF.values()} <= {topic.key for topic in TOPICS}


@pytest.mark.parametrize("key", RELEASED)
def test_every_refused_example_has_sentences_of_its_cards_and_the_source_of_its_fact(key: str) -> None:
    ruleset = find_ruleset(key)
    card = "\n".join(line for topic in TOPICS for line in topic.tell(ruleset, SAY))
    rows: list[Refused] = [row for (game, _), row in REFUSED.items() if game == key]
    assert rows
    for row in rows:
        rule = CARD_OF[row.reason]
        lines = rule.tell(ruleset, SAY)
        assert lines, row
        assert all(line in card for line in lines), (row, lines)
        fact = row.refusal.fact
        if fact in ruleset.sources:
            assert ruleset.sources[fact] in rule.citations(ruleset), (row, fact)
        else:
            assert fact == "" or row.reason is Reason.NOTHING_IN_HAND, (row, fact)


async def test_why_opens_the_rule_with_its_example_and_its_source(adi: Visitor, siti: Visitor) -> None:
    await begin(adi, siti)
    refused = await adi.types("/move c3-c5")
    assert "Why?" in labels(refused)
    why = await adi.presses(refused, "Why?")
    assert "Board and goal" in why.title
    assert "Played on the dark squares of a board of 8x8." in why.text
    row = REFUSED["malaysian-checkers-8", Reason.NO_LINE]
    assert f"Not allowed here: {row.move}. Allowed: {row.allowed}." in why.text
    assert "Source: " in why.text
    assert why.picture is not None
    assert "Not allowed: " in why.alt
    cards = await adi.presses(why, "All rules")
    assert "Moving" in labels(cards)


async def test_a_why_of_no_rule_or_no_game_is_refused(adi: Visitor) -> None:
    for argument in ["mce:NO_SUCH_RULE", "mce", "zzzz:NO_LINE", ":", ""]:
        answer = await adi.sends(f"1:-:0:wy:{argument}")
        assert answer.text.startswith("This button is no longer in use."), argument


async def test_a_rule_without_an_example_is_told_without_a_picture(adi: Visitor) -> None:
    why = await adi.sends("1:-:0:wy:bagn:STOOD_BEFORE")
    assert why.picture is None
    assert "no move may repeat an earlier position." in why.text


@pytest.mark.parametrize(
    ("game", "position", "topic"),
    [
        ("dam-8", "4/4/2m1/4/mm2/1M1m/3M/M3 w", "capturing"),
        ("dam-8", "4/4/2m1/4/mm2/1M1m/M2M/4 b - f:c3,h2", "capturing"),
        ("tapal", "5/3T1/5/5/5 g G18 0 1", "goal"),
        ("rimau-rimau", "", "goal"),
        ("international", "5/5/5/5/5/5/5/5/k4/4K w - 40 30", "ending"),
        ("dam-8", "", "moving"),
    ],
    ids=["capture", "forfeit", "in hand", "opening", "counter", "else"],
)
async def test_rules_below_a_match_open_what_matters_now(
    services: Services, adi: Visitor, siti: Visitor, game: str, position: str, topic: str
) -> None:
    code = await begin_at(services, adi, siti, game, position or find_ruleset(game).start)
    card = await adi.sends(f"1:{code}:0:rl")
    title = next(each.title for each in TOPICS if each.key == topic)
    assert card.title.endswith(f"· {title}")


async def test_cards_show_an_example_of_their_own(adi: Visitor) -> None:
    for topic, moves in (("moving", True), ("capturing", True), ("goal", False), ("ending", False)):
        card = await adi.sends(f"1:-:0:rg:mce:{topic}")
        assert ("Not allowed: " in card.alt) is moves, topic
