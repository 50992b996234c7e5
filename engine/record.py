"""Whole games as text: PDN-like records, and positions in the PDN way (docs/rules/notation.md#records).

Pure: no input or output.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.captures import Pieces
from engine.game import Game, Outcome
from engine.games import UnknownRuleset, find_ruleset, rulesets
from engine.letters import LOOK_ALIKE
from engine.moves import Move, play
from engine.movetext import MOST_TAGS as MOST_TAGS
from engine.movetext import GameText, Omitted, games_in
from engine.movetext import InvalidRecord as InvalidRecord
from engine.notation import Style, format_move
from engine.parser import AmbiguousMove, IllegalMove, InvalidMove, MoveError, UnsureMove, parse_move
from engine.position import EMPTY, InvalidPosition, Position, format_position, parse_position, start_position
from engine.ruleset import Ending, Ruleset
from engine.stated import OPEN, Stated, Verdict, is_result, read_stated, written

_SPACES = re.compile(r"\s+")
_OWN_NUMBER = re.compile(r"\d{1,9}+(?!\d)")
_VERSION = re.compile(r"@\d++$")
_TURN = re.compile(r"(?:~\w++,)?[^~,]++(?:,[^~,][^~,@]*+@[^~,]++)?(?:,~\w++)?")
_OPENING = re.compile(r"~\w++(?:,~\w++)*(?:,\w++@\w++)?")
_LISTS = re.compile(r"\s*+[A-Za-z]\s*+:\s*+[A-Za-z]")
_FEN = re.compile(r'\s*+\[\s*+FEN\s++"([^"]*+)"\s*+\]\s*+', re.IGNORECASE)
_AROUND_MARKS = re.compile(r"(?<!\s)\s++(?=[,:-])|(?<=[,:-])\s++")
_COUNTER = re.compile(r"[HFhf]\d{1,4}")
_BY_NUMBER = re.compile(r"K?\d{1,3}(?:-\d{1,3})?")
_LIKE_A_MOVE = re.compile(r"(?:[a-z]?+[-:,~@=!?.*]*+[a-z]{0,3}+\d{1,3}+)++[-x:=!?.*]*+")
_LETTER = re.compile(r"[a-wyz]")
_POINTS = re.compile(r"\d{1,3}-\d{1,3}")
_ON_TIME, _RESIGNED, _AGREED = "time forfeit", "resignation", "agreement"
"""What the tag Termination says of an end that does not follow from the moves; PGN and PDN have the first."""
_TERMINATIONS = {Ending.TIME: _ON_TIME, Ending.RESIGNATION: _RESIGNED, Ending.AGREEMENT: _AGREED}
_QUOTED = 60
"""So many characters of a word that cannot be read are quoted."""
_OFFERED = 3
"""So many legal moves are named where one was refused."""
MOST_WAYS = 10
"""Of a move that is not told apart so many are named."""
MOST_PLIES = 5000
"""Longer records are refused; no real game has so many plies."""


@dataclass(frozen=True)
class Record:
    """A game with its tags (Event, White, Black ...), and what has to be said of how it was read."""

    tags: Mapping[str, str]
    game: Game
    omitted: Omitted = field(default_factory=Omitted)
    stated: Stated = field(default_factory=Stated)
    """The result that the record gives, as it is written."""
    unclaimed: int = 0
    """How many turns were played although the game was drawn by its past, which nobody claimed."""

    @property
    def is_problem(self) -> bool:
        """Is it a position with the result that is to be reached, and without moves?"""
        return not self.game.moves and not self.game.outcome and self.stated.verdict in (Verdict.WON, Verdict.DRAWN)


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
    if termination := termination_of(game):
        own["Termination"] = termination
    return "\n".join([*tag_lines({**tags, **own}), "", " ".join([*_movetext(game, comments), own["Result"]])]) + "\n"


def result_of(game: Game) -> str:
    """``1-0``, ``0-1``, ``1/2-1/2``, or ``*`` while the game goes on.

    The first side of the ruleset counts as White, and its wins are ``1-0``; where PDN has a number for the game, those
    of the side that begins are.
    """
    return written(game.ruleset, game.outcome.winner) if game.outcome else OPEN


def parse_record(text: str, ruleset: Ruleset | None = None) -> Record:
    """Read a record, replaying every move; moves may be written in any way that is not ambiguous.

    ``ruleset`` is meant where no tag names the game. Raises InvalidRecord, which names the turn or the tag.
    """
    games = games_in(text)
    if len(games) > 1:
        raise InvalidRecord(f"there are {len(games)} games in the text; give one of them")
    return read_game(games[0], ruleset)


def read_game(text: GameText, ruleset: Ruleset | None = None, most: int | None = None) -> Record:
    """Play one game of a text, of so many turns at most. Raises InvalidRecord, which names the turn or the tag."""
    tags = text.tags
    ruleset = _ruleset(tags, ruleset)
    set_up = tags.get("FEN", text.setup)
    try:
        start = read_position(ruleset, set_up) if set_up else None
    except InvalidPosition as error:
        raise InvalidRecord(f"the tag FEN: {error}") from None
    game, stated, unclaimed = _Replay(Game.begin(ruleset, start), tags, is_set_up=bool(set_up)).of(
        text.words, most or MOST_PLIES
    )
    return Record(tags, game, text.omitted, stated, unclaimed)


def read_position(ruleset: Ruleset, text: str) -> Position:
    """A position in either form: ranks as ``parse_position`` reads them, or lists of points as PDN has them; within a
    tag FEN too.

    Raises InvalidPosition.
    """
    tagged = _FEN.fullmatch(text)
    given = (tagged[1] if tagged else text).translate(LOOK_ALIKE)
    return parse_pdn_position(ruleset, given) if _LISTS.match(given) else parse_position(ruleset, given)


def parse_pdn_position(ruleset: Ruleset, text: str) -> Position:
    """Read ``W:W21,22,K30:B1,2`` or the same with names of points, ranges as ``21-32`` included.

    Behind the lists may stand the plies since the last capture and the number of the move: ``:H0:F1``.
    Raises InvalidPosition.
    """
    turn, *lists = _AROUND_MARKS.sub("", text).strip().rstrip(".").split(":")
    counters = {field[0].upper(): int(field[1:]) for field in lists[2:] if _COUNTER.fullmatch(field)}
    letters = [side.letter.upper() for side in ruleset.sides]
    if len(lists) - len(counters) != 2 or turn.upper() not in letters:
        raise InvalidPosition("a PDN position looks like W:W21,22,K30:B1,2", text.strip())
    by_number = any(_BY_NUMBER.fullmatch(item) for pieces_of in lists[:2] for item in pieces_of[1:].split(","))
    pieces = Pieces([EMPTY] * len(ruleset.board.points), {})
    for pieces_of in lists[:2]:
        if pieces_of[:1].upper() not in letters:
            raise InvalidPosition(f"a list of pieces begins with {' or '.join(letters)}", pieces_of)
        side = letters.index(pieces_of[0].upper())
        for point, crown in _listed(ruleset, pieces_of[1:], by_number=by_number):
            if ruleset.stacks is None and pieces.cells[point] != EMPTY:
                pieces.lift(point)
            pieces.put(point, _letter(ruleset, side, crown))
    quiet, number = counters.get("H", 0), counters.get("F", 1)
    cells = "".join(pieces.cells)
    if lists[0][0].upper() == lists[1][0].upper():
        raise InvalidPosition("there are two lists for one side", lists[1])
    return Position(cells, letters.index(turn.upper()), quiet=quiet, number=number, stacks=pieces.stacks())


def termination_of(game: Game) -> str:
    """The tag Termination for an end that does not follow from the moves, empty for any other."""
    if game.ended is None:
        return ""
    return _TERMINATIONS.get(Ending.AGREEMENT if game.ended.ending is Ending.COUNT_OFF else game.ended.ending, "")


def tag_lines(tags: Mapping[str, str]) -> list[str]:
    """The tags as they stand in a record, a line each."""
    return [f'[{name} "{_quoted(value)}"]' for name, value in tags.items()]


def _quoted(value: str) -> str:
    return _SPACES.sub(" ", value).replace("\\", "\\\\").replace('"', '\\"')


def comment_text(comment: str) -> str:
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
            yield comment_text(comment)
            number = None


def _ruleset(tags: Mapping[str, str], named: Ruleset | None) -> Ruleset:
    """The game that the tags name, by its key or by PDN's number of a kind of draughts, else the one that was named."""
    kind = _OWN_NUMBER.match(tags.get("GameType", ""))
    try:
        return find_ruleset(_VERSION.sub("", tags.get("Ruleset", "")))
    except UnknownRuleset:
        numbered = {ruleset.gametype: ruleset for ruleset in rulesets() if ruleset.gametype is not None}
        found = numbered.get(int(kind[0])) if kind and "Ruleset" not in tags else None
        if meant := found or (None if "Ruleset" in tags else named):
            return meant
        unknown = ""
        if kind:
            unknown = f"PDN's game {kind[0]} is none of those here ({_listed_kinds(numbered)}): "
        raise InvalidRecord(f'{unknown}the record needs a tag [Ruleset "..."] with the key of a game') from None


