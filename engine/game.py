"""The course of a game: its turns, what repeats, what is counted, and how it ends.

Pure: no input or output. A game is its ruleset, its starting position and its moves; everything else follows.
"""

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import assert_never

from engine.endings import is_alone_on, material_ending, stands, turn_ending
from engine.legality import has_legal_move, is_legal
from engine.moves import Move, events_of, play
from engine.position import Position, start_position
from engine.ruleset import Agreement, Ending, NoProgressRule, Ruleset
from engine.turns import PartialMove, first_choice, legal_moves


@dataclass(frozen=True)
class Outcome:
    """The end of a game: its ending, and the side that won (None for a draw)."""

    ending: Ending
    winner: int | None


class GameOver(Exception):
    """A turn, a resignation or an agreement in a game that has ended."""


@dataclass(frozen=True)
class Game:
    """A game from its start to the present. ``positions`` has one entry more than ``moves``."""

    ruleset: Ruleset
    positions: tuple[Position, ...]
    moves: tuple[Move, ...] = ()
    counts: tuple[int, ...] = field(default=())
    ended: Outcome | None = None
    unclaimed: int | None = None
    """The last ply, if any, at which the past had drawn the game and it went on, as games of people do unless one of
    them claims the draw."""

    @classmethod
    def begin(cls, ruleset: Ruleset, position: Position | None = None) -> "Game":
        """A game at its first position: the ruleset's own, or one to play on from."""
        start = position or start_position(ruleset)
        counts = tuple(_count_at(ruleset, rule, start) for rule in ruleset.no_progress_rules)
        return cls(ruleset, (start,), counts=counts)

    @property
    def position(self) -> Position:
        """The present position."""
        return self.positions[-1]

    @property
    def ply(self) -> int:
        """The number of turns that have been played."""
        return len(self.moves)

    @property
    def turn(self) -> int:
        """The side to act."""
        return self.position.turn

    @cached_property
    def legal_moves(self) -> tuple[Move, ...]:
        """The legal turns now; none once the game is over. Raises TooMuchWork."""
        return () if self.outcome else tuple(self.first_choice.moves())

    @property
    def first_choice(self) -> PartialMove:
        """The turn that is to be made now, before anything is chosen, though the game may be over."""
        return first_choice(self.ruleset, self.position, self.barred)

    @cached_property
    def barred(self) -> tuple[Move, ...]:
        """The turns that the rules of movement allow now, but not the past: each would bring a position back."""
        if self.turn not in self.ruleset.no_repeating:
            return ()
        stood = {position.key for position in self.positions[-1 - self.position.quiet :]}
        return tuple(
            move
            for move in legal_moves(self.ruleset, self.position)
            if play(self.ruleset, self.position, move).key in stood
        )

    def is_legal(self, move: Move) -> bool:
        """Is a turn among the legal ones now?"""
        return not self.outcome and is_legal(self.ruleset, self.position, move) and move not in self.barred

    @property
    def _can_move(self) -> bool:
        if self.turn in self.ruleset.no_repeating:
            return bool(self.first_choice.following)
        return has_legal_move(self.ruleset, self.position)

    @cached_property
    def outcome(self) -> Outcome | None:
        """The end of the game, or None while it goes on."""
        return self.ended or self._finished() or self._past_ending()

    def play(self, move: Move) -> "Game":
        """The game after one more turn.

        Raises GameOver where the game has ended, ValueError for a move that is not among the legal ones.
        """
        if self.outcome:
            raise GameOver
        if not self.is_legal(move):
            raise ValueError(f"not a legal move here: {move}")
        after = play(self.ruleset, self.position, move)
        events = events_of(self.ruleset, self.position, move, after)
        counts = tuple(
            0 if events & rule.resets else _count_after(self.ruleset, rule, count, self.position, after)
            for count, rule in zip(self.counts, self.ruleset.no_progress_rules, strict=True)
        )
        return replace(self, positions=(*self.positions, after), moves=(*self.moves, move), counts=counts)

    def back_to(self, ply: int) -> "Game":
        """The game after its first ``ply`` turns, still going on."""
        game = Game.begin(self.ruleset, self.positions[0])
        for move in self.moves[:ply]:
            game = game.play_on().play(move)
        return game

    def play_on(self) -> "Game":
        """The game going on although it has stood so before, or nothing has happened for long: nobody claimed that.

        An end that the present position brings about, or that was given, stands.
        """
        if self.outcome is None or self.ended or self._finished():
            return self
        return replace(self, unclaimed=self.ply)

    @property
    def may_have_been_counted_out(self) -> bool:
        """May a counter have drawn the game here when the limits were others?

        All that ever waited for a material were set back by a capture, and the limits were as low as they are.
        """
        limits = [rule.plies for rule in self.ruleset.no_progress_rules if rule.material]
        return bool(limits) and self.outcome is None and self.position.quiet >= min(limits)

    def may_go_on_from(self, ply: int) -> bool:
        """Is there anything to play after so many turns? Not where the moves themselves have ended the game."""
        return ply < self.ply or self.outcome is None or self.ended is not None

    def resign(self, side: int) -> "Game":
        """The game after a side has resigned. Raises GameOver where it has ended."""
        return self.forfeit(side, Ending.RESIGNATION)

    def forfeit(self, side: int, ending: Ending) -> "Game":
        """The game lost by a side for a reason off the board: ``ending`` is RESIGNATION or TIME.

        Raises GameOver where it has ended.
        """
        return self.give(Outcome(ending, 1 - side))

    def agree(self) -> "Game":
        """The game stopped by agreement: a draw, or the count-off where the rules say so
        (docs/rules/permainan-tabal.md#t9).

        Raises GameOver where it has ended.
        """
        match self.ruleset.agreement:
            case Agreement.DRAW:
                return self.give(Outcome(Ending.AGREEMENT, None))
            case Agreement.COUNT_OFF:
                return self.give(count_off(self.ruleset, self.position))
            case _:
                assert_never(self.ruleset.agreement)

    def give(self, outcome: Outcome) -> "Game":
        """The game ended by what does not follow from its moves. Raises GameOver where it has ended."""
        if self.outcome:
            raise GameOver
        return replace(self, ended=outcome)

    def repeated(self) -> int:
        """The number of times the present position has stood on the board, this time included."""
        return sum(position.key == self.position.key for position in self.positions)

    def _finished(self) -> Outcome | None:
        found = material_ending(self.ruleset, self.position) or turn_ending(
            self.ruleset, self.position, can_move=self._can_move
        )
        return Outcome(*found) if found else None

    def _past_ending(self) -> Outcome | None:
        """The end that the past brings about: a position that stood too often, or too many turns without progress."""
        if self.unclaimed == self.ply:
            return None
        if self.ruleset.repetition and self.repeated() >= self.ruleset.repetition:
            return Outcome(Ending.REPETITION, None)
        for count, rule in zip(self.counts, self.ruleset.no_progress_rules, strict=True):
            if count >= rule.plies:
                return self._counted_out(rule)
        return None

    def _counted_out(self, rule: NoProgressRule) -> Outcome:
        match rule.result:
            case Agreement.DRAW:
                return Outcome(Ending.COUNTER, None)
            case Agreement.COUNT_OFF:
                return count_off(self.ruleset, self.position)
            case _:
                assert_never(rule.result)


