"""The board as a grid of buttons: the forfeit, the faces of both sides, and the names of the buttons."""

from datetime import UTC, datetime

import pytest

from bot.app.buttons.callback_data import Action, read_callback_data
from bot.app.moves.grid import Grid, has_grid
from bot.app.moves.move_steps import read_picks, step_for
from bot.app.moves.picker import Panel, PickerPage
from bot.app.pictures.images import Look
from bot.chat import Button, PrivatePanel
from bot.matches.match import Match
from bot.platforms.web.bodies import content_body
from bot.words import words
from engine.game import Game
from engine.games import find_ruleset, rulesets
from engine.ruleset import Ruleset

HUFF = find_ruleset("alquerque-huff")


def declined() -> Game:
    """A game in which two pieces could have captured and did not."""
    line = [Game.begin(HUFF)]
    for _ in range(2000):
        game = line.pop(0)
        if len(game.position.pending) == 2 and not game.outcome:
            return game
        line += [game.play(move) for move in game.legal_moves[:12] if not game.play(move).outcome]
    raise AssertionError("no such game was found")


def panel_of(game: Game) -> Panel:
    match = Match.practise("ABCD", game, "adi", datetime(2026, 3, 1, tzinfo=UTC))
    return Panel(match.code, match.game, ("Adi", "Adi"), Look(), words("en"))


def buttons(page: PickerPage) -> list[Button]:
    return [item for row in page.rows if isinstance(row, tuple) for item in row if isinstance(item, Button)]


def enabled(panel: Panel, picked: tuple[int, ...]) -> list[Button]:
    return [each for each in buttons(Grid(panel).page(picked)) if not each.disabled]


def walked(panel: Panel) -> list[tuple[int, ...]]:
    """All that may be picked, one after another."""
    found: list[tuple[int, ...]] = []
    line: list[tuple[int, ...]] = [()]
    while line:
        picked = line.pop()
        found.append(picked)
        step = panel.first.along(picked)
        line += [(*picked, point) for point in step.following if step.then(point).following]
    return found


def test_with_a_forfeit_every_button_does_something() -> None:
    panel = panel_of(declined())
    for picked in walked(panel):
        here = step_for(panel.first, picked).picked
        for each in enabled(panel, picked):
            data = read_callback_data(each.payload)
            if data.action == Action.PICK:
                then = read_picks(panel.game, data.argument)
                assert then
                assert step_for(panel.first, then).picked != here, each
            elif data.action == Action.MOVE:
                assert step_for(panel.first, ()).picked != here, each


def test_the_piece_that_is_lost_is_asked_for_and_only_those_that_may_be_are_enabled() -> None:
    game = declined()
    page = Grid(panel_of(game)).page(())
    assert page.prompt == "Which piece does your opponent lose?"
    names = {HUFF.board.points[point] for point in game.position.pending}
    assert {each.name.partition(",")[0] for each in buttons(page) if not each.disabled} == names


def test_then_the_piece_to_move_is_asked_for_and_the_lost_one_is_off_the_board() -> None:
    panel = panel_of(declined())
    lost, other = panel.first.following
    name = HUFF.board.points[lost]
    page = Grid(panel).page((lost,))
    assert page.prompt == (
        f"Your opponent loses the piece on {name}. Tap the piece to move, or another that they lose instead."
    )
    assert f"{name}, free" in {each.name for each in buttons(page)}
    movers = {HUFF.board.points[point] for point in (*panel.first.then(lost).following, other)}
    assert {each.name.partition(",")[0] for each in buttons(page) if not each.disabled} == movers
    assert page.scene.selected is None


def test_after_the_piece_that_moves_another_may_be_tapped_instead() -> None:
    panel = panel_of(declined())
    first = panel.first.then(panel.first.following[0])
    mover = next(point for point in first.following if first.then(point).following)
    others = {HUFF.board.points[point] for point in first.following} - {HUFF.board.points[mover]}
    assert others
    assert others <= {each.name.partition(",")[0] for each in enabled(panel, (*first.picked, mover))}


@pytest.mark.parametrize("ruleset", [each for each in rulesets() if has_grid(each)], ids=lambda each: each.key)
def test_the_pieces_of_the_two_sides_look_different(ruleset: Ruleset) -> None:
    game = Game.begin(ruleset)
    grid = Grid(panel_of(game))
    faces = {side: {grid.face(kind) for kind in game.ruleset.kinds if kind.side == side} for side in (0, 1)}
    assert not faces[0] & faces[1]


def test_the_buttons_have_names_and_the_room_reads_them_out() -> None:
    page = Grid(panel_of(Game.begin(HUFF))).page(())
    named = {each.name for each in buttons(page)}
    assert {"a1, White: man", "a5, Black: man", "c3, free"} <= named
    assert len(named) == 25
    body = content_body(PrivatePanel(rows=page.rows))
    assert {each["name"] for row in body["rows"] for each in row["buttons"]} == named


def test_one_piece_that_is_put_on_the_board_is_not_counted() -> None:
    game = Game.begin(find_ruleset("main-tapal-empat"))
    set_up = panel_of(game)
    first, second = "Put your first tiger on a point.", "Put your second tiger on a point."
    assert set_up.puts() == (first, second)
    assert set_up.asked(set_up.first) == first
    assert set_up.asked(set_up.first.then(next(iter(set_up.first.following)))) == second
    drop = panel_of(game.play(game.legal_moves[0]))
    assert drop.asked(drop.first) == "Where does the goat go?"
    assert drop.puts() == ()


def test_one_piece_that_is_taken_off_is_not_counted() -> None:
    three, one = (panel_of(Game.begin(find_ruleset(key))) for key in ("rimau-rimau", "rimau-rimau-b"))
    assert three.asked(three.first) == "Which piece do you take off? (1 of 3)"
    assert one.asked(one.first) == "Which piece do you take off?"
