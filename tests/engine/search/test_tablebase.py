"""Tablebases agree with plain Python, and a search that looks them up wins every won position."""

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board import dark_squares
from engine.game import Game
from engine.games import find_ruleset
from engine.moves import play
from engine.position import Position
from engine.ruleset import (
    Agreement,
    CapturePrecedence,
    Event,
    Landing,
    LoneKing,
    NoProgressRule,
    Obligation,
    Promotion,
    Removal,
    Ruleset,
)
from engine.search import LEVELS
from engine.search.kernel_state import load, new_state
from engine.search.layout import EMPTY
from engine.search.levels import choose
from engine.search.results import Limit
from engine.search.ruleset_compiler import compile_ruleset
from engine.search.searcher import Searcher
from engine.search.symmetry import symmetries
from engine.search.tablebase.building import Solved, build
from engine.search.tablebase.entries import DRAWN, LOST, OUTCOME, PLIES, UNKNOWN, WON, probe_entry
from engine.search.tablebase.files import Tablebase, UnusableTablebase, open_tablebase
from engine.search.tablebase.materials import prepare
from engine.search.tablebase.retrograde import clear, set_up
from engine.turns import legal_moves
from tests.engine.search.endings import DRAW, Value, ended, positions, solve, tiny
from tests.engine.search.fresh import printed
from tests.suites import deep, quick_first

OUTCOMES = {WON: 1, DRAWN: 0, LOST: -1}


class Reader:
    """Looks games up in tables."""

    def __init__(self, tablebase: Tablebase) -> None:
        self.tablebase = tablebase
        self.t: Any = compile_ruleset(tablebase.ruleset)
        prepare(tablebase.ruleset, self.t)
        self.s: Any = new_state()

    def value(self, game: Game) -> Value | None:
        """The value of a game's present position, None if it is not known."""
        load(self.tablebase.ruleset, self.t, self.s, game)
        self.tablebase.attach(self.s, self.tablebase.longest_safe_win(self.t, game))
        return read(int(probe_entry(self.t, self.s)))

    def entries(self) -> Iterator[tuple[Position, Value | None]]:
        """Every position that has an entry, and what that says."""
        letters = [kind.letter for kind in self.tablebase.ruleset.kinds]
        load(self.tablebase.ruleset, self.t, self.s, at(self.tablebase.ruleset, Position("." * int(self.t.points), 0)))
        for part in (part for group in self.tablebase.plan.groups for part in group):
            counts = np.array(part.counts, np.int64)
            for place in range(part.size):
                if set_up(self.t, self.s, counts, place):
                    kinds = self.s.board[: self.t.points].tolist()
                    cells = "".join("." if kind == EMPTY else letters[kind] for kind in kinds)
                    yield Position(cells, part.side), read(int(self.tablebase.entries[part.first + place]))
                clear(self.t, self.s)


def read(said: int) -> Value | None:
    return None if said >> OUTCOME == UNKNOWN else (OUTCOMES[said >> OUTCOME], said & PLIES)


def at(ruleset: Ruleset, position: Position, *counts: int) -> Game:
    return Game(ruleset, (position,), counts=counts or (0,) * len(ruleset.no_progress_rules))


@pytest.fixture(scope="module")
def three() -> Tablebase:
    """Three pieces on 64 squares, with the forfeit."""
    return build(find_ruleset("dam-8"), 3)


ALIKE = deep("kings that slide are in the tables of the others too")


@deep("tables are looked up by the search in the quick suite")
@pytest.mark.parametrize(
    ("key", "pieces"),
    [("dam-8", 3), ("tapal", 4), *(pytest.param(*each, marks=ALIKE) for each in (("tabal", 2), ("russian", 3)))],
)
def test_tables_say_what_plain_python_finds(key: str, pieces: int) -> None:
    agree(tiny(key), pieces)


@pytest.mark.parametrize("obligation", Obligation)
@settings(max_examples=2)
@given(st.data())
@deep("tables of known rules say it in the quick suite")
def test_tables_of_mixed_rules_say_what_plain_python_finds(obligation: Obligation, data: st.DataObject) -> None:
    base = tiny(data.draw(st.sampled_from(["dam-8", "russian"])))
    landing, promotion = data.draw(st.sampled_from(Landing)), data.draw(st.sampled_from(Promotion))
    kinds = tuple(replace(kind, landing=landing, promotion=promotion) for kind in base.kinds)
    precedence, removal = data.draw(st.sampled_from(CapturePrecedence)), data.draw(st.sampled_from(Removal))
    agree(replace(base, kinds=kinds, obligation=obligation, precedence=precedence, removal=removal), 3)


