"""Whole games as text: PDN-like records, and positions in the PDN way (docs/rules/notation.md#records).

Pure: no input or output.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.faults import Fact, Fault
from engine.faults import InvalidRecord as InvalidRecord
from engine.foreign_position import read_position
from engine.game import Game, Outcome
from engine.games import rulesets
from engine.moves import Move, play
from engine.movetext import MOST_TAGS as MOST_TAGS
from engine.movetext import GameText, Omitted, games_in
from engine.named_games import game_named
from engine.notation import Style, format_move
from engine.parser import AmbiguousMove, IllegalMove, InvalidMove, MoveError, UnsureMove, parse_move
from engine.position import InvalidPosition, Position, format_position, start_position
from engine.ruleset import Ending, Ruleset
from engine.stated import OPEN, Stated, Verdict, is_result, read_stated, written
from engine.tiger_words import with_names_of_points

_SPACES = re.compile(r"\s+")
_TURN = re.compile(r"(?:~\w++,)?[^~,]++(?:,[^~,][^~,@]*+@[^~,]++)?(?:,~\w++)?")
_OPENING = re.compile(r"~\w++(?:,~\w++)*(?:,\w++@\w++)?")
_LIKE_A_MOVE = re.compile(r"(?:[a-z]?+[-:,~@=!?.*]*+[a-z]{0,3}+\d{1,3}+)++[-x:=!?.*]*+")
_LETTER = re.compile(r"[a-wyz]")
_POINTS = re.compile(r"\d{1,3}-\d{1,3}")
_ON_TIME, _RESIGNED, _AGREED = "time forfeit", "resignation", "agreement"
"""What the tag Termination says of an end that does not follow from the moves; PGN and PDN have the first."""
_TERMINATIONS = {Ending.TIME: _ON_TIME, Ending.RESIGNATION: _RESIGNED, Ending.AGREEMENT: _AGREED}
MOST_PARTS = 3
"""Words of a turn: the move, and the forfeits before and behind it."""
_QUOTED = 60
"""So many characters of a word that cannot be read are quoted."""
_OFFERED = 3
"""So many legal moves are named where one was refused."""
MOST_WAYS = 10
"""Of a move that is not told apart so many are named."""
_ENGLISH, _LARGE = 21, (20, 27)
"""PDN's numbers of English draughts, and of the games on more than 8 x 8 squares."""
_SMALL_RANKS = 8
_LEAP = re.compile(r"[a-z]?\d{1,3}(?:[x:][a-z]?\d{1,3})++", re.IGNORECASE)
_LEAP_JOINT = re.compile(r"[x:]")
MOST_LEAPS = 40
"""Of so many words at most a capture is put together that is written leap by leap."""
MOST_PLIES = 5000
"""Longer records are refused; no real game has so many plies."""


class InvalidStart(InvalidRecord):
    """The position from which a game begins is ``wrong``; ``part`` is its place in a record, empty without a record."""

    def __init__(self, message: str, part: str, ruleset: Ruleset, wrong: InvalidPosition) -> None:
        super().__init__(message, Fault.START)
        self.part = part
        self.ruleset = ruleset
        self.wrong = wrong


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
    tagged: Stated = field(default_factory=Stated)
    """The result that the tag gives."""
    clocks: tuple[str, ...] = ()
    """The times that electronic boards have written behind the turns, in their order; empty where there are none."""

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
        told = f"there are {len(games)} games in the text; give one of them"
        raise InvalidRecord(told, Fault.SEVERAL, count=len(games))
    return read_game(games[0], ruleset)


def read_game(text: GameText, ruleset: Ruleset | None = None, most: int | None = None) -> Record:
    """Play one game of a text, of so many turns at most. Raises InvalidRecord, which names the turn or the tag."""
    tags = text.tags
    ruleset = game_named(tags, ruleset)
    set_up = tags.get("FEN", text.setup)
    words = with_names_of_points(ruleset, text.words)
    try:
        start = read_position(ruleset, set_up) if set_up else _begun_by_the_other(ruleset, words)
    except InvalidPosition as error:
        raise InvalidStart(f"the tag FEN: {error}", "FEN", ruleset, error) from None
    replay = _Replay(Game.begin(ruleset, start), tags, is_set_up=bool(set_up))
    try:
        game, stated, unclaimed = replay.of(words, most or MOST_PLIES)
    except InvalidRecord:
        if "GameType" in tags and not set_up and (other := _of_small_board(ruleset, words)):
            raise other from None
        raise
    clocks = [text.clocks.get(end, "") for end in replay.ends]
    kept = tuple(clocks) if any(clocks) else ()
    return Record(tags, game, text.omitted, stated, unclaimed, replay.tagged, kept)


