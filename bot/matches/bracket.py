"""A knockout: the bracket, who meets whom in the next round, and who goes on. Pure.

Numbers are seeds, the best being 1. It is the usual seeded bracket: in the first round the best meets the last, the
best two can meet in the final only, and the best four in the semifinals at the earliest. Places that nobody holds are
those of the last seeds, so that the best seeds rest.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot.matches.tournament import Pairing, TournamentGame, last_attempts


@dataclass(frozen=True)
class GoesOn:
    """A pairing is decided: the number of the entrant who goes on, None where both have withdrawn."""

    number: int | None


@dataclass(frozen=True)
class DueRematch:
    """A pairing is equal: the ``legs`` that are to be added, after those that were played.

    There are as many as before; sides go on being swapped from leg to leg, so that the first of them has other sides
    than the last one before.
    """

    legs: tuple[int, ...]


def rounds_of(count: int) -> int:
    """The number of rounds for so many entrants: each one halves the places."""
    return (count - 1).bit_length()


def first_round(count: int) -> tuple[Pairing, ...]:
    """The first round of so many entrants, in the order of the bracket: boards 2k and 2k + 1 feed board k of the next
    round. The better seed has the first side.
    """
    seeds = [1]
    while len(seeds) < count:
        below = 2 * len(seeds) + 1
        seeds = [each for seed in seeds for each in (seed, below - seed)]
    pairs = zip(seeds[::2], seeds[1::2], strict=True)  # the better one stands before the other
    return tuple(
        Pairing(1, board, better, worse if worse <= count else None) for board, (better, worse) in enumerate(pairs)
    )


def next_round(rounds: Sequence[Sequence[Pairing]], winners: Mapping[int, int]) -> tuple[Pairing, ...]:
    """The round that follows on those that were played, all of them in order; empty after the final.

    ``winners`` has the number of the entrant who goes on from each board of the last round, without the boards from
    which nobody goes on and without those who have withdrawn since: whoever would have met them rests. Where nobody
    comes from either board, the board of the next round has no pairing. The first side has whoever had it less often
    in the pairings of former rounds, else the better seed.
    """
    number = len(rounds) + 1
    had = [each.first for played in rounds for each in played if each.second is not None]
    following = []
    for board in range(len(rounds[0]) >> len(rounds)):
        come = [winners[fed] for fed in (2 * board, 2 * board + 1) if fed in winners]
        if come:
            first, *others = sorted(come, key=lambda each: (had.count(each), each))
            following.append(Pairing(number, board, first, others[0] if others else None))
    return tuple(following)


def decided(
    pairing: Pairing, games: Iterable[TournamentGame], legs: int, withdrawn: Collection[int] = ()
) -> GoesOn | DueRematch | None:
    """The end of a pairing by its games, of which ``legs`` are played at first; None as long as they go on.

    More points decide. Equal: there is one rematch, and if all its games together with the former ones are equal too,
    the better seed goes on. Whoever has more points when all games are over goes on even if they have ``withdrawn``;
    while the games go on or are equal, the other one goes on.
    """
    played = [game for game in last_attempts(games) if game.pairing == pairing]
    worth = [game.worth for game in played if game.worth is not None]
    whole = len(worth) == len(played) and len(played) in (legs, 2 * legs)
    first, second = sum(halves for halves, _ in worth), sum(halves for _, halves in worth)
    if whole and first != second:
        return GoesOn(pairing.first if first > second else pairing.second)
    present = [each for each in (pairing.first, pairing.second) if each is not None and each not in withdrawn]
    if len(present) < 2:
        return GoesOn(present[0] if present else None)
    if not whole:
        return None
    return DueRematch(tuple(range(legs, 2 * legs))) if len(played) == legs else GoesOn(min(present))
