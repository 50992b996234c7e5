"""A ruleset compiled to the flat tables of the kernel: directions become rays and shifts of bitboards.

Pure: no input or output.
"""

import re
from collections.abc import Iterable
from itertools import product
from typing import Any

import numpy as np

from engine.board import Board
from engine.endings import is_made_of
from engine.ruleset import (
    Agreement,
    Army,
    CapturePrecedence,
    Chain,
    Event,
    Kind,
    Landing,
    Material,
    Obligation,
    Promotion,
    Reach,
    Removal,
    Row,
    Ruleset,
    TieBreak,
)
from engine.search import layout
from engine.search.layout import (
    BITS,
    EMPTY,
    GROUPS,
    KINDS,
    MATERIAL_PIECES,
    NOBODY,
    POINTS,
    RAY,
    RAYS,
    TABLES,
    WORDS,
)

_HEIGHTS = re.compile(r"[A-Za-z](?:\{(\d+)\})?")
OBLIGATIONS = {
    Obligation.OPTIONAL: layout.OBLIGATION_OPTIONAL,
    Obligation.FORCED: layout.OBLIGATION_FORCED,
    Obligation.FORFEIT: layout.OBLIGATION_FORFEIT,
}
PRECEDENCES = {
    CapturePrecedence.FREE: layout.PRECEDENCE_FREE,
    CapturePrecedence.LONGEST_OF_PIECE: layout.PRECEDENCE_PIECE,
    CapturePrecedence.LONGEST_OF_ALL: layout.PRECEDENCE_ALL,
}
EVENTS = {
    Event.CAPTURE: layout.EVENT_CAPTURE,
    Event.PROMOTION: layout.EVENT_PROMOTION,
    Event.DROP: layout.EVENT_DROP,
    Event.MAN_MOVE: layout.EVENT_MAN_MOVE,
}
REACHES = {Reach.ONE: layout.SHORT_LEAP, Reach.ANY: layout.LONG_LEAP}
_ZOBRIST_SEED = 37
_FEW_PIECES = [counts for counts in product(range(MATERIAL_PIECES + 1), repeat=4) if sum(counts) <= MATERIAL_PIECES]
SIGHT = 2  # ranks that a leap spans beyond its first


class TooLarge(ValueError):
    """A ruleset does not fit the kernel's tables; the message names what is too large."""


def compile_ruleset(ruleset: Ruleset) -> np.record:
    """The tables of a ruleset, without an evaluation (``engine.search.weights`` fills that in).

    Raises TooLarge for a board or a set of kinds beyond the sizes in ``engine.search.layout``.
    """
    _check(ruleset)
    t: Any = np.zeros(1, TABLES)[0]
    t.points, t.kinds = len(ruleset.board.points), len(ruleset.kinds)
    _windows(t, ruleset.board)
    t.ray[:] = -1
    for point, rays in enumerate(ruleset.board.rays):
        for number, ray in enumerate(rays):
            t.ray[point, number, : len(ray.points)] = ray.points
    t.side[:] = NOBODY
    for number, kind in enumerate(ruleset.kinds):
        _kind(t, ruleset, number, kind)
    _drops(t, ruleset)
    _stacks(t, ruleset)
    _endings(t, ruleset)
    _zobrist(t)
    return t


def _check(ruleset: Ruleset) -> None:
    board = ruleset.board
    sizes = {
        "points": (len(board.points), POINTS),
        "lines through a point": (max(len(rays) for rays in board.rays), RAYS),
        "points of a line": (max(len(ray.points) for rays in board.rays for ray in rays), RAY - 1),
        "kinds": (len(ruleset.kinds), KINDS),
        "rules against play without progress": (len(ruleset.no_progress_rules), layout.NO_PROGRESS_RULES),
    }
    for what, (size, most) in sizes.items():
        if size > most:
            raise TooLarge(f"{ruleset.key}: {size} {what}, at most {most}")


def _windows(t: Any, board: Board) -> None:
    """Give each point its bits, so that neighbours in one direction lie at one distance wherever that is possible.

    A board that is too large for one word but has few points gets a bit for each point; one with more points is seen
    through windows of as many ranks as a word has room for.
    """
    place, stride, half = _grid(board)
    ranks = [0]
    if max(place) >= BITS:
        if len(board.points) <= BITS:
            place = list(range(len(board.points)))
        else:
            ranks = _window_ranks(board.height, stride, half)
    t.words = len(ranks)
    t.point[:] = -1
    for point, (_, rank) in enumerate(board.coordinates):
        t.home[point] = max(window for window, first in enumerate(ranks) if rank >= first)
        for window, first in enumerate(ranks):
            # A leap spans three ranks, so a window sees two ranks beyond those it answers for.
            bottom = max(first - SIGHT, 0) if len(ranks) > 1 else 0
            top = ranks[window + 1] - 1 + SIGHT if window + 1 < len(ranks) else board.height
            if bottom <= rank <= top:
                number = place[point] - ((bottom * stride) >> half)
                if number >= BITS:
                    raise TooLarge(f"a board of {board.width} x {board.height}")
                t.bit[point, window] = 1 << number
                t.point[window, number] = point
        t.core[t.home[point]] |= t.bit[point, t.home[point]]


