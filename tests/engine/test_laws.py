"""Properties of every position of every game: symmetry, what a turn changes, what texts and replays keep."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board import Surface
from engine.endings import perft, playable_moves
from engine.game import Game, GameOver
from engine.games import find_ruleset
from engine.moves import Move, capturers, play
from engine.notation import move_texts
from engine.position import EMPTY, Position, format_position, parse_position
from engine.ruleset import (
    Armies,
    CapturePrecedence,
    Event,
    KingEach,
    LoneKing,
    NoProgressRule,
    Obligation,
    Row,
    Ruleset,
)
from engine.turns import legal_moves
from tests.engine.positions import KEYS, endings, games, scattered
from tests.suites import examples

TWO_COLOURS = [key for key in KEYS if find_ruleset(key).hunters is None]
ON_LINES = [key for key in KEYS if find_ruleset(key).board.surface is Surface.LINES]


def turned(move: Move, where: Callable[[int], int]) -> Move:
    """A move with every point carried to another."""
    return Move(
        tuple(where(point) for point in move.path),
        tuple(where(point) for point in move.captured),
        tuple(where(point) for point in move.drops),
        None if move.huff is None else where(move.huff),
        None if move.forfeit is None else where(move.forfeit),
        tuple(where(point) for point in move.removed),
    )


def carried(ruleset: Ruleset, to: Callable[[int, int], tuple[int, int]]) -> list[int]:
    """For each point, where a symmetry of the board carries it."""
    places = ruleset.board.coordinates
    at = {place: point for point, place in enumerate(places)}
    return [at[to(x, y)] for x, y in places]


def assert_symmetric(ruleset: Ruleset, position: Position, where: list[int], swap: bool) -> None:
    cells = [EMPTY] * len(position.cells)
    for point, cell in enumerate(position.cells):
        cells[where[point]] = cell.swapcase() if swap else cell
    other = replace(position, cells="".join(cells), turn=1 - position.turn if swap else position.turn)
    here = {turned(move, where.__getitem__) for move in legal_moves(ruleset, position)}
    assert set(legal_moves(ruleset, other)) == here


class TestSymmetry:
    @settings(max_examples=examples(300))
    @given(scattered(TWO_COLOURS))
    def test_colours_are_alike_when_the_board_is_turned_round(self, given_position: tuple[Ruleset, Position]) -> None:
        ruleset, position = given_position
        last = len(position.cells) - 1
        assert_symmetric(ruleset, position, [last - point for point in range(last + 1)], swap=True)

    @settings(max_examples=examples(300))
    @given(scattered(ON_LINES))
    def test_left_is_like_right_on_line_boards(self, given_position: tuple[Ruleset, Position]) -> None:
        ruleset, position = given_position
        last = ruleset.board.width - 1
        assert_symmetric(ruleset, position, carried(ruleset, lambda x, y: (last - x, y)), swap=False)

    @settings(max_examples=examples(100))
    @given(scattered(["main-tapal-empat"]))
    def test_tapal_empat_has_no_forward(self, given_position: tuple[Ruleset, Position]) -> None:
        ruleset, position = given_position
        assert_symmetric(ruleset, position, carried(ruleset, lambda x, y: (y, x)), swap=False)
        assert_symmetric(ruleset, position, carried(ruleset, lambda x, y: (y, 4 - x)), swap=False)


def owned(ruleset: Ruleset, position: Position, side: int) -> int:
    return len(position.letters(ruleset, side))


def assert_one_turn(ruleset: Ruleset, before: Position, move: Move, after: Position) -> None:
    """A turn moves one piece or drops some; who is captured or forfeited leaves, and nobody else comes or goes."""
    mine, theirs = before.turn, 1 - before.turn
    lost = len(move.captured) + len(move.removed) + (move.huff is not None)
    assert owned(ruleset, after, theirs) == owned(ruleset, before, theirs) - lost
    assert owned(ruleset, after, mine) == owned(ruleset, before, mine) + len(move.drops) - (move.forfeit is not None)
    gone = {*move.captured, *move.removed, move.huff, move.forfeit, *move.path[:1]} - {None, *move.path[-1:]}
    for point in gone:
        if point is not None:
            taken = max(1, move.captured.count(point))
            assert after.heights.get(point, 0) == before.heights.get(point, taken) - taken
    assert all(ruleset.side_of(before.cells[point]) == theirs for point in (*move.captured, *move.removed))
    touched = {*move.path, *move.captured, *move.drops, *move.removed, move.huff, move.forfeit}
    for point, cell in enumerate(before.cells):
        crowned = ruleset.crowned_when and cell != EMPTY and after.cells[point] == ruleset.kind[cell].promotes_to
        assert point in touched or after.cells[point] == cell or crowned
    rows = any(kind.row is Row.ODD for kind in ruleset.kinds)
    assert rows or len(move.captured) == (len(move.path) - 1 if move.captured else 0)
    twice = ruleset.stacks is not None and ruleset.stacks.leapt_twice
    assert twice or len(set(move.captured)) == len(move.captured)
    if move.path and move.forfeit != move.target:
        assert ruleset.side_of(after.cells[move.target]) == mine
    progress = bool(lost or move.drops or move.forfeit is not None)
    assert after.quiet == (0 if progress else before.quiet + 1)
    assert after.number == before.number + (mine != ruleset.first)
    assert after.turn == theirs


@settings(max_examples=examples(150))
@given(games())
def test_what_a_turn_changes(game: Game) -> None:
    for before, move, after in zip(game.positions[:-1], game.moves, game.positions[1:], strict=True):
        assert_one_turn(game.ruleset, before, move, after)


@settings(max_examples=examples(300))
@given(scattered())
def test_what_a_turn_changes_anywhere(given_position: tuple[Ruleset, Position]) -> None:
    ruleset, position = given_position
    for move in legal_moves(ruleset, position):
        assert_one_turn(ruleset, position, move, play(ruleset, position, move))


def kings(ruleset: Ruleset, position: Position) -> int:
    return sum(ruleset.kind[cell].is_king for cell in position.cells if cell != EMPTY)


def rank(ruleset: Ruleset, position: Position) -> int:
    """The number of promotions of the pieces on the board, all together."""
    cells = [ruleset.kind[cell] for cell in position.cells if cell != EMPTY]
    return sum(kind.is_king + (kind.is_king and kind.promotes_to is None) for kind in cells)


def pieces(ruleset: Ruleset, position: Position) -> int:
    return owned(ruleset, position, 0) + owned(ruleset, position, 1)


def happened(ruleset: Ruleset, before: Position, move: Move, after: Position) -> Event:
    """The events of a turn, read from the boards before and after it."""
    if pieces(ruleset, after) < pieces(ruleset, before):
        return Event.CAPTURE
    if before.hand != after.hand:
        return Event.DROP
    man = ruleset.kind[before.cells[move.origin]].is_man
    promoted = rank(ruleset, after) > rank(ruleset, before)
    return (Event.MAN_MOVE if man else Event(0)) | (Event.PROMOTION if promoted else Event(0))


def stands(rule: NoProgressRule, position: Position) -> bool:
    """Is the material on the board that a counter waits for?"""
    letters = [cell for cell in position.cells if cell != EMPTY]
    white = "".join(sorted(cell for cell in letters if cell.isupper()))
    black = "".join(sorted(cell for cell in letters if cell.islower())).upper()
    few, many = sorted((white, black), key=len)
    kings = {"K", "S"}
    match rule.material:
        case None:
            return True
        case LoneKing(pieces):
            return few in kings and len(many) in pieces and not kings.isdisjoint(many)
        case KingEach(pieces):
            return not kings.isdisjoint(white) and not kings.isdisjoint(black) and len(letters) in pieces
        case Armies():
            return {white, black} in ({"KK"}, {"KK", "KM"})


def is_on_the_road(ruleset: Ruleset, rule: NoProgressRule, position: Position) -> bool:
    """Is a side's last piece the only one on the squares of the rule's road, if it has one?"""
    there = "".join(position.cells[point] for point in rule.road).replace(EMPTY, "")
    return not rule.road or (len(there) == 1 and owned(ruleset, position, ruleset.side_of(there)) == 1)


@settings(max_examples=examples(300))
@given(endings() | games() | endings(["russian-draughts", "brazilian-draughts"]))
def test_what_counters_count(game: Game) -> None:
    """A counter stands at the number of turns since the last that resets it, or since its material stands."""
    ruleset = game.ruleset
    for number, rule in enumerate(ruleset.no_progress_rules):
        count = game.positions[0].quiet if stands(rule, game.positions[0]) and not rule.road else 0
        for before, move, after in zip(game.positions[:-1], game.moves, game.positions[1:], strict=True):
            if happened(ruleset, before, move, after) & rule.resets or not (
                stands(rule, before) and stands(rule, after)
            ):
                count = 0
            elif is_on_the_road(ruleset, rule, before) and is_on_the_road(ruleset, rule, after):
                count += 1
        assert game.counts[number] == count


@settings(max_examples=examples(300))
@given(scattered())
def test_the_duty_to_capture(given_position: tuple[Ruleset, Position]) -> None:
    ruleset, position = given_position
    legal = legal_moves(ruleset, position)
    captures = [move for move in legal if move.captured]
    able = set(capturers(ruleset, position))
    if ruleset.precedence is CapturePrecedence.LONGEST_OF_ALL:
        assert len({len(move.captured) for move in captures}) <= 1
    else:
        assert {move.origin for move in captures} == able
    if ruleset.precedence is CapturePrecedence.LONGEST_OF_PIECE:
        assert len({(move.origin, len(move.captured)) for move in captures}) == len(able)
    if ruleset.obligation is Obligation.FORCED:
        assert captures in ([], legal)
    for move in legal:
        declined = ruleset.obligation is Obligation.FORFEIT and able and not move.captured
        stands = {move.target if point == move.origin else point for point in able} if declined else set()
        lost = {move.forfeit} - {None} | set(play(ruleset, position, move).pending)
        assert lost == stands


@settings(max_examples=examples(120))
@given(games())
def test_texts_lose_nothing(game: Game) -> None:
    ruleset = game.ruleset
    for position in game.positions:
        assert parse_position(ruleset, format_position(ruleset, position)) == position
        short = parse_position(ruleset, format_position(ruleset, position, counters=False))
        assert short.key == position.key
        texts = move_texts(ruleset, legal_moves(ruleset, position))
        assert len(set(texts)) == len(texts)


@settings(max_examples=examples(20))
@given(games(longest=60))
def test_going_back_is_replaying(game: Game) -> None:
    again = Game.begin(game.ruleset)
    for ply, move in enumerate(game.moves):
        assert game.back_to(ply) == again
        again = again.play(move)
    assert again == game


@given(games(longest=200))
def test_nothing_follows_the_end(game: Game) -> None:
    if game.outcome is None:
        assert game.legal_moves
        game = game.resign(game.turn)
        assert game.outcome is not None
        assert game.outcome.winner == 1 - game.turn
    assert game.legal_moves == ()
    with pytest.raises(GameOver):
        game.play(Move((0, 1)))
    with pytest.raises(GameOver):
        game.resign(0)
    with pytest.raises(GameOver):
        game.agree()


@given(games(longest=40), st.integers(1, 2))
def test_counts_are_the_sums_of_their_parts(game: Game, depth: int) -> None:
    ruleset, position = game.ruleset, game.position
    parts = [perft(ruleset, play(ruleset, position, move), depth - 1) for move in playable_moves(ruleset, position)]
    assert perft(ruleset, position, depth) == sum(parts)
