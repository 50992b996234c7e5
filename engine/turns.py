"""The legal turns of a position, walked point by point: what may be chosen next, and the turns that begin so.

A position can have tens of thousands of turns, so what needs only a choice or the first few of them does not list all.
Pure: no input or output.
"""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, combinations, islice

from engine.captures import Capturing, LongestCapture, Path, Pieces, Taken, chains, leaps, leapt, lifted
from engine.moves import (
    Move,
    capturers,
    compared_captures,
    drop_letter,
    free_for,
    kings_first,
    longest_captures,
    priced,
    quiet_moves_of,
    without,
)
from engine.position import EMPTY, Position
from engine.ruleset import CapturePrecedence, Chain, Kind, Obligation, Ruleset, TieBreak


class PartialMove(ABC):
    """A turn as far as it is chosen: ``picked`` are the points so far.

    They are the opponent's piece that is forfeited; then the pieces that an opening takes off or a drop puts on the
    board, in any order, or the start of a piece and every landing.
    """

    picked: tuple[int, ...]
    forfeits: bool = False
    """Is the piece that the opponent loses to be picked now?"""
    drops: int = 0
    """How many pieces the turn puts on the board."""
    taken: tuple[int, ...] = ()
    """The pieces that the capture has taken so far."""

    @property
    @abstractmethod
    def following(self) -> Sequence[int]:
        """The points that may be picked next, each of which leads to a legal turn. Raises TooMuchWork."""

    def then(self, point: int) -> "PartialMove":
        """The turn with one more point, which must be one of ``following``."""
        if point not in self._walked:
            self._walked[point] = self._then(point)
        return self._walked[point]

    @abstractmethod
    def _then(self, point: int) -> "PartialMove": ...

    @cached_property
    def _walked(self) -> "dict[int, PartialMove]":
        return {}

    @abstractmethod
    def moves(self) -> Iterator[Move]:
        """The legal turns that begin so. Raises TooMuchWork."""

    @cached_property
    def stop(self) -> Move | None:
        """The turn that is made if nothing more is picked, where it is one: a capture may end here, or go on."""
        return None

    @property
    def way(self) -> tuple[int, ...]:
        """The points at which the piece that moves has been so far, its start first; empty while none is chosen."""
        return ()

    @property
    def taken_off(self) -> tuple[int, ...]:
        """The pieces picked so far that leave the board before a piece moves."""
        return ()

    @property
    def takes_off(self) -> int:
        """The number of pieces still to be picked that leave the board before a piece moves."""
        return 0

    @property
    def in_any_order(self) -> int:
        """The number of points to be picked now whose order does not matter; 0 where the next one leads a way on."""
        return 0

    @property
    def price(self) -> tuple[int, ...]:
        """The pieces of which one is lost if the turn ends here, because it declines a capture, where they stand
        before it (docs/rules/malaysian-checkers.md#the-forfeit).
        """
        return ()

    @property
    def vacated(self) -> Sequence[int]:
        """The points that may be picked now only where they were picked before, as those of pieces taken off."""
        return ()

    @property
    def rest(self) -> Hashable:
        """The same for two ways along the turns of one position that can go on in exactly the same ways."""
        return self.picked

    @property
    def captures(self) -> bool:
        """Does any of the turns take a piece?"""
        return False

    @cached_property
    def is_last(self) -> bool:
        """Does the next choice decide the turn?"""
        return not any(self.then(point).following for point in self.following)

    def most(self) -> int:
        """The most pieces that the turns that begin so take. Raises TooMuchWork."""
        return 0

    def some(self, limit: int) -> tuple[Move, ...]:
        """The first turns that begin so, at most ``limit``. Raises TooMuchWork."""
        return tuple(islice(self.moves(), limit))

    def count(self, limit: int) -> int:
        """The number of turns that begin so, at most ``limit``. Raises TooMuchWork."""
        return len(self.some(limit))

    def along(self, points: Sequence[int]) -> "PartialMove":
        """The turn with as many of the points as may be picked one after another."""
        here: PartialMove = self
        for point in points:
            if point not in here.following:
                break
            here = here.then(point)
        return here

    def after(self, points: Sequence[int]) -> "PartialMove | None":
        """The turn with all of the points, picked one after another; None where that leads to no legal turn."""
        here = self.along(points)
        return here if len(here.picked) == len(self.picked) + len(points) else None