def _begun_by_the_other(ruleset: Ruleset, words: Sequence[str]) -> Position | None:
    """The start with the other side to move, where the first move of English draughts is White's; else None."""
    start = start_position(ruleset)
    if ruleset.gametype != _ENGLISH or not words or _can_begin(ruleset, start, words[0]):
        return None
    turned = replace(start, turn=1 - start.turn)
    return turned if _can_begin(ruleset, turned, words[0]) else None


def _can_begin(ruleset: Ruleset, position: Position, word: str) -> bool:
    try:
        parse_move(ruleset, position, word, offers=False)
    except MoveError:
        return False
    return True


def _of_small_board(ruleset: Ruleset, words: Sequence[str]) -> InvalidRecord | None:
    """The reason why a game of a large board cannot be read whose moves are those of 8 x 8 squares; None for others."""
    if ruleset.gametype not in _LARGE or not words or _can_begin(ruleset, start_position(ruleset), words[0]):
        return None
    small = [each for each in rulesets() if each.gametype is not None and len(each.board.ranks) == _SMALL_RANKS]
    if not any(_can_begin(each, start_position(each), words[0]) for each in small):
        return None
    word, size, kinds = words[0][:_QUOTED], len(ruleset.board.ranks), [f"{each.gametype} {each.key}" for each in small]
    told = (
        f"turn 1: {word} is a move of a board of 8 x 8 squares, but GameType {ruleset.gametype} is"
        f" {ruleset.name}, with {size} x {size}; the GameType of 8 x 8 squares is {' or '.join(kinds)}"
    )
    return InvalidRecord(told, Fault.OTHER_BOARD, turn=1, word=word, game=ruleset, kinds=tuple(kinds))


def _leap_by_leap(words: Sequence[str]) -> Iterator[str]:
    """The first word, and each longer capture that goes on with the next where the one before has ended."""
    way = ""
    for word in words:
        if not _LEAP.fullmatch(word):
            return
        first, *further = _LEAP_JOINT.split(word)
        if way and way.rpartition("x")[2] != first:
            return
        way = "x".join((way or first, *further))
        yield way


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
    """Numbered turns; a forfeit stands between the declined move and the reply.

    After a comment stands no number again: some programs take the same number for another turn, and lose it.
    """
    number = None
    for ply, (position, move) in enumerate(zip(game.positions, game.moves, strict=False)):
        if position.number != number:
            number = position.number
            yield f"{number}." if position.turn == game.ruleset.first else f"{number}..."
        text = format_move(game.ruleset, move)
        yield text if move.removed else text.replace(",~", " ~").replace(",", " ", int(move.huff is not None))
        if comment := comments[ply] if ply < len(comments) else "":
            yield comment_text(comment)


