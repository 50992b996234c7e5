"""The table of a Swiss tournament: points, tie-breaks and places. Pure.

Ties are broken by the FIDE Handbook, C.07 Play-Off and Tie-Break Regulations, in the edition in force since 1 March
2026, whose articles are named here: by Buchholz without the least opponent (8.1, 14.1), then Sonneborn-Berger (9.1),
then the direct encounter (6), then the number of wins (7.1). Who is equal in all of them shares a place. Whoever has
withdrawn keeps what they have; article 16 says what rounds that were not played are worth to others.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from bot.matches.swiss_record import SwissCell, SwissCellKind, swiss_cells
from bot.matches.tournament import Entrant, TournamentGame

Cells = Mapping[int, Sequence[SwissCell]]
"""The rounds of each number, from the first one."""
Ranking = Callable[[Sequence[int]], list[list[int]]]
"""Parts numbers that are equal so far, the best first; those that it leaves equal stand together."""


@dataclass(frozen=True)
class SwissRow:
    """The row of an entrant, by their ``number``, with a cell for each round. ``points`` and ``buchholz``, without the
    least opponent, are halves of a point; ``sonneborn_berger`` is in quarters, since both its factors are halves.
    """

    number: int
    place: int
    points: int
    buchholz: int
    sonneborn_berger: int
    wins: int
    cells: tuple[SwissCell, ...]


def swiss_table(entrants: Collection[Entrant], games: Collection[TournamentGame], legs: int) -> tuple[SwissRow, ...]:
    """The rows of a tournament of pairings of so many ``legs``, by its games so far, as ``swiss_rows`` has them. A game
    that is not over counts for nothing yet.
    """
    rounds = max((game.pairing.round for game in games), default=0)
    return swiss_rows(swiss_cells(entrants, games, rounds, legs), legs)


def swiss_rows(cells: Cells, legs: int) -> tuple[SwissRow, ...]:
    """The rows of everybody, from the cells of each number; the best first. Those on one place stand in the order of
    their numbers.
    """
    reckoned = _Reckoned(cells, legs)

    def encounters(tied: Sequence[int]) -> list[list[int]]:
        return by_encounters(tied, cells, legs)

    rankings = [_by(reckoned.points), _by(reckoned.buchholz), _by(reckoned.sonneborn_berger), encounters]
    rows: list[SwissRow] = []
    for shared in _parted(sorted(cells), [*rankings, _by(reckoned.wins)]):
        place = len(rows) + 1
        for each in shared:
            values = (reckoned.points(each), reckoned.buchholz(each), reckoned.sonneborn_berger(each))
            rows.append(SwissRow(each, place, *values, reckoned.wins(each), tuple(cells[each])))
    return tuple(rows)


@dataclass(frozen=True)
class _Contribution:
    """A round's part of a sum over opponents: their points, what was got from them, and whether it was not played
    because of whom the sum is for.
    """

    points: int
    got: int
    is_voluntary: bool


@dataclass(frozen=True)
class _Reckoned:
    """The cells of each number, of pairings of so many legs."""

    cells: Cells
    legs: int

    def points(self, number: int) -> int:
        return sum(cell.halves or 0 for cell in self.cells[number])

    def wins(self, number: int) -> int:
        """Article 7.1: whether by playing or not."""
        return sum(cell.wins for cell in self.cells[number])

    def buchholz(self, number: int) -> int:
        """Articles 8.1 and 14.1. Of the rounds that somebody would not play, the least counts as the least of all
        (16.5.1).
        """
        parts = self._contributions(number)
        voluntary = [part.points for part in parts if part.is_voluntary]
        every = [part.points for part in parts]
        return sum(every) - min(voluntary or every, default=0)

    def sonneborn_berger(self, number: int) -> int:
        return sum(part.points * part.got for part in self._contributions(number))

    def _contributions(self, number: int) -> list[_Contribution]:
        """A round that was not played counts as one against somebody with as many points as oneself (16.4), but with no
        more than the opponent had (16.4.1), or than draws in all rounds would give (16.4.2).
        """
        row, mine = self.cells[number], self.points(number)
        parts = []
        for cell in row:
            if cell.halves is None:
                continue
            other = self.legs * len(row) if cell.opponent is None else self._as_an_opponent(cell.opponent)
            points = other if cell.kind is SwissCellKind.PLAYED else min(mine, other)
            parts.append(_Contribution(points, cell.halves, cell.is_voluntary))
        return parts

    def _as_an_opponent(self, number: int) -> int:
        """Article 16.3: for those whom they met, the rounds after somebody's last one count as drawn."""
        row = self.cells[number]
        played = max((at for at, cell in enumerate(row, 1) if not cell.is_voluntary), default=0)
        absent = sum(cell.kind is SwissCellKind.MISSED for cell in row[played:])
        return self.points(number) + self.legs * absent


def by_encounters(tied: Sequence[int], cells: Cells, legs: int) -> list[list[int]]:
    """Article 6: numbers that are equal so far, parted by the points in the games that were played among them; those
    who stay equal stand together. Where not all have met, only who is ahead of the others however the missing games
    would have ended comes first, then who is so of the rest (6.3). Whom it leaves tied are compared anew, among
    themselves.
    """
    played = {
        each: [
            cell.halves
            for cell in cells[each]
            if cell.opponent in tied and cell.kind is SwissCellKind.PLAYED and cell.halves is not None
        ]
        for each in tied
    }
    least = {each: sum(got) for each, got in played.items()}
    most = {each: least[each] + 2 * legs * (len(tied) - 1 - len(got)) for each, got in played.items()}
    if least == most:
        groups = _by(least.__getitem__)(tied)
    else:
        groups, rest = [], list(tied)
        while ahead := [one for one in rest if all(least[one] > most[each] for each in rest if each != one)]:
            groups.append(ahead)
            rest.remove(ahead[0])
        groups += [rest] if rest else []
    if len(groups) == 1:
        return groups
    return [smaller for group in groups for smaller in by_encounters(group, cells, legs)]


def _by(value: Callable[[int], int]) -> Ranking:
    """Parts them by a value, of which the highest is the best."""

    def parted(tied: Sequence[int]) -> list[list[int]]:
        ranked = sorted(tied, key=lambda number: (-value(number), number))
        return [list(group) for _, group in groupby(ranked, key=value)]

    return parted


def _parted(tied: Sequence[int], rankings: Iterable[Ranking]) -> list[list[int]]:
    """Those who are equal in all of these, together; each one parts whom those before it have left equal."""
    groups = [list(tied)] if tied else []
    for ranking in rankings:
        groups = [smaller for group in groups for smaller in ranking(group)]
    return groups