def choices(move: Move) -> tuple[int, ...]:
    """The points that are picked for a turn, one after another."""
    huff = () if move.huff is None else (move.huff,)
    return (*huff, *move.removed, *(move.drops or move.path))


def legal_moves(ruleset: Ruleset, position: Position) -> list[Move]:
    """All turns that the rules of movement allow the side to act, also where the game is over by the pieces left.

    ``engine.endings.playable_moves`` gives none there. Raises TooMuchWork.
    """
    return list(first_choice(ruleset, position).moves())


def first_choice(ruleset: Ruleset, position: Position, barred: Collection[Move] = ()) -> PartialMove:
    """The turn of a position before anything is chosen; ``barred`` are turns that the past of the game forbids."""
    if position.opening:
        return _Opening(ruleset, position)
    if position.pending:
        return _Forfeit(ruleset, position, barred)
    return _turn(ruleset, position, barred)


def _turn(
    ruleset: Ruleset, position: Position, barred: Collection[Move], picked: tuple[int, ...] = ()
) -> "_Drop | _Start":
    """The choices after the forfeited piece, if there was one."""
    if letter := drop_letter(ruleset, position):
        points, number = free_for(ruleset, position, letter)
        return _Drop(picked, points, number)
    return _Start(_Turns(ruleset, position, barred, picked))


@dataclass(frozen=True)
class _Opening(PartialMove):
    """Enemies are taken off, and where the ruleset allows it a piece of one's own is put elsewhere."""

    ruleset: Ruleset
    position: Position
    picked: tuple[int, ...] = ()

    @cached_property
    def following(self) -> Sequence[int]:
        if self.takes_off:
            return [point for point in self._enemies if point not in self.picked]
        if self.ruleset.opening is None or not self.ruleset.opening.relocates or len(self.way) > 1:
            return []
        return self._free if self.way else self.position.pieces(self.ruleset, self.position.turn)

    def _then(self, point: int) -> PartialMove:
        return _Opening(self.ruleset, self.position, (*self.picked, point))

    def moves(self) -> Iterator[Move]:
        if self.takes_off:
            rest = (point for point in self._enemies if point not in self.picked)
            for more in combinations(rest, self.takes_off):
                yield from _Opening(self.ruleset, self.position, (*self.picked, *more)).moves()
            return
        if self.stop:
            yield self.stop
        for point in self.following:
            yield from self.then(point).moves()

    @property
    def stop(self) -> Move | None:
        return None if self.takes_off or len(self.way) == 1 else Move(self.way, removed=self._removed)

    @property
    def way(self) -> tuple[int, ...]:
        return self.picked[self.position.opening :]

    @property
    def taken_off(self) -> tuple[int, ...]:
        return self.picked[: self.position.opening]

    @property
    def takes_off(self) -> int:
        return max(self.position.opening - len(self.picked), 0)

    @property
    def in_any_order(self) -> int:
        return self.takes_off

    @property
    def _removed(self) -> tuple[int, ...]:
        return tuple(point for point in self._enemies if point in self.taken_off)

    @cached_property
    def _enemies(self) -> list[int]:
        names = self.ruleset.board.points
        return sorted(self.position.pieces(self.ruleset, 1 - self.position.turn), key=names.__getitem__)

    @property
    def _free(self) -> list[int]:
        return [
            point
            for point, cell in enumerate(self.position.cells)
            if cell == EMPTY or (point in self.taken_off and point in self.vacated)
        ]

    @property
    def vacated(self) -> Sequence[int]:
        return [point for point in self._enemies if self.position.heights[point] == 1] if len(self.way) == 1 else ()


@dataclass(frozen=True)
class _Forfeit(PartialMove):
    """The opponent declined a capture: one of the pieces that could have captured is taken off first."""

    ruleset: Ruleset
    position: Position
    barred: Collection[Move]
    picked: tuple[int, ...] = ()
    forfeits: bool = True

    @cached_property
    def following(self) -> Sequence[int]:
        return [point for point in self.position.pending if self.then(point).following]

    def _then(self, point: int) -> PartialMove:
        return _turn(self.ruleset, without(self.position, point), self.barred, (point,))

    def moves(self) -> Iterator[Move]:
        return chain.from_iterable(self.then(point).moves() for point in self.position.pending)

    @property
    def takes_off(self) -> int:
        return 1

    @property
    def captures(self) -> bool:
        return any(self.then(point).captures for point in self.following)

    def most(self) -> int:
        return max((self.then(point).most() for point in self.following), default=0)


