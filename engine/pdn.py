"""Games in PDN 3.0, as its standard wants them written, for the kinds of draughts that it knows.

Pure: no input or output. ``engine.record`` reads them, and writes our own form, which every ruleset has
(docs/rules/notation.md#pdn).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.game import Game
from engine.moves import Move, play
from engine.notation import Style, format_point
from engine.position import Position, start_position
from engine.record import comment_text, tag_lines, termination_of
from engine.ruleset import Ruleset
from engine.stated import DRAW, OPEN, named_first
from engine.turns import legal_moves

_UNKNOWN = dict.fromkeys(("Event", "Site", "Date", "Round", "White", "Black"), "?") | {
    "Date": "????.??.??",
    "Result": OPEN,
}
"""The tags that the standard wants in every game, with what stands there for a value that is not known."""


class NoGameType(ValueError):
    """PDN has no number for a game."""


@dataclass(frozen=True)
class _GameType:
    """The standard's notation of a kind of draughts: the full tag, the names of squares, captures, and its points."""

    tag: str
    style: Style
    joint: str = "x"
    results: tuple[str, str, str] = ("1-0", "0-1", DRAW)
    """A win of the side that is named first, one of the other, and a draw."""


_INTERNATIONAL = ("2-0", "0-2", "1-1")
_GAME_TYPES = {
    20: _GameType("20,W,10,10,N2,0", Style.NUMBERS, results=_INTERNATIONAL),
    21: _GameType("21,B,8,8,N1,0", Style.NUMBERS),
    25: _GameType("25,W,8,8,A0,0", Style.ALGEBRAIC, ":"),
    26: _GameType("26,W,8,8,A0,0", Style.ALGEBRAIC),
    27: _GameType("27,W,12,12,N2,0", Style.NUMBERS, results=_INTERNATIONAL),
}


def format_pdn(game: Game, tags: Mapping[str, str], comments: Sequence[str] = ()) -> str:
    """The game in PDN 3.0. ``tags`` replace what is not known, and may be more.

    PDN has no place for the plies since the last capture in a position that a game begins with: they are left out.
    ``comments`` stand behind the turns, in their order; an empty one is left out. Raises NoGameType.
    """
    ruleset, start = game.ruleset, game.positions[0]
    kind = _GAME_TYPES.get(ruleset.gametype or 0)
    if kind is None:
        raise NoGameType(ruleset.key)
    own = {"Result": _result(game, kind), "GameType": kind.tag}
    if start != start_position(ruleset):
        own |= {"SetUp": "1", "FEN": _fen(ruleset, start, kind.style)}
    own["PlyCount"] = str(game.ply)
    if termination := termination_of(game):
        own["Termination"] = termination
    given = _UNKNOWN | {name: value for name, value in tags.items() if value}
    words = [*_turns(game, kind, comments), OPEN]
    return "\n".join([*tag_lines(given | own), "", *_lines(words)]) + "\n"


def _lines(words: Sequence[str], width: int = 80) -> Iterator[str]:
    """The words in lines of about that width."""
    line = ""
    for word in words:
        if line and len(line) + len(word) >= width:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    yield line


def _result(game: Game, kind: _GameType) -> str:
    if game.outcome is None:
        return OPEN
    if game.outcome.winner is None:
        return kind.results[2]
    return kind.results[game.outcome.winner != named_first(game.ruleset)]


def _fen(ruleset: Ruleset, position: Position, style: Style) -> str:
    lists = []
    for number, side in enumerate(ruleset.sides):
        points = position.pieces(ruleset, number)
        crowns = ["K" if ruleset.kind[position.cells[point]].is_king else "" for point in points]
        names = (crown + format_point(ruleset, point, style) for crown, point in zip(crowns, points, strict=True))
        lists.append(side.letter.upper() + ",".join(names))
    return ":".join((ruleset.sides[position.turn].letter.upper(), *lists))


def _turns(game: Game, kind: _GameType, comments: Sequence[str]) -> Iterator[str]:
    """Numbered turns, each number once."""
    number = None
    for ply, (position, move) in enumerate(zip(game.positions, game.moves, strict=False)):
        if position.number != number:
            number = position.number
            yield f"{number}." if position.turn == game.ruleset.first else f"{number}..."
        yield _turn(game.ruleset, position, move, kind)
        if comment := comments[ply] if ply < len(comments) else "":
            yield comment_text(comment)


def _turn(ruleset: Ruleset, position: Position, move: Move, kind: _GameType) -> str:
    """A turn by its ends, or by its whole way where turns with these ends leave different positions."""
    ends = (move.path[0], move.path[-1])
    if not move.captured:
        return "-".join(format_point(ruleset, point, kind.style) for point in ends)
    alike = [other for other in legal_moves(ruleset, position) if (other.path[0], other.path[-1]) == ends]
    one = len({play(ruleset, position, other) for other in alike}) == 1
    way = ends if one else _whole_way(ruleset, move)
    return kind.joint.join(format_point(ruleset, point, kind.style) for point in way)


def _whole_way(ruleset: Ruleset, move: Move) -> tuple[int, ...]:
    """The squares where a capture turns; where it goes straight on, the one behind each piece that it takes."""
    places = ruleset.board.coordinates
    at = {place: point for point, place in enumerate(places)}
    headings = [_heading(places[here], places[there]) for here, there in zip(move.path, move.path[1:], strict=False)]
    way = [move.path[0]]
    for leap, landing in enumerate(move.path[1:-1]):
        (file, rank), (right, up) = places[move.captured[leap]], headings[leap]
        way.append(landing if headings[leap] != headings[leap + 1] else at[file + right, rank + up])
    return (*way, move.path[-1])


def _heading(here: tuple[int, int], there: tuple[int, int]) -> tuple[int, int]:
    """The direction of a leap: one square right or left, and up or down."""
    return (1 if there[0] > here[0] else -1, 1 if there[1] > here[1] else -1)