def agree(ruleset: Ruleset, pieces: int) -> None:
    """Every entry, and some of the positions by the way that games are looked up."""
    reader, values = Reader(build(ruleset, pieces)), solve(ruleset, pieces)
    for position, said in reader.entries():
        assert said == values[position], position
    asked = [position for position in values if ended(ruleset, position) is None and not position.pending]
    for position in random.Random(1).sample(asked, 200):
        assert reader.value(at(ruleset, position)) == values[position], position
    assert {outcome for outcome, _ in values.values()} >= {1, -1}


@deep("the tables are compared with a search in the quick suite")
@pytest.mark.parametrize(
    ("key", "resets"),
    [
        ("dam-8", Event.CAPTURE | Event.MAN_MOVE),
        pytest.param("russian", Event.CAPTURE | Event.PROMOTION, marks=deep("its counter is that of other games")),
        pytest.param("tabal", Event.CAPTURE | Event.PROMOTION, marks=deep("its counter is that of other games")),
        pytest.param("tabal", Event.CAPTURE, marks=deep("its counter is that of other games")),
    ],
)
@pytest.mark.parametrize("result", quick_first([*Agreement], "the ways to the end are counted alike"))
@pytest.mark.parametrize("road", ["", "a1 b2 c3 d4"], ids=["anywhere", "on its road"])
@pytest.mark.long("tables are built")
def test_no_progress_rules_are_kept_in_mind(key: str, resets: Event, result: Agreement, road: str) -> None:
    """Every game to its end, with all that is counted: what the tables say is never wrong, and seldom missing."""
    ruleset = tiny(key)
    if road and "d4" not in ruleset.board.index:
        road = "a1 b2 c3"
    lone = NoProgressRule(
        3, Event(0) if road else Event.CAPTURE, LoneKing(frozenset({1, 2})), ruleset.board.named(road), result
    )
    ruleset = tiny(key, no_progress_rules=(NoProgressRule(6, resets, result=result), lone))
    reader = Reader(build(ruleset, 2))
    known: dict[object, Value] = {}
    told = missing = 0
    for position in positions(ruleset, 2):
        for count in range(6):
            game = Game.begin(ruleset, replace(position, quiet=count))
            if game.outcome:
                continue
            said, value = reader.value(game), counted(game, known)
            if said:
                assert said[0] == value[0], position
                assert said[1] >= value[1] or not said[0], position
                told += 1
            missing += said is None and value[0] != 0 and count == 0
    assert told > 10 * missing


def counted(game: Game, known: dict[object, Value]) -> Value:
    """The value of a game that counters end."""
    key = game.position.key, game.counts
    if key not in known:
        if game.outcome:
            winner = game.outcome.winner
            known[key] = (0 if winner is None else 1 if winner == game.turn else -1), 0
        else:
            theirs = [counted(game.play(move), known) for move in game.legal_moves]
            worst = min(outcome for outcome, _ in theirs)
            plies = [far for outcome, far in theirs if outcome == worst]
            known[key] = -worst, 1 + (min(plies) if worst < 0 else max(plies))
    return known[key]


def scattered(ruleset: Ruleset, letters: str, chance: random.Random) -> Game:
    """A game that begins with these pieces anywhere, but where no man promotes."""
    points = [
        point
        for point in range(len(ruleset.board.points))
        if not any(point in kind.promotes_on for kind in ruleset.kinds)
    ]
    cells = ["."] * len(ruleset.board.points)
    for point, letter in zip(chance.sample(points, len(letters)), letters, strict=True):
        cells[point] = letter
    return Game.begin(ruleset, Position("".join(cells), chance.randrange(2)))


def some_won(reader: Reader, many: int, least: int) -> list[Game]:
    """Games that begin with a won position of three pieces, some plies from the end."""
    chance = random.Random(3)
    games: list[Game] = []
    while len(games) < many:
        letters = "".join(chance.choices("MKmk", k=3))
        game = scattered(reader.tablebase.ruleset, letters, chance)
        value = None if game.outcome else reader.value(game)
        if value and value[0] == 1 and value[1] >= least:
            games.append(game)
    return games


