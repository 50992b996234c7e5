"""The cross table of a round robin: everybody's games against everybody, points, tie-breaks and places. Pure.

Ties are broken by the FIDE Handbook, C.07 Play-Off and Tie-Break Regulations, in the edition in force since 1 March
2026, whose articles are named here: by the direct encounter (6), then Sonneborn-Berger (9.1), then the number of wins
(7.1). Who is equal in all of them shares a place. Games that were awarded are like any others there (15.2).
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby

from bot.matches.tournament import Entrant, TournamentGame, last_attempts
from bot.matches.withdrawal import annulled

Cell = tuple[int | None, ...]
"""The halves of a point of one entrant against another, leg by leg; None for a game that is not over."""


@dataclass(frozen=True)
class TableRow:
    """The row of an entrant, by their ``number``. ``cells`` are their games, by the numbers of the others.

    ``place`` is None where their games count for nothing because they have withdrawn; then they have no points, and
    only the cells show what they got. ``points`` are halves of a point. ``direct`` are those against all who have as
    many points; None where nobody has, or they have not all met. ``sonneborn_berger`` is in quarters of a point, since
    both its factors are halves.
    """

    number: int
    place: int | None
    points: int
    direct: int | None
    sonneborn_berger: int
    wins: int
    cells: Mapping[int, Cell]


@dataclass(frozen=True)
class CrossTable:
    """The rows of a round robin, best first; those whose games count for nothing stand last. Those on one place stand
    in the order of their numbers.
    """

    rows: tuple[TableRow, ...]

    @property
    def over(self) -> bool:
        """Are all games of everybody over?"""
        return not any(None in cell for row in self.rows for cell in row.cells.values())

    @property
    def winners(self) -> tuple[int, ...]:
        """The numbers of those on the first place once it is over, empty before."""
        return tuple(row.number for row in self.rows if row.place == 1) if self.over else ()


@dataclass(frozen=True)
class _CountedGames:
    """The games that count: the cells of each number, by the numbers of the others."""

    cells: Mapping[int, Mapping[int, Cell]]

    def points(self, number: int) -> int:
        return sum(map(_halves, self.cells[number].values()))

    def sonneborn_berger(self, number: int) -> int:
        """Article 9.1: for each game the points of the opponent, as often as was got from it."""
        return sum(self.points(other) * _halves(cell) for other, cell in self.cells[number].items())

    def wins(self, number: int) -> int:
        """Article 7.1: whether by playing or not."""
        return sum(halves == 2 for cell in self.cells[number].values() for halves in cell)

    def direct(self, tied: Collection[int]) -> dict[int, int] | None:
        """Articles 6.1 and 6.2: the points against each other, None if they have not all met. Everybody has as many
        games against each, so that sums rank them as the averages of 6.1.2 do.
        """
        among = {number: [self.cells[number][other] for other in tied if other != number] for number in tied}
        if any(None in cell for cells in among.values() for cell in cells):
            return None
        return {number: sum(map(_halves, cells)) for number, cells in among.items()}

    def ranked(self) -> list[list[int]]:
        """Everybody, best first; those who share a place stand together."""
        return [
            shared
            for equal in _split(self.cells, self.points)
            for unparted in self._by_encounters(equal)
            for alike in _split(unparted, self.sonneborn_berger)
            for shared in _split(alike, self.wins)
        ]

    def _by_encounters(self, tied: Collection[int]) -> list[list[int]]:
        """Article 6.2: whom it leaves tied are compared by it anew, among themselves, until it parts nobody more."""
        direct = self.direct(tied)
        groups = _split(tied, direct.__getitem__ if direct else lambda _: 0)
        return groups if len(groups) == 1 else [smaller for group in groups for smaller in self._by_encounters(group)]


def cross_table(entrants: Collection[Entrant], games: Iterable[TournamentGame], legs: int) -> CrossTable:
    """The table of a round robin in which everybody meets everybody in so many ``legs``, by its games so far."""
    games = last_attempts(games)
    cells = _cells(entrants, games, legs)
    void = annulled(entrants, games, legs)
    counted = _CountedGames(
        {
            number: {other: cell for other, cell in row.items() if other not in void}
            for number, row in cells.items()
            if number not in void
        }
    )
    rows: list[TableRow] = []
    directs = _directs(counted)
    for shared in counted.ranked():
        place = len(rows) + 1
        for each in shared:
            values = (counted.points(each), directs.get(each), counted.sonneborn_berger(each), counted.wins(each))
            rows.append(TableRow(each, place, *values, cells[each]))
    rows += [TableRow(each, None, 0, None, 0, 0, cells[each]) for each in sorted(void)]
    return CrossTable(tuple(rows))


def _cells(entrants: Collection[Entrant], games: Iterable[TournamentGame], legs: int) -> dict[int, dict[int, Cell]]:
    """Each one's games, by the numbers of both."""
    got: dict[tuple[int, int, int], int] = {}
    for game in games:
        first, second = game.pairing.first, game.pairing.second
        if second is not None and game.worth is not None:
            got[first, second, game.leg], got[second, first, game.leg] = game.worth
    numbers = sorted(entrant.number for entrant in entrants)
    return {
        each: {other: tuple(got.get((each, other, leg)) for leg in range(legs)) for other in numbers if other != each}
        for each in numbers
    }


def _directs(counted: _CountedGames) -> dict[int, int]:
    """The direct encounters of all who have as many points as others and have met them all."""
    found: dict[int, int] = {}
    for equal in _split(counted.cells, counted.points):
        if len(equal) > 1:
            found |= counted.direct(equal) or {}
    return found


def _split(numbers: Iterable[int], value: Callable[[int], int]) -> list[list[int]]:
    """These numbers in groups of an equal value, the highest value first."""
    ranked = sorted(numbers, key=lambda number: (-value(number), number))
    return [list(group) for _, group in groupby(ranked, key=value)]


def _halves(cell: Cell) -> int:
    return sum(halves or 0 for halves in cell)
