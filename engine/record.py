"""Whole games as text: PDN-like records, and positions in the PDN way (docs/rules/notation.md#records).

Pure: no input or output.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.captures import Pieces
from engine.game import Game
from engine.games import UnknownRuleset, find_ruleset, rulesets
from engine.moves import Move
from engine.notation import format_move
from engine.parser import AmbiguousMove, MoveError, parse_move
from engine.position import EMPTY, InvalidPosition, Position, format_position, parse_position, start_position
from engine.ruleset import Ending, Ruleset

_TAG = re.compile(r'\s*+\[\s*+(\w++)\s++"((?:[^"\\]++|\\.)*)"\s*+\]')
_ESCAPED = re.compile(r"\\(.)")
_SPACES = re.compile(r"\s+")
_OWN_NUMBER = re.compile(r"\d{1,9}+(?!\d)")
_VERSION = re.compile(r"@\d++$")
_LINE_OR_NUMBER = re.compile(r"^[^\S\n]*+;.*+|(?<!\d)\d++\s*+\.(?:\s*+\.\.)?", re.MULTILINE)
_NOISE = re.compile(rf"\{{[^}}]*+\}}?+|{_LINE_OR_NUMBER.pattern}", re.MULTILINE)
"""Comments and move numbers; a comment without an end is found too, once, because nothing after it can have one."""
_TURN = re.compile(r"(?:~\w++,)?[^~,]++(?:,[^~,][^~,@]*+@[^~,]++)?(?:,~\w++)?")
_OPENING = re.compile(r"~\w++(?:,~\w++)*(?:,\w++@\w++)?")
_LISTS = re.compile(r"\s*+[A-Za-z]:[A-Za-z]")
_RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
_ON_TIME = "time forfeit"
"""What PGN and PDN have in the tag Termination where a player had no time left."""
MOST_PLIES = 5000
"""Longer records are refused; no real game has so many plies."""
MOST_TAGS = 100
"""Records with more tags are refused."""


class InvalidRecord(ValueError):
    """A record cannot be read; the message says where, and why."""


@dataclass(frozen=True)
class Record:
    """A game with its tags (Event, White, Black ...)."""

    tags: Mapping[str, str]
    game: Game


def format_record(game: Game, tags: Mapping[str, str], comments: Sequence[str] = ()) -> str:
    """The game as a record. ``tags`` come first; those that follow from the game are added.

    ``comments`` stand behind the turns, in their order; an empty one is left out.
    """
    ruleset, start = game.ruleset, game.positions[0]
    own = {"Ruleset": f"{ruleset.key}@1"}
    if ruleset.gametype is not None:
        own["GameType"] = str(ruleset.gametype)
    if {side.letter for side in ruleset.sides} != {"w", "b"}:
        own["Sides"] = ",".join(side.letter.upper() for side in ruleset.sides)
    if start != start_position(ruleset):
        own |= {"SetUp": "1", "FEN": format_position(ruleset, start)}
    own["Result"] = result_of(game)
    if game.outcome and game.outcome.ending is Ending.TIME:
        own["Termination"] = _ON_TIME
    lines = [f'[{name} "{_quoted(value)}"]' for name, value in {**tags, **own}.items()]
    return "\n".join([*lines, "", " ".join([*_movetext(game, comments), own["Result"]])]) + "\n"


def result_of(game: Game) -> str:
    """``1-0``, ``0-1``, ``1/2-1/2``, or ``*`` while the game goes on; the first side of the ruleset counts as White."""
    if game.outcome is None:
        return "*"
    if game.outcome.winner is None:
        return "1/2-1/2"
    return "1-0" if game.outcome.winner == 0 else "0-1"


def parse_record(text: str) -> Record:
    """Read a record, replaying every move; moves may be written in any way that is not ambiguous.

    Raises InvalidRecord, which names the turn or the tag.
    """
    tags, body = _split(text)
    ruleset = _ruleset(tags)
    try:
        start = read_position(ruleset, tags["FEN"]) if "FEN" in tags else None
    except InvalidPosition as error:
        raise InvalidRecord(f"the tag FEN: {error}") from None
    game, result = _replay(Game.begin(ruleset, start), _NOISE.sub(_without_noise, body).split())
    return Record(tags, _ended(game, result, tags))


def read_position(ruleset: Ruleset, text: str) -> Position:
    """A position in either form: ranks as ``parse_position`` reads them, or lists of points as PDN has them.

    Raises InvalidPosition.
    """
    return parse_pdn_position(ruleset, text) if _LISTS.match(text) else parse_position(ruleset, text)


def parse_pdn_position(ruleset: Ruleset, text: str) -> Position:
    """Read ``W:W21,22,K30:B1,2`` or the same with names of points, ranges as ``21-32`` included.

    Raises InvalidPosition.
    """
    fields = text.strip().rstrip(".").split(":")
    letters = [side.letter.upper() for side in ruleset.sides]
    if len(fields) != 3 or fields[0].upper() not in letters:
        raise InvalidPosition("a PDN position looks like W:W21,22,K30:B1,2", text.strip())
    pieces = Pieces([EMPTY] * len(ruleset.board.points), {})
    for field in fields[1:]:
        if field[:1].upper() not in letters:
            raise InvalidPosition(f"a list of pieces begins with {' or '.join(letters)}", field)
        side = letters.index(field[0].upper())
        for point, crown in _listed(ruleset, field[1:]):
            if ruleset.stacks is None and pieces.cells[point] != EMPTY:
                pieces.lift(point)
            pieces.put(point, _letter(ruleset, side, crown))
    return Position("".join(pieces.cells), letters.index(fields[0].upper()), stacks=pieces.stacks())


def _quoted(value: str) -> str:
    return _SPACES.sub(" ", value).replace("\\", "\\\\").replace('"', '\\"')


def _commented(comment: str) -> str:
    """A comment in braces, which nothing inside ends."""
    return f"{{{_SPACES.sub(' ', comment).replace('}', ')')}}}"


def _movetext(game: Game, comments: Sequence[str]) -> Iterator[str]:
    """Numbered turns; a forfeit stands between the declined move and the reply. After a comment comes a number."""
    number = None
    for ply, (position, move) in enumerate(zip(game.positions, game.moves, strict=False)):
        if position.number != number:
            number = position.number
            yield f"{number}." if position.turn == game.ruleset.first else f"{number}..."
        text = format_move(game.ruleset, move)
        yield text if move.removed else text.replace(",~", " ~").replace(",", " ", int(move.huff is not None))
        if comment := comments[ply] if ply < len(comments) else "":
            yield _commented(comment)
            number = None


def _split(text: str) -> tuple[dict[str, str], str]:
    """The tags, each on a line of its own or all on one (as chats paste them), and what follows."""
    tags: dict[str, str] = {}
    at = count = 0
    while found := _TAG.match(text, at):
        count += 1
        if count > MOST_TAGS:
            raise InvalidRecord(f"the record has more than {MOST_TAGS} tags")
        tags[found[1]] = _ESCAPED.sub(r"\1", found[2])
        at = found.end()
    return tags, text[at:]


def _without_noise(found: re.Match[str]) -> str:
    """What stands in the place of a comment or a number: a space; a brace that is never closed hides nothing."""
    noise = found[0]
    return _LINE_OR_NUMBER.sub(" ", noise) if noise[0] == "{" and noise[-1] != "}" else " "


def _ruleset(tags: Mapping[str, str]) -> Ruleset:
    """The game that the tags name: by its key, or by PDN's number of a kind of draughts."""
    gametype = _OWN_NUMBER.match(tags.get("GameType", ""))
    try:
        return find_ruleset(_VERSION.sub("", tags.get("Ruleset", "")))
    except UnknownRuleset:
        for ruleset in rulesets():
            if gametype and "Ruleset" not in tags and ruleset.gametype == int(gametype[0]):
                return ruleset
        raise InvalidRecord('the record needs a tag [Ruleset "..."] with the key of a game') from None


