"""Guesses: which turn somebody who does not play expects next. Pure.

A guess weighs as much as the turn was hard to guess: the binary logarithm of how many legal turns there were.
"""

from dataclasses import dataclass
from math import log2

from bot.matches.limits import GUESS_CHOICES, GUESS_LEAPS
from bot.matches.match import Match
from bot.matches.refusals import (
    GuessesOwn,
    GuessIsVote,
    IllegalHere,
    MatchOver,
    NobodyWatches,
    NoGuessAlone,
    NoGuessLive,
    NotStarted,
    OnlyOneTurn,
    TurnHasFallen,
)
from bot.matches.status import Status
from engine.moves import Move
from engine.work import within

LISTED_FROM = 20
"""Whoever has guessed so many turns stands in the list of a chat."""


@dataclass(frozen=True)
class GuessedTurn:
    """A turn that has fallen: the number of those who have guessed it, and of those among them who were right; and the
    names of these, as far as they agree to be listed, the first to guess it first.
    """

    count: int
    right: int
    names: tuple[str, ...] = ()


def can_be_guessed(match: Match) -> bool:
    """Are the turns of a match guessed at all: does it take days, between two, while others watch?"""
    return match.terms.watched and not match.practice and not match.villages and not _is_live(match)


def check_may_guess(match: Match, player: str, ply: int | None = None) -> None:
    """May a player guess the next turn of a match, seen at ``ply`` if given?

    Raises NotStarted, MatchOver, GuessesOwn, GuessIsVote, NoGuessAlone, NoGuessLive, NobodyWatches, TurnHasFallen.
    """
    if match.status is Status.INVITED:
        raise NotStarted
    if match.status is not Status.PLAYING:
        raise MatchOver(match.status)
    if match.names(player):
        raise GuessesOwn(match.code)
    if match.villages:
        raise GuessIsVote
    if match.practice:
        raise NoGuessAlone
    if _is_live(match):
        raise NoGuessLive
    if not match.terms.watched:
        raise NobodyWatches(match.code)
    if ply is not None and ply != match.game.ply:
        raise TurnHasFallen


def weight_of(match: Match, move: Move) -> float:
    """The weight of a right guess, in bits. Raises IllegalHere, and OnlyOneTurn where nothing can be guessed."""
    game = match.game
    if not game.is_legal(move):
        raise IllegalHere(move)
    choices = within(GUESS_LEAPS, lambda: game.first_choice.count(GUESS_CHOICES), GUESS_CHOICES)
    if choices < 2:
        raise OnlyOneTurn
    return log2(choices)


def _is_live(match: Match) -> bool:
    return match.terms.pace is not None and match.terms.pace.live
