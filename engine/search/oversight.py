"""The oversights of a weaker player: captures of several pieces, though never one of a king."""

from typing import Any

from engine.search.jit import inlined, int64, kernel, lsb, state, tables
from engine.search.make_move import make, unmake
from engine.search.move_code import HUFF, POINT_MASK
from engine.search.movegen import generate


@kernel(tables, state, int64)
def takes_king(t: Any, s: Any, move: int) -> int:
    """Does a capture take a king?"""
    for word in range(t.words):
        points = s.move_set[move, word]
        while points:
            if t.king[s.board[t.point[word, lsb(points)]]]:
                return 1
            points &= points - 1
    return 0


@inlined(tables, state, int64, int64)
def is_overlooked(t: Any, s: Any, move: int, captured: int) -> int:
    """Is a move that captures so many pieces one that the player whose search this is does not see?"""
    return 1 if 0 < s.overlooked <= captured and takes_king(t, s, move) == 0 else 0


@kernel(tables, state, int64)
def risks_king(t: Any, s: Any, move: int) -> int:
    """Can the other side capture a king, or have one forfeited, as soon as this move is made?"""
    make(t, s, move)
    first = s.move_top
    first_route = s.route_top
    generate(t, s)
    risked = 0
    for reply in range(first, s.move_top):
        huff = (s.move_code[reply] >> HUFF) & POINT_MASK
        if takes_king(t, s, reply) or (huff and t.king[s.board[huff - 1]]):
            risked = 1
            break
    s.move_top = first
    s.route_top = first_route
    unmake(t, s, move)
    return risked