def _replay(game: Game, words: list[str]) -> tuple[Game, str]:
    """Play the words of a movetext; a forfeit belongs to the turn before it if it is automatic, else to the next."""
    result = "*"
    at = 0
    while at < len(words):
        if words[at] in _RESULTS:
            result = words[at]
            at += 1
            continue
        if game.ply >= MOST_PLIES:
            raise InvalidRecord(f"the record has more than {MOST_PLIES} turns")
        move, used = _turn(game, words[at : at + 3])
        game = game.play(move)
        at += used
    return game, result


def _turn(game: Game, words: list[str]) -> tuple[Move, int]:
    """The legal turn that the next words are, the longest that fits, and how many words it takes."""
    if game.outcome:
        raise InvalidRecord(f"turn {game.ply + 1}: {words[0]} comes after the end of the game")
    for used in range(len(words), 0, -1):
        text = ",".join(words[:used])
        if not (_OPENING if game.position.opening else _TURN).fullmatch(text):
            continue
        try:
            return parse_move(game.ruleset, game.position, text, barred=game.barred).move, used
        except AmbiguousMove as error:
            moves = " or ".join(format_move(game.ruleset, move) for move in error.moves)
            raise InvalidRecord(f"turn {game.ply + 1}: {text} can be {moves}") from None
        except MoveError:
            continue
    raise InvalidRecord(f"turn {game.ply + 1}: {words[0]} is not a legal move")


