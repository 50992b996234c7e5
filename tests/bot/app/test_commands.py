"""Typed commands: words without a name go where they belong."""

import pytest

from bot.chat.command_lines import read_line
from bot.chat.commands import ANYBODY, ASK_LEVEL
from bot.chat.games import game_key
from bot.words import LANGUAGES, words
from engine.games import rulesets


@pytest.mark.parametrize(
    ("typed", "level", "game", "side"),
    [
        ("computer", ASK_LEVEL, None, None),
        ("computer 8", "8", None, None),
        ("computer 5 tapal", "5", "tapal", None),
        ("computer tapal first 5", "5", "tapal", "first"),
        ("tapal 5 second computer", "5", "tapal", "second"),
        ("computer dam 8", ASK_LEVEL, "dam 8", None),
        ("computer 3 dam 8", "3", "dam 8", None),
        ("computer dam 8 3 first", "3", "dam 8", "first"),
        ("opponent:computer game:tabal level:3", "3", "tabal", None),
        ("computer 9 dam", "9", "dam", None),
        ("dam computer 0", "0", "dam", None),
        ("computer 12", "12", None, None),
        ("computer dam 12", ASK_LEVEL, "dam 12", None),
        ("computer 10 dam 12", "10", "dam 12", None),
    ],
)
def test_the_computers_level_is_found_wherever_it_stands(
    typed: str, level: str, game: str | None, side: str | None
) -> None:
    name, given = read_line(f"/play {typed}")
    assert name == "play"
    assert (given["level"], given.get("game"), given.get("side")) == (level, game, side)


@pytest.mark.parametrize(
    ("typed", "hour", "game"),
    [
        ("9", "9", None),
        ("off", "off", None),
        ("18:00 dam 8", "18:00", "dam 8"),
        ("25", "25", None),
        ("dam 8", None, "dam 8"),
    ],
)
def test_the_hour_of_the_daily_puzzle_needs_no_name(typed: str, hour: str | None, game: str | None) -> None:
    assert read_line(f"/daily {typed}") == ("daily", {n: g for n, g in (("hour", hour), ("game", game)) if g})


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_is_found_by_what_it_is_called_in_any_language(language: str) -> None:
    found = [game_key(words(language)(ruleset.name)) for ruleset in rulesets()]
    assert found == [ruleset.key for ruleset in rulesets()]


def test_games_have_names_of_their_own_in_malay_and_indonesian() -> None:
    assert game_key("dam malaysia") == "malaysian-checkers"
    assert game_key("Dam Inggeris") == game_key("dam inggris") == "english-draughts"


@pytest.mark.parametrize(
    "typed", ["anybody dam-8", "dam-8 anyone", "sesiapa dam-8", "siapa saja dam-8", "opponent:anybody dam-8"]
)
def test_anybody_is_an_opponent_not_a_part_of_a_games_name(typed: str) -> None:
    _, given = read_line(f"/play {typed}")
    assert (given["opponent"], given["game"]) == (ANYBODY, "dam-8")


@pytest.mark.parametrize(
    ("typed", "rated", "game"),
    [
        ("dam-8 rated", "yes", "dam-8"),
        ("dinilai dam-8 kopi", "yes", "dam-8"),
        ("dam 8 casual", "no", "dam 8"),
        ("rated:yes dam-8", "yes", "dam-8"),
        ("dam-8", None, "dam-8"),
    ],
)
def test_whether_it_is_rated_is_said_by_a_word(typed: str, rated: str | None, game: str) -> None:
    _, given = read_line(f"/play {typed}")
    assert given.get("rated") == rated
    assert given["game"] == game
