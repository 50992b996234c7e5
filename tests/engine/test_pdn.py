"""PDN 3.0 as we write it, judged by the grammar of its standard, and read back."""

import random
import re

import pytest

from engine.game import Game, Outcome
from engine.games import find_ruleset, rulesets
from engine.pdn import NoGameType, format_pdn
from engine.record import parse_record
from engine.ruleset import Ending
from tests.engine.foreign import NUMBERED, TWO_POINTS, by_chance
from tests.engine.pdn_grammar import NotPdn, games
from tests.suites import examples

KEYS = [ruleset.key for ruleset in rulesets() if ruleset.gametype is not None]
MANDATORY = ["Event", "Site", "Date", "Round", "White", "Black", "Result"]


def positions(game: Game) -> list[tuple[str, int]]:
    return [(position.cells, position.turn) for position in game.positions]


@pytest.mark.parametrize("key", KEYS)
def test_what_is_written_follows_the_grammar_and_is_read_back(key: str) -> None:
    ruleset, chance = find_ruleset(key), random.Random(key)
    number = ruleset.gametype
    assert number is not None
    letters = number in (25, 26)
    for turn in range(examples(60)):
        game = by_chance(ruleset, chance, longest=chance.randrange(120))
        if not game.outcome and turn % 2:
            game = chance.choice((game.resign(0), game.resign(1), game.agree(), game.forfeit(0, Ending.TIME)))
        if turn % 3 == 2 and game.ply > 4:
            later = Game.begin(ruleset, game.positions[game.ply // 2])
            for move in game.moves[game.ply // 2 :]:
                later = later.play_on().play(move)
            game = later
        text = format_pdn(game, {"White": 'The "first"', "Round": ""}, ["[%clk 0:01:02]"] * (turn % 2))
        ((tags, moves),) = games(text)
        assert list(tags)[:7] == MANDATORY
        assert tags["GameType"] == NUMBERED[number]
        assert (tags["Round"], tags["PlyCount"]) == ("?", str(game.ply))
        assert tags["Result"] in (
            ("2-0", "0-2", "1-1", "*") if number in TWO_POINTS else ("1-0", "0-1", "1/2-1/2", "*")
        )
        assert all(bool(re.match("[a-h]", move)) == letters for move in moves)
        assert all((":" if number == 25 else "x") in move or "-" in move for move in moves)
        assert not game.moves or max(map(len, text.splitlines()[-1:])) <= 80
        read = parse_record(text).game
        assert positions(read) == positions(game)
        assert (read.outcome and read.outcome.winner) == (game.outcome and game.outcome.winner)


def test_a_capture_is_written_whole_only_where_its_ends_do_not_tell_it() -> None:
    game = parse_record('[GameType "21"]\n[FEN "B:W6,7,14,15:B2"]\n\n1. 2x9x18').game
    assert "\n1. 2x9x18 *\n" in format_pdn(game, {})
    game = parse_record('[GameType "20"]\n[FEN "W:WK46:B28,10"]\n\n1. 46x5').game
    assert "\n1. 46x5 *\n" in format_pdn(game, {})


def test_a_whole_way_names_the_squares_behind_what_is_taken_and_where_it_turns() -> None:
    """The example of the standard, with men on the two ways from 47 to 36."""
    text = '[GameType "20"]\n[FEN "B:W42,29,19,15,9,18,31:BK47"]'
    ways = {
        way
        for move in parse_record(text).game.legal_moves
        for way in re.findall(r"1\.\.\. (\S+)", format_pdn(parse_record(text).game.play(move), {}))
    }
    assert all(re.fullmatch(r"\d+(x\d+)+", way) for way in ways)
    for way in ways:
        read = parse_record(f"{text}\n\n1... {way}")
        assert read.game.ply == 1


def test_english_draughts_names_black_first() -> None:
    begun = Game.begin(find_ruleset("english"))
    assert '[Result "1-0"]' in format_pdn(begun.resign(0), {})
    assert '[Result "2-0"]' in format_pdn(Game.begin(find_ruleset("international")).give(Outcome(Ending.STATED, 0)), {})


def test_a_game_without_a_number_is_refused() -> None:
    for ruleset in rulesets():
        if ruleset.gametype is None:
            with pytest.raises(NoGameType, match=ruleset.key):
                format_pdn(Game.begin(ruleset), {})


@pytest.mark.parametrize(
    "text",
    [
        "1. 32-28",
        "1. 01-7 *",
        "1. 32 - 28 *",
        '[event "a"] *',
        "1. 32-28 (1. 33-28 *",
        "1. 2-0 *",
        "*",
        "1. *",
        "1. 32-28 2-0",
    ],
)
def test_the_grammar_is_strict(text: str) -> None:
    with pytest.raises(NotPdn):
        games(f"{text}\n")
