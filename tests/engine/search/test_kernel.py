"""The kernel gives the reference's turns, move for move, and takes back what it plays."""

import random
from dataclasses import replace
from enum import Enum

import numba
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import Board, all_squares, dark_squares
from engine.endings import perft as reference_perft
from engine.endings import playable_moves
from engine.game import Game, Outcome
from engine.games import find_ruleset, rulesets
from engine.games.boards import KOMIKAN, SOLOMON
from engine.moves import play
from engine.position import Position, parse_position, start_position
from engine.ruleset import (
    CapturePrecedence,
    Chain,
    Ending,
    Event,
    Landing,
    LoneKing,
    Obligation,
    Opening,
    Promotion,
    Reach,
    Removal,
    Row,
    Ruleset,
    Stacks,
    TieBreak,
)
from engine.search import kernel_state, make_move, movegen, ruleset_compiler
from engine.search.node_scores import no_progress_score
from engine.search.transposition import NO_SCORE
from tests.engine.draw_lines import DRAW_LINES, DrawLine
from tests.engine.search.agreement import Twin, random_game, scattered
from tests.engine.search.fresh import printed
from tests.suites import deep, each_ruleset, examples

KEYS = [ruleset.key for ruleset in rulesets()]
SHALLOW = {
    "main-tapal-empat": 2,
    **dict.fromkeys(("tapal-empat-15", "rimau", "bagh-bandi-basirhat"), 2),
    **dict.fromkeys(("rimau-rimau", "rimau-rimau-b"), 1),
    **dict.fromkeys(
        ("bagh-chal", "bagh-chal-no-repeating", "tapak-empat-1919", "buga-shadara", "bagh-bandi", "sher-bakar"), 3
    ),
    **dict.fromkeys(("omnidirectional-draughts", "omnidirectional-draughts-10", "dutch-queens-1805"), 3),
    **dict.fromkeys(("omnidirectional-draughts-6", "dama-kenya", "komikan", "adugo", "catch-the-hare"), 4),
    "malaysian-checkers": 3,
    "malaysian-checkers-strict": 3,
    "canadian-draughts": 3,
    "international-draughts": 4,
}
# Published, or counted by an unrelated program (docs/rules/worked-positions.md#counts): from the start, whole turns.
PUBLISHED = {
    "permainan-tabal": (10, 8515968),
    "permainan-tabal-globe-joueur": (10, 8515968),
    "malaysian-checkers-8-strict": (8, 845931),
    "malaysian-checkers-strict": (7, 4263112),
    "english-draughts": (7, 179740),
    "russian-draughts": (7, 190146),
    "brazilian-draughts": (7, 187302),
    "international-draughts": (7, 1049442),
}


def kernel_perft(ruleset: Ruleset, position: Position, depth: int) -> int:
    t, s = ruleset_compiler.compile_ruleset(ruleset), kernel_state.new_state()
    kernel_state.load(ruleset, t, s, Game.begin(ruleset, position))
    return make_move.perft(t, s, depth, 1)


@pytest.mark.parametrize("ruleset", each_ruleset())
def test_perft_from_the_start(ruleset: Ruleset) -> None:
    start = start_position(ruleset)
    depth = SHALLOW.get(ruleset.key, 5)
    assert kernel_perft(ruleset, start, depth) == reference_perft(ruleset, start, depth)


@pytest.mark.parametrize(("key", "depth", "count"), [(key, *counted) for key, counted in PUBLISHED.items()])
def test_perft_as_published(key: str, depth: int, count: int) -> None:
    ruleset = find_ruleset(key)
    assert kernel_perft(ruleset, start_position(ruleset), depth) == count


