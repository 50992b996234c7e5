"""The counts of moves that draw an ending, as docs/rules/draughts.md#draws says."""

import pytest

from engine.foreign_position import parse_pdn_position
from engine.game import Game, Outcome
from engine.games import find_ruleset
from engine.notation import Style, format_move
from engine.ruleset import Ending
from tests.engine.draw_lines import DRAW_LINES, DrawLine


@pytest.mark.parametrize("line", DRAW_LINES, ids=lambda line: line.name)
def test_an_ending_is_drawn_at_its_ply_and_not_before(line: DrawLine) -> None:
    *earlier, last = line.games()
    assert last.ply == line.plies
    assert [game.outcome for game in earlier] == [None] * line.plies
    assert last.outcome == Outcome(Ending.COUNTER, None)


def play_russian(position: str, *moves: str) -> list[tuple[int, ...]]:
    """The counts of Russian draughts at the start and after each move; no draw ends the game."""
    ruleset = find_ruleset("russian-draughts")
    game = Game.begin(ruleset, parse_pdn_position(ruleset, position))
    counts = [game.counts]
    for text in moves:
        game = game.play_on()
        named = {format_move(ruleset, move, Style.NUMBERS): move for move in game.legal_moves}
        game = game.play(named[text])
        counts.append(game.counts)
    return counts


ROAD = 2  # the number of the rule of the main road


def test_leaving_the_main_road_stops_its_count_and_coming_back_goes_on() -> None:
    """Not the turn by which the king comes back, but those after it; three kings beside the road all the while."""
    counts = play_russian("W:WK1,K2,K3:BK29", "3-7", "29-8", "1-6", "8-12", "6-1", "12-8", "1-6", "8-25")
    assert [count[ROAD] for count in counts] == [0, 1, 2, 3, 3, 3, 3, 4, 5]


def test_another_piece_on_the_main_road_stops_its_count() -> None:
    counts = play_russian("W:WK1,K2,K4:BK29", "1-5")
    assert [count[ROAD] for count in counts] == [0, 0]