@dataclass(frozen=True)
class _Drop(PartialMove):
    """So many pieces are put on the board, on some of the points."""

    picked: tuple[int, ...]
    points: Sequence[int]
    drops: int

    @property
    def following(self) -> Sequence[int]:
        if self.drops > len(self.points) or len(self.picked) == self.drops:
            return []
        return [point for point in self.points if point not in self.picked]

    def _then(self, point: int) -> PartialMove:
        return _Drop((*self.picked, point), self.points, self.drops)

    def moves(self) -> Iterator[Move]:
        rest = [point for point in self.points if point not in self.picked]
        for more in combinations(rest, self.drops - len(self.picked)):
            yield self._move((*self.picked, *more))

    @property
    def in_any_order(self) -> int:
        return self.drops - len(self.picked)

    @property
    def stop(self) -> Move | None:
        return self._move(self.picked) if len(self.picked) == self.drops else None

    def _move(self, chosen: tuple[int, ...]) -> Move:
        return Move(drops=tuple(point for point in self.points if point in chosen))


class _Turns:
    """The turns that pieces make in a position, and what is known of their captures."""

    def __init__(
        self, ruleset: Ruleset, position: Position, barred: Collection[Move], taken_off: tuple[int, ...]
    ) -> None:
        self.ruleset = ruleset
        self.position = position
        self.taken_off = taken_off
        self._barred = barred

    def whole(self, move: Move) -> Move:
        """A turn with the piece that was taken off before it."""
        return replace(move, huff=self.taken_off[0]) if self.taken_off else move

    @cached_property
    def captures(self) -> dict[int, LongestCapture | None]:
        """The pieces that may capture, with their longest captures where those are a duty. Raises TooMuchWork."""
        able = self._able
        if able and self.ruleset.precedence is not CapturePrecedence.FREE:
            return {**longest_captures(self.ruleset, self.position)}
        if self.ruleset.tie_break is TieBreak.KING_FIRST:
            able = kings_first(self.ruleset, self.position, able)
        return dict.fromkeys(able)

    def most_after(self, start: int, pieces: Pieces, kind: Kind, path: Path, taken: Taken) -> int:
        """The most pieces that the capture of a piece can still take, having come along a path. Raises TooMuchWork."""
        longest = compared_captures(self.ruleset, self.position)[start]
        return longest.after(pieces, kind, path, taken)

    @cached_property
    def quiet(self) -> dict[int, list[Move]]:
        """The quiet turns of each piece that has one, with their price."""
        if self._able and self.ruleset.obligation is Obligation.FORCED:
            return {}
        return {start: found for start in self._pieces if (found := self._quiet_of(start))}

    def _quiet_of(self, start: int) -> list[Move]:
        found = quiet_moves_of(self.ruleset, self.position, start)
        if self.declined:
            found = [priced(move, self.declined) for move in found]
        if self.taken_off:
            found = [self.whole(move) for move in found]
        return [move for move in found if move not in self._barred] if self._barred else found

    @property
    def declined(self) -> tuple[int, ...]:
        """The pieces of which a quiet turn costs one, because they could capture."""
        return self._able if self.ruleset.obligation is Obligation.FORFEIT else ()

    @cached_property
    def _pieces(self) -> list[int]:
        return self.position.pieces(self.ruleset, self.position.turn)

    @property
    def _able(self) -> tuple[int, ...]:
        return capturers(self.ruleset, self.position)


@dataclass(frozen=True)
class _Start(PartialMove):
    """The piece that moves is to be chosen."""

    turns: _Turns

    @property
    def picked(self) -> tuple[int, ...]:  # type: ignore[override]  # follows from the turns
        return self.turns.taken_off

    @cached_property
    def following(self) -> Sequence[int]:
        return list(dict.fromkeys((*self.turns.captures, *self.turns.quiet)))

    def _then(self, point: int) -> "_Way":
        position = self.turns.position
        kind = self.turns.ruleset.kind[position.cells[point]]
        return _Way(self.turns, lifted(position, point), kind, (point,), ())

    def moves(self) -> Iterator[Move]:
        for start in self.turns.captures:
            yield from self._then(start).chains()
        yield from chain.from_iterable(self.turns.quiet.values())

    @property
    def taken_off(self) -> tuple[int, ...]:
        return self.turns.taken_off

    @property
    def captures(self) -> bool:
        return bool(self.turns.captures)

    def most(self) -> int:
        return max((self.then(start).most() for start in self.turns.captures), default=0)