def count_off(ruleset: Ruleset, position: Position) -> Outcome:
    """More pieces win; if equal, more kings; if those are equal too, a draw.

    Source: docs/rules/permainan-tabal.md#where-the-two-differ.
    """
    tallies = []
    for side in (0, 1):
        letters = position.letters(ruleset, side)
        kings = sum(ruleset.kind[letter].is_king for letter in letters)
        tallies.append((len(letters), kings))
    if tallies[0] == tallies[1]:
        return Outcome(Ending.COUNT_OFF, None)
    return Outcome(Ending.COUNT_OFF, 0 if tallies[0] > tallies[1] else 1)


def _count_at(ruleset: Ruleset, rule: NoProgressRule, start: Position) -> int:
    """The turns that count for a no-progress rule where a game begins; none are known of a king on its road."""
    if rule.road or (rule.material and not stands(ruleset, rule.material, start)):
        return 0
    return start.quiet


def _count_after(ruleset: Ruleset, rule: NoProgressRule, count: int, before: Position, after: Position) -> int:
    """The count of a no-progress rule after a turn in which nothing set it back."""
    if rule.material and not (stands(ruleset, rule.material, before) and stands(ruleset, rule.material, after)):
        return 0
    if rule.road and not (is_alone_on(ruleset, rule.road, before) and is_alone_on(ruleset, rule.road, after)):
        return count
    return count + 1
