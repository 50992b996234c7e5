"""The pairings of a Swiss tournament: everybody plays in each round, against whoever has as many points. Pure.

They are those of the FIDE (Dutch) System: FIDE Handbook, C.04.3, in the edition in force since 1 February 2026. The
library caissify-pairings proposes a round, which is checked against the rules that hold for every Swiss tournament
(C.04.1); whatever does not keep them is replaced. See docs/decisions/0044-swiss.md.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence

from caissify_pairings.engines.dutch import dutch_pairings

from bot.matches.swiss_own import Pair, faults, own_pairing, topscorers
from bot.matches.swiss_record import SwissRecord, swiss_records
from bot.matches.swiss_sides import with_sides
from bot.matches.tournament import Entrant, Pairing, TournamentGame

Proposer = Callable[[Sequence[SwissRecord], int, int], Collection[Pair]]
"""Gives the pairs of a round, from all who are to be paired, its number, and the number of rounds."""


def rounds_of_swiss(count: int) -> int:
    """The number of rounds for so many entrants: one more than a knockout would need to find the best."""
    return (count - 1).bit_length() + 1


def dutch_proposal(records: Sequence[SwissRecord], round_: int, rounds: int) -> tuple[Pair, ...]:
    """The library's pairs. It may raise anything, and need not be right."""
    players = [
        {
            "id": each.number,
            "pairing_number": each.number,
            "score": each.halves / 2,
            # Games that were not played are left out: with an entry of their own they would be taken for a side.
            "color_hist": ["white" if first else "black" for first in each.sides],
            "float_history": [drift.value for drift in each.floats],
            "bye_count": int(each.may_not_rest),
        }
        for each in records
    ]
    met = {(each.number, other) for each in records for other in each.met}
    found = dutch_pairings(players, met, round_, rounds)
    return tuple((each["white_id"], each["black_id"]) for each in found)


def swiss_round(
    entrants: Collection[Entrant],
    games: Iterable[TournamentGame],
    round_: int,
    rounds: int,
    legs: int,
    propose: Proposer = dutch_proposal,
) -> tuple[Pairing, ...]:
    """The pairings of this round, from all games of the rounds before it, which are over.

    Everybody who has not withdrawn is in one of them, nobody meets somebody a second time, even where their game was
    never played, and with an odd number one rests, on the last board. Nobody rests who has once got a win without
    playing, and nobody gets a side a third time in a row or a third time more often than the other, unless that cannot
    be helped, or by the exception for those in the lead in the last round. Empty where two cannot be paired any more:
    the tournament ends then.
    """
    records = swiss_records(entrants, games, round_, legs)
    top = topscorers(records, round_, rounds, legs)
    pairs: Collection[Pair] | None = own_pairing(records, top) if len(records) > 1 else None
    if pairs is None:
        return ()
    by_number = {each.number: each for each in records}
    # Where not even the own pairing is without a fault, the library has none to find, and would look for it by trying
    # all there are.
    if not any(faults(pairs, by_number, top)):
        proposed = _proposed(propose, records, round_, rounds)
        if _is_whole(proposed, records) and not any(faults(proposed, by_number, top)):
            pairs = proposed
    return _boards(pairs, records, round_)


def _proposed(propose: Proposer, records: Sequence[SwissRecord], round_: int, rounds: int) -> Collection[Pair]:
    try:
        return propose(records, round_, rounds)
    except Exception:  # whatever goes wrong in there, a round is due, and there is one
        return ()


def _is_whole(pairs: Collection[Pair], records: Sequence[SwissRecord]) -> bool:
    """Is everybody in one of these pairs, with somebody new or, if their number is odd, one without anybody?"""
    met = {each.number: each.met for each in records}
    there = Counter(number for pair in pairs for number in pair if number is not None)
    resting = sum(second is None for _, second in pairs)
    return (
        there == Counter(met.keys())
        and resting == len(records) % 2
        and all(second is None or second not in met[first] for first, second in pairs)
    )


def _boards(pairs: Iterable[Pair], records: Sequence[SwissRecord], round_: int) -> tuple[Pairing, ...]:
    """The pairings with their sides in the order of the boards: by the points of the better one, then of both, then by
    who ranks higher (C.04.2, Publication of Pairings).
    """
    by_number = {each.number: each for each in records}

    def order(pair: Pair) -> tuple[bool, int, int, int]:
        (_, number), *others = ranks = sorted(by_number[each].rank for each in pair if each is not None)
        return not others, ranks[0][0], sum(minus for minus, _ in ranks), number

    found = []
    for board, (one, other) in enumerate(sorted(pairs, key=order)):
        if other is None:
            found.append(Pairing(round_, board, one, None))
        else:
            first, second = with_sides(by_number[one], by_number[other])
            found.append(Pairing(round_, board, first.number, second.number))
    return tuple(found)