def _grid(board: Board) -> tuple[list[int], int, int]:
    """The place of each point on a grid, how far a rank is from the next, and by how many bits both are halved.

    On boards whose files and ranks have even sums (the dark squares) half the bits of a row are enough.
    """
    half = int(all((x + y) % 2 == 0 for x, y in board.coordinates))
    stride = board.width + (1 + board.width % 2 if half else 0)
    return [(y * stride + x) >> half for x, y in board.coordinates], stride, half


def _window_ranks(height: int, stride: int, half: int) -> list[int]:
    """The first rank that each window answers for. Raises TooLarge if more windows are needed than there are words."""
    seen = (BITS << half) // stride
    firsts = [0]
    while height - firsts[-1] > seen - (SIGHT if firsts[-1] else 0):
        answered = seen - (2 * SIGHT if firsts[-1] else SIGHT)
        firsts.append(firsts[-1] + answered - (answered % 2 if half else 0))
        if answered <= 0 or len(firsts) > WORDS:
            raise TooLarge(f"a board of {height} ranks")
    return firsts


def _number(bit: Any, point: int, window: int) -> int:
    word = int(bit[point, window])
    if not word:
        raise TooLarge("a line with wider gaps than a window of the board")
    return word.bit_length() - 1


def _kind(t: Any, ruleset: Ruleset, number: int, kind: Kind) -> None:
    letters = [each.letter for each in ruleset.kinds]
    t.side[number] = kind.side
    t.man[number] = kind.is_man
    t.king[number] = kind.is_king
    t.slides[number] = kind.move.reach is Reach.ANY
    if kind.capture:
        t.capture_reach[number] = REACHES[kind.capture.reach]
    t.single_capture[number] = kind.chain is Chain.SINGLE
    t.may_stop[number] = kind.chain is Chain.OPTIONAL
    t.odd_rows[number] = kind.row is Row.ODD
    t.no_turning_back[number] = not kind.turns_back
    crowned = ruleset.crowned_when and kind.is_man and kind.promotes_to
    t.crowned[number] = letters.index(kind.promotes_to) if crowned and kind.promotes_to else number
    t.must_continue[number] = kind.landing is Landing.MUST_CONTINUE
    t.promotes_in_passing[number] = kind.promotion is Promotion.IN_PASSING
    t.becomes[number] = number
    if kind.promotes_to:
        t.becomes[number, sorted(kind.promotes_on)] = letters.index(kind.promotes_to)
    board = ruleset.board
    capture_rays = ruleset.capture_rays[kind.letter] if kind.capture else ((),) * len(board.points)
    for point, rays in enumerate(board.rays):
        moves, captures = ruleset.move_rays[kind.letter][point], capture_rays[point]
        t.move_rays[number, point] = sum(1 << place for place, ray in enumerate(rays) if ray in moves)
        t.capture_rays[number, point] = sum(1 << place for place, ray in enumerate(rays) if ray in captures)
    t.irreversible[number] = _irreversible(ruleset, kind)
    steps = [(point, ray.points[0]) for point, rays in enumerate(ruleset.move_rays[kind.letter]) for ray in rays]
    groups = _groups(t, steps)
    t.step_groups[number] = len(groups)
    for place, ((by,), froms) in enumerate(groups.items()):
        t.step_shift[number, place], t.step_mask[number, place] = by, froms
    leaps = [(point, *ray.points[:2]) for point, rays in enumerate(capture_rays) for ray in rays if len(ray.points) > 1]
    groups = _groups(t, leaps)
    t.leap_groups[number] = len(groups)
    for place, ((over, by), froms) in enumerate(groups.items()):
        t.victim_shift[number, place], t.leap_shift[number, place], t.leap_mask[number, place] = over, by, froms


def _irreversible(ruleset: Ruleset, kind: Kind) -> bool:
    """Can a piece of this kind never stand where it stood, by quiet moves alone?"""
    return all(ray.dy * ruleset.sides[kind.side].up > 0 for rays in ruleset.move_rays[kind.letter] for ray in rays)


