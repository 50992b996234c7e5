"""The boards of lines that games are played on, as data: no function, no class."""

from dataclasses import replace

from engine.board import alquerque_lines, lines_board

# Lines of a square on ranks 3 to 7 that go on below it, on boards with a triangle or a house there.
_IN_LONGER_LINES = ("c3 c4 c5 c6 c7", "e5 d4 c3", "c3 b4 a5")

ALQUERQUE = lines_board(*alquerque_lines(bottom=1))

# docs/rules/adugo.md#the-board: a square with one triangle below it, the lair of the jaguar.
ADUGO = lines_board(
    *("a1 c1 e1", "b2 c2 d2", "c1 c2 c3 c4 c5 c6 c7", "a1 b2 c3 d4 e5", "e1 d2 c3 b4 a5"),
    *(line for line in alquerque_lines(bottom=3) if line not in _IN_LONGER_LINES),
)

# docs/rules/permainan-tabal.md#the-board: a square with two triangles; file c and the sides of the triangles run
# straight through the joins c3 and c7.
TABAL = lines_board(
    *("a1 c1 e1", "b2 c2 d2", "a3 b3 c3 d3 e3", "a4 b4 c4 d4 e4", "a5 b5 c5 d5 e5"),
    *("a6 b6 c6 d6 e6", "a7 b7 c7 d7 e7", "b8 c8 d8", "a9 c9 e9"),
    *("a3 a4 a5 a6 a7", "b3 b4 b5 b6 b7", "c1 c2 c3 c4 c5 c6 c7 c8 c9", "d3 d4 d5 d6 d7", "e3 e4 e5 e6 e7"),
    *("a1 b2 c3 d4 e5", "a3 b4 c5 d6 e7", "a5 b6 c7 d8 e9"),
    *("e1 d2 c3 b4 a5", "e3 d4 c5 b6 a7", "e5 d6 c7 b8 a9"),
)

# docs/rules/buga-shadara.md#the-board: a square with two houses, each a small square that stands on a corner.
BUGA = lines_board(
    *("c1 c2 c3 c4 c5 c6 c7 c8 c9", "b2 c2 d2", "b8 c8 d8", "b2 c3 d4 e5", "d2 c3 b4 a5", "a5 b6 c7 d8", "e5 d6 c7 b8"),
    *("c1 b2", "c1 d2", "c9 b8", "c9 d8"),
    *(line for line in alquerque_lines(bottom=3) if line not in (*_IN_LONGER_LINES, "a5 b6 c7", "c7 d6 e5")),
)

# docs/rules/komikan.md#the-board: a square with a tower above it; the square's points lie two files and ranks apart.
KOMIKAN = lines_board(
    *("a1 c1 e1 g1 i1", "a3 c3 e3 g3 i3", "a5 c5 e5 g5 i5", "a7 c7 e7 g7 i7", "a9 c9 e9 g9 i9"),
    *("a1 a3 a5 a7 a9", "c1 c3 c5 c7 c9", "g1 g3 g5 g7 g9", "i1 i3 i5 i7 i9", "e1 e3 e5 e7 e9 e10 e11 e12"),
    *("a1 c3 e5 g7 i9", "i1 g3 e5 c7 a9", "a5 c3 e1", "e1 g3 i5", "a5 c7 e9 f10 g11 h12", "i5 g7 e9 d10 c11 b12"),
    *("d10 d11 d12", "f10 f11 f12", "d10 e10 f10", "c11 d11 e11 f11 g11", "b12 d12 e12 f12 h12"),
)

# docs/rules/game-of-solomon.md#the-board: a hexagram with three long diagonals.
_STAR = lines_board(
    *("a2 d2 e2 f2 i2", "a6 d6 e6 f6 i6", "a2 b4 c5 d6 e7", "i2 h4 g5 f6 e7", "a6 b4 c3 d2 e1", "i6 h4 g3 f2 e1"),
    *("e1 e2 e4 e6 e7", "a2 c3 e4 g5 i6", "a6 c5 e4 g3 i2"),
)
SOLOMON = replace(
    _STAR,
    file_places=tuple(place * 2 / 3 for place in (0, 2, 3, 4, 6, 8, 9, 10, 12)),
    rank_places=tuple(place * 2 / 3**0.5 for place in (0, 2, 3, 4, 5, 6, 8)),
)
