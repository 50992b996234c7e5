"""A second move generator, written from the pages of docs/rules/ alone and sharing nothing with ``engine.moves``.

Slow and simple on purpose: boards are dictionaries from (x, y) to a letter, turns are sets of texts. Each game's rules
stand here as a row of plain switches, so a fact that is wrong in ``engine/games`` does not agree with this one.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

Spot = tuple[int, int]
Grid = dict[Spot, str]

DIAGONALS = [(1, 1), (-1, 1), (1, -1), (-1, -1)]
STRAIGHTS = [(1, 0), (-1, 0), (0, 1), (0, -1)]


@dataclass(frozen=True)
class Rules:
    """The switches in which games differ."""

    board: str
    size: int = 8
    men_take_back: bool = False
    flying: bool = True
    dead_stay: bool = True
    duty: str = "must"
    most: str = "any"
    crown_in_passing: bool = False
    must_land_to_go_on: bool = False


RULES = {
    "permainan-tabal": Rules("tabal", men_take_back=True, dead_stay=False),
    "permainan-tabal-globe-joueur": Rules("tabal", men_take_back=True),
    "main-tapal-empat": Rules("alquerque", duty="may"),
    "malaysian-checkers": Rules("squares", 12, duty="price", most="piece"),
    "malaysian-checkers-8": Rules("squares", 8, duty="price", most="piece"),
    "malaysian-checkers-strict": Rules("squares", 12, most="piece"),
    "malaysian-checkers-8-strict": Rules("squares", 8, most="piece"),
    "international-draughts": Rules("squares", 10, men_take_back=True, most="all"),
    "canadian-draughts": Rules("squares", 12, men_take_back=True, most="all"),
    "brazilian-draughts": Rules("squares", 8, men_take_back=True, most="all"),
    "russian-draughts": Rules("squares", 8, men_take_back=True, crown_in_passing=True, must_land_to_go_on=True),
    "english-draughts": Rules("squares", 8, flying=False),
}


def name(spot: Spot) -> str:
    """``c3`` for (2, 2)."""
    return f"{'abcdefghijkl'[spot[0]]}{spot[1] + 1}"


def points(rules: Rules) -> set[Spot]:
    """The points of the board. Tabal: a square of ranks 3 to 7 and two triangles of 3 + 3 points each.

    Source: docs/rules/permainan-tabal.md#the-board.
    """
    if rules.board == "squares":
        return {(x, y) for x in range(rules.size) for y in range(rules.size) if (x + y) % 2 == 0}
    if rules.board == "alquerque":
        return {(x, y) for x in range(5) for y in range(5)}
    square = {(x, y) for x in range(5) for y in range(2, 7)}
    triangles = {(1, 1), (2, 1), (3, 1), (0, 0), (2, 0), (4, 0), (1, 7), (2, 7), (3, 7), (0, 8), (2, 8), (4, 8)}
    return square | triangles


def following(rules: Rules, spot: Spot, way: tuple[int, int]) -> Spot | None:
    """The next point along a line, if a line goes that way from here."""
    x, y = spot
    dx, dy = way
    if rules.board == "squares":
        there = (x + dx, y + dy)
        return there if dx and dy and there in points(rules) else None
    if rules.board == "alquerque":
        there = (x + dx, y + dy)
        joined = not (dx and dy) or (x + y) % 2 == 0
        return there if joined and there in points(rules) else None
    return _along_tabal(rules, spot, way)


def _along_tabal(rules: Rules, spot: Spot, way: tuple[int, int]) -> Spot | None:
    x, y = spot
    dx, dy = way
    stride = 2 if y in (0, 8) and dy == 0 else 1
    there = (x + stride * dx, y + dy)
    if there not in points(rules):
        return None
    in_square = 2 <= y <= 6 and 2 <= there[1] <= 6
    if in_square:
        return there if not (dx and dy) or (x + y) % 2 == 0 else None
    if dy == 0:
        return there
    if dx == 0:
        return there if x == 2 else None
    # The sides of a triangle are the only slanted lines outside the square, and they meet in its apex.
    apex_y = 2 if min(y, there[1]) < 2 else 6
    on_side = all(abs(sx - 2) == abs(sy - apex_y) for sx, sy in (spot, there))
    return there if on_side else None


def ahead(letter: str) -> int:
    """The forward direction for the owner of a man or king: White goes up."""
    return 1 if letter.isupper() else -1


def line(rules: Rules, spot: Spot, way: tuple[int, int]) -> list[Spot]:
    """All points from here to the end of the line."""
    found = []
    at = following(rules, spot, way)
    while at is not None:
        found.append(at)
        at = following(rules, at, way)
    return found


def is_mine(cell: str, side: str) -> bool:
    """Does a piece belong to the side with this letter?"""
    if side == "w":
        return cell in ("M", "K")
    if side == "b":
        return cell in ("m", "k")
    return cell == side.upper()


def quiet(rules: Rules, grid: Grid, spot: Spot) -> Iterator[Spot]:
    """The points to which a piece may go without capturing."""
    letter = grid[spot]
    for way in STRAIGHTS + DIAGONALS:
        stretch = line(rules, spot, way)
        if letter in "Mm":
            if way[1] * ahead(letter) < 0:
                continue
            stretch = stretch[:1]
        elif letter == "G" or (letter in "Kk" and not rules.flying):
            stretch = stretch[:1]
        for there in stretch:
            if there in grid:
                break
            yield there


def leaps(
    rules: Rules, grid: Grid, spot: Spot, letter: str, side: str, dead: frozenset[Spot]
) -> list[tuple[Spot, Spot]]:
    """Victim and landing of every leap; ``grid`` no longer holds the leaping piece."""
    if letter == "G":
        return []
    found: list[tuple[Spot, Spot]] = []
    far = letter in "Kk" and rules.flying
    for way in STRAIGHTS + DIAGONALS:
        if letter in "Mm" and not rules.men_take_back and way[1] * ahead(letter) < 0:
            continue
        stretch = line(rules, spot, way)
        snapshot = [index for index, there in enumerate(stretch) if there in grid]
        if not snapshot:
            continue
        first = snapshot[0]
        if first > 0 and not far:
            continue
        victim = stretch[first]
        if is_mine(grid[victim], side) or victim in dead:
            continue
        free = []
        for there in stretch[first + 1 :]:
            if there in grid:
                break
            free.append(there)
        if not far:
            free = free[:1]
        here = [(victim, there) for there in free]
        if rules.must_land_to_go_on and letter in "Kk":
            going_on = [(victim, there) for there in free if leaps(rules, grid, there, letter, side, dead | {victim})]
            here = going_on or here
        found += here
    return found


def routes(rules: Rules, grid: Grid, spot: Spot, side: str) -> list[tuple[list[Spot], list[Spot]]]:
    """Every complete capture of one piece: its landings and its victims."""
    rest = {there: cell for there, cell in grid.items() if there != spot}
    return _go_on(rules, rest, grid[spot], side, [spot], [])


def _go_on(
    rules: Rules, grid: Grid, letter: str, side: str, way: list[Spot], victims: list[Spot]
) -> list[tuple[list[Spot], list[Spot]]]:
    if letter == "T" and victims:
        return [(way, victims)]
    last_row = max(y for _, y in points(rules)) if ahead(letter) > 0 else 0
    if rules.crown_in_passing and letter in "Mm" and victims and way[-1][1] == last_row:
        letter = "K" if letter == "M" else "k"
    possible = leaps(rules, grid, way[-1], letter, side, frozenset(victims))
    if not possible:
        return [(way, victims)] if victims else []
    found = []
    for victim, landing in possible:
        left = dict(grid)
        if not rules.dead_stay:
            del left[victim]
        found += _go_on(rules, left, letter, side, [*way, landing], [*victims, victim])
    return found


def turns(key: str, text: str) -> set[str]:
    """The legal turns of a position text, in the notation of docs/rules/notation.md."""
    rules = RULES[key]
    fields = text.split()
    grid = read(rules, fields[0])
    side = fields[1]
    hand = fields[2] if len(fields) > 2 and not fields[2].startswith("f:") else "-"
    pending = fields[-1][2:].split(",") if fields[-1].startswith("f:") else []
    if pending:
        found = set()
        for named in pending:
            lost = next(spot for spot in grid if name(spot) == named)
            without = {spot: cell for spot, cell in grid.items() if spot != lost}
            found |= {f"~{named},{turn}" for turn in _turns(rules, without, side, hand)}
        return found
    return _turns(rules, grid, side, hand)


def _turns(rules: Rules, grid: Grid, side: str, hand: str) -> set[str]:
    if side == "t" and "T2" in hand:
        centre = sorted(name((x, y)) for x in (1, 2, 3) for y in (1, 2, 3) if (x, y) not in grid)
        return {f"T@{one},T@{two}" for one in centre for two in centre if one < two}
    if side == "g" and "G" in hand:
        return {f"@{name(spot)}" for spot in points(rules) if spot not in grid}
    mine = [spot for spot, cell in grid.items() if is_mine(cell, side)]
    every = {spot: found for spot in mine if (found := routes(rules, grid, spot, side))}
    captures = []
    longest = max((len(victims) for found in every.values() for _, victims in found), default=0)
    for found in every.values():
        own = max(len(victims) for _, victims in found)
        wanted = {"any": 1, "piece": own, "all": longest}[rules.most]
        captures += [way for way, victims in found if len(victims) >= wanted]
    texts = {"x".join(name(spot) for spot in way) for way in captures}
    if texts and rules.duty == "must":
        return texts
    for spot in mine:
        for there in quiet(rules, grid, spot):
            texts.add(f"{name(spot)}-{name(there)}" + _price(rules, every, spot, there))
    return texts


def _price(rules: Rules, every: Mapping[Spot, object], start: Spot, end: Spot) -> str:
    """The single piece that had to capture is lost at once, where it stands (docs/rules/malaysian-checkers.md#f3)."""
    if rules.duty != "price" or len(every) != 1:
        return ""
    lost = next(iter(every))
    return f",~{name(end if lost == start else lost)}"


def read(rules: Rules, board: str) -> Grid:
    """The pieces of a board text: ranks from the top, existing points only, digits for runs of free points."""
    grid: Grid = {}
    every = points(rules)
    for y, row in zip(sorted({y for _, y in every}, reverse=True), board.split("/"), strict=True):
        cells = "".join("." * int(letter) if letter.isdigit() else letter for letter in _joined(row))
        for spot, cell in zip(sorted(spot for spot in every if spot[1] == y), cells, strict=True):
            if cell != ".":
                grid[spot] = cell
    return grid


def _joined(row: str) -> list[str]:
    """Digits that belong together, letters one by one."""
    parts: list[str] = []
    for letter in row:
        if letter.isdigit() and parts and parts[-1].isdigit():
            parts[-1] += letter
        else:
            parts.append(letter)
    return parts