class _Replay:
    """Plays the words of a movetext; the last of them may be the result."""

    def __init__(self, game: Game, tags: Mapping[str, str], *, is_set_up: bool) -> None:
        self._game = game
        self._tags = tags
        self._is_set_up = is_set_up
        self._begins = None if is_set_up or game.turn == start_position(game.ruleset).turn else game.turn
        self.tagged = read_stated(game.ruleset, tags.get("Result", OPEN).strip() or OPEN, self._begins)
        self._unclaimed = 0
        self.ends: list[int] = []
        """The index of the last word of each turn that was played."""

    def of(self, words: Sequence[str], most: int) -> tuple[Game, Stated, int]:
        """The game with its end, the result that the record gives, and how many draws were not claimed."""
        at = 0
        stated = Stated()
        while at < len(words):
            if self._is_result(words, at):
                stated = read_stated(self._game.ruleset, words[at], self._begins)
                if at + 1 < len(words):
                    raise self._refusal(words[at + 1], f"comes after the result {words[at]}", Fault.AFTER_END)
                break
            if self._game.ply >= most:
                raise InvalidRecord(f"the record has more than {most} turns", Fault.TOO_MANY_TURNS, most=most)
            at += self._turn(words[at : at + MOST_LEAPS])
            self.ends.append(at - 1)
        if stated.verdict is Verdict.OPEN:
            stated = self.tagged
        return self._ended(stated), stated, self._unclaimed

    def _is_result(self, words: Sequence[str], at: int) -> bool:
        """Is a word a result: one that cannot be a move, or the last of all, where it has no points of a board?"""
        word = words[at]
        if is_result(word):
            return True
        if at + 1 < len(words) or word[0] in "{(" or not (self._game.moves or self._is_set_up):
            return False
        return word == self.tagged.text or not _LIKE_A_MOVE.fullmatch(word.casefold())

    def _turn(self, words: Sequence[str]) -> int:
        """Play the turn that the next words are, the longest that fits; how many words it takes.

        A forfeit belongs to the turn before it if it is automatic, else to the next.
        """
        game = self._game.play_on()
        if game.outcome:
            raise self._refusal(words[0], "comes after the end of the game", Fault.AFTER_END)
        refused: MoveError | None = None
        leaps = [(used, text) for used, text in enumerate(_leap_by_leap(words), 1) if used > 1]
        whole = [(used, ",".join(words[:used])) for used in range(1, min(len(words), MOST_PARTS) + 1)]
        for used, text in (*reversed(leaps), *reversed(whole)):
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
        raise self._refusal(words[0], "is not a legal move", Fault.NOT_LEGAL, refused)

    def _one_of(self, moves: Sequence[Move], text: str) -> Move:
        """Any of the moves that were written, where all of them leave the same position."""
        ruleset, position = self._game.ruleset, self._game.position
        if moves and len({play(ruleset, position, move) for move in moves}) == 1:
            return moves[0]
        ways = self._written(moves if len(moves) <= MOST_WAYS else (), text)
        why = f"can be {' or '.join(ways) or 'very many moves: write every landing'}"
        raise self._refusal(text, why, Fault.NOT_TOLD_APART, moves=ways)

    def _refusal(
        self, word: str, why: str, fault: Fault, error: MoveError | None = None, moves: tuple[str, ...] = ()
    ) -> InvalidRecord:
        """The place of a word, what is wrong with it, and what could stand there."""
        game = self._game
        quoted = word if len(word) <= _QUOTED else f"{word[: _QUOTED - 1]}…"
        place = f"{game.position.number}{'.' if game.turn == game.ruleset.first else '...'}"
        facts: dict[str, Fact] = {"turn": game.ply + 1, "place": place, "word": quoted}
        told = f"turn {game.ply + 1}: {quoted} {why}"
        if word[0] in "{(":
            return InvalidRecord(f"{told}; what begins there is never closed", Fault.NOT_CLOSED, **facts)
        if isinstance(error, UnsureMove):
            moves = self._written([error.move], word)
            return InvalidRecord(f"{told}; move {place} is written as {moves[0]}", fault, **facts, moves=moves)
        if not isinstance(error, InvalidMove | IllegalMove) or not error.nearest:
            return InvalidRecord(f"{told} (move {place})", fault, **facts, moves=moves)
        aside = " (a result of points stands in the tag Result)" if _POINTS.fullmatch(word) else ""
        moves = self._written(error.nearest[:_OFFERED], word)
        return InvalidRecord(f"{told}; move {place} can be {' or '.join(moves)}{aside}", fault, **facts, moves=moves)

    def _written(self, moves: Sequence[Move], word: str) -> tuple[str, ...]:
        """The moves as the record has them, by the numbers of points or by their names."""
        style = Style.ALGEBRAIC if _LETTER.search(word.casefold()) else Style.NUMBERS
        return tuple(format_move(self._game.ruleset, move, style) for move in moves)

    def _ended(self, stated: Stated) -> Game:
        """The game with the end that its result tells, where the moves do not."""
        game, (verdict, winner) = self._game, stated.meaning
        if verdict not in (Verdict.WON, Verdict.DRAWN):
            return game
        if game.outcome and game.outcome.winner != winner:
            before, game = game, game.play_on()
            if game.outcome:
                told, found = f"the result is {stated.text}, but the moves give {result_of(game)}", result_of(game)
                raise InvalidRecord(told, Fault.OTHER_RESULT, result=stated.text[:_QUOTED], found=found)
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
                told, found = "the result is a draw, but counting off gives a winner", result_of(agreed)
                raise InvalidRecord(told, Fault.OTHER_RESULT, result=stated.text[:_QUOTED], found=found)
            if agreed.outcome.winner == winner and termination not in (_ON_TIME, _RESIGNED):
                return agreed
        if winner is None:
            return agreed if termination == _AGREED else game.give(Outcome(Ending.STATED, None))
        if termination == _ON_TIME:
            return game.forfeit(1 - winner, Ending.TIME)
        return game.resign(1 - winner) if termination == _RESIGNED else game.give(Outcome(Ending.STATED, winner))