def _listed_kinds(numbered: Mapping[int, Ruleset]) -> str:
    return ", ".join(f"{number} {ruleset.key}" for number, ruleset in sorted(numbered.items()))


class _Replay:
    """Plays the words of a movetext; the last of them may be the result."""

    def __init__(self, game: Game, tags: Mapping[str, str], *, is_set_up: bool) -> None:
        self._game = game
        self._tags = tags
        self._is_set_up = is_set_up
        self._tagged = read_stated(game.ruleset, tags.get("Result", OPEN).strip() or OPEN)
        self._unclaimed = 0

    def of(self, words: Sequence[str], most: int) -> tuple[Game, Stated, int]:
        """The game with its end, the result that the record gives, and how many draws were not claimed."""
        at = 0
        stated = Stated()
        while at < len(words):
            if self._is_result(words, at):
                stated = read_stated(self._game.ruleset, words[at])
                if at + 1 < len(words):
                    raise self._refusal(words[at + 1], f"comes after the result {words[at]}")
                break
            if self._game.ply >= most:
                raise InvalidRecord(f"the record has more than {most} turns")
            at += self._turn(words[at : at + 3])
        if stated.verdict is Verdict.OPEN:
            stated = self._tagged
        return self._ended(stated), stated, self._unclaimed

    def _is_result(self, words: Sequence[str], at: int) -> bool:
        """Is a word a result: one that cannot be a move, or the last of all, where it has no points of a board?"""
        word = words[at]
        if is_result(word):
            return True
        if at + 1 < len(words) or word[0] in "{(" or not (self._game.moves or self._is_set_up):
            return False
        return word == self._tagged.text or not _LIKE_A_MOVE.fullmatch(word.casefold())

    def _turn(self, words: Sequence[str]) -> int:
        """Play the turn that the next words are, the longest that fits; how many words it takes.

        A forfeit belongs to the turn before it if it is automatic, else to the next.
        """
        game = self._game.play_on()
        if game.outcome:
            raise self._refusal(words[0], "comes after the end of the game")
        refused: MoveError | None = None
        for used in range(len(words), 0, -1):
            text = ",".join(words[:used])
            if not (_OPENING if game.position.opening else _TURN).fullmatch(text):
                continue
            try:
                move = parse_move(game.ruleset, game.position, text, barred=game.barred).move
            except AmbiguousMove as error:
                move = self._one_of(error.moves, text)
            except MoveError as error:
                refused = error
                continue
            self._unclaimed += game is not self._game
            self._game = game.play(move)
            return used
        raise self._refusal(words[0], "is not a legal move", refused)

    def _one_of(self, moves: Sequence[Move], text: str) -> Move:
        """Any of the moves that were written, where all of them leave the same position."""
        ruleset, position = self._game.ruleset, self._game.position
        if moves and len({play(ruleset, position, move) for move in moves}) == 1:
            return moves[0]
        few = 0 < len(moves) <= MOST_WAYS
        ways = self._written(moves, text) if few else "very many moves: write every landing"
        raise self._refusal(text, f"can be {ways}")

    def _refusal(self, word: str, why: str, error: MoveError | None = None) -> InvalidRecord:
        """The place of a word, what is wrong with it, and what could stand there."""
        game = self._game
        quoted = word if len(word) <= _QUOTED else f"{word[: _QUOTED - 1]}…"
        place = f"turn {game.ply + 1}: {quoted} {why}"
        if word[0] in "{(":
            return InvalidRecord(f"{place}; what begins there is never closed")
        at = f"move {game.position.number}{'.' if game.turn == game.ruleset.first else '...'}"
        if isinstance(error, UnsureMove):
            return InvalidRecord(f"{place}; {at} is written as {self._written([error.move], word)}")
        if not isinstance(error, InvalidMove | IllegalMove) or not error.nearest:
            return InvalidRecord(f"{place} ({at})")
        aside = " (a result of points stands in the tag Result)" if _POINTS.fullmatch(word) else ""
        return InvalidRecord(f"{place}; {at} can be {self._written(error.nearest[:_OFFERED], word)}{aside}")

    def _written(self, moves: Sequence[Move], word: str) -> str:
        """The moves as the record has them, by the numbers of points or by their names."""
        style = Style.ALGEBRAIC if _LETTER.search(word.casefold()) else Style.NUMBERS
        return " or ".join(format_move(self._game.ruleset, move, style) for move in moves)

    def _ended(self, stated: Stated) -> Game:
        """The game with the end that its result tells, where the moves do not."""
        game, (verdict, winner) = self._game, stated.meaning
        if verdict not in (Verdict.WON, Verdict.DRAWN):
            return game
        if game.outcome and game.outcome.winner != winner:
            before, game = game, game.play_on()
            if game.outcome:
                raise InvalidRecord(f"the result is {stated.text}, but the moves give {result_of(game)}")
            self._unclaimed += game is not before
        if game.outcome:
            return game
        termination = self._tags.get("Termination", "").casefold()
        agreed = game.agree()
        assert agreed.outcome is not None
        if not game.moves and self._is_set_up and termination not in _TERMINATIONS.values():
            return game
        if agreed.outcome.ending is Ending.COUNT_OFF:
            if winner is None and agreed.outcome.winner is not None:
                raise InvalidRecord("the result is a draw, but counting off gives a winner")
            if agreed.outcome.winner == winner and termination not in (_ON_TIME, _RESIGNED):
                return agreed
        if winner is None:
            return agreed if termination == _AGREED else game.give(Outcome(Ending.STATED, None))
        if termination == _ON_TIME:
            return game.forfeit(1 - winner, Ending.TIME)
        return game.resign(1 - winner) if termination == _RESIGNED else game.give(Outcome(Ending.STATED, winner))


def _crown(ruleset: Ruleset, letter: str) -> str:
    """The mark of a promoted piece, K as PDN has it, or the letter of one that is promoted twice."""
    return letter.upper() if ruleset.kind[letter].is_king else ""


def _listed(ruleset: Ruleset, text: str, *, by_number: bool) -> Iterator[tuple[int, str]]:
    """The points of a list, each with the mark of its piece. A small k is a king, but of a large board a file."""
    crowns = {_crown(ruleset, kind.letter) for kind in ruleset.kinds} | {"K"}
    for item in filter(None, text.split(",")):
        crown = item[0] if item[0] in crowns else ""
        if item[0] == "k" and (by_number or item not in ruleset.board.index):
            crown = "K"
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
