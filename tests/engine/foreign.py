"""Games of our own, written as clubs, servers and other programs write theirs: nothing here is copied from a file."""

import random
from collections.abc import Callable, Iterable, Iterator

from engine.game import Game
from engine.moves import Move
from engine.notation import Style, format_move, format_point
from engine.ruleset import Ruleset
from engine.turns import legal_moves

Writer = Callable[[Game, random.Random], str]
NUMBERED = {20: "20,W,10,10,N2,0", 21: "21,B,8,8,N1,0", 25: "25,W,8,8,A0,0", 26: "26,W,8,8,A0,0", 27: "27,W,12,12,N2,0"}
"""The kinds of draughts that PDN has a number for, with the tag in full."""
TWO_POINTS = {20, 27}
"""Where a win gives two points, and a draw one to each."""


def by_chance(ruleset: Ruleset, chance: random.Random, longest: int = 60) -> Game:
    """A game of so many turns at most."""
    game = Game.begin(ruleset)
    for _ in range(longest):
        if game.outcome:
            break
        game = game.play(chance.choice(game.legal_moves))
    return game


def _ends(ruleset: Ruleset, move: Move, style: Style) -> tuple[str, str]:
    return format_point(ruleset, move.path[0], style), format_point(ruleset, move.target, style)


def turns(game: Game, style: Style = Style.NUMBERS, *, ends_only: bool = False) -> Iterator[str]:
    """The turns by the numbers of their points, captures by both ends where that is enough."""
    for position, move in zip(game.positions, game.moves, strict=False):
        whole = format_move(game.ruleset, move, style)
        points = whole.split("x")
        if ends_only and len(points) > 2:
            others = [other for other in legal_moves(game.ruleset, position) if other != move]
            if (points[0], points[-1]) not in {_ends(game.ruleset, other, style) for other in others}:
                whole = f"{points[0]}x{points[-1]}"
        yield whole


def paired(words: Iterable[str], number: str = "{}. ") -> str:
    """Turns in pairs, each pair after its number."""
    listed = list(words)
    pairs = [" ".join(listed[at : at + 2]) for at in range(0, len(listed), 2)]
    return " ".join(number.format(at) + pair for at, pair in enumerate(pairs, 1))


def result(game: Game) -> str:
    """The result as clubs give it, the one who begins named first."""
    number = game.ruleset.gametype
    if game.outcome is None:
        return "*"
    if game.outcome.winner is None:
        return "1-1" if number in TWO_POINTS else "½-½"
    won = game.outcome.winner == game.ruleset.first
    if number in TWO_POINTS:
        return "2-0" if won else "0-2"
    return "1-0" if won else "0-1"


def _tags(game: Game, **more: str) -> str:
    assert game.ruleset.gametype is not None
    given = {"GameType": NUMBERED[game.ruleset.gametype], **more, "Result": result(game)}
    return "".join(f'[{name} "{value}"]\n' for name, value in given.items()) + "\n"


def club(game: Game, _: random.Random) -> str:
    """The standard's own: the result in the tag, a star at the end, captures by both ends."""
    return _tags(game, White="Adi", Black="Siti") + paired(turns(game, ends_only=True)) + " *\n"


def columns(game: Game, _: random.Random) -> str:
    """Turns in columns of one width, which tears the short ones apart."""

    def wide(turn: str) -> str:
        joint = "x" if "x" in turn else "-"
        first, *others = turn.split(joint)
        return joint.join(f"{point:>2}" for point in (first, *others))

    words = [wide(turn) for turn in turns(game)]
    rows = [f"{at // 2 + 1:>3}. {'  '.join(words[at : at + 2])}" for at in range(0, len(words), 2)]
    return _tags(game) + "\n".join(rows) + f"  {result(game)}\n"


def commented(game: Game, chance: random.Random) -> str:
    """With comments of both kinds, variations, marks and lines for programs among the turns."""
    others = (
        "{[%clk 0:12:34]}", "{ {nested} }", "(1. 32-28 (1. 33-28) 19-23 {a) bracket})", "$14", "; to the end 1. 2-3\n",
        "\n% a line for a program\n", "(!)", "{;}", "",
    )  # fmt: skip
    words = [f"{turn}{chance.choice(['', '!', '?', '!?'])} {chance.choice(others)}" for turn in turns(game)]
    return _tags(game) + paired(words) + f" {result(game)}\n"


def server(game: Game, chance: random.Random) -> str:
    """An export with clocks on one line: numbers close to the turns, no blank lines."""
    words = [f"{turn} {{[%clk 0:{chance.randrange(10)}:{chance.randrange(60):02}]}}" for turn in turns(game)]
    return " ".join((_tags(game, Site="a server") + paired(words, "{}.")).split()) + f" {result(game)}\n"


def russian(game: Game, _: random.Random) -> str:
    """By names of points, captures with a colon."""
    words = [turn.replace("x", ":") for turn in turns(game, Style.ALGEBRAIC)]
    return _tags(game) + paired(words, "{}.") + f" {result(game)}\n"


def from_a_position(game: Game, chance: random.Random) -> str:
    """The second half of the game, from its position with both counters, as servers give it."""
    ply = len(game.moves) // 2
    later = Game.begin(game.ruleset, game.positions[ply])
    for move in game.moves[ply:]:
        later = later.play_on().play(move)
    position, ruleset = later.positions[0], game.ruleset
    lists = []
    for side in (0, 1):
        points = position.pieces(ruleset, side)
        crowns = ["K" if ruleset.kind[position.cells[point]].is_king else "" for point in points]
        pieces = (f"{crown}{point + 1}" for crown, point in zip(crowns, points, strict=True))
        lists.append("WB"[side] + chance.choice([", ", ","]).join(pieces))
    fen = f"{'WB'[position.turn]}:{lists[0]}:{lists[1]}:H{position.quiet}:F{position.number}"
    return _tags(game, SetUp="1", FEN=fen) + " ".join(turns(later)) + f" {result(game)}\n"


WRITERS: dict[str, Writer] = {
    "club": club,
    "columns": columns,
    "commented": commented,
    "server": server,
    "russian": russian,
    "from a position": from_a_position,
}
