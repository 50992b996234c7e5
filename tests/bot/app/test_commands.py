"""Typed commands: words without a name go where they belong."""

import pytest

from bot.chat.commands import ASK_LEVEL, read_line


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
    ],
)
def test_the_computers_level_is_found_wherever_it_stands(
    typed: str, level: str, game: str | None, side: str | None
) -> None:
    name, given = read_line(f"/play {typed}")
    assert name == "play"
    assert (given["level"], given.get("game"), given.get("side")) == (level, game, side)