@deep("tables say what plain Python finds in the quick suite")
def test_what_is_won_is_won_in_the_plies_that_were_told(three: Tablebase) -> None:
    reader, searcher = Reader(three), Searcher(three.ruleset, hash_mb=1, tablebase=three)
    for game in some_won(reader, 12, least=9):
        value = reader.value(game)
        assert value
        winner, plies = game.turn, value[1]
        while not game.outcome:
            result = searcher.search(game, Limit(depth=2))
            turns = (plies + 1) // 2
            assert result.score.wins_in == (turns if game.turn == winner else -turns)
            game, plies = game.play(result.best), plies - 1
        assert plies == 0
        assert game.outcome.winner == winner


def test_the_line_goes_on_to_the_end(three: Tablebase) -> None:
    game = some_won(Reader(three), 1, least=9)[0]
    result = Searcher(three.ruleset, hash_mb=1, tablebase=three).search(game, Limit(depth=1))
    for move in result.pv:
        game = game.play(move)
    assert game.outcome


@deep("the tables are compared with a search in the quick suite")
def test_a_win_does_not_lead_through_what_has_stood_too_often() -> None:
    """Three kings have dawdled until positions on their way had stood twice: they take another way, and still win."""
    ruleset = tiny("russian", dark_squares(6), repetition=3)
    tablebase = build(ruleset, 4)
    reader, searcher = Reader(tablebase), Searcher(ruleset, hash_mb=1, tablebase=tablebase)
    chance = random.Random(1)
    game = scattered(ruleset, "KKKk", chance)
    while (reader.value(game) or DRAW) < (1, 9):
        game = scattered(ruleset, "KKKk", chance)
    ahead = [game]
    while not ahead[-1].outcome:
        ahead.append(ahead[-1].play(searcher.search(ahead[-1], Limit(depth=1)).best))
    plies = len(ahead) - 1
    assert reader.value(game) == (1, plies)
    for worn in (2, 4):
        past = 2 * tuple(replace(stage.position, quiet=9) for stage in ahead[worn : worn + 2])
        now = replace(game, positions=(*past, replace(game.position, quiet=len(past))))
        assert reader.value(now) is None
        searcher.clear()
        while not now.outcome:
            now = now.play(searcher.search(now, Limit(nodes=20_000)).best)
            assert now.ply < 40
        assert now.outcome.winner == game.turn


@pytest.mark.parametrize("key", ["tabal", "international"])
@deep("tables say what plain Python finds in the quick suite")
def test_mirror_images_are_worth_the_same(key: str) -> None:
    ruleset = find_ruleset(key)
    reader = Reader(build(ruleset, 2))
    chance = random.Random(key)
    images = list(symmetries(ruleset))
    assert len(images) > 1
    for _ in range(60):
        game = scattered(ruleset, "".join(chance.choices("MKmk", k=2)), chance)
        for image, letters in images:
            cells = ["."] * len(image)
            for point, letter in enumerate(game.position.cells):
                cells[image[point]] = letters.get(letter, ".")
            swapped = ruleset.side_of(letters[ruleset.kinds[0].letter]) != 0
            other = Position("".join(cells), 1 - game.turn if swapped else game.turn)
            assert reader.value(game) == reader.value(Game.begin(ruleset, other))


def test_every_part_is_solved_and_told_of(three: Tablebase) -> None:
    told: list[Solved] = []
    build(three.ruleset, 2, told.append)
    assert len(told) == 4
    for solved in told:
        overlapping = solved.part.size - solved.won - solved.drawn - solved.lost - solved.unknown
        assert 0 < overlapping <= 32
        assert solved.won
        assert solved.unknown == 0
        assert solved.longest % 2 == 1


@deep("the tables are compared with a search in the quick suite")
def test_every_material_follows_from_what_comes_after(three: Tablebase) -> None:
    """On the large board: an entry is what the reference's moves make of the entries behind them."""
    ruleset, reader, chance = three.ruleset, Reader(three), random.Random(7)
    letters = [kind.letter for kind in ruleset.kinds]
    for part in (part for group in three.plan.groups for part in group):
        pieces = "".join(letter * count for letter, count in zip(letters, part.counts, strict=True))
        for _ in range(5):
            position = scattered(ruleset, pieces, chance).position
            assert reader.value(at(ruleset, position)) == expected(reader, position), position


