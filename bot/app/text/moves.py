"""Moves as people read them: *goat to c3*, *d6 taken off, then c5-d6*. Records keep their notation."""

from collections.abc import Iterable
from dataclasses import replace

from bot.app.text.names import piece_name
from bot.matches.planning import Line, premove_of
from bot.words import Words
from engine.game import Game
from engine.moves import Move, capturers, without
from engine.notation import format_move
from engine.ruleset import Noun, Obligation, Ruleset

PAIRED = 13
"""Two moves of at most so many characters stand in one line, also on a phone."""


def move_text(ruleset: Ruleset, move: Move, say: Words) -> str:
    """A whole turn in words where the notation has signs; a plain move or capture as its notation, ``c3xe5``."""
    if move.drops:
        return say(
            "{pieces} to {points}",
            pieces=dropped_name(ruleset, len(move.drops), say),
            points=_all_of(ruleset, move, say),
        )
    points = ruleset.board.points
    if move.removed:
        taken = say("{points} taken off", points=say.all_of([points[point] for point in move.removed]))
        rest = format_move(ruleset, replace(move, removed=()))
        return say("{taken}, then {move}", taken=taken, move=rest) if move.path else taken
    text = format_move(ruleset, replace(move, huff=None, forfeit=None))
    if move.huff is not None:
        text = say("{point} taken off, then {move}", point=points[move.huff], move=text)
    if move.forfeit is not None:
        text = say("{move}, then {point} taken off", point=points[move.forfeit], move=text)
    return text


def in_words(move: Move) -> bool:
    """Does ``move_text`` tell this turn in words? Sentences then put it behind a colon."""
    return bool(move.drops or move.removed) or move.huff is not None or move.forfeit is not None


def line_text(ruleset: Ruleset, moves: Iterable[Move], say: Words) -> str:
    """Some turns one after another; a turn of several parts is separated from the next so that both are told apart."""
    texts = [move_text(ruleset, move, say) for move in moves]
    return ("; " if any(" " in text for text in texts) else " ").join(texts)


def planned_text(game: Game, line: Line, say: Words) -> str:
    """A line that was planned: *if d6-e5, then f4xd6*; a premove: *f4-e5, whatever they play*."""
    if move := premove_of((line,)):
        return say("{move}, whatever they play", move=move_text(game.ruleset, move, say))
    mover, parts = game.turn, []
    for move in line:
        text = move_text(game.ruleset, move, say)
        parts.append(say("if {move}", move=text) if game.turn == mover else say("then {move}", move=text))
        game = game.play(move)
    return ", ".join(parts)


def moves_listed(game: Game, say: Words, length: int) -> str:
    """The moves with their numbers, a pair a line where the moves are short; of a long game the latest.

    It has at most ``length`` characters.
    """
    turns = [
        (position.number, position.turn == game.ruleset.first, move_text(game.ruleset, move, say))
        for position, move in zip(game.positions, game.moves, strict=False)
    ]
    lines: list[str] = []
    in_pairs = all(len(text) <= PAIRED for *_, text in turns)
    width = max((len(text) for _, is_first, text in turns if is_first), default=0)
    for number, is_first, text in turns:
        if not is_first and in_pairs and lines:
            lines[-1] = f"{lines[-1]:{width + 5}} {text}"
        else:
            lines.append(f"{number:>3}. {text}" if is_first else f"{number:>3}… {text}")
    while len("\n".join(lines)) > length:
        lines = ["…", *lines[2 if lines[0] == "…" else 1 :]]
    return "\n".join(lines)


def dropped_name(ruleset: Ruleset, count: int, say: Words) -> str:
    """The name of the pieces of which a turn puts ``count`` on the board: tigers."""
    return say.noun(dropped_noun(ruleset, count), count)


def dropped_noun(ruleset: Ruleset, count: int) -> Noun:
    """The noun for the pieces of which a turn puts ``count`` on the board."""
    fitting = (placement for placement in ruleset.placements if placement.per_turn >= count)
    letter = min(fitting, key=lambda placement: placement.per_turn).letter
    return ruleset.kind[letter].noun


def _all_of(ruleset: Ruleset, move: Move, say: Words) -> str:
    return say.all_of([ruleset.board.points[point] for point in move.drops])


def typed_form(ruleset: Ruleset, move: Move) -> str:
    """A turn as people type it: the points alone where pieces are put on the board or taken off, ``b2 d4``."""
    if not (move.drops or move.removed):
        return format_move(ruleset, move)
    points = [ruleset.board.points[point] for point in (*move.removed, *move.drops)]
    return " ".join([*points, *([format_move(ruleset, replace(move, removed=()))] if move.path else [])])


def example_of(game: Game) -> str:
    """A legal move as it may be typed."""
    return typed_form(game.ruleset, replace(next(game.first_choice.moves()), forfeit=None))


def price_of(game: Game, move: Move) -> tuple[int, ...]:
    """The pieces of which one is lost when this quiet move declines a capture, where they stand before it."""
    if game.ruleset.obligation is not Obligation.FORFEIT or move.captured or not move.path:
        return ()
    position = game.position if move.huff is None else without(game.position, move.huff)
    return tuple(capturers(game.ruleset, position))


def move_label(game: Game, move: Move, say: Words) -> str:
    """A move with what it does: how many it takes, what it becomes, which piece declining costs."""
    ruleset, notes = game.ruleset, _deeds(game, move, say)
    if price := price_of(game, move):
        notes.append(say("loses {points}", points=say.either([ruleset.board.points[point] for point in price])))
    text = move_text(ruleset, replace(move, forfeit=None), say)
    return f"{text} - {', '.join(notes)}" if notes else text


def numbered(game: Game, ply: int, move: Move, say: Words) -> str:
    """A move after so many turns of a game with its number, as in a record: ``12. c3-c4``, ``12... d6-e5``."""
    return f"{number_of(game, ply)} {move_text(game.ruleset, move, say)}"


def number_of(game: Game, ply: int) -> str:
    """The number of the turn after so many others, as in a record: ``12.``, ``12...``."""
    position = game.positions[ply]
    return f"{position.number}{'.' if position.turn == game.ruleset.first else '...'}"


def turn_told(game: Game, ply: int, say: Words) -> str:
    """The turn of a game that was made after so many others, with its number and what it did."""
    move = game.moves[ply]
    before = replace(game, positions=game.positions[: ply + 1], moves=game.moves[:ply], ended=None)
    return ", ".join((numbered(game, ply, move, say), *_deeds(before, move, say)))


def _deeds(game: Game, move: Move, say: Words) -> list[str]:
    """The effects of a move: how many pieces it takes, what the moved piece becomes."""
    deeds = []
    if move.captured:
        deeds.append(say.plural("takes {count} piece", "takes {count} pieces", len(move.captured)))
    if move.path and not move.removed and (promoted := _promoted(game, move)):
        deeds.append(say("becomes {piece}", piece=piece_name(game.ruleset, promoted, say)))
    return deeds


def _promoted(game: Game, move: Move) -> str:
    """The letter of the kind that the moving piece becomes, or an empty text."""
    kind = game.ruleset.kind[game.position.cells[move.path[0]]]
    return kind.promotes_to if kind.promotes_to and move.path[-1] in kind.promotes_on else ""
