"""A third reading of the rules of the relatives, written from their pages alone; it shares nothing with ``engine``.

Slow and simple on purpose, and built otherwise than the engine: a board is a picture of its lines, a position a
dictionary from names of points to piles of letters, a turn a text. What each game says stands in ``GAMES`` as words,
each read in one place below.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, pairwise

Piles = dict[str, str]
"""The pieces on each point that has any, a letter each, the lowest first."""

_ALQUERQUE = """
a1 b1 c1 d1 e1 / a2 b2 c2 d2 e2 / a3 b3 c3 d3 e3 / a4 b4 c4 d4 e4 / a5 b5 c5 d5 e5
a1 a2 a3 a4 a5 / b1 b2 b3 b4 b5 / c1 c2 c3 c4 c5 / d1 d2 d3 d4 d5 / e1 e2 e3 e4 e5
a1 b2 c3 d4 e5 / a5 b4 c3 d2 e1 / a3 b4 c5 / c5 d4 e3 / e3 d2 c1 / c1 b2 a3
"""
_CORE = """
a3 b3 c3 d3 e3 / a4 b4 c4 d4 e4 / a5 b5 c5 d5 e5 / a6 b6 c6 d6 e6 / a7 b7 c7 d7 e7
a3 a4 a5 a6 a7 / b3 b4 b5 b6 b7 / d3 d4 d5 d6 d7 / e3 e4 e5 e6 e7 / a3 b4 c5 d6 e7 / e3 d4 c5 b6 a7
"""
_LAIR = "a1 c1 e1 / b2 c2 d2 / a1 b2 c3 d4 e5 / e1 d2 c3 b4 a5"
DRAWN = {
    "alquerque": _ALQUERQUE,
    "tabal": _CORE + _LAIR + "/ a9 c9 e9 / b8 c8 d8 / a5 b6 c7 d8 e9 / e5 d6 c7 b8 a9 / c1 c2 c3 c4 c5 c6 c7 c8 c9",
    "adugo": _CORE + _LAIR + "/ c1 c2 c3 c4 c5 c6 c7 / a5 b6 c7 / c7 d6 e5",
    "buga": _CORE
    + """
        c1 c2 c3 c4 c5 c6 c7 c8 c9 / b2 c2 d2 / b8 c8 d8 / b2 c3 d4 e5 / d2 c3 b4 a5 / a5 b6 c7 d8 / e5 d6 c7 b8
        c1 b2 / c1 d2 / c9 b8 / c9 d8
    """,
    "komikan": """
        a1 c1 e1 g1 i1 / a3 c3 e3 g3 i3 / a5 c5 e5 g5 i5 / a7 c7 e7 g7 i7 / a9 c9 e9 g9 i9
        a1 a3 a5 a7 a9 / c1 c3 c5 c7 c9 / g1 g3 g5 g7 g9 / i1 i3 i5 i7 i9 / e1 e3 e5 e7 e9 e10 e11 e12
        a1 c3 e5 g7 i9 / i1 g3 e5 c7 a9 / a5 c3 e1 / e1 g3 i5 / a5 c7 e9 f10 g11 h12 / i5 g7 e9 d10 c11 b12
        d10 d11 d12 / f10 f11 f12 / d10 e10 f10 / c11 d11 e11 f11 g11 / b12 d12 e12 f12 h12
    """,
    "solomon": """
        a2 d2 e2 f2 i2 / a6 d6 e6 f6 i6 / a2 b4 c5 d6 e7 / i2 h4 g5 f6 e7 / a6 b4 c3 d2 e1 / i6 h4 g3 f2 e1
        e1 e2 e4 e6 e7 / a2 c3 e4 g5 i6 / a6 c5 e4 g3 i2
    """,
}
"""The lines of each board, as its page lists them."""


@dataclass(frozen=True)
class Piece:
    """The facts that a page gives on a piece: how far it goes and which way, how it takes, what it turns into."""

    goes: str = "step"
    ways: str = "F FD S B BD"
    takes: str = "no"
    take_ways: str = "F FD S B BD"
    becomes: str = ""


@dataclass(frozen=True)
class Rules:
    """The facts that a page gives on a game."""

    board: str
    pieces: dict[str, Piece]
    duty: str = "must"
    most: bool = False
    chain: str = "complete"
    dead_stay: bool = False
    far: dict[str, str] = field(default_factory=dict)
    words: str = ""


def _two(man: Piece, king: Piece | None = None) -> dict[str, Piece]:
    pieces = {"M": man, "m": man}
    return pieces if king is None else {**pieces, "K": king, "k": king}


_STEP = Piece()
_SOLDIER = Piece(takes="short")
_HUNTER = Piece(takes="short")
_FLYING = Piece("slide", takes="long")
_HUNT = {"G": _STEP, "T": _HUNTER}
_DROPPED = {"G": Piece("stay"), "T": Piece("slide", takes="short")}
_ROW = {"G": _STEP, "T": Piece(takes="odd row")}
_TABAL_MAN = Piece(ways="F FD S", takes="short", becomes="K")
_BELL = Piece(ways="F FD S", takes="short", take_ways="F FD S")
_COMOROS = Piece(ways="F FD S", takes="short", take_ways="F FD S", becomes="K")
_SOLOMON = Piece(ways="F FD S", takes="short", take_ways="F FD S", becomes="K")
_KENYA_MAN = Piece(ways="F S", takes="short", take_ways="F S", becomes="K")
_KENYA_KING = Piece("slide", "F S B", "long", "F S B")
_OMNI_MAN = Piece(ways="F FD", takes="short", becomes="K")
_DAM_MAN = Piece(ways="FD", takes="short", take_ways="FD", becomes="K")
_DUTCH_MAN = Piece(ways="FD", takes="short", take_ways="FD BD", becomes="K")
_QUEEN = Piece("slide", "FD BD", "long", "FD BD", becomes="S")
_TABAL_FAR = {"w": "a9 c9 e9", "b": "a1 c1 e1"}
_RANKS_5 = {"w": "a5 b5 c5 d5 e5", "b": "a1 b1 c1 d1 e1"}
_DUTCH = Rules("full 10", {**_two(_DUTCH_MAN, _QUEEN), "S": _FLYING, "s": _FLYING}, most=True, dead_stay=True)

GAMES: dict[str, Rules] = {
    "bagh-chal": Rules("alquerque", _HUNT, "may", chain="single"),
    "bagh-chal-no-repeating": Rules("alquerque", _HUNT, "may", chain="single"),
    "tapal-empat-15": Rules(
        "alquerque",
        {"G": _STEP, "T": Piece("slide", takes="short")},
        "may",
        chain="single",
        words="tigers in the centre",
    ),
    "tapak-empat-1919": Rules("alquerque", _DROPPED, "may", chain="single"),
    "sholo-guti": Rules("tabal", _two(_SOLDIER), "may", chain="may stop"),
    "sixteen-soldiers": Rules("tabal", _two(_SOLDIER)),
    "sixteen-soldiers-huff": Rules("tabal", _two(_SOLDIER), "price"),
    "alquerque": Rules("alquerque", _two(_SOLDIER)),
    "alquerque-huff": Rules("alquerque", _two(_SOLDIER), "price"),
    "alquerque-free": Rules("alquerque", _two(_SOLDIER), "may", chain="may stop"),
    "alquerque-bell": Rules("alquerque", _two(_BELL), far=_RANKS_5, words="rest on the far rank"),
    "adugo": Rules("adugo", _HUNT, "may", chain="may stop"),
    "adugo-single": Rules("adugo", _HUNT, "may", chain="single"),
    "catch-the-hare": Rules("alquerque", _HUNT, "may", chain="may stop"),
    "catch-the-hare-single": Rules("alquerque", _HUNT, "may", chain="single"),
    "dam-daman": Rules("tabal", _two(_TABAL_MAN, _FLYING), far=_TABAL_FAR),
    "rimau": Rules("tabal", _ROW, "may", chain="single"),
    "rimau-rimau": Rules("tabal", _ROW, "may", chain="single", words="put a tiger elsewhere"),
    "rimau-rimau-b": Rules("tabal", _HUNT, "may", chain="single", words="put a tiger elsewhere"),
    "komikan": Rules("komikan", _HUNT, "may", chain="may stop"),
    "komikan-forward": Rules("komikan", {"G": Piece(ways="F FD"), "T": _HUNTER}, "may", chain="may stop"),
    "buga-shadara": Rules("buga", _HUNT, "may", chain="single"),
    "bagh-bandi": Rules("alquerque", _HUNT, "must", chain="may stop", words="no pile twice"),
    "sher-bakar": Rules("alquerque", _HUNT, "may", chain="may stop", words="no pile twice, join again"),
    "bagh-bandi-basirhat": Rules("tabal", _HUNT, "may", chain="may stop", words="not straight back, tigers anywhere"),
    "main-dam": Rules("dark 8", _two(_DAM_MAN, _FLYING), dead_stay=True),
    "dama-kenya": Rules(
        "full 8", _two(_KENYA_MAN, _KENYA_KING), most=True, words="not straight back, crowned in passing, king first"
    ),
    "dama-comoros": Rules("alquerque", _two(_COMOROS, _FLYING), "price", chain="single", far=_RANKS_5),
    "dama-comoros-strict": Rules("alquerque", _two(_COMOROS, _FLYING), chain="single", far=_RANKS_5),
    "game-of-solomon": Rules("solomon", _two(_SOLOMON, _SOLDIER), chain="single", far={"w": "e7", "b": "e1"}),
    "omnidirectional-draughts": Rules("full 8", _two(_OMNI_MAN, _FLYING), most=True, dead_stay=True),
    "omnidirectional-draughts-6": Rules("full 6", _two(_OMNI_MAN, _FLYING), most=True, dead_stay=True),
    "omnidirectional-draughts-10": Rules("full 10", _two(_OMNI_MAN, _FLYING), most=True, dead_stay=True),
    "dutch-queens-1805": _DUTCH,
    "dutch-queens-20": _DUTCH,
}


@cache
def lines_of(board: str) -> list[list[str]]:
    """The lines of a board, each as the names of its points."""
    if board in DRAWN:
        return [line.split() for row in DRAWN[board].splitlines() for line in row.split("/") if line.strip()]
    size, dark = int(board.split()[1]), board.startswith("dark")
    cells = [(x, y) for x in range(size) for y in range(size) if not dark or (x + y) % 2 == 0]
    names = {(x, y): f"{'abcdefghij'[x]}{y + 1}" for x, y in cells}
    lines = []
    for dx, dy in ((1, 1), (1, -1)) if dark else ((1, 0), (0, 1), (1, 1), (1, -1)):
        for x, y in names:
            if (x - dx, y - dy) not in names:
                line = [names[x, y]]
                while (x + dx, y + dy) in names:
                    x, y = x + dx, y + dy
                    line.append(names[x, y])
                lines.append(line)
    return [line for line in lines if len(line) > 1]


@cache
def ways_from(board: str, point: str) -> list[list[str]]:
    """The points of each line from a point on, in both directions."""
    found = []
    for line in lines_of(board):
        if point in line:
            place = line.index(point)
            found += [line[place + 1 :], line[:place][::-1]]
    return [way for way in found if way]


def heading(start: str, end: str, side: str) -> str:
    """Forward, diagonally forward, sideways ... as the side sees it: Black and the hunters look down the board."""
    across, up = ord(end[0]) - ord(start[0]), int(end[1:]) - int(start[1:])
    if side in "bt":
        up = -up
    if up == 0:
        return "S"
    return ("F" if up > 0 else "B") + ("D" if across else "")


def owner(pile: str) -> str:
    """The side of a piece or pile."""
    if pile[-1] in "GT":
        return pile[-1].lower()
    return "w" if pile.isupper() else "b"


def read(board: str, text: str) -> Piles:
    """The piles of a board text."""
    points = sorted({point for line in lines_of(board) for point in line}, key=lambda name: (-int(name[1:]), name[0]))
    piles: Piles = {}
    ranks = sorted({int(point[1:]) for point in points}, reverse=True)
    for rank, row in zip(ranks, text.split("/"), strict=True):
        here = iter(point for point in points if int(point[1:]) == rank)
        at = 0
        while at < len(row):
            if row[at].isdigit():
                width = 2 if row[at : at + 2].isdigit() else 1
                for _ in range(int(row[at : at + width])):
                    next(here)
                at += width
                continue
            letter, at, height = row[at], at + 1, 1
            if row[at : at + 1] == "{":
                close = row.index("}", at)
                height, at = int(row[at + 1 : close]), close + 1
            piles[next(here)] = letter * height
    return piles


def less(piles: Piles, *points: str) -> Piles:
    """The piles without the top piece of some points."""
    left = dict(piles)
    for point in points:
        left[point] = left[point][:-1]
        if not left[point]:
            del left[point]
    return left


def turns(key: str, text: str) -> set[str]:
    """The turns of a position text of a game."""
    return turns_by(GAMES[key], text)


def turns_by(rules: Rules, text: str) -> set[str]:
    """The turns of a position text by what a page says."""
    fields = text.split()
    piles, side = read(rules.board, fields[0]), fields[1]
    pending = fields.pop()[2:].split(",") if fields[-1].startswith("f:") else []
    hand = fields[2] if len(fields) > 2 else "-"
    if hand.startswith("~"):
        return set(openings(rules, piles, side, int(hand[1])))
    if pending:
        return {f"~{lost},{turn}" for lost in pending for turn in plain_turns(rules, less(piles, lost), side, hand)}
    return set(plain_turns(rules, piles, side, hand))


def openings(rules: Rules, piles: Piles, side: str, number: int) -> Iterator[str]:
    """Take so many enemies off; some games then let a piece be put elsewhere."""
    every = {point for line in lines_of(rules.board) for point in line}
    for gone in combinations(sorted(point for point in piles if owner(piles[point]) != side), number):
        first = ",".join(f"~{point}" for point in gone)
        yield first
        if "put a tiger elsewhere" in rules.words:
            left = less(piles, *gone)
            own = [point for point in left if owner(left[point]) == side]
            yield from (f"{first},{start}@{end}" for start in own for end in every - set(left))


def plain_turns(rules: Rules, piles: Piles, side: str, hand: str) -> Iterator[str]:
    """Drops while there are pieces in hand, else captures and quiet moves."""
    every = {point for line in lines_of(rules.board) for point in line}
    if side.upper() in hand:
        free = sorted(every - set(piles))
        if side == "t":
            centre = ["b2", "b3", "b4", "c2", "c3", "c4", "d2", "d3", "d4"]
            seats = [point for point in free if "anywhere" in rules.words or point in centre]
            yield from (f"T@{one},T@{two}" for one, two in combinations(seats, 2))
        else:
            yield from (f"@{point}" for point in free)
        return
    own = sorted(point for point in piles if owner(piles[point]) == side)
    taking = {point: found for point in own if (found := list(captures(rules, piles, point)))}
    wanted = [(route, many) for found in taking.values() for route, many in found]
    if rules.most:
        best = max((many for _, many in wanted), default=0)
        wanted = [(route, many) for route, many in wanted if many == best]
    if "king first" in rules.words and any(piles[route[0]] in "Kk" for route, _ in wanted):
        wanted = [(route, many) for route, many in wanted if piles[route[0]] in "Kk"]
    yield from ("x".join(route) for route, _ in wanted)
    if wanted and rules.duty == "must":
        return
    for start in own:
        for end in quiet(rules, piles, start, side):
            price = ""
            if rules.duty == "price" and len(taking) == 1:
                lost = next(iter(taking))
                price = f",~{end if lost == start else lost}"
            yield f"{start}-{end}{price}"


def quiet(rules: Rules, piles: Piles, start: str, side: str) -> Iterator[str]:
    """The points to which the top piece of a point may go without taking."""
    piece = rules.pieces[piles[start][-1]]
    if piece.goes == "stay" or ("rest on the far rank" in rules.words and start in rules.far[side].split()):
        return
    for way in ways_from(rules.board, start):
        if heading(start, way[0], side) not in piece.ways.split():
            continue
        for point in way if piece.goes == "slide" else way[:1]:
            if point not in piles:
                yield point
                continue
            goats = piles[point][-1] == piles[start][-1] == "G"
            if "join again" in rules.words and goats and point in ("b2", "b4", "d2", "d4"):
                yield point
            break


def captures(rules: Rules, piles: Piles, start: str) -> Iterator[tuple[list[str], int]]:
    """Every capture of the top piece of a point: its landings, and how many it takes."""
    yield from onward(rules, less(piles, start), piles[start][-1], [start], [])


def onward(
    rules: Rules, piles: Piles, letter: str, route: list[str], taken: list[str]
) -> Iterator[tuple[list[str], int]]:
    """The capture as far as it has come, if it may end there, and everything that it can go on to."""
    if "crowned in passing" in rules.words and len(route) > 1 and route[-1] in far_row(rules, owner(letter)):
        letter = {"M": "K", "m": "k"}.get(letter, letter)
    further = [] if rules.chain == "single" and taken else list(leaps(rules, piles, letter, route, taken))
    if taken and (not further or rules.chain == "may stop"):
        yield route, len(taken)
    for victims, landing in further:
        left = piles if rules.dead_stay else less(piles, *victims)
        yield from onward(rules, left, letter, [*route, landing], [*taken, *victims])


def far_row(rules: Rules, side: str) -> list[str]:
    """The far row of a full board."""
    size = int(rules.board.split()[1])
    return [f"{file}{size if side == 'w' else 1}" for file in "abcdefghij"[:size]]


def leaps(
    rules: Rules, piles: Piles, letter: str, route: list[str], taken: list[str]
) -> Iterator[tuple[list[str], str]]:
    """The pieces that may be leapt over, with the points of landing."""
    piece, side, here = rules.pieces[letter], owner(letter), route[-1]
    if piece.takes == "no":
        return
    for way in ways_from(rules.board, here):
        if heading(here, way[0], side) not in piece.take_ways.split():
            continue
        if (
            "not straight back" in rules.words
            and len(route) > 1
            and any(
                {route[-2], here, way[0]} <= set(line) and _between(line, route[-2], here, way[0])
                for line in lines_of(rules.board)
            )
        ):
            continue
        ahead = list(way)
        while piece.takes == "long" and ahead and ahead[0] not in piles:
            ahead.pop(0)
        row = []
        while ahead and ahead[0] in piles and owner(piles[ahead[0]]) != side and not _barred(rules, ahead[0], taken):
            row.append(ahead.pop(0))
            if piece.takes != "odd row":
                break
        if len(row) % 2 == 0:
            continue
        for landing in ahead if piece.takes == "long" else ahead[:1]:
            if landing in piles:
                break
            yield row, landing


def _between(line: list[str], before: str, here: str, after: str) -> bool:
    """Do the point one came from and the next one lie on the same side of the point between?"""
    return (line.index(before) - line.index(here)) * (line.index(after) - line.index(here)) > 0


def _barred(rules: Rules, point: str, taken: list[str]) -> bool:
    """Was the point leapt over already, where that is not allowed again?"""
    return point in taken and (rules.dead_stay or "no pile twice" in rules.words)


def check_lines() -> None:
    """No two points are joined by two lines."""
    for board in DRAWN:
        edges = [frozenset(edge) for line in lines_of(board) for edge in pairwise(line)]
        assert len(edges) == len(set(edges)), board
