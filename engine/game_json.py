"""Games as JSON, for programs: ``papan-game/1``, which docs/papan-game.schema.json describes.

Pure: no input or output.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from engine.faults import Fault, InvalidRecord
from engine.game import Game, Outcome
from engine.games import UnknownRuleset, find_ruleset
from engine.notation import format_move, read_move
from engine.position import InvalidPosition, format_position, parse_position, start_position
from engine.record import MOST_PLIES, InvalidStart, Record
from engine.ruleset import Ending, Ruleset

FORMAT = "papan-game/1"
_QUOTED = 60
"""So many characters of a move that cannot be read are quoted."""
_GIVEN = (Ending.AGREEMENT, Ending.COUNT_OFF, Ending.RESIGNATION, Ending.TIME, Ending.RULING, Ending.STATED)
"""The endings that do not follow from the moves."""


def format_json(game: Game, tags: Mapping[str, str], comments: Sequence[str] = ()) -> str:
    """The game as JSON. ``comments`` belong to the turns, in their order; an empty one is left out."""
    ruleset, start, outcome = game.ruleset, game.positions[0], game.outcome
    moves = []
    for ply, move in enumerate(game.moves):
        comment = comments[ply] if ply < len(comments) else ""
        moves.append({"move": format_move(ruleset, move)} | ({"comment": comment} if comment else {}))
    winner = None if outcome is None or outcome.winner is None else ruleset.sides[outcome.winner].key
    content = {
        "format": FORMAT,
        "ruleset": ruleset.key,
        "tags": dict(tags),
        "start": None if start == start_position(ruleset) else format_position(ruleset, start),
        "moves": moves,
        "outcome": outcome and {"ending": outcome.ending.value, "winner": winner},
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def parse_json(text: str) -> Record:
    """Read a game from JSON, playing every move.

    Raises InvalidRecord, which names the part that is wrong; TooMuchWork.
    """
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        raise InvalidRecord("this is no JSON", Fault.NO_JSON) from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise _wrong("format", f'the JSON needs "format": "{FORMAT}"')
    try:
        ruleset = find_ruleset(_text(content, "ruleset"))
    except UnknownRuleset:
        raise _wrong("ruleset", '"ruleset" needs the key of a game') from None
    tags = content.get("tags") or {}
    if not isinstance(tags, dict) or not all(isinstance(value, str) for value in tags.values()):
        raise _wrong("tags", '"tags" needs texts by their names')
    game = _played(_begun(ruleset, content), content.get("moves"))
    return Record(tags, _ended(game, content.get("outcome")))


def _wrong(part: str, message: str) -> InvalidRecord:
    return InvalidRecord(message, Fault.PART_OF_JSON, part=part)


def _text(content: Mapping[str, Any], name: str) -> str:
    value = content.get(name)
    if not isinstance(value, str):
        raise _wrong(name, f'"{name}" needs a text')
    return value


def _begun(ruleset: Ruleset, content: Mapping[str, Any]) -> Game:
    if content.get("start") is None:
        return Game.begin(ruleset)
    try:
        return Game.begin(ruleset, parse_position(ruleset, _text(content, "start")))
    except InvalidPosition as error:
        raise InvalidStart(f'"start": {error}', "start", ruleset, error) from None


def _played(game: Game, moves: object) -> Game:
    if not isinstance(moves, list) or len(moves) > MOST_PLIES:
        raise _wrong("moves", f'"moves" needs a list of at most {MOST_PLIES} turns')
    for number, turn in enumerate(moves, 1):
        text = _text(turn, "move") if isinstance(turn, dict) else ""
        game = game.play_on()
        move = read_move(game.ruleset, game.position, text)
        if game.outcome:
            told = f"turn {number}: {text} comes after the end of the game"
            raise InvalidRecord(told, Fault.AFTER_END, turn=number, word=text[:_QUOTED])
        if move is None or not game.is_legal(move):
            told = f"turn {number}: {text} is not a legal move"
            raise InvalidRecord(told, Fault.NOT_LEGAL, turn=number, word=text[:_QUOTED])
        game = game.play(move)
    return game


def _ended(game: Game, given: object) -> Game:
    """The game with the end that is given; one that follows from the moves must be the same."""
    if given is None:
        return game
    sides = {side.key: number for number, side in enumerate(game.ruleset.sides)}
    try:
        assert isinstance(given, dict)
        ending, key = Ending(given["ending"]), given["winner"]
        outcome = Outcome(ending, None if key is None else sides[key])
    except (AssertionError, KeyError, TypeError, ValueError):
        raise _wrong("outcome", '"outcome" needs an "ending" and a "winner", a side or null') from None
    if game.outcome == outcome:
        return game
    if outcome == Outcome(Ending.COUNTER, None) and game.may_have_been_counted_out:
        return game.give(outcome)
    before, game = game, game.play_on()
    if game.outcome or ending not in _GIVEN:
        came = before.outcome.ending.value if before.outcome else "none"
        raise _wrong("outcome", f'"outcome" is {ending.value}, but the moves give {came}')
    if ending in (Ending.AGREEMENT, Ending.COUNT_OFF):
        agreed = game.agree()
        if agreed.outcome != outcome:
            raise _wrong("outcome", '"outcome" is not what an agreement gives here')
        return agreed
    if ending in (Ending.RESIGNATION, Ending.TIME) and outcome.winner is None:
        raise _wrong("outcome", f'"outcome" is {ending.value}, and nobody has won')
    return game.give(outcome)
