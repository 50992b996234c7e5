"""The panel of every game: whatever the rules allow can be chosen in it, and it fits the narrowest platform."""

from collections.abc import Iterator
from datetime import UTC, datetime
from random import Random

import pytest

from bot.app.buttons.callback_data import MENU_OF_PAYLOADS
from bot.app.moves.grid import Grid, has_grid
from bot.app.moves.picker import Panel, PickerPage
from bot.app.pictures.images import Look
from bot.chat import PAYLOAD_BYTES, Button, Menu
from bot.words import words
from engine.game import Game
from engine.moves import Move
from engine.ruleset import Ruleset
from engine.turns import choices
from tests.bot.app.through_panel import Control, step_towards
from tests.suites import each_ruleset

NOW = datetime(2026, 11, 1, tzinfo=UTC)
PLIES = 30
"""So far games are followed, with a look at the panel now and then."""
EVERY = 3
ROWS, ROW, MENU = 5, 5, 25
"""What Discord takes: rows of a message, buttons of a row, lines of a menu."""
OWNED = len("@0123456789abc.012345")
"""A button of one person carries their id and a mark."""


def pages_to(panel: Panel, move: Move) -> Iterator[PickerPage]:
    """The views through which a move is reached, each by the control that leads towards it."""
    picked: tuple[int, ...] | None = ()
    while picked is not None:
        page = Grid(panel).page(picked) if has_grid(panel.game.ruleset) else panel.page(picked)
        yield page
        _, picked = step_towards(panel.game, move, picked, payloads(page))


def payloads(page: PickerPage) -> Iterator[Control]:
    """Everything that can be pressed or chosen."""
    for row in page.rows:
        if isinstance(row, Menu):
            yield from ((row.payload, (option.value,)) for option in row.options)
        else:
            yield from ((item.payload, ()) for item in row if isinstance(item, Button) and not item.disabled)


def check(page: PickerPage) -> None:
    """It fits, and no two controls are the same."""
    assert len(page.rows) <= ROWS
    ids = []
    for row in page.rows:
        if isinstance(row, Menu):
            assert 0 < len(row.options) <= MENU
            assert len({option.value for option in row.options}) == len(row.options)
            values = [option.value for option in row.options]
            longest = max(len(value) for value in values)
            own = 0 if row.payload == MENU_OF_PAYLOADS else len(row.payload) + 1
            assert own + longest + OWNED <= PAYLOAD_BYTES
            ids.append(row.payload)
        else:
            assert 0 < len(row) <= ROW
            ids += [item.payload for item in row if isinstance(item, Button)]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("ruleset", each_ruleset())
def test_every_move_is_reached(ruleset: Ruleset) -> None:
    chance = Random(ruleset.key)
    game = Game.begin(ruleset)
    for ply in range(PLIES):
        if game.outcome:
            game = Game.begin(ruleset)
        if ply % EVERY == 0:
            panel = Panel("K7QM2Y9H", game, ("Adi", "Siti"), Look(), words("en"))
            longest = max(game.legal_moves, key=lambda move: len(choices(move)))
            for move in {longest, *chance.choices(game.legal_moves, k=3)}:
                for page in pages_to(panel, move):
                    check(page)
        game = game.play(chance.choice(game.legal_moves))
