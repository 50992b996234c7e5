"""Games of the kernel against itself end as the reference says, with every ending that a ruleset has."""

import random

import pytest

from engine.game import Game
from engine.games import find_ruleset
from engine.position import parse_position
from engine.search import weights
from engine.search.kernel_state import load
from tools.selfplay import DRAWN, LOST, WON, Player

ENDINGS = [
    ("dam-daman", "3/3/5/5/2k2/5/2K2/3/3 w - 0 1"),  # a king against a king
    ("game-of-solomon", "k/5/2/3/2/5/K w - 0 1"),
    ("komikan-forward", "GGGGG/5/3/5/5/5/5/T4 g - 0 9"),  # goats that go forward only are stuck: a draw
    ("tapak-empat-1919", "GGGGG/GGGGG/2TT1/5/5 t - 0 1"),  # the hand is used up
]


def verdict(player: Player, game: Game) -> float | None:
    load(player.ruleset, player.t, player.s, game)
    return player.verdict()


@pytest.mark.parametrize("key", ["tapal", "dam-8", "rimau-rimau", "tapak-1919", "game-of-solomon", "alquerque-huff"])
def test_a_game_ends_as_the_reference_says(key: str) -> None:
    ruleset = find_ruleset(key)
    player = Player(ruleset, weights.material(ruleset), 1, 1)
    chance = random.Random(2)
    game = Game.begin(ruleset)
    while game.outcome is None and game.ply < 40:
        assert verdict(player, game) is None
        game = game.play(chance.choice(game.legal_moves))
    if game.outcome:
        winner = game.outcome.winner
        assert verdict(player, game) == (DRAWN if winner is None else LOST if winner else WON)


@pytest.mark.parametrize(("key", "text"), ENDINGS)
def test_endings_that_few_rulesets_have(key: str, text: str) -> None:
    ruleset = find_ruleset(key)
    game = Game.begin(ruleset, parse_position(ruleset, text))
    assert game.outcome is not None
    winner = game.outcome.winner
    assert verdict(Player(ruleset, weights.material(ruleset), 1, 1), game) == (
        DRAWN if winner is None else LOST if winner else WON
    )
