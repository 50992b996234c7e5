"""The names of sides: where one is chosen, of one piece or of several, and with a verb that agrees."""

import pytest

from bot.app.analysis.analysis_text import verdict
from bot.app.text.names import ending_sentence, is_many, side_name
from bot.chat.command_lines import read_line
from bot.chat.games import game_key
from bot.platforms.web.lines import suggestions
from bot.words import LANGUAGES, words
from engine.game import Game, Outcome
from engine.games import find_ruleset, rulesets
from engine.position import start_position
from engine.ruleset import Ending, Ruleset
from engine.search.analysis import Evaluation
from engine.search.scores import MAX_EVALUATION
from tests.bot.app.visitors import Visitor
from tests.suites import each_ruleset, quick_first

SAY = words("en")
HUNTS = [
    ("rimau", "tiger", "Tiger"),
    ("rimau", "villagers", "Villagers"),
    ("tapal", "harimau", "Tigers"),
    ("tapal", "kambing", "Goats"),
    ("catch-the-hare", "hare", "Hare"),
    ("catch the hare", "Kelinci", "Hare"),
    ("jogo da onça", "dogs", "Dogs"),
    ("dam 8", "putih", "White"),
    ("dam-8", "BLACK", "Black"),
]


@pytest.mark.parametrize("ruleset", each_ruleset())
@pytest.mark.parametrize("language", quick_first(LANGUAGES, "a side is named from the same catalogue in each language"))
async def test_the_choice_of_a_side_names_it_and_gives_it(
    adi: Visitor, siti: Visitor, ruleset: Ruleset, language: str
) -> None:
    adi.locale = language
    await adi.types("/games")
    say, request = words(language), adi.request()
    offered = await adi.papan.complete(request, "play", "side", "", ruleset.key)
    assert len(offered) == 3
    for at in (0, 1):
        assert side_name(ruleset, at, say) in offered[at].label
        card = await adi.types(f"/play {ruleset.key} side:{offered[at].value}", opponent=siti)
        assert say("{host} plays {side}.", host="Adi", side=side_name(ruleset, at, say)) in card.text
        await adi.presses(card, say("Withdraw"))


async def test_without_a_game_only_a_coin_is_offered(adi: Visitor) -> None:
    offered = await adi.papan.complete(adi.request(), "play", "side", "")
    assert [each.value for each in offered] == ["random"]


@pytest.mark.parametrize(("game", "typed", "side"), quick_first(HUNTS, "a side is found by its names alike", 4))
async def test_a_side_is_typed_by_its_name(adi: Visitor, siti: Visitor, game: str, typed: str, side: str) -> None:
    assert f"Adi plays {side}." in (await adi.types(f"/play {game} {typed}", opponent=siti)).text


def test_a_side_is_no_part_of_a_games_name_beside_a_level() -> None:
    _, given = read_line("/play computer 3 dam 8 white")
    assert (given["level"], given["game"], given["side"]) == ("3", "dam 8", "white")
    assert read_line("/play rimau dua")[1] == {"game": "rimau dua"}


def test_the_longest_name_has_room_for_a_side() -> None:
    name = max(
        (say(each.name) for each in rulesets() for say in map(words, LANGUAGES)), key=lambda name: name.count(" ")
    )
    side = find_ruleset(game_key(name) or "").sides[0].key
    assert read_line(f"/play {name} {side}")[1] == {"game": name, "side": side}
    assert "side" not in read_line("/play " + "tigers " * 50)[1]


async def test_a_side_that_the_game_has_not_is_refused_with_those_it_has(adi: Visitor, siti: Visitor) -> None:
    answer = await adi.types("/play rimau side:goats", opponent=siti)
    assert answer.text == "There is no side goats in Rimau: there are Villagers and Tiger."


@pytest.mark.parametrize("ruleset", rulesets(), ids=lambda ruleset: ruleset.key)
def test_a_side_of_one_piece_is_named_as_one(ruleset: Ruleset) -> None:
    start = start_position(ruleset)
    for side in (0, 1):
        kind = next(kind for kind in ruleset.kinds if kind.side == side)
        if kind.is_hunter or kind.is_prey:
            for language in LANGUAGES:
                say = words(language)
                assert side_name(ruleset, side, say).casefold() == say.noun(kind.noun, start.count(ruleset, side))
        assert is_many(ruleset, side) == ((kind.is_hunter or kind.is_prey) and start.count(ruleset, side) > 1)


@pytest.mark.parametrize(
    ("game", "winner", "told"),
    [
        ("rimau", 1, "Tiger wins: Villagers have no move left."),
        ("rimau", 0, "Villagers win: Tiger has no move left."),
        ("tapal", 1, "Tigers win: Goats have no move left."),
        ("dam-8", 0, "White wins: Black has no move left."),
    ],
)
def test_the_verb_agrees_with_the_side(game: str, winner: int, told: str) -> None:
    begun = Game.begin(find_ruleset(game))
    assert ending_sentence(begun, Outcome(Ending.BLOCKED, winner), ("", ""), SAY) == told
    verb = "have" if is_many(begun.ruleset, winner) else "has"
    said = verdict(begun.ruleset, Evaluation(MAX_EVALUATION * (1 - 2 * winner), 1.0 - winner, 0), SAY)
    assert said == f"{side_name(begun.ruleset, winner, SAY)} {verb} won."


async def test_the_web_room_offers_the_sides_of_the_game_in_the_line(adi: Visitor) -> None:
    async def offered(line: str) -> dict[str, str]:
        found = await suggestions(adi.papan, adi.request(), line, [], manages=False)
        return {each["label"]: each["line"] for each in found}

    assert (await offered("/play rimau "))["I play Tiger"] == "/play rimau tigers "
    assert "I play Tiger" not in await offered("/play rimau tiger ")
    assert "I play Tiger" not in await offered("/play ")


def test_on_a_practice_board_the_sides_stand_for_the_one_person() -> None:
    game = Game.begin(find_ruleset("dam-8"))
    told = ending_sentence(game, Outcome(Ending.BLOCKED, 0), ("Bob", "Bob"), SAY)
    assert told == "White wins: Black has no move left."