def _ended(game: Game, result: str, tags: Mapping[str, str]) -> Game:
    """A result that does not follow from the moves was agreed, or a side resigned or had no time left."""
    result = tags.get("Result", "*") if result == "*" else result
    if result not in _RESULTS or result == "*":
        return game
    if game.outcome:
        if result != result_of(game):
            raise InvalidRecord(f"the result is {result}, but the moves give {result_of(game)}")
        return game
    if result == "1/2-1/2":
        agreed = game.agree()
        drawn = agreed.outcome is not None and agreed.outcome.winner is None
        if not drawn:
            raise InvalidRecord("the result is a draw, but counting off gives a winner")
        return agreed
    winner = _RESULTS.index(result)
    if tags.get("Termination", "").casefold() == _ON_TIME:
        return game.forfeit(1 - winner, Ending.TIME)
    counted = game.agree()
    if counted.outcome and counted.outcome.ending is Ending.COUNT_OFF and counted.outcome.winner == winner:
        return counted
    return game.resign(1 - winner)


def _crown(ruleset: Ruleset, letter: str) -> str:
    """The mark of a promoted piece, K as PDN has it, or the letter of one that is promoted twice."""
    return letter.upper() if ruleset.kind[letter].is_king else ""


def _listed(ruleset: Ruleset, text: str) -> Iterator[tuple[int, str]]:
    crowns = {_crown(ruleset, kind.letter) for kind in ruleset.kinds} | {"K"}
    for item in filter(None, text.split(",")):
        crown = item[0] if item[0] in crowns else ""  # a small k is a file of the large boards
        name = item[len(crown) :]
        first, dash, last = name.partition("-")
        numbers = range(_number(ruleset, first), _number(ruleset, last if dash else first) + 1)
        if not numbers:
            raise InvalidPosition("a range begins with its lower number", name)
        yield from ((number, crown) for number in numbers)


def _number(ruleset: Ruleset, name: str) -> int:
    if name.casefold() in ruleset.board.index:
        return ruleset.board.index[name.casefold()]
    if name.isascii() and name.isdecimal() and len(name) < 4 and 1 <= int(name) <= len(ruleset.board.points):
        return int(name) - 1
    raise InvalidPosition("no such point on this board", name)


def _letter(ruleset: Ruleset, side: int, crown: str) -> str:
    for kind in ruleset.kinds:
        if kind.side == side and _crown(ruleset, kind.letter) == crown:
            return kind.letter
    raise InvalidPosition("this game has no kings")