@pytest.mark.parametrize(
    ("tigers", "counts"),
    [("b2 d4", (23, 520, 11444, 236010)), ("c3 c4", (23, 418, 9205, 164718)), ("b3 d3", (23, 264, 5812, 97210))],
)
def test_perft_of_drops(tigers: str, counts: tuple[int, ...]) -> None:
    """docs/rules/worked-positions.md#counts: after the set-up, goats to drop."""
    ruleset = find_ruleset("tapal")
    cells = ["."] * len(ruleset.board.points)
    for name in tigers.split():
        cells[ruleset.board.index[name]] = "T"
    position = Position("".join(cells), 0, (("G", 18),))
    assert tuple(kernel_perft(ruleset, position, depth) for depth in (1, 2, 3, 4)) == counts


FINISHED = [
    ("tapal", "T3T/5/5/GGGGG/GGGGG t"),  # ten goats left
    ("tapal", "T3T/5/5/GGGGG/GGGGG g"),
    ("tapal", "T3T/5/5/5/GGGGG t G5 0 30"),
    ("tabal", "3/3/5/5/2M2/5/5/3/3 w"),  # a side without pieces, whoever is to act
    ("tabal", "3/3/5/5/2M2/5/5/3/3 b"),
    ("tabal", "3/3/Mmm2/5/5/5/5/3/3 w"),  # blocked
]


@pytest.mark.parametrize(("key", "text"), FINISHED)
def test_nothing_is_counted_below_a_finished_position(key: str, text: str) -> None:
    ruleset = find_ruleset(key)
    position = parse_position(ruleset, text)
    assert Game.begin(ruleset, position).outcome
    assert playable_moves(ruleset, position) == []
    for depth, count in ((0, 1), (1, 0), (2, 0)):
        assert reference_perft(ruleset, position, depth) == kernel_perft(ruleset, position, depth) == count


def test_a_turn_that_ends_the_game_is_counted_and_nothing_after_it() -> None:
    """RULES 2, M-3: of the twelve turns of the tigers one takes the eighth goat."""
    ruleset = find_ruleset("tapal")
    position = parse_position(ruleset, "GGG1G/5/1TG2/5/G3T t G5 0 20")
    moves = playable_moves(ruleset, position)
    after = [play(ruleset, position, move) for move in moves]
    (last,) = [place for place, move in enumerate(moves) if move.captured]
    assert playable_moves(ruleset, after[last]) == []
    goats = sum(len(playable_moves(ruleset, each)) for each in after)
    # after each of the eleven slides a goat has all but the points of six goats and two tigers
    assert goats == 11 * (25 - 8)
    for count in (reference_perft, kernel_perft):
        assert [count(ruleset, position, depth) for depth in (1, 2)] == [12, goats]


@pytest.mark.parametrize(
    ("names", "codes"),
    [
        (Obligation, ruleset_compiler.OBLIGATIONS),
        (CapturePrecedence, ruleset_compiler.PRECEDENCES),
        (Event, ruleset_compiler.EVENTS),
        (Reach, ruleset_compiler.REACHES),
    ],
)
def test_every_rule_has_a_code_of_its_own(names: type[Enum], codes: dict[Enum, int]) -> None:
    assert set(codes) == set(names)
    assert len(set(codes.values())) == len(codes)


def test_events_are_bits() -> None:
    """``make`` and the tables join them with ``or``."""
    assert sum(ruleset_compiler.EVENTS.values()) == (1 << len(Event)) - 1


@pytest.mark.parametrize("ruleset", each_ruleset())
@pytest.mark.long("a whole game, read twice")
def test_same_turns_along_random_games(ruleset: Ruleset) -> None:
    chance = random.Random(ruleset.key)
    seen = 0
    while seen < examples(50):
        seen += random_game(ruleset, chance, plies=60)


@pytest.mark.parametrize("ruleset", each_ruleset())
def test_same_turns_in_scattered_positions(ruleset: Ruleset) -> None:
    chance, twin = random.Random(ruleset.key), Twin(ruleset)
    few = len(ruleset.board.points) > 72  # there many kings have more captures than the arrays hold
    for _ in range(examples(60)):
        game = Game.begin(ruleset, scattered(ruleset, chance, free=60 if few else 0))
        many = twin.check(game)
        if many and not game.outcome:
            after = twin.check_play(game, chance.randrange(many))
            twin.check(after)


