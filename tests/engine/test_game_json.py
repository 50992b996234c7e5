"""Games as JSON: they follow their schema, and come back."""

import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema_rs import Draft202012Validator

from engine.game import Game, Outcome
from engine.game_json import format_json, parse_json
from engine.games import find_ruleset
from engine.movetext import InvalidRecord
from engine.ruleset import Ending
from tests.engine.draw_lines import DRAW_LINES
from tests.engine.foreign import by_chance
from tests.engine.positions import KEYS
from tests.suites import examples

SCHEMA = json.loads((Path(__file__).parents[2] / "docs" / "papan-game.schema.json").read_text())
FOLLOWS = Draft202012Validator(SCHEMA)
GOOD: dict[str, object] = {
    "format": "papan-game/1",
    "ruleset": "permainan-tabal",
    "tags": {},
    "start": None,
    "outcome": None,
}


def test_the_schema_knows_every_ending() -> None:
    assert SCHEMA["properties"]["outcome"]["properties"]["ending"]["enum"] == [ending.value for ending in Ending]


@pytest.mark.parametrize("key", KEYS)
def test_games_of_every_ruleset_follow_the_schema_and_come_back(key: str) -> None:
    ruleset, chance = find_ruleset(key), random.Random(key)
    for number in range(examples(20)):
        game = by_chance(ruleset, chance, longest=chance.randrange(80))
        if not game.outcome and number % 2:
            ends = (game.resign(0), game.agree(), game.forfeit(1, Ending.TIME), game.give(Outcome(Ending.STATED, 1)))
            game = chance.choice(ends)
        if number % 4 == 3 and game.ply > 4:
            game = Game.begin(ruleset, game.positions[3])
        text = format_json(game, {"White": 'Чижов "1"'}, ["[%clk 0:01:02]", ""])
        FOLLOWS.validate(json.loads(text))
        read = parse_json(text)
        assert read.game == game
        assert read.tags == {"White": 'Чижов "1"'}


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"format": "papan-game/2"}, 'the JSON needs "format": "papan-game/1"'),
        ({"ruleset": "chess"}, '"ruleset" needs the key of a game'),
        ({"ruleset": 5}, '"ruleset" needs a text'),
        ({"tags": {"White": 5}}, '"tags" needs texts by their names'),
        ({"start": "3/3 w"}, '"start": the board has 9 ranks, not 2'),
        ({"moves": "c4-c5"}, '"moves" needs a list of at most 5000 turns'),
        ({"moves": [{"move": "c4-c6"}]}, "turn 1: c4-c6 is not a legal move"),
        ({"moves": ["c4-c5"]}, "turn 1:  is not a legal move"),
        (
            {"moves": [{"move": "c4-c5"}], "outcome": {"ending": "blocked", "winner": "white"}},
            '"outcome" is blocked, but the moves give none',
        ),
        ({"outcome": {"ending": "resignation", "winner": None}}, '"outcome" is resignation, and nobody has won'),
        ({"outcome": {"ending": "agreement", "winner": "white"}}, '"outcome" is not what an agreement gives here'),
        ({"outcome": {"ending": "lost", "winner": "white"}}, '"outcome" needs an "ending" and a "winner"'),
        ({"outcome": {"ending": "time", "winner": "goats"}}, '"outcome" needs an "ending" and a "winner"'),
        ({"outcome": 5}, '"outcome" needs an "ending" and a "winner"'),
    ],
)
def test_what_cannot_be_read_is_named(more: dict[str, object], says: str) -> None:
    with pytest.raises(InvalidRecord) as caught:
        parse_json(json.dumps({**GOOD, "moves": [], **more}))
    assert str(caught.value).startswith(says)


def test_a_game_that_an_earlier_limit_drew_is_read() -> None:
    """15 moves of Russian draughts with three pieces against a king, a man's step among them, were a draw."""
    line = next(line for line in DRAW_LINES if line.name == "R3")
    game = list(line.games())[30]
    text = format_json(game.give(Outcome(Ending.COUNTER, None)), {})
    assert parse_json(text).game.outcome == Outcome(Ending.COUNTER, None)
    with pytest.raises(InvalidRecord, match='"outcome" is counter, but the moves give none'):
        parse_json(format_json(game.back_to(9).give(Outcome(Ending.COUNTER, None)), {}))


def test_a_game_that_went_on_beyond_a_limit_of_today_is_read() -> None:
    *_, game = next(line for line in DRAW_LINES if line.name == "I2").games()
    longer = game.play_on()
    longer = longer.play(longer.legal_moves[0])
    assert parse_json(format_json(longer, {})).game.moves == longer.moves


@pytest.mark.parametrize("text", ["", "{", "[]", "5", "[" * 100_000, '"papan-game/1"'])
def test_what_is_no_game_is_refused(text: str) -> None:
    with pytest.raises(InvalidRecord):
        parse_json(text)


PARTS = st.sampled_from(["ruleset", "tags", "start", "moves", "outcome"])
NAMES = st.sampled_from(["move", "ending", "winner"])
ANYTHING = st.recursive(
    st.none() | st.integers() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(NAMES, inner)
)


@given(ANYTHING, PARTS)
def test_any_part_may_be_anything(value: object, part: str) -> None:
    try:
        parse_json(json.dumps({**GOOD, "moves": [], part: value}))
    except InvalidRecord:
        return
