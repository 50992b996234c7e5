"""Matches with clocks for the tests of them."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from bot.matches.match import Match
from bot.matches.pace import Pace
from bot.matches.state import Rest
from bot.matches.terms import Terms
from engine.game import Game
from engine.games import find_ruleset

NOW = datetime(2026, 11, 21, 4, tzinfo=UTC)
HOUR, DAY, SECOND = timedelta(hours=1), timedelta(days=1), timedelta(seconds=1)
RULESET = find_ruleset("international-draughts")
ADI, SITI = "adi", "siti"
"""Adi has invited and begins."""


def begun(pace: Pace | None = Pace.RELAXED, rests: dict[str, Rest] | None = None, **terms: bool) -> Match:
    """A match that was accepted at ``NOW``, with quiet hours by player."""
    match = Match.invite("K7QM", Game.begin(RULESET), ADI, NOW, SITI, None, 0, Terms(pace, **terms))
    return replace(match, rests=rests or {}).accept(SITI, 0, NOW)


def moved(match: Match, now: datetime) -> Match:
    """The match after the first legal move of whoever is to move."""
    player = match.seats[match.game.turn]
    assert player
    return match.move(player, match.game.legal_moves[0], None, now)


def left(match: Match, now: datetime) -> tuple[timedelta, timedelta]:
    """The time left to whoever is to move: for the move, and in the bank."""
    assert match.clock
    return match.clock.left_at(now)
