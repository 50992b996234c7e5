"""The rounds of each entrant of a Swiss tournament: the ground of its pairings and of its table. Pure.

A game that nobody has played counts for points, but neither for sides nor as a game played: the FIDE Handbook, C.04.2
General Handling Rules, and C.07 Play-Off and Tie-Break Regulations, article 16, part the two in many places.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

from bot.matches.tournament import Entrant, Pairing, TournamentGame, last_attempts


class SwissCellKind(Enum):
    """A round of somebody: they played; the game was given to one of the two or to neither; they had nobody to play;
    or they were in no pairing, as they came later or had withdrawn.
    """

    PLAYED = "played"
    FORFEIT = "forfeit"
    BYE = "bye"
    MISSED = "missed"


@dataclass(frozen=True)
class SwissCell:
    """A round of an entrant. ``opponent`` is None where they had none; ``first``: they have the first side in the first
    of its games, None without an opponent. ``halves`` are what they got, in halves of a point, None as long as it is
    not over; ``wins`` are the games they won, also without playing.
    """

    kind: SwissCellKind
    opponent: int | None = None
    first: bool | None = None
    halves: int | None = 0
    wins: int = 0

    @property
    def is_voluntary(self) -> bool:
        """Was it not played because of this entrant themselves? A "voluntary unplayed round", C.07, article 16.1."""
        lost = self.kind is SwissCellKind.FORFEIT and not self.halves
        return lost or self.kind is SwissCellKind.MISSED


class SwissFloat(Enum):
    """Somebody met another who had fewer points, more, or as many as they. The values are those of the library."""

    DOWN = "down"
    UP = "up"
    NONE = "none"


@dataclass(frozen=True)
class SwissRecord:
    """Somebody who is to be paired: their ``halves`` of a point so far, the ``sides`` of the games that they played, in
    their order and True for the first, the ``floats`` of all rounds, whom they have ``met``, and whether they may not
    rest, because they have once got a win without playing.
    """

    number: int
    halves: int
    sides: tuple[bool, ...]
    floats: tuple[SwissFloat, ...]
    met: frozenset[int]
    may_not_rest: bool

    @property
    def rank(self) -> tuple[int, int]:
        """The place among those who are to be paired: by more points, then by the smaller number."""
        return -self.halves, self.number


def swiss_cells(
    entrants: Iterable[Entrant], games: Iterable[TournamentGame], rounds: int, legs: int
) -> dict[int, tuple[SwissCell, ...]]:
    """The rounds of each number, from the first to the last of so many."""
    found: dict[tuple[int, int], SwissCell] = {}
    pairings: dict[Pairing, list[TournamentGame]] = {}
    for game in last_attempts(games):
        pairings.setdefault(game.pairing, []).append(game)
    for pairing, played in pairings.items():
        if pairing.second is None:
            found[pairing.round, pairing.first] = SwissCell(SwissCellKind.BYE, halves=2 * legs, wins=legs)
            continue
        is_over = len(played) == legs and all(game.worth is not None for game in played)
        # A single game of two that is given away does not make it a match that was not played: C.04.5.
        kind = SwissCellKind.PLAYED if any(map(_was_played, played)) or not is_over else SwissCellKind.FORFEIT
        for at, (number, other) in enumerate([(pairing.first, pairing.second), (pairing.second, pairing.first)]):
            got = [game.worth[at] for game in played if game.worth is not None]
            halves = sum(got) if is_over else None
            found[pairing.round, number] = SwissCell(kind, other, at == 0, halves, got.count(2))
    missed = SwissCell(SwissCellKind.MISSED)
    return {
        each.number: tuple(found.get((number, each.number), missed) for number in range(1, rounds + 1))
        for each in entrants
    }


def _was_played(game: TournamentGame) -> bool:
    """Was it played to its end, or decided by how it stood? Nobody gets a draw for not being there."""
    return game.played is not None or game.judged or game.awarded == (1, 1)


def swiss_records(
    entrants: Collection[Entrant], games: Iterable[TournamentGame], round_: int, legs: int
) -> tuple[SwissRecord, ...]:
    """Those who are to be paired in this round, by the games of the rounds before it; the best first."""
    cells = swiss_cells(entrants, games, round_ - 1, legs)
    totals = {number: _totals(row) for number, row in cells.items()}
    records = []
    for entrant in entrants:
        if entrant.withdrawn:
            continue
        row = cells[entrant.number]
        unplayed = [cell for cell in row if cell.kind is not SwissCellKind.PLAYED]
        records.append(
            SwissRecord(
                entrant.number,
                totals[entrant.number][-1],
                # In a hunt both have either side once, so nobody is owed one.
                _sides(row) if legs == 1 else (),
                tuple(_float(entrant.number, at, cell, totals) for at, cell in enumerate(row)),
                frozenset(cell.opponent for cell in row if cell.opponent is not None),
                any((cell.halves or 0) >= 2 * legs for cell in unplayed),
            )
        )
    return tuple(sorted(records, key=lambda each: each.rank))


def _sides(row: Iterable[SwissCell]) -> tuple[bool, ...]:
    return tuple(cell.first for cell in row if cell.kind is SwissCellKind.PLAYED and cell.first is not None)


def _totals(row: Iterable[SwissCell]) -> list[int]:
    """The points before the first round, and after each one."""
    totals = [0]
    for cell in row:
        totals.append(totals[-1] + (cell.halves or 0))
    return totals


def _float(number: int, at: int, cell: SwissCell, totals: Mapping[int, list[int]]) -> SwissFloat:
    """The FIDE Handbook, C.04.3, articles 1.4.2 to 1.4.4."""
    if cell.kind is not SwissCellKind.PLAYED or cell.opponent is None:
        return SwissFloat.DOWN if cell.halves else SwissFloat.NONE
    mine, other = totals[number][at], totals[cell.opponent][at]
    return SwissFloat.DOWN if mine > other else SwissFloat.UP if mine < other else SwissFloat.NONE