LIMITED = [ruleset.key for ruleset in rulesets() if any(rule.material for rule in ruleset.no_progress_rules)]


@pytest.mark.parametrize("ruleset", each_ruleset(LIMITED))
def test_same_counts_up_to_the_draw_of_small_endings(ruleset: Ruleset) -> None:
    """Of two to seven pieces; ``check_play`` compares the counts after every move, and after taking it back."""
    chance, twin = random.Random(ruleset.key), Twin(ruleset)
    seen = drawn = 0
    while seen < examples(80) or not drawn:
        game = Game.begin(ruleset, few_pieces(ruleset, chance))
        while not game.outcome and game.ply < 40:
            game = twin.check_play(game, chance.randrange(twin.check(game)))
        seen += 1
        drawn += game.outcome == Outcome(Ending.COUNTER, None)


def few_pieces(ruleset: Ruleset, chance: random.Random) -> Position:
    """A king a side and up to five pieces more, anywhere but where a man promotes."""
    letters = ["K", "k", *chance.choices("KKMkkm", k=chance.choice((0, 0, 1, 2, 2, 5)))]
    while True:
        points = chance.sample(range(len(ruleset.board.points)), len(letters))
        if all(point not in ruleset.kind[letter].promotes_on for point, letter in zip(points, letters, strict=True)):
            break
    cells = ["."] * len(ruleset.board.points)
    for point, letter in zip(points, letters, strict=True):
        cells[point] = letter
    return Position("".join(cells), chance.randrange(2))


@pytest.mark.parametrize("line", DRAW_LINES, ids=lambda line: line.name)
def test_the_kernel_counts_as_the_lines_of_the_rules(line: DrawLine) -> None:
    ruleset = find_ruleset(line.game)
    t, s = ruleset_compiler.compile_ruleset(ruleset), kernel_state.new_state()
    first, *later = line.games()
    kernel_state.load(ruleset, t, s, first)
    for game in later:
        assert no_progress_score(t, s) == NO_SCORE
        top = s.move_top
        moves = range(top, top + movegen.generate(t, s))
        make_move.make(
            t, s, next(move for move in moves if kernel_state.move_of(ruleset, t, s, move) == game.moves[-1])
        )
    assert no_progress_score(t, s) == 0


BASES = (
    "tabal",
    "dam-8",
    "russian",
    "tapal",
    "dutch-queens",
    "game-of-solomon",
    "komikan",
    "dama-kenya",
    "buga-shadara",
)


@pytest.mark.parametrize("precedence", CapturePrecedence)
@pytest.mark.parametrize("obligation", Obligation)
@given(st.data())
@pytest.mark.long("a mixture may have very many captures")
def test_every_mixture_of_rules(obligation: Obligation, precedence: CapturePrecedence, data: st.DataObject) -> None:
    """Rulesets nobody plays: each rule alone, with every other, on boards of lines and of squares."""
    mixed = mixture(data, obligation, precedence)
    chance = random.Random(data.draw(st.integers(0, 10_000)))
    twin = Twin(mixed)
    few = len(mixed.board.points) > 40  # on a large board many kings have more captures than the arrays hold
    game = Game.begin(mixed, scattered(mixed, chance, free=60 if few else 0))
    many = twin.check(game)
    if many and not game.outcome:
        twin.check(twin.check_play(game, data.draw(st.integers(0, many - 1))))


