"""The graph of steps: its ways are the legal turns and nothing else, and it stays small where the turns are many."""

from collections import Counter

from hypothesis import given, settings

from engine.game import Game
from engine.games import find_ruleset
from engine.moves import Move
from engine.position import Position, parse_position, start_position
from engine.ruleset import Obligation, Ruleset
from engine.turn_graph import Node, TurnGraph, turn_graph
from engine.turns import choices, first_choice, legal_moves
from engine.work import at_most
from tests.engine.positions import FULL_OF_TURNS, KEYS, MAY_STOP, games, scattered
from tests.suites import WIDE, deep, examples

NARROW = [key for key in KEYS if key not in WIDE]


def sorted_first(move: Move) -> tuple[int, ...]:
    """The points picked for a turn, with the pieces put on the board or taken off it in the order of their points."""
    picked = choices(move)
    free = len(move.removed or move.drops)
    return (*sorted(picked[:free]), *picked[free:])


def ways(graph: TurnGraph, number: int = 0, picked: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
    """Every turn of a graph by its picks; those whose order is free once, in the order of their points."""
    node = graph.nodes[number]
    found = [picked] if node.ends else []
    chosen: list[tuple[int, ...]] = [()]
    for _ in range(node.count - 1):
        chosen = [(*some, step.point) for some in chosen for step in node.steps if not some or step.point > some[-1]]
    for some in chosen:
        for step in node.steps:
            if (some and step.point <= some[-1]) or (step.vacated and step.point not in picked):
                continue
            found += ways(graph, step.node, (*picked, *some, step.point))
    return found


def check(ruleset: Ruleset, position: Position) -> None:
    """The laws in one position."""
    first = first_choice(ruleset, position)
    graph = turn_graph(first)
    legal = legal_moves(ruleset, position)
    assert Counter(ways(graph)) == Counter(map(sorted_first, legal))
    for move in legal[:20]:
        if move.path and not move.removed:
            taken: list[int] = []
            price: tuple[int, ...] = ()
            number = 0
            for point in choices(move):
                step = next(step for step in graph.nodes[number].steps if step.point == point)
                taken += step.takes
                price, number = step.price, step.node
            assert tuple(taken) == (*([] if move.huff is None else [move.huff]), *move.captured)
            assert not price or (ruleset.obligation is Obligation.FORFEIT and not move.captured)
            if move.forfeit is not None:
                lost = move.path[0] if move.forfeit == move.path[-1] else move.forfeit
                assert price == (lost,)


@settings(max_examples=examples(300))
@given(games())
def test_the_ways_of_the_graph_are_the_legal_turns_of_a_game(game: Game) -> None:
    if game.ruleset.key in NARROW:
        check(game.ruleset, game.position)


@settings(max_examples=examples(100))
@given(scattered(NARROW))
def test_so_it_is_with_pieces_anywhere(position: tuple[Ruleset, Position]) -> None:
    check(*position)


def test_pieces_taken_off_in_any_order_make_room_for_one_that_is_put_elsewhere() -> None:
    for key in ("rimau-rimau", "rimau-rimau-b"):
        ruleset = find_ruleset(key)
        check(ruleset, start_position(ruleset))
        graph = turn_graph(first_choice(ruleset, start_position(ruleset)))
        assert ruleset.opening
        assert graph.nodes[0].count == ruleset.opening.removes
        assert len(graph.nodes) < 10


def test_the_two_tigers_of_a_set_up_are_one_choice_of_two_points() -> None:
    for key, points in (("bagh-bandi-basirhat", 37 - 4), ("main-tapal-empat", 9)):
        game = Game.begin(find_ruleset(key))
        while not game.position.in_hand("T") or game.turn != game.ruleset.side_of("T"):
            game = game.play(game.legal_moves[0])
        graph = turn_graph(game.first_choice)
        assert [len(node.steps) for node in graph.nodes] == [points, 0]
        assert graph.nodes[0].count == 2
        check(game.ruleset, game.position)


def test_a_capture_that_may_stop_ends_where_it_also_goes_on() -> None:
    ruleset = find_ruleset("sholo-guti")
    start, middle, end = (ruleset.board.index[name] for name in ("d7", "d5", "b5"))
    graph = turn_graph(first_choice(ruleset, parse_position(ruleset, MAY_STOP)))

    def after(node: Node, point: int) -> Node:
        return graph.nodes[next(step.node for step in node.steps if step.point == point)]

    landed = after(after(graph.nodes[0], start), middle)
    assert landed.ends
    assert after(landed, end).ends


@deep("the ways of smaller graphs are compared with the legal turns in the quick suite")
def test_forty_thousand_turns_share_their_nodes() -> None:
    ruleset = find_ruleset("bagh-bandi-basirhat")
    with at_most(20_000):
        graph = turn_graph(first_choice(ruleset, parse_position(ruleset, FULL_OF_TURNS)))
    assert len(graph.nodes) < 1_300
    assert sum(len(node.steps) for node in graph.nodes) < 2_500
