"""A withdrawal from a tournament: who gets the games that are left, and whether those before it count. Pure."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import replace

from bot.matches.tournament import Entrant, TournamentGame, last_attempts


def awards(games: Iterable[TournamentGame], withdrawn: Collection[int]) -> tuple[TournamentGame, ...]:
    """The games of those who have withdrawn that are not over, each with what it is worth now: it is won by the
    opponent, and lost by both where both have withdrawn.

    So the table shows a plus for the opponent and a minus for who withdrew, by the FIDE Handbook, C.05 General
    Regulations for Competitions, article 6.6.
    """
    return tuple(
        replace(game, awarded=(2 * (game.pairing.first not in withdrawn), 2 * (game.pairing.second not in withdrawn)))
        for game in last_attempts(games)
        if game.worth is None and not {game.pairing.first, game.pairing.second}.isdisjoint(withdrawn)
    )


def annulled(entrants: Collection[Entrant], games: Iterable[TournamentGame], legs: int) -> frozenset[int]:
    """The numbers of those who withdrew from a round robin and have completed less than half of their games: these
    stay in the table, but count in the final standing neither for them nor for their opponents (FIDE Handbook, C.05
    General Regulations for Competitions, article 6.6).

    A game that was played to its end is completed, and one from which an award gave somebody points is so for them; one
    that they lost by an award is not.
    """
    completed = Counter[int]()
    for game in last_attempts(games):
        if game.pairing.second is not None and game.worth is not None:
            for number, halves in zip((game.pairing.first, game.pairing.second), game.worth, strict=True):
                completed[number] += game.played is not None or halves > 0
    due = legs * (len(entrants) - 1)
    return frozenset(each.number for each in entrants if each.withdrawn and 2 * completed[each.number] < due)