def mixture(data: st.DataObject, obligation: Obligation, precedence: CapturePrecedence) -> Ruleset:
    """A ruleset with each fact drawn by itself."""
    base = data.draw(st.sampled_from([find_ruleset(key) for key in BASES]))
    landing, promotion = data.draw(st.sampled_from(Landing)), data.draw(st.sampled_from(Promotion))
    chain, row, turns_back = (
        data.draw(st.sampled_from(Chain)),
        data.draw(st.sampled_from(Row)),
        data.draw(st.booleans()),
    )
    some = data.draw(st.frozensets(st.integers(0, len(base.board.points) - 1), max_size=9))
    stacks = data.draw(st.sampled_from([None, Stacks(), Stacks(leapt_twice=True)]))
    kinds = tuple(
        replace(
            kind,
            landing=landing,
            promotion=promotion,
            chain=chain if kind.capture else kind.chain,
            row=row,
            turns_back=turns_back,
            rests_on=some if data.draw(st.booleans()) else frozenset(),
            joins_on=some if stacks and data.draw(st.booleans()) else frozenset(),
        )
        for kind in base.kinds
    )
    opening = Opening(data.draw(st.integers(1, 2)), data.draw(st.booleans()))
    return replace(
        base,
        key="mixed",
        kinds=kinds,
        obligation=obligation,
        precedence=precedence,
        removal=data.draw(st.sampled_from(Removal)),
        tie_break=data.draw(st.sampled_from(TieBreak)),
        stacks=stacks,
        opening=data.draw(st.sampled_from([None, opening])),
        crowned_when=data.draw(st.sampled_from([0, 3])) if any(kind.promotes_to for kind in kinds) else 0,
        drawn_material=data.draw(st.sampled_from([None, LoneKing(frozenset({1, 2}))])),
        stuck_draws=data.draw(st.frozensets(st.integers(0, 1))),
    )


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("dam-8", "4/4/2m1/4/mm2/1M1m/3M/M3 w"),  # two candidates for the forfeit
        ("dam-8", "4/4/2m1/4/mm2/1M1m/1M1M/4 b - 1 1 f:c3,h2"),  # the opponent's choice of one
        ("dam", "6/6/6/6/6/6/mm4/6/m5/1m4/6/K5 w"),  # C-3: the king's longest
        ("tabal", "3/3/3m1/2m1m/K1m2/5/5/3/3 w"),  # T-2: free landings
        ("tabal-gj", "3/3/3m1/2m1m/K1m2/5/5/3/3 w"),
        ("tabal", "1m1/m1m/2M2/5/5/5/5/3/3 w"),  # T-3: over the far base and back
        ("tapal", "T2G1/2G2/2TGG/1G3/5 t"),  # M-1
        ("tapal", "5/5/5/5/5 t T2G18 0 0"),  # the set-up
    ],
)
def test_same_turns_in_the_rulebook_positions(key: str, text: str) -> None:
    ruleset = find_ruleset(key)
    twin = Twin(ruleset)
    game = Game.begin(ruleset, parse_position(ruleset, text))
    many = twin.check(game)
    for number in range(0 if game.outcome else many):
        twin.check(twin.check_play(game, number))


def test_too_large_boards_are_refused() -> None:
    dam = find_ruleset("dam")
    crowded = replace(dark_squares(12), points=(*dark_squares(12).points, "a2"))
    for board, what in ((all_squares(11), "points"), (crowded, "a board of 12 ranks")):
        with pytest.raises(ruleset_compiler.TooLarge, match=what):
            ruleset_compiler.compile_ruleset(replace(dam, board=board))


@pytest.mark.parametrize(("board", "words"), [(KOMIKAN, 1), (SOLOMON, 1), (all_squares(8), 2), (all_squares(10), 3)])
def test_a_board_has_as_many_words_as_it_needs(board: Board, words: int) -> None:
    """A board with few points far apart has a bit for each point; a full one is seen through windows."""
    tables = ruleset_compiler.compile_ruleset(replace(find_ruleset("tapal"), board=board, placements=()))
    assert tables.words == words


def test_an_index_is_not_tested_for_its_sign() -> None:
    """Numba has no setting for it, so a function of Numba is replaced: another release may not use that any more."""
    taken = numba.njit("int64(int64[::1], int64)")(lambda words, number: words[number])
    (code,) = taken.inspect_llvm().values()
    assert "icmp slt" not in code


@deep("the same functions are tested compiled")
def test_without_the_compiler() -> None:
    """The same functions as plain Python, which is how coverage and a debugger see them."""
    assert len(printed("-m", "tests.engine.search.agreement", "8").splitlines()) == len(rulesets())
