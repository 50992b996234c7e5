"""The own pairing of a Swiss round: the best of all that give nobody an opponent twice. Pure.

It is a matching of the least cost in the graph of those who have not met, and one is found whenever there is any
(Edmonds' algorithm). It looks at what the Dutch system looks at, but weighs it over the whole round at once and not
from one group of points to the next: so it is right, and near to that system, without being it.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations

from bot.matches.swiss_record import SwissRecord
from bot.matches.swiss_sides import must_not_meet, preference

Pair = tuple[int, int | None]
"""Two numbers, or one who rests."""
Faults = tuple[int, int]
"""How many rest who may not, and how many pairs give somebody a side that they may not have."""
_NOBODY = 0
"""Whoever is paired with it rests; numbers count from 1."""
_DIGITS = 20
"""Costs of one kind add up to less than two to this power: 32 pairs, and 28 halves of a point squared."""


def topscorers(records: Collection[SwissRecord], round_: int, rounds: int, legs: int) -> frozenset[int]:
    """Those who have more than half of all points before the last round: in it they meet whoever has as many points,
    whatever side is due (C.04.3, articles 1.8 and 2.1.3).
    """
    if round_ < rounds:
        return frozenset()
    return frozenset(each.number for each in records if each.halves > legs * (round_ - 1))


def faults(pairs: Collection[Pair], by_number: Mapping[int, SwissRecord], top: Collection[int]) -> Faults:
    """The faults of a round: those that it may have only where there is none without them."""
    return (
        sum(second is None and by_number[first].may_not_rest for first, second in pairs),
        sum(second is not None and _breaks_sides(by_number[first], by_number[second], top) for first, second in pairs),
    )


def own_pairing(records: Sequence[SwissRecord], top: Collection[int]) -> tuple[Pair, ...] | None:
    """A round for everybody, whom ``records`` has with the best first; None where they have met too many others for one
    to exist. It has the fewest of the first of its ``faults``, then of the second: nothing else comes before that.
    """
    # Only here: it takes a third of a second and 22 MB, and most processes never pair a Swiss tournament.
    from networkx import Graph, max_weight_matching

    group: dict[int, list[int]] = {}
    for each in records:
        group.setdefault(each.halves, []).append(each.number)
    graph = Graph()
    graph.add_nodes_from(each.number for each in records)
    for one, other in combinations(records, 2):
        if other.number not in one.met:
            graph.add_edge(one.number, other.number, weight=-_cost(_of_pair(one, other, group[one.halves], top)))
    if len(records) % 2:
        for above, each in enumerate(reversed(records)):
            graph.add_edge(each.number, _NOBODY, weight=-_cost((each.may_not_rest, 0, each.halves, 0, 0, above)))
    found = [sorted(pair) for pair in max_weight_matching(graph, maxcardinality=True)]
    if 2 * len(found) < len(graph):
        return None
    return tuple((second, None) if first == _NOBODY else (first, second) for first, second in found)


def _of_pair(
    one: SwissRecord, other: SwissRecord, group: Sequence[int], top: Collection[int]
) -> tuple[int, int, int, int, int, int]:
    """The costs of a pair, the worst first: a fault; then points that differ; two who are owed one side; and how far it
    is from the upper half of a group meeting the lower half, in order.
    """
    apart = 0
    if one.halves == other.halves:
        apart = group.index(other.number) - group.index(one.number) - len(group) // 2
    return (
        0,
        _breaks_sides(one, other, top),
        0,
        (one.halves - other.halves) ** 2,
        preference(one).contradicts(preference(other)),
        apart**2,
    )


def _breaks_sides(one: SwissRecord, other: SwissRecord, top: Collection[int]) -> bool:
    return must_not_meet(one, other) and one.number not in top and other.number not in top


def _cost(kinds: Sequence[int]) -> int:
    """One number in which the smallest part of a kind outweighs all of the kinds after it."""
    total = 0
    for each in kinds:
        total = (total << _DIGITS) + each
    return total