@dataclass(frozen=True)
class _Way(PartialMove):
    """A piece has come along a path, having taken some; a quiet turn is a path of two points."""

    turns: _Turns
    pieces: Pieces
    kind: Kind
    path: Path
    taken: Taken
    quiet: Move | None = None

    @property
    def picked(self) -> tuple[int, ...]:  # type: ignore[override]  # follows from the path
        return (*self.turns.taken_off, *self.path)

    @cached_property
    def following(self) -> Sequence[int]:
        return [*self._onward, *self._quiet]

    def _then(self, point: int) -> "_Way":
        if point in self._onward:
            return _Way(self.turns, *self._onward[point])
        return replace(self, path=(*self.path, point), quiet=self._quiet[point])

    def moves(self) -> Iterator[Move]:
        if self.stop:
            yield self.stop
        for point in self.following:
            yield from self.then(point).moves()

    def count(self, limit: int) -> int:
        # Every way on leads to a turn of its own, so none has to be gone to its end.
        found = 0
        ahead: deque[PartialMove] = deque([self])
        while ahead and found + len(ahead) < limit:
            here = ahead.popleft()
            found += here.stop is not None
            ahead.extend(here.then(point) for point in here.following)
        return min(found + len(ahead), limit)

    def chains(self) -> Iterator[Move]:
        """The captures that begin so, without remembering the way to each. Raises TooMuchWork."""
        longest = self.turns.captures[self.path[0]]
        for path, taken in chains(self.turns.ruleset, self.pieces, self.kind, self.path, self.taken, longest):
            yield self.turns.whole(Move(path, taken))

    @cached_property
    def stop(self) -> Move | None:
        if self.quiet:
            return self.quiet
        if not self.taken or (self._onward and not self._may_stop):
            return None
        return self.turns.whole(Move(self.path, self.taken))

    @property
    def way(self) -> tuple[int, ...]:
        return self.path

    @property
    def taken_off(self) -> tuple[int, ...]:
        return self.turns.taken_off

    @property
    def price(self) -> tuple[int, ...]:
        return self.turns.declined if self.quiet else ()

    @property
    def rest(self) -> Hashable:
        before = () if self.kind.turns_back else self.path[-2:-1]
        taken = tuple(sorted(self.taken))
        return (self.turns.taken_off, self.path[0], self.path[-1], before, self.kind.letter, taken, self.quiet)

    @property
    def captures(self) -> bool:
        return not self.quiet and self.path[0] in self.turns.captures

    def most(self) -> int:
        if not self.captures:
            return 0
        return len(self.taken) + self.turns.most_after(self.path[0], self.pieces, self.kind, self.path, self.taken)

    @property
    def _may_stop(self) -> bool:
        """May a capture that can go on end here? Only where no longer one is a duty."""
        return self.kind.chain is Chain.OPTIONAL and self.turns.captures[self.path[0]] is None

    @cached_property
    def _onward(self) -> dict[int, Capturing]:
        """The landings to which the capture may go on, with how things stand there."""
        if not self.captures:
            return {}
        ruleset, longest = self.turns.ruleset, self.turns.captures[self.path[0]]
        most = longest.after(self.pieces, self.kind, self.path, self.taken) if longest else 0
        found: dict[int, Capturing] = {}
        for hop in leaps(ruleset, self.pieces, self.kind, self.path, self.taken):
            after = leapt(ruleset, self.pieces, self.kind, self.path, self.taken, hop)
            if longest is None or len(hop.victims) + longest.after(*after) == most:
                found.setdefault(hop.landing, after)
        return found

    @cached_property
    def _quiet(self) -> dict[int, Move]:
        if self.quiet or len(self.path) > 1:
            return {}
        return {move.path[-1]: move for move in self.turns.quiet.get(self.path[0], ())}