@deep("every material of fewer pieces does in the quick suite")
def test_forfeits_among_four_pieces_follow_from_what_comes_after() -> None:
    """With four there is a choice of the piece to forfeit, and of whether to decline in return."""
    reader = Reader(build(tiny("dam-8"), 4))
    crowded = [position for position, _ in reader.entries() if position.cells.count(".") == 4]
    for position in random.Random(9).sample(crowded, 200):
        assert reader.value(at(reader.tablebase.ruleset, position)) == expected(reader, position), position


def expected(reader: Reader, position: Position) -> Value:
    """A position's value by one turn, or two where a forfeit is pending, and the entries after that."""
    ruleset = reader.tablebase.ruleset
    theirs: list[Value] = []
    for move in legal_moves(ruleset, position):
        after = play(ruleset, position, move)
        value = ended(ruleset, after) or (
            expected(reader, after) if after.pending else reader.value(at(ruleset, after))
        )
        assert value
        theirs.append(value)
    worst = min((outcome for outcome, _ in theirs), default=1)
    plies = [far for outcome, far in theirs if outcome == worst]
    if worst == 0:
        return DRAW
    return -worst, 1 + min(plies) if worst < 0 else 1 + max(plies, default=-1)


@deep("the tables are compared with a search in the quick suite")
def test_larger_boards_have_fewer_pieces_and_great_herds_none() -> None:
    most = {"tabal": 4, "dam-8": 4, "dam": 3, "alquerque": 6, "sholo-guti": 4, "game-of-solomon": 5, "komikan": 5}
    plans = {key: Tablebase.unsolved(find_ruleset(key)).plan for key in (*most, "tapal")}
    assert {key: plans[key].pieces for key in most} == most
    assert {part.counts for group in plans["komikan"].groups for part in group} == {(4, 1)}
    assert not plans["tapal"].groups
    assert Tablebase.unsolved(find_ruleset("tapal")).plan.groups == ()


def test_a_file_holds_what_was_built(three: Tablebase, tmp_path: Path) -> None:
    file = tmp_path / "three"
    size = three.save(file)
    assert size == file.stat().st_size
    again = open_tablebase(three.ruleset, file)
    assert np.array_equal(again.entries, three.entries)
    assert not again.entries.flags.writeable
    assert [each.name for each in tmp_path.iterdir()] == ["three"]
    game = some_won(Reader(three), 1, least=7)[0]
    assert Reader(again).value(game) == Reader(three).value(game)


def test_a_file_that_is_damaged_or_of_other_rules_is_refused(three: Tablebase, tmp_path: Path) -> None:
    file = tmp_path / "three"
    three.save(file)
    whole = file.read_bytes()
    stricter = replace(three.ruleset, obligation=Obligation.FORCED)
    with pytest.raises(UnusableTablebase, match="other rules"):
        open_tablebase(stricter, file)
    damaged = {
        "checksum": whole[:5000] + bytes([whole[5000] ^ 1]) + whole[5001:],
        "length": whole[:-2],
        "no tables": b"papan endgames 0" + whole[16:],
        "no tables of": whole[:20],
    }
    for fault, data in damaged.items():
        file.write_bytes(data)
        with pytest.raises(UnusableTablebase, match=fault):
            open_tablebase(three.ruleset, file)


def test_only_the_top_level_looks_anything_up(three: Tablebase) -> None:
    """The others choose as if there were no tables: they are to err like people."""
    plain, knowing = Searcher(three.ruleset, hash_mb=1), Searcher(three.ruleset, hash_mb=1, tablebase=three)
    for game in some_won(Reader(three), 4, least=7):
        for level in LEVELS[:-1]:
            choice = choose(knowing, game, level, random.Random(level))
            assert choice == choose(plain, game, level, random.Random(level))
        later = replace(game, moves=(game.legal_moves[0],) * 10)  # past the opening, in which every level varies
        value = Reader(three).value(game)
        assert value
        assert choose(knowing, later, LEVELS[-1], random.Random(1)).wins_in == (value[1] + 1) // 2


@deep("the tables are compared with a search in the quick suite")
def test_without_the_compiler() -> None:
    assert printed("-m", "tests.engine.search.endings") == f"{build(tiny('dam-8'), 2).entries.tolist()}\n"