def _groups(t: Any, paths: Iterable[tuple[int, ...]]) -> dict[tuple[int, ...], np.ndarray[Any, np.dtype[np.int64]]]:
    """Steps and leaps by how far in bits each further point lies from the first, with the first points of each."""
    groups: dict[tuple[int, ...], np.ndarray[Any, np.dtype[np.int64]]] = {}
    bit, home = t.bit, t.home.tolist()
    for start, *rest in paths:
        window = home[start]
        number = _number(bit, start, window)
        by = tuple(_number(bit, point, window) - number for point in rest)
        groups.setdefault(by, np.zeros(WORDS, np.int64))[window] |= bit[start, window]
    if len(groups) > GROUPS:
        raise TooLarge(f"{len(groups)} ways to the next point, at most {GROUPS}")
    return groups


def _drops(t: Any, ruleset: Ruleset) -> None:
    letters = [kind.letter for kind in ruleset.kinds]
    t.drop_order[:] = -1
    for place, placement in enumerate(ruleset.placements):
        number = letters.index(placement.letter)
        t.drop_order[place] = number
        t.drops_per_turn[number] = placement.per_turn
        for point in placement.region or range(int(t.points)):
            t.drop_region[number, t.home[point]] |= t.bit[point, t.home[point]]


def _stacks(t: Any, ruleset: Ruleset) -> None:
    stacks = ruleset.stacks
    if stacks is None:
        return
    t.stacks, t.leapt_twice = 1, stacks.leapt_twice and ruleset.removal is Removal.IMMEDIATE
    for number, kind in enumerate(ruleset.kinds):
        for point in kind.joins_on:
            if t.becomes[number, point] == number:
                t.rejoin[number] |= t.bit[point]


def _endings(t: Any, ruleset: Ruleset) -> None:
    t.obligation, t.capture_precedence = OBLIGATIONS[ruleset.obligation], PRECEDENCES[ruleset.precedence]
    t.king_first = ruleset.tie_break is TieBreak.KING_FIRST
    t.opening_relocates = ruleset.opening is not None and ruleset.opening.relocates
    t.immediate_removal = ruleset.removal is Removal.IMMEDIATE
    t.few_left_side = -1
    if ruleset.few_left:
        t.few_left_side, t.few_left_count = ruleset.few_left.side, ruleset.few_left.count
    t.hand_used_up = -1 if ruleset.hand_used_up is None else ruleset.hand_used_up
    t.crowned_when = ruleset.crowned_when
    if ruleset.drawn_material:
        t.drawn_lone_king = sum(1 << size for size in ruleset.drawn_material.pieces)
    t.stuck_draws[sorted(ruleset.stuck_draws)] = 1
    t.repetition = ruleset.repetition or 0
    t.no_repeating[sorted(ruleset.no_repeating)] = 1
    t.no_progress_rules = len(ruleset.no_progress_rules)
    for number, rule in enumerate(ruleset.no_progress_rules):
        t.rule_plies[number] = rule.plies
        t.rule_resets[number] = sum(bit for event, bit in EVENTS.items() if event in rule.resets)
        t.rule_count_off[number] = rule.result is Agreement.COUNT_OFF
        t.roads |= bool(rule.road)
        for point in rule.road:
            t.rule_road[number] |= t.bit[point]
        if rule.material:
            _material(t, number, rule.material)
        else:
            t.rules_anywhere |= 1 << number
    heights = _HEIGHTS.findall(ruleset.start.split()[0])
    t.full_count = sum(int(height or 1) for height in heights) + sum(each.count for each in ruleset.placements)


def _material(t: Any, number: int, material: Material) -> None:
    """Note a rule at each pair of armies that is its material."""
    t.rules_with_material |= 1 << number
    for counts in _FEW_PIECES:
        if is_made_of(material, Army(*counts[:2]), Army(*counts[2:])):
            t.material_rules[counts] |= 1 << number


def _zobrist(t: Any) -> None:
    """Zobrist numbers without a sign, the same in every process; a free point has none."""
    chance = np.random.default_rng(_ZOBRIST_SEED)
    for name in ("zobrist_piece", "zobrist_hand", "zobrist_below", "zobrist_pending", "zobrist_no_progress"):
        table = t[name]
        table[...] = chance.integers(1, 1 << 62, table.shape)
    t.zobrist_piece[EMPTY:] = 0
    t.zobrist_hand[:, 0] = 0
    t.zobrist_below[0] = 0
    t.zobrist_turn, t.zobrist_opening = chance.integers(1, 1 << 62, 2)
